"""The public face: what it refuses, what it promises about the host, and that both faces are one."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import atma_overlay
from atma_overlay import (
    AsyncOverlay,
    ConflictError,
    HostError,
    InvalidInputError,
    Label,
    LedgerError,
    NotFoundError,
    Overlay,
    Scope,
    Turn,
    View,
)
from atma_overlay.arguments import utc_now
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostCapabilities, HostItem, HostSearch
from atma_overlay.records import OutboxState
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, ME, Clock, World, current, is_open

LATER = FIRST + timedelta(days=30)


class Flaky(MemoryHost):
    """A host that fails `times` times, before or after it stored, for good or not."""

    def __init__(self, times: int, *, after: bool = False, error: Exception | None = None) -> None:
        super().__init__()
        self.times, self.after, self.calls = times, after, 0
        self.error = error or HostError("flaky", "add", "is away", transient=True)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        self.calls += 1
        if self.times > 0:
            self.times -= 1
            if self.after:
                super().add(items, scope=scope)
            raise self.error
        return super().add(items, scope=scope)


class Deaf(MemoryHost):
    """A host that does not answer, or does not delete."""

    def __init__(self, *, deletes: int = 0, searches: int = 0) -> None:
        super().__init__()
        self.deletes, self.searches = deletes, searches

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        if self.deletes > 0:
            self.deletes -= 1
            raise HostError("deaf", "delete", "is away", transient=True)
        super().delete(ids, scope=scope)

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        if self.searches > 0:
            self.searches -= 1
            raise HostError("deaf", "search", "is away", transient=True)
        return super().search(query, scope=scope, limit=limit, within=within)


def told(*texts: str, **parts: Any) -> World:
    world = World(**parts)
    for day, text in enumerate(texts):
        world.overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=day))
    return world


def stored(world: World) -> list[str]:
    return [m.text for m in world.host.page(scope=ME).memories]


# What it refuses, with the field and the remedy


NAIVE = datetime(2024, 1, 1)  # noqa: DTZ001 - naive on purpose


@pytest.mark.parametrize(
    ("call", "field", "remedy"),
    [
        (lambda o: o.remember("Hi.", scope=ME, observed_at=NAIVE), "observed_at", "aware"),
        (lambda o: o.remember("", scope=ME), "text", "leave the turn out"),
        (lambda o: o.remember([], scope=ME), "turns", "at least one"),
        (lambda o: o.remember("Hi.", scope=ME, role="wizard"), "role", "user, assistant, system, tool"),
        (lambda o: o.remember("Hi.", scope=ME, origin="rumour"), "origin", "user, tool, document, agent"),
        (lambda o: o.remember("Hi.", scope=ME, observed_at=LATER + timedelta(days=900)), "observed_at", "future"),
        (lambda o: o.remember([Turn(text="Hi.")], scope=ME, key="k"), "key", "each turn its own"),
        (lambda o: o.remember([Turn(text="Hi."), Turn(text=" ")], scope=ME), "turns[1].text", "leave the turn out"),
        (lambda o: o.remember("Hi.", scope={"tenant": "a", "user": "b"}), "scope", "Scope(tenant="),
        (lambda o: o.recall("", scope=ME), "query", "pass what the agent was asked"),
        (lambda o: o.recall("Hi?", scope=ME, limit=0), "limit", "between 1 and 200"),
        (lambda o: o.recall("Hi?", scope=ME, limit=201), "limit", "between 1 and 200"),
        (lambda o: o.recall("Hi?", scope=ME, max_tokens=0), "max_tokens", "positive"),
        (lambda o: o.recall("Hi?", scope=ME, view="sideways"), "view", "current, historical, change, neutral"),
        (lambda o: o.recall("Hi?", scope=ME, valid_at=NAIVE), "valid_at", "aware"),
        (lambda o: o.recall("Hi?", scope=ME, known_at=NAIVE), "known_at", "aware"),
        (lambda o: o.recall("Hi?", scope=ME, known_at=LATER + timedelta(days=900)), "known_at", "future"),
        (lambda o: o.recall("Hi?", scope=ME, now=NAIVE), "now", "aware"),
        (lambda o: o.timeline(scope=ME, known_at=NAIVE), "known_at", "aware"),
        (lambda o: o.correct("rec_1", " ", scope=ME), "value", "forget"),
        (lambda o: o.forget(" ", scope=ME), "what", "words"),
        (lambda o: o.forget("rec_1", scope=ME, observed_at=LATER + timedelta(days=900)), "observed_at", "future"),
        (lambda o: o.undo("tr_1", scope=ME, by=" "), "by", "name the person"),
        (lambda o: o.erase(scope=ME), "erase", "exactly one"),
        (lambda o: o.erase(scope=ME, record_id="rec_1", everything=True), "erase", "exactly one"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_with_the_field_and_the_remedy(call: Any, field: str, remedy: str) -> None:
    world = World()
    with pytest.raises(InvalidInputError) as refused:
        call(world.overlay)
    assert refused.value.field == field
    assert remedy in str(refused.value)
    assert world.timeline().revision == 0


@pytest.mark.parametrize("part", [{"mode": "dry"}, {"on_error": "ignore"}, {"ledger": "postgres://x"}])
def test_a_part_that_does_not_exist_is_refused(part: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        Overlay(MemoryHost(), **{"ledger": "memory://", **part})


@pytest.mark.parametrize("user", ["", " ", "*", "u*", "%", " u", "u\n", "u\u200b", "x" * 257])
def test_a_scope_names_exactly_one_owner(user: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        Scope(tenant="acme", user=user)
    assert refused.value.field == "scope.user"


def test_the_public_names_are_these() -> None:
    assert atma_overlay.__all__ == [
        "AsyncOverlay", "AtmaError", "ConflictError", "EraseReceipt", "Explanation", "HostError", "InvalidInputError",
        "Kind", "Label", "LedgerCorruptError", "LedgerError", "Lexicon", "MissingExtraError", "NotFoundError", "Origin",
        "Overlay", "Packet", "Premise", "PremiseVerdict", "Proposal", "PruneReceipt", "RestoreReceipt", "Row", "Scope",
        "StateRecord", "Status", "Timeline", "TransitionRecord", "Turn", "View", "WriteReceipt",
    ]  # fmt: skip
    assert all(hasattr(atma_overlay, name) for name in atma_overlay.__all__)


# Remembering


def test_what_is_dated_is_stored_once_however_often_it_is_handed_over() -> None:
    world = World()
    first = world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    again = world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert (len(first.observation_ids), first.duplicates) == (1, 0)
    assert (again.observation_ids, again.duplicates, again.revision) == ((), 1, world.timeline().revision)
    assert stored(world) == ["I live in Leeds."]


def test_the_same_key_is_stored_once_within_a_batch_and_across() -> None:
    world = World()
    turns = [Turn(text="I live in Leeds.", key="k1"), Turn(text="I live in York.", key="k1")]
    assert world.overlay.remember(turns, scope=ME).duplicates == 1
    assert world.overlay.remember("I live in Hull.", scope=ME, key="k1").duplicates == 1
    assert current(world, "home_city") == ["Leeds"]


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


# The outbox


def test_a_write_that_the_host_missed_once_is_handed_over_with_the_next() -> None:
    world = World(host=Flaky(1))
    first = world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert (first.host_ids, first.pending_host_writes) == ((), 1)
    second = world.overlay.remember("I moved to York.", scope=ME, observed_at=LATER)
    assert (len(second.host_ids), second.pending_host_writes) == (1, 0)
    assert stored(world) == ["I live in Leeds.", "I moved to York."]


def test_flush_hands_over_what_is_pending() -> None:
    world = World(host=Flaky(1))
    world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert world.overlay.flush(scope=ME) == 1
    assert world.overlay.flush(scope=ME) == 0
    assert stored(world) == ["I live in Leeds."]


def test_a_host_that_fails_after_storing_holds_nothing_twice() -> None:
    world = World(host=Flaky(1, after=True))
    world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert world.overlay.flush(scope=ME) == 1
    assert stored(world) == ["I live in Leeds."]
    assert len(world.timeline().records[0].host_ids) == 1


def test_a_host_that_always_fails_costs_no_fact() -> None:
    world = World(host=Flaky(10**6))
    for day, city in enumerate(("Leeds", "York")):
        receipt = world.overlay.remember(f"I live in {city}.", scope=ME, observed_at=FIRST + timedelta(days=day))
        assert receipt.pending_host_writes == day + 1
    assert current(world, "home_city") == ["York"]
    assert [r.value for r in world.overlay.recall("Where do I live?", scope=ME).rows] == ["York"]


def test_an_error_that_is_no_host_error_leaves_the_write_pending_too() -> None:
    world = World(host=Flaky(1, error=RuntimeError("a bug in an SDK")))
    assert world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST).pending_host_writes == 1


def test_an_item_that_the_host_refuses_for_good_blocks_no_other_and_is_given_up() -> None:
    class Picky(MemoryHost):
        def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
            if any("York" in i.text for i in items):
                raise HostError("picky", "add", "does not like it")
            return super().add(items, scope=scope)

    world = World(host=Picky())
    turns = [Turn(text="I live in Leeds."), Turn(text="I moved to York."), Turn(text="I eat pork.")]
    assert world.overlay.remember(turns, scope=ME, observed_at=FIRST).pending_host_writes == 1
    for _ in range(6):
        world.overlay.remember("Good morning.", scope=ME)
    items = world.ledger.read(ME, lambda r: r.outbox())
    assert [(i.state, i.attempts, i.error) for i in items] == [(OutboxState.FAILED, 5, "HostError")]
    assert world.overlay.remember("Good night.", scope=ME).pending_host_writes == 1
    assert {"I live in Leeds.", "I eat pork.", "Good night."} <= set(stored(world))


def test_a_host_that_answers_for_another_number_of_items_is_not_believed() -> None:
    class Confused(MemoryHost):
        def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
            return []

    world = World(host=Confused())
    assert world.overlay.remember("I live in Leeds.", scope=ME).pending_host_writes == 1


def test_pending_writes_go_to_the_scope_that_they_were_said_in() -> None:
    world = World(host=Flaky(1))
    world.overlay.remember("I live in Leeds.", scope=AT_HOME, observed_at=FIRST)
    world.overlay.remember("I moved to York.", scope=AT_WORK, observed_at=LATER)
    assert [m.text for m in world.host.page(scope=AT_HOME).memories] == ["I live in Leeds."]
    assert [m.text for m in world.host.page(scope=AT_WORK).memories] == ["I moved to York."]


def test_once_the_ledger_has_it_a_failing_outbox_is_no_error() -> None:
    world = World()
    write, count = world.ledger.write, iter(range(100))

    def second_fails(scope: Scope, work: Any, **how: Any) -> Any:
        if next(count) == 1:
            raise LedgerError("the disk is full: free some space")
        return write(scope, work, **how)

    world.ledger.write = second_fails  # type: ignore[method-assign]  # the second commit fails
    assert world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST).pending_host_writes == 1
    assert world.overlay.flush(scope=ME) == 1
    assert stored(world) == ["I live in Leeds."]


# Recalling


def test_a_failing_search_is_answered_from_the_ledger_and_said_so() -> None:
    world = told("I live in Leeds.", host=Deaf(searches=1))
    packet = world.overlay.recall("Where do I live?", scope=ME)
    assert [(r.label, r.value) for r in packet.rows] == [(Label.CURRENT, "Leeds")]
    assert packet.degraded == "HostError"
    assert world.overlay.recall("Where do I live?", scope=ME).degraded is None


def test_a_failing_search_is_raised_when_asked() -> None:
    world = told("I live in Leeds.", host=Deaf(searches=1), on_error="raise")
    with pytest.raises(HostError):
        world.overlay.recall("Where do I live?", scope=ME)


@pytest.mark.parametrize("error", [LedgerError("locked"), RuntimeError("a bug")])
def test_a_failing_ledger_passes_the_host_s_answer_through_unlabelled(error: Exception) -> None:
    world = told("I live in Leeds.", "I moved to York.")

    def broken(*_: Any) -> Any:
        raise error

    world.ledger.read = broken  # type: ignore[assignment, method-assign]  # nothing can be read
    packet = world.overlay.recall("Where do I live?", scope=ME)
    assert {r.label for r in packet.rows} == {Label.UNTRACKED}
    assert packet.degraded == type(error).__name__
    assert packet.native is not None
    strict = Overlay(world.host, ledger=world.ledger, on_error="raise")
    with pytest.raises(type(error)):
        strict.recall("Where do I live?", scope=ME)


def test_a_read_of_what_was_known_asks_no_host() -> None:
    world = told("I live in Leeds.", host=Deaf(searches=0))
    at = world.clock()
    assert isinstance(world.host, Deaf)
    world.host.searches = 1
    packet = world.overlay.recall("Where do I live?", scope=ME, known_at=at)
    assert (packet.degraded, [r.value for r in packet.rows], world.host.searches) == (None, ["Leeds"], 1)


# Looking


def test_a_timeline_can_be_narrowed_to_a_subject_and_an_attribute() -> None:
    world = told("I live in Leeds.", "My sister Lotte lives in Ghent.", "My rent is 800 euros.")
    assert {r.subject for r in world.timeline(subject="Lotte").records} == {"lotte"}
    assert [r.value for r in world.timeline(subject="user", attribute="Home City").records] == ["Leeds"]
    assert world.timeline(attribute="shoe size").records == ()


def test_why_gives_the_evidence_and_the_transitions_in_and_out() -> None:
    world = told("I live in Leeds.", "I live in Leeds.", "I moved to York.")
    leeds = next(r for r in world.timeline().records if r.value == "Leeds")
    explained = world.overlay.why(leeds.id, scope=ME)
    assert [text for _, text in explained.evidence] == ["I live in Leeds.", "I live in Leeds."]
    assert [(t.from_value, t.to_value, t.reason) for t in explained.transitions] == [
        ("Leeds", "York", "the change is told")
    ]
    assert explained.label is Label.HISTORICAL
    with pytest.raises(NotFoundError, match="check the id and the scope"):
        world.overlay.why("rec_0", scope=ME)


# A person's acts


def test_undo_leaves_both_records_and_only_an_applied_transition_can_be_undone() -> None:
    world = told("I live in Leeds.", "I moved to York.")
    transition = world.timeline().transitions[0]
    undone = world.overlay.undo(transition.id, scope=ME, by="ada")
    assert (undone.state, undone.decider) == ("undone", "person:ada")
    assert current(world, "home_city") == ["Leeds", "York"]
    assert all(not r.contested_with for r in world.timeline().records)
    for act in (world.overlay.undo, world.overlay.accept, world.overlay.decline):
        with pytest.raises(ConflictError, match="is undone, not"):
            act(transition.id, scope=ME)
    with pytest.raises(NotFoundError):
        world.overlay.undo("tr_0", scope=ME)


def test_only_the_undone_transition_is_undone_and_what_hung_on_it_is_withdrawn() -> None:
    world = told("I live in Leeds.", "I moved to York.", "I moved to Hull.")
    first = world.timeline().transitions[0]
    world.overlay.undo(first.id, scope=ME)
    states = sorted((t.from_value, t.to_value, t.state.value) for t in world.timeline().transitions)
    assert states == [("Leeds", "Hull", "applied"), ("Leeds", "York", "undone"), ("York", "Hull", "applied")]


def test_correct_takes_the_interval_of_what_holds() -> None:
    world = told("I live in Leeds.")
    receipt = world.overlay.correct(world.timeline().records[0].id, "Leek", scope=ME)
    assert [(t.from_value, t.to_value, t.kind) for t in receipt.transitions] == [("Leeds", "Leek", "corrected")]
    record = next(r for r in world.timeline().records if r.value == "Leek")
    assert (record.valid_from, is_open(record)) == (FIRST, True)


def test_correct_mends_the_past_and_leaves_the_present_alone() -> None:
    world = told("I live in Leeds.", "I moved to York.")
    leeds = next(r for r in world.timeline().records if r.value == "Leeds")
    world.overlay.correct(leeds.id, "Leek", scope=ME)
    records = {r.value: r for r in world.timeline().records}
    assert (records["Leek"].valid_from, records["Leek"].valid_to) == (leeds.valid_from, leeds.valid_to)
    assert current(world, "home_city") == ["York"]
    assert records["Leeds"].status == "corrected"
    with pytest.raises(NotFoundError):
        world.overlay.correct("where I live", "Leek", scope=ME)


@pytest.mark.parametrize("by_words", [True, False])
def test_forget_takes_a_record_out_of_use_by_id_or_by_words(by_words: bool) -> None:
    world = told("My rent is 800 euros.", "I live in Leeds.")
    rent = next(r for r in world.timeline().records if r.attribute == "rent")
    world.overlay.forget("my rent" if by_words else rent.id, scope=ME)
    assert next(r for r in world.timeline().records if r.id == rent.id).status == "retracted"
    assert "800" not in world.overlay.recall("What is my rent?", scope=ME).render(nonce="x")
    assert current(world, "home_city") == ["Leeds"]
    with pytest.raises(NotFoundError):
        world.overlay.forget("my spaceship", scope=ME)


@pytest.mark.parametrize(
    ("way", "cities", "state"), [("accept", ["York"], "applied"), ("decline", ["Leeds", "York"], "declined")]
)
def test_a_proposal_is_reviewed_and_decided_once(way: str, cities: list[str], state: str) -> None:
    world = told("I live in Leeds.")
    world.overlay.remember("I moved to York.", scope=ME, observed_at=LATER, origin="document")
    (proposal,) = world.overlay.review(scope=ME)
    assert (proposal.transition.from_value, proposal.transition.to_value) == ("Leeds", "York")
    packet = world.overlay.recall("Where do I live?", scope=ME)
    labels = {r.value: r.label for r in packet.rows if r.value in ("Leeds", "York")}
    assert labels == {"Leeds": Label.CURRENT, "York": Label.CONTESTED}
    with pytest.raises(ConflictError):
        world.overlay.undo(proposal.transition.id, scope=ME)
    decided = getattr(world.overlay, way)(proposal.transition.id, scope=ME, by="ada")
    assert decided.state == state
    assert current(world, "home_city") == cities
    assert world.overlay.review(scope=ME) == ()
    assert all(not r.contested_with for r in world.timeline().records)
    with pytest.raises(ConflictError):
        getattr(world.overlay, way)(proposal.transition.id, scope=ME)


def test_a_proposal_expires() -> None:
    world = told("I live in Leeds.")
    world.overlay.remember("I moved to York.", scope=ME, observed_at=LATER, origin="document")
    assert len(world.overlay.review(scope=ME)) == 1
    world.clock.now += timedelta(days=31)
    assert world.overlay.review(scope=ME) == ()


def expired() -> tuple[World, str]:
    """A world with a proposal that nobody decided in time."""
    world = told("I live in Leeds.")
    world.overlay.remember("I moved to York.", scope=ME, observed_at=LATER, origin="document")
    (proposal,) = world.overlay.review(scope=ME)
    world.clock.now = proposal.expires_at
    return world, proposal.transition.id


def test_an_expired_proposal_retires_nothing_and_its_values_stay_contested() -> None:
    world, proposal = expired()
    before = world.timeline()
    with pytest.raises(ConflictError, match=r"expired at .* declining ends the contest"):
        world.overlay.accept(proposal, scope=ME)
    assert world.timeline() == before
    packet = world.overlay.recall("Where do I live?", scope=ME)
    labels = {r.value: r.label for r in packet.rows if r.value in ("Leeds", "York")}
    assert labels == {"Leeds": Label.CURRENT, "York": Label.CONTESTED}


def test_a_proposal_is_accepted_until_the_instant_that_it_expires() -> None:
    world, proposal = expired()
    world.clock.now -= timedelta(minutes=1)
    assert world.overlay.accept(proposal, scope=ME).state == "applied"


def test_declining_an_expired_proposal_ends_the_contest() -> None:
    world, proposal = expired()
    assert world.overlay.decline(proposal, scope=ME).state == "declined"
    assert current(world, "home_city") == ["Leeds", "York"]
    assert all(not r.contested_with for r in world.timeline().records)


@pytest.mark.parametrize("deed", ["said", "corrected", "forgotten"])
def test_a_contest_ends_by_evidence_or_a_person_after_its_proposal_expired(deed: str) -> None:
    world, _ = expired()
    records = {r.value: r.id for r in world.timeline().records}
    if deed == "said":
        world.overlay.remember("I moved to York.", scope=ME)
    elif deed == "corrected":
        world.overlay.correct(records["Leeds"], "York", scope=ME)
    else:
        world.overlay.forget(records["Leeds"], scope=ME)
    assert current(world, "home_city") == ["York"]
    assert all(not r.contested_with for r in world.timeline().records if is_open(r))


def test_a_proposal_made_anew_can_be_accepted_again() -> None:
    world, _ = expired()
    world.overlay.remember("I moved to Bonn.", scope=ME, origin="document")
    (proposal,) = [p for p in world.overlay.review(scope=ME) if p.transition.to_value == "Bonn"]
    world.overlay.accept(proposal.transition.id, scope=ME)
    assert "Leeds" not in current(world, "home_city")
    assert "Bonn" in current(world, "home_city")


# Erasing


def test_an_erased_record_is_gone_here_and_at_the_host() -> None:
    world = told("I live in Leeds.", "I moved to York.")
    york = next(r for r in world.timeline().records if r.value == "York")
    receipt = world.overlay.erase(record_id=york.id, scope=ME)
    assert (receipt.record_ids, len(receipt.host_ids), receipt.not_erased) == ((york.id,), 1, ())
    assert stored(world) == ["I live in Leeds."]
    assert [(r.value, r.status) for r in world.timeline().records] == [("Leeds", "invalidated")]
    assert "York" not in world.overlay.recall("Where do I live?", scope=ME).render()


def test_a_deletion_that_the_host_missed_waits_and_is_drained() -> None:
    world = told("I live in Leeds.", host=Deaf(deletes=1))
    receipt = world.overlay.erase(everything=True, scope=ME)
    assert len(receipt.not_erased) == 1
    assert "waits in the outbox" in receipt.not_erased[0]
    assert stored(world) == ["I live in Leeds."]
    world.overlay.flush(scope=ME)
    assert stored(world) == []
    assert world.ledger.read(ME, lambda r: r.outbox()) == []


def test_an_erased_text_that_the_host_never_got_is_never_handed_over() -> None:
    world = World(host=Flaky(1))
    world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    world.overlay.erase(everything=True, scope=ME)
    assert world.overlay.flush(scope=ME) == 0
    assert stored(world) == []
    assert world.ledger.read(ME, lambda r: r.outbox()) == []


@pytest.mark.parametrize("words", ["I no longer live in Leeds.", "Please forget what I told you about my city."])
def test_erasing_an_end_or_a_retraction_revives_nothing(words: str) -> None:
    world = told("I live in Leeds.", words)
    cause = world.timeline().transitions[0].cause
    world.overlay.erase(observation_id=cause, scope=ME)
    assert current(world, "home_city") == []
    world.overlay.remember("I eat pork.", scope=ME, observed_at=FIRST - timedelta(days=1))
    assert current(world, "home_city") == []


def test_erasing_in_a_session_leaves_what_was_said_elsewhere() -> None:
    world = World()
    world.overlay.remember("I live in Leeds.", scope=AT_HOME, observed_at=FIRST)
    world.overlay.remember("I live in Leeds.", scope=AT_WORK, observed_at=LATER)
    at_work = world.timeline(AT_WORK).records[0]
    assert world.overlay.erase(record_id=at_work.id, scope=AT_WORK).record_ids == ()
    assert [r.value for r in world.timeline().records] == ["Leeds"]
    assert [m.text for m in world.host.page(scope=ME).memories] == ["I live in Leeds."]


def test_what_another_host_holds_is_reported() -> None:
    world = told("I live in Leeds.")
    other = Overlay(MemoryHost(name="other"), ledger=world.ledger, clock=world.clock)
    receipt = other.erase(everything=True, scope=ME)
    assert receipt.host_ids == ()
    assert len(receipt.not_erased) == 1
    assert receipt.not_erased[0].startswith("memory: ")


# Both faces


async def test_the_awaited_face_gives_the_same_answers() -> None:
    def stripped(answer: Any) -> str:
        volatile = {"id", "observation_id", "record_ids", "transition_ids", "host_ids", "observation_ids", "cause"}
        volatile |= {"from_id", "to_id", "evidence", "recorded_at", "restated_by", "contested_with"}

        def walk(x: Any) -> Any:
            if isinstance(x, dict):
                return {k: walk(v) for k, v in x.items() if k not in volatile}
            return [walk(v) for v in x] if isinstance(x, list | tuple) else x

        return str(walk(answer if isinstance(answer, int) else answer.model_dump(exclude={"expires_at"})))

    clocks = Clock(), Clock()
    blocking = Overlay(MemoryHost(), ledger=open_ledger("memory://", clock=clocks[0]), clock=clocks[0])
    awaited = AsyncOverlay(MemoryHost(), ledger=open_ledger("memory://", clock=clocks[1]), clock=clocks[1])
    document: dict[str, Any] = {"observed_at": LATER, "origin": "document"}

    def ids(timeline: Any) -> tuple[str, str, str]:
        proposed = next(t.id for t in timeline.transitions if t.state == "proposed")
        applied = next(t.id for t in timeline.transitions if t.state == "applied")
        return timeline.records[0].id, applied, proposed

    steps: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
        ("remember", ("I live in Leeds.",), {"observed_at": FIRST}),
        ("remember", ("I moved to York.",), {"observed_at": FIRST + timedelta(days=1)}),
        ("remember", ("I moved to Hull.",), document),
        ("recall", ("Where do I live?",), {"view": View.CURRENT, "now": LATER}),
        ("timeline", (), {}),
        ("why", (0,), {}),
        ("accept", (2,), {}),
        ("undo", (1,), {}),
        ("correct", (0, "Leek"), {}),
        ("forget", (0,), {}),
        ("flush", (), {}),
        ("promote", (), {}),
        ("erase", (), {"everything": True}),
    ]
    mine: tuple[str, str, str] = ("", "", "")
    theirs = mine
    for name, args, kwargs in steps:
        first = getattr(blocking, name)(*(mine[a] if isinstance(a, int) else a for a in args), scope=ME, **kwargs)
        second = await getattr(awaited, name)(
            *(theirs[a] if isinstance(a, int) else a for a in args), scope=ME, **kwargs
        )
        assert stripped(first) == stripped(second), name
        if name == "timeline":
            mine, theirs = ids(first), ids(second)
    assert (blocking.review(scope=ME), await awaited.review(scope=ME)) == ((), ())
    with pytest.raises(NotFoundError):
        await awaited.decline("tr_0", scope=ME)
    async with awaited:
        pass


async def test_a_blocking_host_does_not_hold_up_the_event_loop() -> None:
    class Slow(MemoryHost):
        def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
            time.sleep(0.3)
            return super().search(query, scope=scope, limit=limit, within=within)

    overlay = AsyncOverlay(Slow(), ledger="memory://")
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    await overlay.recall("Where do I live?", scope=ME)
    ticking.cancel()
    assert ticks >= 10


class Coroutines:
    """A host whose every method is a coroutine, all on one loop."""

    def __init__(self) -> None:
        self.inner = MemoryHost()
        self.loops: set[int] = set()
        self.name = "coroutines"
        self.closed = False

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(self.inner.capabilities, asynchronous=True)

    async def _here(self) -> None:
        await asyncio.sleep(0)
        self.loops.add(id(asyncio.get_running_loop()))

    async def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        await self._here()
        return self.inner.add(items, scope=scope)

    async def search(self, query: str, *, scope: Scope, limit: int) -> HostSearch:
        await self._here()
        return self.inner.search(query, scope=scope, limit=limit)

    async def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        await self._here()
        self.inner.delete(ids, scope=scope)

    async def close(self) -> None:
        await self._here()
        self.closed = True


async def test_a_host_of_coroutines_works_under_both_faces_on_one_loop_of_its_own() -> None:
    for awaited in (False, True):
        host: Any = Coroutines()
        if awaited:
            async with AsyncOverlay(host, ledger="memory://") as overlay:
                await overlay.remember("I live in Leeds.", scope=ME)
                packet = await overlay.recall("Where do I live?", scope=ME)
        else:
            with Overlay(host, ledger="memory://") as blocking:
                blocking.remember("I live in Leeds.", scope=ME)
                packet = blocking.recall("Where do I live?", scope=ME)
        assert [r.value for r in packet.rows] == ["Leeds"]
        assert (len(host.loops), host.closed) == (1, True)
        assert id(asyncio.get_running_loop()) not in host.loops


def test_a_host_that_is_not_thread_safe_is_called_once_at_a_time() -> None:
    class Touchy(MemoryHost):
        inside = 0
        most = 0

        @property
        def capabilities(self) -> HostCapabilities:
            return replace(super().capabilities, thread_safe=False)

        def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
            self.inside += 1
            self.most = max(self.most, self.inside)
            time.sleep(0.02)
            self.inside -= 1
            return super().search(query, scope=scope, limit=limit, within=within)

    host = Touchy()
    overlay = Overlay(host, ledger="memory://")
    threads = [threading.Thread(target=overlay.recall, args=("Hi?",), kwargs={"scope": ME}) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert host.most == 1


def test_the_clock_s_now_is_utc() -> None:
    assert utc_now().tzinfo is UTC
