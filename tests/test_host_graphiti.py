"""Graphiti as a host: how it writes, what it links, what it erases, and what the overlay makes of it."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from graphiti_core import Graphiti
from graphiti_core.driver.driver import GraphProvider
from graphiti_core.edges import EntityEdge
from graphiti_core.nodes import CommunityNode, EntityNode, EpisodeType, EpisodicNode
from hypothesis import given, settings
from hypothesis import strategies as st

from atma_graphiti import Episodes, Fact, Facts, Grade, GraphitiHost, embedded
from atma_graphiti.groups import Groups, named_in
from atma_graphiti.places import Places
from atma_overlay import AsyncOverlay, Label, Overlay, Scope
from atma_overlay.errors import HostError, InvalidInputError, MissingExtraError
from atma_overlay.hosts import open_host
from atma_overlay.ports.host import HostItem
from tests.graphiti_model import TABLES, Script, ScriptedModel, Triple, emptied

ROOT = Path(__file__).parent.parent
ME = Scope(tenant="acme", user="me")
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)

LISBON = Triple("user", "LIVES_IN", "Lisbon", "The user lives in Lisbon.")
BERLIN = Triple("user", "LIVES_IN", "Berlin", "The user has moved to Berlin.")
FACTS = {
    "I live in Lisbon.": [LISBON],
    "I moved, I live in Berlin now.": [BERLIN],
    "I moved back, I live in Lisbon again.": [LISBON],
}


def moves() -> Script:
    """A model that knows of two homes, and that one is left for the other."""
    homes = {LISBON.fact, BERLIN.fact}
    return Script(
        facts=lambda said: FACTS.get(said, []),
        contradicts=lambda new, old: new != old and {new, old} == homes,
        restates=lambda new, old: new == old,
    )


def said(*texts: str, start: datetime = NOON) -> list[HostItem]:
    return [
        HostItem(key=f"k{n}", text=t, role="user", observed_at=start + timedelta(days=n)) for n, t in enumerate(texts)
    ]


@pytest.fixture(scope="module")
def shared() -> Graphiti:
    return embedded(llm_client=ScriptedModel(Script()))


@pytest.fixture
def graphiti(shared: Graphiti) -> Graphiti:
    scripted(shared, Script())
    return emptied(shared)


@pytest.fixture
def host(graphiti: Graphiti) -> Iterator[GraphitiHost]:
    host = GraphitiHost(graphiti)
    yield host
    host.close()


def scripted(graphiti: Graphiti, script: Script) -> Script:
    cast(ScriptedModel, graphiti.llm_client).script = script
    return script


def texts(host: GraphitiHost, ids: Sequence[str], *, scope: Scope = ME) -> list[str]:
    return [memory.text for memory in host.get(ids, scope=scope)]


def everything(host: GraphitiHost, *, scope: Scope = ME) -> list[str]:
    return sorted(memory.text for memory in host.page(scope=scope).memories)


def row(graphiti: Graphiti, kind: type[Any], identifier: str) -> Any:
    """One edge or node as it is stored."""
    [found] = asyncio.run(kind.get_by_uuids(graphiti.driver, [identifier]))
    return found


def dump(graphiti: Graphiti) -> str:
    """Every row of the database as text."""
    rows = [asyncio.run(graphiti.driver.execute_query(f"MATCH (n:{t}) RETURN n"))[0] for t in TABLES]
    return str(rows)


# --- Writing ---


def test_an_episode_is_linked_by_the_edges_that_its_model_found_and_by_itself(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    scripted(graphiti, moves())
    [ids] = host.add(said("I live in Lisbon."), scope=ME)
    assert texts(host, ids) == ["The user lives in Lisbon.", "I live in Lisbon."]
    episode = row(graphiti, EpisodicNode, ids[-1])
    assert (episode.content, episode.source_description, episode.name) == (
        "user: I live in Lisbon.",
        "said by user",
        "k0",
    )
    assert [memory.created_at for memory in host.get(ids, scope=ME)] == [NOON, NOON]


def test_edges_that_an_episode_retired_do_not_carry_it(graphiti: Graphiti, host: GraphitiHost) -> None:
    scripted(graphiti, moves())
    [first, second] = host.add(said("I live in Lisbon.", "I moved, I live in Berlin now."), scope=ME)
    assert texts(host, second) == ["The user has moved to Berlin.", "I moved, I live in Berlin now."]
    assert set(first).isdisjoint(second)
    assert row(graphiti, EntityEdge, first[0]).invalid_at is not None


def test_a_fact_that_returns_is_the_old_retired_edge_and_still_a_link_of_its_own(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    scripted(graphiti, moves())
    first, _, third = host.add(said(*FACTS), scope=ME)
    assert first[0] == third[0]
    assert first[1] != third[1]
    retired = row(graphiti, EntityEdge, third[0])
    assert retired.invalid_at is not None
    assert texts(host, third) == ["The user lives in Lisbon.", "I moved back, I live in Lisbon again."]


MISDEEDS = {
    "I keep bees.": [Triple("user", "KEEPS", "bees", "Apiculture is a pastime of the user.")],
    "I play the tuba and own a cat.": [
        Triple("user", "PLAYS", "tuba", "The user plays the tuba."),
        Triple("user", "OWNS", "cat", "The user owns a cat."),
    ],
    "My tuba is my favourite instrument.": [Triple("user", "PLAYS", "tuba", "The user plays the tuba.")],
    "I was late on Tuesday.": [],
    "Nothing new today.": [Triple("user", "MISSED", "the bus", "The user was late on Tuesday.")],
}


def test_a_model_that_paraphrases_splits_merges_drops_and_delays_is_followed_by_ids(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    scripted(graphiti, Script(facts=lambda t: MISDEEDS.get(t, []), restates=lambda new, old: new == old))
    paraphrased, split, merged, dropped, delayed = host.add(said(*MISDEEDS), scope=ME)
    assert texts(host, paraphrased) == ["Apiculture is a pastime of the user.", "I keep bees."]
    assert texts(host, split)[:2] == ["The user plays the tuba.", "The user owns a cat."]
    assert merged[0] == split[0]
    assert texts(host, dropped) == ["I was late on Tuesday."]
    assert texts(host, delayed) == ["The user was late on Tuesday.", "Nothing new today."]


def test_the_model_is_shown_earlier_episodes_and_the_current_one_once(graphiti: Graphiti, host: GraphitiHost) -> None:
    script = scripted(graphiti, moves())
    host.add(said("I live in Lisbon.", "I moved, I live in Berlin now."), scope=ME)
    extraction = [p for p, shape in zip(script.prompts, script.calls, strict=True) if shape == "ExtractedEdges"][-1]
    assert extraction.count("user: I live in Lisbon.") == 1
    assert extraction.count("user: I moved, I live in Berlin now.") == 1


def test_an_offset_is_turned_to_utc_before_kuzu_drops_it(graphiti: Graphiti) -> None:
    for writes in (Episodes(), Facts()):
        host = GraphitiHost(emptied(graphiti), writes=writes)
        at = datetime.fromisoformat("2024-05-01T17:45:00+05:45")
        [ids] = host.add([HostItem(key="k", text="I keep bees.", role="user", observed_at=at)], scope=ME)
        assert {memory.created_at for memory in host.get(ids, scope=ME)} == {NOON}
        host.close()


def test_a_write_that_failed_midway_is_taken_up_again(graphiti: Graphiti, host: GraphitiHost) -> None:
    script = scripted(graphiti, moves())
    script.fails.append(ValueError("garbage"))
    with pytest.raises(HostError, match=r"^host 'graphiti' failed to add: ValueError$"):
        host.add(said("I live in Lisbon."), scope=ME)
    [ids] = host.add(said("I live in Lisbon."), scope=ME)
    assert everything(host) == ["I live in Lisbon.", "The user lives in Lisbon."]
    assert len(ids) == 2


def test_a_write_that_was_stored_and_then_raised_is_found_and_not_repeated(
    graphiti: Graphiti, monkeypatch: pytest.MonkeyPatch, host: GraphitiHost
) -> None:
    script = scripted(graphiti, moves())
    whole = graphiti.add_episode

    async def lost(*args: Any, **kwargs: Any) -> None:
        await whole(*args, **kwargs)
        raise ConnectionError("the answer was lost")

    monkeypatch.setattr(graphiti, "add_episode", lost)
    with pytest.raises(HostError, match="ConnectionError") as raised:
        host.add(said("I live in Lisbon."), scope=ME)
    assert raised.value.transient
    script.calls.clear()
    [ids] = host.add(said("I live in Lisbon."), scope=ME)
    assert texts(host, ids) == ["The user lives in Lisbon.", "I live in Lisbon."]
    assert everything(host) == ["I live in Lisbon.", "The user lives in Lisbon."]
    assert script.calls == []


def homes(item: HostItem) -> list[Fact]:
    place = item.text.removeprefix("I live in ").removesuffix(".")
    return [Fact("Ana", "LIVES_IN", place, f"Ana lives in {place}.")]


def test_facts_of_the_caller_are_merged_and_retired_by_the_model_when_asked(graphiti: Graphiti) -> None:
    script = scripted(graphiti, Script(contradicts=lambda new, old: new != old))
    host = GraphitiHost(graphiti, writes=Facts(of=homes, resolve=True))
    lisbon, berlin = host.add(said("I live in Lisbon.", "I live in Berlin."), scope=ME)
    assert texts(host, lisbon) == ["Ana lives in Lisbon."]
    assert texts(host, berlin) == ["Ana lives in Berlin."]
    [retired] = host.retirements(scope=ME)
    assert (retired.edge_id, retired.by_edges, retired.grade) == (lisbon[0], berlin, Grade.PLAUSIBLE)
    assert set(script.calls) == {"EdgeDuplicate"}
    again = host.add(said("I live in Lisbon.", "I live in Berlin."), scope=ME)
    assert again == [lisbon, berlin]
    assert everything(host) == ["Ana lives in Berlin.", "Ana lives in Lisbon."]
    host.close()


def test_facts_without_resolving_ask_no_model(graphiti: Graphiti) -> None:
    script = scripted(graphiti, Script())
    host = GraphitiHost(graphiti, writes=Facts(of=homes))
    host.add(said("I live in Lisbon.", "I live in Berlin."), scope=ME)
    assert everything(host) == ["Ana lives in Berlin.", "Ana lives in Lisbon."]
    assert (script.calls, host.retirements(scope=ME)) == ([], [])
    assert host.capabilities.rewrites
    host.close()


def test_facts_that_cannot_be_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="resolve: needs facts with entities of their own"):
        Facts(resolve=True)
    with pytest.raises(InvalidInputError, match="valid_at: is naive"):
        Fact("Ana", "LIVES_IN", "Lisbon", "Ana lives in Lisbon.", datetime(2024, 5, 1))  # noqa: DTZ001 the subject


def test_without_a_model_episodes_say_what_is_missing(tmp_path: Path) -> None:
    host = GraphitiHost(lambda: embedded(tmp_path / "memory.kuzu"))
    with pytest.raises(InvalidInputError, match="llm_client: is needed to extract or resolve facts"):
        host.add(said("I keep bees."), scope=ME)
    host.close()


# --- Groups ---

names = st.text(min_size=1, max_size=12).filter(lambda name: name == name.strip())


def scope_of(tenant: str, user: str, agent: str | None, session: str | None) -> Scope | None:
    try:
        return Scope(tenant=tenant, user=user, agent=agent, session=session)
    except InvalidInputError:
        return None


scopes = (
    st.builds(scope_of, names, names, st.none() | names, st.none() | names)
    .filter(bool)
    .map(lambda scope: cast(Scope, scope))
)


@settings(max_examples=100, deadline=None)
@given(scopes, scopes)
def test_a_group_is_one_scopes_and_of_the_signs_that_graphiti_admits(one: Scope, other: Scope) -> None:
    groups = Groups()
    homes = [groups.home(one), groups.home(other)]
    assert (homes[0] == homes[1]) == (one == other)
    for scope, home in zip((one, other), homes, strict=True):
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,500}", home)
        assert groups.admits(scope, home)
        assert groups.admits(Scope(tenant=scope.tenant, user=scope.user), home)
    assert groups.admits(one, homes[1]) == (one.partition == other.partition and one.admits(other.agent, other.session))


@settings(max_examples=100, deadline=None)
@given(scopes)
def test_a_group_says_which_agent_and_session_it_is_of(scope: Scope) -> None:
    assert named_in(Groups().home(scope)) == (scope.agent, scope.session)


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("ann", (None, None)),
        ("ann--x-cook", (None, None)),
        ("ann--a-K_C3_B6chin", ("Köchin", None)),
        ("ann--a-_C3", ("_C3", None)),
        ("ann--a-", (None, None)),
    ],
)
def test_a_group_of_someone_elses_making_is_read_as_it_is_written(
    group: str, expected: tuple[str | None, str | None]
) -> None:
    assert named_in(group) == expected


def test_a_name_that_was_cut_is_nobodys() -> None:
    long = Scope(tenant="t", user="u", agent="é" * 100)
    agent, _ = named_in(Groups().home(long))
    assert agent is not None
    assert (agent.startswith("_C3_A9"), agent == long.agent) == (True, False)


def test_an_adopted_store_stays_each_agents_own(graphiti: Graphiti) -> None:
    host = GraphitiHost(graphiti, writes=Facts())
    for agent, city in (("cook", "Porto"), ("driver", "Leeds")):
        scope = ME.model_copy(update={"agent": agent})
        host.add([HostItem(key="theirs", text=f"I live in {city}.", role="user", observed_at=NOON)], scope=scope)
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        assert overlay.backfill(scope=ME).taken == 2
        for agent, city in (("cook", "Porto"), ("driver", "Leeds")):
            packet = overlay.recall("Where do I live?", scope=ME.model_copy(update={"agent": agent}))
            assert [(row.value, row.label) for row in packet.rows] == [(city, Label.CURRENT)]


def test_long_names_are_cut_and_stay_apart() -> None:
    one, other = (Groups().home(Scope(tenant="t", user="é" * 100 + last)) for last in "ab")
    assert one != other
    assert max(len(one), len(other)) < 120


def test_groups_read_plainly() -> None:
    scope = Scope(tenant="acme", user="ann@acme.com", agent="cook", session="2024-05-01")
    assert Groups().home(scope) == "acme-ann_40acme_2Ecom--a-cook--s-2024_2D05_2D01"


@pytest.mark.parametrize("group", ["", "ann@acme.com", "ann--b", "größe"])
def test_a_group_that_graphiti_does_not_admit_is_refused(graphiti: Graphiti, group: str) -> None:
    host = GraphitiHost(graphiti, group_id=lambda _: group)
    with pytest.raises(InvalidInputError, match=r"^group_id: .* is no group id"):
        host.search("bees", scope=ME, limit=1)
    host.close()


def test_a_store_of_someone_elses_making_is_read_under_its_own_group_ids(graphiti: Graphiti) -> None:
    scripted(graphiti, moves())
    added = asyncio.run(
        graphiti.add_episode("first", "user: I live in Lisbon.", "chat", NOON, EpisodeType.message, group_id="me")
    )
    host = GraphitiHost(graphiti, group_id=lambda scope: scope.user)
    assert everything(host) == ["I live in Lisbon.", "The user lives in Lisbon."]
    assert [m.id for m in host.search("Lisbon", scope=ME, limit=5).memories] == [added.edges[0].uuid]
    assert host.page(scope=Scope(tenant="acme", user="you")).memories == ()
    host.close()


def test_a_user_with_many_sessions_is_searched_and_paged_across_all(graphiti: Graphiti) -> None:
    host = GraphitiHost(graphiti, writes=Facts())
    for number in range(130):
        session = ME.model_copy(update={"session": f"s{number}"})
        host.add([replace(said(f"Locker {number} is mine.")[0], key=f"k{number}")], scope=session)
    found = host.search("Whose is locker 129?", scope=ME, limit=200)
    assert len({memory.id for memory in found.memories}) == 130
    assert found.memories[0].text == "Locker 129 is mine."
    assert len(host.page(scope=ME).memories) == 130
    assert len(host.page(scope=ME.model_copy(update={"session": "s7"})).memories) == 1
    host.close()


class FalkorStandIn:
    """As much of FalkorDB's driver as the choice of a graph needs."""

    provider = GraphProvider.FALKORDB

    def __init__(self, database: str, graphs: list[str]) -> None:
        self.database, self.graphs, self.client = database, graphs, self

    async def list_graphs(self) -> list[str]:
        return self.graphs

    def clone(self, database: str) -> FalkorStandIn:
        return FalkorStandIn(database, self.graphs)


