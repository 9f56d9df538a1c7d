"""Hosts that hold something already, and what is in them byte by byte."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from atma_overlay import Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import Host, HostItem, HostMemory
from tests.dated_worlds import FIRST, ME

STORY = (
    "I live in Porto.",
    "My rent is 800 euros.",
    "I moved to Leeds.",
    "I'm allergic to peanuts.",
    "My rent went up to 900 euros.",
)


def item(text: str, *, day: float = 0, role: str = "user", key: str | None = None) -> HostItem:
    """What somebody else than the overlay stores."""
    return HostItem(key or f"theirs-{day}-{text}", text, role, FIRST + timedelta(days=day))


def fill(host: Host, texts: Sequence[str] = STORY, *, scope: Scope = ME, role: str = "user") -> list[str]:
    """Store texts, a day each, the last first: a store's pages are in no order of saying. Their ids as told."""
    items = [item(text, day=day, role=role) for day, text in enumerate(texts)]
    ids = host.add(items[::-1], scope=scope)
    return [i for (i,) in ids][::-1]


def everything(host: Host, scope: Scope = ME) -> tuple[HostMemory, ...]:
    """All that the host holds of a scope."""
    return host.page(scope=scope, limit=10_000).memories


def dumped(folder: Path) -> dict[str, Any]:
    """Every file of a folder; a database as the statements that would make it, since reading may touch its log."""
    return {str(p.relative_to(folder)): _content(p) for p in sorted(folder.rglob("*")) if p.is_file()}


def _content(path: Path) -> Any:
    if not path.read_bytes().startswith(b"SQLite format 3"):
        return path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


class Worn(MemoryHost):
    """A host that others change around the overlay."""

    def put(self, identifier: str, text: str, *, scope: Scope = ME) -> None:
        """Another text under the same id."""
        [memory] = self.get([identifier], scope=scope)
        partition = self._partitions[scope.partition]
        number = partition.numbers[identifier]
        partition.put(replace(partition.entries[number], memory=replace(memory, text=text)))

    def lose(self, identifier: str, *, scope: Scope = ME) -> HostMemory:
        """Without the memory."""
        [memory] = self.get([identifier], scope=scope)
        self.delete([identifier], scope=scope)
        return memory


def at(day: float) -> datetime:
    """The instant of a day of the story."""
    return FIRST + timedelta(days=day)
