"""What may be the cause of a verdict: no refused value, no passing or coming state, nobody else's, no unsure doubt."""

from __future__ import annotations

import pytest

from atma_overlay.judge import Judged, SaidStatement, SaidVerdict
from atma_overlay.views import Turn, WriteReceipt
from tests.judge_worlds import ME, World, day, told, verdict

HOME = "I live in Chicago."


def ruled(
    text: str, *verdicts: SaidVerdict, statements: tuple[SaidStatement, ...] = (), first: str = HOME
) -> tuple[World, WriteReceipt]:
    """The world and the receipt of a turn behind a first one, judged so."""
    world = World([Judged(), Judged(statements=statements, verdicts=verdicts)])
    world.overlay.remember(first, scope=ME, observed_at=day(1))
    return world, world.overlay.remember(text, scope=ME, observed_at=day(11, 30))


def by_turn(evidence: str, ruling: str = "STALE") -> SaidVerdict:
    return verdict("r1", "t1", ruling).model_copy(update={"evidence": evidence})


def changes(receipt: WriteReceipt) -> list[tuple[str | None, str | None, str]]:
    return [(t.from_value, t.to_value, t.state.value) for t in receipt.transitions]


def refused(receipt: WriteReceipt) -> dict[str, int]:
    assert receipt.judging is not None
    return receipt.judging.refused


REFUSED_VALUES = [
    (told("Reno", evidence="Thanks a lot", slot="home city", basis="inferred", turn="t2"), "Thanks a lot"),
    (told("Reno", evidence="Thanks a lot", slot="home city", turn="t2"), "Thanks a lot"),
]


@pytest.mark.parametrize(("read", "own"), REFUSED_VALUES)
def test_a_refused_value_leaves_the_turns_own_words_which_retire_nothing(read: SaidStatement, own: str) -> None:
    world = World([Judged(), Judged(statements=(read,), verdicts=(verdict("r1", "s1", "REPLACE"),))])
    world.overlay.remember(HOME, scope=ME, observed_at=day(1))
    turns = [Turn(role="tool", text="Reno, NV is the address."), Turn(text="Thanks a lot, bye.")]
    receipt = world.overlay.remember(turns, scope=ME, observed_at=day(3))
    assert changes(receipt) == [("Chicago", own, "proposed")]
    assert refused(receipt) == {"unknown cause": 1, "value borrowed from another turn": 1}


@pytest.mark.parametrize(
    ("first", "text"),
    [
        ("I live in London.", "I'm moving to York next month."),
        ("My rent is £800.", "My rent is £950 from January 2026."),
        ("My gym is FitWorks.", "From January my gym is Pulse."),
    ],
)
def test_a_note_of_a_day_to_come_retires_nothing_before_it(first: str, text: str) -> None:
    _, receipt = ruled(text, verdict("r1", "n1", "REPLACE"), first=first)
    assert [state for _, _, state in changes(receipt)] == ["proposed"]
    assert refused(receipt) == {"told for a day to come": 1}


PASSING = "This week I'm staying in Reno."
COMING = "I'm moving to Reno on 20 December."


@pytest.mark.parametrize(
    ("text", "evidence", "why"),
    [(PASSING, "staying in Reno", "temporary cause"), (COMING, "moving to Reno", "told for a day to come")],
)
def test_what_passes_or_is_to_come_is_no_lasting_statement(text: str, evidence: str, why: str) -> None:
    restated = told("Reno", evidence=evidence, slot="home city")
    world, receipt = ruled(text, verdict("r1", "s1", "REPLACE"), statements=(restated,))
    assert refused(receipt) == {why: 1, "unknown cause": 1}
    assert world.standing()["Chicago"] == "active"


@pytest.mark.parametrize(("text", "why"), [(PASSING, "temporary cause"), (COMING, "told for a day to come")])
def test_a_turn_that_tells_of_a_time_or_of_a_day_to_come_ends_nothing(text: str, why: str) -> None:
    world, receipt = ruled(text, by_turn(text))
    assert refused(receipt) == {why: 1}
    assert world.standing()["Chicago"] == "active"


