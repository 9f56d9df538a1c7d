"""LongMemEval (Wu et al. 2025): questions about chat sessions, with the turns that hold the answer (MIT).

Files of either shape are read: `sessions` with their `evidence_turns`, whose haystack is the run's fillers; or
the published `haystack_sessions`, whose evidence are the turns with `has_answer`. A probe is met when an evidence
turn of every evidence session is shown; of a question about updated knowledge only the last one is wanted, since
the earlier ones tell what no longer holds. What changes is not given: the episodes are `open`.

Left out: questions that cannot be answered (`abstention`, or an id that ends in `_abs`), because at retrieval
there is nothing to be found and so nothing to fail; and records without an evidence turn. A question is asked an
hour after the last session. Its own date is not used: some files date it before its evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.suites.records import built, checked_settings, limited, records_of, session_of
from atma_overlay.evaluation.suites.registry import Options, Suite
from atma_overlay.loaders.fields import Field
from atma_overlay.loaders.longmemeval import read_longmemeval

_UPDATED = "knowledge-update"
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Told:
    """A session's place in the file and which of its turns are evidence."""

    place: int
    evidence: tuple[int, ...]


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """One episode a question, in the order of the files."""
    checked_settings(options, {})
    records = records_of(paths, marks=("question_id", "question"), what="LongMemEval questions")
    return limited(records, limit=options.limit, made=_episode)


def _episode(record: Field) -> Episode | None:
    said = read_longmemeval(record, undated=_NEVER).sessions
    told = _evidence(record)
    if _abstains(record) or not any(each.evidence for each in told):
        return None
    kept = sorted((place for place, session in enumerate(said) if session.turns), key=lambda place: said[place].at)
    kind = record.at("question_type").text()
    turns = [(kept.index(each.place), turn) for each in told for turn in each.evidence]
    if kind == _UPDATED:
        turns = [place for place in turns if place[0] == max(turns)[0]]
    probe = Probe(
        id="q",
        after_session=len(kept) - 1,
        task="exact_recall",
        query=record.at("question").text(),
        view="neutral",
        expect="answer",
        category=kind,
        turns=tuple(turns),
        reference=record.at("answer").identifier(),
    )
    return built(
        record,
        id=record.at("question_id").identifier(),
        family="open",
        source="LongMemEval",
        sessions=tuple(session_of(said[place].turns, at=said[place].at) for place in kept),
        probes=(probe,),
    )


def _evidence(record: Field) -> list[_Told]:
    if record.has("haystack_sessions"):
        sessions = [session.items() for session in record.at("haystack_sessions").items()]
        marked = [
            tuple(i for i, turn in enumerate(s) if turn.has("has_answer") and turn.at("has_answer").value)
            for s in sessions
        ]
        return [_Told(place, evidence) for place, evidence in enumerate(marked)]
    sessions = [session.at("evidence_turns").items() for session in record.at("sessions").items()]
    return [_Told(place, tuple(range(len(turns)))) for place, turns in enumerate(sessions)]


def _abstains(record: Field) -> bool:
    named = record.at("question_id").identifier().endswith("_abs")
    return named or (record.has("abstention") and record.at("abstention").value is True)


SUITE = Suite(
    "longmemeval",
    "LongMemEval: are the turns that hold the answer brought back",
    load,
    fillers=200,
)
