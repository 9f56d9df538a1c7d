"""What recorded time does: every version has the instants between which it was what the ledger knew."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import Judged, Ledger
from atma_overlay.records import UNRECORDED, Standing, Status, Version
from atma_overlay.testing.ledger_samples import (
    ALICE,
    HOME,
    START,
    ManualClock,
    commit,
    contingency,
    decision,
    observation,
    standing,
    statement,
    told,
    transition,
    verdict,
)

SAID = observation("o-1", key="k-1")
AGAIN = observation("o-2", "I live in Oslo.", minute=1)
INSTANT = timedelta(microseconds=1)
"""What lies between two instants that a ledger tells apart."""


class LedgerTimeRules:
    """Rules of recorded time; see `LedgerContract`."""

    def test_a_read_as_of_an_instant_shows_what_was_recorded_then(self, ledger: Ledger, clock: ManualClock) -> None:
        chicago, oslo = statement("s-1", SAID), statement("s-2", AGAIN, "Oslo")
        superseded = Standing("s-1", "s-1", Status.SUPERSEDED, START, START + timedelta(minutes=1))
        commit(ledger, told(chicago, by=SAID))
        first = clock.now
        second = clock.advance(60)
        commit(ledger, told(oslo, by=AGAIN) + Changeset(standings=(superseded,)))
        third = clock.advance(60)
        commit(ledger, Changeset(withdrawn=("s-2",)))

        def known(at: datetime | None) -> list[tuple[str, str]]:
            shown = [
                ledger.read(ALICE, lambda r: r.all_held(known_at=at)),
                ledger.read(ALICE, lambda r: r.in_slots([HOME], known_at=at)),
                ledger.read(ALICE, lambda r: r.held(["s-1", "s-2"], known_at=at)),
                ledger.read(ALICE, lambda r: r.of_observations(["o-1", "o-2"], known_at=at)),
            ]
            found = ledger.read(ALICE, lambda r: r.search(["live"], limit=9, known_at=at))
            shown.append(sorted((held for held, _ in found), key=lambda h: h.statement.id))
            answers = [[(h.statement.id, h.standing.status.value) for h in held] for held in shown]
            assert answers == [answers[0]] * 5
            return answers[0]

        assert known(first - INSTANT) == []
        assert known(first) == known(second - INSTANT) == [("s-1", "active")]
        assert known(second) == known(third - INSTANT) == [("s-1", "superseded"), ("s-2", "active")]
        assert known(third) == known(None) == [("s-1", "superseded")]

    def test_a_version_ends_at_the_instant_that_the_next_begins(self, ledger: Ledger, clock: ManualClock) -> None:
        kept = statement("s-1", SAID)
        commit(ledger, told(kept, by=SAID))
        later = clock.advance(5)
        commit(ledger, Changeset(standings=(standing(kept, Status.ENDED),)))
        (history,) = ledger.read(ALICE, lambda r: r.history())
        assert history.versions == (
            Version(standing(kept), START, 1, later),
            Version(standing(kept, Status.ENDED), later, 2),
        )

    def test_an_unchanged_standing_makes_no_version(self, ledger: Ledger, clock: ManualClock) -> None:
        kept = statement("s-1", SAID)
        commit(ledger, told(kept, by=SAID))
        clock.advance(5)
        commit(ledger, Changeset(standings=(standing(kept),)))
        (history,) = ledger.read(ALICE, lambda r: r.history())
        assert history.versions == (Version(standing(kept), START, 1),)

    def test_a_clock_that_goes_back_does_not_take_recorded_time_with_it(
        self, ledger: Ledger, clock: ManualClock
    ) -> None:
        kept = statement("s-1", SAID)
        commit(ledger, told(kept, by=SAID))
        clock.advance(-3600)
        commit(ledger, Changeset(standings=(standing(kept, Status.ENDED),)))
        commit(ledger, told(statement("s-2", AGAIN), by=AGAIN))
        held = ledger.read(ALICE, lambda r: r.all_held())
        assert [h.version.recorded_from for h in held] == [START + INSTANT, START + 2 * INSTANT]

    def test_a_write_does_not_change_what_was_known_at_the_instant_of_the_last_one(
        self, ledger: Ledger, clock: ManualClock
    ) -> None:
        kept = statement("s-1", SAID)
        commit(ledger, told(kept, by=SAID))
        before = ledger.read(ALICE, lambda r: r.all_held(known_at=START))
        clock.advance(-3)
        commit(ledger, Changeset(standings=(standing(kept, Status.ENDED),)))
        after = ledger.read(ALICE, lambda r: r.all_held(known_at=START))
        assert [h.version.revision for h in before] == [h.version.revision for h in after] == [1]

    def test_what_is_decided_is_recorded_at_the_instant_of_its_write(self, ledger: Ledger, clock: ManualClock) -> None:
        waits = replace(contingency("c-1", SAID), recorded_at=UNRECORDED)
        decided = Changeset(
            transitions=(transition("t-1", "s-1"),), decisions=(decision("t-1"),), verdicts=(verdict("p-1"),)
        )
        commit(ledger, told(statement("s-1", SAID), by=SAID))
        later = clock.advance(5)
        commit(ledger, decided + Changeset(contingencies=(waits,)))
        (judged,) = ledger.read(ALICE, lambda r: r.transitions())
        (ruled,) = ledger.read(ALICE, lambda r: r.verdicts())
        (noted,) = ledger.read(ALICE, lambda r: r.contingencies())
        found = [judged.transition.recorded_at, judged.latest.recorded_at, ruled.recorded_at, noted.recorded_at]
        assert found == [later] * 4

    def test_what_was_decided_elsewhere_keeps_its_instant(self, ledger: Ledger, clock: ManualClock) -> None:
        carried = Changeset(
            observations=(SAID,), transitions=(transition("t-1", "s-1"),),
            decisions=(replace(decision("t-1"), revision=3),), verdicts=(replace(verdict("p-1"), revision=3),),
            contingencies=(contingency("c-1", SAID),),
        )  # fmt: skip
        clock.advance(5)
        commit(ledger, carried)
        (judged,) = ledger.read(ALICE, lambda r: r.transitions())
        assert judged == Judged(carried.transitions[0], carried.decisions)
        assert ledger.read(ALICE, lambda r: r.verdicts()) == [*carried.verdicts]
        assert ledger.read(ALICE, lambda r: r.contingencies()) == [*carried.contingencies]

    def test_of_two_standings_of_one_statement_in_one_write_the_last_holds(self, ledger: Ledger) -> None:
        kept = statement("s-1", SAID)
        commit(
            ledger,
            told(kept, by=SAID) + Changeset(standings=(standing(kept, Status.ENDED),), withdrawn=("s-1",)),
        )
        (history,) = ledger.read(ALICE, lambda r: r.history())
        assert history.versions == (Version(standing(kept, Status.ENDED), START, 1),)

    def test_a_withdrawn_statement_may_stand_again(self, ledger: Ledger, clock: ManualClock) -> None:
        kept = statement("s-1", SAID)
        commit(ledger, told(kept, by=SAID))
        commit(ledger, Changeset(withdrawn=("s-1", "s-1", "s-9")))
        assert ledger.read(ALICE, lambda r: r.all_held()) == []
        clock.advance(5)
        commit(ledger, Changeset(standings=(standing(kept),)))
        assert [h.version.revision for h in ledger.read(ALICE, lambda r: r.all_held())] == [3]

    def test_versions_are_stored_as_they_come(self, ledger: Ledger, clock: ManualClock) -> None:
        kept = replace(statement("s-1", SAID), sequence=4)
        old = Version(standing(kept), START - timedelta(days=9), 4, START + timedelta(days=1))
        new = Version(standing(kept, Status.ENDED), START + timedelta(days=1), 7)
        commit(ledger, Changeset(observations=(SAID,), statements=(kept,), versions=(old, new)))
        (history,) = ledger.read(ALICE, lambda r: r.history())
        assert history.versions == (old, new)
        clock.advance(60)
        commit(ledger, told(statement("s-2", AGAIN), by=AGAIN))
        # Later writes come after the history that was carried in, by revision and by recorded time.
        (later,) = ledger.read(ALICE, lambda r: r.held(["s-2"]))
        assert (later.version.revision, later.statement.sequence) == (8, 8)
        assert later.version.recorded_from == START + timedelta(days=1) + INSTANT
