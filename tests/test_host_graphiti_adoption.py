"""A Graphiti that somebody filled, adopted; writes and erasures in it that broke off."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from graphiti_core import Graphiti
from graphiti_core.edges import EntityEdge
from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode

from atma_graphiti import Fact, Facts, Grade, GraphitiHost
from atma_graphiti.memories import BEGUN, from_episode
from atma_overlay import Label, Overlay
from atma_overlay.errors import HostError
from atma_overlay.ports.host import HostItem
from tests.graphiti_homes import ME, NOON, scripted
from tests.graphiti_misled import HALF_WRONG, filled_by_its_owner, half_wrong
from tests.graphiti_model import Script, Triple

PAST = (Label.HISTORICAL, Label.TRANSITION, Label.UNRESOLVED)


@pytest.fixture
def host(graphiti: Graphiti) -> Iterator[GraphitiHost]:
    host = GraphitiHost(graphiti, group_id=lambda scope: scope.user)
    yield host
    host.close()


def said(text: str, *, key: str = "k", speaker: str | None = None) -> HostItem:
    return HostItem(key=key, text=text, role="user", observed_at=NOON, speaker=speaker)


# A half-wrong store, from end to end.


@pytest.mark.parametrize("voice", [{}, {"role": "user"}, {"origin": "document"}], ids=str)
def test_no_disputed_retirement_hides_a_live_fact_of_an_adopted_store(
    graphiti: Graphiti, host: GraphitiHost, voice: dict[str, Any]
) -> None:
    scripted(graphiti, half_wrong())
    asyncio.run(filled_by_its_owner(graphiti, group="me"))
    disputed = {r.fact for r in host.retirements(scope=ME) if r.grade is Grade.DISPUTED}
    assert len(disputed) == 3
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        assert overlay.backfill(scope=ME, **voice).taken == 2 * len(HALF_WRONG["said"])
        for question, fact in HALF_WRONG["asked"].items():
            packet = overlay.recall(question, scope=ME, limit=10)
            shown = {row.text: row.label for row in packet.rows}
            told = next(row["text"] for row in HALF_WRONG["said"] if row["facts"][0][3] == fact)
            assert {fact, told} & shown.keys(), question
            assert not {shown.get(fact), shown.get(told)} & {*PAST}, question
        home = overlay.recall("Where do I live?", scope=ME)
        assert (home.rows[0].label, home.rows[0].value) == (Label.CURRENT, "Berlin")
        assert [row for row in home.rows if "Lisbon" in row.text and row.label is Label.CURRENT] == []


# Who spoke.


@pytest.mark.parametrize(
    ("content", "spoken"),
    [
        ("user: I keep bees.", ("user", None, "I keep bees.")),
        ("Ann(user): I keep bees.", ("user", "Ann", "I keep bees.")),
        ("(assistant): Noted.", ("assistant", None, "Noted.")),
        ("User: first\nsecond", ("user", None, "first\nsecond")),
        ("user: hello\nassistant: hello", (None, None, "user: hello\nassistant: hello")),
        ("Ann: I keep bees.", (None, None, "Ann: I keep bees.")),
        ("I keep bees.", (None, None, "I keep bees.")),
        ("Remember this: bees", (None, None, "Remember this: bees")),
        ("user(admin): bees", (None, None, "user(admin): bees")),
    ],
)
def test_a_message_says_who_spoke_where_one_did(content: str, spoken: tuple[str | None, str | None, str]) -> None:
    episode = EpisodicNode(
        name="n", group_id="me", source=EpisodeType.message, source_description="chat", content=content, valid_at=NOON
    )
    memory = from_episode(episode)
    assert (memory.role, memory.speaker, memory.text) == spoken
    other = from_episode(episode.model_copy(update={"source": EpisodeType.text}))
    assert (other.role, other.text) == (None, content)


@pytest.mark.parametrize("speaker", [None, "Ann Lee"])
@pytest.mark.parametrize("facts", [True, False])
def test_what_was_written_here_says_who_spoke(graphiti: Graphiti, speaker: str | None, facts: bool) -> None:
    host = GraphitiHost(graphiti, writes=Facts() if facts else None)
    [ids] = host.add([said("I keep bees.", speaker=speaker)], scope=ME)
    own = host.get([ids[-1]], scope=ME)[0]
    assert (own.role, own.speaker, own.text, own.key) == ("user", speaker, "I keep bees.", "k")
    host.close()


def test_what_a_model_read_out_of_an_episode_is_nobodys_words(graphiti: Graphiti, host: GraphitiHost) -> None:
    scripted(graphiti, Script(facts=lambda _: [Triple("user", "KEEPS", "bees", "The user keeps bees.")]))
    [[fact, _]] = host.add([said("I keep bees.")], scope=ME)
    assert [(m.role, m.key) for m in host.page(scope=ME).memories if m.id == fact] == [(None, f"k#{fact}")]


def test_names_that_somebody_else_gave_are_no_keys(graphiti: Graphiti, host: GraphitiHost) -> None:
    async def twice() -> None:
        for _ in range(2):
            await graphiti.add_episode("chat", "user: Yes.", "chat", NOON, EpisodeType.message, group_id="me")

    asyncio.run(twice())
    assert {m.key for m in host.page(scope=ME).memories} == {None}
    with Overlay(host, ledger="memory://") as overlay:
        overlay.backfill(scope=ME)
        assert overlay.reconcile(scope=ME).agrees


# Writes that broke off.


def test_an_episode_that_was_begun_is_read_by_the_model_after_all(graphiti: Graphiti, host: GraphitiHost) -> None:
    with Overlay(host, ledger="memory://") as overlay:
        script = Script(fails=[ConnectionError("gone"), ConnectionError("gone")])
        scripted(graphiti, script)
        overlay.remember("I live in Porto.", scope=ME, observed_at=NOON)
        [begun] = host.page(scope=ME).memories
        assert (begun.text, begun.whole) == ("I live in Porto.", False)
        script.fails.clear()
        assert overlay.backfill(scope=ME).taken == 0
        assert overlay.reconcile(scope=ME).drained == 1
        fact, episode = host.page(scope=ME).memories
        assert {fact.whole, episode.whole, fact.text, episode.text} == {True, "I live in Porto."}
        assert overlay.reconcile(scope=ME).agrees
        assert len(overlay.timeline(scope=ME).records) == 1


def test_of_several_facts_none_is_lost_when_a_write_breaks_off(
    graphiti: Graphiti, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parts(item: HostItem) -> list[Fact]:
        return [Fact("user", "SAYS", word, f"The user says {word}.") for word in item.text.split()]

    host = GraphitiHost(graphiti, writes=Facts(of=parts))
    save = EntityEdge.save

    async def broken(edge: EntityEdge, driver: Any) -> Any:
        if "three" in edge.fact:
            raise ConnectionError("gone")
        return await save(edge, driver)

    with Overlay(host, ledger="memory://") as overlay:
        monkeypatch.setattr(EntityEdge, "save", broken)
        overlay.remember("one two three", scope=ME, observed_at=NOON)
        assert len(host.page(scope=ME).memories) == 2
        monkeypatch.undo()
        assert (overlay.backfill(scope=ME).taken, overlay.reconcile(scope=ME).drained) == (0, 1)
        assert len(host.page(scope=ME).memories) == 3
        assert overlay.reconcile(scope=ME).agrees


def test_an_erasure_takes_an_episode_that_was_begun_with_it(graphiti: Graphiti, host: GraphitiHost) -> None:
    with Overlay(host, ledger="memory://") as overlay:
        scripted(graphiti, Script(fails=[ConnectionError("gone")]))
        overlay.remember("My PIN is zorblax.", scope=ME, observed_at=NOON)
        assert overlay.erase(everything=True, scope=ME).host_ids
        assert host.page(scope=ME).memories == ()


def test_a_detachment_says_of_an_episode_that_was_begun_that_it_was(graphiti: Graphiti, host: GraphitiHost) -> None:
    scripted(graphiti, Script(fails=[ConnectionError("gone")]))
    with pytest.raises(HostError):
        host.add([said("I keep bees.")], scope=ME)
    detachment = host.detach(scope=ME)
    assert (detachment.cleared, len(detachment.remaining)) == (1, 1)
    [episode] = asyncio.run(EpisodicNode.get_by_group_ids(graphiti.driver, ["me"]))
    assert episode.name == f"said by user{BEGUN}"


# Erasures.


def works_at(text: str) -> list[Triple]:
    name = text.split(maxsplit=1)[0]
    return [Triple(name, "WORKS_AT", "Acme", f"{name} works at Acme.")]


def test_an_erasure_spares_the_facts_of_others_about_the_same_thing(graphiti: Graphiti, host: GraphitiHost) -> None:
    scripted(graphiti, Script(facts=works_at))
    given = GraphitiHost(graphiti, writes=Facts(of=lambda i: [Fact(i.text.split()[0], "WORKS_AT", "Acme", i.text)]))
    [ann], [bob] = given.add([said("Ann works at Acme.", key="a"), said("Bob works at Acme.", key="b")], scope=ME)
    erasure = given.erase([ann], scope=ME)
    assert [m.id for m in given.page(scope=ME).memories] == [bob]
    assert [m.id for m in given.search("Acme", scope=ME, limit=5).memories] == [bob]
    assert len(erasure.derived) == 1  # Ann
    given.close()


@pytest.mark.parametrize("broken", ["delete_by_uuids", "delete"])
def test_an_erasure_that_broke_off_leaves_no_word_after_it_is_repeated(
    graphiti: Graphiti, host: GraphitiHost, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    secret = Triple("user", "HAS_PIN", "zorblax", "The user's PIN is zorblax.")
    scripted(graphiti, Script(facts=lambda _: [secret]))
    [ids] = host.add([said("My PIN is zorblax.")], scope=ME)

    async def fails(*_: Any, **__: Any) -> None:
        raise ConnectionError("gone")

    owner = EpisodicNode.__mro__[1] if broken == "delete_by_uuids" else EntityNode
    monkeypatch.setattr(owner, broken, fails)
    with pytest.raises(HostError):
        host.erase(ids, scope=ME)
    monkeypatch.undo()
    host.erase(ids, scope=ME)
    assert host.page(scope=ME).memories == ()
    for table in ("Entity", "Episodic", "RelatesToNode_"):
        rows, *_ = asyncio.run(graphiti.driver.execute_query(f"MATCH (n:{table}) RETURN n"))
        assert "zorblax" not in str(rows)
