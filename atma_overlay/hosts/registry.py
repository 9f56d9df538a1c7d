"""Hosts by name: what is installed, this project's own and anyone else's."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Protocol, runtime_checkable

from atma_overlay.errors import InvalidInputError
from atma_overlay.own_code import made_by, ran_for
from atma_overlay.ports.host import Host
from atma_overlay.signatures import typed

__all__ = ["HOSTS_GROUP", "ExistingHostFactory", "HostFactory", "check_name", "host_names", "open_host"]

HOSTS_GROUP = "atma_overlay.hosts"
"""The entry point group under which a distribution announces its hosts."""


class HostFactory(Protocol):
    """What an entry point of the group refers to: a host class, or anything else that opens one."""

    def from_spec(self, rest: str) -> Host:
        """Open a host from the part of a specification after `NAME:`; empty when there is none.

        What is not there yet may be made.
        """


@runtime_checkable
class ExistingHostFactory(HostFactory, Protocol):
    """A factory of hosts that persist, and so can tell a place where a memory is from one where none is.

    `atma_overlay.testing.named_host_contract` tests it.
    """

    def from_existing(self, rest: str) -> Host:
        """As `from_spec`, for what is there: nothing is made.

        Raises:
            InvalidInputError: there is none; the field is `host`, and the remedy ends in `check the path`.
        """


def host_names() -> list[str]:
    """The names of the installed hosts, sorted."""
    return sorted(entry_points(group=HOSTS_GROUP).names)


@typed
def open_host(spec: str, *, existing: bool = False) -> Host:
    """Open a host by its specification.

    Args:
        spec: `NAME` or `NAME:REST`, e.g. `memory`, `qdrant:./memories`, `qdrant:http://localhost:6333`. What
            follows the name is the host's own affair. `python:MODULE:NAME` calls what you wrote yourself.
        existing: open only what is there and make nothing, where the host knows the difference
            (`ExistingHostFactory`); any other opens as ever.

    Raises:
        InvalidInputError: no host of that name is installed, it cannot be opened from a specification, what you wrote
            yourself fails, or it was to exist and does not.
        MissingExtraError: the host's SDK is not installed.
        HostError: the host could not be reached.
    """
    name, _, rest = spec.partition(":")
    if name == "python":
        return _own(rest)
    factory = _factory(name)
    if existing and isinstance(factory, ExistingHostFactory):
        return factory.from_existing(rest)
    return factory.from_spec(rest)


def check_name(spec: str) -> None:
    """See that a specification names an installed host, for who does not open it now.

    Raises:
        InvalidInputError: no host of that name is installed.
    """
    name = spec.partition(":")[0]
    if name != "python" and name not in host_names():
        raise _unknown(name)


def _own(place: str) -> Host:
    """The host that a function of the caller's makes."""
    remedy = "pass python:MODULE:FUNCTION, which can be imported and called"
    made: Host = made_by("host", place, told=f"python:{place}", remedy=remedy)
    if not hasattr(made, "capabilities"):
        raise InvalidInputError("host", f"'python:{place}' makes no host: give it the methods of the host port")
    return made


def _factory(name: str) -> HostFactory:
    for entry_point in entry_points(group=HOSTS_GROUP, name=name):
        with ran_for("host", f"{entry_point.value!r} cannot be imported", remedy="mend it, or install it anew"):
            factory: HostFactory = entry_point.load()
        if not hasattr(factory, "from_spec"):
            problem = f"{entry_point.value!r} has no `from_spec`: give it a class method `from_spec(rest)`"
            raise InvalidInputError("host", problem)
        return factory
    raise _unknown(name)


def _unknown(name: str) -> InvalidInputError:
    known = ", ".join(host_names()) or "none is installed"
    return InvalidInputError("host", f"{name!r} is not the name of an installed host: use one of {known}")
