"""The overlay's errors as objects."""

from __future__ import annotations

import pickle

import pytest

from atma_overlay import Overlay
from atma_overlay.errors import (
    AtmaError,
    HostError,
    HostLateError,
    InvalidInputError,
    LedgerCorruptError,
    MissingExtraError,
    ModelError,
    NotFoundError,
)
from atma_overlay.hosts.memory import MemoryHost
from tests.dated_worlds import ME

ERRORS = [
    InvalidInputError("limit", "0 is too few: pass more"),
    NotFoundError("record", "rec_1"),
    LedgerCorruptError("damaged"),
    HostError("mem0", "search", "timed out", transient=True),
    HostLateError("mem0", "search", "no answer in 1.00 s", transient=True),
    ModelError("m", "too many requests", transient=True, retry_after_seconds=2.5),
    MissingExtraError("mem0ai", "mem0"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_passes_from_process_to_process_unchanged(error: AtmaError) -> None:
    passed = pickle.loads(pickle.dumps(error))
    assert type(passed) is type(error)
    assert str(passed) == str(error)
    assert passed.args == error.args
    assert vars(passed) == vars(error)


def test_a_message_tells_the_remedy_and_not_all_of_what_it_was_given() -> None:
    long = "a" * 100_000
    for call in (
        lambda: Overlay(MemoryHost(), ledger="memory://", timezone=long),
        lambda: Overlay(MemoryHost(), ledger="memory://").remember("I live in Leeds.", scope=ME, role=long),
        lambda: Overlay(MemoryHost(), ledger="memory://").remember("I live in Leeds.", scope=ME, origin=long),
        lambda: Overlay(MemoryHost(), ledger="memory://").recall("Where do I live?", scope=ME, view=long),
        lambda: Overlay(MemoryHost(), ledger=long),
    ):
        with pytest.raises(InvalidInputError) as caught:
            call()
        assert len(str(caught.value)) < 1000
        assert len(caught.value.problem) < 1000
    with pytest.raises(
        InvalidInputError, match=r"^timezone: 'a{80}…' is no time zone: pass a name like 'Europe/Berlin'$"
    ):
        Overlay(MemoryHost(), ledger="memory://", timezone=long)


def test_a_message_of_a_usual_length_is_told_whole() -> None:
    problem = f"is none of {', '.join(str(number) for number in range(100, 280))}: pass one of these"
    assert str(InvalidInputError("limit", problem)) == f"limit: {problem}"
