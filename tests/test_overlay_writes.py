"""What is remembered: once, in order, and told in a receipt."""

from __future__ import annotations

from functools import partial

import pytest

from atma_overlay import (
    Turn,
)
from atma_overlay.errors import InvalidInputError
from atma_overlay.threads.learning import fresh_turns
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, ME, World, current
from tests.overlay_worlds import LATER, stored, told


def test_what_is_dated_is_stored_once_however_often_it_is_handed_over() -> None:
    world = World()
    first = world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    again = world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert (len(first.observation_ids), first.duplicates) == (1, 0)
    assert (again.observation_ids, again.duplicates, again.revision) == ((), 1, world.timeline().revision)
    assert stored(world) == ["I live in Leeds."]


def test_the_same_key_is_stored_once_within_a_batch_and_across() -> None:
    world = World()
    turns = [Turn(text="I live in Leeds.", key="k1"), Turn(text="I live in Leeds.", key="k1")]
    assert world.overlay.remember(turns, scope=ME).duplicates == 1
    assert world.overlay.remember("I live in Leeds.", scope=ME, key="k1").duplicates == 1
    assert stored(world) == ["I live in Leeds."]


def test_a_key_that_stands_for_another_text_is_refused_and_nothing_of_its_batch_is_stored() -> None:
    world = World()
    world.overlay.remember("I live in Leeds.", scope=ME, key="k1")
    with pytest.raises(InvalidInputError, match=r"^key: 'k1' stands for another text already: pass a key of its own"):
        world.overlay.remember("I live in Hull.", scope=ME, key="k1")
    turns = [Turn(text="I work at Acme.", key="k2"), Turn(text="I live in York.", key="k1")]
    with pytest.raises(InvalidInputError, match=r"^turns\[1\]\.key: 'k1' stands for another text already"):
        world.overlay.remember(turns, scope=ME)
    turns = [Turn(text="I work at Acme.", key="k2"), Turn(text="I work at Globex.", key="k2")]
    with pytest.raises(InvalidInputError, match=r"^turns\[1\]\.key: 'k2' stands for another text already"):
        world.overlay.remember(turns, scope=ME)
    assert stored(world) == ["I live in Leeds."]


def test_two_agents_may_have_the_same_key_and_neither_loses_what_it_was_told() -> None:
    world = World()
    world.overlay.remember("I live in Leeds.", scope=AT_HOME, key="1")
    same = world.overlay.remember("I live in Leeds.", scope=AT_WORK, key="1")
    assert (same.duplicates, len(same.observation_ids)) == (0, 1)
    assert [r.value for r in world.overlay.recall("Where do I live?", scope=AT_WORK).rows[:1]] == ["Leeds"]
    assert world.overlay.remember("I live in Leeds.", scope=AT_WORK, key="1").duplicates == 1
    assert world.overlay.remember("I live in Leeds.", scope=AT_HOME, key="1").duplicates == 1
    other = world.overlay.remember(
        [Turn(text="I eat pork.", key="2"), Turn(text="I use Notion.", key="3")], scope=AT_HOME
    )
    assert len(other.observation_ids) == 2
    assert world.overlay.remember("I use Linux.", scope=AT_WORK, key="2").duplicates == 0
    with pytest.raises(InvalidInputError, match=r"^key: '2' stands for another text already: pass a key of its own"):
        world.overlay.remember("I use Windows.", scope=AT_WORK, key="2")


def test_what_two_agents_were_told_under_one_key_is_stored_once_for_each_after_the_first_is_erased() -> None:
    world = World()
    [first] = world.overlay.remember("I live in Leeds.", scope=AT_HOME, key="1").observation_ids
    world.overlay.remember("I live in Leeds.", scope=AT_WORK, key="1")
    world.overlay.erase(observation_id=first, scope=AT_HOME)
    assert world.overlay.remember("I live in Leeds.", scope=AT_WORK, key="1").duplicates == 1
    assert stored(world) == ["I live in Leeds."]


