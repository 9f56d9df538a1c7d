"""What holds of every adapter's table of failures: nothing hidden, nothing left out, and no word of a memory told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from atma_graphiti import failures as graphiti
from atma_llamaindex import failures as llamaindex
from atma_mem0 import failures as mem0
from atma_overlay.errors import AtmaError, HostError, InvalidInputError
from atma_overlay.hosts.failures import BUSY, FailureRule, chain, passes, refusal
from atma_overlay.sdk_errors import status_of
from atma_qdrant import failures as qdrant
from atma_vectorstore import failures as vectorstore


@dataclass(frozen=True, slots=True)
class Adapter:
    """An adapter's table, and the context manager that speaks by it."""

    rules: Callable[[], Sequence[FailureRule]]
    teller: Callable[[str, str], AbstractContextManager[None]]


ADAPTERS = {
    "graphiti": Adapter(graphiti.rules, graphiti.translated),
    "llamaindex": Adapter(llamaindex.rules, llamaindex.telling),
    "mem0": Adapter(mem0.rules, mem0.translated),
    "qdrant": Adapter(qdrant.rules, qdrant.translated),
    "vectorstore": Adapter(vectorstore.rules, vectorstore.telling),
}
EVERY = pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
SECRET = "my PIN is 4711"


@EVERY
def test_no_row_is_hidden_by_an_earlier_one_and_the_last_takes_the_rest(adapter: Adapter) -> None:
    kinds = [rule.kind for rule in adapter.rules()]
    assert [k for n, k in enumerate(kinds) if any(issubclass(k, earlier) for earlier in kinds[:n])] == []
    assert kinds[-1] is Exception


@EVERY
def test_the_overlays_own_errors_pass_untranslated(adapter: Adapter) -> None:
    with pytest.raises(InvalidInputError), adapter.teller("theirs:m", "search"):
        raise InvalidInputError("limit", "is wrong")
    assert not issubclass(InvalidInputError, HostError)
    assert issubclass(InvalidInputError, AtmaError)


PYTHONS = [
    kind(SECRET)
    for kind in (
        ConnectionResetError,
        TimeoutError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        OSError,
        MemoryError,
    )
]


@EVERY
@pytest.mark.parametrize("error", PYTHONS, ids=lambda e: type(e).__name__)
def test_pythons_own_errors_are_told_by_their_class_and_without_a_word(adapter: Adapter, error: Exception) -> None:
    with pytest.raises(HostError) as caught, adapter.teller("theirs:m", "search"):
        raise error
    told = str(caught.value)
    assert told.startswith("host 'theirs:m' failed to search: ")
    assert type(error).__name__ in told
    assert SECRET not in told
    assert caught.value.__cause__ is error
    assert caught.value.transient is isinstance(error, ConnectionError | TimeoutError)


@EVERY
def test_an_interrupt_is_no_failure(adapter: Adapter) -> None:
    with pytest.raises(KeyboardInterrupt), adapter.teller("theirs:m", "search"):
        raise KeyboardInterrupt


class Answered(Exception):
    def __init__(self, status: object) -> None:
        super().__init__(SECRET)
        self.response = SimpleNamespace(status_code=status)


@pytest.mark.parametrize(("status", "may_pass"), [(429, True), (503, True), (409, False), (400, False), (None, False)])
def test_a_servers_status_says_whether_the_call_may_pass_later(status: int | None, may_pass: bool) -> None:
    rule, error = refusal(Answered, by="the server"), Answered(status)
    assert (rule.told(error), rule.transient(error)) == (f"the server answered {status}", may_pass)
    assert refusal(Answered, by="it", busy=BUSY | {409}).transient(Answered(409))
    assert status_of(Answered("429")) is None


def test_what_stands_behind_a_failure_may_pass_however_it_is_wrapped() -> None:
    wrapped, circular = ValueError("outer"), ValueError("round")
    wrapped.__cause__ = TimeoutError("inner")
    circular.__cause__ = circular
    assert [type(link).__name__ for link in chain(wrapped)] == ["ValueError", "TimeoutError"]
    assert passes(wrapped)
    assert not passes(circular)
