"""LoCoMo (Maharana et al. 2024): ten long conversations between two people, and questions (CC BY-NC 4.0).

All questions are asked after the last session; the gold is the evidence turns, `reference` the answer in words.
A probe is met when an evidence turn of every evidence session is shown. What changes is not given: the episodes
are `open`. Evidence that names no turn is passed over; a question without any is looked for by its answer.
Questions of category 5 have no answer in the conversation: at retrieval they say nothing, an answer to them is
scored by its refusal (`token_overlap`).

The audit of the golds (`qa_flat.jsonl`, beside the conversations) disputes some: the setting `disputed` keeps
them as they are, flags them in their category, or leaves them out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from atma_overlay import re2
from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.suites.records import (
    built,
    checked_settings,
    chosen,
    limited,
    records_of,
    session_of,
)
from atma_overlay.evaluation.suites.registry import Options, Suite
from atma_overlay.evaluation.token_overlap import ADVERSARIAL, locomo_score
from atma_overlay.loaders.conversation import Session
from atma_overlay.loaders.fields import Field
from atma_overlay.loaders.locomo import read_locomo
from atma_overlay.loaders.source import json_values

AUDIT = "qa_flat.jsonl"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", ADVERSARIAL: "adversarial"}
SETTINGS = {
    "categories": "all (default) or temporal (category 2 alone)",
    "disputed": f"keep (default), flag or drop the questions whose gold {AUDIT} disputes",
}
_EVIDENCE = re2.compile(r"D:?(\d+):(\d+)")

_Audit = Mapping[str, Sequence[Field]]
"""The rows of the audit by sample, in the order of its questions."""


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """One episode a conversation, in the order of the files."""
    checked_settings(options, SETTINGS)
    categories = (2,) if chosen(options, "categories", of=("all", "temporal")) == "temporal" else tuple(CATEGORIES)
    disputed = chosen(options, "disputed", of=("keep", "flag", "drop"))
    audit = None if disputed == "keep" else _audit(paths)
    records = records_of(paths, marks=("sample_id", "conversation"), what="LoCoMo conversations")
    made = partial(_episode, categories=categories, audit=audit, flagged=disputed == "flag")
    return limited(records, limit=options.limit, made=made)


def _audit(paths: Sequence[Path]) -> _Audit:
    rows: defaultdict[str, list[Field]] = defaultdict(list)
    for path in paths:
        file = (path if path.is_dir() else path.parent) / AUDIT
        if not file.is_file():
            raise InvalidInputError(str(file), "is missing: put the audit there, or pass disputed=keep")
        for row in json_values(file):
            rows[row.at("sample_id").identifier()].append(row)
    return rows


def _episode(record: Field, *, categories: Sequence[int], audit: _Audit | None, flagged: bool) -> Episode | None:
    conversation = read_locomo(record)
    sessions = sorted((session for session in conversation.sessions if session.turns), key=lambda session: session.at)
    turns = _turns(sessions)
    questions = record.at("qa").items()
    suspect = _disputed(questions, audit[conversation.id], record) if audit is not None else frozenset()
    probes = tuple(
        _probe(question, place, turns=turns, after=len(sessions) - 1, flag=place in suspect)
        for place, question in enumerate(questions)
        if _category(question) in categories and (flagged or place not in suspect)
    )
    if not probes:
        return None
    return built(
        record,
        id=conversation.id,
        family="open",
        source="LoCoMo",
        sessions=tuple(session_of(session.turns, at=session.at) for session in sessions),
        probes=probes,
    )


def _turns(sessions: Sequence[Session]) -> Mapping[tuple[int, int], tuple[int, int]]:
    """(session, turn) by the two numbers of a turn's dialogue id."""
    places: dict[tuple[int, int], tuple[int, int]] = {}
    for place, session in enumerate(sessions):
        for index, turn in enumerate(session.turns):
            places |= dict.fromkeys(_numbers(turn.key or ""), (place, index))
    return places


def _numbers(text: str) -> list[tuple[int, int]]:
    return [(int(session), int(turn)) for session, turn in _EVIDENCE.findall(text)]


def _disputed(questions: Sequence[Field], rows: Sequence[Field], record: Field) -> frozenset[int]:
    if len(rows) != len(questions):
        raise record.at("qa").broken(f"holds {len(questions)} questions, {AUDIT} {len(rows)} of this sample")
    for question, row in zip(questions, rows, strict=True):
        if question.at("question").text() != row.at("question").text():
            raise row.at("question").broken("is another question than the conversations' file has there")
    return frozenset(place for place, row in enumerate(rows) if row.has("audit_error"))


def _category(question: Field) -> int:
    category = question.at("category").number()
    if category not in CATEGORIES:
        raise question.at("category").broken(f"{category} is none of {', '.join(map(str, CATEGORIES))}")
    return category


def _probe(
    question: Field, place: int, *, turns: Mapping[tuple[int, int], tuple[int, int]], after: int, flag: bool
) -> Probe:
    category = _category(question)
    named = [name for item in question.at("evidence").items() for name in _numbers(str(item.value))]
    found = tuple(dict.fromkeys(turns[name] for name in named if name in turns))
    answers = category != ADVERSARIAL
    answer = question.at("answer").identifier() if answers else None
    return Probe(
        id=f"qa{place}",
        after_session=after,
        task="exact_recall" if answers else "absence",
        query=question.at("question").text(),
        view="neutral",
        expect="answer" if answers else "uncertain",
        gold=(answer,) if answer and not found else (),
        category=f"{category} {CATEGORIES[category]}" + (", disputed" if flag else ""),
        turns=found if answers else (),
        reference=answer,
    )


def _token_f1(probe: Probe, answer: str) -> float | None:
    """LoCoMo's own score; None where the question has no answer of its own."""
    if probe.reference is None or probe.category is None:
        return None
    return locomo_score(answer, probe.reference, category=int(probe.category.split(" ", 1)[0]))


SUITE = Suite(
    "locomo",
    "LoCoMo: are the turns that hold the answer brought back; answers by its token F1",
    load,
    scores={"token_f1": _token_f1},
    settings=SETTINGS,
)
