"""What a host's search answers."""

from __future__ import annotations

import pytest

from atma_overlay.ports.host import Host
from atma_overlay.testing.host_storage_rules import ALICE, items, one_id_each, when_declared

__all__ = ["HostSearchRules"]

_TEXTS = ["I keep bees behind the house.", "I play the tuba in a brass band.", "My cat is called Ink."]


class HostSearchRules:
    """Rules on order, limits and searches within ids."""

    def test_a_search_in_an_empty_scope_finds_nothing(self, host: Host) -> None:
        """Nothing stored is nothing found, and no error."""
        assert host.search("Where do I live?", scope=ALICE, limit=5).memories == ()

    @pytest.mark.parametrize("text", _TEXTS)
    def test_a_text_is_found_first_by_its_own_words(self, host: Host, text: str) -> None:
        """The nearest memory is the first."""
        when_declared(not host.capabilities.rewrites)
        one_id_each(host, _TEXTS)
        assert host.search(text, scope=ALICE, limit=3).memories[0].text == text

    def test_scores_fall_along_the_answer(self, host: Host) -> None:
        """Higher is better, where the host has scores."""
        one_id_each(host, _TEXTS)
        found = host.search("Who plays in a band?", scope=ALICE, limit=3).memories
        scores = [memory.score for memory in found if memory.score is not None]
        assert scores == sorted(scores, reverse=True)

    @pytest.mark.parametrize("limit", [0, 1, 7, 20])
    def test_a_search_keeps_its_limit(self, host: Host, limit: int) -> None:
        """At most as many memories as asked for."""
        host.add(items(20), scope=ALICE)
        found = host.search("Where is the red umbrella?", scope=ALICE, limit=limit).memories
        assert len(found) <= limit
        when_declared(not host.capabilities.rewrites)
        assert len(found) == limit

    def test_asking_for_more_than_there_is_finds_each_once(self, host: Host) -> None:
        """An over-fetch beyond the scope's size is no error and repeats nothing."""
        host.add(items(5), scope=ALICE)
        limit = 5 * host.capabilities.over_fetch
        ids = [m.id for m in host.search("Where is the red umbrella?", scope=ALICE, limit=limit).memories]
        assert len(set(ids)) == len(ids)
        when_declared(not host.capabilities.rewrites)
        assert len(ids) == 5

    def test_a_search_finds_what_get_returns(self, host: Host) -> None:
        """Search and get agree on id, text, key and time."""
        one_id_each(host, _TEXTS)
        for found in host.search(_TEXTS[0], scope=ALICE, limit=3).memories:
            [read] = host.get([found.id], scope=ALICE)
            assert (read.text, read.key, read.created_at) == (found.text, found.key, found.created_at)

    def test_a_search_within_ids_answers_only_with_those(self, host: Host) -> None:
        """Where declared: the limit counts after the narrowing, so that far memories are reached too."""
        when_declared(host.capabilities.searches_within)
        bees, tuba, cat = one_id_each(host, _TEXTS)
        found = host.search(_TEXTS[0], scope=ALICE, limit=1, within=[cat]).memories
        assert [memory.id for memory in found] == [cat]
        found = host.search(_TEXTS[0], scope=ALICE, limit=10, within=[cat, bees, "no-such-id"]).memories
        assert [memory.id for memory in found] == [bees, cat]
        assert tuba not in [memory.id for memory in found]

    def test_a_search_within_nothing_finds_nothing(self, host: Host) -> None:
        """Where declared: no ids is not the same as any id."""
        when_declared(host.capabilities.searches_within)
        one_id_each(host, _TEXTS)
        assert host.search(_TEXTS[0], scope=ALICE, limit=10, within=[]).memories == ()
        assert host.search(_TEXTS[0], scope=ALICE, limit=10, within=["no-such-id"]).memories == ()

    @pytest.mark.parametrize("query", ["?", "*", "%", '"', "NOT (a OR", "'; --", "😀", "bees " * 10_000])
    def test_a_query_is_data(self, host: Host, query: str) -> None:
        """No sign in a query is syntax, and no length of it an error."""
        ids = one_id_each(host, _TEXTS)
        found = host.search(query, scope=ALICE, limit=3).memories
        assert {memory.id for memory in found} <= set(ids)
