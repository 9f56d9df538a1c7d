"""What a write does: a whole changeset or nothing, one revision, one instant, one writer at a time."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError, LedgerError
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.records import DecisionState, LinkState, OutboxState, Version
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_samples import (
    ALICE,
    HOME,
    START,
    commit,
    contingency,
    decision,
    extraction,
    link,
    observation,
    outbox_item,
    standing,
    statement,
    told,
    transition,
    verdict,
)

BOB = Scope(tenant="acme", user="bob")
SAID = observation("o-1", key="k-1")
AGAIN = observation("o-2", "I live in Oslo.", minute=1)

UNFIT = {
    "an observation's id is taken": Changeset(observations=(observation("o-1", "I live in Rome."),)),
    "an idempotency key is taken": Changeset(observations=(observation("o-9", key="k-1"),)),
    "an extraction is there": Changeset(extractions=(extraction(SAID),)),
    "an extraction is of nothing": Changeset(extractions=(extraction(observation("o-9")),)),
    "a statement is of nothing": Changeset(statements=(statement("s-9", observation("o-9")),)),
    "a standing is of nothing": Changeset(standings=(standing(statement("s-9", SAID)),)),
    "a version is of nothing": Changeset(versions=(Version(standing(statement("s-9", SAID)), START, 1),)),
    "two versions are open": Changeset(versions=(Version(standing(statement("s-1", SAID)), START, 7),)),
    "a decision is on nothing": Changeset(decisions=(decision("t-9"),)),
    "a contingency's id is taken": Changeset(contingencies=(contingency("c-1", AGAIN),)),
    "a contingency is of nothing": Changeset(contingencies=(contingency("c-9", observation("o-9")),)),
    "a link is of nothing": Changeset(links=(link("h-9", observation("o-9")),)),
}


class LedgerWriteRules:
    """Rules of writes; see `LedgerContract`."""

    def test_each_write_that_changes_something_makes_one_revision(self, ledger: Ledger) -> None:
        commit(ledger, told(statement("s-1", SAID), by=SAID))
        commit(ledger, Changeset())
        commit(ledger, told(statement("s-2", AGAIN), by=AGAIN))
        commit(ledger, Changeset(verdicts=(verdict("p-1"),)), scope=BOB)
        assert ledger.read(ALICE, lambda r: r.revision()) == 2
        assert ledger.read(BOB, lambda r: r.revision()) == 1

    def test_a_write_returns_what_its_work_returns(self, ledger: Ledger) -> None:
        assert ledger.write(ALICE, lambda r: (Changeset(observations=(SAID,)), r.revision())) == 0
        assert ledger.write(ALICE, lambda r: (Changeset(), r.revision())) == 1

    def test_what_may_be_done_again_is_stored_like_anything_else(self, ledger: Ledger) -> None:
        ledger.write(ALICE, lambda _: (Changeset(observations=(SAID,)), None), durable=False)
        assert ledger.read(ALICE, lambda r: (r.revision(), r.last_observation())) == (1, SAID)

    def test_records_without_a_revision_get_that_of_their_write(self, ledger: Ledger) -> None:
        commit(ledger, Changeset(observations=(SAID,)))
        commit(
            ledger,
            Changeset(
                statements=(statement("s-1", SAID), replace(statement("s-2", SAID), sequence=1)),
                standings=(standing(statement("s-1", SAID)),),
                transitions=(transition("t-1", "s-1"),),
                decisions=(decision("t-1"), replace(decision("t-1"), revision=1)),
                verdicts=(verdict("p-1"), replace(verdict("p-1"), revision=1)),
            ),
        )
        history = ledger.read(ALICE, lambda r: r.history())
        assert [(h.statement.sequence, [v.revision for v in h.versions]) for h in history] == [
            (2, [2]),
            (1, []),
        ]
        judged = ledger.read(ALICE, lambda r: r.transition("t-1"))
        assert judged is not None
        assert [d.revision for d in judged.decisions] == [2, 1]
        assert [v.revision for v in ledger.read(ALICE, lambda r: r.verdicts(["p-1"]))] == [2, 1]

    @pytest.mark.parametrize("unfit", list(UNFIT))
    def test_a_changeset_that_does_not_fit_leaves_nothing_of_itself(self, ledger: Ledger, unfit: str) -> None:
        commit(
            ledger,
            told(statement("s-1", SAID), by=SAID)
            + told(by=AGAIN)
            + Changeset(
                extractions=(extraction(SAID),),
                transitions=(transition("t-1", "s-1"),),
                contingencies=(contingency("c-1", SAID),),
            ),
        )
        before = ledger.read(ALICE, _everything)
        new = observation("o-3", "I live in Lima.", minute=2)
        fitting = told(statement("s-3", new, "Lima"), by=new) + Changeset(
            extractions=(extraction(new),),
            withdrawn=("s-1",),
            transitions=(transition("t-3", "s-1", "s-3"),),
            decisions=(decision("t-3"),),
            verdicts=(verdict("p-3"),),
            contingencies=(contingency("c-3", new),),
            links=(link("h-3", new),),
            outbox=(outbox_item("w-3", new),),
        )
        with pytest.raises(ConflictError):
            commit(ledger, fitting + UNFIT[unfit])
        assert ledger.read(ALICE, _everything) == before
        commit(ledger, fitting)
        assert ledger.read(ALICE, lambda r: r.revision()) == 2

    def test_work_that_raises_leaves_nothing(self, ledger: Ledger) -> None:
        def work(reader: LedgerReader) -> tuple[Changeset, None]:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            ledger.write(ALICE, work)
        assert ledger.read(ALICE, lambda r: r.revision()) == 0
        commit(ledger, Changeset(observations=(SAID,)))
        assert ledger.read(ALICE, lambda r: r.observations(["o-1"])) == [SAID]

    def test_a_write_inside_a_write_is_refused(self, ledger: Ledger) -> None:
        def work(reader: LedgerReader) -> tuple[Changeset, None]:
            commit(ledger, Changeset(observations=(SAID,)))
            return Changeset(observations=(AGAIN,)), None

        with pytest.raises(ConflictError, match="inside"):
            ledger.write(ALICE, work)
        assert ledger.read(ALICE, lambda r: r.observed_after(None)) == []

    def test_a_read_does_not_see_what_is_written_meanwhile(self, ledger: Ledger) -> None:
        commit(ledger, told(statement("s-1", SAID), by=SAID))

        def work(reader: LedgerReader) -> tuple[int, int]:
            before = len(reader.all_held())
            writer = threading.Thread(target=commit, args=(ledger, told(statement("s-2", AGAIN), by=AGAIN)))
            writer.start()
            writer.join()
            return before, len(reader.all_held()) + len(reader.observations(["o-2"]))

        assert ledger.read(ALICE, work) == (1, 1)
        assert len(ledger.read(ALICE, lambda r: r.all_held())) == 2

    def test_writers_in_many_threads_lose_nothing(self, ledger: Ledger) -> None:
        failures: list[BaseException] = []

        def work(name: str) -> None:
            try:
                for n in range(10):
                    ledger.write(ALICE, partial(_next, name=f"{name}-{n}"))
                    assert len(ledger.read(ALICE, lambda r: r.all_held())) > n
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(f"writer-{n}",)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert ledger.read(ALICE, lambda r: r.revision()) == 80
        held = ledger.read(ALICE, lambda r: r.all_held())
        # Each write named itself after the revision it found: none saw the same one.
        assert sorted(int(h.statement.value) for h in held) == list(range(80))

    def test_a_link_written_again_takes_the_new_hash(self, ledger: Ledger) -> None:
        commit(ledger, Changeset(observations=(SAID,), links=(link("h-1", SAID, text_hash="old"),)))
        commit(ledger, Changeset(links=(link("h-1", SAID, text_hash="new"), link("h-2", SAID))))
        found = ledger.read(ALICE, lambda r: r.links(observation_ids=["o-1"]))
        assert [(one.host_id, one.text_hash) for one in found] == [("h-1", "new"), ("h-2", "5f2a")]

    def test_a_link_keeps_what_was_seen_at_the_host_and_whether_it_is_live(self, ledger: Ledger) -> None:
        seen = link("h-1", SAID, seen_hash="7a")
        commit(ledger, Changeset(observations=(SAID,), links=(seen, link("h-2", SAID, state=LinkState.GONE))))
        over = replace(seen, seen_hash="7b", state=LinkState.OVERWRITTEN)
        commit(ledger, Changeset(links=(over,)))
        found = ledger.read(ALICE, lambda r: r.links(observation_ids=["o-1"]))
        assert found == [over, link("h-2", SAID, state=LinkState.GONE)]

    def test_what_waits_for_a_host_is_told_apart_from_what_was_given_up(self, ledger: Ledger) -> None:
        first, given_up, last = (outbox_item(f"w-{n}", SAID) for n in (3, 2, 1))
        elsewhere = replace(outbox_item("w-4", SAID), host="other")
        given_up = replace(given_up, state=OutboxState.FAILED, attempts=5)
        items = (first, given_up, elsewhere, replace(elsewhere, id="w-5", state=OutboxState.FAILED), last)
        commit(ledger, Changeset(observations=(SAID,), outbox=items))
        assert ledger.read(ALICE, lambda r: r.outbox(pending_at="memory")) == [first, last]
        assert ledger.read(ALICE, lambda r: r.outbox(limit=1, pending_at="memory")) == [first]
        counts = ledger.read(ALICE, lambda r: [r.given_up(host) for host in ("memory", "other", "third")])
        assert counts == [1, 1, 0]

    def test_what_is_done_stays_out_of_the_outbox(self, ledger: Ledger) -> None:
        item = outbox_item("w-1", SAID)
        commit(ledger, Changeset(observations=(SAID,), outbox=(item,)))
        commit(ledger, Changeset(outbox=(replace(item, state=OutboxState.DONE, host_id="h-1"),)))
        assert ledger.read(ALICE, lambda r: r.outbox()) == []

    def test_of_a_host_write_that_is_told_twice_in_one_write_the_last_counts(self, ledger: Ledger) -> None:
        one, two = outbox_item("w-1", SAID), outbox_item("w-2", SAID)
        done = replace(one, state=OutboxState.DONE)
        commit(ledger, Changeset(observations=(SAID,), outbox=(done, two, one)))
        assert ledger.read(ALICE, lambda r: r.outbox()) == [one, two]

    def test_earlier_decisions_and_verdicts_are_never_changed_by_later_ones(self, ledger: Ledger) -> None:
        commit(ledger, Changeset(transitions=(transition("t-1", "s-1"),), decisions=(decision("t-1"),)))
        commit(ledger, Changeset(verdicts=(verdict("p-1"),)))
        first = ledger.read(ALICE, lambda r: (r.transition("t-1"), r.verdicts(["p-1"])))
        for state in (DecisionState.UNDONE, DecisionState.APPLIED, DecisionState.APPLIED):
            commit(ledger, Changeset(decisions=(decision("t-1", state),), verdicts=(verdict("p-1"),)))
        judged, verdicts = ledger.read(ALICE, lambda r: (r.transition("t-1"), r.verdicts(["p-1"])))
        assert judged is not None
        assert first[0] is not None
        assert [d.state.value for d in judged.decisions] == ["applied", "undone", "applied", "applied"]
        assert judged.decisions[:1] == first[0].decisions
        assert verdicts[:1] == first[1]
        assert len(verdicts) == 4

    def test_a_decision_may_date_its_transition_anew(self, ledger: Ledger) -> None:
        moved = transition("t-1", "s-1", None)
        commit(ledger, Changeset(transitions=(moved,), decisions=(decision("t-1"),)))
        for at in (START, START + timedelta(days=3), START - timedelta(days=3), None):
            commit(ledger, Changeset(decisions=(replace(decision("t-1"), valid_at=at),)))
        for judged in (
            ledger.read(ALICE, lambda r: r.transition("t-1")),
            *ledger.read(ALICE, lambda r: r.transitions(["s-1"])),
            *ledger.read(ALICE, lambda r: r.transitions()),
        ):
            assert judged is not None
            assert judged.dated == replace(judged.transition, valid_at=START - timedelta(days=3))
            assert judged.transition.valid_at == moved.valid_at
            assert [d.valid_at for d in judged.decisions] == [
                None, START, START + timedelta(days=3), START - timedelta(days=3), None,
            ]  # fmt: skip

    def test_a_statement_or_a_transition_written_again_stays_as_it_was(self, ledger: Ledger) -> None:
        first, second = statement("s-1", SAID), statement("s-1", AGAIN, "Oslo")
        moved, ended = transition("t-1", "s-1", "s-2"), transition("t-1", "s-1")
        commit(ledger, told(first, by=SAID) + Changeset(transitions=(moved, ended)))
        commit(ledger, Changeset(withdrawn=("s-1",)))
        commit(ledger, told(second, by=AGAIN) + Changeset(transitions=(ended,), decisions=(decision("t-1"),)))
        (history,) = ledger.read(ALICE, lambda r: r.history())
        assert history.statement == replace(first, sequence=1)
        assert [v.revision for v in history.versions] == [1, 3]
        assert [j.transition for j in ledger.read(ALICE, lambda r: r.transitions())] == [moved]
        assert ledger.read(ALICE, lambda r: r.with_terms("value", ["oslo"])) == []
        assert len(ledger.read(ALICE, lambda r: r.search(["chicago", "oslo"], limit=9))) == 1

    def test_a_closed_ledger_refuses_calls(self, ledger: Ledger) -> None:
        shadow = ledger.plane("shadow")
        ledger.close()
        for closed in (ledger, shadow):
            with pytest.raises(LedgerError):
                closed.read(ALICE, lambda r: r.revision())
            with pytest.raises(LedgerError):
                commit(closed, Changeset(observations=(SAID,)))
        ledger.close()

    def test_planes_are_kept_apart(self, ledger: Ledger) -> None:
        shadow = ledger.plane("shadow")
        commit(ledger, told(statement("s-1", SAID), by=SAID))
        commit(shadow, told(statement("s-1", SAID, "Denver"), statement("s-2", SAID, "Oslo"), by=SAID))
        commit(shadow, Changeset(erased=("o-1",)))
        assert ledger.read(ALICE, lambda r: [h.statement.value for h in r.in_slots([HOME])]) == ["Chicago"]
        assert ledger.read(ALICE, lambda r: [h.statement.id for h, _ in r.search(["live"], limit=9)]) == ["s-1"]
        assert ledger.read(ALICE, lambda r: r.revision()) == 1
        assert shadow.read(ALICE, lambda r: r.revision()) == 2
        assert shadow.read(ALICE, lambda r: r.all_held()) == []
        assert ledger.plane("shadow").read(ALICE, lambda r: r.revision()) == 2
        assert ledger.plane("other").read(ALICE, lambda r: r.revision()) == 0


def _everything(reader: LedgerReader) -> list[object]:
    observations = reader.observed_after(None)
    ids = [o.id for o in observations]
    return [
        reader.revision(),
        observations,
        reader.extractions(ids),
        reader.history(),
        reader.transitions(),
        reader.verdicts(),
        reader.contingencies(),
        reader.links(observation_ids=ids),
        reader.outbox(),
        reader.search(["live"], limit=100),
        reader.with_terms("subject", ["user"]),
    ]


def _next(reader: LedgerReader, *, name: str) -> tuple[Changeset, None]:
    said = observation(name, f"I live in house {reader.revision()}.")
    return told(statement(f"s-{name}", said, str(reader.revision())), by=said), None
