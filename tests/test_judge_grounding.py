"""A value may take words from elsewhere in the question; kept are their places there, not the words (law 7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from atma_overlay.judge import Judged, SaidContingency, SaidStatement
from atma_overlay.ledger import open_ledger
from atma_overlay.records import Basis, Origin
from atma_overlay.views import StateRecord, Turn
from tests.judge_worlds import ME, World, day, told

MOSS = "My dog is called Moss."
HE = "He was my labrador back in 2016."
WHOLE = "Moss, a labrador"


def resolved(value: str = WHOLE, *, basis: str = "inferred", turn: str = "t1") -> SaidStatement:
    """What a judge reads in the turn that tells of a *he*."""
    return told(value, evidence="He was my labrador", slot="former pet", basis=basis, turn=turn)


def by_judge(world: World) -> StateRecord:
    """The one record that came of a judge's reading."""
    (record,) = [r for r in world.overlay.timeline(scope=ME).records if r.extractor.startswith("judge/")]
    return record


def told_apart(said: SaidStatement, *, first: str = MOSS, origin: Origin | None = None) -> World:
    """Who *he* is, told before, and then of him."""
    world = World([Judged(), Judged(statements=(said,))])
    world.overlay.remember(first, scope=ME, observed_at=day(1), origin=origin)
    world.overlay.remember(HE, scope=ME, observed_at=day(3))
    return world


@pytest.mark.parametrize("basis", ["said", "inferred"])
def test_a_value_may_take_a_name_from_a_record_and_is_inferred(basis: str) -> None:
    record = by_judge(told_apart(resolved(basis=basis)))
    assert (record.value, record.basis) == (WHOLE, Basis.INFERRED)


@pytest.mark.parametrize("basis", ["said", "inferred"])
def test_a_value_may_take_a_name_from_another_turn_of_the_batch(basis: str) -> None:
    world = World([Judged(statements=(resolved(basis=basis, turn="t2"),))])
    world.overlay.remember([Turn(text=MOSS), Turn(text=HE)], scope=ME, observed_at=day(1))
    record = by_judge(world)
    assert (record.value, record.basis) == (WHOLE, Basis.INFERRED)


def test_a_name_that_stands_nowhere_in_the_question_is_not_said() -> None:
    record = by_judge(told_apart(resolved("Rex, a labrador", basis="said")))
    assert (record.value, record.basis) == ("He was my labrador", Basis.SAID)


def test_words_of_the_turn_beside_the_evidence_are_inferred() -> None:
    record = by_judge(told_apart(resolved("labrador in 2016", basis="said")))
    assert (record.value, record.basis) == ("labrador in 2016", Basis.INFERRED)


def test_that_there_is_none_takes_its_word_from_nowhere() -> None:
    world = World([Judged(statements=(told("none", evidence="on a third floor without a lift", slot="lift"),))])
    world.overlay.remember("We are on a third floor without a lift.", scope=ME, observed_at=day(1))
    record = by_judge(world)
    assert (record.value, record.basis) == ("none", Basis.INFERRED)


@pytest.mark.parametrize("value", ["not Moss", "a labrador, no longer Moss", "a labrador instead of Moss"])
def test_a_value_that_denies_in_the_words_of_a_record_gives_way_to_the_turns_own(value: str) -> None:
    record = by_judge(told_apart(resolved(value)))
    assert (record.value, record.basis) == ("He was my labrador", Basis.SAID)


def test_a_word_that_only_a_record_s_reading_has_is_not_taken() -> None:
    guess = told("greyhound", evidence="My dog is called Moss", slot="breed", basis="inferred")
    world = World([Judged(statements=(guess,)), Judged(statements=(resolved("a greyhound"),))])
    world.overlay.remember(MOSS, scope=ME, observed_at=day(1))
    world.overlay.remember(HE, scope=ME, observed_at=day(3))
    values = {r.value for r in world.overlay.timeline(scope=ME).records if r.extractor.startswith("judge/")}
    assert values == {"greyhound", "He was my labrador"}


def test_a_user_s_value_takes_no_words_of_a_lower_origin() -> None:
    record = by_judge(told_apart(resolved(), origin=Origin.DOCUMENT))
    assert record.value == "He was my labrador"


