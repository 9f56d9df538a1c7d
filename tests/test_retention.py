"""Retention archives: what is over leaves default retrieval, and nothing leaves the ledger."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atma_overlay import AsyncOverlay, InvalidInputError, Label, NotFoundError, Overlay, PruneReceipt, Scope, View
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ledger.transfer import export_jsonl, import_jsonl
from atma_overlay.lifecycle import Capacity, StageMem
from atma_overlay.ports.host import HostSearch
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.records import Origin, Residence, Stage, Status
from tests.dated_worlds import AT_HOME, FIRST, ME, SCOPES, Said, World, opened, worlds
from tests.lawful_worlds import QUERIES, arrivals
from tests.postgres_server import needs_server, server

YEAR = timedelta(days=365)
DAY = timedelta(days=1)
"""The clock of a world starts 400 days after what is said in it: what was said is older than a year."""


class Empty(MemoryHost):
    """A host that takes everything and finds nothing."""

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        return HostSearch(())


@pytest.fixture
def world() -> Iterator[World]:
    with opened("memory://") as made:
        made.hand_all([
            Said("I live in Leeds.", hours=0), Said("I moved to York.", hours=24), Said("I moved to Bonn.", hours=48),
            Said("I use Notion.", hours=1),
        ])  # fmt: skip
        yield made


def ids(world: World) -> dict[str, str]:
    return {r.value: r.id for r in world.timeline().records}


def archived(world: World) -> set[str]:
    return {r.value for r in world.timeline().records if r.archived}


def prune(world: World, *, older_than: timedelta = YEAR, **asked: Any) -> PruneReceipt:
    return world.overlay.prune(scope=ME, older_than=older_than, **asked)


def current(world: World, query: str = "Where do I live?", view: View = View.CURRENT) -> list[str]:
    packet = world.overlay.recall(query, scope=ME, view=view, now=FIRST + 60 * DAY)
    return [row.value for row in packet.rows if row.label is Label.CURRENT]


def test_what_was_replaced_long_ago_is_archived_and_what_holds_stays(world: World) -> None:
    receipt = prune(world)
    assert set(receipt.record_ids) == {ids(world)["Leeds"], ids(world)["York"]}
    assert receipt.by_status == {"superseded": 2}
    assert receipt.by_stage == {"working": 2}
    assert receipt.kept == {"current": 2}
    assert (receipt.tenant, receipt.user, receipt.dry_run) == ("acme", "u-1", False)
    assert receipt.at - receipt.before == YEAR
    assert archived(world) == {"Leeds", "York"}
    assert current(world) == ["Bonn", "Notion"]


def test_a_dry_run_counts_the_same_and_changes_nothing(world: World) -> None:
    before = world.timeline()
    counted = prune(world, dry_run=True)
    assert world.timeline() == before
    done = prune(world)
    assert counted.dry_run
    assert counted.record_ids == done.record_ids
    assert (counted.by_status, counted.kept) == (done.by_status, done.kept)
    assert done.revision == world.timeline().revision == before.revision + 1


def test_a_second_run_finds_nothing_and_writes_nothing(world: World) -> None:
    prune(world)
    again = prune(world)
    assert again.record_ids == ()
    assert again.kept == {"archived": 2, "current": 2}
    assert again.revision == world.timeline().revision


def test_what_ended_or_was_said_since_stays(world: World) -> None:
    assert prune(world, older_than=timedelta(days=399)).kept == {"current": 2, "recent": 1}
    assert archived(world) == {"Leeds"}


def test_what_still_holds_is_archived_only_when_asked(world: World) -> None:
    receipt = prune(world, active=True)
    assert receipt.by_status == {"active": 2, "superseded": 2}
    assert current(world) == []
    packet = world.overlay.recall("Where do I live?", scope=ME, view=View.CURRENT)
    assert packet.suppressed.archived > 0
    assert [p.verdict for p in world.overlay.recall("Since I live in Leeds, which gym?", scope=ME).premises] == [
        "outdated"
    ]


def test_an_archived_record_is_counted_once_whatever_led_to_it(world: World) -> None:
    prune(world, active=True)
    packet = world.overlay.recall("Where do I live?", scope=ME, view=View.CURRENT)
    # The host finds each sentence, and the ledger the record that stands on it.
    assert packet.suppressed.archived == len(archived(world))


def test_the_neutral_view_keeps_the_hosts_own_row_of_what_was_archived_and_counts_only_what_is_left_out(
    world: World,
) -> None:
    prune(world)
    assert {"Leeds", "York"} <= archived(world)
    kept = world.overlay.recall("Where do I live?", scope=ME, view=View.NEUTRAL)
    assert sorted(r.value for r in kept.rows if r.attribute == "home_city") == ["Bonn", "Leeds", "York"]
    assert kept.suppressed.total == 0


def test_an_archived_record_leaves_what_the_ledger_adds_to_the_neutral_view() -> None:
    with opened("memory://", host=Empty()) as world:
        world.hand_all([Said("I live in Leeds.", hours=0), Said("I moved to York.", hours=24)])
        prune(world)
        packet = world.overlay.recall("Where do I live?", scope=ME, view=View.NEUTRAL)
    assert ([r.value for r in packet.rows], packet.suppressed.archived) == (["York"], 1)


def test_what_is_archived_does_not_count_as_superseded_besides(world: World) -> None:
    prune(world)
    packet = world.overlay.recall("Where do I live?", scope=ME, view=View.CURRENT)
    assert (packet.suppressed.archived, packet.suppressed.superseded) == (2, 0)


def test_archived_and_said_again_it_is_back(world: World) -> None:
    prune(world, active=True)
    at = world.clock()
    world.overlay.remember("I live in Bonn.", scope=ME, observed_at=at)
    assert current(world) == ["Bonn"]
    assert archived(world) == {"Leeds", "York", "Notion"}
    packet = world.overlay.recall("Where do I live?", scope=ME, view=View.CURRENT, known_at=at)
    assert packet.rows == ()


def test_said_before_the_pruning_and_handed_over_after_it_does_not_bring_it_back(world: World) -> None:
    world.hand([Said("I live in Bonn.", hours=72)])
    prune(world, active=True)
    world.hand([Said("I live in Bonn.", hours=60)])
    assert "Bonn" in archived(world)
    assert current(world) == []


def test_restore_brings_back_what_is_named_or_everything(world: World) -> None:
    before = world.timeline().records
    prune(world, active=True)
    back = world.overlay.restore(scope=ME, record_ids=[ids(world)["Bonn"]])
    assert back.record_ids == (ids(world)["Bonn"],)
    assert current(world) == ["Bonn"]
    assert set(world.overlay.restore(scope=ME).record_ids) == {ids(world)[v] for v in ("Leeds", "York", "Notion")}
    assert world.timeline().records == before
    assert world.overlay.restore(scope=ME).record_ids == ()


def test_an_unknown_record_restores_nothing_of_the_others(world: World) -> None:
    prune(world)
    with pytest.raises(NotFoundError, match="nowhere"):
        world.overlay.restore(scope=ME, record_ids=[ids(world)["York"], "nowhere"])
    assert archived(world) == {"Leeds", "York"}


def test_a_chain_is_archived_from_its_beginning(world: World) -> None:
    world.hand([Said("I live in Leeds.", hours=24 * 380)])  # in Leeds anew, and so is what follows it
    world.hand([Said("I moved to Hull.", hours=24 * 381)])
    receipt = prune(world, older_than=timedelta(days=20))
    shown = {r.id: r for r in world.timeline().records}
    for t in world.timeline().transitions:
        if t.state == "applied" and t.to_id in receipt.record_ids:
            assert shown[t.from_id].archived


def test_a_proposal_and_what_it_would_retire_stay(world: World) -> None:
    world.hand([Said("I live in Ghent.", hours=72, origin=Origin.DOCUMENT)])
    waiting = [t for t in world.timeline().transitions if t.state == "proposed"]
    assert waiting
    receipt = prune(world, active=True)
    assert receipt.kept["contested"] == 2
    assert {waiting[0].from_id, waiting[0].to_id}.isdisjoint(receipt.record_ids)


def test_the_last_known_value_of_what_is_unknown_stays() -> None:
    with opened("memory://") as world:
        world.hand_all([
            Said("My vet depends on where I live.", hours=0), Said("I live in Leeds.", hours=1),
            Said("My vet is Greenpaw.", hours=2), Said("I moved to York.", hours=24),
        ])  # fmt: skip
        records = {r.value: r for r in world.timeline().records}
        assert records["Greenpaw"].status is Status.INVALIDATED
        receipt = prune(world, active=True)
        assert records["Greenpaw"].id not in receipt.record_ids
        assert receipt.kept == {"unresolved": 1}
        world.hand([Said("My vet is Fernhill now.", hours=48)])
        assert records["Greenpaw"].id in prune(world).record_ids


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"older_than": timedelta(days=-1)}, "older_than"),
        ({"older_than": timedelta(days=900_000)}, "older_than"),
        ({"stages": []}, "stages"),
        ({"stages": ["deep"]}, "stages"),
        ({"scope": AT_HOME}, "scope"),
        ({"scope": "u-1"}, "scope"),
    ],
)
def test_what_cannot_be_used_is_refused(world: World, asked: dict[str, Any], field: str) -> None:
    arguments: dict[str, Any] = {"scope": ME, "older_than": YEAR, **asked}
    with pytest.raises(InvalidInputError) as refused:
        world.overlay.prune(**arguments)
    assert refused.value.field == field


def test_one_user_s_retention_leaves_another_s_memory_alone(world: World) -> None:
    other = Scope(tenant="acme", user="u-2")
    world.overlay.remember("I live in Leeds.", scope=other, observed_at=FIRST)
    world.overlay.remember("I moved to York.", scope=other, observed_at=FIRST + DAY)
    prune(world, active=True)
    assert not any(r.archived for r in world.timeline(other).records)


async def test_the_awaited_face_prunes_and_restores_alike(world: World) -> None:
    overlay = AsyncOverlay(MemoryHost(), ledger=world.ledger, clock=world.clock)
    receipt = await overlay.prune(scope=ME, older_than=YEAR)
    assert archived(world) == {"Leeds", "York"}
    assert (await overlay.restore(scope=ME)).record_ids == receipt.record_ids
    await overlay.close()


SMALL = StageMem(capacity=Capacity(transient=2, working=2, durable=2))


def test_with_a_lifecycle_only_the_named_stages_are_thinned() -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        world.hand_all([Said("I use Notion.", hours=0), Said("I live in Leeds.", hours=1)])
        stages = {r.value: r.stage for r in world.timeline().records}
        assert set(stages.values()) == {Stage.TRANSIENT}
        assert prune(world, active=True, stages=["durable"]).kept == {"stage": 2}
        assert prune(world, active=True, stages=[Stage.TRANSIENT]).by_stage == {"transient": 2}
        world.hand([Said("I work at Acme.", hours=2)])
        assert archived(world) == {"Notion", "Leeds"}
        world.overlay.restore(scope=ME)
        assert "Leeds" not in archived(world)


def test_with_a_lifecycle_what_is_archived_leaves_its_place_to_others() -> None:
    single = StageMem(capacity=Capacity(transient=1, working=1, durable=1))
    with opened("memory://", lifecycle=single) as world:
        world.hand([Said("I use Notion.", hours=0)])
        taken = prune(world, active=True).record_ids
        world.hand_all([Said("I live in Leeds.", hours=1)])
        placed = {
            v.staging.record_id: v.staging for v in world.ledger.read(ME, lambda r: r.staged(ids(world).values()))
        }
        assert {value: placed[i].residence for value, i in ids(world).items()} == {
            "Notion": Residence.PRUNED,
            "Leeds": Residence.STAGED,
        }
        assert placed[ids(world)["Leeds"]].stage is Stage.TRANSIENT
        # Taken back, it is as if it had kept its place; said again instead, it takes one like anything that is said.
        world.hand([Said("I use Notion.", hours=2)])
        assert "Notion" not in archived(world)
        assert world.overlay.restore(scope=ME).record_ids == ()
        assert len(taken) == 1


def law(examples: int) -> settings:
    quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    return settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=quiet)


LEDGERS = pytest.mark.parametrize(("url", "examples"), [("memory://", 40), ("sqlite:", 3)], ids=["memory", "sql"])
AGES = st.sampled_from([timedelta(0), timedelta(days=366), timedelta(days=395), timedelta(days=399)])


@LEDGERS
def test_nothing_is_lost_and_only_the_archived_mark_differs(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=tuple(Origin), scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url) as world:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
            asked = data.draw(st.sampled_from(QUERIES))
            before, at = world.timeline(), world.clock.now
            told = {view: packet(world.overlay, asked, view) for view in (View.CHANGE, View.HISTORICAL)}
            past = {view: packet(world.overlay, asked, view, known_at=at) for view in View}
            receipt = prune(world, older_than=data.draw(AGES), active=data.draw(st.booleans()))
            after = world.timeline()
            assert unmarked(after.records) == unmarked(before.records)
            assert after.transitions == before.transitions
            assert {r.id for r in after.records if r.archived} == set(receipt.record_ids)
            assert told == {view: packet(world.overlay, asked, view) for view in told}
            assert past == {view: packet(world.overlay, asked, view, known_at=at) for view in View}
            assert len(receipt.record_ids) + sum(receipt.kept.values()) == len(before.records)
            assert sum(receipt.by_status.values()) == sum(receipt.by_stage.values()) == len(receipt.record_ids)
            assert all(world.overlay.why(i, scope=ME).evidence for i in receipt.record_ids)
            world.overlay.restore(scope=ME)
            assert world.timeline().records == before.records

    holds()


@LEDGERS
def test_what_holds_is_never_archived_unasked_and_no_chain_is_cut(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=tuple(Origin), scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened(url) as world:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
            asked = data.draw(st.sampled_from(QUERIES))
            shown = labels(world.overlay, asked)
            active = data.draw(st.booleans())
            prune(world, older_than=data.draw(AGES), active=active)
            timeline = world.timeline()
            gone = {r.id for r in timeline.records if r.archived}
            for record in timeline.records:
                if record.id in gone and not active:
                    assert record.status is not Status.ACTIVE or record.valid_to is not None
                assert not (record.id in gone and record.contested_with)
            for t in timeline.transitions:
                if t.state == "applied" and t.to_id in gone:
                    assert t.from_id in gone or t.from_id not in {r.id for r in timeline.records}
                assert t.state != "proposed" or gone.isdisjoint({t.from_id, t.to_id})
            if not active:
                assert labels(world.overlay, asked) == shown

    holds()


def moved_to(target: Ledger, world: World) -> World:
    """What a world's ledger exports, imported into another one."""
    lines = json.loads(json.dumps(world.overlay.ledger.read(ME, lambda r: list(export_jsonl(r)))))
    target.write(ME, lambda _: (import_jsonl(lines), None))
    copy = World()
    copy.ledger = target
    copy.overlay = Overlay(copy.host, ledger=target, clock=copy.clock)
    return copy


