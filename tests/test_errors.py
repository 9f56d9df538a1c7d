"""The overlay's errors as objects."""

from __future__ import annotations

import pickle

import pytest

from atma_overlay.errors import (
    AtmaError,
    HostError,
    InvalidInputError,
    LedgerCorruptError,
    MissingExtraError,
    ModelError,
    NotFoundError,
)

ERRORS = [
    InvalidInputError("limit", "0 is too few: pass more"),
    NotFoundError("record", "rec_1"),
    LedgerCorruptError("damaged"),
    HostError("mem0", "search", "timed out", transient=True),
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