def test_a_replay_comes_to_the_same_value() -> None:
    world = told_apart(resolved())
    world.model._answer = lambda _: Judged()
    before = by_judge(world)
    world.overlay.remember("I own a canoe.", scope=ME, observed_at=day(2))
    assert by_judge(world).id == before.id


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
@pytest.mark.parametrize("together", [True, False])
def test_once_the_lender_is_erased_the_turns_own_words_stand_in_and_nothing_of_it_is_left(
    kind: str, tmp_path: Path, *, together: bool
) -> None:
    apart = [Judged(), Judged(statements=(resolved(),))]
    script = [Judged(statements=(resolved(turn="t2"),))] if together else apart
    kept_in = open_ledger(f"sqlite:///{tmp_path / 'told.db'}") if kind == "sqlite" else None
    world = World(script, ledger=kept_in)
    if together:
        receipt = world.overlay.remember([Turn(text=MOSS), Turn(text=HE)], scope=ME, observed_at=day(1))
    else:
        receipt = world.overlay.remember(MOSS, scope=ME, observed_at=day(1))
        world.overlay.remember(HE, scope=ME, observed_at=day(3))
    assert by_judge(world).value == WHOLE
    world.overlay.erase(scope=ME, observation_id=receipt.observation_ids[0])
    assert by_judge(world).value == "He was my labrador"
    kept = world.ledger.read(
        ME, lambda r: repr((r.history(), r.transitions(), r.extractions([o.id for o in r.observed_after(None)])))
    )
    assert "Moss" not in kept
    assert "moss" not in kept


def test_what_is_kept_of_a_reading_has_no_word_of_another_text() -> None:
    world = told_apart(resolved())
    last = world.ledger.read(ME, lambda r: r.observed_after(None)[-1])
    kept = world.ledger.read(ME, lambda r: r.extractions([last.id]))
    assert all("Moss" not in e.candidates for e in kept)


QUEEN = "I spotted the queen of the blue hive."
DOT = "She has a green dot."


def of_the_queen(*, whose: str = "queen of the blue hive", turn: str = "t2") -> SaidStatement:
    """What a judge reads of a *she* that another turn describes."""
    return told("green dot", evidence="has a green dot", slot="marking", subject=whose, turn=turn)


def test_a_subject_may_be_described_in_another_turn() -> None:
    world = World([Judged(statements=(of_the_queen(),))])
    world.overlay.remember([Turn(text=QUEEN), Turn(text=DOT)], scope=ME, observed_at=day(1))
    record = by_judge(world)
    assert (record.subject, record.value, record.basis) == ("queen of the blue hive", "green dot", Basis.SAID)


def test_a_subject_that_nothing_shown_describes_is_refused() -> None:
    world = World([Judged(statements=(of_the_queen(whose="user's beekeeper"),))])
    receipt = world.overlay.remember([Turn(text=QUEEN), Turn(text=DOT)], scope=ME, observed_at=day(1))
    assert receipt.judging is not None
    assert receipt.judging.refused == {"unknown subject": 1}


def test_what_is_told_of_a_subject_goes_with_the_text_that_describes_it() -> None:
    world = World([Judged(statements=(of_the_queen(),))])
    receipt = world.overlay.remember([Turn(text=QUEEN), Turn(text=DOT)], scope=ME, observed_at=day(1))
    world.overlay.erase(scope=ME, observation_id=receipt.observation_ids[0])
    kept = world.ledger.read(ME, lambda r: repr((r.history(), r.extractions(list(receipt.observation_ids)))))
    assert "green dot" in kept
    assert "queen" not in kept
    assert not [r for r in world.overlay.timeline(scope=ME).records if r.extractor.startswith("judge/")]


CLINIC = "Ann Bo sees patients at the Kestrel clinic."
THERE = "I go there every week."
NAMED_THERE = told("Kestrel clinic", evidence="I go there", slot="clinic", basis="inferred")


def kept_of(world: World) -> str:
    """All that is kept of what was read, in small letters."""
    return world.ledger.read(
        ME,
        lambda r: repr((r.all_held(), r.contingencies(), r.extractions([o.id for o in r.observed_after(None)]))),
    ).lower()


