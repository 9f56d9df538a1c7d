"""Laws 1 to 5 and 9 of the design, on what becomes of what was said: properties over generated histories."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from atma_overlay import ConflictError, NotFoundError, Status
from atma_overlay.changes import Changeset
from atma_overlay.records import DecisionState, Origin, Ruling, Statement
from atma_overlay.state.pairs.adjudication import Answer
from tests.dated_worlds import (
    ME,
    SCOPES,
    Said,
    World,
    applied,
    in_order,
    is_open,
    opened,
    proposed,
    said,
    state,
    worlds,
)
from tests.lawful_worlds import LEDGERS, ORIGINS, SORTS, Sort, arrivals, assert_one_at_a_time, law, meddle, replayed


@SORTS
@LEDGERS
def test_any_order_of_arrival_gives_the_same_state(url: str, examples: int, sort: Sort) -> None:
    @law(examples)
    @given(data=st.data(), utterances=sort.worlds(origins=(Origin.USER, Origin.USER, Origin.DOCUMENT), scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        batches = data.draw(arrivals(utterances))
        with sort.opened(url) as ordered, sort.opened(url) as arriving:
            ordered.hand_all(in_order(utterances))
            for batch in batches:
                arriving.hand(batch)
            for scope in SCOPES:
                assert state(arriving, scope) == state(ordered, scope)

    holds()


@SORTS
@LEDGERS
def test_a_replay_of_everything_changes_nothing(url: str, examples: int, sort: Sort) -> None:
    @law(examples)
    @given(data=st.data(), utterances=sort.worlds(origins=ORIGINS, scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with sort.opened(url) as world:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
            meddle(data, world)
            assert replayed(world) == Changeset()

    holds()


@LEDGERS
def test_only_later_evidence_of_no_lower_origin_retires(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=ORIGINS, scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url) as world:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
            assert_lawful(world)

    holds()


def assert_lawful(world: World) -> None:
    timeline = world.timeline()
    records = {r.id: r for r in timeline.records}
    causes = {o.id: o for o in world.overlay.ledger.read(ME, lambda r: r.observed_after(None))}
    for t in applied(timeline):
        if t.decider.startswith("person:"):
            continue
        cause, retired = causes[t.cause], records[t.from_id]
        evidence = [causes[i] for i in (retired.observation_id, *retired.restated_by) if i in causes]
        before = [o for o in evidence if o.order < cause.order or o.observed_at <= cause.observed_at]
        assert retired.observed_at <= cause.observed_at
        assert retired.origin.trust <= cause.origin.trust
        if t.kind != "retracted":  # what only the user's own word can bring back may be said again, in vain
            assert before == evidence


class Eager:
    """A linker that replaces whatever it is shown, unlike any that should be written."""

    def rule(self, earlier: Statement, later: Statement) -> Answer:
        if earlier.norm == later.norm:
            return Answer(Ruling.SAME, "eager/1", "", 1.0)
        return Answer(Ruling.REPLACE, "eager/1", "because", 1.0)


@law(40)
@given(utterances=worlds(origins=ORIGINS))
def test_a_lower_origin_never_retires_a_higher_one_whatever_the_linker_says(utterances: list[Said]) -> None:
    with opened("memory://", linker=Eager()) as world:
        world.hand_all(utterances)
        assert_lawful(world)


@LEDGERS
def test_a_single_valued_slot_has_at_most_one_open_record(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=ORIGINS, scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url) as world:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
            assert_one_at_a_time(world)

    holds()


@LEDGERS
def test_every_retired_record_has_exactly_one_applied_transition(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=ORIGINS, scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url) as world:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
            meddle(data, world)
            assert_one_transition_each(world)

    holds()


@LEDGERS
def test_every_retired_record_has_one_applied_transition_whatever_is_erased_corrected_and_told_late(
    url: str, examples: int
) -> None:
    deeds = ("correct", "forget", "undo", "erase", "erase", "erase words")

    @law(3 * examples)
    @given(data=st.data(), utterances=worlds(size=7))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url) as world:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
                meddle(data, world, deeds)
                assert_one_transition_each(world)
                assert replayed(world) == Changeset()

    holds()


def assert_one_transition_each(world: World) -> None:
    timeline = world.timeline()
    causes = Counter(t.from_id for t in applied(timeline))
    for record in timeline.records:
        assert causes[record.id] == (record.status is not Status.ACTIVE)
    assert all(t.cause for t in applied(timeline))


@LEDGERS
def test_every_record_that_was_ever_open_can_be_read_back(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url) as world:
            seen = []
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
                seen.append((world.clock(), {(r.id, r.value) for r in world.timeline().records}))
            for at, records in seen:
                assert {(r.id, r.value) for r in world.timeline(known_at=at).records} == records

    holds()


@law(40)
@given(data=st.data(), utterances=worlds(origins=ORIGINS))
def test_decisions_are_only_appended(data: st.DataObject, utterances: list[Said]) -> None:
    with opened("memory://") as world:
        before: dict[str, tuple[Any, ...]] = {}
        for u in utterances:
            world.hand([u])
            if data.draw(st.booleans()):
                meddle(data, world)
            after = world.overlay.ledger.read(ME, lambda r: {j.transition.id: j.decisions for j in r.transitions()})
            for transition_id, decisions in before.items():
                kept = [(d.state, d.recorded_at) for d in after[transition_id][: len(decisions)]]
                assert kept == [(d.state, d.recorded_at) for d in decisions]
            before = after


@LEDGERS
def test_undo_is_as_if_the_pair_had_been_ruled_keep(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(size=8), later=worlds(size=4))
    def holds(data: st.DataObject, utterances: list[Said], later: list[Said]) -> None:
        later = [u for u in later if u not in utterances]
        with opened(url) as undone, opened(url) as kept:
            undone.hand_all(utterances)
            assume(applied(undone.timeline()))
            transition = data.draw(st.sampled_from(applied(undone.timeline())))
            assert undone.overlay.undo(transition.id, scope=ME).state is DecisionState.UNDONE
            verdicts = undone.ledger.read(ME, lambda r: r.verdicts())
            kept.ledger.write(ME, lambda _: (Changeset(verdicts=tuple(verdicts)), None))
            kept.hand_all(utterances)
            assert state(undone) == state(kept)
            undone.hand_all(later)
            kept.hand_all(in_order(later))
            assert state(undone) == state(kept)

    holds()


@LEDGERS
def test_what_a_person_ruled_stands_whatever_is_said_or_arrives_later(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(size=8, origins=(Origin.USER, Origin.DOCUMENT)), later=worlds(size=5))
    def holds(data: st.DataObject, utterances: list[Said], later: list[Said]) -> None:
        with opened(url) as world:
            world.hand_all(utterances)
            timeline = world.timeline()
            choices = [(t, "undo") for t in applied(timeline)]
            choices += [(t, way) for t in proposed(timeline) for way in ("accept", "decline")]
            assume(choices)
            transition, way = data.draw(st.sampled_from(choices))
            ruled = getattr(world.overlay, way)(transition.id, scope=ME)
            becomes = {"undo": "undone", "accept": "applied", "decline": "declined"}[way]
            assert ruled.state == becomes
            for u in later:
                world.hand([u])
                judged = world.ledger.read(ME, lambda r: r.transition(transition.id))
                assert judged is not None
                if way != "accept":
                    assert judged.latest.state == becomes
            with pytest.raises((ConflictError, NotFoundError)):
                world.overlay.decline(transition.id, scope=ME)

    holds()


@law(30)
@given(utterances=worlds(size=8, origins=(Origin.USER, Origin.DOCUMENT)), data=st.data())
def test_an_accepted_proposal_is_applied_in_every_order_of_arrival(data: st.DataObject, utterances: list[Said]) -> None:
    with opened("memory://") as world, opened("memory://") as other:
        world.hand_all(utterances)
        assume(proposed(world.timeline()))
        world.overlay.accept(data.draw(st.sampled_from(proposed(world.timeline()))).id, scope=ME)
        verdicts = world.ledger.read(ME, lambda r: r.verdicts())
        other.ledger.write(ME, lambda _: (Changeset(verdicts=tuple(verdicts)), None))
        for batch in data.draw(arrivals(utterances)):
            other.hand(batch)
        assert state(other) == state(world)


TOWNS = (
    "I live in Leeds.", "I moved to York.", "Since May I live in Lyon.", "I live in Chicago now.",
    "I will move to Rome next month.", "I no longer live in York.", "Please forget what I told you about my city.",
)  # fmt: skip
MENDED = ("Correction: I live in Kiel.", "Actually, I live in Hull.", "Actually, I live in Elgin, not Chicago.")


@LEDGERS
def test_what_something_erased_closed_stays_so_and_a_replay_after_any_write_changes_nothing(
    url: str, examples: int
) -> None:
    mended = said(MENDED, origins=(Origin.USER,), scopes=(ME,))
    utterances = st.one_of(said(TOWNS, origins=(Origin.USER,), scopes=(ME,)), mended, mended)

    @law(5 * examples)
    @given(data=st.data(), history=st.lists(utterances, min_size=3, max_size=6, unique=True))
    def holds(data: st.DataObject, history: list[Said]) -> None:
        with opened(url) as world:
            closed: set[str] = set()
            for utterance in history:
                world.hand([utterance])
                assert replayed(world) == Changeset()
                timeline = world.timeline()
                assert not closed & {r.id for r in timeline.records if is_open(r)}
                retiring = {t.to_id for t in applied(timeline)}
                successors = [r.id for r in timeline.records if r.id in retiring]
                if len(successors) > 0 and data.draw(st.booleans()):
                    erased = data.draw(st.sampled_from(successors))
                    world.overlay.erase(record_id=erased, scope=ME)
                    closed |= {t.from_id for t in applied(timeline) if t.to_id == erased}
                    assert replayed(world) == Changeset()

    holds()
