"""Graphiti's groups as scopes, its pages, and how it is opened, looped and closed."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from graphiti_core import Graphiti
from graphiti_core.driver.driver import GraphProvider
from graphiti_core.nodes import EpisodeType
from hypothesis import given, settings
from hypothesis import strategies as st

from atma_graphiti import Facts, GraphitiHost, embedded
from atma_graphiti.groups import Groups, named_in
from atma_graphiti.places import Places
from atma_overlay import AsyncOverlay, Label, Overlay, Scope
from atma_overlay.errors import HostError, InvalidInputError, MissingExtraError
from atma_overlay.hosts import open_host
from atma_overlay.ports.host import HostItem
from tests.graphiti_homes import ME, NOON, everything, moves, said, scripted

ROOT = Path(__file__).parent.parent


@pytest.fixture
def host(graphiti: Graphiti) -> Iterator[GraphitiHost]:
    host = GraphitiHost(graphiti)
    yield host
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
