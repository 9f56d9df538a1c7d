"""Whose memories a host shows and changes: only those of the scope that a call names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from atma_overlay.ports.host import Host
from atma_overlay.scope import Scope
from atma_overlay.testing.host_storage_rules import ALICE, every_id, everything, item, when_declared

__all__ = ["HostScopeRules"]

_STRANGERS = [
    Scope(tenant="globex", user="alice"),
    Scope(tenant="acme", user="bob"),
    Scope(tenant="acme", user="Alice"),
    Scope(tenant="alice", user="acme"),
    Scope(tenant="acme", user="alice2"),
]
_AGENT = ALICE.model_copy(update={"agent": "cook"})
_SESSION = ALICE.model_copy(update={"session": "monday"})
_BOTH = ALICE.model_copy(update={"agent": "cook", "session": "monday"})
_SAID_IN = {"nowhere": ALICE, "agent": _AGENT, "session": _SESSION, "both": _BOTH}
_SEEN_FROM = [
    (ALICE, ["agent", "both", "nowhere", "session"]),
    (_AGENT, ["agent", "both"]),
    (_SESSION, ["both", "session"]),
    (_BOTH, ["both"]),
    (ALICE.model_copy(update={"agent": "driver"}), []),
    (ALICE.model_copy(update={"session": "tuesday"}), []),
    (ALICE.model_copy(update={"agent": "driver", "session": "monday"}), []),
    (ALICE.model_copy(update={"agent": "monday", "session": "cook"}), []),
]
# Names that become equal when they are joined, cut or rewritten carelessly.
_LOOKALIKES = [
    Scope(tenant="a", user="b:c"),
    Scope(tenant="a:b", user="c"),
    Scope(tenant="a", user="b", agent="c"),
    Scope(tenant="a", user="b/c"),
    Scope(tenant="a", user="b-c"),
    Scope(tenant="a", user="b_c"),
    Scope(tenant="a", user="b|c"),
    Scope(tenant="a", user="b c"),
    Scope(tenant="a", user="b.c"),
    Scope(tenant="a", user='b"c'),
    Scope(tenant="a", user="b'c"),
    Scope(tenant="a", user="bç"),
    Scope(tenant="a", user="b程"),
    Scope(tenant="a", user="None"),
]


def _check_seen(host: Host, scope: Scope, ids: Sequence[str], *, expected: Sequence[str]) -> None:
    """What get, page and search answer with; a host that rewrites may show one of an item's memories in a search."""
    assert sorted(memory.id for memory in host.get(ids, scope=scope)) == sorted(expected)
    if host.capabilities.lists:
        assert sorted(memory.id for memory in everything(host, scope=scope)) == sorted(expected)
    found = [memory.id for memory in host.search("I keep bees.", scope=scope, limit=100).memories]
    assert set(found) <= set(expected)
    assert bool(found) == bool(expected)
    assert host.capabilities.rewrites or sorted(found) == sorted(expected)


def _flat(ids: Iterable[Sequence[str]]) -> list[str]:
    return [identifier for carrying in ids for identifier in carrying]


def _said_everywhere(host: Host) -> dict[str, tuple[str, ...]]:
    """One item in each place: the ids that carry it."""
    return {place: every_id(host, [f"I keep bees, {place}."], scope=scope)[0] for place, scope in _SAID_IN.items()}


class HostScopeRules:
    """Rules on tenants, users, agents and sessions."""

    @pytest.mark.parametrize("stranger", _STRANGERS, ids=str)
    def test_no_other_tenant_or_user_sees_a_memory(self, host: Host, stranger: Scope) -> None:
        """Not by id, not by page, not by search, and not by a search within its id."""
        [ids] = every_id(host, ["I keep bees."])
        _check_seen(host, ALICE, ids, expected=ids)
        _check_seen(host, stranger, ids, expected=[])
        when_declared(host.capabilities.searches_within)
        assert host.search("I keep bees.", scope=stranger, limit=10, within=ids).memories == ()

    @pytest.mark.parametrize("stranger", _STRANGERS, ids=str)
    def test_no_other_tenant_or_user_deletes_a_memory(self, host: Host, stranger: Scope) -> None:
        """A delete of another's id does nothing."""
        [ids] = every_id(host, ["I keep bees."])
        host.delete(ids, scope=stranger)
        _check_seen(host, ALICE, ids, expected=ids)

    @pytest.mark.parametrize(("scope", "seen"), _SEEN_FROM, ids=str)
    def test_an_agent_or_a_session_narrows_a_scope(self, host: Host, scope: Scope, seen: list[str]) -> None:
        """A user's scope holds what was said to every agent in every session, never the other way round."""
        ids = _said_everywhere(host)
        _check_seen(host, scope, _flat(ids.values()), expected=_flat(ids[place] for place in seen))

    @pytest.mark.parametrize("place", _SAID_IN)
    def test_a_memory_says_which_agent_and_session_it_is_of(self, host: Host, place: str) -> None:
        """Whoever adopts a user's store must not hand one agent's memories to another."""
        said_in = _SAID_IN[place].model_copy(update={"agent": _SAID_IN[place].agent and "Köchin No. 1"})
        [ids] = every_id(host, ["I keep bees."], scope=said_in)
        found = [*host.get(ids, scope=ALICE), *host.search("I keep bees.", scope=ALICE, limit=10).memories]
        found += everything(host) if host.capabilities.lists else []
        assert {(memory.agent, memory.session) for memory in found} == {(said_in.agent, said_in.session)}

    @pytest.mark.parametrize(("scope", "seen"), _SEEN_FROM, ids=str)
    def test_a_delete_reaches_no_further_than_a_read(self, host: Host, scope: Scope, seen: list[str]) -> None:
        """What a narrowed scope does not see, it does not delete."""
        ids = _said_everywhere(host)
        host.delete(_flat(ids.values()), scope=scope)
        left = _flat(carrying for place, carrying in ids.items() if place not in seen)
        assert sorted(memory.id for memory in everything(host)) == sorted(left)

    def test_names_that_look_alike_are_different_owners(self, host: Host) -> None:
        """No separator, sign or letter of a name makes two owners one."""
        when_declared(not host.capabilities.rewrites)
        texts = [f"The password hint is number {number}." for number in range(len(_LOOKALIKES))]
        for scope, text in zip(_LOOKALIKES, texts, strict=True):
            host.add([item(text, key="hint")], scope=scope)
        found = [[memory.text for memory in everything(host, scope=scope)] for scope in _LOOKALIKES]
        assert found == [[text] for text in texts]

    def test_one_key_in_two_scopes_is_two_memories(self, host: Host) -> None:
        """Keys are unique within their scope only; deleting one leaves the other."""
        bob = Scope(tenant="acme", user="bob")
        [hers] = host.add([item("I keep bees.", key="k")], scope=ALICE)
        [his] = host.add([item("I keep bees.", key="k")], scope=bob)
        host.delete(hers, scope=ALICE)
        assert not set(hers) & set(his)
        _check_seen(host, bob, [*hers, *his], expected=his)
