"""A small episode, records and packets to measure: the builders of the evaluation's tests."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from atma_overlay.evaluation.bank import bank_tallies
from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.matching import Bank, pair
from atma_overlay.evaluation.retrieval import Asked, retrieval_tallies
from atma_overlay.evaluation.shown import host_packet
from atma_overlay.ports.host import HostMemory, HostSearch
from atma_overlay.records import Basis, Cardinality, DecisionState, Kind, Origin, Status
from atma_overlay.views import (
    Label,
    Packet,
    Row,
    StateRecord,
    Timeline,
    TransitionRecord,
    View,
)

START = datetime(2025, 3, 1, 9, tzinfo=UTC)
WEEK = timedelta(days=7)
END = START + 4 * WEEK
OBSERVATIONS = {f"o{session}": session for session in range(4)}


def moved(**changes: Any) -> Episode:
    """Four sessions: at home in Leeds, from the third one on in York; a sister who stays in Bath."""
    fields: dict[str, Any] = {
        "id": "e1",
        "family": "conflict",
        "sessions": [
            {"at": (START + week * WEEK).isoformat(), "turns": [{"role": "user", "text": "Hello."}]}
            for week in range(4)
        ],
        "states": [
            {
                "slot": "user / home city",
                "history": [
                    {"value": "Leeds", "from_session": 0, "until_session": 2, "ended_by": "replaced"},
                    {"value": "York", "from_session": 2},
                ],
            },
            {"slot": "sister / home city", "history": [{"value": "Bath", "from_session": 1}]},
        ],
        "probes": [probe().model_dump()],
    }
    return Episode.model_validate_json(json.dumps(fields | changes))


def control() -> Episode:
    states = [{"slot": "user / home city", "history": [{"value": "Leeds", "from_session": 0}]}]
    return moved(family="control", states=states)


def probe(**changes: Any) -> Probe:
    fields = {
        "id": "p1",
        "after_session": 3,
        "task": "conflict",
        "query": "Where do I live?",
        "view": "current",
        "expect": "answer",
        "gold": ["York"],
        "stale": ["Leeds"],
    }
    return Probe.model_validate_json(json.dumps(fields | changes))


def record(value: str, session: int, **changes: Any) -> StateRecord:
    said = START + session * WEEK
    fields: dict[str, Any] = {
        "id": f"{value}@{session}",
        "subject": "user",
        "attribute": "home_city",
        "value": value,
        "affirmed": True,
        "cardinality": Cardinality.SINGLE,
        "status": Status.ACTIVE,
        "valid_from": said,
        "valid_to": None,
        "temporary": False,
        "evidence": f"It is {value}.",
        "speaker": None,
        "origin": Origin.USER,
        "basis": Basis.SAID,
        "confidence": 1.0,
        "extractor": "rules/1",
        "observation_id": f"o{session}",
        "observed_at": said,
        "recorded_at": said,
    }
    return StateRecord(**(fields | changes))


def retired(value: str, session: int, until: int, **changes: Any) -> StateRecord:
    fields: dict[str, Any] = {"status": Status.SUPERSEDED, "valid_to": START + until * WEEK}
    return record(value, session, **(fields | changes))


def transition(old: StateRecord, new: StateRecord | None, session: int, **changes: Any) -> TransitionRecord:
    when = START + session * WEEK
    fields: dict[str, Any] = {
        "id": f"{old.id}>",
        "from_id": old.id,
        "to_id": new.id if new else None,
        "from_value": old.value,
        "to_value": new.value if new else None,
        "subject": old.subject,
        "attribute": old.attribute,
        "kind": Kind.REPLACED,
        "state": DecisionState.APPLIED,
        "cause": f"o{session}",
        "decider": "rules/1",
        "reason": "",
        "confidence": 1.0,
        "valid_at": when,
        "recorded_at": when,
    }
    return TransitionRecord(**(fields | changes))


LEEDS, YORK = retired("Leeds", 0, until=2), record("York", 2)
BATH = record("Bath", 1, subject="user's sister")
GOOD = Timeline(records=(LEEDS, BATH, YORK), transitions=(transition(LEEDS, YORK, 2),))


def values(
    timeline: Timeline, episode: Episode | None = None, *, before: Timeline | None = None
) -> Mapping[str, tuple[int, int]]:
    """The bank metrics of a timeline, as hits out of cases; `before` is an earlier timeline of it."""
    gold = episode or moved()
    bank = Bank.of(timeline, OBSERVATIONS)
    earlier = pair(gold, Bank.of(before or timeline, OBSERVATIONS))
    tallies = bank_tallies(gold, bank, pair(gold, bank), held_before=earlier.anywhere, now=END)
    return {name: (round(tally.hits), round(tally.out_of)) for name, tally in tallies.items()}


def row(value: str, label: Label = Label.CURRENT, **changes: Any) -> Row:
    return Row(**({"label": label, "text": f"So: {value}.", "value": value} | changes))


def packet(*rows: Row, **changes: Any) -> Packet:
    fields: dict[str, Any] = {
        "query": "Where do I live?",
        "view": View.CURRENT,
        "as_of": None,
        "known_at": None,
        "rows": rows,
    }
    return Packet(**(fields | changes))


def asked(shown: Packet, timeline: Timeline | None = GOOD, **changes: Any) -> Asked:
    question = probe(**changes)
    episode = moved(probes=[question.model_dump()])
    if timeline is None:
        return Asked(episode, question, shown)
    bank = Bank.of(timeline, OBSERVATIONS)
    return Asked(episode, question, shown, bank, pair(episode, bank, up_to=question.after_session))


def shares(each: Asked) -> Mapping[str, float | None]:
    tallies = retrieval_tallies(each)
    return {name: tally.hits / tally.out_of if tally.out_of else None for name, tally in tallies.items()}


def rows_of_host(*texts: str) -> Packet:
    return host_packet("?", HostSearch(tuple(HostMemory(id=text, text=text) for text in texts)))
