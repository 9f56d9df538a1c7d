"""A copy is what `dataclasses.replace` makes, and the record stays as it is; a quick record is made as any other."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from datetime import UTC, datetime
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.altering import altered, made_quickly
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


@dataclass(frozen=True, slots=True)
class Plain:
    """A record."""

    name: str
    size: int = 3
    marks: list[str] = field(default_factory=list, compare=False)
    width: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", len(self.name) * self.size)


@made_quickly
@dataclass(frozen=True, slots=True)
class Quick:
    """A record."""

    name: str
    size: int = 3
    marks: list[str] = field(default_factory=list, compare=False)
    width: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", len(self.name) * self.size)


@given(st.text(), st.integers(), st.lists(st.text()))
def test_a_quick_record_is_made_as_any_other(name: str, size: int, marks: list[str]) -> None:
    quick, plain = Quick(name, size, marks), Plain(name, size, marks)
    assert [quick.name, quick.size, quick.marks, quick.width] == [plain.name, plain.size, plain.marks, plain.width]
    assert repr(quick) == repr(plain).replace("Plain", "Quick")
    assert hash(quick) == hash(plain)
    assert type(quick) is Quick
    for twin in (Quick(name, size=size), copy.deepcopy(quick), pickle.loads(pickle.dumps(quick)), replace(quick)):
        assert twin == quick
        assert hash(twin) == hash(quick)


def test_a_quick_record_has_its_defaults_and_its_signature() -> None:
    first, second = Quick("a"), Quick("b")
    first.marks.append("x")
    assert (first.size, second.marks) == (3, [])
    assert str(inspect.signature(Quick)).startswith("(name: 'str', size: 'int' = 3")
    with pytest.raises(TypeError, match=r"Quick.__init__\(\) missing 1 required positional argument: 'name'"):
        Quick()  # type: ignore[call-arg]


def test_a_quick_record_refuses_to_be_changed() -> None:
    with pytest.raises(FrozenInstanceError, match="name"):
        Quick("a").name = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del SAID.text


class Unslotted(Quick):
    """Of another layout."""


class Slotted(Quick):
    """Of the same one."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Wider(Quick):
    """With a field more."""

    height: int = 7


@pytest.mark.parametrize("kind", [Unslotted, Slotted, Wider])
def test_what_is_derived_from_a_quick_record_stays_of_its_own_class(kind: type[Quick]) -> None:
    first, second = kind("ab"), kind("ab", size=4)
    assert (type(first), first.name, first.size, first.marks, first.width) == (kind, "ab", 3, [], 6)
    assert (type(second), second.width) == (kind, 8)
    assert first.marks is not second.marks
    assert type(replace(second, name="c")) is kind


def test_the_annotations_of_a_quick_record_can_be_looked_up() -> None:
    assert get_type_hints(Observation.__init__)["origin"] is Origin
    assert inspect.signature(Observation, eval_str=True).parameters["observed_at"].annotation is datetime


def test_what_is_no_plain_frozen_record_is_not_made_quickly() -> None:
    @dataclass(slots=True)
    class Open:
        name: str

    @dataclass(frozen=True)
    class Wide:
        name: str

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named:
        name: str

    @dataclass(frozen=True, slots=True)
    class Derived(Plain):
        other: str = ""

    for kind in (Open, Wide, Named, Derived):
        with pytest.raises(TypeError, match="is no plain frozen dataclass with slots"):
            made_quickly(kind)
