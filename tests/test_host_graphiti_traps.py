"""Graphiti's traps, each shown on Graphiti itself, and that the host does not fall into it."""

from __future__ import annotations

import asyncio
import inspect
import time
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import graphiti_core.errors
import graphiti_core.llm_client.errors
import httpx
import neo4j.exceptions
import openai
import pytest
from graphiti_core import Graphiti
from graphiti_core.driver.kuzu_driver import KuzuDriver
from graphiti_core.edges import EntityEdge
from graphiti_core.errors import GroupsEdgesNotFoundError, NodeNotFoundError
from graphiti_core.llm_client.errors import EmptyResponseError, RateLimitError, RefusalError
from graphiti_core.nodes import EntityNode, EpisodicNode
from graphiti_core.search.search_config_recipes import EDGE_HYBRID_SEARCH_RRF, NODE_HYBRID_SEARCH_RRF
from graphiti_core.search.search_filters import (
    ComparisonOperator,
    DateFilter,
    SearchFilters,
    edge_search_filter_query_constructor,
)
from opentelemetry import trace
from pydantic import BaseModel, ValidationError

from atma_graphiti import Facts, Grade, GraphitiHost, Retirement
from atma_graphiti.failures import rules, translated
from atma_graphiti.memories import KEY
from atma_overlay import Label, Overlay, Scope
from atma_overlay.errors import HostError, InvalidInputError
from atma_overlay.ports.host import HostItem
from tests.graphiti_homes import ME, NOON, row, said, scripted
from tests.graphiti_misled import HALF_WRONG, at, half_wrong
from tests.graphiti_model import Script, ScriptedModel, Triple

YOU = Scope(tenant="acme", user="you")


@pytest.fixture
def host(graphiti: Graphiti) -> Iterator[GraphitiHost]:
    host = GraphitiHost(graphiti)
    yield host
    host.close()


# --- Retirements ---


@pytest.fixture
def misled(graphiti: Graphiti, host: GraphitiHost) -> GraphitiHost:
    """A store half of whose retirements are wrong."""
    scripted(graphiti, half_wrong())
    host.add(
        [HostItem(key=row["on"], text=row["text"], role="user", observed_at=at(row)) for row in HALF_WRONG["said"]],
        scope=ME,
    )
    return host


def test_half_of_the_retirements_are_wrong_and_those_are_disputed(misled: GraphitiHost) -> None:
    found = misled.retirements(scope=ME)
    assert len(found) == 6
    assert sorted(r.fact for r in found if r.grade is Grade.PLAUSIBLE) == HALF_WRONG["over"]
    assert {r.fact for r in found if r.grade is Grade.DISPUTED} < set(HALF_WRONG["live"])


def test_a_retirement_names_the_episode_and_the_facts_behind_it(misled: GraphitiHost) -> None:
    by_fact = {r.fact: r for r in misled.retirements(scope=ME)}
    memories = {m.id: m.text for m in misled.page(scope=ME).memories}
    lisbon, bees = by_fact["The user lives in Lisbon."], by_fact["The user keeps bees behind the house."]
    for retirement in (lisbon, bees):
        assert memories[retirement.by_episode or ""] == "I have moved, I live in Berlin now."
        assert [memories[i] for i in retirement.by_edges] == ["The user has moved and lives in Berlin now."]
        assert retirement.at == datetime(2024, 4, 5, tzinfo=UTC)
    assert (lisbon.grade, bees.grade) == (Grade.PLAUSIBLE, Grade.DISPUTED)


@pytest.mark.parametrize(("question", "fact"), HALF_WRONG["asked"].items())
def test_no_retirement_hides_a_live_fact_from_a_search(misled: GraphitiHost, question: str, fact: str) -> None:
    assert fact in [memory.text for memory in misled.search(question, scope=ME, limit=3).memories]


def test_no_retirement_hides_a_fact_from_a_page(misled: GraphitiHost) -> None:
    texts = [memory.text for memory in misled.page(scope=ME).memories]
    assert set(texts) >= {*HALF_WRONG["live"], *HALF_WRONG["over"]}


