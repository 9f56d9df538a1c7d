"""What a ledger is asked ahead: it saves turns of a server, and changes no answer."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

from functools import partial

from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import Judged, Ledger, LedgerReader
from atma_overlay.testing.ledger_samples import (
    ALICE,
    HOME,
    JOB,
    commit,
    decision,
    link,
    observation,
    outbox_item,
    statement,
    told,
    transition,
)


class LedgerAheadRules:
    """Rules of `LedgerReader.ahead`; see `LedgerContract`."""

    def test_what_is_asked_ahead_is_answered_as_without(self, ledger: Ledger) -> None:
        _fill(ledger)
        for _ in range(2):  # the second time with what the first one kept
            without = ledger.read(ALICE, _asked)
            assert ledger.read(ALICE, lambda r: (_ahead(r), _asked(r))[1]) == without
        assert all(without)

    def test_a_reader_ahead_answers_nothing(self, ledger: Ledger) -> None:
        _fill(ledger)
        assert not any(ledger.read(ALICE, _ahead))

    def test_what_is_asked_ahead_and_never_after_does_no_harm(self, ledger: Ledger) -> None:
        _fill(ledger)
        assert ledger.read(ALICE, lambda r: (_ahead(r), r.revision())[1]) == 1
        late = observation("o-3", "I live in Oslo.", minute=9)

        def work(reader: LedgerReader) -> tuple[Changeset, None]:
            _ahead(reader)
            return told(statement("s-3", late, "Oslo"), by=late), None

        ledger.write(ALICE, work)
        assert [o.id for o in ledger.read(ALICE, lambda r: r.observed_after(None))] == ["o-1", "o-2", "o-3"]

    def test_a_write_that_asked_ahead_reads_what_a_read_does(self, ledger: Ledger) -> None:
        _fill(ledger)
        late = observation("o-3", "I live in Oslo.", minute=9)

        def work(reader: LedgerReader) -> tuple[Changeset, list[object]]:
            _ahead(reader)
            return told(statement("s-3", late, "Oslo"), by=late), _asked(reader)

        before = ledger.read(ALICE, _asked)
        assert ledger.write(ALICE, work) == before
        assert ledger.read(ALICE, _asked) != before

    def test_transitions_that_are_asked_ahead_are_answered_as_without(self, ledger: Ledger) -> None:
        _fill(ledger)
        commit(ledger, Changeset(transitions=(transition("t-1", "s-1", "s-2"),), decisions=(decision("t-1"),)))
        for known in ([], [HOME], [HOME, JOB]):  # what earlier reads found in the slots
            ledger.read(ALICE, lambda r, known=known: r.in_slots(known))  # type: ignore[misc]
            for few in (1, 2):
                for ids in (["s-1"], ["s-2", "s-1"], ["s-1", "no such id"], ["no such id"]):
                    without = ledger.read(ALICE, lambda r, ids=ids: r.transitions(ids))  # type: ignore[misc]
                    found = ledger.read(ALICE, partial(_transitions, ids=ids, few=few))
                    assert found == without
                    assert bool(found) == (ids != ["no such id"])

    def test_another_partition_is_not_answered_with_it(self, ledger: Ledger) -> None:
        _fill(ledger)
        elsewhere = ALICE.model_copy(update={"tenant": "elsewhere"})
        assert not any(ledger.read(elsewhere, lambda r: (_ahead(r), _asked(r))[1]))


def _fill(ledger: Ledger) -> None:
    one, two = observation("o-1", key="key-o-1"), observation("o-2", "I work at Kite.", minute=1, key="key-o-2")
    said = (statement("s-1", one), statement("s-2", two, "Kite", slot=JOB))
    changes = told(*said, by=one)
    commit(
        ledger,
        Changeset(
            observations=(one, two),
            statements=changes.statements,
            standings=changes.standings,
            links=(link("h-1", one), link("h-2", two)),
            outbox=(outbox_item("w-1", one),),
        ),
    )


def _asked(reader: LedgerReader) -> list[object]:
    """Answers of every kind that the flows ask ahead: none of them is empty for what `_fill` stores."""
    return [
        reader.last_observation(),
        reader.ids_by_key(["key-o-1", "key-o-2", "no such key"]),
        reader.outbox(limit=9),
        reader.in_slots([HOME, JOB]),
        reader.carried(["h-2", "h-1"]),
        reader.search(["live", "kite"], limit=5),
        reader.with_terms("value", ["kite", "chicago"]),
        reader.transitions(["s-1"]) or reader.links(host_ids=["h-1"]),
    ]


def _transitions(reader: LedgerReader, *, ids: list[str], few: int) -> list[Judged]:
    if ahead := reader.ahead():
        ahead.transitions_in([HOME, JOB], fewer_than=few)
    return reader.transitions(ids)


def _ahead(reader: LedgerReader) -> list[object]:
    """What the same questions are answered ahead; nothing where no turn is saved."""
    ahead = reader.ahead()
    return [] if ahead is None else _asked(ahead)
