"""Many decisions at once: one replay, all of them or none, and one error that names the one that cannot be."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from atma_overlay import AsyncOverlay, ConflictError, InvalidInputError, NotFoundError, deciding
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import DecisionState, Origin
from atma_overlay.views import TransitionRecord
from atma_overlay.writing.resolving import replayed
from tests.cli_shell import Shell
from tests.dated_worlds import FIRST, ME, Said, World, applied, current, opened, proposed, state, worlds
from tests.lawful_worlds import LEDGERS, law
from tests.overlay_worlds import LATER, told

FACTS = ("I live in Leeds.", "I work at Acme.", "My rent is 800 euros.")
DOUBTS = ("I moved to Hull.", "I work at Apex now.", "My rent went up to 900 euros.")


def contested(*facts: str) -> World:
    """A world where documents contradict what the user says: a proposal each."""
    world = told(*(facts or FACTS))
    for text in DOUBTS if not facts else ():
        world.overlay.remember(text, scope=ME, observed_at=LATER, origin="document")
    return world


def waiting(world: World) -> dict[str, str]:
    """The proposals by the value that they would bring."""
    return {str(p.transition.to_value): p.transition.id for p in world.overlay.review(scope=ME)}


def revision(world: World) -> int:
    return world.timeline().revision


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each replay for a decision: of how many words."""
    counted: list[int] = []

    def counting(reader: Any, linker: Any, **how: Any) -> Any:
        counted.append(len(how["decided"]))
        return replayed(reader, linker, **how)

    monkeypatch.setattr(deciding, "replayed", counting)
    return counted


def test_many_decisions_are_one_replay_and_one_write(replays: list[int]) -> None:
    world = contested()
    before, found = revision(world), waiting(world)
    decided = world.overlay.decide(
        scope=ME, accept=[found["900 euros"], found["Hull"]], decline=[found["Apex"]], by="ada"
    )
    assert [(t.to_value, t.state, t.decider) for t in decided] == [
        ("900 euros", "applied", "person:ada"), ("Hull", "applied", "person:ada"), ("Apex", "declined", "person:ada")
    ]  # fmt: skip
    assert (replays, revision(world) - before, waiting(world)) == ([3], 1, {})
    assert [current(world, a) for a in ("home_city", "rent")] == [["Hull"], ["900 euros"]]
    assert sorted(current(world, "employer")) == ["Acme", "Apex"]


def test_an_undo_is_decided_beside_the_others() -> None:
    world = told("I live in Leeds.", "I moved to York.", "I work at Acme.")
    world.overlay.remember("I work at Apex now.", scope=ME, observed_at=LATER, origin="document")
    (moved,) = applied(world.timeline())
    decided = world.overlay.decide(scope=ME, undo=[moved.id], decline=list(waiting(world).values()))
    assert [t.state for t in decided] == ["declined", "undone"]
    assert sorted(current(world, "home_city")) == ["Leeds", "York"]


def test_one_that_is_not_open_is_named_and_nothing_is_decided() -> None:
    world = contested()
    found = waiting(world)
    world.overlay.decline(found["Apex"], scope=ME)
    before = state(world)
    with pytest.raises(ConflictError, match=f"{found['Apex']}' is declined, not proposed"):
        world.overlay.decide(scope=ME, accept=[found["Hull"], found["Apex"]])
    with pytest.raises(NotFoundError, match="tr_0"):
        world.overlay.decide(scope=ME, accept=[found["Hull"]], undo=["tr_0"])
    assert state(world) == before
    assert set(waiting(world)) == {"Hull", "900 euros"}


def test_two_successors_of_one_record_cannot_both_be_accepted() -> None:
    world = told("I live in Leeds.")
    for hours, (text, origin) in enumerate((("I moved to Hull.", "tool"), ("I moved to York.", "document"))):
        world.overlay.remember(text, scope=ME, observed_at=LATER + timedelta(hours=hours), origin=origin)
    before, found = state(world), world.overlay.review(scope=ME)
    of_leeds = [p.transition.id for p in found if p.transition.from_value == "Leeds"]
    assert len(of_leeds) == 2
    with pytest.raises(ConflictError, match="would retire nothing beside what else is said and decided") as refused:
        world.overlay.decide(scope=ME, accept=of_leeds)
    assert sum(i in str(refused.value) for i in of_leeds) == 1
    assert state(world) == before
    world.overlay.decide(scope=ME, accept=of_leeds[:1])
    assert current(world, "home_city") == ["Hull", "York"]


@pytest.mark.parametrize(
    ("named", "field", "problem"),
    [
        ({}, "accept", "names no transition"),
        ({"accept": "tr_1"}, "accept", "is one text"),
        ({"accept": ["tr_1"], "decline": ["tr_1"]}, "decline", "names 'tr_1', which is named twice"),
        ({"undo": ["tr_1", "tr_1"]}, "undo", "named twice"),
        ({"accept": ["tr_1"], "by": " "}, "by", "name the person"),
    ],
)
def test_what_cannot_be_decided_is_refused_by_its_field(named: dict[str, Any], field: str, problem: str) -> None:
    with pytest.raises(InvalidInputError, match=problem) as refused:
        told("I live in Leeds.").overlay.decide(scope=ME, **named)
    assert str(refused.value).startswith(f"{field}: ")


async def test_the_awaited_face_decides_alike() -> None:
    async with AsyncOverlay(MemoryHost(), ledger="memory://") as overlay:
        await overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
        await overlay.remember("I moved to Hull.", scope=ME, observed_at=LATER, origin="document")
        (proposal,) = await overlay.review(scope=ME)
        (decided,) = await overlay.decide(scope=ME, accept=[proposal.transition.id])
        assert (decided.id, decided.state) == (proposal.transition.id, "applied")


