"""An agent, or a session, that is called "None" is one, and not the same as none (law 8)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.keys import key_in, place_named
from tests.dated_worlds import FIRST

ONES = {"tenant": "acme", "user": "u-1"}
PAIRS = [
    ({"session": "s"}, {"agent": "None", "session": "s"}),
    ({"agent": "a"}, {"agent": "a", "session": "None"}),
    ({}, {"agent": "None"}),
    ({}, {"session": "None"}),
]


@pytest.mark.parametrize(("none", "named"), PAIRS[:2])
def test_a_key_of_one_called_none_is_no_key_of_none(none: dict[str, str], named: dict[str, str]) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I play chess.", scope=Scope(**ONES, session="elsewhere"), key="1", observed_at=FIRST)
        for scope, text in ((none, "I live in York."), (named, "I live in Leeds.")):
            receipt = overlay.remember(text, scope=Scope(**ONES, **scope), key="1", observed_at=FIRST)
            assert (len(receipt.observation_ids), receipt.duplicates) == (1, 0)
        again = overlay.remember("I live in Leeds.", scope=Scope(**ONES, **named), key="1", observed_at=FIRST)
        assert (again.observation_ids, again.duplicates) == ((), 1)


@pytest.mark.parametrize(("none", "named"), PAIRS)
def test_the_same_words_at_the_same_time_to_one_called_none_are_told_twice(
    none: dict[str, str], named: dict[str, str]
) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for scope in (named, none):
            receipt = overlay.remember("My gym is Pulse.", scope=Scope(**ONES, **scope), observed_at=FIRST)
            assert receipt.duplicates == 0
        later = overlay.remember(
            "My gym is Zenith.", scope=Scope(**ONES, **named), observed_at=FIRST + timedelta(days=1)
        )
        assert len(later.observation_ids) == 1


def test_ledgers_that_are_there_keep_their_keys() -> None:
    assert key_in("k", agent=None, session="s") == "c1ea1b39ba22b0fbbc72b8aeb55a1bb3"
    assert [place_named(name) for name in (None, "none", "Nonesuch", "s-1", "a None")] == [
        "None", "none", "Nonesuch", "s-1", "a None",
    ]  # fmt: skip


def test_no_two_names_are_written_alike() -> None:
    names = [None, "None", " None", "  None", "None ", " None ", "none", ""]
    assert len({place_named(name) for name in names}) == len(names)
