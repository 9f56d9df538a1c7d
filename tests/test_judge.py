"""The judge in the write path: what it retires, why, and what it may not do (laws 1, 2, 5, 7 and 9)."""

from __future__ import annotations

import asyncio
from itertools import permutations

import pytest

from atma_overlay import AsyncOverlay, Scope
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Budget, Judge, Judged
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host_powers import HostPowers
from atma_overlay.ports.model import ModelRequest
from atma_overlay.records import Origin, Status
from atma_overlay.testing.scripted_model import ScriptedModel
from atma_overlay.views import Label, Turn
from tests.judge_worlds import GARLIC, JAIN, ME, World, day, diligent, lines, told, verdict


def test_an_implicit_conflict_retires_the_old_record_and_says_by_whom_and_why() -> None:
    world = World()
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    (change,) = [t for t in receipt.transitions if t.from_value == "raw garlic"]
    assert (change.to_value, change.kind, change.state) == ("Jain dietary rules", "replaced", "applied")
    assert change.decider == "scripted:judge judge@2"
    assert change.reason == "it cannot hold"
    assert world.standing()["raw garlic"] == "superseded"


def test_the_packet_shows_what_took_the_place_of_a_record_in_another_slot() -> None:
    world = World().told_garlic_then_jain()
    packet = world.overlay.recall("Where can I buy raw garlic, my favourite spice?", scope=ME)
    current = [row.value for row in packet.rows if row.label is Label.CURRENT]
    assert "Jain dietary rules" in current
    assert "raw garlic" not in current
    (premise,) = packet.blocked
    assert premise.current == ("Jain dietary rules",)


def test_what_gave_way_to_a_record_of_another_slot_keeps_its_transition_when_that_record_is_replaced() -> None:
    world = World().told_garlic_then_jain()
    world.overlay.remember("My diet is vegan now.", scope=ME, observed_at=day(6))
    timeline = world.overlay.timeline(scope=ME)
    assert world.standing()["raw garlic"] == "superseded"
    led = {(t.from_value, t.to_value): t.state.value for t in timeline.transitions}
    assert led["raw garlic", "Jain dietary rules"] == "applied"


def test_a_verdict_of_unknown_leaves_the_slot_unresolved() -> None:
    world = World(lambda request: diligent(request, ruling="UNKNOWN")).told_garlic_then_jain()
    assert world.standing()["raw garlic"] == "invalidated"


def test_a_doubtful_verdict_is_a_proposal_that_a_person_may_accept() -> None:
    world = World(lambda request: diligent(request, confidence=0.5)).told_garlic_then_jain()
    assert world.standing()["raw garlic"] == "active"
    (proposal,) = world.overlay.review(scope=ME)
    world.overlay.accept(proposal.transition.id, scope=ME)
    assert world.standing()["raw garlic"] == "superseded"


def test_undo_of_a_verdict_stands_over_every_later_fold() -> None:
    world = World()
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    world.overlay.undo(receipt.transitions[-1].id, scope=ME)
    assert world.standing()["raw garlic"] == "active"
    world.overlay.remember("I own a canoe.", scope=ME, observed_at=day(2))
    assert world.standing()["raw garlic"] == "active"
    assert world.standing()["Jain dietary rules"] == "active"


def test_the_state_is_the_same_in_every_order_of_arrival() -> None:
    said = [(GARLIC, 1), ("I work at Brightwater Labs.", 2), (JAIN, 3), ("I own a canoe.", 4)]
    states = set()
    for order in permutations(said):
        world = World()
        for text, month in order:
            world.overlay.remember(text, scope=ME, observed_at=day(month))
        states.add(tuple(sorted(world.standing().items())))
    assert len(states) == 1
    assert dict(states.pop())["raw garlic"] == "superseded"


def test_a_late_arrival_does_not_ask_again_what_was_ruled() -> None:
    world = World().told_garlic_then_jain()
    asked = len(world.model.requests)
    world.overlay.remember("I own a canoe.", scope=ME, observed_at=day(2))
    assert world.standing()["raw garlic"] == "superseded"
    assert len(world.model.requests) == asked + 1
    shown = [t["text"] for t in lines(world.model.requests[-1], "t")]
    assert shown == ["I own a canoe."]


