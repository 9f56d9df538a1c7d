"""Frozen records, made and altered for a fraction of what `dataclasses` takes.

A frozen dataclass sets each field by a call, since its own assignment refuses: thirty fields take ten times what they
take a plain class. Here they are assigned while the object is still of a twin, a class of the same slots that refuses
nothing, and the object becomes the record when it is whole; it is seen by nobody before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from dataclasses import MISSING, Field
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar, cast

__all__ = ["altered", "made_quickly"]

T = TypeVar("T")

_Changes = dict[str, Any]


def made_quickly(kind: type[T]) -> type[T]:
    """Have a frozen dataclass with slots of its own made by assignments; nothing else of it changes.

    Raises:
        TypeError: it is not frozen, has no slots or other bases, or a field is not taken by its place.
    """
    found: dict[str, Field[Any]] = kind.__dataclass_fields__  # type: ignore[attr-defined]  # of every dataclass
    plain = not any(f.kw_only for f in found.values())
    frozen = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]  # likewise
    if not plain or not frozen or kind.__bases__ != (object,) or kind.__dict__.get("__slots__") != tuple(found):
        raise TypeError(f"{kind.__name__} is no plain frozen dataclass with slots")
    twin = type(f"_{kind.__name__}", (), {"__slots__": tuple(found)})
    after = kind.__dict__.get("__post_init__")
    before: Any = kind.__init__
    given: dict[str, Any] = {
        "_set": object.__setattr__, "_twin": twin, "_kind": kind, "_missing": MISSING, "_before": before
    }  # fmt: skip
    head, passed, first, body = ["self"], ["self"], [], []
    for name, field in found.items():
        if not field.init:
            continue
        head.append(name)
        passed.append(name)
        if field.default is not MISSING:
            given[f"_of_{name}"] = field.default
            head[-1] += f"=_of_{name}"
        elif field.default_factory is not MISSING:
            given[f"_of_{name}"] = field.default_factory
            head[-1] += "=_missing"
            first.append(f"if {name} is _missing: {name} = _of_{name}()")
        body.append(f"self.{name} = {name}")
    # What is derived from it stays of its own class, and may be of another layout.
    first.append(f"if self.__class__ is not _kind: return _before({', '.join(passed)})")
    body = [*first, "_set(self, '__class__', _twin)", *body, "self.__class__ = _kind"]
    body += ["self.__post_init__()"] if after else []
    made = _function(f"def __init__({', '.join(head)}):", body, given, vars(sys.modules[kind.__module__]))
    made.__annotations__, made.__doc__ = before.__annotations__, before.__doc__
    made.__qualname__, made.__module__ = before.__qualname__, before.__module__
    kind.__init__ = made  # type: ignore[method-assign]  # of the same parameters
    if after is None:
        _ALTERING[kind] = _altering(kind, twin, tuple(found))
    return kind


def altered(record: T, **changes: Any) -> T:
    """A copy with some fields changed.

    Args:
        record: of a slotted dataclass of two fields at least that works nothing out when it is made.
        **changes: the new values by field.

    Raises:
        TypeError: the record has no such field.
    """
    kind = type(record)
    altering = _ALTERING.get(kind)
    if altering is not None:
        quickly: T = altering(record, changes)
        return quickly
    places, values_of, setters = _parts(cast("Hashable", kind))
    values = list(values_of(record))
    for name, value in changes.items():
        if name not in places:
            raise _no_field(kind, name)
        values[places[name]] = value
    if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]  # of every dataclass
        return kind(*values)
    made = object.__new__(kind)
    for put, value in zip(setters, values, strict=True):
        put(made, value)
    return made


_ALTERING: dict[type[Any], Callable[[Any, _Changes], Any]] = {}
"""What alters the records of a kind that is `made_quickly`."""


def _altering(kind: type[Any], twin: type[Any], names: tuple[str, ...]) -> Callable[[Any, _Changes], Any]:
    copied = [f"made.{name} = record.{name}" for name in names]
    changed = ["for name, value in changes.items():", " if name not in _names: raise _no_field(_kind, name)"]
    changed += [" setattr(made, name, value)"]
    body = ["made = _new(_twin)", *copied, *changed, "made.__class__ = _kind", "return made"]
    return _function("def altering(record, changes):", body, {
        "_new": object.__new__, "_twin": twin, "_kind": kind, "_names": frozenset(names)
    }, globals())  # fmt: skip


def _function(head: str, body: list[str], given: dict[str, Any], around: dict[str, Any]) -> Callable[..., Any]:
    """A function from its source, of a module's names and of those that are given.

    What reads its annotations looks their names up there.
    """
    made: dict[str, Any] = {}
    lines = [f"def making({', '.join(given)}):", f" {head}", *(f"  {line}" for line in body)]
    exec("\n".join([*lines, f" return {head.removeprefix('def ').partition('(')[0]}"]), around, made)
    return cast("Callable[..., Any]", made["making"](**given))


def _no_field(kind: type[Any], name: str) -> TypeError:
    return TypeError(f"{kind.__name__} has no field {name!r}")


@lru_cache(maxsize=64)
def _parts(kind: Any) -> tuple[dict[str, int], attrgetter[Any], tuple[Callable[[Any, Any], None], ...]]:
    names = tuple(kind.__dataclass_fields__)
    setters = tuple(getattr(kind, name).__set__ for name in names)
    return {name: place for place, name in enumerate(names)}, attrgetter(*names), setters