def test_a_value_that_a_day_to_come_brings_is_none_though_the_rules_note_nothing() -> None:
    text = "We're relocating to the seaside next month."
    read = told("the seaside", evidence="relocating to the seaside", slot="home city")
    world, receipt = ruled(text, verdict("r1", "s1", "REPLACE"), statements=(read,))
    assert refused(receipt)["told for a day to come"] == 1
    assert world.standing()["Chicago"] == "active"


SISTER = "My sister Ann lives in Reno now."


def test_what_is_told_of_somebody_else_is_told_as_nobody_elses_value() -> None:
    note = verdict("r1", "n1", "STALE"), verdict("r1", "n2", "STALE")
    for each in note:
        world, receipt = ruled(SISTER, each)
        assert [state for _, _, state in changes(receipt)] in (["proposed"], ["applied"])
        assert [c for c in changes(receipt) if c[1] == "Reno"] == []
        packet = world.overlay.recall("Since I live in Chicago, which gym is near me?", scope=ME)
        assert "Reno" not in [value for p in packet.premises for value in p.current]


def test_a_turn_that_tells_of_somebody_else_only_proposes_an_end() -> None:
    _, receipt = ruled(SISTER, by_turn(SISTER))
    assert changes(receipt) == [("Chicago", None, "proposed")]


def test_somebody_elses_value_that_is_read_as_the_speakers_own_is_no_cause() -> None:
    mine = told("Reno", evidence="lives in Reno", slot="home city")
    _, receipt = ruled(SISTER, verdict("r1", "s1", "REPLACE"), statements=(mine,))
    assert changes(receipt) == [("Chicago", "Reno", "proposed")]
    assert refused(receipt) == {"unknown cause": 1}


def test_a_turn_that_asks_nothing_to_be_forgotten_only_proposes_it() -> None:
    _, receipt = ruled("What a nice day, thanks.", by_turn("What a nice day", "FORGET"))
    assert changes(receipt) == [("Chicago", None, "proposed")]


@pytest.mark.parametrize("plea", ["Please don't bring up where I live.", "Treat my town as unsaid.", "Wipe my town."])
def test_a_plea_to_forget_is_heard_in_words_that_ask_for_it(plea: str) -> None:
    world, _ = ruled(plea, by_turn(plea, "FORGET"))
    assert world.standing()["Chicago"] == "retracted"


CAFE = told("Paris", evidence="the café in Paris", slot="home city", basis="inferred", confidence=0.75)
MET = "Met Ann at the café in Paris."


@pytest.mark.parametrize("ruling", ["STALE", "REPLACE", "UNKNOWN"])
def test_an_unsure_verdict_on_the_same_slot_applies_nothing(ruling: str) -> None:
    _, receipt = ruled(MET, verdict("r1", "s1", ruling, 0.1), statements=(CAFE,))
    assert {state for _, _, state in changes(receipt)} == {"proposed"}


def test_a_sure_unknown_leaves_its_slot_unresolved_and_an_undo_leaves_nothing_of_it() -> None:
    world, receipt = ruled(MET, verdict("r1", "s1", "UNKNOWN"), statements=(CAFE,))
    assert changes(receipt) == [("Chicago", None, "applied")]
    home = [r for r in world.overlay.timeline(scope=ME).records if r.attribute == "home_city"]
    assert [(r.value, r.status) for r in home] == [("Chicago", "invalidated")]
    world.overlay.undo(receipt.transitions[0].id, scope=ME)
    after = world.overlay.timeline(scope=ME)
    assert [r.status for r in after.records if r.attribute == "home_city"] == ["active"]
    assert [t.state for t in after.transitions] == ["undone"]


def test_of_two_readings_the_one_that_is_called_unknown_is_left_out_and_the_other_stays_as_it_is() -> None:
    other = told("Ann", evidence="Met Ann", slot="acquaintance", label="s2", holds="many")
    world, _ = ruled(MET, verdict("r1", "s1", "UNKNOWN"), statements=(CAFE, other))
    records = world.overlay.timeline(scope=ME).records
    assert [r.value for r in records if r.extractor.startswith("judge/")] == ["Ann"]
