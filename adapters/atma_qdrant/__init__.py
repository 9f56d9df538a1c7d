"""Qdrant as a host memory."""

from atma_qdrant.host import QdrantHost

__all__ = ["QdrantHost"]
