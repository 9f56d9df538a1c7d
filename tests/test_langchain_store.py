"""`AtmaStore` under LangGraph: what is put is learnt, what is overwritten is known to be over, the rest passes."""

import re
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.tools import ToolRuntime
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.store.base import GetOp, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from atma_overlay import InvalidInputError, Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from langchain_atma import AtmaMiddleware, AtmaStore
from tests.langchain_agents import ME, ShownModel, in_turn, overlay, said

MINE = ("memories", "me")


def of_the_user(namespace: tuple[str, ...]) -> Scope | None:
    return Scope(tenant="acme", user=namespace[1]) if namespace[0] == "memories" else None


def store(memory: Overlay, inner: InMemoryStore | None = None) -> AtmaStore:
    return AtmaStore(inner or InMemoryStore(), overlay=memory, scope=of_the_user)


def state(memory: Overlay, attribute: str = "home_city") -> dict[str, str]:
    return {r.value: r.status.value for r in memory.timeline(scope=ME).records if r.attribute == attribute}


def found(where: Any, query: str = "Where do I live?", **options: Any) -> list[str]:
    return [item.key for item in where.search(MINE, query=query, **options)]


def test_an_overwrite_is_seen_by_the_ledger() -> None:
    memory = overlay()
    kept = store(memory)
    kept.put(MINE, "home", {"text": "I live in Leeds."})
    kept.put(MINE, "home", {"text": "I live in York now."})
    assert state(memory) == {"Leeds": "superseded", "York": "active"}
    item = kept.get(MINE, "home")
    assert item is not None
    assert item.value == {"text": "I live in York now."}


def test_a_fact_that_an_overwrite_drops_is_not_used_any_more() -> None:
    memory = overlay()
    kept = store(memory)
    kept.put(MINE, "profile", {"home": "I live in Leeds.", "rent": "My rent is £700 a month."})
    kept.put(MINE, "profile", {"home": "I live in Leeds.", "pets": "The cat is called Tom."})
    assert state(memory) == {"Leeds": "active"}
    assert state(memory, "rent") == {"£700": "retracted"}


def test_a_deleted_item_takes_along_what_only_it_stated() -> None:
    memory = overlay()
    kept = store(memory)
    memory.remember("I work at Fenwick as a planner.", scope=ME)
    kept.put(MINE, "a", {"text": "I live in Leeds. I work at Fenwick as a planner."})
    kept.delete(MINE, "a")
    assert state(memory) == {"Leeds": "retracted"}
    assert state(memory, "employer") == {"Fenwick": "active"}


def test_a_search_by_words_leaves_stale_items_out_and_still_fills_its_page() -> None:
    kept = store(overlay())
    kept.put(MINE, "a", {"text": "I live in Leeds."})
    kept.put(MINE, "b", {"text": "I moved to York."})
    kept.put(MINE, "c", {"text": "The boiler is in the cellar."})
    assert found(kept) == ["b", "c"]
    assert found(kept, limit=1) == ["b"]
    assert found(kept, limit=1, offset=1) == ["c"]


def test_an_item_that_says_more_is_shown_as_what_still_holds() -> None:
    kept = store(overlay())
    kept.put(MINE, "a", {"kind": "Memory", "content": {"text": "I live in Leeds. The boiler is loud.", "size": 3}})
    kept.put(MINE, "b", {"text": "I moved to York."})
    shown = {item.key: item.value for item in kept.search(MINE, query="Where do I live?")}
    assert shown["a"] == {"kind": "Memory", "content": {"text": "The boiler is loud.", "size": 3}}


def test_a_search_without_words_and_a_get_show_what_is_stored() -> None:
    kept = store(overlay())
    kept.put(MINE, "a", {"text": "I live in Leeds."})
    kept.put(MINE, "b", {"text": "I moved to York."})
    assert sorted(item.key for item in kept.search(MINE)) == ["a", "b"]
    item = kept.get(MINE, "a")
    assert item is not None
    assert item.value == {"text": "I live in Leeds."}


def test_the_inner_store_is_as_if_it_were_alone() -> None:
    inner = InMemoryStore()
    kept = store(overlay(), inner)
    kept.put(MINE, "a", {"text": "I live in Leeds."})
    kept.put(MINE, "b", {"text": "I moved to York."})
    assert [item.value for item in inner.search(MINE)] == [{"text": "I live in Leeds."}, {"text": "I moved to York."}]
    assert kept.list_namespaces() == [MINE]


