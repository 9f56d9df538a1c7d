"""Whose memories a host shows and changes: only those of the scope that a call names."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from atma_overlay.ports.host import Host
from atma_overlay.scope import Scope
from atma_overlay.testing.host_storage_rules import ALICE, everything, item, one_id_each, when_declared

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


def _seen(host: Host, scope: Scope, ids: Sequence[str]) -> list[list[str]]:
    """The ids that get, page and search answer with; where the host cannot list, get stands in for page."""
    found = host.search("I keep bees.", scope=scope, limit=100).memories
    read = host.get(ids, scope=scope)
    answers = [read, everything(host, scope=scope) if host.capabilities.lists else read, found]
    return [sorted(memory.id for memory in answer) for answer in answers]


class HostScopeRules:
    """Rules on tenants, users, agents and sessions."""

    @pytest.mark.parametrize("stranger", _STRANGERS, ids=str)
    def test_no_other_tenant_or_user_sees_a_memory(self, host: Host, stranger: Scope) -> None:
        """Not by id, not by page, not by search, and not by a search within its id."""
        ids = one_id_each(host, ["I keep bees."])
        assert _seen(host, ALICE, ids) == [ids, ids, ids]
        assert _seen(host, stranger, ids) == [[], [], []]
        when_declared(host.capabilities.searches_within)
        assert host.search("I keep bees.", scope=stranger, limit=10, within=ids).memories == ()

    @pytest.mark.parametrize("stranger", _STRANGERS, ids=str)
    def test_no_other_tenant_or_user_deletes_a_memory(self, host: Host, stranger: Scope) -> None:
        """A delete of another's id does nothing."""
        ids = one_id_each(host, ["I keep bees."])
        host.delete(ids, scope=stranger)
        assert _seen(host, ALICE, ids) == [ids, ids, ids]

    @pytest.mark.parametrize(("scope", "seen"), _SEEN_FROM, ids=str)
    def test_an_agent_or_a_session_narrows_a_scope(self, host: Host, scope: Scope, seen: list[str]) -> None:
        """A user's scope holds what was said to every agent in every session, never the other way round."""
        ids = {place: one_id_each(host, [f"I keep bees, {place}."], scope=s)[0] for place, s in _SAID_IN.items()}
        expected = sorted(ids[place] for place in seen)
        assert _seen(host, scope, list(ids.values())) == [expected, expected, expected]

    @pytest.mark.parametrize(("scope", "seen"), _SEEN_FROM, ids=str)
    def test_a_delete_reaches_no_further_than_a_read(self, host: Host, scope: Scope, seen: list[str]) -> None:
        """What a narrowed scope does not see, it does not delete."""
        ids = {place: one_id_each(host, [f"I keep bees, {place}."], scope=s)[0] for place, s in _SAID_IN.items()}
        host.delete(list(ids.values()), scope=scope)
        left = sorted(identifier for place, identifier in ids.items() if place not in seen)
        assert sorted(memory.id for memory in everything(host)) == left

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
        [(hers, *_)] = host.add([item("I keep bees.", key="k")], scope=ALICE)
        [(his, *_)] = host.add([item("I keep bees.", key="k")], scope=bob)
        host.delete([hers], scope=ALICE)
        assert hers != his
        assert _seen(host, bob, [hers, his]) == [[his], [his], [his]]