def test_what_is_said_again_after_the_verdict_holds_again() -> None:
    world = World(lambda request: diligent(request) if "Jain" in request.messages[-1].text else Judged())
    world.told_garlic_then_jain()
    world.model._answer = lambda _: Judged()
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(5))
    statuses = [r.status for r in world.overlay.timeline(scope=ME).records if r.value == "raw garlic"]
    assert sorted(statuses) == [Status.ACTIVE, Status.SUPERSEDED]


def test_a_tool_does_not_retire_what_the_user_said() -> None:
    world = World()
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember(JAIN, scope=ME, observed_at=day(3), role="tool", origin=Origin.TOOL)
    assert receipt.judging is not None
    assert receipt.judging.refused == {"lower origin": 1}
    assert world.standing()["raw garlic"] == "active"


def test_what_the_assistant_says_is_not_put_before_the_judge() -> None:
    world = World()
    receipt = world.overlay.remember(JAIN, scope=ME, observed_at=day(1), role="assistant")
    assert receipt.judging is None
    assert world.model.requests == []


def test_erasing_the_successor_leaves_the_slot_unresolved() -> None:
    world = World()
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    world.overlay.erase(scope=ME, observation_id=receipt.observation_ids[0])
    assert world.standing() == {"raw garlic": "invalidated"} | {
        v: s for v, s in world.standing().items() if v != "raw garlic"
    }
    assert "Jain dietary rules" not in world.standing()


@pytest.mark.parametrize("ruling", ["STALE", "UNKNOWN"])
def test_erased_text_is_in_nothing_that_the_judge_made(ruling: str) -> None:
    world = World(lambda request: diligent(request, ruling=ruling))
    first = world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    world.overlay.erase(scope=ME, observation_id=first.observation_ids[0])
    kept = world.ledger.read(
        ME,
        lambda r: repr(
            (r.history(), r.transitions(), r.verdicts(), r.extractions([o.id for o in r.observed_after(None)]))
        ),
    )
    assert "garlic" not in kept


def test_records_that_do_not_fit_are_shortlisted_in_a_second_call() -> None:
    world = World(budget=Budget(records=3))
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    for n, thing in enumerate(("canoe", "piano", "telescope", "greenhouse", "tandem"), start=2):
        world.overlay.remember(f"I own a {thing}.", scope=ME, observed_at=day(1, n))
    receipt = world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    assert receipt.judging.asked == 2
    assert lines(world.model.requests[-2], "r") == []
    assert len(lines(world.model.requests[-1], "r")) == 3


def test_a_batch_of_turns_costs_one_call_while_the_records_fit() -> None:
    world = World()
    turns = [Turn(text=GARLIC), Turn(text="Good choice.", role="assistant"), Turn(text="I own a canoe.")]
    receipt = world.overlay.remember(turns, scope=ME, observed_at=day(1))
    assert receipt.judging is not None
    assert (receipt.judging.asked, receipt.judging.completions) == (1, 1)
    assert receipt.judging.tokens_in > 0
    assert [t["text"] for t in lines(world.model.requests[0], "t")] == [GARLIC, "I own a canoe."]


def test_turns_beyond_the_budget_wait_and_rejudge_reads_them() -> None:
    world = World(budget=Budget(tokens_in=900))
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    long = "The weather was fine. " * 90
    receipt = world.overlay.remember([Turn(text=long), Turn(text=JAIN)], scope=ME, observed_at=day(3))
    assert receipt.judging is not None
    assert receipt.judging.pending == 1
    assert world.standing()["raw garlic"] == "active"
    done = world.overlay.rejudge(scope=ME)
    assert done is not None
    assert (done.pending, done.verdicts) == (0, 1)
    assert world.standing()["raw garlic"] == "superseded"
    assert world.overlay.rejudge(scope=ME) is None


def test_a_session_is_judged_in_the_light_of_its_own_records_alone() -> None:
    world = World()
    here, there = (Scope(tenant="acme", user="u-1", session=s) for s in ("a", "b"))
    world.overlay.remember(GARLIC, scope=there, observed_at=day(1))
    world.overlay.remember(JAIN, scope=here, observed_at=day(3))
    assert lines(world.model.requests[-1], "r") == []
    assert world.standing()["raw garlic"] == "active"


