"""Propagation: what follows from a change by the rules that were stated before it (MEME's cascade and absence)."""

from atma_overlay.state.propagation.engine import Propagation
from atma_overlay.state.propagation.rulebook import Stated

__all__ = ["Propagation", "Stated"]
