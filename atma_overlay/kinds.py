"""What a parameter takes, read off its annotation: a value of another kind is refused with its name and the remedy."""

from __future__ import annotations

import inspect
import math
import numbers
import types
from collections import abc
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin

from atma_overlay.errors import InvalidInputError

__all__ = ["Kind", "able", "kind_of", "named"]

_LISTS = (abc.Sequence, abc.Collection, list, tuple, set, frozenset)
_REMEDIES: dict[object, str] = {
    str: "a text",
    bytes: "bytes",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    type(None): "None",
    datetime: "an aware datetime (e.g. with tzinfo=UTC)",
    timedelta: "a timedelta (e.g. timedelta(days=365))",
    tzinfo: "a time zone (e.g. ZoneInfo('Europe/Berlin'))",
    Path: "a path (e.g. Path('folder'))",
}
_BY_NAME = {
    "Scope": "Scope(tenant=…, user=…)",
    "Host": "a host (e.g. MemoryHost())",
    "Ledger": "an open ledger (or its URL, e.g. 'sqlite:///memory.atma.db')",
    "Judge": "a judge (e.g. Judge(open_model(…)))",
    "Lexicon": "a lexicon (e.g. Lexicon.load('own.toml'))",
    "Model": "a model (e.g. open_model('openai:NAME'))",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """The values that a parameter takes.

    Attributes:
        wanted: what to pass, in words.
        exact: types whose every instance is taken, for the short way.
        alternatives: a test of a value each, with the kind of its items where it is a list of them.
        lacks: the names that a value lacks to be taken, where it is known by what it can do.
        choices: the words that are taken, where a word is.
    """

    wanted: str
    exact: frozenset[type]
    alternatives: tuple[tuple[Callable[[object], bool], Kind | None], ...]
    lacks: Callable[[object], list[str]] | None = None
    choices: tuple[str, ...] = ()

    def check(self, field: str, value: object) -> None:
        """Let a value pass.

        Raises:
            InvalidInputError: it is of another kind.
        """
        if type(value) in self.exact:
            return
        for admits, items in self.alternatives:
            if admits(value):
                if items is not None:
                    items.check_all(field, cast("abc.Collection[object]", value))
                return
        if self.choices and isinstance(value, str):
            raise InvalidInputError(field, f"{value!r} is not one of {', '.join(self.choices)}: use one of these")
        if isinstance(value, str) and any(admits is _is_list for admits, _ in self.alternatives):
            raise InvalidInputError(field, f"is one text: pass {self.wanted}")
        missing = self.lacks(value) if self.lacks is not None else []
        without = f" without {', '.join(missing)}" if missing else ""
        raise InvalidInputError(field, f"is {named(value)}{without}: pass {self.wanted}")

    def check_all(self, field: str, values: abc.Collection[object]) -> None:
        """Let the items of a list pass. Raises: as `check`."""
        for place, value in enumerate(values):
            self.check(f"{field}[{place}]", value)


def named(value: object) -> str:
    """What kind of thing a value is, never the value: it may be a secret, or what somebody said."""
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {value.__name__}, not an instance of it"
    if isinstance(value, float) and math.isnan(value):
        return "not a number (nan)"
    return "bytes" if isinstance(value, bytes) else _a(type(value).__name__)


def _a(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def able(field: str, value: object, *names: str, wanted: str) -> None:
    """Let an object of an SDK pass that is not to be loaded for it: it is known by what it can do.

    Args:
        field: the parameter.
        value: what was passed.
        names: the attributes that it needs.
        wanted: what to pass, in words.

    Raises:
        InvalidInputError: it is a class, or lacks one of the attributes.
    """
    if isinstance(value, type) or not all(hasattr(value, name) for name in names):
        raise InvalidInputError(field, f"is {named(value)}: pass {wanted}")


@cache
def kind_of(annotation: Any) -> Kind | None:
    """The kind that an annotation names; None where it says nothing that could be looked at.

    Args:
        annotation: as it is at run time, no text.
    """
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return kind_of(arguments[0])
    if origin in (Union, types.UnionType):
        return _any_of(arguments)
    if origin is Literal:
        return _literal(arguments)
    if origin is abc.Callable or annotation is abc.Callable:
        return Kind("a function", frozenset({types.FunctionType}), ((callable, None),))
    if origin is type:
        return Kind("a class", frozenset({type}), ((inspect.isclass, None),))
    if origin in _LISTS or annotation in _LISTS:
        return _list_of(arguments[0] if arguments else Any)
    if isinstance(origin or annotation, type) and annotation is not Any:
        return _instance(origin or annotation)
    return None


def _any_of(members: tuple[Any, ...]) -> Kind | None:
    kinds = [kind_of(member) for member in sorted(members, key=lambda m: m is type(None))]
    known = [kind for kind in kinds if kind is not None]
    if len(known) < len(kinds):
        return None
    wanted = list(dict.fromkeys(kind.wanted for kind in known))
    told = ", ".join(wanted[:-1]) + f" or {wanted[-1]}" if len(wanted) > 1 else wanted[0]
    lacks = next((kind.lacks for kind in known if kind.lacks), None)
    exact = frozenset[type]().union(*(kind.exact for kind in known))
    choices = sum((kind.choices for kind in known), ())
    return Kind(told, exact, tuple(each for kind in known for each in kind.alternatives), lacks, choices)


def _literal(members: tuple[Any, ...]) -> Kind:
    def admits(value: object) -> bool:
        return isinstance(value, str | int | None) and value in members

    choices = tuple(str(member) for member in members)
    return Kind(f"one of {', '.join(choices)}", frozenset(), ((admits, None),), choices=choices)


def _list_of(item: Any) -> Kind:
    """A list, a tuple or a set: a text is none of its characters, and what can be read only once is none either."""
    inner = None if isinstance(item, TypeVar) else kind_of(item)
    admits = _is_list
    return Kind(f"a list of {_plural(inner, item)}", frozenset(), ((admits, inner),))


def _is_list(value: object) -> bool:
    return isinstance(value, abc.Collection) and not isinstance(value, str | bytes | bytearray | abc.Mapping)


def _is_whole(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, numbers.Integral)


def _is_number(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, numbers.Real) and not math.isnan(value)


def _plural(kind: Kind | None, item: Any) -> str:
    if item is str:
        return "texts"
    return getattr(item, "__name__", kind.wanted) if kind is not None else "values"


def _instance(kind: type) -> Kind | None:
    if kind is object:
        return None
    wanted = _REMEDIES.get(kind) or _BY_NAME.get(kind.__name__) or _a(kind.__name__)
    if getattr(kind, "_is_protocol", False):
        return _like(kind, wanted)
    if kind in (int, float):
        return Kind(wanted, frozenset({int}), ((_is_whole if kind is int else _is_number, None),))  # a float may be nan
    if issubclass(kind, Enum):
        wanted = f"{_a(kind.__name__)} (e.g. {kind.__name__}.{next(iter(kind)).name})"
    if issubclass(kind, abc.Mapping):
        wanted = "a mapping"
    return Kind(wanted, frozenset({kind}), ((lambda value: isinstance(value, kind), None),))


def _like(protocol: type, wanted: str) -> Kind:
    """What has all that a protocol names; whether it works so, its own contract suite says."""
    bases = [base for base in protocol.__mro__ if getattr(base, "_is_protocol", False)]
    members = sorted({name for base in bases for name in vars(base) if not name.startswith("_")})
    if not members:  # a protocol of a call
        return Kind("a function", frozenset(), ((callable, None),))

    def lacks(value: object) -> list[str]:
        return [name for name in members if not hasattr(value, name)]

    def admits(value: object) -> bool:
        return not isinstance(value, type) and not lacks(value)

    def almost(value: object) -> list[str]:
        missing = lacks(value)
        return missing if len(missing) < len(members) else []

    return Kind(wanted, frozenset(), ((admits, None),), almost)