def test_a_proposal_one_side_of_which_is_erased_waits_for_nobody() -> None:
    for value in ("Leeds", "Hull"):
        world = contested()
        record = next(r for r in world.timeline().records if r.value == value)
        (proposal,) = [t for t in proposed(world.timeline()) if value in (t.from_value, t.to_value)]
        world.overlay.erase(record_id=record.id, scope=ME)
        assert set(waiting(world)) == {"Apex", "900 euros"}
        with pytest.raises(ConflictError, match="is withdrawn, not proposed"):
            world.overlay.accept(proposal.id, scope=ME)


def choices(world: World, *, undone: bool) -> list[tuple[str, str]]:
    found = [(t.id, way) for t in proposed(world.timeline()) for way in ("accept", "decline")]
    return found + [(t.id, "undo") for t in applied(world.timeline()) if undone]


def attempted(world: World, chosen: Collection[tuple[str, str]]) -> tuple[tuple[TransitionRecord, ...], str]:
    """What is decided at once, or why it is not."""
    named = {way: [i for i, w in chosen if w == way] for way in ("accept", "decline", "undo")}
    try:
        return world.overlay.decide(scope=ME, by="user", **named), ""
    except ConflictError as refused:
        return (), str(refused)


DOUBTFUL = worlds(size=7, origins=(Origin.USER, Origin.DOCUMENT))


@LEDGERS
def test_what_is_decided_at_once_is_decided_whole_or_not_at_all(url: str, examples: int) -> None:
    @law(2 * examples)
    @given(data=st.data(), utterances=DOUBTFUL)
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url) as world:
            world.hand_all(utterances)
            possible = choices(world, undone=True)
            assume(possible)
            chosen = data.draw(st.lists(st.sampled_from(possible), min_size=1, unique_by=lambda c: c[0]))
            before = revision(world), state(world)
            wanted = {"accept": DecisionState.APPLIED, "decline": DecisionState.DECLINED, "undo": DecisionState.UNDONE}
            decided, refused = attempted(world, chosen)
            if refused:
                assert any(i in refused for i, _ in chosen)
                assert (revision(world), state(world)) == before
            else:
                assert {(t.id, t.state) for t in decided} == {(i, wanted[way]) for i, way in chosen}
                decisions = world.ledger.read(ME, lambda r: {j.transition.id: j.latest.state for j in r.transitions()})
                assert {i: decisions[i] for i, _ in chosen} == {i: wanted[way] for i, way in chosen}
                shown = {t.id: t.state for t in world.timeline().transitions}  # none of a record that follows no longer
                assert shown.items() <= decisions.items()
                retired = [t.from_id for t in applied(world.timeline())]
                assert len(retired) == len(set(retired))

    holds()


@LEDGERS
def test_decisions_at_once_leave_the_state_of_the_same_decisions_one_by_one(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=DOUBTFUL)
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url) as at_once, opened(url) as one_by_one:
            at_once.hand_all(utterances)
            one_by_one.hand_all(utterances)
            possible, twins = choices(at_once, undone=False), choices(one_by_one, undone=False)
            assume(possible)
            places = st.integers(0, len(possible) - 1)
            chosen = data.draw(st.lists(places, min_size=1, unique_by=lambda p: possible[p][0]))
            refused = any(attempted(one_by_one, [twins[place]])[1] for place in chosen)
            assume(not refused and not attempted(at_once, [possible[place] for place in chosen])[1])
            assert state(at_once) == state(one_by_one)

    holds()


def doubted(shell: Shell) -> dict[str, str]:
    """Three facts and a document that doubts each; the proposals by the value that they would bring."""
    for text in FACTS:
        assert shell("remember", text, "--at", "2024-05-01T09:00:00Z").code == 0
    for text in DOUBTS:
        assert shell("remember", text, "--at", "2024-06-01T09:00:00Z", "--origin", "document").code == 0
    return {p["transition"]["to_value"]: p["transition"]["id"] for p in shell("review", "--json").json()}


def test_the_command_decides_several_and_all_the_others_at_once(empty: Shell) -> None:
    found = doubted(empty)
    refused = empty("review", "--accept", found["Hull"], "--decline", "tr_0")
    assert (refused.code, refused.err) == (
        1,
        "atma: no transition 'tr_0' in this scope: check the id and the scope it was read from\n",
    )
    decided = empty("review", "--accept", found["Hull"], "--decline", found["Apex"], "--json").json()
    assert [(t["to_value"], t["state"]) for t in decided] == [("Hull", "applied"), ("Apex", "declined")]
    rest = empty("review", "--accept-all", "--json").json()
    assert [(t["to_value"], t["state"]) for t in rest] == [("900 euros", "applied")]
    assert empty("review", "--decline-all").out == "nothing waits for a decision\n"


def test_the_command_gives_one_named_decision_as_one_object(empty: Shell) -> None:
    found = doubted(empty)
    assert empty("review", "--decline", found["Hull"], "--json").json()["state"] == "declined"
    kept = empty("review", "--accept", found["Apex"], "--decline-all", "--json").json()
    assert [(t["to_value"], t["state"]) for t in kept] == [("Apex", "applied"), ("900 euros", "declined")]


@pytest.mark.parametrize("options", [("--list", "--accept-all"), ("--accept-all", "--decline-all")])
def test_the_command_is_told_one_thing(empty: Shell, options: tuple[str, ...]) -> None:
    assert empty("review", *options).code == 2
