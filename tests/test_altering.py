"""A copy is what `dataclasses.replace` makes, and the record stays as it is."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.altering import altered
from atma_overlay.records import Observation, Origin

AT = datetime(2025, 6, 1, tzinfo=UTC)
SAID = Observation("obs_1", "I live in Leeds.", "user", None, Origin.USER, AT, AT, 0, "d", None, None, "k")


@given(st.fixed_dictionaries({}, optional={"id": st.text(), "text": st.text(), "position": st.integers()}))
def test_a_copy_is_what_replace_makes(changes: dict[str, object]) -> None:
    assert altered(SAID, **changes) == replace(SAID, **changes)  # type: ignore[arg-type]
    assert SAID.id == "obs_1"


def test_an_unknown_field_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="Observation has no field 'colour'"):
        altered(SAID, colour="red")


def test_a_copy_is_as_frozen_as_its_record() -> None:
    with pytest.raises(FrozenInstanceError):
        altered(SAID, id="obs_2").id = "obs_3"  # type: ignore[misc]
