"""Embedders that need nothing beyond the core's own dependencies."""

from atma_overlay.embedding.lexical import LexicalEmbedder

__all__ = ["LexicalEmbedder"]
