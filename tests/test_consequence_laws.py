"""The laws of consequences: one record a slot, undo with dependents, origin, termination.

Order independence and replay hold with rules as without them: both are in `test_laws`, over either sort of world.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.changes import Changeset
from atma_overlay.records import Act, Kind, Origin, Status
from atma_overlay.views import Timeline
from tests.dated_worlds import ME, Said, World, applied, decided, in_order, is_open
from tests.lawful_worlds import arrivals, assert_one_at_a_time, law, meddle, replayed
from tests.ruled_worlds import ruled
from tests.ruled_worlds import ruled_worlds as worlds

ORIGINS = tuple(Origin)


@law(60)
@given(data=st.data(), utterances=worlds(origins=ORIGINS))
def test_whatever_the_rules_a_slot_has_one_open_record_and_each_retirement_one_transition(
    data: st.DataObject, utterances: list[Said]
) -> None:
    with ruled("memory://") as world:
        for batch in data.draw(arrivals(utterances)):
            world.hand(batch)
        assert_one_at_a_time(world)
        meddle(data, world)
        timeline = world.timeline()
        causes = Counter(t.from_id for t in applied(timeline))
        assert all(causes[r.id] == (r.status is not Status.ACTIVE) for r in timeline.records)


@law(80)
@given(utterances=worlds(origins=ORIGINS))
def test_a_rule_or_a_change_of_lower_origin_never_retires_a_higher_record(utterances: list[Said]) -> None:
    with ruled("memory://") as world:
        world.hand_all(utterances)
        timeline = world.timeline()
        records = {r.id: r for r in timeline.records}
        held = world.overlay.ledger.read(ME, lambda r: {h.statement.cause: h.statement for h in r.all_held()})
        for t in applied(timeline):
            if t.cause.startswith("tr_"):
                assert records[t.from_id].origin.trust <= held[t.cause].origin.trust


@law(80)
@given(utterances=worlds())
def test_every_consequence_stands_on_an_applied_transition_and_chains_end_at_an_observation(
    utterances: list[Said],
) -> None:
    with ruled("memory://") as world:
        world.hand_all(utterances)
        timeline = world.timeline()
        by_id = {t.id: t for t in applied(timeline)}
        for transition in by_id.values():
            slots, at = set(), transition
            while at.cause.startswith("tr_"):
                slots.add((at.subject, at.attribute))
                at = by_id[at.cause]
                assert (at.subject, at.attribute) not in slots
            assert at.cause.startswith("obs_")


@law(100)
@given(data=st.data(), utterances=worlds())
def test_undoing_a_parents_transition_leaves_the_state_as_if_it_had_been_kept(
    data: st.DataObject, utterances: list[Said]
) -> None:
    with ruled("memory://") as world:
        world.hand_all(in_order(utterances))
        parents = [t for t in applied(world.timeline()) if follows(world.timeline(), t.id)]
        if not parents:
            return
        chosen = data.draw(st.sampled_from(parents))
        doomed = {t.id for t in follows(world.timeline(), chosen.id)}
        world.overlay.undo(chosen.id, scope=ME)
        after = world.timeline()
        assert not doomed & {t.id for t in applied(after)}
        held = world.overlay.ledger.read(ME, lambda r: [h.statement for h in r.all_held()])
        in_force = {t.id for t in applied(after)}
        told = {o.id for o in world.overlay.ledger.read(ME, lambda r: r.observed_after(None))}
        assert all(s.cause in in_force | told for s in held if s.follows)  # `told`: an event that a condition named
        assert replayed(world) == Changeset()


def follows(timeline: Timeline, transition_id: str) -> list[Any]:
    """The transitions that follow from one, over all hops."""
    found = [t for t in applied(timeline) if t.cause == transition_id]
    return found + [deeper for t in found for deeper in follows(timeline, t.id)]


SETTING = ("I live in Porto.", "I work at Acme.", "My rent is 800 euros.")


def told(world: World, *texts: str) -> None:
    start = len(world.timeline().records) * 100
    for n, text in enumerate(texts):
        world.hand([Said(text, start + n * 10)])


def values(world: World) -> dict[str, str]:
    return {r.attribute: r.value for r in world.timeline().records if is_open(r)}


@pytest.mark.parametrize(
    ("rule", "change", "expected"),
    [
        ("home_city any > employer = Bolt", "I moved to York.", "Bolt"),
        ("home_city to York > employer = Bolt", "I moved to York.", "Bolt"),
        ("home_city to Leeds > employer = Bolt", "I moved to York.", "Acme"),
        ("home_city from Porto > employer = Bolt", "I moved to York.", "Bolt"),
        ("home_city from Leeds > employer = Bolt", "I moved to York.", "Acme"),
        ("home_city ends > employer = Bolt", "I moved to York.", "Acme"),
        ("home_city ends > employer = Bolt", "I no longer live in Porto.", "Bolt"),
        ("rent above 850 > employer = Bolt", "My rent went up to 900 euros.", "Bolt"),
        ("rent above 950 > employer = Bolt", "My rent went up to 900 euros.", "Acme"),
        ("rent below 750 > employer = Bolt", "My rent went down to 700 euros.", "Bolt"),
        ("rent below 900 > employer = Bolt", "My rent went down to 700 euros.", "Acme"),
    ],
)
def test_a_rule_fires_on_what_it_waits_for(rule: str, change: str, expected: str) -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, f"RULE {rule}", change)
        assert values(world)["employer"] == expected


def test_a_rule_stated_after_the_change_waits_for_the_next_one() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, "I moved to York.", "RULE home_city any > employer = Bolt")
        assert values(world)["employer"] == "Acme"
        told(world, "I moved to Leeds.")
        assert values(world)["employer"] == "Bolt"


def test_without_a_value_the_child_is_unknown_until_it_is_told_again() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, "RULE home_city any > employer = none", "I moved to York.")
        (record,) = (r for r in world.timeline().records if r.attribute == "employer")
        assert (record.value, record.status) == ("Acme", Status.INVALIDATED)
        told(world, "I work at Acme.")
        assert values(world)["employer"] == "Acme"


def test_a_later_statement_about_the_child_wins_and_an_earlier_one_does_not() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, "RULE home_city any > employer = Bolt", "I work at Apex now.", "I moved to York.")
        assert values(world)["employer"] == "Bolt"
        told(world, "I work at Cobalt now.")
        assert values(world)["employer"] == "Cobalt"


def test_what_the_same_utterance_says_of_the_child_wins() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, "RULE home_city any > employer = Bolt", "I moved to York and I work at Apex now.")
        assert values(world)["employer"] == "Apex"


def test_a_newer_rule_takes_the_place_of_an_older_one_and_a_narrower_one_comes_first() -> None:
    with ruled("memory://") as world:
        told(
            world, *SETTING, "RULE home_city any > employer = Bolt", "RULE home_city any > employer = Cobalt",
            "RULE home_city to Leeds > employer = Drone", "I moved to York.",
        )  # fmt: skip
        assert values(world)["employer"] == "Cobalt"
        told(world, "I moved to Leeds.")
        assert values(world)["employer"] == "Drone"


def test_consequences_run_over_hops_and_each_names_the_transition_before() -> None:
    with ruled("memory://") as world:
        told(
            world, *SETTING, "RULE home_city any > employer = Bolt", "RULE employer any > rent = 650 euros",
            "I moved to York.",
        )  # fmt: skip
        chain = [t for t in applied(world.timeline()) if t.kind is Kind.CASCADED]
        (first,) = (t for t in chain if t.attribute == "employer")
        (second,) = (t for t in chain if t.attribute == "rent")
        (root,) = (t for t in applied(world.timeline()) if t.attribute == "home_city")
        assert (first.cause, second.cause) == (root.id, first.id)


def test_a_change_that_is_corrected_into_another_takes_back_what_it_set_off() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, "RULE home_city to York > employer = Bolt", "I moved to York.")
        assert values(world)["employer"] == "Bolt"
        (york,) = (r for r in world.timeline().records if r.value == "York")
        world.overlay.correct(york.id, "Leeds", scope=ME)
        assert values(world) == {"home_city": "Leeds", "employer": "Acme", "rent": "800 euros"}


def test_a_consequence_can_be_undone_by_itself() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, "RULE home_city any > employer = Bolt", "I moved to York.")
        (cascade,) = (t for t in applied(world.timeline()) if t.kind is Kind.CASCADED)
        world.overlay.undo(cascade.id, scope=ME)
        assert "Acme" in {r.value for r in world.timeline().records if is_open(r)}
        assert [t for t in decided(world.timeline()) if t[4] is Kind.REPLACED] != []


def test_erasing_the_change_erases_its_consequence_and_never_revives_the_child() -> None:
    with ruled("memory://") as world:
        told(
            world, *SETTING, "RULE home_city any > employer = Bolt", "RULE home_city any > rent = none",
            "I moved to York.",
        )  # fmt: skip
        (york,) = (r for r in world.timeline().records if r.value == "York")
        world.overlay.erase(record_id=york.id, scope=ME)
        assert values(world) == {}
        assert "Bolt" not in repr(world.timeline().records)


def test_erasing_a_rule_erases_what_it_said_of_the_child() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, "RULE home_city any > employer = Bolt", "I moved to York.")
        (bolt,) = (r for r in world.timeline().records if r.value == "Bolt")
        world.overlay.erase(record_id=bolt.id, scope=ME)
        assert "Bolt" not in repr(world.timeline())
        assert "employer" not in values(world)


def test_a_rule_that_the_user_asks_to_forget_waits_no_longer() -> None:
    with ruled("memory://") as world:
        told(
            world, *SETTING, "RULE home_city any > employer = Bolt",
            "Please forget what I told you about my employer Bolt.", "I moved to York.",
        )  # fmt: skip
        assert "Bolt" not in values(world).values()
        held = world.overlay.ledger.read(ME, lambda r: [h.statement for h in r.all_held()])
        assert [s.act for s in held if s.slot.subject == "rule"] == [Act.RETRACT]


def test_what_one_observation_sets_off_is_capped() -> None:
    children = [f"thing_{n}_at" for n in range(10)]
    with ruled("memory://") as world:
        told(world, "I live in Porto.", *(f"RULE home_city any > {c} = Bolt" for c in children), "I moved to York.")
        assert len([r for r in world.timeline().records if r.attribute in children]) == 10
        sure = [r for r in world.timeline().records if r.attribute in children and r.confidence >= 0.6]
        assert len(sure) == 8