def test_the_overlay_on_a_misled_store_knows_what_is_current(graphiti: Graphiti) -> None:
    scripted(graphiti, half_wrong())
    with Overlay(GraphitiHost(graphiti), ledger="memory://") as overlay:
        for row in HALF_WRONG["said"]:
            overlay.remember(row["text"], scope=ME, observed_at=at(row))
        home = overlay.recall("Where do I live?", scope=ME).rows[0]
        assert (home.label, home.value) == (Label.CURRENT, "Berlin")
        allergy = overlay.recall("What am I allergic to?", scope=ME).rows[0]
        assert "hazelnut" in allergy.text
        assert allergy.label in (Label.CURRENT, Label.UNTRACKED)


def retirement_of(host: GraphitiHost, fact: str) -> Retirement:
    [found] = [r for r in host.retirements(scope=ME) if r.fact == fact]
    return found


def test_a_retirement_without_a_known_cause_is_disputed(graphiti: Graphiti, misled: GraphitiHost) -> None:
    before = retirement_of(misled, "The user lives in Lisbon.")
    asyncio.run(graphiti.remove_episode(before.by_episode or ""))
    after = retirement_of(misled, "The user lives in Lisbon.")  # what was retired stays so, see the removal
    assert (after.grade, after.by_episode, after.by_edges) == (Grade.DISPUTED, None, ())