def test_the_same_value_put_again_is_learnt_once_and_one_that_comes_back_is_learnt_anew() -> None:
    memory = overlay()
    kept = store(memory)
    for text in ("I live in Leeds.", "I live in Leeds.", "I live in York now.", "I live in Leeds."):
        kept.put(MINE, "home", {"text": text})
    assert len(memory.host.page(scope=ME).memories) == 3
    assert memory.recall("Where do I live?", scope=ME).rows[0].value == "Leeds"


def test_two_puts_of_one_batch_are_learnt_in_their_order() -> None:
    memory = overlay()
    store(memory).batch(
        [PutOp(MINE, "home", {"text": "I live in Leeds."}), PutOp(MINE, "home", {"text": "I moved to York."})]
    )
    assert state(memory) == {"Leeds": "superseded", "York": "active"}


def test_results_keep_the_order_of_their_operations() -> None:
    kept = store(overlay())
    kept.put(MINE, "a", {"text": "I live in Leeds."})
    put, got, searched = kept.batch(
        [PutOp(MINE, "b", {"n": 1}), GetOp(MINE, "a"), SearchOp(MINE, query="Where do I live?")]
    )
    assert put is None
    assert getattr(got, "key", None) == "a"
    assert isinstance(searched, list)


def test_a_namespace_of_nobody_passes_as_it_is() -> None:
    memory = overlay()
    kept = store(memory)
    kept.put(("cache",), "a", {"text": "I live in Leeds."})
    kept.put(("cache",), "b", {"text": "I moved to York."})
    assert len(kept.search(("cache",), query="Where?")) == 2
    assert memory.timeline(scope=ME).records == ()


def test_users_are_kept_apart_by_their_namespaces() -> None:
    kept = store(overlay())
    kept.put(("memories", "ann"), "a", {"text": "I live in Leeds."})
    kept.put(("memories", "bob"), "b", {"text": "I moved to York."})
    assert sorted(i.key for i in kept.search(("memories",), query="Where do I live?")) == ["a", "b"]


async def test_batch_and_abatch_do_the_same() -> None:
    blocking, awaited = overlay(), overlay()
    one, other = store(blocking), store(awaited)
    for text in ("I live in Leeds.", "I moved to York."):
        one.put(MINE, text[-6:-1], {"text": text})
        await other.aput(MINE, text[-6:-1], {"text": text})
    assert state(blocking) == state(awaited) == {"Leeds": "superseded", "York": "active"}
    shown = await other.asearch(MINE, query="Where do I live?")
    assert [i.key for i in shown] == [i.key for i in one.search(MINE, query="Where do I live?")]


def test_a_broken_ledger_leaves_the_store_working(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "memory.db"
    memory = Overlay(MemoryHost(), ledger=f"sqlite:///{file}")
    kept = store(memory)
    memory.ledger.close()
    file.write_bytes(b"no database")
    kept.put(MINE, "a", {"text": "I live in Leeds."})
    assert found(kept) == ["a"]
    assert "the memory is passed over: LedgerError" in caplog.text
    memory.close()


def test_in_shadow_mode_a_search_shows_what_is_stored() -> None:
    memory = Overlay(MemoryHost(), ledger="memory://", mode="shadow")
    kept = store(memory)
    kept.put(MINE, "a", {"text": "I live in Leeds."})
    kept.put(MINE, "b", {"text": "I moved to York."})
    assert found(kept) == ["a", "b"]
    assert state(memory) == {"Leeds": "superseded", "York": "active"}


def test_one_scope_for_all_namespaces_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="scope"):
        AtmaStore(InMemoryStore(), overlay=overlay(), scope=ME)  # type: ignore[arg-type]


