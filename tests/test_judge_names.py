"""Whose state a judge tells, and of what: no name of its own making, and none of another record's (law 7)."""

from __future__ import annotations

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.judge import Judged, SaidStatement, SaidVerdict
from atma_overlay.records import Cardinality, Origin
from atma_overlay.testing.scripted_model import Said
from atma_overlay.views import Judging, Turn
from tests.judge_worlds import GARLIC, JAIN, ME, World, day, told, verdict
from tests.lawful_worlds import replayed
from tests.test_judge_grounding import by_judge, kept_of, rule

MOSS = "My dog is called Moss."
DRINK = "These days it is oolong for me."
PHONE = "My Kestrel badge number is 4411."


def drinks(slot: str, *, turn: str = "t1") -> SaidStatement:
    """What a judge reads in the turn about a drink."""
    return told("oolong", evidence="it is oolong", slot=slot, turn=turn)


def after(first: str, *script: Said, second: str = DRINK) -> tuple[World, Judging, str]:
    """The world once both are told, what is reported of the second, and the id of the first."""
    world = World([Judged(), *script])
    lender = world.overlay.remember(first, scope=ME, observed_at=day(1)).observation_ids[0]
    receipt = world.overlay.remember(second, scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    return world, receipt.judging, lender


@pytest.mark.parametrize("slot", ["tea of Moss", "drink of moss", "Moss"])
def test_a_slot_called_after_what_another_record_names_is_refused(slot: str) -> None:
    world, report, _ = after(MOSS, Judged(statements=(drinks(slot),)))
    assert report.refused == {"slot borrowed from a record": 1}
    assert "oolong" not in world.standing()


@pytest.mark.parametrize("slot", ["favourite drink", "oolong habit", "diet", "statement 2"])
def test_a_slot_in_common_words_or_in_those_of_the_turn_or_of_the_lexicon_is_taken(slot: str) -> None:
    world, report, _ = after(MOSS, Judged(statements=(drinks(slot),)))
    assert (report.refused, by_judge(world).value) == ({}, "oolong")


def test_a_slot_in_words_of_nobody_is_kept_and_counted() -> None:
    world, report, _ = after(MOSS, Judged(statements=(drinks("zorblax"),)))
    assert report.refused == {"unknown slot": 1}
    assert by_judge(world).attribute == "zorblax"


def test_a_rule_about_a_slot_that_another_record_names_is_refused() -> None:
    lunch = "If I change jobs I'll have lunch there."
    jobs = "If I change jobs I'll have lunch there"
    script = [Judged(), Judged(contingencies=(rule(parent="employer", child="lunch of Moss", evidence=jobs),))]
    world = World(script)
    world.overlay.remember(MOSS, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember(lunch, scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    assert receipt.judging.refused == {"slot borrowed from a record": 1}


def test_the_slot_of_a_record_is_taken_and_its_name_goes_with_the_text_that_has_it() -> None:
    number = "It is 5522 by now."
    world = World([Judged()])
    first = world.overlay.remember(PHONE, scope=ME, observed_at=day(1))
    (badge,) = {r.attribute for r in world.overlay.timeline(scope=ME).records if r.value == "4411"}
    assert "kestrel" in badge
    read = told("5522", evidence="It is 5522", slot=badge.replace("_", " "))
    world.model._answer = lambda _: Judged(statements=(read,))
    receipt = world.overlay.remember(number, scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    assert receipt.judging.refused == {}
    assert by_judge(world).attribute == badge
    world.overlay.erase(scope=ME, observation_id=first.observation_ids[0])
    assert "kestrel" not in kept_of(world)


def test_a_slot_in_words_of_a_tool_s_turn_beside_it_is_refused() -> None:
    world = World([Judged(statements=(drinks("Kestrel order", turn="t2"),))])
    turns = [Turn(text="The Kestrel opens at nine.", role="tool"), Turn(text=DRINK)]
    receipt = world.overlay.remember(turns, scope=ME, observed_at=day(1))
    assert receipt.judging is not None
    assert receipt.judging.refused == {"slot borrowed from another turn": 1}


def test_what_stands_in_a_slot_says_how_many_values_it_has_and_not_the_model() -> None:
    many = told("Leeds", evidence="Leeds", slot="home city", holds="many", confidence=0.3)
    world = World([Judged(), Judged(statements=(many,))])
    world.overlay.remember("I live in Porto.", scope=ME, observed_at=day(1))
    world.overlay.remember("Leeds, then.", scope=ME, observed_at=day(3))
    assert by_judge(world).cardinality is Cardinality.SINGLE


@pytest.mark.parametrize("called", ["sister", "my sister", "user's sister"])
def test_a_relation_is_the_speaker_s_however_a_model_calls_it(called: str) -> None:
    read = told("green", evidence="hair is green", slot="hair", subject=called)
    world = World([Judged(statements=(read,))])
    world.overlay.remember("My sister says her hair is green.", scope=ME, observed_at=day(1))
    assert by_judge(world).subject == "user's sister"


def replaced(record: str, ruling: SaidVerdict, read: SaidStatement, turn: str) -> str:
    """What becomes of a record's value, told first, once a judge rules so on the turn."""
    world = World([Judged(), Judged(statements=(read,), verdicts=(ruling,))])
    world.overlay.remember(record, scope=ME, observed_at=day(1))
    (value,) = world.standing()
    world.overlay.remember(turn, scope=ME, observed_at=day(3))
    return world.standing()[value]


def test_what_is_told_of_somebody_replaces_nothing_of_somebody_else() -> None:
    hers = told("green", evidence="hair is green", slot="favourite spice", subject="lotte")
    assert replaced(GARLIC, verdict("r1", ruling="REPLACE"), hers, "Lotte's hair is green.") == "active"


def test_what_is_told_of_somebody_only_proposes_that_what_the_speaker_said_has_ended() -> None:
    hers = told("green", evidence="hair is green", slot="hair", subject="lotte")
    world = World([Judged(), Judged(statements=(hers,), verdicts=(verdict("r1", ruling="STALE"),))])
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember("Lotte's hair is green.", scope=ME, observed_at=day(3))
    assert [(t.from_value, t.to_value, t.state) for t in receipt.transitions] == [("raw garlic", None, "proposed")]
    world.overlay.accept(receipt.transitions[0].id, scope=ME, by="me")
    assert world.standing() == {"raw garlic": "ended", "green": "active"}


def test_what_the_speaker_tells_replaces_the_speaker_s_own() -> None:
    mine = told("Jain dietary rules", evidence="observing Jain dietary rules")
    assert replaced(GARLIC, verdict("r1", ruling="REPLACE"), mine, JAIN) == "superseded"


def test_words_that_are_read_in_two_slots_give_way_to_the_same_in_every_replay() -> None:
    lunch = "I had lunch with Lotte."
    guess = told("Lotte", evidence="with Lotte", slot="allergy", holds="many", basis="inferred", confidence=0.7)
    both = Judged(verdicts=(verdict("r1", "n1"), verdict("r2", "n1")))
    world = World([Judged(statements=(guess,)), both])
    world.overlay.remember(lunch, scope=ME, observed_at=day(1), origin=Origin.TOOL)
    world.overlay.remember(lunch, scope=ME, observed_at=day(3))
    assert {r.status.value for r in world.overlay.timeline(scope=ME).records} == {"superseded", "active"}
    assert replayed(world) == Changeset()  # type: ignore[arg-type]  # it takes of a world what both sorts have


OSLO = "I met Ingrid in Oslo."


def test_a_reason_tells_no_value_and_no_name_of_what_it_is_not_about() -> None:
    mine = told("Jain dietary rules", evidence="observing Jain dietary rules", turn="t2")
    world = World([Judged(), Judged(statements=(mine,), verdicts=(verdict("r1", reason="as Ingrid says"),))])
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember([Turn(text=OSLO), Turn(text=JAIN)], scope=ME, observed_at=day(3))
    assert [t.reason for t in receipt.transitions] == ["judged"]
    world.overlay.erase(scope=ME, observation_id=receipt.observation_ids[0])
    assert "ingrid" not in repr(world.ledger.read(ME, lambda r: (r.transitions(), r.verdicts()))).lower()


def test_the_same_is_asked_in_the_same_order_whatever_ids_are_drawn() -> None:
    denied = told("not Moss", evidence="Moss", slot="pet dog", subject="user's dog", confidence=0.7)
    asked = set()
    for _ in range(8):
        world = World([Judged(statements=(denied,)), Judged()])
        world.overlay.remember(MOSS, scope=ME, observed_at=day(1))
        world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
        asked.add(world.model.requests[-1].messages[-1].text)
    assert len(asked) == 1


def test_a_turn_ends_nothing_that_it_states_itself_in_another_slot() -> None:
    tea = "Moss drinks oolong tea."
    guess = told("oolong tea", evidence="oolong tea", slot="employer", basis="inferred")
    world = World([Judged(statements=(guess,))])
    world.overlay.remember(tea, scope=ME, observed_at=day(1), origin=Origin.DOCUMENT)
    (label,) = [
        f"r{n}" for n, r in enumerate(world.overlay.timeline(scope=ME).records, start=1) if r.attribute == "employer"
    ]
    ended = verdict(label, "t1").model_copy(update={"evidence": "drinks oolong tea"})
    both = [ended, ended.model_copy(update={"record": "r1" if label == "r2" else "r2"})]
    world.model._answer = lambda _: Judged(verdicts=tuple(both))
    world.overlay.remember(tea, scope=ME, observed_at=day(3))
    statuses = {r.attribute: r.status.value for r in world.overlay.timeline(scope=ME).records}
    assert statuses == {"employer": "ended", "drink": "active"}
    assert replayed(world) == Changeset()  # type: ignore[arg-type]  # it takes of a world what both sorts have