def test_the_same_turn_handed_over_twice_is_judged_once() -> None:
    world = World()
    for _ in range(2):
        world.overlay.remember(JAIN, scope=ME, observed_at=day(3), key="k-1")
    assert len(world.model.requests) == 1


def test_a_value_in_an_occupied_slot_without_a_verdict_is_contested() -> None:
    answer = Judged(statements=(told("Umbar Foods", evidence="at Umbar Foods", slot="employer"),))
    world = World([Judged(), answer])
    world.overlay.remember("I work at Brightwater Labs.", scope=ME, observed_at=day(1))
    slot = lines(world.model.requests[0], "n")[0]["slot"]
    assert slot == "employer"
    world.overlay.remember("Lunch at Umbar Foods is free.", scope=ME, observed_at=day(3))
    held = {r.value: r for r in world.overlay.timeline(scope=ME).records}
    assert held["Brightwater Labs"].status is Status.ACTIVE
    assert held["Brightwater Labs"].contested_with == (held["Umbar Foods"].id,)


def test_a_verdict_settles_what_the_rules_left_contested() -> None:
    answer = Judged(
        statements=(told("Umbar Foods", evidence="at Umbar Foods", slot="employer"),),
        verdicts=(verdict("r1", "s1", "REPLACE"),),
    )
    world = World([Judged(), answer])
    world.overlay.remember("I work at Brightwater Labs.", scope=ME, observed_at=day(1))
    world.overlay.remember("Lunch at Umbar Foods is free.", scope=ME, observed_at=day(3))
    held = {r.value: r for r in world.overlay.timeline(scope=ME).records}
    assert held["Brightwater Labs"].status is Status.SUPERSEDED
    assert held["Umbar Foods"].contested_with == ()


def test_what_the_rules_retired_is_not_asked_about() -> None:
    world = World(lambda _: Judged())
    world.overlay.remember("I work at Brightwater Labs.", scope=ME, observed_at=day(1))
    world.overlay.remember("I now work at Umbar Foods.", scope=ME, observed_at=day(3))
    assert [n["value"] for n in lines(world.model.requests[-1], "n")] == ["Umbar Foods"]
    assert lines(world.model.requests[-1], "r") == []


def test_promotion_takes_the_verdicts_along_and_asks_nothing() -> None:
    world = World(mode="shadow").told_garlic_then_jain()
    asked = len(world.model.requests)
    world.overlay.promote(scope=ME)
    live = World(ledger=world.ledger)
    assert live.standing()["raw garlic"] == "superseded"
    assert len(world.model.requests) == asked
    live.overlay.remember("I own a canoe.", scope=ME, observed_at=day(2))
    assert live.standing()["raw garlic"] == "superseded"


def test_verdicts_on_what_one_agent_was_told_come_along_with_that_and_with_nothing_else() -> None:
    world = World(mode="shadow")
    home, work = (Scope(tenant=ME.tenant, user=ME.user, agent=agent) for agent in ("home", "work"))
    world.overlay.remember(GARLIC, scope=home, observed_at=day(1))
    world.overlay.remember(JAIN, scope=home, observed_at=day(3))
    world.overlay.remember("I own a canoe.", scope=work, observed_at=day(4))
    live = World(ledger=world.ledger)
    world.overlay.promote(scope=work)
    assert world.ledger.read(ME, lambda reader: reader.verdicts()) == []
    world.overlay.promote(scope=home)
    assert live.standing()["raw garlic"] == "superseded"


def test_the_asynchronous_face_judges_alike() -> None:
    async def lived() -> dict[str, str]:
        overlay = AsyncOverlay(
            MemoryHost(), ledger=open_ledger("memory://"), on_error="raise", judge=Judge(ScriptedModel(diligent))
        )
        await overlay.remember(GARLIC, scope=ME, observed_at=day(1))
        await overlay.remember(JAIN, scope=ME, observed_at=day(3))
        return {r.value: r.status.value for r in (await overlay.timeline(scope=ME)).records}

    assert asyncio.run(lived())["raw garlic"] == "superseded"


def test_a_judge_is_needed_to_judge_again() -> None:
    world = World()
    world.overlay.writer = world.overlay.writer.__class__(
        world.overlay.writer.extractor, world.overlay.writer.linker, "memory", world.clock, "active", HostPowers()
    )
    with pytest.raises(InvalidInputError, match="judge: is none"):
        world.overlay.rejudge(scope=ME)