def test_what_was_erased_is_stored_anew_where_it_is_handed_over_again_since_no_mark_of_it_is_left() -> None:
    world = World()
    [first] = world.overlay.remember("I live in Leeds.", scope=AT_HOME, key="1").observation_ids
    world.overlay.erase(observation_id=first, scope=AT_HOME)
    again = world.overlay.remember("I live in Leeds.", scope=AT_HOME, key="1")
    assert (again.duplicates, len(again.observation_ids)) == (0, 1)


def test_what_a_user_was_told_by_an_agent_is_stored_once_under_its_key_for_the_user_too() -> None:
    world = World()
    world.overlay.remember("I live in Leeds.", scope=AT_HOME, key="1")
    assert world.overlay.remember("I live in Leeds.", scope=ME, key="1").duplicates == 1
    with pytest.raises(InvalidInputError, match=r"^key: '1' stands for another text already"):
        world.overlay.remember("I live in York.", scope=ME, key="1")
    assert world.overlay.remember("I live in York.", scope=AT_WORK, key="1").duplicates == 0


def test_a_thread_that_goes_on_in_another_session_is_learnt_there_and_once() -> None:
    world, turns = World(), [Turn(text="I live in Leeds.", key="m-1"), Turn(text="I eat pork.", key="m-2")]
    world.overlay.remember(turns, scope=AT_HOME)
    for scope, fresh in ((AT_HOME, []), (ME, []), (AT_WORK, turns)):
        assert world.ledger.read(scope, partial(fresh_turns, turns=turns, scope=scope)) == fresh
    world.overlay.remember(turns, scope=AT_WORK)
    assert world.ledger.read(AT_WORK, partial(fresh_turns, turns=turns, scope=AT_WORK)) == []


def test_the_key_of_an_erased_text_is_free() -> None:
    world = World()
    said = world.overlay.remember("I live in Leeds.", scope=ME, key="k1")
    world.overlay.erase(scope=ME, observation_id=said.observation_ids[0])
    assert world.overlay.remember("I live in Hull.", scope=ME, key="k1").duplicates == 0
    assert current(world, "home_city") == ["Hull"]


def test_an_undated_turn_is_new_each_time() -> None:
    world = World()
    for _ in range(2):
        world.overlay.remember("Good morning.", scope=ME)
    assert len(stored(world)) == 2


def test_what_a_question_takes_for_granted_overwrites_nothing() -> None:
    world = told("I live in Leeds.", "I moved to York.", "Since I live in Leeds, which gym is near me?")
    assert current(world, "home_city") == ["York"]
    assert world.overlay.review(scope=ME) == ()


def test_what_a_question_takes_for_granted_fills_an_empty_slot_and_gives_way() -> None:
    world = told("As I live in Leeds, which gym is near me?")
    assert current(world, "home_city") == ["Leeds"]
    world = told("As I live in Leeds, which gym is near me?", "I moved to York.")
    assert current(world, "home_city") == ["York"]


def test_a_receipt_says_what_the_write_did() -> None:
    world = told("I live in Leeds.")
    receipt = world.overlay.remember("I moved to York.", scope=ME, observed_at=LATER)
    assert [(r.attribute, r.value) for r in receipt.records] == [("home_city", "York")]
    assert [(t.from_value, t.to_value, t.state) for t in receipt.transitions] == [("Leeds", "York", "applied")]
    assert receipt.transitions[0].id in {t.id for t in world.timeline().transitions}
    assert [m.id for m in world.host.get(receipt.host_ids, scope=ME)] == list(receipt.host_ids)
    assert (receipt.pending_host_writes, receipt.mode) == (0, "active")
    assert receipt.revision < world.timeline().revision
    record = next(r for r in world.timeline().records if r.value == "York")
    assert record.host_ids == receipt.host_ids


def test_the_turns_of_one_batch_keep_their_order() -> None:
    world = World()
    turns = [Turn(text=f"I live in {city}.") for city in ("Leeds", "York", "Hull", "Bonn")]
    world.overlay.remember(turns, scope=ME, observed_at=FIRST)
    assert current(world, "home_city") == ["Bonn"]


def test_an_assistant_s_words_state_nothing_and_reach_the_host() -> None:
    world = World()
    world.overlay.remember("You live in Leeds.", scope=ME, role="assistant")
    assert world.timeline().records == ()
    assert stored(world) == ["You live in Leeds."]