def test_what_a_tool_puts_reaches_the_next_call_of_the_model() -> None:
    memory = Overlay(MemoryHost(), ledger="memory://")

    @tool
    def note(text: str, runtime: ToolRuntime[Any, Any]) -> str:
        """Takes a note."""
        assert runtime.store is not None
        runtime.store.put(MINE, "home", {"text": text})
        return "Noted."

    def noting(text: str) -> AIMessage:
        return AIMessage("", tool_calls=[{"name": "note", "args": {"text": text}, "id": text, "type": "tool_call"}])

    model = ShownModel(script=in_turn(noting("I live in Leeds."), noting("I moved to York."), AIMessage("York.")))
    agent = create_agent(model, [note], store=store(memory), middleware=[AtmaMiddleware(memory, scope=ME)])
    agent.invoke(said("Where do I live?"))
    assert '"user / home city" = "Leeds"' in model.calls[1][0].text
    assert '"user / home city" = "York"' in model.calls[2][0].text


def test_what_was_learnt_is_found_again_where_redaction_alters_its_key() -> None:
    memory = Overlay(MemoryHost(), ledger="memory://", redact=lambda text: re.sub(r"[0-9]", "#", text))
    kept = store(memory)
    for value in ("I live in Leeds.", "I like tea.", "I live in Leeds.", "I like tea."):
        kept.put(MINE, "home", {"text": value})
    assert state(memory) == {"Leeds": "retracted"}
    assert found(kept) == ["home"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"text": "I live in Leeds.", "read": 1}, {"text": "I live in Leeds.", "read": 2}),
        ({"facts": ["I live in Leeds."]}, {"facts": ["I live in Leeds.", "My dentist is Dr Kwan."]}),
        ({"facts": ["My dentist is Dr Kwan.", "I live in Leeds."]}, {"facts": ["I live in Leeds."]}),
        ({"home": "I live in Leeds."}, {"where": {"now": "I live in Leeds."}}),
    ],
)
def test_what_stays_of_a_value_is_not_said_anew(before: dict[str, Any], after: dict[str, Any]) -> None:
    memory = overlay()
    kept = store(memory)
    kept.put(MINE, "profile", before)
    memory.remember("I moved to York.", scope=ME)
    kept.put(MINE, "profile", after)
    assert state(memory) == {"Leeds": "superseded", "York": "active"}


def test_what_stays_of_a_value_and_was_there_before_the_overlay_is_learnt() -> None:
    memory, inner = overlay(), InMemoryStore()
    inner.put(MINE, "profile", {"facts": ["I live in Leeds."]})
    store(memory, inner).put(MINE, "profile", {"facts": ["I live in Leeds.", "I like tea."]})
    assert state(memory) == {"Leeds": "active"}


def test_a_fact_that_was_appended_and_dropped_later_is_not_used_any_more() -> None:
    memory = overlay()
    kept = store(memory)
    for facts in (
        ["I live in Leeds."],
        ["I live in Leeds.", "My rent is £700."],
        ["My rent is £700."],
        ["I like tea."],
    ):
        kept.put(MINE, "profile", {"facts": facts})
    assert (state(memory), state(memory, "rent")) == ({"Leeds": "retracted"}, {"£700": "retracted"})


def test_stale_items_are_left_out_where_redaction_alters_their_keys() -> None:
    memory = Overlay(MemoryHost(), ledger="memory://", redact=lambda text: re.sub(r"[0-9a-f]{32,}", "#", text))
    kept = store(memory)
    kept.put(MINE, "a", {"text": "I am vegetarian."})
    kept.put(MINE, "b", {"text": "I'm vegan now."})
    assert found(kept, "What do I eat?") == ["b"]


@pytest.mark.parametrize("part", ["agent", "session"])
def test_what_another_agent_or_session_told_is_not_over_by_an_overwrite(part: str) -> None:
    memory = overlay()
    one, other = (Scope(tenant="acme", user="u-42", **{part: name}) for name in ("one", "other"))
    inner = InMemoryStore()
    inner.put(MINE, "home", {"text": "I live in Leeds."})  # before it was learnt from
    AtmaStore(InMemoryStore(), overlay=memory, scope=lambda _: one).put(MINE, "home", {"text": "I live in Leeds."})
    AtmaStore(inner, overlay=memory, scope=lambda _: other).put(MINE, "home", {"text": "I like tea."})
    assert [r.status.value for r in memory.timeline(scope=one).records if r.value == "Leeds"] == ["active"]
    kept = inner.get(MINE, "home")
    assert kept is not None
    assert kept.value == {"text": "I like tea."}