def test_a_user_s_value_takes_no_words_of_a_tool_s_turn_beside_it() -> None:
    said = NAMED_THERE.model_copy(update={"turn": "t2"})
    world = World([Judged(statements=(said,))])
    receipt = world.overlay.remember([Turn(text=CLINIC, role="tool"), Turn(text=THERE)], scope=ME, observed_at=day(1))
    assert by_judge(world).value == "I go there"
    assert receipt.judging is not None
    assert receipt.judging.refused == {"value borrowed from another turn": 1}
    world.overlay.erase(scope=ME, observation_id=receipt.observation_ids[0])
    assert "kestrel" not in kept_of(world)


def test_a_user_s_value_takes_no_words_of_a_sentence_of_a_lower_origin() -> None:
    guess = told("reluctance", evidence="I go there", slot="mood", basis="inferred")
    world = World([Judged(), Judged(statements=(guess,))])
    text = "I moved with great reluctance to Ghent."
    receipt = world.overlay.remember(text, scope=ME, observed_at=day(1), origin=Origin.DOCUMENT)
    world.overlay.remember(THERE, scope=ME, observed_at=day(3))
    assert by_judge(world).value == "I go there"
    world.overlay.erase(scope=ME, observation_id=receipt.observation_ids[0])
    assert "reluctance" not in kept_of(world)


def test_who_else_speaks_may_be_named() -> None:
    hers = told("green", evidence="is green", slot="hair", subject="ann", turn="t2")
    world = World([Judged(statements=(hers,))])
    turns = [Turn(text="I dyed it.", name="Ann"), Turn(text="Her hair is green.", name="Bob")]
    world.overlay.remember(turns, scope=ME, observed_at=day(1))
    assert by_judge(world).subject == "ann"


LOTTE = "My sister Lotte lives in Ghent."
HERS = told("green", evidence="is green", slot="marking", subject="lotte")


def test_nobody_s_name_is_taken_from_a_text_of_a_lower_origin() -> None:
    world = World([Judged(), Judged(statements=(HERS,))])
    world.overlay.remember(LOTTE, scope=ME, observed_at=day(1), origin=Origin.DOCUMENT)
    receipt = world.overlay.remember("Hers is green.", scope=ME, observed_at=day(2))
    assert receipt.judging is not None
    assert receipt.judging.refused == {"unknown subject": 1}


def test_a_name_that_the_rules_took_from_elsewhere_is_no_more_the_turn_s_own() -> None:
    script = [Judged(), Judged(statements=(told("green", evidence="hair is green", slot="hair", subject="lotte"),))]
    world = World(script)
    first = world.overlay.remember("I had lunch with Lotte.", scope=ME, observed_at=day(1))
    world.overlay.remember("She lives in Ghent and her hair is green.", scope=ME, observed_at=day(1))
    world.overlay.erase(scope=ME, observation_id=first.observation_ids[0])
    assert "lotte" not in kept_of(world)


@pytest.mark.parametrize("relation", ["mum", "sister"])
def test_somebody_known_by_a_relation_goes_with_the_text_that_tells_of_her(relation: str) -> None:
    world = World([Judged()])
    first = world.overlay.remember(f"My {relation} lives in Ghent.", scope=ME, observed_at=day(1))
    (whose,) = {r.subject for r in world.overlay.timeline(scope=ME).records}
    world.model._answer = lambda _: Judged(statements=(HERS.model_copy(update={"subject": whose}),))
    world.overlay.remember("Hers is green.", scope=ME, observed_at=day(2))
    assert (by_judge(world).subject, by_judge(world).value) == (whose, "green")
    world.overlay.erase(scope=ME, observation_id=first.observation_ids[0])
    assert not [r for r in world.overlay.timeline(scope=ME).records if r.extractor.startswith("judge/")]


def rule(**parts: str) -> SaidContingency:
    """A rule as a model gives it, of the last turn that was told."""
    there = "I'll have lunch there"
    asked = {"turn": "t1", "parent": "home city", "child": "lunch place", "evidence": f"If she moves {there}"}
    return SaidContingency.model_validate(asked | parts)


