"""Whose turn it is at a host: all that use one host object in this process wait for each other."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, nullcontext
from weakref import WeakValueDictionary

from atma_overlay.forks import begins_anew
from atma_overlay.ports.host import Host
from atma_overlay.turns import Turns

__all__ = ["HostTurns", "turns_at"]


class HostTurns:
    """The turns at one host.

    Attributes:
        host: the host.
        lock: of a host that cannot take two calls at once.
        adding: of writes, one at a time for each user: a host that looks for a key finds that of the call before.
    """

    def __init__(self, host: Host) -> None:
        self.host = host
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Wait for none of a parent's threads."""
        self.lock, self.adding = threading.Lock(), Turns()

    def alone(self) -> AbstractContextManager[object]:
        """One call of the host: alone, where it cannot take two at once."""
        return nullcontext() if self.host.capabilities.thread_safe else self.lock


class _Hosts:
    """By the identity of the host, which is there as long as its turns are: a host need not be hashable."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[int, HostTurns] = WeakValueDictionary()
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        self._guard = threading.Lock()

    def at(self, host: Host) -> HostTurns:
        with self._guard:
            turns = self._turns.get(id(host))
            if turns is None:
                turns = self._turns[id(host)] = HostTurns(host)
            return turns


_hosts = _Hosts()


def turns_at(host: Host) -> HostTurns:
    """The turns at a host, the same for all that ask while anybody has them."""
    return _hosts.at(host)