def test_contradictions_within_one_batch_are_told_apart_since_its_items_are_added_in_turn(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    scripted(graphiti, half_wrong())
    host.add(said("I live in Lisbon.", "I have moved, I live in Berlin now."), scope=ME)
    assert [(r.fact, r.grade) for r in host.retirements(scope=ME)] == [("The user lives in Lisbon.", Grade.PLAUSIBLE)]


@pytest.mark.parametrize(
    ("old", "new", "grade"),
    [
        (("Ann", "LIVES_IN", "Rome"), ("Ann", "LIVES_IN", "Oslo"), Grade.PLAUSIBLE),
        (("Ann", "LEADS", "the choir"), ("Bob", "leads", "the choir"), Grade.PLAUSIBLE),
        (("Ann", "DATES", "Bob"), ("Bob", "LEFT", "Ann"), Grade.PLAUSIBLE),
        (("Ann", "LIVES_IN", "Rome"), ("Bob", "LIVES_IN", "Oslo"), Grade.DISPUTED),
        (("Ann", "LIVES_IN", "Rome"), ("Ann", "WORKS_IN", "Oslo"), Grade.DISPUTED),
        (("Ann", "LEADS", "Bob"), ("Bob", "LEADS", "Cem"), Grade.DISPUTED),
    ],
)
def test_the_shape_of_two_facts_grades_a_retirement(
    graphiti: Graphiti, host: GraphitiHost, old: tuple[str, str, str], new: tuple[str, str, str], grade: Grade
) -> None:
    facts = {"the old": [Triple(*old, "the old fact")], "the new": [Triple(*new, "the new fact")]}
    scripted(graphiti, Script(facts=lambda t: facts[t], contradicts=lambda new, _: new == "the new fact"))
    host.add(said("the old", "the new"), scope=ME)
    assert [r.grade for r in host.retirements(scope=ME)] == [grade]


# --- Searches ---


def test_graphitis_search_changes_a_global_and_the_hosts_does_not(graphiti: Graphiti, host: GraphitiHost) -> None:
    host.add(said("I keep bees."), scope=ME)
    before = EDGE_HYBRID_SEARCH_RRF.model_dump()
    host.search("bees", scope=ME, limit=3)
    host.search("bees", scope=ME, limit=7, within=["x"])
    assert EDGE_HYBRID_SEARCH_RRF.model_dump() == before
    asyncio.run(graphiti.search("bees", group_ids=["acme-me"], num_results=3))
    assert EDGE_HYBRID_SEARCH_RRF.limit == 3
    EDGE_HYBRID_SEARCH_RRF.limit = before["limit"]


def test_a_callers_own_search_configuration_is_not_changed(graphiti: Graphiti) -> None:
    mine = EDGE_HYBRID_SEARCH_RRF.model_copy(deep=True)
    before = mine.model_dump()
    host = GraphitiHost(graphiti, writes=Facts(), search_config=mine)
    host.add(said("I keep bees."), scope=ME)
    assert len(host.search("bees", scope=ME, limit=99).memories) == 1
    assert mine.model_dump() == before
    host.close()


def test_an_empty_list_of_groups_means_everyone_to_graphiti_and_never_to_the_host(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    host.add(said("I keep bees."), scope=YOU)
    leaked = asyncio.run(graphiti.search_("bees", EDGE_HYBRID_SEARCH_RRF.model_copy(deep=True), group_ids=[]))
    assert [e.fact for e in leaked.edges] == ["I keep bees."]
    assert host.search("bees", scope=ME, limit=5).memories == ()


def test_other_tenants_rows_do_not_crowd_out_ones_own(graphiti: Graphiti) -> None:
    host = GraphitiHost(graphiti, writes=Facts())
    host.add(said(*[f"Harbour pilot number {n} sails at dawn." for n in range(12)]), scope=YOU)
    host.add(said("My neighbour is a harbour pilot and a beekeeper and collects old maps."), scope=ME)
    found = host.search("harbour pilot", scope=ME, limit=1).memories
    assert [(memory.text[:12], memory.score) for memory in found] == [("My neighbour", 2.0)]  # by words and by vector
    host.close()


def test_a_long_question_is_cut_for_the_text_search_and_whole_for_the_vector(graphiti: Graphiti) -> None:
    host = GraphitiHost(graphiti, writes=Facts())
    host.add(said("I keep bees.", "I play the tuba.", "My cat is called Ink.", "The van is green."), scope=ME)
    long = "Who of us keeps bees? " + "Please tell me what you know about it. " * 30
    assert host.search(long, scope=ME, limit=1).memories[0].text == "I keep bees."
    assert host.search(" \n ", scope=ME, limit=1).memories == ()
    host.close()


def test_dates_that_are_ored_share_a_parameter_so_that_the_host_filters_by_none(
    graphiti: Graphiti, host: GraphitiHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = ComparisonOperator.less_than, ComparisonOperator.greater_than
    ored = [[DateFilter(date=NOON, comparison_operator=op)] for op in (before, after)]
    _, parameters = edge_search_filter_query_constructor(SearchFilters(valid_at=ored), graphiti.driver.provider)
    assert len(parameters) == 1
    asked: list[SearchFilters] = []
    whole = graphiti.search_

    async def noted(*args: Any, **kwargs: Any) -> Any:
        asked.append(kwargs["search_filter"])
        return await whole(*args, **kwargs)

    monkeypatch.setattr(graphiti, "search_", noted)
    host.search("bees", scope=ME, limit=3)
    host.search("bees", scope=ME, limit=3, within=["x"])
    assert asked == [SearchFilters(), SearchFilters(edge_uuids=["x"])]


def test_summaries_are_in_no_answer(graphiti: Graphiti, host: GraphitiHost) -> None:
    scripted(graphiti, half_wrong())
    host.add(said("I live in Lisbon.", "I have moved, I live in Berlin now."), scope=ME)
    nodes = asyncio.run(EntityNode.get_by_group_ids(graphiti.driver, ["acme-me"]))
    [summary] = [node.summary for node in nodes if node.name == "user"]
    assert "lives in Lisbon" in summary  # superseded, and still told
    found = host.search("user", scope=ME, limit=50)
    texts = [m.text for m in (*found.memories, *host.page(scope=ME).memories)]
    assert [text for text in texts if "Lisbon" in text and "Berlin" in text] == []
    assert cast(Any, found.native).nodes == []
    assert NODE_HYBRID_SEARCH_RRF.node_config is not None  # where Graphiti would give them


# --- Storage ---


@pytest.fixture
def in_kathmandu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose own time is far from UTC."""
    with monkeypatch.context() as there:
        there.setenv("TZ", "Asia/Kathmandu")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("in_kathmandu")
def test_kuzus_naive_instants_are_read_as_utc(graphiti: Graphiti, host: GraphitiHost) -> None:
    scripted(graphiti, half_wrong())
    [ids, _] = host.add(said("I live in Lisbon.", "I have moved, I live in Berlin now."), scope=ME)
    assert row(graphiti, EntityEdge, ids[0]).valid_at == NOON.replace(tzinfo=None)
    assert [memory.created_at for memory in host.get(ids, scope=ME)] == [NOON, NOON]
    assert [r.at for r in host.retirements(scope=ME)] == [NOON + timedelta(days=1)]


def test_a_fact_from_a_store_without_reference_times_was_said_no_later_than_it_was_written(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    [[early, _], [ahead, _]] = host.add(said("I keep bees.", "I marry in June."), scope=ME)
    unset = "MATCH (e:RelatesToNode_ {uuid: $u}) SET e.reference_time = NULL, e.valid_at = $v, e.created_at = $c"
    written = datetime(2024, 5, 9)  # noqa: DTZ001 - as Kuzu has it
    for identifier, valid_at in ((early, datetime(2020, 1, 1)), (ahead, datetime(2024, 6, 1))):  # noqa: DTZ001
        asyncio.run(graphiti.driver.execute_query(unset, u=identifier, v=valid_at, c=written))
    assert [m.created_at for m in host.get([early, ahead], scope=ME)] == [
        datetime(2020, 1, 1, tzinfo=UTC),
        datetime(2024, 5, 9, tzinfo=UTC),
    ]


def test_an_empty_group_is_an_error_to_graphiti_and_an_empty_page_to_the_host(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    with pytest.raises(GroupsEdgesNotFoundError):
        asyncio.run(EntityEdge.get_by_group_ids(graphiti.driver, ["acme-me"]))
    assert (host.page(scope=ME).memories, host.retirements(scope=ME)) == ((), [])


def test_a_key_is_lost_where_an_episode_restates_an_edge_and_the_id_is_not(graphiti: Graphiti) -> None:
    class Pet(BaseModel):
        """An animal of somebody's."""

    given = GraphitiHost(graphiti, writes=Facts())
    [[identifier]] = given.add(said("I keep bees."), scope=ME)
    assert row(graphiti, EntityEdge, identifier).attributes == {KEY: "k0", "role": "user"}
    scripted(graphiti, Script(restates=lambda new, old: True))
    graphiti_adds = graphiti.add_episode(
        "n", "user: Bees are what I keep.", "chat", NOON, group_id="acme-me", edge_types={"KEEPS": Pet}
    )
    asyncio.run(graphiti_adds)
    assert row(graphiti, EntityEdge, identifier).attributes == {}
    [memory] = given.get([identifier], scope=ME)
    assert (memory.key, memory.text) == (None, "I keep bees.")
    given.close()


def test_the_driver_as_shipped_has_no_text_indexes_and_no_database_name(graphiti: Graphiti) -> None:
    shipped = KuzuDriver()
    indexes, _, _ = asyncio.run(shipped.execute_query("CALL SHOW_INDEXES() RETURN index_name"))
    assert indexes == []
    assert not hasattr(shipped, "_database")
    with pytest.raises(InvalidInputError, match=r"graphiti: its Kuzu driver lacks .* build it with `embedded"):
        GraphitiHost(
            Graphiti(
                graph_driver=shipped, llm_client=graphiti.llm_client, embedder=graphiti.embedder,
                cross_encoder=graphiti.cross_encoder,
            )
        )  # fmt: skip
    complete, _, _ = asyncio.run(graphiti.driver.execute_query("CALL SHOW_INDEXES() RETURN index_name"))
    assert len(complete) == 4
    assert graphiti.driver._database == ""


# --- Failures ---


def test_a_tracer_makes_every_error_the_same_and_no_text_gets_out(
    graphiti: Graphiti, caplog: pytest.LogCaptureFixture
) -> None:
    script = Script(fails=[ValueError("4711 is the PIN")])
    traced = Graphiti(
        graph_driver=graphiti.driver, llm_client=ScriptedModel(script), embedder=graphiti.embedder,
        cross_encoder=graphiti.cross_encoder, tracer=cast(Any, trace.get_tracer("theirs")),
    )  # fmt: skip
    host = GraphitiHost(traced)
    with pytest.raises(HostError) as raised:
        host.add(said("My PIN is 4711."), scope=ME)
    assert str(raised.value) == "host 'graphiti' failed to add: RuntimeError"
    assert "generator didn't stop" in str(raised.value.__cause__)
    host.close()


def request() -> Any:
    return httpx.Request("POST", "http://localhost")


def response(code: int) -> Any:
    return httpx.Response(code, request=request())


def invalid() -> ValidationError:
    class Shape(BaseModel):
        count: int

    try:
        Shape.model_validate({"count": "my PIN is 4711"})
    except ValidationError as error:
        return error
    raise AssertionError


@pytest.mark.parametrize(
    ("error", "problem", "transient"),
    [
        (cast(Any, RateLimitError)(), "the model asks to slow down", True),
        (EmptyResponseError("4711"), "the model answered nothing", True),
        (RefusalError("4711"), "the model refused", False),
        (invalid(), "the model's answer has not the shape asked for", True),
        (NodeNotFoundError("4711"), "NodeNotFoundError", False),
        (openai.APIStatusError("4711", response=response(429), body=None), "a service answered 429", True),
        (openai.APIStatusError("4711", response=response(400), body=None), "a service answered 400", False),
        (openai.APITimeoutError(request()), "APITimeoutError", True),
        (httpx.HTTPStatusError("4711", request=request(), response=response(503)), "a service answered 503",
         True),
        (httpx.ConnectError("4711"), "ConnectError", True),
        (neo4j.exceptions.ServiceUnavailable("4711"), "ServiceUnavailable", True),
        (neo4j.exceptions.ConfigurationError("4711"), "ConfigurationError", False),
        (neo4j.exceptions.TransientError("4711"), "TransientError", True),
        (neo4j.exceptions.CypherSyntaxError("4711"), "CypherSyntaxError", False),
        (ConnectionError("4711"), "ConnectionError", True),
        (TimeoutError("4711"), "TimeoutError", True),
        (RuntimeError("4711"), "RuntimeError", False),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None,
)  # fmt: skip
def test_a_failure_is_told_without_memory_text(error: Exception, problem: str, transient: bool) -> None:
    with pytest.raises(HostError) as raised, translated("graphiti", "add"):
        raise error
    assert str(raised.value) == f"host 'graphiti' failed to add: {problem}"
    assert (raised.value.transient, raised.value.__cause__) == (transient, error)


def test_every_error_of_graphitis_own_has_a_row_of_the_table() -> None:
    own = {
        kind
        for module in (graphiti_core.errors, graphiti_core.llm_client.errors)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Exception)
    }
    named = tuple(rule.kind for rule in rules()[:-1])
    assert [kind for kind in own if not issubclass(kind, named)] == []
    assert len(own) > 10


def test_episodes_that_are_not_kept_raw_still_carry_their_facts(graphiti: Graphiti) -> None:
    frugal = Graphiti(
        graph_driver=graphiti.driver, llm_client=graphiti.llm_client, embedder=graphiti.embedder,
        cross_encoder=graphiti.cross_encoder, store_raw_episode_content=False,
    )  # fmt: skip
    host = GraphitiHost(frugal)
    [[fact, episode]] = host.add(said("I keep bees."), scope=ME)
    assert [m.text for m in host.get([fact, episode], scope=ME)] == ["I keep bees.", ""]
    [stored] = asyncio.run(EpisodicNode.get_by_uuids(graphiti.driver, [episode]))
    assert stored.content == ""
    host.close()


def test_the_extra_asks_for_what_graphiti_does_not_ask_for_itself() -> None:
    """A fresh install of Graphiti cannot be imported without httpx (getzep/graphiti#1893)."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    assert any(each.startswith("httpx") for each in project["project"]["optional-dependencies"]["graphiti"])