def test_a_rule_takes_no_value_from_another_turn() -> None:
    jobs = "If I change jobs I'll have lunch there"
    world = World([Judged(contingencies=(rule(turn="t2", value="Amber Cafe", evidence=jobs),))])
    turns = [Turn(text="Have you seen the Amber Cafe?"), Turn(text="If I change jobs I'll have lunch there.")]
    receipt = world.overlay.remember(turns, scope=ME, observed_at=day(1))
    world.overlay.erase(scope=ME, observation_id=receipt.observation_ids[0])
    assert "amber" not in kept_of(world)


@pytest.mark.parametrize(
    "parts",
    [{"parent_of": "lotte"}, {"child_of": "Lotte"}, {"parent_of": "lotte", "child_of": "lotte"}],
)
def test_a_rule_about_somebody_whom_another_text_names_goes_with_that_text(parts: dict[str, str]) -> None:
    world = World([Judged(), Judged(contingencies=(rule(**parts),))])
    first = world.overlay.remember(LOTTE, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember("If she moves I'll have lunch there.", scope=ME, observed_at=day(2))
    assert receipt.judging is not None
    assert receipt.judging.refused == {}
    (stated,) = world.ledger.read(ME, lambda r: r.contingencies())
    assert "lotte" in {stated.parent.subject, stated.child.subject}
    assert stated.lineage == first.observation_ids
    world.overlay.erase(scope=ME, observation_id=first.observation_ids[0])
    assert "lotte" not in kept_of(world)
    assert world.ledger.read(ME, lambda r: r.contingencies()) == []


@pytest.mark.parametrize("called", ["lotte", "my sister"])
def test_a_rule_fires_for_somebody_whom_another_text_names_and_what_follows_goes_with_that_text(called: str) -> None:
    moves = rule(
        parent_of=called, parent="home city", waits_for="to", when="Porto", child="favourite lunch place",
        value="the quay", evidence="If she lands in Porto it's lunch at the quay",
    )  # fmt: skip
    world = World([Judged(), Judged(), Judged(contingencies=(moves,)), Judged()])
    world.overlay.remember("My favourite lunch place is the deli.", scope=ME, observed_at=day(1))
    first = world.overlay.remember(LOTTE, scope=ME, observed_at=day(1))
    world.overlay.remember("If she lands in Porto it's lunch at the quay.", scope=ME, observed_at=day(2))
    world.overlay.remember("My sister Lotte lives in Porto now.", scope=ME, observed_at=day(3))
    assert (world.standing()["deli"], world.standing()["the quay"]) == ("superseded", "active")
    world.overlay.erase(scope=ME, observation_id=first.observation_ids[0])
    assert (world.standing()["deli"], "the quay" in world.standing()) == ("invalidated", False)
    assert world.ledger.read(ME, lambda r: r.contingencies()) == []


def test_a_rule_takes_nobody_s_name_from_a_text_of_a_lower_origin() -> None:
    world = World([Judged(), Judged(contingencies=(rule(parent_of="lotte"),))])
    world.overlay.remember(LOTTE, scope=ME, observed_at=day(1), origin=Origin.DOCUMENT)
    receipt = world.overlay.remember("If she moves I'll have lunch there.", scope=ME, observed_at=day(2))
    assert receipt.judging is not None
    assert receipt.judging.refused == {"unknown subject": 1}


def test_of_several_rules_the_others_stay_the_same_where_one_goes_with_the_text_that_it_borrows_from() -> None:
    hers, mine = rule(parent_of="lotte"), rule(child="lunch hour", parent="home city")
    world = World([Judged(), Judged(contingencies=(hers, mine))])
    first = world.overlay.remember(LOTTE, scope=ME, observed_at=day(1))
    world.overlay.remember("If she moves I'll have lunch there.", scope=ME, observed_at=day(2))
    before = {c.child.attribute: c.id for c in world.ledger.read(ME, lambda r: r.contingencies())}
    world.overlay.erase(scope=ME, observation_id=first.observation_ids[0])
    after = {c.child.attribute: c.id for c in world.ledger.read(ME, lambda r: r.contingencies())}
    assert after == {"lunch_hour": before["lunch_hour"]}
    world.overlay.remember("I live in Bruges.", scope=ME, observed_at=day(1))  # a late one: all is resolved anew
    assert {c.id for c in world.ledger.read(ME, lambda r: r.contingencies())} == set(after.values())