@pytest.mark.parametrize(
    ("url", "examples"),
    [
        ("memory://", 30),
        pytest.param("sqlite:", 10, marks=pytest.mark.slow),
        pytest.param("postgresql:", 10, marks=[pytest.mark.slow, *needs_server]),
    ],
)
def test_a_copy_of_the_ledger_keeps_what_retention_made_of_it(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=tuple(Origin)))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with TemporaryDirectory() as folder, opened("sqlite:" if url == "postgresql:" else url) as world:
            world.hand_all(utterances)
            prune(world, older_than=data.draw(AGES), active=data.draw(st.booleans()))
            place = {"sqlite:": f"sqlite:///{folder}/copy.db", "postgresql:": ""}.get(url, url)
            target = open_ledger(place or server().new_url())
            copy = moved_to(target, world)
            assert target.read(ME, everything) == world.ledger.read(ME, everything)
            assert copy.overlay.restore(scope=ME).record_ids == world.overlay.restore(scope=ME).record_ids
            target.close()

    holds()


def everything(reader: LedgerReader) -> Any:
    """All that a copy has of a ledger: everything but what it still owes a host."""
    observations = reader.observed_after(None)
    ids = [o.id for o in observations]
    return (
        observations, reader.extractions(ids), reader.all_held(), reader.history(), reader.transitions(),
        reader.verdicts(), reader.contingencies(), reader.links(observation_ids=ids), reader.staging_history(),
        reader.touches(),
    )  # fmt: skip


