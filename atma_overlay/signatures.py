"""Public signatures, kept to: an argument of the wrong kind is refused where it is passed, and not deep inside."""

from __future__ import annotations

import builtins
import inspect
import sys
from collections.abc import Callable
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter
from typing import Any, TypeVar, cast

import atma_overlay
from atma_overlay.kinds import Kind, kind_of

__all__ = ["typed", "typed_under"]

S = TypeVar("S")
_UNCHECKED = {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}


def typed(subject: S) -> S:
    """Check what a function, or every public function of a class, is called with against its annotations.

    A class is checked where it is made and in each function whose name does not start with an underscore. Only what is
    passed is looked at, by its type; ranges are the function's own affair. An annotation that names what is not
    loaded (the class of an SDK, as a rule) admits everything.

    Raises (what is decorated, when it is called):
        InvalidInputError: an argument is of another kind than its annotation; the message says what to pass.
    """
    if not isinstance(subject, type):
        return cast("S", _checking(cast("Callable[..., Any]", subject)))
    for attribute, value in list(vars(subject).items()):
        if inspect.isfunction(value) and (attribute == "__init__" or not attribute.startswith("_")):
            setattr(subject, attribute, _checking(value))
    return subject


def typed_under(name: str) -> Callable[[S], S]:
    """Check what a class is made with, as `typed` does.

    Args:
        name: what the caller knows it by: a field is told as a part of it, e.g. `patience.failures`.
    """

    def decorate(subject: S) -> S:
        if isinstance(subject, type):
            subject.__init__ = _checking(subject.__init__, f"{name}.")  # type: ignore[misc]  # the same, checked
        return subject

    return decorate


class _Checks:
    """The kinds of a function's parameters, read when it is first called: what they name is loaded by then."""

    def __init__(self, function: Callable[..., Any], prefix: str) -> None:
        self._function, self._prefix = function, prefix
        self._by_place: tuple[tuple[str, Kind] | None, ...] | None = None
        self._by_name: dict[str, tuple[str, Kind]] = {}
        self._rest: tuple[str, Kind] | None = None

    def __call__(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        if self._by_place is None:
            self._read()
        places = self._by_place or ()
        if self._rest is not None and len(arguments) > len(places):
            places += (self._rest,) * (len(arguments) - len(places))
        for known, value in zip(places, arguments, strict=False):
            if known is not None and type(value) not in known[1].exact:
                known[1].check(known[0], value)
        by_name = self._by_name
        for name, value in named.items():
            if (known := by_name.get(name)) is not None and type(value) not in known[1].exact:
                known[1].check(known[0], value)

    def _read(self) -> None:
        names = _Names(vars(sys.modules[self._function.__module__]))
        places: list[tuple[str, Kind] | None] = []
        for parameter in inspect.signature(self._function).parameters.values():
            kind = _kind(parameter.annotation, names)
            known = None if kind is None else (f"{self._prefix}{parameter.name}", kind)
            if parameter.kind is Parameter.VAR_POSITIONAL:
                self._rest = known
            elif parameter.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD):
                places.append(known)
            if known is not None and parameter.kind not in _UNCHECKED:
                self._by_name[parameter.name] = known
        self._by_place = tuple(places)


class _Names(dict[str, Any]):
    """The names of a module; what only a type checker loads is the overlay's own, or any value."""

    def __missing__(self, name: str) -> Any:
        if hasattr(builtins, name):
            raise KeyError(name)
        return getattr(atma_overlay, name) if name in atma_overlay.__all__ else Any


def _kind(annotation: Any, names: _Names) -> Kind | None:
    if annotation is Parameter.empty:
        return None
    if not isinstance(annotation, str):
        return kind_of(annotation)
    try:
        return kind_of(eval(annotation, {}, names))
    except (AttributeError, TypeError):  # a part of what only a type checker loads
        return None


def _checking(function: Callable[..., Any], prefix: str = "") -> Callable[..., Any]:
    check = _Checks(function, prefix)
    if inspect.iscoroutinefunction(function):

        @wraps(function)
        async def awaited(*arguments: Any, **named: Any) -> Any:
            check(arguments, named)
            try:
                return await function(*arguments, **named)
            except TypeError:
                _refuse_wrong_call(function, arguments, named)
                raise

        return awaited

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        check(arguments, named)
        try:
            return function(*arguments, **named)
        except TypeError:
            _refuse_wrong_call(function, arguments, named)
            raise

    return called


def _refuse_wrong_call(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    """A name that the function has not, or one that is missing, told by what the caller knows: the class it made."""
    signature = inspect.signature(function)
    try:
        signature.bind(*arguments, **named)
    except TypeError as wrong:
        owner = type(arguments[0]).__name__ if arguments and "." in function.__qualname__ else ""
        called = ".".join(part for part in (owner, function.__name__) if part and part != "__init__")
        unknown = next((name for name in named if name not in signature.parameters), "")
        meant = "".join(f"; did you mean {near!r}?" for near in get_close_matches(unknown, signature.parameters, n=1))
        raise TypeError(f"{called}() {wrong}{meant}") from None
