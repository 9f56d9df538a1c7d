"""The answer level: readers that answer from a packet, and how their answers are graded."""

from atma_overlay.evaluation.answers.answer import Answer, Reader, Verdict, asked_view
from atma_overlay.evaluation.answers.chat import ChatReader, answered
from atma_overlay.evaluation.answers.extractive import ExtractiveReader
from atma_overlay.evaluation.answers.free_text import presented
from atma_overlay.evaluation.answers.grading import accurate, answer_tallies, presents_stale
from atma_overlay.evaluation.answers.pairs import McNemar, mcnemar, without_trivial_passes

__all__ = [
    "Answer",
    "ChatReader",
    "ExtractiveReader",
    "McNemar",
    "Reader",
    "Verdict",
    "accurate",
    "answer_tallies",
    "answered",
    "asked_view",
    "mcnemar",
    "presented",
    "presents_stale",
    "without_trivial_passes",
]