@law(30)
@given(data=st.data(), utterances=worlds(size=8))
def test_what_a_shadow_archived_is_archived_once_it_is_promoted(data: st.DataObject, utterances: list[Said]) -> None:
    older_than, active_too = data.draw(AGES), data.draw(st.booleans())
    with opened("memory://") as active, opened("memory://", mode="shadow") as shadow:
        for world in (active, shadow):
            world.hand_all(utterances)
            prune(world, older_than=older_than, active=active_too)
        shadow.overlay.promote(scope=ME)
        shadow.overlay = Overlay(shadow.host, ledger=shadow.ledger, clock=shadow.clock)
        assert marks(shadow) == marks(active)
        assert len(shadow.overlay.restore(scope=ME).record_ids) == len(active.overlay.restore(scope=ME).record_ids)


def marks(world: World) -> list[Any]:
    return sorted((r.subject, r.attribute, r.value, r.observed_at, r.archived) for r in world.timeline().records)


def packet(overlay: Overlay, query: str, view: View, **asked: Any) -> Any:
    found = overlay.recall(query, scope=ME, view=view, now=FIRST + 60 * DAY, **asked)
    return found.rows, found.premises, found.suppressed


def labels(overlay: Overlay, query: str) -> list[tuple[str, Label]]:
    """The rows of the present, all of them: what is archived leaves its place among the first five to others."""
    found = overlay.recall(query, scope=ME, view=View.CURRENT, now=FIRST + 60 * DAY, limit=50)
    return [(r.value, r.label) for r in found.rows if r.label in (Label.CURRENT, Label.CONTESTED, Label.UNRESOLVED)]


def unmarked(records: Any) -> list[Any]:
    return [r.model_copy(update={"archived": False}) for r in records]


def test_a_ledger_of_another_process_sees_what_was_pruned(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path}/shared.db"
    with opened(url) as world:
        world.hand_all([Said("I live in Leeds.", hours=0), Said("I moved to York.", hours=24)])
        prune(world)
    with Overlay(MemoryHost(), ledger=open_ledger(url)) as again:
        assert [r.value for r in again.timeline(scope=ME).records if r.archived] == ["Leeds"]
