"""The words that an answer copies: where they stand, in whatever form, and when they are too few."""

from __future__ import annotations

import unicodedata

import pytest

from atma_overlay.judge import Judged, SaidContingency
from atma_overlay.judge.evidence import place_of, weight
from tests.judge_worlds import ME, World, day, told, verdict

NFD = unicodedata.normalize("NFD", "Je suis végétarienne depuis mars.")


@pytest.mark.parametrize(
    ("text", "copied", "found"),
    [
        ("I’m observing Jain rules now.", "I'm observing Jain rules", "I’m observing Jain rules"),
        ("I keep\u00a0Jain rules.", "I keep Jain rules", "I keep\u00a0Jain rules"),
        ("We keep  Jain\nrules.", "We keep Jain rules", "We keep  Jain\nrules"),
        ("We KEEP Jain rules.", "we keep jain rules", "We KEEP Jain rules"),
        ("She said “no” — twice", 'said "no" - twice', "said “no” — twice"),
        ("We keep Jain rules, all of us", "We keep Jain rules.", "We keep Jain rules"),
        ("No ze\u200bro width", "zero width", "ze\u200bro width"),
        (NFD, "Je suis végétarienne", unicodedata.normalize("NFD", "Je suis végétarienne")),
    ],
)
def test_words_in_another_form_are_found_where_they_stand(text: str, copied: str, found: str) -> None:
    place = place_of(copied, text)
    assert place is not None
    assert text[slice(*place)] == found


@pytest.mark.parametrize("copied", ["", " ", "eep", "Jain rule", "Jain rules we", "we keep no Jain rules"])
def test_other_words_and_parts_of_words_are_not_found(copied: str) -> None:
    assert place_of(copied, "We keep Jain rules.") is None


def test_an_accent_is_no_end_of_a_word() -> None:
    assert place_of("caf", unicodedata.normalize("NFD", "café")) is None


@pytest.mark.parametrize(
    ("text", "count"),
    [("我不再住在北京了。", 4), ("ฉันไม่ได้อยู่กรุงเทพแล้ว", 12), ("我", 1), ("What a nice day", 2), ("a t .", 0)],
)
def test_words_of_scripts_without_spaces_are_counted_by_their_letters(text: str, count: int) -> None:
    assert weight(text) == count


@pytest.mark.parametrize(
    ("first", "value", "end"),
    [
        ("我住在北京。", "北京", "我不再住在北京了。"),
        ("東京に住んでいます。", "東京", "もう東京には住んでいません。"),
        ("ฉันอาศัยอยู่ที่กรุงเทพ", "กรุงเทพ", "ฉันไม่ได้อยู่กรุงเทพแล้ว"),
    ],
)
def test_a_turn_in_a_script_without_spaces_may_end_a_record(first: str, value: str, end: str) -> None:
    ended = verdict("r1", "t1").model_copy(update={"evidence": end})
    read = told(value, evidence=first, slot="home city")
    world = World([Judged(statements=(read,)), Judged(verdicts=(ended,))])
    world.overlay.remember(first, scope=ME, observed_at=day(1))
    world.overlay.remember(end, scope=ME, observed_at=day(2))
    assert world.standing()[value] == "ended"


@pytest.mark.parametrize("evidence", ["a", "t", " .", "nice"])
def test_a_value_is_read_in_no_letter_and_in_no_single_word_of_something_else(evidence: str) -> None:
    read = told("Paris", evidence=evidence, slot="home city", basis="inferred", confidence=0.99)
    world = World([Judged(), Judged(statements=(read,), verdicts=(verdict("r1", "s1", "REPLACE"),))])
    world.overlay.remember("I live in Chicago.", scope=ME, observed_at=day(1))
    receipt = world.overlay.remember("What a nice day, thanks a lot .", scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    assert receipt.judging.statements == 0
    assert world.standing() == {"Chicago": "active"}


@pytest.mark.parametrize("text", ["Jain.", "We are Jain these days."])
def test_one_word_is_enough_where_it_is_the_value_or_all_that_was_said(text: str) -> None:
    world = World([Judged(statements=(told("Jain", evidence="Jain", basis="inferred"),))])
    world.overlay.remember(text, scope=ME, observed_at=day(1))
    assert world.standing()["Jain"] == "active"


def rules_kept(text: str, evidence: str, *, parent: str, child: str, value: str | None = None) -> tuple[int, object]:
    """How many rules are kept of a turn, and why another was refused."""
    rule = SaidContingency(turn="t1", parent=parent, child=child, value=value, evidence=evidence)
    world = World([Judged(contingencies=(rule,))])
    receipt = world.overlay.remember(text, scope=ME, observed_at=day(1))
    assert receipt.judging is not None
    stated = world.ledger.read(ME, lambda r: r.contingencies())
    return len([c for c in stated if c.id.startswith("ctg_judged_")]), receipt.judging.refused


@pytest.mark.parametrize(("evidence", "why"), [("a", "too few words"), ("What a nice day", "slot not in the words")])
def test_a_rule_is_in_words_that_name_both_of_its_slots(evidence: str, why: str) -> None:
    kept = rules_kept("What a nice day, thanks.", evidence, parent="home city", child="rent")
    assert kept == (0, {why: 1})


@pytest.mark.parametrize(
    ("text", "parent", "child", "value"),
    [
        ("Should we relocate, the rent would be another", "home city", "rent", None),
        ("On the day that we swap flats, it's pedalling for me", "home city", "commute", "pedalling"),
        ("Wenn ich umziehe, ändert sich auch meine Miete", "home city", "rent", None),
    ],
)
def test_a_rule_may_name_a_slot_by_its_words_by_a_value_or_in_another_language(
    text: str, parent: str, child: str, value: str | None
) -> None:
    assert rules_kept(f"{text}.", text, parent=parent, child=child, value=value) == (1, {})
