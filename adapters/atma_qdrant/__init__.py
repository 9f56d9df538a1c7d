"""Qdrant as a host memory."""

from atma_qdrant.host import QdrantHost
from atma_qdrant.layout import PointLayout

__all__ = ["PointLayout", "QdrantHost"]
