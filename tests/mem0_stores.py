"""Mem0 in a folder for the tests, sync and async, and what they say to it."""

from __future__ import annotations

import asyncio
import inspect
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

# Before the first import: Mem0 writes its settings there, and asks the network for its notices.
os.environ.setdefault("MEM0_DIR", tempfile.mkdtemp(prefix="mem0-"))
os.environ["MEM0_TELEMETRY"] = "False"

from atma_overlay.ports.host import HostItem
from atma_overlay.scope import Scope

ME = Scope(tenant="acme", user="me")
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def said(*texts: str, at: datetime = NOON) -> list[HostItem]:
    """Items with the keys k0, k1, and so on."""
    return [HostItem(key=f"k{n}", text=t, role="user", observed_at=at) for n, t in enumerate(texts)]


def verbatim(text: str) -> list[str]:
    """A model that remembers what was said as it was said."""
    return [text]


def release(memory: Any) -> None:
    """Close an instance with its store, which its own `close` leaves open."""
    memory.close()
    memory.vector_store.client.close()


def everything_in(folder: Path) -> bytes:
    """The bytes of all files of a folder, one after the other."""
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


class Awaited:
    """An asynchronous host behind blocking methods, awaited on a loop of its own."""

    def __init__(self, host: Any) -> None:
        self.host = host
        self._runner = asyncio.Runner()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.host, name)
        if not inspect.ismethod(found):
            return found

        def settled(*args: Any, **kwargs: Any) -> Any:
            answer = found(*args, **kwargs)
            return self._runner.run(answer) if inspect.iscoroutine(answer) else answer

        return settled

    def close(self) -> None:
        """Close the host and the loop."""
        self.host.close()
        self._runner.close()
