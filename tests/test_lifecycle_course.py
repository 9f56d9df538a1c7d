"""The course of records through the stages: capacity, settlement, promotion, eviction, succession."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.lifecycle import Candidate, Capacity, StageMem, Thresholds
from atma_overlay.lifecycle.course import Course, Item
from atma_overlay.lifecycle.equations import promotes
from atma_overlay.lifecycle.policy import STAGES, THRESHOLDS
from atma_overlay.records import Residence, Stage

START = datetime(2026, 1, 1, tzinfo=UTC)
SMALL = StageMem(capacity=Capacity(2, 2, 2))
SHARES = st.floats(0, 1)
DEEDS = st.lists(
    st.tuples(st.sampled_from(("see", "see", "see", "doubt", "replace", "recall", "leave")), st.integers(0, 7), SHARES,
              SHARES),
    max_size=40,
)  # fmt: skip


def admit(course: Course, key: str, confidence: float = 0.6, shock: float = 0.0, day: int = 0) -> None:
    course.admit(key, Candidate(key, 1.0, confidence, shock), at=START + timedelta(days=day), order=(key,))


def taken(policy: StageMem, deeds: list[tuple[str, int, float, float]]) -> tuple[Course, list[Course]]:
    course = Course(policy)
    before = []
    for day, (deed, number, evidence, shock) in enumerate(deeds):
        before.append(Course(policy, course.items.values()))
        perform(course, deed, number, evidence, shock, day)
    return course, before


def perform(course: Course, deed: str, number: int, evidence: float, shock: float, day: int) -> None:
    key = f"k{number}"
    at = START + timedelta(days=day)
    if key not in course.items:
        if deed == "see":
            admit(course, key, evidence, shock, day)
    elif deed == "see":
        course.support(key, evidence=evidence, shock=shock, at=at)
    elif deed == "doubt":
        course.conflict(key, evidence=evidence, shock=shock)
    elif deed == "recall":
        course.recall(key)
    elif deed == "leave":
        course.leave(key)
    else:
        seat = course.vacate(key, evidence=evidence, shock=shock)
        admit(course, f"{key}-{day}", evidence, shock, day)
        course.take(f"{key}-{day}", seat)


@given(DEEDS)
def test_no_stage_ever_holds_more_than_its_capacity(deeds: list[tuple[str, int, float, float]]) -> None:
    course = Course(SMALL)
    for day, deed in enumerate(deeds):
        perform(course, *deed, day)
        for stage in STAGES:
            assert len(course.staged(stage)) <= SMALL.capacity.of(stage)


@given(DEEDS)
def test_nothing_is_lost(deeds: list[tuple[str, int, float, float]]) -> None:
    course, before = taken(SMALL, deeds)
    for earlier in before:
        assert earlier.items.keys() <= course.items.keys()
    assert {i.residence for i in course.items.values()} <= set(Residence)


@given(DEEDS)
def test_what_has_a_place_never_goes_back_to_a_shallower_stage(deeds: list[tuple[str, int, float, float]]) -> None:
    course, before = taken(SMALL, deeds)
    courses = [*before, course]
    for earlier, later in pairwise(courses):
        for key, item in earlier.items.items():
            after = later.items[key]
            if item.staged and after.staged:
                assert STAGES.index(after.stage) >= STAGES.index(item.stage)


@given(DEEDS)
def test_a_successor_is_never_weaker_than_what_it_replaced(deeds: list[tuple[str, int, float, float]]) -> None:
    course = Course(SMALL)
    for day, (deed, number, evidence, shock) in enumerate(deeds):
        key = f"k{number}"
        held = course.items.get(key)
        perform(course, deed, number, evidence, shock, day)
        if deed == "replace" and held is not None:
            new = course.items[f"{key}-{day}"]
            assert new.strength >= held.strength
            assert course.items[key].residence is Residence.LEFT


@settings(max_examples=60)
@given(st.tuples(SHARES, SHARES), st.tuples(SHARES, SHARES), st.tuples(SHARES, SHARES))
def test_promotion_is_monotone(
    state: tuple[float, float], more: tuple[float, float], gate: tuple[float, float]
) -> None:
    raised = (max(state[0], more[0]), max(state[1], more[1]))
    asked = {"confidence_from": gate[0], "strength_from": gate[1]}
    assert promotes(*raised, **asked) or not promotes(*state, **asked)


@given(DEEDS)
def test_confidence_and_strength_stay_within_0_and_1(deeds: list[tuple[str, int, float, float]]) -> None:
    course, _ = taken(SMALL, deeds)
    for item in course.items.values():
        assert 0 <= item.confidence <= 1
        assert 0 <= item.strength <= 1


def test_a_stage_that_is_not_full_is_not_settled() -> None:
    course = Course(SMALL)
    admit(course, "plain", 0.95, 1.0)
    admit(course, "faint", 0.1)
    assert {i.key: i.stage for i in course.staged()} == {"plain": Stage.TRANSIENT, "faint": Stage.TRANSIENT}
    assert course.evicted == []


def test_a_full_stage_promotes_what_has_earned_it_and_evicts_what_is_not_worth_keeping() -> None:
    course = Course(SMALL)
    admit(course, "plain", 0.95, 1.0)
    admit(course, "faint", 0.1)
    admit(course, "next", 0.5)
    assert course.items["plain"].stage is Stage.WORKING
    assert course.items["faint"].residence is Residence.ARCHIVED
    assert course.evicted == ["faint"]
    assert course.items["next"].stage is Stage.TRANSIENT


def test_confidence_alone_promotes_nothing() -> None:
    gates = {s: Thresholds(0.5, 0.9, 0.0) for s in STAGES}
    course = Course(replace(SMALL, thresholds=gates))
    for name in ("a", "b", "c", "d"):
        admit(course, name, 0.99, 1.0)
    assert course.staged(Stage.WORKING) == []


def test_a_deeper_stage_gives_up_nothing_stronger_for_what_is_promoted() -> None:
    course = Course(SMALL)
    for name, strength in (("deep-1", 0.29), ("deep-2", 0.28)):
        course.restore(Item(name, (name,), name, 0.55, strength, START, Stage.WORKING))
    admit(course, "a", 0.9, 0.5)
    admit(course, "b", 0.9, 0.5)
    admit(course, "c", 0.9, 0.5)
    assert {i.key for i in course.staged(Stage.WORKING)} == {"deep-1", "deep-2"}
    assert course.items["a"].strength < 0.28


def test_what_is_archived_and_said_again_comes_back_with_what_it_had() -> None:
    course = Course(SMALL)
    for name in ("a", "b", "c"):
        admit(course, name, 0.4)
    before = course.items["a"]
    assert before.residence is Residence.ARCHIVED
    course.support("a", evidence=0.6, shock=0.0, at=START + timedelta(days=9))
    after = course.items["a"]
    assert after.staged
    assert after.stage is Stage.TRANSIENT
    assert after.confidence > before.confidence
    assert after.strength > before.strength


def test_what_the_wording_bounds_in_time_leaves_when_its_time_is_over() -> None:
    course = Course(SMALL)
    course.admit("trip", Candidate("trip", 1.0, 0.9, 1.0), at=START, order=("trip",), until=START + timedelta(days=3))
    course.expire(START + timedelta(days=2))
    assert course.items["trip"].staged
    course.expire(START + timedelta(days=3))
    assert course.items["trip"].residence is Residence.LEFT


def test_what_is_too_like_another_record_is_not_admitted() -> None:
    gated = replace(SMALL, novelty=LexicalEmbedder(256), create_below=0.9)
    course = Course(gated)
    admit(course, "Lotte / dentist Dr. Wu on Elm Street")
    admit(course, "Lotte / dentists Dr. Wu on Elm Street")
    admit(course, "user / pet a cat called Momo")
    assert [i.residence for i in course.items.values()] == [Residence.STAGED, Residence.ARCHIVED, Residence.STAGED]


def test_retention_gets_stricter_the_deeper_it_lies() -> None:
    assert [THRESHOLDS[s].keep for s in STAGES] == sorted(THRESHOLDS[s].keep for s in STAGES)


class Given:
    """A salience that is told beforehand."""

    def __init__(self, scores: dict[str, float]) -> None:
        self.scores = scores

    def score(self, candidate: Candidate) -> float:
        return self.scores[candidate.text]


def test_salience_gives_depth_and_admits_nobody() -> None:
    course = Course(replace(SMALL, salience=Given({"plain": 0.0, "salient": 1.0})))
    admit(course, "plain", 0.9, 1.0)
    admit(course, "salient", 0.9, 1.0)
    assert [i.strength for i in course.staged()] == [0.35, 0.05]
    assert all(i.staged for i in course.items.values())
