"""A person's acts: undo, correct, forget, review of proposals, erase."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import (
    ConflictError,
    InvalidInputError,
    Label,
    NotFoundError,
    Overlay,
)
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import Origin
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, ME, World, current, is_open
from tests.overlay_worlds import LATER, Deaf, Flaky, stored, told

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


def both_stand() -> tuple[World, str]:
    """Leeds and York after the move was undone, and the record of York."""
    world = told("I live in Leeds.", "I moved to York.")
    world.overlay.undo(world.timeline().transitions[0].id, scope=ME)
    return world, next(r.id for r in world.timeline().records if r.value == "York")


def test_correct_mends_the_record_that_it_is_given_and_not_what_stands_beside_it_after_undo() -> None:
    world, york = both_stand()
    since = next(r.valid_from for r in world.timeline().records if r.id == york)
    receipt = world.overlay.correct(york, "Hull", scope=ME)
    moves = sorted((t.from_value, t.to_value, t.kind.value, t.state.value) for t in receipt.transitions)
    assert moves == [("Leeds", "Hull", "replaced", "proposed"), ("York", "Hull", "corrected", "applied")]
    records = {r.value: r for r in world.timeline().records}
    assert (records["Leeds"].status, records["Leeds"].valid_to) == ("active", None)
    assert (records["Hull"].status, records["Hull"].valid_from, records["Hull"].valid_to) == ("active", since, None)
    assert records["Leeds"].contested_with == (records["Hull"].id,)


@pytest.mark.parametrize(("way", "until"), [("accept", "York"), ("decline", None)])
def test_what_a_correction_leaves_in_question_a_person_decides(way: str, until: str | None) -> None:
    world, york = both_stand()
    since = next(r.valid_from for r in world.timeline().records if r.id == york)
    world.overlay.correct(york, "Hull", scope=ME)
    (proposal,) = world.overlay.review(scope=ME)
    getattr(world.overlay, way)(proposal.transition.id, scope=ME)
    records = {r.value: r for r in world.timeline().records}
    assert records["Leeds"].valid_to == (since if until else None)
    assert (records["Hull"].valid_from, records["York"].status) == (since, "corrected")


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


@pytest.mark.parametrize("way", ["by its id", "by words", "corrected", "corrected in the past"])
def test_who_takes_a_record_back_by_an_act_of_their_own_has_decided_it(way: str) -> None:
    world = told("I live in Leeds.", "I moved to York.")
    leeds, york = (next(r.id for r in world.timeline().records if r.value == v) for v in ("Leeds", "York"))
    done = {
        "by its id": lambda: world.overlay.forget(york, scope=ME),
        "by words": lambda: world.overlay.forget("York", scope=ME),
        "corrected": lambda: world.overlay.correct(york, "Hull", scope=ME),
        "corrected in the past": lambda: world.overlay.correct(leeds, "Leek", scope=ME),
    }[way]()
    (own,) = [t for t in done.transitions if t.kind in ("corrected", "retracted")]
    assert (own.state, own.decider) == ("applied", "person:user")
    world.overlay.remember("I live in Hull.", scope=ME)  # which folds the slot anew
    taken_back = next(t for t in world.timeline().transitions if t.id == own.id)
    assert (taken_back.state, taken_back.decider) == ("applied", "person:user")


@pytest.mark.parametrize("origin", [Origin.TOOL, Origin.DOCUMENT])
def test_what_no_person_stands_behind_is_no_word_of_a_person(origin: Origin) -> None:
    world = World()
    world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST, origin=origin)
    (record,) = world.timeline().records
    done = world.overlay.forget(record.id, scope=ME, origin=origin)
    assert [t.decider for t in done.transitions] == ["rules/1"]


def test_what_the_rules_read_in_a_sentence_they_have_decided() -> None:
    world = told("My rent is 800 euros.", "Please forget my rent.")
    assert [(t.kind, t.decider) for t in world.timeline().transitions] == [("retracted", "rules/1")]


def test_a_lower_origin_forgets_only_what_is_its_own_and_else_proposes_it() -> None:
    world = told("I live in Leeds.")
    world.overlay.remember("My gym is Pulse.", scope=ME, observed_at=LATER, origin="tool")
    records = {r.value: r for r in world.timeline().records}
    leeds, pulse = records["Leeds"], records["Pulse"]
    assert world.overlay.forget(pulse.id, scope=ME, origin="tool").transitions[0].state == "applied"
    proposed = world.overlay.forget("where I live", scope=ME, origin=Origin.TOOL).transitions[0]
    assert (proposed.state, proposed.kind) == ("proposed", "retracted")
    assert proposed.reason == "a tool may not retire what a user said"
    assert current(world, "home_city") == ["Leeds"]
    assert [p.transition.id for p in world.overlay.review(scope=ME)] == [proposed.id]
    world.overlay.accept(proposed.id, scope=ME)
    assert {r.id: r.status.value for r in world.timeline().records}[leeds.id] == "retracted"


def test_a_lower_origin_proposes_to_mend_and_to_forget_the_past_too() -> None:
    world = told("I live in Leeds.", "I moved to York.")
    leeds = next(r for r in world.timeline().records if r.value == "Leeds")
    mended = world.overlay.correct(leeds.id, "Leek", scope=ME, origin="document")
    gone = world.overlay.forget(leeds.id, scope=ME, origin="document")
    assert [(t.kind, t.state) for t in mended.transitions] == [("corrected", "proposed")]
    assert [(t.kind, t.state) for t in gone.transitions] == [("retracted", "proposed")]
    assert len(world.overlay.review(scope=ME)) == 2
    assert {r.value: r.status.value for r in world.timeline().records if r.value != "Leek"} == {
        "Leeds": "superseded", "York": "active",
    }  # fmt: skip


def test_who_corrects_or_forgets_is_a_known_origin() -> None:
    world = told("I live in Leeds.")
    (leeds,) = world.timeline().records
    with pytest.raises(InvalidInputError, match="origin"):
        world.overlay.forget(leeds.id, scope=ME, origin="nobody")
    with pytest.raises(InvalidInputError, match="origin"):
        world.overlay.correct(leeds.id, "Leek", scope=ME, origin="nobody")


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


def test_erasing_the_sentence_that_retired_a_value_revives_nothing_though_another_told_its_successor() -> None:
    world = World()
    for text in ("I use Notion.", "I use Obsidian now.", "I switched from Notion to Obsidian."):
        world.overlay.remember(text, scope=ME, observed_at=FIRST)
    cause = world.timeline().transitions[0].cause
    world.overlay.erase(observation_id=cause, scope=ME)
    assert [r.value for r in world.timeline().records if is_open(r)] == ["Obsidian"]
    world.overlay.remember("I use Notion for lists, too.", scope=AT_HOME, observed_at=FIRST - timedelta(days=1))
    assert {r.value: is_open(r) for r in world.timeline().records}["Notion"] is False


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


@pytest.mark.parametrize("act", ["forget", "correct"])
def test_an_act_on_a_record_that_is_dated_ahead_of_the_clock_comes_after_it(act: str) -> None:
    now = datetime(2025, 6, 1, 9, tzinfo=UTC)
    with Overlay(MemoryHost(), ledger="memory://", clock=lambda: now) as overlay:
        told = overlay.remember("My gym is Halo.", scope=ME, observed_at=now + timedelta(minutes=2)).records[0]
        if act == "forget":
            overlay.forget(told.id, scope=ME)
        else:
            overlay.correct(told.id, "Pulse", scope=ME)
        states = [(r.value, r.status) for r in overlay.timeline(scope=ME).records]
    assert states == ([("Halo", "retracted")] if act == "forget" else [("Halo", "corrected"), ("Pulse", "active")])
