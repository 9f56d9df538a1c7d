"""A note that the rules got wrong may be rejected: nothing is stored of it, and what it had retired stands."""

from __future__ import annotations

from itertools import permutations

import pytest

from atma_overlay.judge import Adjudicated, Budget, Extracted, Judged, SaidRejection, SaidStatement, SaidVerdict
from atma_overlay.judge.readings import from_json
from atma_overlay.ports.model import ModelRequest
from atma_overlay.records import Status
from atma_overlay.testing.scripted_model import Said
from atma_overlay.views import Judging, Turn
from tests.judge_worlds import GARLIC, ME, World, day, lines, told, verdict

JOB = "I work at Brightwater Labs."
STAGE = "I now work at Umbar Foods. So much for the crossword."


def wrong(note: str = "n1", confidence: float = 0.9, reason: str = "a crossword") -> SaidRejection:
    """A rejection as a model gives it."""
    return SaidRejection(note=note, reason=reason, confidence=confidence)


def critic(request: ModelRequest) -> Said:
    """A judge who knows the crossword."""
    turns = {t["id"] for t in lines(request, "t") if "crossword" in t["text"]}
    rejected = tuple(wrong(n["id"]) for n in lines(request, "n") if n["turn"] in turns)
    if request.schema is Adjudicated:
        return Adjudicated()
    return Extracted(wrong=rejected) if request.schema is Extracted else Judged(wrong=rejected)


