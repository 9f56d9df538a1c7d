"""Records for the boundary, made unchecked of the ledger's own: a check would let through the very same."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.views import StateRecord, TransitionRecord

ME = Scope(tenant="t", user="u")
AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _told(url: str) -> Iterator[StateRecord | TransitionRecord]:
    with Overlay(MemoryHost(), ledger=url, on_error="raise") as overlay:
        overlay.remember("I live in York and my gym is Pulse.", scope=ME, observed_at=AT)
        receipt = overlay.remember("I moved to Leeds, and I don't eat pork.", scope=ME)
        timeline = overlay.timeline(scope=ME)
    yield from (*receipt.records, *timeline.records)
    yield from (*receipt.transitions, *timeline.transitions)


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_records_are_what_a_check_of_their_values_makes_of_them(kind: str, tmp_path: object) -> None:
    told = list(_told("memory://" if kind == "memory" else f"sqlite:///{tmp_path}/ledger.db"))
    assert {type(record) for record in told} == {StateRecord, TransitionRecord}
    for record in told:
        checked = type(record)(**{name: getattr(record, name) for name in record.model_fields_set})
        assert record == checked
        assert record.model_fields_set == checked.model_fields_set
        assert list(vars(record).items()) == list(vars(checked).items())
        assert list(map(type, vars(record).values())) == list(map(type, vars(checked).values()))
        assert record.model_dump_json() == checked.model_dump_json()


def test_records_are_copied_and_pickled_like_any_other() -> None:
    for record in _told("memory://"):
        assert copy.deepcopy(record) == pickle.loads(pickle.dumps(record)) == record.model_copy() == record
