"""What a recall says when host or ledger fails, and what `timeline` and `why` show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from atma_overlay import (
    HostError,
    Label,
    LedgerCorruptError,
    LedgerError,
    NotFoundError,
    Overlay,
)
from atma_overlay.ledger.faults import InterruptedTransactionError
from atma_overlay.ports.host import HostSearch
from atma_overlay.scope import Scope
from tests.dated_worlds import ME
from tests.overlay_worlds import Deaf, told

# Recalling


def test_a_failing_search_is_answered_from_the_ledger_and_said_so() -> None:
    world = told("I live in Leeds.", host=Deaf(searches=1))
    packet = world.overlay.recall("Where do I live?", scope=ME)
    assert [(r.label, r.value) for r in packet.rows] == [(Label.CURRENT, "Leeds")]
    assert packet.degraded == "HostError"
    assert world.overlay.recall("Where do I live?", scope=ME).degraded is None


def test_a_failing_search_is_raised_when_asked() -> None:
    world = told("I live in Leeds.", host=Deaf(searches=1), on_error="raise")
    with pytest.raises(HostError):
        world.overlay.recall("Where do I live?", scope=ME)


@pytest.mark.parametrize(
    ("error", "degraded"),
    [
        (LedgerError("locked"), "LedgerError"),
        (LedgerCorruptError("damaged"), "LedgerCorruptError"),
        (InterruptedTransactionError("its server is not reached"), "LedgerError"),  # of no document
        (RuntimeError("a bug"), "RuntimeError"),
    ],
)
def test_a_failing_ledger_passes_the_host_s_answer_through_unlabelled(
    error: Exception, degraded: str, caplog: pytest.LogCaptureFixture
) -> None:
    world = told("I live in Leeds.", "I moved to York.")

    def broken(*_: Any) -> Any:
        raise error

    world.ledger.read = broken  # type: ignore[assignment, method-assign]  # nothing can be read
    packet = world.overlay.recall("Where do I live?", scope=ME)
    assert {r.label for r in packet.rows} == {Label.UNTRACKED}
    assert packet.degraded == degraded
    assert caplog.messages == [f"recall goes on without the ledger: {degraded}"]
    assert packet.native is not None
    strict = Overlay(world.host, ledger=world.ledger, on_error="raise")
    with pytest.raises(type(error)):
        strict.recall("Where do I live?", scope=ME)


def test_a_read_of_what_was_known_asks_no_host() -> None:
    world = told("I live in Leeds.", host=Deaf(searches=0))
    at = world.clock()
    assert isinstance(world.host, Deaf)
    world.host.searches = 1
    packet = world.overlay.recall("Where do I live?", scope=ME, known_at=at)
    assert (packet.degraded, [r.value for r in packet.rows], world.host.searches) == (None, ["Leeds"], 1)


# Looking


def test_a_timeline_can_be_narrowed_to_a_subject_and_an_attribute() -> None:
    world = told("I live in Leeds.", "My sister Lotte lives in Ghent.", "My rent is 800 euros.")
    assert {r.subject for r in world.timeline(subject="Lotte").records} == {"lotte"}
    assert [r.value for r in world.timeline(subject="user", attribute="Home City").records] == ["Leeds"]
    assert world.timeline(attribute="shoe size").records == ()


def test_why_gives_the_evidence_and_the_transitions_in_and_out() -> None:
    world = told("I live in Leeds.", "I live in Leeds.", "I moved to York.")
    leeds = next(r for r in world.timeline().records if r.value == "Leeds")
    explained = world.overlay.why(leeds.id, scope=ME)
    assert [text for _, text in explained.evidence] == ["I live in Leeds.", "I live in Leeds."]
    assert [(t.from_value, t.to_value, t.reason) for t in explained.transitions] == [
        ("Leeds", "York", "the change is told")
    ]
    assert explained.label is Label.HISTORICAL
    with pytest.raises(NotFoundError, match="check the id and the scope"):
        world.overlay.why("rec_0", scope=ME)


def test_a_host_memory_that_says_what_is_known_to_hold_stands_as_that_record() -> None:
    world = told("I live in Boston.", "My gym is FitWorks.", "It rained today.")
    rows = {r.text: r for r in world.overlay.recall("Where do I live?", scope=ME).rows}
    known, beside = rows["My gym is FitWorks."], rows["It rained today."]
    assert (known.label, known.value, len(known.record_ids)) == (Label.CURRENT, "FitWorks", 1)
    assert known.host_ids
    assert (beside.label, beside.record_ids) == (Label.UNTRACKED, ())


def test_a_memory_that_the_host_names_twice_takes_no_others_place() -> None:
    class Twice(Deaf):
        """Merges two indexes."""

        def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
            found = super().search(query, scope=scope, limit=limit, within=within).memories
            return HostSearch(tuple(memory for each in found for memory in (each, each)))

    world = told(*(f"The plumber fixed sink number {n} under the window." for n in range(6)), host=Twice())
    rows = world.overlay.recall("what did the plumber fix", scope=ME, limit=4).rows
    assert len({row.text for row in rows}) == len(rows) == 4
