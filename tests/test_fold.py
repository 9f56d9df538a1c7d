"""The fold of one slot: tables of what is said, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atma_overlay.records import (
    Act,
    Basis,
    Cardinality,
    Change,
    Kind,
    Origin,
    Ruling,
    Slot,
    Statement,
    Status,
    Transition,
)
from atma_overlay.state.folds.fold import fold_slot, in_force
from atma_overlay.state.folds.folded import ByWords, Closure, Folded, words_of
from atma_overlay.state.pairs.adjudication import Answer, RulesLinker, pair_key

START = datetime(2024, 1, 1, tzinfo=UTC)
CITY = Slot("user", "home_city")
PERSON = Answer(Ruling.KEEP, "person:ada", "undone", 1.0)


def day(n: int) -> datetime:
    return START + timedelta(days=n)


def says(value: str, at: int, *, act: Act = Act.ASSERT, **fields: object) -> Statement:
    """One statement, said on day `at`; its id is its value and day."""
    statement = Statement(
        id=f"{value}@{at}" if act is Act.ASSERT else f"{act}:{value}@{at}",
        observation_id=f"o{at}",
        slot=CITY,
        cardinality=Cardinality.SINGLE,
        act=act,
        value=value,
        norm=value.lower(),
        value_kind="name",
        unit=None,
        affirmed=True,
        span=(0, len(value)),
        valid_from=day(at),
        valid_to=None,
        temporary=False,
        replaces=None,
        change=Change.NONE,
        confidence=0.9,
        basis=Basis.SAID,
        origin=Origin.USER,
        extractor="rules/1",
        observed_at=day(at),
        position=0,
        digest=f"d{at}{value}",
        evidence=f"I live in {value}.",
    )
    return replace(statement, **fields)  # type: ignore[arg-type]  # fields of a statement


def closed(
    record: Statement, at: datetime, *members: Statement, kind: Kind = Kind.REPLACED
) -> ByWords:  # fmt: skip
    """By something erased on a day, a record with these members."""
    told = Transition(f"tr_{record.id}", CITY, record.id, "gone", kind, "o?", "rules/1", "", 0.9, at, at)
    words = frozenset(map(words_of, (record, *members)))
    return dict.fromkeys(words, (Closure(told, words),))


def fold(*statements: Statement, rulings: dict[str, Answer] | None = None, closures: ByWords | None = None) -> Folded:
    return fold_slot(statements, linker=RulesLinker(), rulings=rulings or {}, closures=closures or {})


def spells(folded: Folded) -> list[tuple[str, Status, int, int | None]]:
    """Record, status and days in force, in the order of days."""
    found = {
        (s.record_id, s.status, (s.valid_from - START).days, (s.valid_to - START).days if s.valid_to else None)
        for s in folded.standings.values()
        if ":" not in s.record_id or s.record_id.startswith("correct")
    }
    return sorted(found, key=lambda x: (x[2], x[0]))


def moves(folded: Folded, *, applied: bool = True) -> list[tuple[str, str | None, Kind]]:
    return [(d.from_id, d.to_id, d.kind) for d in folded.drafts if d.applied is applied]


def test_a_value_that_comes_back_is_a_spell_of_its_own() -> None:
    folded = fold(says("Leeds", 0), says("York", 10), says("Leeds", 20))
    assert spells(folded) == [
        ("Leeds@0", Status.SUPERSEDED, 0, 10),
        ("York@10", Status.SUPERSEDED, 10, 20),
        ("Leeds@20", Status.ACTIVE, 20, None),
    ]
    assert moves(folded) == [("Leeds@0", "York@10", Kind.REPLACED), ("York@10", "Leeds@20", Kind.REPLACED)]


def test_a_restatement_keeps_the_record() -> None:
    folded = fold(says("Leeds", 0), says("Leeds", 5), says("York", 10))
    assert {s.record_id for i, s in folded.standings.items() if i.startswith("Leeds")} == {"Leeds@0"}
    assert moves(folded) == [("Leeds@0", "York@10", Kind.REPLACED)]


def test_a_finer_wording_restates_and_the_first_words_name_the_record() -> None:
    folded = fold(says("Leeds Headingley", 5), says("Leeds", 0))
    assert spells(folded) == [("Leeds@0", Status.ACTIVE, 0, None)]


def test_a_correction_takes_the_interval_and_the_corrected_has_none() -> None:
    folded = fold(says("Leeds", 0), says("Hull", 3, act=Act.CORRECT, replaces="leeds"))
    assert spells(folded) == [("Leeds@0", Status.CORRECTED, 0, 0), ("correct:Hull@3", Status.ACTIVE, 0, None)]
    assert moves(folded) == [("Leeds@0", "correct:Hull@3", Kind.CORRECTED)]


def test_a_correction_to_the_same_value_changes_nothing() -> None:
    folded = fold(says("Leeds", 0), says("Leeds", 3, act=Act.CORRECT, replaces="hull"))
    assert spells(folded) == [("Leeds@0", Status.ACTIVE, 0, None)]


def test_a_correction_to_a_finer_wording_still_corrects() -> None:
    folded = fold(says("York", 0), says("New York", 3, act=Act.CORRECT))
    assert moves(folded) == [("York@0", "correct:New York@3", Kind.CORRECTED)]


def test_a_correction_is_of_the_value_that_it_names_and_doubts_what_stands_beside_it() -> None:
    leeds, york = says("Leeds", 0), says("York", 10)
    mended = says("Hull", 20, act=Act.CORRECT, replaces="york")
    folded = fold(leeds, york, mended, rulings={pair_key(leeds, york): PERSON})
    assert spells(folded) == [
        ("Leeds@0", Status.ACTIVE, 0, None),
        ("York@10", Status.CORRECTED, 10, 10),
        ("correct:Hull@20", Status.ACTIVE, 10, None),
    ]
    assert moves(folded) == [("York@10", "correct:Hull@20", Kind.CORRECTED)]
    assert moves(folded, applied=False) == [("Leeds@0", "correct:Hull@20", Kind.REPLACED)]


def test_a_correction_that_names_nothing_that_stands_mends_all_that_does() -> None:
    leeds, york = says("Leeds", 0), says("York", 10)
    mended = says("Hull", 20, act=Act.CORRECT, replaces="bath")
    folded = fold(leeds, york, mended, rulings={pair_key(leeds, york): PERSON})
    assert [kind for _, _, kind in moves(folded)] == [Kind.CORRECTED, Kind.CORRECTED]


def test_a_correction_of_a_past_stretch_leaves_what_holds_now() -> None:
    mended = says("Hull", 20, act=Act.CORRECT, replaces="leeds", valid_from=day(0), valid_to=day(10))
    folded = fold(says("Leeds", 0), says("York", 10), mended)
    assert spells(folded) == [
        ("Leeds@0", Status.CORRECTED, 0, 0),
        ("correct:Hull@20", Status.ACTIVE, 0, 10),
        ("York@10", Status.ACTIVE, 10, None),
    ]
    assert moves(folded) == [("Leeds@0", "correct:Hull@20", Kind.CORRECTED)]


def test_an_end_leaves_the_slot_empty() -> None:
    folded = fold(says("Leeds", 0), says("Leeds", 7, act=Act.END))
    assert spells(folded) == [("Leeds@0", Status.ENDED, 0, 7)]
    assert moves(folded) == [("Leeds@0", None, Kind.ENDED)]


def test_an_end_of_another_value_ends_nothing() -> None:
    assert moves(fold(says("Leeds", 0), says("York", 7, act=Act.END))) == []


def test_what_ended_and_is_said_again_is_a_new_record() -> None:
    folded = fold(says("Leeds", 0), says("Leeds", 7, act=Act.END), says("Leeds", 9))
    assert spells(folded) == [("Leeds@0", Status.ENDED, 0, 7), ("Leeds@9", Status.ACTIVE, 9, None)]


def test_a_doubtful_end_is_proposed_and_a_person_may_accept_it() -> None:
    holder, end = says("Leeds", 0), says("Leeds", 7, act=Act.END, origin=Origin.DOCUMENT)
    assert moves(fold(holder, end), applied=False) == [("Leeds@0", None, Kind.ENDED)]
    accepted = {pair_key(holder, end): Answer(Ruling.REPLACE, "person:ada", "accepted", 1.0)}
    assert moves(fold(holder, end, rulings=accepted)) == [("Leeds@0", None, Kind.ENDED)]


def test_a_proposed_end_falls_away_once_the_record_is_retired() -> None:
    folded = fold(says("Leeds", 0), says("Leeds", 7, act=Act.END, origin=Origin.DOCUMENT), says("York", 9))
    assert moves(folded, applied=False) == []
    assert moves(folded) == [("Leeds@0", "York@9", Kind.REPLACED)]


def test_a_retraction_takes_every_spell_of_the_value_with_one_transition_each() -> None:
    folded = fold(says("Leeds", 0), says("York", 10), says("Leeds", 20), says("Leeds", 30, act=Act.RETRACT))
    assert spells(folded) == [
        ("Leeds@0", Status.RETRACTED, 0, 10),
        ("York@10", Status.SUPERSEDED, 10, 20),
        ("Leeds@20", Status.RETRACTED, 20, 30),
    ]
    assert sorted(moves(folded), key=str) == [
        ("Leeds@0", None, Kind.RETRACTED),
        ("Leeds@20", None, Kind.RETRACTED),
        ("York@10", "Leeds@20", Kind.REPLACED),
    ]


def test_after_a_retraction_only_the_user_brings_the_value_back() -> None:
    said = [says("Leeds", 0), says("Leeds", 5, act=Act.RETRACT)]
    by_tool = fold(*said, says("Leeds", 9, origin=Origin.TOOL))
    assert spells(by_tool) == [("Leeds@0", Status.RETRACTED, 0, 5)]
    by_user = fold(*said, says("Leeds", 9))
    assert spells(by_user) == [("Leeds@0", Status.RETRACTED, 0, 5), ("Leeds@9", Status.ACTIVE, 9, None)]
    again = fold(*said, says("Leeds", 9), says("Leeds", 12, origin=Origin.TOOL))
    assert again.standings["Leeds@12"].record_id == "Leeds@9"


@pytest.mark.parametrize("act", [Act.RETRACT, Act.END])
def test_what_is_announced_and_called_off_before_its_time_never_takes_effect(act: Act) -> None:
    folded = fold(says("Oslo", 0, valid_from=day(60)), says("Oslo", 30, act=act))
    status = Status.RETRACTED if act is Act.RETRACT else Status.ENDED
    assert spells(folded) == [("Oslo@0", status, 60, 60)]
    assert len(moves(folded)) == 1


def test_a_bounded_statement_suspends_and_retires_nothing() -> None:
    week = says("Lyon", 10, valid_from=day(10), valid_to=day(17), temporary=True)
    folded = fold(says("Leeds", 0), week)
    assert spells(folded) == [("Leeds@0", Status.ACTIVE, 0, None), ("Lyon@10", Status.ACTIVE, 10, 17)]
    assert moves(folded) == []
    assert in_force(folded.standings["Lyon@10"], at=day(12))
    assert not in_force(folded.standings["Lyon@10"], at=day(17))


def test_bounded_statements_of_one_value_that_touch_are_one_record() -> None:
    first = says("Lyon", 10, valid_from=day(10), valid_to=day(17))
    second = says("Lyon", 17, valid_from=day(17), valid_to=day(24))
    assert spells(fold(first, second)) == [("Lyon@10", Status.ACTIVE, 10, 24)]


def test_an_erased_successor_leaves_the_record_closed_and_nothing_in_its_place() -> None:
    closures = closed(says("Leeds", 0), day(10), says("Leeds", 5))
    folded = fold(says("Leeds", 0), says("Leeds", 5), closures=closures)
    assert spells(folded) == [("Leeds@0", Status.INVALIDATED, 0, 10)]
    assert [(d.from_id, d.to_id, d.kind) for d in folded.closed] == [("Leeds@0", "gone", Kind.REPLACED)]
    later = fold(says("Leeds", 0), says("Leeds", 20), closures=closures)
    assert spells(later) == [("Leeds@0", Status.INVALIDATED, 0, 10), ("Leeds@20", Status.ACTIVE, 20, None)]


def test_a_closure_gives_way_to_a_late_arrival_that_retired_the_record_before() -> None:
    folded = fold(says("Leeds", 0), says("Hull", 5), closures=closed(says("Leeds", 0), day(10)))
    assert moves(folded) == [("Leeds@0", "Hull@5", Kind.REPLACED)]
    assert (folded.closed, [(d.from_id, d.to_id) for d in folded.overtaken]) == ((), [("Leeds@0", "gone")])


def test_a_closure_is_of_the_record_that_a_late_arrival_makes_of_its_own() -> None:
    folded = fold(says("Leeds", 0), says("Leeds", 5), closures=closed(says("Leeds", 5), day(10)))
    assert spells(folded) == [("Leeds@0", Status.INVALIDATED, 0, 10)]
    assert [(d.from_id, d.to_id) for d in folded.closed] == [("Leeds@0", "gone")]


def test_a_record_that_was_closed_and_is_then_retracted_has_the_retraction_alone_to_retire_it() -> None:
    retracted = says("Leeds", 12, act=Act.RETRACT)
    folded = fold(says("Leeds", 0), retracted, closures=closed(says("Leeds", 0), day(10)))
    assert spells(folded) == [("Leeds@0", Status.RETRACTED, 0, 10)]
    assert moves(folded) == [("Leeds@0", None, Kind.RETRACTED)]
    assert (folded.closed, [(d.from_id, d.to_id) for d in folded.overtaken]) == ((), [("Leeds@0", "gone")])


@pytest.mark.parametrize(
    ("kind", "status"),
    [(Kind.RETRACTED, Status.RETRACTED), (Kind.ENDED, Status.INVALIDATED), (Kind.CORRECTED, Status.INVALIDATED)],
)
def test_an_erased_cause_revives_nothing(kind: Kind, status: Status) -> None:
    closures = closed(says("Leeds", 0), day(10), kind=kind)
    assert spells(fold(says("Leeds", 0), closures=closures)) == [("Leeds@0", status, 0, 10)]


def test_several_values_stand_side_by_side_and_one_can_end() -> None:
    several: dict[str, Any] = {"cardinality": Cardinality.MULTI}
    nuts, wasps = says("nuts", 0, **several), says("wasps", 5, **several)
    folded = fold(nuts, wasps, says("nuts", 9, act=Act.END, **several))
    assert spells(folded) == [("nuts@0", Status.ENDED, 0, 9), ("wasps@5", Status.ACTIVE, 5, None)]


def test_a_told_exchange_replaces_only_the_named_value() -> None:
    several: dict[str, Any] = {"cardinality": Cardinality.MULTI}
    folded = fold(
        says("Notion", 0, **several), says("Slack", 1, **several), says("Obsidian", 9, replaces="notion", **several)
    )
    assert moves(folded) == [("Notion@0", "Obsidian@9", Kind.REPLACED)]


def test_a_lower_origin_is_contested_by_what_it_contradicts_and_both_stay_open() -> None:
    folded = fold(says("Leeds", 0), says("York", 10, origin=Origin.DOCUMENT))
    assert moves(folded) == []
    assert moves(folded, applied=False) == [("Leeds@0", "York@10", Kind.REPLACED)]
    assert folded.standings["Leeds@0"].contested_with == ()
    assert folded.standings["York@10"].contested_with == ("Leeds@0",)


def test_a_restatement_by_a_lower_origin_lowers_no_guard() -> None:
    by_document: dict[str, Any] = {"origin": Origin.DOCUMENT}
    folded = fold(says("Leeds", 0), says("Leeds", 5, **by_document), says("York", 10, **by_document))
    assert moves(folded) == []
    assert moves(folded, applied=False) == [("Leeds@0", "York@10", Kind.REPLACED)]


@pytest.mark.parametrize(
    ("word", "left"),
    [("Leeds", ("York@10", "Leeds@0")), ("York", ("Leeds@0", "York@10"))],
    ids=["reaffirmed", "conceded"],
)
def test_the_user_s_own_later_word_settles_a_contest(word: str, left: tuple[str, str]) -> None:
    folded = fold(says("Leeds", 0), says("York", 10, origin=Origin.DOCUMENT), says(word, 20))
    assert moves(folded) == [(*left, Kind.REPLACED)]
    assert moves(folded, applied=False) == []
    assert all(not s.contested_with for s in folded.standings.values())


def test_a_doubtful_successor_is_proposed() -> None:
    folded = fold(says("Leeds", 0), says("York", 10, confidence=0.5))
    assert moves(folded, applied=False) == [("Leeds@0", "York@10", Kind.REPLACED)]


def test_a_third_value_ends_a_contest() -> None:
    folded = fold(says("Leeds", 0), says("York", 10, origin=Origin.DOCUMENT), says("Hull", 20))
    assert moves(folded) == [("Leeds@0", "Hull@20", Kind.REPLACED), ("York@10", "Hull@20", Kind.REPLACED)]
    assert moves(folded, applied=False) == []


def test_older_evidence_with_a_later_effect_is_only_proposed() -> None:
    folded = fold(says("Oslo", 0, valid_from=day(60)), says("Leeds", 30))
    assert moves(folded) == []
    assert moves(folded, applied=False) == [("Leeds@30", "Oslo@0", Kind.REPLACED)]


def test_an_undone_pair_stays_side_by_side_uncontested_until_later_evidence() -> None:
    leeds, york = says("Leeds", 0), says("York", 10)
    undone = {pair_key(leeds, york): PERSON}
    folded = fold(leeds, york, rulings=undone)
    assert spells(folded) == [("Leeds@0", Status.ACTIVE, 0, None), ("York@10", Status.ACTIVE, 10, None)]
    assert all(not s.contested_with for s in folded.standings.values())
    assert fold(leeds, york, says("York", 20), rulings=undone).drafts == ()
    later = fold(leeds, york, says("Hull", 20), rulings=undone)
    assert moves(later) == [("Leeds@0", "Hull@20", Kind.REPLACED), ("York@10", "Hull@20", Kind.REPLACED)]


def test_a_ruling_on_one_member_counts_for_the_whole_record() -> None:
    leeds, york = says("Leeds", 0), says("York", 10)
    undone = {pair_key(leeds, york): PERSON}
    assert moves(fold(leeds, says("Leeds", 5), york, rulings=undone)) == []


def test_a_kept_answer_of_a_model_is_held_to_the_laws_and_a_person_s_is_not() -> None:
    leeds, york = says("Leeds", 0), says("York", 10, origin=Origin.DOCUMENT)
    by_model = {pair_key(leeds, york): Answer(Ruling.REPLACE, "model/3", "", 1.0)}
    by_person = {pair_key(leeds, york): Answer(Ruling.REPLACE, "person:ada", "accepted", 1.0)}
    assert moves(fold(leeds, york, rulings=by_model)) == []
    assert moves(fold(leeds, york, rulings=by_person)) == [("Leeds@0", "York@10", Kind.REPLACED)]


@pytest.mark.parametrize(("since", "boundary"), [(10, 10), (5, 20), (0, 20)], ids=["between", "as attested", "before"])
def test_a_since_date_moves_the_boundary_unless_the_old_value_was_still_attested(since: int, boundary: int) -> None:
    york = says("York", 20, valid_from=day(since), change=Change.SINCE)
    folded = fold(says("Leeds", 0), says("Leeds", 5), york)
    assert spells(folded) == [
        ("Leeds@0", Status.SUPERSEDED, 0, boundary),
        ("York@20", Status.ACTIVE, boundary, None),
    ]


def test_a_since_date_does_not_undo_what_was_said_in_between() -> None:
    folded = fold(says("Bonn", 20, valid_from=day(-300), change=Change.SINCE), says("Leeds", 0), says("York", 10))
    assert [m[:2] for m in moves(folded)] == [("Leeds@0", "York@10"), ("York@10", "Bonn@20")]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_the_order_in_which_statements_are_handed_over_does_not_matter(data: st.DataObject) -> None:
    kinds = st.sampled_from((Act.ASSERT, Act.ASSERT, Act.CORRECT, Act.END, Act.RETRACT))
    drawn = st.builds(
        lambda value, at, act, origin, since: says(value, at, act=act, origin=origin, valid_from=day(at - since)),
        st.sampled_from(("Leeds", "York", "Hull", "New York")),
        st.integers(0, 6),
        kinds,
        st.sampled_from(tuple(Origin)),
        st.sampled_from((0, 0, 0, 3, -4)),
    )
    statements = data.draw(st.lists(drawn, max_size=9, unique_by=lambda s: s.id))
    again = data.draw(st.permutations(statements))
    folded = fold(*statements)
    assert folded == fold(*again)
    retired = [r for r, status, _, _ in spells(folded) if status is not Status.ACTIVE]
    assert sorted(retired) == sorted(d.from_id for d in folded.drafts if d.applied)


@pytest.mark.parametrize("ids", [("a", "b"), ("b", "a")])
@pytest.mark.parametrize("turned", [False, True])
def test_of_two_readings_of_the_same_words_that_of_the_rules_comes_first(ids: tuple[str, str], *, turned: bool) -> None:
    rules = says("Porto", 1, id=ids[0])
    model = says("Porto", 1, id=ids[1], extractor="judge/some-model judge@2")
    folded = fold(*(model, rules) if turned else (rules, model))
    assert {s.record_id for s in folded.standings.values()} == {ids[0]}