def test_on_falkordb_each_group_is_a_graph_of_its_own() -> None:
    driver = FalkorStandIn("default_db", ["acme-me--s-monday", "acme-you", "acme-me", "default_db"])
    places = Places(cast(Graphiti, SimpleNamespace(driver=driver)), Groups())
    assert [(p.label, p.driver.database, p.groups) for p in cast(Any, asyncio.run(places.of(ME)))] == [
        ("acme-me", "acme-me", ("acme-me",)),
        ("acme-me--s-monday", "acme-me--s-monday", ("acme-me--s-monday",)),
    ]


# --- Pages ---


def test_a_page_goes_on_through_facts_and_episodes_although_rows_were_deleted_between(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    ids = host.add(said("one", "two", "three", "four"), scope=ME)
    seen: list[str] = []
    cursor: str | None = None
    for size in (2, 2, 1, 3):
        page = host.page(scope=ME, cursor=cursor, limit=size)
        seen += [memory.id for memory in page.memories]
        assert len(page.memories) == size
        host.delete(seen[-1:], scope=ME)
        cursor = page.cursor
    assert cursor is None
    assert sorted(seen) == sorted(i for carrying in ids for i in carrying)
    edges = {carrying[0] for carrying in ids}
    assert [identifier in edges for identifier in seen] == [True] * 4 + [False] * 4


@pytest.mark.parametrize(
    ("cursor", "limit", "field"), [("elsewhere", 5, "cursor"), (":node:x", 5, "cursor"), (None, 0, "limit")]
)
def test_a_page_that_cannot_be_is_refused(host: GraphitiHost, cursor: str | None, limit: int, field: str) -> None:
    with pytest.raises(InvalidInputError, match=f"^{field}: "):
        host.page(scope=ME, cursor=cursor, limit=limit)


# --- Erasing ---

SECRETS = {
    "My PIN is 4711.": [Triple("user", "HAS_PIN", "4711", "The user's PIN is 4711.")],
    "I keep bees.": [Triple("user", "KEEPS", "bees", "The user keeps bees.")],
}


def test_an_erasure_leaves_no_word_of_it_in_the_graph_and_says_what_it_did(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    scripted(graphiti, Script(facts=lambda t: SECRETS.get(t, [])))
    pin, bees = host.add(said(*SECRETS), scope=ME)
    edge = row(graphiti, EntityEdge, pin[0])
    user, number = edge.source_node_uuid, edge.target_node_uuid
    community = CommunityNode(name="PIN 4711", group_id=edge.group_id, summary="4711", name_embedding=[0.1])
    asyncio.run(community.save(graphiti.driver))
    member = "MATCH (c:Community), (n:Entity {uuid: $u}) CREATE (c)-[:HAS_MEMBER {uuid: 'm', group_id: 'g'}]->(n)"
    asyncio.run(graphiti.driver.execute_query(member, u=user))
    assert "4711" in row(graphiti, EntityNode, user).summary
    assert dump(graphiti).count("4711") > 3

    erasure = host.erase(pin, scope=ME)

    assert "4711" not in dump(graphiti)
    assert erasure.erased == tuple(pin)
    assert sorted(erasure.derived) == sorted(
        [f"summary of entity {user}", f"entity {number}", f"community {community.uuid}"]
    )
    assert erasure.remaining == (
        "facts and summaries of later episodes whose model was shown these as context",
        "the database's own logs and free pages, until it compacts them",
    )
    assert everything(host) == ["I keep bees.", "The user keeps bees."]
    assert [m.id for m in host.search("Who keeps bees?", scope=ME, limit=5).memories] == [bees[0]]


def test_an_erasure_reaches_no_other_scope(graphiti: Graphiti, host: GraphitiHost) -> None:
    scripted(graphiti, Script(facts=lambda t: SECRETS.get(t, [])))
    [pin] = host.add(said("My PIN is 4711."), scope=ME)
    before = dump(graphiti)
    assert host.erase(pin, scope=Scope(tenant="acme", user="you")).erased == ()
    assert dump(graphiti) == before


def test_an_erasure_names_the_sagas_whose_summaries_it_cannot_reach(graphiti: Graphiti, host: GraphitiHost) -> None:
    [[_, episode]] = host.add(said("I keep bees."), scope=ME)
    saga = "MATCH (e:Episodic {uuid: $u}) CREATE (s:Saga {uuid: 's1', name: 'x', group_id: 'g'})-[:HAS_EPISODE]->(e)"
    asyncio.run(graphiti.driver.execute_query(saga, u=episode))
    assert "saga s1: its summary may tell of the episode" in host.erase([episode], scope=ME).remaining


# --- The overlay on it ---


@pytest.mark.parametrize("writes", [Episodes(), Facts()], ids=["episodes", "facts"])
def test_of_a_contradicting_pair_the_overlay_shows_the_current_first(graphiti: Graphiti, writes: Any) -> None:
    scripted(graphiti, moves())
    with Overlay(GraphitiHost(graphiti, writes=writes), ledger="memory://") as overlay:
        for item in said("I live in Lisbon.", "I moved, I live in Berlin now."):
            receipt = overlay.remember(item.text, scope=ME, observed_at=item.observed_at)
            assert receipt.host_ids
            assert receipt.pending_host_writes == 0
        packet = overlay.recall("Where do I live?", scope=ME)
        assert (packet.rows[0].label, packet.rows[0].value) == (Label.CURRENT, "Berlin")
        assert packet.rows[0].host_ids
        assert {row.label for row in packet.rows if row.value == "Lisbon"} <= {Label.HISTORICAL}
        history = overlay.recall("Where did I live before?", scope=ME)
        assert (Label.HISTORICAL, "Lisbon") in [(row.label, row.value) for row in history.rows]


def test_where_a_model_restates_an_old_edge_the_overlay_still_tells_every_spell(graphiti: Graphiti) -> None:
    scripted(graphiti, moves())
    with Overlay(GraphitiHost(graphiti), ledger="memory://") as overlay:
        for item in said(*FACTS):
            overlay.remember(item.text, scope=ME, observed_at=item.observed_at)
        row = overlay.recall("Where do I live?", scope=ME).rows[0]
        assert (row.label, row.value) == (Label.CURRENT, "Lisbon")
        homes = [r.value for r in overlay.timeline(scope=ME, attribute="home_city").records]
        assert homes == ["Lisbon", "Berlin", "Lisbon"]


def test_the_overlay_reads_facts_that_a_model_has_reworded(graphiti: Graphiti) -> None:
    scripted(graphiti, Script(facts=lambda t: MISDEEDS.get(t, []), restates=lambda new, old: new == old))
    with Overlay(GraphitiHost(graphiti), ledger="memory://") as overlay:
        for item in said(*MISDEEDS):
            overlay.remember(item.text, scope=ME, observed_at=item.observed_at)
        shown = [row.text for row in overlay.recall("Do I keep bees?", scope=ME).rows]
        assert any("bees" in text or "Apiculture" in text for text in shown)


# --- Opening, loops and failures ---


def test_a_specification_names_a_file_that_survives_a_restart(tmp_path: Path) -> None:
    spec = f"graphiti:{tmp_path / 'memory.kuzu'}"
    host = open_host(spec)
    assert (host.name, host.capabilities.persists, host.capabilities.rewrites) == ("graphiti", True, False)
    [ids] = host.add(said("I keep bees."), scope=ME)
    before = host.get(ids, scope=ME)
    host.close()
    again = open_host(spec)
    assert again.get(ids, scope=ME) == before
    assert [m.id for m in again.search("bees", scope=ME, limit=1).memories] == list(ids)
    again.close()
    with pytest.raises(InvalidInputError, match="write graphiti:PATH"):
        open_host("graphiti")


def test_a_database_in_memory_does_not_say_that_it_persists(host: GraphitiHost) -> None:
    assert not host.capabilities.persists


async def test_all_calls_run_on_one_loop_whoever_calls(graphiti: Graphiti, monkeypatch: pytest.MonkeyPatch) -> None:
    loops: set[int] = set()
    create = graphiti.embedder.create

    async def noted(*args: Any, **kwargs: Any) -> list[float]:
        loops.add(id(asyncio.get_running_loop()))
        return await create(*args, **kwargs)

    monkeypatch.setattr(graphiti.embedder, "create", noted)
    async with AsyncOverlay(GraphitiHost(graphiti, writes=Facts()), ledger="memory://") as overlay:
        await overlay.remember("I live in Leeds.", scope=ME)
        answers = await asyncio.gather(*[overlay.recall("Where do I live?", scope=ME) for _ in range(5)])
    assert {answer.rows[0].value for answer in answers} == {"Leeds"}
    assert len(loops) == 1
    assert id(asyncio.get_running_loop()) not in loops


async def test_it_may_be_called_from_inside_a_running_loop(graphiti: Graphiti) -> None:
    host = GraphitiHost(graphiti, writes=Facts())
    host.add(said("I keep bees."), scope=ME)
    assert [memory.text for memory in host.search("bees", scope=ME, limit=1).memories] == ["I keep bees."]
    host.close()


def test_a_client_that_the_host_has_made_is_made_on_its_loop_and_closed_with_it(graphiti: Graphiti) -> None:
    loops: list[asyncio.AbstractEventLoop] = []

    def make() -> Graphiti:
        loops.append(asyncio.get_running_loop())
        return embedded()

    host = GraphitiHost(make, writes=Facts())
    host.add(said("I keep bees."), scope=ME)
    host.close()
    assert len(loops) == 1
    with pytest.raises(HostError, match="failed to add: RuntimeError"):
        host.add(said("I play the tuba."), scope=ME)
    injected = GraphitiHost(graphiti, writes=Facts())
    injected.close()
    GraphitiHost(graphiti, writes=Facts()).add(said("I keep bees."), scope=ME)


def test_a_missing_sdk_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("kuzu", "graphiti_core"):
        with monkeypatch.context() as missing:
            missing.setitem(sys.modules, package, None)
            with pytest.raises(MissingExtraError, match=r"pip install 'atma-overlay\[graphiti\]'"):
                embedded()


def python(code: str, **environment: str) -> str:
    path = os.pathsep.join([str(ROOT), str(ROOT / "adapters")])
    names = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHITI")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**names, "PYTHONPATH": path, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_importing_the_adapter_loads_no_sdk_and_switches_telemetry_off() -> None:
    loaded = "print([m for m in ('graphiti_core', 'kuzu', 'neo4j', 'openai', 'numpy') if m in sys.modules])"
    assert python(f"import atma_graphiti, sys; {loaded}") == "[]"
    asks = "import atma_graphiti; from graphiti_core.telemetry.telemetry import is_telemetry_enabled as on; print(on())"
    assert python(asks) == "False"
    assert python(asks, GRAPHITI_TELEMETRY_ENABLED="true") == "True"


def test_the_example_runs_offline() -> None:
    path = ROOT / "examples" / "graphiti_in_ten_lines.py"
    search_path = os.pathsep.join([str(ROOT), str(ROOT / "adapters")])
    done = subprocess.run(
        [sys.executable, str(path)],
        env={**os.environ, "PYTHONPATH": search_path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "current: Berlin\n"
