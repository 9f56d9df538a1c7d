"""What was ruled, erased and archived in shadow mode is so on the live plane, until somebody does otherwise there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import ConflictError, Overlay, Scope, WriteReceipt
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, ME, Said, World, opened, state, worlds
from tests.lawful_worlds import law

LEDGERS = pytest.mark.parametrize("url", ["memory://", "sqlite:"])
PROMOTED_BEFORE = pytest.mark.parametrize("before", [False, True], ids=["at once", "promoted before"])
DAY = timedelta(days=1)
WORDS = ("undone", "declined")


def live_of(world: World) -> Overlay:
    return Overlay(world.host, ledger=world.ledger, clock=world.clock)


def told(overlay: Overlay, text: str, days: int, *, scope: Scope = ME) -> WriteReceipt:
    return overlay.remember(text, scope=scope, observed_at=FIRST + days * DAY)


@contextmanager
def moved(url: str) -> Iterator[tuple[World, Overlay]]:
    """A shadow plane that was told of a move, and the live one."""
    with opened(url, mode="shadow") as world:
        told(world.overlay, "I live in Leeds.", 1)
        told(world.overlay, "I moved to York.", 5)
        yield world, live_of(world)


def statuses(overlay: Overlay, scope: Scope = ME) -> list[tuple[str, str]]:
    return sorted((r.value, r.status.value) for r in overlay.timeline(scope=scope).records)


def moves(overlay: Overlay, scope: Scope = ME) -> list[tuple[str, str | None, str, str]]:
    shown = overlay.timeline(scope=scope).transitions
    return sorted((t.from_value, t.to_value, t.state.value, t.decider) for t in shown)


def archived(overlay: Overlay) -> list[str]:
    return sorted(r.value for r in overlay.timeline(scope=ME).records if r.archived)


def only_move(overlay: Overlay, scope: Scope = ME) -> str:
    (move,) = overlay.timeline(scope=scope).transitions
    return move.id


def erase(overlay: Overlay, value: str) -> None:
    (record,) = (r for r in overlay.timeline(scope=ME).records if r.value == value)
    overlay.erase(record_id=record.id, scope=ME)


def verdicts(world: World) -> int:
    return len(world.ledger.read(ME, lambda reader: reader.verdicts()))


@LEDGERS
@PROMOTED_BEFORE
def test_a_successor_that_was_erased_leaves_its_slot_unresolved_on_the_live_plane(url: str, *, before: bool) -> None:
    with opened(url, mode="shadow") as world:
        live = live_of(world)
        told(world.overlay, "I live in Leeds.", 1)
        if before:
            world.overlay.promote(scope=ME)
        told(world.overlay, "I moved to York.", 5)
        erase(world.overlay, "York")
        world.overlay.promote(scope=ME)
        assert statuses(live) == statuses(world.overlay) == [("Leeds", "invalidated")]
        (unresolved, _) = live.recall("Where do I live?", scope=ME).rows
        assert unresolved.label == "unresolved"
        told(live, "I live in Leeds.", 3)
        assert statuses(live) == [("Leeds", "invalidated")]
        told(live, "I live in Leeds.", 9)
        assert statuses(live) == [("Leeds", "active"), ("Leeds", "invalidated")]


@LEDGERS
def test_what_was_closed_by_a_person_s_word_stays_closed_where_nobody_had_ruled_yet(url: str) -> None:
    with opened(url, mode="shadow") as world:
        live = live_of(world)
        told(world.overlay, "I live in Leeds.", 1)
        told(world.overlay, "For now I live in York.", 5)
        world.overlay.promote(scope=ME)
        world.overlay.accept(only_move(world.overlay), scope=ME)
        erase(world.overlay, "York")
        world.overlay.promote(scope=ME)
        assert statuses(live) == [("Leeds", "invalidated")]


@LEDGERS
def test_what_was_undone_on_the_live_plane_is_not_closed_by_what_was_erased_since(url: str) -> None:
    with moved(url) as (world, live):
        world.overlay.promote(scope=ME)
        live.undo(only_move(live), scope=ME)
        erase(live, "York")
        world.overlay.promote(scope=ME)
        assert statuses(world.overlay) == [("Leeds", "invalidated")]
        assert statuses(live) == [("Leeds", "active")]


@LEDGERS
def test_what_was_closed_once_is_not_closed_again(url: str) -> None:
    with moved(url) as (world, live):
        erase(world.overlay, "York")
        world.overlay.promote(scope=ME)
        before = live.timeline(scope=ME)
        world.overlay.promote(scope=ME)
        assert live.timeline(scope=ME) == before


@LEDGERS
@pytest.mark.parametrize("gone", ["Leeds", "York"])
def test_what_is_unknown_by_a_change_that_was_erased_stays_unknown_on_the_live_plane(url: str, gone: str) -> None:
    with opened(url, mode="shadow") as world:
        live = live_of(world)
        for day, text in enumerate(
            ("My gym depends on where I live.", "I live in Leeds.", "My gym is Pulse.", "I moved to York.")
        ):
            told(world.overlay, text, day)
        assert ("Pulse", "invalidated") in statuses(world.overlay)
        erase(world.overlay, gone)
        world.overlay.promote(scope=ME)
        assert statuses(live) == statuses(world.overlay)
        assert moves(live) == moves(world.overlay)
        assert ("Pulse", "invalidated") in statuses(live)
        told(live, "My dog is called Rex.", 0)
        assert ("Pulse", "invalidated") in statuses(live)


def test_what_the_live_plane_took_in_from_the_host_is_closed_too() -> None:
    with opened("memory://", mode="shadow") as world:
        live = live_of(world)
        told(world.overlay, "I live in Leeds.", 1)
        assert live.reconcile(scope=ME).taken == 1
        told(world.overlay, "I moved to York.", 5)
        erase(world.overlay, "York")
        world.overlay.promote(scope=ME)
        assert statuses(live) == [("Leeds", "invalidated")]
        before = live.timeline(scope=ME)
        world.overlay.promote(scope=ME)
        assert live.timeline(scope=ME) == before


@LEDGERS
def test_what_an_agent_closed_is_not_closed_with_what_is_promoted_of_another(url: str) -> None:
    with opened(url, mode="shadow") as world:
        live = live_of(world)
        told(world.overlay, "I live in Leeds.", 1, scope=AT_HOME)
        world.overlay.promote(scope=AT_HOME)
        told(world.overlay, "I moved to York.", 5, scope=AT_HOME)
        erase(world.overlay, "York")
        told(world.overlay, "My dog is called Rex.", 6, scope=AT_WORK)
        world.overlay.promote(scope=AT_WORK)
        assert statuses(live) == [("Leeds", "active"), ("Rex", "active")]
        world.overlay.promote(scope=AT_HOME)
        assert statuses(live) == [("Leeds", "invalidated"), ("Rex", "active")]


@LEDGERS
def test_a_ruling_is_promoted_once(url: str) -> None:
    with moved(url) as (world, live):
        world.overlay.undo(only_move(world.overlay), scope=ME, by="ann")
        world.overlay.promote(scope=ME)
        assert (verdicts(world), statuses(live)) == (1, [("Leeds", "active"), ("York", "active")])
        before = live.timeline(scope=ME)
        world.overlay.promote(scope=ME)
        assert (verdicts(world), live.timeline(scope=ME)) == (1, before)


@LEDGERS
def test_what_was_ruled_on_the_live_plane_after_a_ruling_was_promoted_stands(url: str) -> None:
    with opened(url, mode="shadow") as world:
        live = live_of(world)
        told(world.overlay, "I live in Leeds.", 1)
        told(world.overlay, "For now I live in York.", 5)
        world.overlay.accept(only_move(world.overlay), scope=ME, by="ann")
        world.overlay.promote(scope=ME)
        assert moves(live) == [("Leeds", "York", "applied", "person:ann")]
        live.undo(only_move(live), scope=ME, by="bob")
        for _ in range(2):
            world.overlay.promote(scope=ME)
            assert moves(live) == [("Leeds", "York", "undone", "person:bob")]
            told(world.overlay, "My dog is called Rex.", 6)


@LEDGERS
@pytest.mark.parametrize(
    ("first", "outcome"),
    [("shadow", ("declined", "person:bob")), ("live", ("applied", "person:ann"))],
)
def test_of_two_rulings_the_later_one_counts_whichever_plane_it_was_made_on(
    url: str, first: str, outcome: tuple[str, str]
) -> None:
    with opened(url, mode="shadow") as world:
        live = live_of(world)
        told(world.overlay, "I live in Leeds.", 1)
        told(world.overlay, "For now I live in York.", 5)
        world.overlay.promote(scope=ME)
        ruled = {
            "shadow": lambda: world.overlay.accept(only_move(world.overlay), scope=ME, by="ann"),
            "live": lambda: live.decline(only_move(live), scope=ME, by="bob"),
        }
        for plane in sorted(ruled, key=lambda plane: plane != first):
            ruled[plane]()
        for _ in range(2):
            world.overlay.promote(scope=ME)
            assert moves(live) == [("Leeds", "York", *outcome)]


@LEDGERS
@PROMOTED_BEFORE
@pytest.mark.parametrize("word", ["undo", "decline"])
def test_what_a_person_undid_or_declined_reads_so_on_the_live_plane(url: str, word: str, *, before: bool) -> None:
    with opened(url, mode="shadow") as world:
        live = live_of(world)
        told(world.overlay, "I live in Leeds.", 1)
        told(world.overlay, "I moved to York." if word == "undo" else "For now I live in York.", 5)
        if before:
            world.overlay.promote(scope=ME)
        getattr(world.overlay, word)(only_move(world.overlay), scope=ME, by="ann")
        world.overlay.promote(scope=ME)
        reads = "undone" if word == "undo" else "declined"
        assert moves(live) == moves(world.overlay) == [("Leeds", "York", reads, "person:ann")]
        assert statuses(live) == [("Leeds", "active"), ("York", "active")]


@LEDGERS
def test_a_ruling_on_what_one_agent_was_told_is_not_promoted_with_what_another_was(url: str) -> None:
    with opened(url, mode="shadow") as world:
        live = live_of(world)
        told(world.overlay, "I live in Leeds.", 1, scope=AT_HOME)
        told(world.overlay, "I moved to York.", 5, scope=AT_HOME)
        world.overlay.promote(scope=ME)
        world.overlay.undo(only_move(world.overlay, AT_HOME), scope=AT_HOME, by="ann")
        told(world.overlay, "My dog is called Rex.", 6, scope=AT_WORK)
        world.overlay.promote(scope=AT_WORK)
        assert moves(live) == [("Leeds", "York", "applied", "rules/1")]
        assert statuses(live) == [("Leeds", "superseded"), ("Rex", "active"), ("York", "active")]
        world.overlay.promote(scope=AT_HOME)
        assert moves(live) == [("Leeds", "York", "undone", "person:ann")]


@LEDGERS
def test_what_was_pruned_and_restored_after_a_promotion_is_so_once_it_is_promoted_again(url: str) -> None:
    with moved(url) as (world, live):
        world.overlay.promote(scope=ME)
        world.overlay.prune(scope=ME, older_than=DAY)
        world.overlay.promote(scope=ME)
        assert archived(live) == ["Leeds"]
        world.overlay.restore(scope=ME)
        world.overlay.promote(scope=ME)
        assert archived(live) == []


@LEDGERS
def test_what_was_restored_on_the_live_plane_since_is_not_archived_again(url: str) -> None:
    with moved(url) as (world, live):
        world.overlay.prune(scope=ME, older_than=DAY)
        world.overlay.promote(scope=ME)
        live.restore(scope=ME)
        world.overlay.promote(scope=ME)
        assert archived(live) == []


@LEDGERS
def test_what_holds_again_on_the_live_plane_is_not_archived(url: str) -> None:
    with moved(url) as (world, live):
        world.overlay.promote(scope=ME)
        world.overlay.prune(scope=ME, older_than=DAY)
        live.undo(only_move(live), scope=ME)
        world.overlay.promote(scope=ME)
        assert archived(live) == []


DEEDS = ("undo", "accept", "decline", "erase", "prune", "restore", "promote", "promote")


def do(world: World, deed: str, data: st.DataObject) -> None:
    overlay, timeline = world.overlay, world.timeline()
    if deed in ("undo", "accept", "decline"):
        wanted = "applied" if deed == "undo" else "proposed"
        ids = [t.id for t in timeline.transitions if t.state == wanted]
        if ids:
            with suppress(ConflictError):  # of what has expired, or has lost its evidence, nothing can be decided
                getattr(overlay, deed)(data.draw(st.sampled_from(ids)), scope=ME)
    elif deed == "erase" and timeline.records:
        # A record may be of more on a plane that lacks what was told in between, and all that is goes there.
        overlay.erase(observation_id=data.draw(st.sampled_from(timeline.records)).observation_id, scope=ME)
    elif deed == "prune":
        overlay.prune(scope=ME, older_than=DAY, active=data.draw(st.booleans()))
    elif deed in ("restore", "promote"):
        getattr(overlay, deed)(scope=ME)


def seen(world: World, scope: Scope) -> Any:
    shown = world.timeline(scope)
    there = {r.id for r in shown.records}
    ruled = (t for t in shown.transitions if t.state in WORDS and there.issuperset((t.from_id, t.to_id)))
    words = [(t.from_value, t.to_value, t.kind, t.state, t.decider) for t in ruled]
    marks = [(r.subject, r.attribute, r.value, r.observed_at, r.archived) for r in shown.records]
    return state(world, scope), sorted(words, key=str), sorted(marks)


@pytest.mark.parametrize(("url", "examples"), [("memory://", 60), ("sqlite:", 4)], ids=["memory", "sql"])
def test_what_is_promoted_is_seen_on_the_live_plane_as_in_shadow_mode(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(size=8, scopes=(ME, AT_HOME)))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url, mode="shadow") as world:
            for utterance in utterances:
                world.hand([utterance])
                do(world, data.draw(st.sampled_from(DEEDS)), data)
            world.overlay.promote(scope=ME)
            shadow = {scope: seen(world, scope) for scope in (ME, AT_HOME)}
            world.overlay = live_of(world)
            assert {scope: seen(world, scope) for scope in (ME, AT_HOME)} == shadow

    holds()