@pytest.mark.parametrize(("field", "value"), [("calls", 3), ("records", 0), ("tokens_in", 0)])
def test_a_budget_without_room_is_refused(field: str, value: int) -> None:
    with pytest.raises(InvalidInputError, match=f"budget.{field}"):
        Budget(**{field: value})


def test_the_same_conversation_puts_the_same_questions() -> None:
    first, second = (World().told_garlic_then_jain() for _ in range(2))
    assert [r.messages for r in first.model.requests] == [r.messages for r in second.model.requests]


def test_a_turn_that_asks_to_forget_a_record_retracts_it() -> None:
    plea = "That garlic is between me and my cook, so treat it as unsaid."
    answer = Judged(verdicts=(verdict("r1", "t1", "FORGET").model_copy(update={"evidence": plea}),))
    world = World([Judged(), answer])
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember(plea, scope=ME, observed_at=day(3))
    assert [(t.kind, t.decider) for t in receipt.transitions] == [("retracted", "scripted:judge judge@2")]
    assert world.standing()["raw garlic"] == "retracted"
    packet = world.overlay.recall("What is my favourite spice?", scope=ME)
    assert "raw garlic" not in [row.value for row in packet.rows]
    world.overlay.undo(receipt.transitions[0].id, scope=ME)
    assert world.standing()["raw garlic"] == "active"


def test_what_the_rules_noted_as_over_takes_no_surer_reading_s_place_and_both_are_forgotten() -> None:
    said, plea = "I suffered from sciatica in 2016, so no long drives.", "Treat that back business as unsaid."
    read = told("sciatica", evidence=said, slot="back trouble")
    forget = verdict("r1", "t1", "FORGET").model_copy(update={"evidence": plea})
    world = World([Judged(statements=(read,)), Judged(verdicts=(forget,))])
    world.overlay.remember(said, scope=ME, observed_at=day(1))
    records = [r for r in world.overlay.timeline(scope=ME).records if r.value == "sciatica"]
    assert {r.attribute: r.valid_to is None for r in records} == {"medical_condition": False, "back_trouble": True}
    world.overlay.remember(plea, scope=ME, observed_at=day(3))
    after = [r for r in world.overlay.timeline(scope=ME).records if r.value == "sciatica"]
    assert {r.status for r in after} == {"retracted"}


@pytest.mark.parametrize("view", ["current", "neutral"])
def test_a_plea_to_forget_keeps_no_copy_of_what_it_names(view: str) -> None:
    plea = "Treat that raw garlic business as unsaid."
    answer = Judged(verdicts=(verdict("r1", "t1", "FORGET").model_copy(update={"evidence": plea}),))
    world = World([Judged(), answer])
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    receipt = world.overlay.remember(f"{plea} Which wine goes with figs?", scope=ME, observed_at=day(3))
    told = " ".join(row.text for row in world.overlay.recall("raw garlic figs", scope=ME, view=view).rows)
    assert "garlic" not in told
    assert "figs" in told
    world.overlay.undo(receipt.transitions[0].id, scope=ME)
    assert "garlic" in str(world.overlay.recall("raw garlic figs", scope=ME, view=view).rows)


def test_a_turn_that_ends_a_record_leaves_the_slot_known_to_be_empty() -> None:
    end = "The canoe went down with the flood."
    answer = Judged(verdicts=(verdict("r1", "t1").model_copy(update={"evidence": end}),))
    world = World([Judged(), answer])
    world.overlay.remember("I own a canoe.", scope=ME, observed_at=day(1))
    world.overlay.remember(end, scope=ME, observed_at=day(3))
    assert world.standing()["canoe"] == "ended"


def test_a_request_brings_the_changed_state_that_it_does_not_name() -> None:
    world = World().told_garlic_then_jain()
    packet = world.overlay.recall("Suggest something quick for my dinner tonight.", scope=ME)
    assert "Jain dietary rules" in [row.value for row in packet.rows if row.label is Label.CURRENT]


