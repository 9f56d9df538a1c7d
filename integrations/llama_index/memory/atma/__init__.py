"""The overlay as a LlamaIndex memory."""

from llama_index.memory.atma.block import AtmaMemoryBlock
from llama_index.memory.atma.memory import AtmaMemory

__all__ = ["AtmaMemory", "AtmaMemoryBlock"]
