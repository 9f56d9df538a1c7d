"""The laws of the design with a lifecycle on: a fold of its own, versions of its own, and nothing lost."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atma_overlay import View
from atma_overlay.changes import Changeset
from atma_overlay.lifecycle import Capacity, StageMem
from atma_overlay.lifecycle.course import Course
from atma_overlay.lifecycle.policy import STAGES
from atma_overlay.lifecycle.staging import restaged
from atma_overlay.records import Origin, Residence
from tests.dated_worlds import FIRST, ME, SCOPES, Said, World, in_order, is_open, opened, state, worlds
from tests.lawful_worlds import QUERIES, arrivals, meddle

ORIGINS = tuple(Origin)
SMALL = StageMem(capacity=Capacity(transient=2, working=2, durable=2))
LEDGERS = pytest.mark.parametrize(("url", "examples"), [("memory://", 40), ("sqlite:", 3)], ids=["memory", "sql"])


def law(examples: int) -> settings:
    quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    return settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=quiet)


def recall(world: World, query: str) -> Any:
    return world.overlay.recall(query, scope=ME, now=FIRST + timedelta(days=60))


def kept(world: World) -> list[Any]:
    """What the lifecycle makes of each record, without ids."""

    def work(reader: Any) -> list[Any]:
        held = {h.statement.id: h for h in reader.all_held() if h.is_record}
        rows = []
        for version in reader.staged(held):
            s, standing = held[version.staging.record_id].statement, version.staging
            rows.append(
                (
                    s.slot.subject, s.slot.attribute, s.norm, s.observed_at, s.digest, standing.stage,
                    standing.confidence, standing.strength, standing.residence, standing.seen_at, standing.until,
                )
            )  # fmt: skip
        return sorted(rows, key=str)

    return world.overlay.ledger.read(ME, work)


@LEDGERS
def test_any_order_of_arrival_gives_the_same_stages(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=(Origin.USER, Origin.USER, Origin.DOCUMENT), scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        batches = data.draw(arrivals(utterances))
        with opened(url, lifecycle=SMALL) as ordered, opened(url, lifecycle=SMALL) as arriving:
            ordered.hand_all(in_order(utterances))
            for batch in batches:
                arriving.hand(batch)
            assert kept(arriving) == kept(ordered)

    holds()


@LEDGERS
def test_going_on_from_the_stages_before_is_folding_everything_anew(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=ORIGINS, scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url, lifecycle=SMALL) as world:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
                recall(world, data.draw(st.sampled_from(QUERIES)))
                prune(data, world)
            meddle(data, world)
            world.hand([Said("I use Emacs now.", hours=24 * 50)])
            assert world.overlay.ledger.read(ME, lambda r: restaged(r, Changeset(), Course(SMALL), ())) == []

    holds()


def test_two_readings_of_the_same_words_give_the_same_stages_whatever_their_ids_are() -> None:
    made = []
    for _ in range(12):  # an id is drawn at random
        with opened("memory://", lifecycle=SMALL) as world:
            world.hand([Said("I moved from Ghent to Ghent.", hours=3)])
            assert world.overlay.ledger.read(ME, lambda r: restaged(r, Changeset(), Course(SMALL), ())) == []
            made.append(kept(world))
    assert made == [made[0]] * len(made)


@law(40)
@given(data=st.data(), utterances=worlds(origins=ORIGINS, scopes=SCOPES))
def test_a_lifecycle_leaves_the_state_as_it_is(data: st.DataObject, utterances: list[Said]) -> None:
    batches = data.draw(arrivals(utterances))
    with opened("memory://", lifecycle=SMALL) as staged, opened("memory://") as plain:
        for batch in batches:
            staged.hand(batch)
            plain.hand(batch)
        for scope in SCOPES:
            assert state(staged, scope) == state(plain, scope)


@LEDGERS
def test_an_answer_as_of_an_earlier_instant_never_changes(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=ORIGINS, scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url, lifecycle=SMALL) as world:
            asked = data.draw(st.sampled_from(QUERIES))
            answers = []
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
                recall(world, asked)
                at = world.clock.now
                answers.append((at, past(world, asked, at), world.timeline(known_at=at).records))
            meddle_without_erasing(data, world)
            for at, packet, records in answers:
                assert past(world, asked, at) == packet
                assert world.timeline(known_at=at).records == records

    holds()


def prune(data: st.DataObject, world: World) -> None:
    """Perhaps retention, of what holds too, or its taking back."""
    deed = data.draw(st.sampled_from(("nothing", "prune", "restore")))
    if deed == "prune":
        age = data.draw(st.sampled_from((timedelta(0), timedelta(days=399))))
        world.overlay.prune(scope=ME, older_than=age, active=data.draw(st.booleans()))
    if deed == "restore":
        world.overlay.restore(scope=ME)


@LEDGERS
def test_what_was_pruned_and_taken_back_is_staged_as_if_it_never_was(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=ORIGINS, scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url, lifecycle=SMALL) as pruned, opened(url, lifecycle=SMALL) as plain:
            for batch in data.draw(arrivals(utterances)):
                pruned.hand(batch)
                plain.hand(batch)
                prune(data, pruned)
            pruned.overlay.restore(scope=ME)
            assert kept(pruned) == kept(plain)

    holds()


def past(world: World, query: str, at: Any) -> Any:
    packet = world.overlay.recall(query, scope=ME, known_at=at, view=View.CURRENT, now=FIRST + timedelta(days=60))
    return packet.rows, packet.suppressed


def meddle_without_erasing(data: st.DataObject, world: World) -> None:
    records = world.timeline().records
    if records:
        world.overlay.forget(data.draw(st.sampled_from(records)).id, scope=ME)


@LEDGERS
def test_no_stage_holds_more_than_its_capacity_and_nothing_is_lost(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=ORIGINS))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url, lifecycle=SMALL) as world:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
                placed = world.overlay.ledger.read(ME, lambda r: [v.staging for v in r.staged()])
                for stage in STAGES:
                    assert sum(s.stage is stage for s in placed) <= SMALL.capacity.of(stage)
            timeline = world.timeline()
            known = {v.staging.record_id for v in world.overlay.ledger.read(ME, lambda r: r.staging_history())}
            assert {r.id for r in timeline.records} <= known
            assert all(not r.archived or r.evidence for r in timeline.records)

    holds()


@law(40)
@given(data=st.data(), utterances=worlds(origins=ORIGINS))
def test_what_was_replaced_is_never_kept_deeper_than_what_replaced_it(
    data: st.DataObject, utterances: list[Said]
) -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        for batch in data.draw(arrivals(utterances)):
            world.hand(batch)
        staged = world.overlay.ledger.read(ME, lambda r: {v.staging.record_id: v.staging for v in r.staged(known(r))})
        records = {r.id: r for r in world.timeline().records}
        for t in world.timeline().transitions:
            if t.state != "applied" or t.to_id is None or t.kind not in ("replaced", "refined", "corrected"):
                continue
            old, new = staged.get(t.from_id), staged.get(t.to_id)
            if old is None or new is None or not is_open(records[t.to_id]):
                continue
            assert old.residence is not Residence.STAGED
            assert new.strength >= old.strength or records[t.from_id].observed_at > records[t.to_id].observed_at


@pytest.mark.parametrize(
    "texts",
    [
        ("I live in Porto.", "I moved to Leeds."),
        ("I moved to Leeds.", "I live in Porto."),
        ("I use Notion.", "I use Notion now.", "I use Obsidian now."),
    ],
)
def test_what_is_told_and_replaced_at_one_instant_leaves_its_stage(texts: tuple[str, ...]) -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        for text in texts:
            world.hand([Said(text, 0, 0, ME, Origin.USER)])
        staged = world.overlay.ledger.read(ME, lambda r: {v.staging.record_id: v.staging for v in r.staged(known(r))})
        retired = [t for t in world.timeline().transitions if t.state == "applied" and t.to_id is not None]
        assert retired
        for t in retired:
            assert staged[t.from_id].residence is Residence.LEFT
            assert staged[str(t.to_id)].strength >= staged[t.from_id].strength


def known(reader: Any) -> list[str]:
    return [h.statement.id for h in reader.all_held()]
