"""Graphiti as a host: how it writes, what it links, what it erases, and what the overlay makes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from graphiti_core import Graphiti
from graphiti_core.edges import EntityEdge
from graphiti_core.nodes import CommunityNode, EntityNode, EpisodicNode

from atma_graphiti import Episodes, Fact, Facts, Grade, GraphitiHost, embedded
from atma_overlay import Label, Overlay, Scope
from atma_overlay.errors import HostError, InvalidInputError
from atma_overlay.ports.host import HostItem
from tests.graphiti_homes import FACTS, ME, NOON, dump, everything, moves, row, said, scripted, texts
from tests.graphiti_model import Script, Triple, emptied

ROOT = Path(__file__).parent.parent


@pytest.fixture
def host(graphiti: Graphiti) -> Iterator[GraphitiHost]:
    host = GraphitiHost(graphiti)
    yield host
    host.close()


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


# --- Erasing ---

SECRETS = {
    "My PIN is zorblax.": [Triple("user", "HAS_PIN", "zorblax", "The user's PIN is zorblax.")],
    "I keep bees.": [Triple("user", "KEEPS", "bees", "The user keeps bees.")],
}


def test_an_erasure_leaves_no_word_of_it_in_the_graph_and_says_what_it_did(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    scripted(graphiti, Script(facts=lambda t: SECRETS.get(t, [])))
    pin, bees = host.add(said(*SECRETS), scope=ME)
    edge = row(graphiti, EntityEdge, pin[0])
    user, number = edge.source_node_uuid, edge.target_node_uuid
    community = CommunityNode(name="PIN zorblax", group_id=edge.group_id, summary="zorblax", name_embedding=[0.1])
    asyncio.run(community.save(graphiti.driver))
    member = "MATCH (c:Community), (n:Entity {uuid: $u}) CREATE (c)-[:HAS_MEMBER {uuid: 'm', group_id: 'g'}]->(n)"
    asyncio.run(graphiti.driver.execute_query(member, u=user))
    assert "zorblax" in row(graphiti, EntityNode, user).summary
    assert dump(graphiti).count("zorblax") > 3

    erasure = host.erase(pin, scope=ME)

    assert "zorblax" not in dump(graphiti)
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
    [pin] = host.add(said("My PIN is zorblax."), scope=ME)
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