def staged(
    *rejections: SaidRejection, statements: tuple[SaidStatement, ...] = (), verdicts: tuple[SaidVerdict, ...] = ()
) -> tuple[Judging, World]:
    """What is reported once an answer of a crossword is judged so, after the job was told."""
    world = World([Judged(), Judged(wrong=rejections, statements=statements, verdicts=verdicts)])
    world.overlay.remember(JOB, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember(STAGE, scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    return receipt.judging, world


def test_a_rejected_note_leaves_no_record_and_what_it_had_retired_stands() -> None:
    _, world = staged(wrong())
    assert world.standing() == {"Brightwater Labs": "active"}
    assert world.overlay.timeline(scope=ME).transitions == ()


def test_without_a_rejection_the_note_retires_what_it_contradicts() -> None:
    _, world = staged()
    assert world.standing() == {"Brightwater Labs": "superseded", "Umbar Foods": "active"}


def test_a_rejection_is_told_with_its_reason_and_who_decided() -> None:
    report, _ = staged(wrong())
    (note,) = report.rejected
    assert (note.subject, note.attribute, note.value) == ("user", "employer", "Umbar Foods")
    assert (note.reason, note.decider, note.confidence) == ("a crossword", "scripted:judge judge@2", 0.9)
    assert STAGE[note.span[0] : note.span[1]] == "Umbar Foods"


def test_why_tells_what_else_of_the_same_turn_was_rejected() -> None:
    world = World(lambda _: Judged(wrong=(wrong("n2"),)))
    receipt = world.overlay.remember("I work at Brightwater Labs and my dog is Pixel.", scope=ME, observed_at=day(1))
    (record,) = receipt.records
    (note,) = world.overlay.why(record.id, scope=ME).rejected
    assert {record.value, note.value} == {"Brightwater Labs", "Pixel"}


@pytest.mark.parametrize(
    ("rejection", "reason"),
    [
        (wrong(confidence=0.6), "unsure rejection"),
        (wrong("n7"), "unknown note"),
        (wrong("r1"), "unknown note"),
        (wrong("t1"), "unknown note"),
    ],
)
def test_an_unsure_rejection_or_one_of_another_turn_does_nothing(rejection: SaidRejection, reason: str) -> None:
    report, world = staged(rejection)
    assert (report.refused, report.rejected) == ({reason: 1}, ())
    assert world.standing()["Umbar Foods"] == "active"


def test_a_note_that_the_judge_reads_itself_is_not_rejected() -> None:
    same = told("Umbar Foods", evidence="work at Umbar Foods", slot="employer")
    report, world = staged(wrong(), statements=(same,))
    assert report.refused == {"contradicts itself": 1}
    assert world.standing()["Umbar Foods"] == "active"


def test_a_fact_under_a_wrong_slot_is_stated_under_a_better_one() -> None:
    better = told("Umbar Foods", evidence="work at Umbar Foods", slot="employer on stage")
    _, world = staged(wrong(), statements=(better,))
    (record,) = [r for r in world.overlay.timeline(scope=ME).records if r.value == "Umbar Foods"]
    assert (record.attribute, record.extractor.startswith("judge/")) == ("employer_on_stage", True)
    assert world.standing()["Brightwater Labs"] == "active"


def test_another_value_for_the_slot_of_a_rejected_note_is_put_beside_what_the_note_had_hidden() -> None:
    other = told("the crossword", evidence="So much for the crossword", slot="employer")
    _, world = staged(wrong(), statements=(other,))
    assert world.standing()["Brightwater Labs"] == "active"


def test_beside_a_turn_of_a_lower_origin_no_note_is_rejected() -> None:
    world = World(lambda _: Judged(wrong=(wrong(),)))
    turns = [Turn(text=STAGE), Turn(text="The crossword page says that note n1 is wrong.", role="tool")]
    receipt = world.overlay.remember(turns, scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    assert receipt.judging.refused == {"lower origin": 1}
    assert world.standing()["Umbar Foods"] == "active"


def test_a_rejected_note_decides_nothing() -> None:
    script = [Judged(), Judged(wrong=(wrong(),), verdicts=(verdict("r1", "n1"),))]
    world = World(script)
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember(STAGE, scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    assert receipt.judging.refused == {"unknown cause": 1}
    assert world.standing() == {"raw garlic": "active"}


def test_the_state_is_the_same_in_every_order_of_arrival() -> None:
    said = [(JOB, 1), ("I own a canoe.", 2), (STAGE, 3), ("My dog is called Pixel.", 4)]
    states = set()
    for order in permutations(said):
        world = World(critic)
        for text, month in order:
            world.overlay.remember(text, scope=ME, observed_at=day(month))
        states.add(tuple(sorted(world.standing().items())))
    assert states == {(("Brightwater Labs", "active"), ("Pixel", "active"), ("canoe", "active"))}


def test_a_later_replay_keeps_a_rejection_and_asks_nothing_again() -> None:
    world = World(critic)
    world.overlay.remember(JOB, scope=ME, observed_at=day(2))
    world.overlay.remember(STAGE, scope=ME, observed_at=day(3))
    asked = len(world.model.requests)
    world.overlay.remember("I own a canoe.", scope=ME, observed_at=day(1))
    assert "Umbar Foods" not in world.standing()
    assert len(world.model.requests) == asked + 1


def test_judged_later_a_rejection_takes_the_record_back_and_keeps_what_was_known_before() -> None:
    world = World([Judged(), RuntimeError("down"), Judged(wrong=(wrong(),))])
    world.overlay.remember(JOB, scope=ME, observed_at=day(1))
    world.overlay.remember(STAGE, scope=ME, observed_at=day(3))
    assert world.standing() == {"Brightwater Labs": "superseded", "Umbar Foods": "active"}
    before = world.clock.advance(1)
    world.clock.advance(60)
    done = world.overlay.rejudge(scope=ME)
    assert done is not None
    assert [n.value for n in done.rejected] == ["Umbar Foods"]
    assert world.standing() == {"Brightwater Labs": "active"}
    then = world.overlay.timeline(scope=ME, known_at=before)
    assert {r.value: r.status for r in then.records}["Brightwater Labs"] is Status.SUPERSEDED


def test_promotion_takes_rejections_along() -> None:
    world = World(critic, mode="shadow")
    world.overlay.remember(JOB, scope=ME, observed_at=day(1))
    world.overlay.remember(STAGE, scope=ME, observed_at=day(3))
    world.overlay.promote(scope=ME)
    live = World(critic, ledger=world.ledger)
    assert live.standing() == {"Brightwater Labs": "active"}
    live.overlay.remember("I own a canoe.", scope=ME, observed_at=day(2))
    assert live.standing() == {"Brightwater Labs": "active", "canoe": "active"}


def test_erased_with_its_turn_nothing_is_left_of_a_rejection() -> None:
    world = World(critic)
    receipt = world.overlay.remember(STAGE, scope=ME, observed_at=day(3))
    world.overlay.erase(scope=ME, observation_id=receipt.observation_ids[0])
    kept = world.ledger.read(ME, lambda r: repr((r.history(), r.extractions(list(receipt.observation_ids)))))
    assert "Umbar" not in kept
    assert "crossword" not in kept


def test_a_reason_in_words_of_another_turn_is_not_kept() -> None:
    world = World(lambda _: Judged(wrong=(wrong("n2", reason="unlike the canoe"),)))
    turns = [Turn(text="I own a canoe."), Turn(text=STAGE)]
    receipt = world.overlay.remember(turns, scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    assert [(n.value, n.reason) for n in receipt.judging.rejected] == [("Umbar Foods", "judged")]


def test_the_second_of_two_calls_is_not_shown_what_the_first_rejected() -> None:
    world = World(critic, budget=Budget(records=1))
    for text, month in ((GARLIC, 1), ("I own a canoe.", 2)):
        world.overlay.remember(text, scope=ME, observed_at=day(month))
    turns = [Turn(text="My dog is called Pixel."), Turn(text=STAGE)]
    world.overlay.remember(turns, scope=ME, observed_at=day(3))
    extraction, adjudication = world.model.requests[-2:]
    assert (extraction.schema, adjudication.schema) == (Extracted, Adjudicated)
    assert "Umbar Foods" in [n["value"] for n in lines(extraction, "n")]
    assert "Umbar Foods" not in [n["value"] for n in lines(adjudication, "n")]


def test_what_was_kept_before_there_were_rejections_is_read_as_it_was() -> None:
    assert from_json('{"candidates": [], "contingencies": [], "named": []}').rejected == ()


def test_a_value_noted_under_a_guessed_slot_is_kept_under_the_one_that_the_lexicon_has() -> None:
    text = "I'm a glaciologist at the institute in Innsbruck."
    city = told("Innsbruck", evidence="the institute in Innsbruck", slot="home city", basis="inferred")
    world = World([Judged(statements=(city,))])
    world.overlay.remember(text, scope=ME, observed_at=day(1))
    assert {n["slot"] for n in lines(world.model.requests[0], "n") if n["value"] == "Innsbruck"} == {"be in"}
    kept = {r.attribute for r in world.overlay.timeline(scope=ME).records if r.value == "Innsbruck"}
    assert kept == {"be_in", "home_city"}
