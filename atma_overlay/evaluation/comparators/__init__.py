"""Published ways of remembering that need a model, in one frame: hold the sessions, then answer."""

from atma_overlay.evaluation.comparators.bounded_notes import BoundedNotes
from atma_overlay.evaluation.comparators.comparator import Comparator
from atma_overlay.evaluation.comparators.cupmem import CupMem
from atma_overlay.evaluation.comparators.full_context import FullContext
from atma_overlay.evaluation.comparators.md_flat import MdFlat
from atma_overlay.evaluation.comparators.prompt_only import PromptOnly

__all__ = ["BoundedNotes", "Comparator", "CupMem", "FullContext", "MdFlat", "PromptOnly"]
