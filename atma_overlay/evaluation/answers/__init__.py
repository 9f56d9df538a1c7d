"""The answer level: readers that answer from a packet, and how their answers are graded."""

from atma_overlay.evaluation.answers.agreement import Agreement, agreement, labelled_answers, measure_agreement
from atma_overlay.evaluation.answers.answer import Answer, Reader, Verdict, asked_view
from atma_overlay.evaluation.answers.chat import ChatReader, answered
from atma_overlay.evaluation.answers.extractive import ExtractiveReader
from atma_overlay.evaluation.answers.free_text import presented
from atma_overlay.evaluation.answers.grading import accurate, answer_tallies, presents_stale
from atma_overlay.evaluation.answers.pairs import McNemar, mcnemar
from atma_overlay.evaluation.answers.probe_rubric import ProbeGrader
from atma_overlay.evaluation.answers.rubric import Grade
from atma_overlay.evaluation.answers.stale_rubric import DIMENSIONS, Dimension, Response, StaleCase, StaleGrader

__all__ = [
    "DIMENSIONS",
    "Agreement",
    "Answer",
    "ChatReader",
    "Dimension",
    "ExtractiveReader",
    "Grade",
    "McNemar",
    "ProbeGrader",
    "Reader",
    "Response",
    "StaleCase",
    "StaleGrader",
    "Verdict",
    "accurate",
    "agreement",
    "answer_tallies",
    "answered",
    "asked_view",
    "labelled_answers",
    "mcnemar",
    "measure_agreement",
    "presented",
    "presents_stale",
]
