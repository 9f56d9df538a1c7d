"""Mem0 as a host memory."""

from atma_mem0.host import Mem0Host
from atma_mem0.offline import ScriptedModel, offline_memory

__all__ = ["Mem0Host", "ScriptedModel", "offline_memory"]