def test_a_premise_told_as_a_clause_is_blocked_once_its_record_gave_way() -> None:
    world = World()
    query = "Since my favourite spice is raw garlic, which dip should I make?"
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    assert world.overlay.recall(query, scope=ME).blocked == ()
    world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    (premise,) = world.overlay.recall(query, scope=ME).blocked
    assert premise.current == ("Jain dietary rules",)


def test_what_was_known_before_the_verdict_stays_as_it_was_known() -> None:
    world = World()
    world.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
    before = world.clock.now
    world.clock.advance(60)
    world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    world.clock.advance(60)
    then = world.overlay.timeline(scope=ME, known_at=before)
    assert [(r.value, r.status) for r in then.records] == [("raw garlic", Status.ACTIVE)]
    packet = world.overlay.recall("What is my favourite spice?", scope=ME, known_at=before)
    assert "raw garlic" in [row.value for row in packet.rows if row.label is Label.CURRENT]


def test_every_retirement_has_exactly_one_applied_transition() -> None:
    world = World().told_garlic_then_jain()
    world.overlay.remember("I own a canoe.", scope=ME, observed_at=day(2))
    timeline = world.overlay.timeline(scope=ME)
    retired = [r.id for r in timeline.records if r.status is not Status.ACTIVE]
    assert retired == [t.from_id for t in timeline.transitions if t.state == "applied"]


def test_no_question_shows_another_users_records() -> None:
    world = World()
    world.overlay.remember(GARLIC, scope=Scope(tenant="acme", user="u-2"), observed_at=day(1))
    receipt = world.overlay.remember(JAIN, scope=ME, observed_at=day(3))
    assert "garlic" not in world.model.requests[-1].messages[-1].text
    assert receipt.judging is not None
    assert receipt.judging.verdicts == 0


def test_two_values_of_a_single_valued_slot_stay_contested_whatever_the_judge_keeps() -> None:
    answer = Judged(
        statements=(told("Umbar Foods", evidence="at Umbar Foods", slot="employer"),),
        verdicts=(verdict("r1", "s1", "KEEP"),),
    )
    world = World([Judged(), answer])
    world.overlay.remember("I work at Brightwater Labs.", scope=ME, observed_at=day(1))
    world.overlay.remember("Lunch at Umbar Foods is free.", scope=ME, observed_at=day(3))
    held = {r.value: r for r in world.overlay.timeline(scope=ME).records}
    assert held["Brightwater Labs"].contested_with == (held["Umbar Foods"].id,)


def test_a_verdict_on_one_reading_of_some_words_leaves_another_reading_alone_in_every_replay() -> None:
    def script(request: ModelRequest) -> Judged:
        if any("Acme" in turn["text"] for turn in lines(request, "t")):
            return Judged(statements=(told("Acme", evidence="I work at Acme", slot="allergy", holds="many"),))
        unsafe = [r["id"] for r in lines(request, "r") if (r["slot"], r["value"]) == ("allergy", "Acme")]
        return Judged(verdicts=tuple(verdict(i, "n1", "UNKNOWN") for i in unsafe))

    world = World(script)
    for number, text in enumerate(("I'm allergic to peanuts.", "I work at Acme.", "My gym is Fitlab."), start=2):
        world.overlay.remember(text, scope=ME, observed_at=day(1, number))
    standing = {(r.attribute, r.value): r.status.value for r in world.overlay.timeline(scope=ME).records}
    assert (standing["allergy", "Acme"], standing["employer", "Acme"]) == ("invalidated", "active")
    world.overlay.remember("I own a canoe.", scope=ME, observed_at=day(1))
    now = {(r.attribute, r.value): r.status.value for r in world.overlay.timeline(scope=ME).records}
    assert {key: now[key] for key in standing} == standing


def test_a_turn_that_tells_a_record_again_unsettles_it_by_nothing_else_that_it_tells() -> None:
    script = [
        Judged(),
        Judged(
            statements=(told("the night shift", evidence="on the night shift", slot="shift"),),
            verdicts=(verdict("r1", "s1", "UNKNOWN"),),
        ),
    ]
    world = World(script)
    world.overlay.remember("I work at Acme.", scope=ME, observed_at=day(1))
    receipt = world.overlay.remember("I work at Acme, on the night shift.", scope=ME, observed_at=day(2))
    assert receipt.judging is not None
    assert receipt.judging.refused == {"contradicts itself": 1}
    assert world.standing()["Acme"] == "active"
