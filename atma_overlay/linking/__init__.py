"""A trained linker: a small head over any sentence embedder answers A-TMA's two questions of a pair."""

from atma_overlay.linking.head import Head, load_head
from atma_overlay.linking.linker import TrainedLinker

__all__ = ["Head", "TrainedLinker", "load_head"]
