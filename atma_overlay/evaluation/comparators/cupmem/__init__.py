"""CUPMem as published: a typed temporal store, adjudicated at every write, read only through its verdicts."""

from atma_overlay.evaluation.comparators.cupmem.memory import CupMem

__all__ = ["CupMem"]
