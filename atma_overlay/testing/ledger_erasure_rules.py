"""What erasure leaves: ids and instants, no text, in no answer of any kind."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

from dataclasses import replace

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.records import DELETE, OutboxState, Slot, Status, Trigger, TriggerKind, owed_deletion
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.testing.ledger_samples import (
    ALICE,
    HOME,
    JOB,
    ManualClock,
    commit,
    contingency,
    decision,
    extraction,
    link,
    observation,
    outbox_item,
    standing,
    statement,
    transition,
    verdict,
)
from atma_overlay.testing.ledger_search_rules import carrying, matching

SECRET = "quetzalcoatl"
KEPT = observation("o-1", "I live in Chicago.")
GONE = replace(
    observation("o-2", f"My {SECRET} lives in {SECRET}ville.", minute=1, digest=f"digest {SECRET}"),
    speaker=SECRET,
    idempotency_key=f"key {SECRET}",
)
HIDDEN = Slot(f"user's {SECRET}", f"{SECRET}_city")


def secretive() -> Changeset:
    """A changeset with the secret in every place that can hold a text of its observation."""
    stated = replace(
        statement("s-2", GONE, f"{SECRET}ville", slot=HIDDEN, unit=SECRET),
        replaces=f"{SECRET}burg",
        value_kind=SECRET,
    )
    derived = replace(
        statement("s-3", KEPT, f"{SECRET}ville", slot=JOB, lineage=("s-2",)), evidence=f"as {SECRET} says"
    )
    again = replace(statement("s-4", KEPT, f"{SECRET}ville", slot=JOB, lineage=("s-3",)), evidence=f"as {SECRET} says")
    shared = statement("s-5", GONE, SECRET)
    return Changeset(
        observations=(KEPT, GONE),
        extractions=(extraction(KEPT), extraction(GONE, f'["{SECRET}"]')),
        statements=(statement("s-1", KEPT), stated, derived, again, shared),
        standings=tuple(standing(s) for s in (statement("s-1", KEPT), stated, derived, again, shared)),
        transitions=(
            replace(transition("t-1", "s-2", None, slot=HIDDEN), reason=f"{SECRET} moved"),
            replace(transition("t-2", "s-1", "s-5"), reason=f"{SECRET} came in its place"),
            replace(transition("t-3", "s-1", None, cause="o-2"), reason=f"since {SECRET} moved"),
            replace(transition("t-4", "s-1", None, cause="t-3"), reason=f"since {SECRET} moved"),
            replace(transition("t-5", "s-9", None, cause="o-1", slot=HIDDEN), reason="another reason"),
        ),
        decisions=(decision("t-1", note=f"{SECRET} it is"), decision("t-5", note="another note")),
        verdicts=(verdict("p-1", reason=f"{SECRET} differs"),),
        contingencies=(
            contingency("c-1", KEPT),
            replace(
                contingency("c-2", GONE, parent=HIDDEN, child=Slot(SECRET, "x")),
                trigger=SECRET,
                value=SECRET,
                when=Trigger(TriggerKind.FROM, SECRET),
                parent_value=SECRET,
                child_value=SECRET,
            ),
            replace(contingency("c-3", KEPT, parent=HIDDEN), lineage=("o-2",)),
        ),
        links=(link("h-1", KEPT), link("h-2", GONE, text_hash=SECRET, seen_hash=SECRET)),
        outbox=(replace(outbox_item("w-2", GONE), error=f"no room for {SECRET}"),),
    )


class LedgerErasureRules:
    """Rules of erasure; see `LedgerContract`."""

    def test_erased_text_is_in_no_answer(self, ledger: Ledger, clock: ManualClock) -> None:
        commit(ledger, secretive())
        before = clock.now
        clock.advance(1)
        commit(ledger, Changeset(standings=(standing(statement("s-2", GONE), Status.ENDED),)))
        assert SECRET in repr(ledger.read(ALICE, answers))
        clock.advance(1)
        commit(ledger, Changeset(erased=("o-2",)))
        assert SECRET not in repr(ledger.read(ALICE, answers))
        assert SECRET not in repr(ledger.read(ALICE, lambda r: r.all_held(known_at=before)))
        assert ledger.read(ALICE, lambda r: r.observation_by_key(f"key {SECRET}")) is None
        assert ledger.read(ALICE, lambda r: r.ids_by_key([f"key {SECRET}"])) == {}
        assert matching(ledger, SECRET, "ville", f"{SECRET}ville") == []
        for field in ("subject", "attribute", "value", "unit"):
            assert carrying(ledger, field, SECRET) == []

    def test_erasure_takes_an_observation_and_what_derives_from_it_and_nothing_else(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        before = ledger.read(ALICE, lambda r: r.held(["s-1"]))
        commit(ledger, Changeset(erased=("o-2",)))
        assert ledger.read(ALICE, lambda r: r.observed_after(None)) == [KEPT]
        assert ledger.read(ALICE, lambda r: r.last_observation()) == KEPT
        assert ledger.read(ALICE, lambda r: r.observations(["o-1", "o-2"])) == [KEPT]
        assert ledger.read(ALICE, lambda r: r.all_held()) == before
        assert ledger.read(ALICE, lambda r: r.of_observations(["o-1", "o-2"])) == before
        assert [h.statement.id for h in ledger.read(ALICE, lambda r: r.history())] == ["s-1"]
        assert ledger.read(ALICE, lambda r: r.extractions(["o-1", "o-2"])) == [extraction(KEPT)]
        assert ledger.read(ALICE, lambda r: r.contingencies()) == [contingency("c-1", KEPT)]
        assert ledger.read(ALICE, lambda r: r.with_terms("value", ["chicago"])) == before
        assert [h for h, _ in ledger.read(ALICE, lambda r: r.search(["chicago"], limit=9))] == before

    def test_transitions_keep_their_ids_and_lose_the_reasons_that_may_quote(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        commit(ledger, Changeset(erased=("o-2",)))
        judged = ledger.read(ALICE, lambda r: r.transitions())
        assert [(j.transition.id, j.transition.from_id, j.transition.to_id) for j in judged] == [
            ("t-1", "s-2", None),
            ("t-2", "s-1", "s-5"),
            ("t-3", "s-1", None),
            ("t-4", "s-1", None),
            ("t-5", "s-9", None),
        ]
        assert [j.transition.reason for j in judged] == ["", "", "", "", "another reason"]
        assert [j.transition.slot for j in judged] == [Slot("", ""), HOME, HOME, HOME, Slot("", "")]
        assert [d.note for j in judged for d in j.decisions] == ["", "another note"]
        assert [v.reason for v in ledger.read(ALICE, lambda r: r.verdicts())] == [""]

    def test_who_ruled_is_no_longer_named_once_nothing_is_left_of_what_it_was_about(self, ledger: Ledger) -> None:
        by = f"person:{SECRET}"
        pair, kept = (f"{slot_key(slot)}:some pair" for slot in (HIDDEN, HOME))
        commit(ledger, secretive())
        words = (replace(decision("t-1"), by=by), replace(decision("t-2"), by="person:Ann"))
        rulings = (replace(verdict(pair), decider=by), replace(verdict(kept), decider="person:Ann"))
        commit(ledger, Changeset(decisions=words, verdicts=rulings))
        commit(ledger, Changeset(erased=("o-2",)))
        decided = {(d.transition_id, d.by) for j in ledger.read(ALICE, lambda r: r.transitions()) for d in j.decisions}
        assert {("t-1", "person:"), ("t-1", "rules/1"), ("t-2", "person:Ann")} <= decided
        deciders = {v.pair: v.decider for v in ledger.read(ALICE, lambda r: r.verdicts())}
        assert deciders == {"p-1": "some-model/judge-3", kept: "person:Ann"}
        commit(ledger, Changeset(erased=("o-1",)))
        assert "Ann" not in repr(ledger.read(ALICE, answers))

    def test_links_and_host_writes_of_the_erased_stay_without_text(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        commit(ledger, Changeset(erased=("o-2",)))
        assert ledger.read(ALICE, lambda r: r.links(host_ids=["h-1", "h-2"])) == [
            link("h-1", KEPT),
            link("h-2", GONE, text_hash=""),
        ]
        assert ledger.read(ALICE, lambda r: r.outbox()) == [outbox_item("w-2", GONE)]
        commit(ledger, Changeset(links=(link("h-3", GONE, text_hash=SECRET, seen_hash=SECRET),)))
        assert ledger.read(ALICE, lambda r: r.links(host_ids=["h-3"])) == [link("h-3", GONE, text_hash="")]

    def test_what_a_host_took_while_it_was_being_erased_is_owed(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        commit(ledger, Changeset(erased=("o-2",)))
        late = link("h-3", GONE, text_hash=SECRET)
        commit(ledger, Changeset(links=(late,), outbox=(replace(outbox_item("w-2", GONE), state=OutboxState.DONE),)))
        assert ledger.read(ALICE, lambda r: r.outbox()) == [owed_deletion(late.host, "h-3", GONE.id)]
        commit(ledger, Changeset(links=(link("h-4", GONE, text_hash=""),)))  # as an import brings it
        assert len(ledger.read(ALICE, lambda r: r.outbox())) == 1

    def test_a_deletion_is_not_done_with_the_write_that_it_takes_back(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        deletion = replace(outbox_item("w-2", GONE), operation=DELETE)
        commit(ledger, Changeset(erased=("o-2",), outbox=(deletion,)))
        commit(ledger, Changeset(outbox=(replace(outbox_item("w-2", GONE), state=OutboxState.DONE),)))
        assert ledger.read(ALICE, lambda r: r.outbox()) == [deletion]
        commit(ledger, Changeset(outbox=(replace(deletion, state=OutboxState.DONE),)))
        assert ledger.read(ALICE, lambda r: r.outbox()) == []

    @pytest.mark.parametrize(
        "late",
        [
            Changeset(extractions=(replace(extraction(GONE), extractor="rules/2"),)),
            Changeset(statements=(statement("s-9", GONE),)),
            Changeset(contingencies=(contingency("c-9", GONE),)),
            Changeset(observations=(GONE,)),
            Changeset(statements=(statement("s-2", KEPT),)),
        ],
        ids=["extraction", "statement", "contingency", "the observation again", "a statement's id again"],
    )
    def test_nothing_is_added_to_what_is_erased(self, ledger: Ledger, late: Changeset) -> None:
        commit(ledger, secretive())
        commit(ledger, Changeset(erased=("o-2",)))
        with pytest.raises(ConflictError):
            commit(ledger, late)
        assert ledger.read(ALICE, lambda r: r.revision()) == 2

    def test_a_standing_of_an_erased_statement_is_passed_over(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        commit(ledger, Changeset(erased=("o-2",)))
        commit(ledger, Changeset(standings=(standing(statement("s-2", GONE), Status.ENDED),)))
        assert ledger.read(ALICE, lambda r: r.held(["s-2"])) == []

    def test_what_was_withdrawn_and_has_words_of_an_erased_text_goes_with_it(self, ledger: Ledger) -> None:
        about = {
            "subject": statement("s-6", KEPT, slot=HIDDEN),
            "attribute": statement("s-7", KEPT, slot=Slot("user", f"{SECRET}_city")),
            "value": statement("s-8", KEPT, SECRET),
            "replaces": replace(statement("s-9", KEPT, "Lagos"), replaces=SECRET),
        }
        own, standing_yet = statement("s-10", KEPT, "Chicago", slot=JOB), statement("s-11", KEPT, SECRET, slot=JOB)
        stated = (*about.values(), own, standing_yet)
        moved = transition("t-6", "s-6", "s-8", slot=Slot("user", f"{SECRET}_city"))
        commit(
            ledger,
            Changeset(
                observations=(KEPT, GONE), statements=stated, standings=tuple(map(standing, stated)),
                transitions=(replace(moved, reason=f"{SECRET} moved"),),
            ),
        )  # fmt: skip
        withdrawn = tuple(s.id for s in (*about.values(), own))
        commit(ledger, Changeset(withdrawn=withdrawn, erased=("o-2",)))
        assert [h.statement.id for h in ledger.read(ALICE, lambda r: r.history())] == ["s-10", "s-11"]
        (told,) = ledger.read(ALICE, lambda r: r.transitions())
        assert (told.transition.slot, told.transition.reason) == (Slot("", ""), "")
        assert [h.statement.id for h in ledger.read(ALICE, lambda r: r.with_terms("value", [SECRET]))] == ["s-11"]

    def test_what_went_with_a_text_is_stated_again_where_that_is_told_again(self, ledger: Ledger) -> None:
        echo = statement("s-6", KEPT, f"{SECRET}ville")
        commit(ledger, Changeset(observations=(KEPT, GONE), statements=(echo,), standings=(standing(echo),)))
        commit(ledger, Changeset(withdrawn=("s-6",), erased=("o-2",)))
        assert ledger.read(ALICE, lambda r: r.history()) == []
        again = observation("o-9", GONE.text, minute=1)
        commit(ledger, Changeset(observations=(again,), statements=(echo,), standings=(standing(echo),)))
        assert [h.statement.value for h in ledger.read(ALICE, lambda r: r.all_held())] == [f"{SECRET}ville"]
        assert [h.statement.id for h in ledger.read(ALICE, lambda r: r.with_terms("value", [f"{SECRET}vill"]))]

    def test_ids_of_erased_observations_are_told_and_no_others(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        commit(ledger, Changeset(erased=("o-2",)))
        assert ledger.read(ALICE, lambda r: r.erased(["o-1", "o-2", "nobody"])) == {"o-2"}
        assert ledger.plane("shadow").read(ALICE, lambda r: r.erased(["o-2"])) == frozenset()

    def test_a_ledger_knows_that_it_was_erased_from(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        assert ledger.read(ALICE, lambda r: r.erasures()) == 0
        commit(ledger, Changeset(erased=(GONE.id,)))
        once = ledger.read(ALICE, lambda r: r.erasures())
        assert once
        commit(ledger, Changeset(erased=(KEPT.id,)))
        assert ledger.read(ALICE, lambda r: r.erasures()) not in (0, once)

    def test_erasing_twice_or_what_is_not_there_changes_nothing_more(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        commit(ledger, Changeset(erased=("o-2",)))
        before = ledger.read(ALICE, answers)
        commit(ledger, Changeset(erased=("o-2", "o-9")))
        assert ledger.read(ALICE, answers) == before
        assert ledger.read(ALICE, lambda r: r.revision()) == 3

    def test_what_one_write_adds_and_erases_is_erased(self, ledger: Ledger) -> None:
        commit(ledger, secretive() + Changeset(erased=("o-2",)))
        assert SECRET not in repr(ledger.read(ALICE, answers))

    def test_everything_of_a_partition_can_be_erased(self, ledger: Ledger) -> None:
        commit(ledger, secretive())
        commit(ledger, Changeset(erased=("o-1", "o-2")))
        assert ledger.read(ALICE, lambda r: r.history()) == []
        assert ledger.read(ALICE, lambda r: r.observed_after(None)) == []
        assert {j.transition.slot for j in ledger.read(ALICE, lambda r: r.transitions())} == {Slot("", "")}


def answers(reader: LedgerReader) -> list[object]:
    """Every answer of a reader that can hold text."""
    ids = [f"o-{n}" for n in range(1, 10)]
    return [
        reader.observed_after(None),
        reader.observations(ids),
        reader.tombstones(),
        reader.last_observation(),
        reader.extractions(ids),
        reader.in_slots([HOME, JOB, HIDDEN]),
        reader.of_observations(ids),
        reader.all_held(),
        reader.slots(),
        reader.slots_of(HIDDEN.subject, [HIDDEN.attribute]),
        reader.history(),
        reader.transitions(),
        reader.transition("t-1"),
        reader.verdicts(),
        reader.contingencies(),
        reader.links(observation_ids=ids),
        reader.outbox(),
        reader.with_terms("value", ["chicago"]),
        reader.search([SECRET, "chicago", "live"], limit=99),
    ]
