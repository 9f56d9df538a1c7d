"""What was opened is closed again: where opening fails half-way, and where one part fails to close."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import HumanMessage

from atma_overlay import AtmaError, InvalidInputError, LedgerError, Overlay
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from langchain_atma import AtmaMiddleware
from llama_index.memory.atma import AtmaMemory
from tests.dated_worlds import FIRST, ME

needs_descriptors = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="tells nobody what is open")


def open_files(folder: Path) -> list[str]:
    """What this process has open in a folder."""
    places = [place.readlink() for place in list(Path("/proc/self/fd").iterdir()) if place.is_symlink()]
    return sorted(place.name for place in places if place.is_relative_to(folder))


@needs_descriptors
def test_an_argument_that_cannot_be_used_leaves_no_ledger_open(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="no time zone") as raised:
        Overlay(MemoryHost(), ledger=f"sqlite:///{tmp_path}/l.db", timezone="Mars/Olympus")
    assert open_files(tmp_path) == []
    del raised


class Clinging(MemoryHost):
    """A host that fails to close."""

    def close(self) -> None:
        raise OSError("the connection was lost")


@needs_descriptors
def test_a_host_that_fails_to_close_keeps_no_ledger_open(tmp_path: Path) -> None:
    overlay = Overlay(Clinging(), ledger=f"sqlite:///{tmp_path}/l.db")
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    with pytest.raises(OSError, match="was lost"):
        overlay.close()
    assert open_files(tmp_path) == []


def _middleware(ledger: str, host: str) -> Overlay:
    overlay = AtmaMiddleware.open(ledger, scope=ME, host=host).overlay
    assert isinstance(overlay, Overlay)
    return overlay


def _of_no_use(ledger: str, host: str) -> Any:
    return AtmaMiddleware.open(ledger, scope=ME, host=host, k=0)


def _memory(ledger: str, host: str) -> Any:
    return AtmaMemory(ledger=ledger, host=host, scope=ME).get("Where do I live?")


@pytest.mark.parametrize(
    ("failing", "ledger"),
    [(_middleware, "nowhere/l.db"), (_of_no_use, "l.db"), (_memory, "nowhere/l.db")],
    ids=["middleware", "middleware with a wrong argument", "memory"],
)
def test_a_host_that_was_opened_by_name_can_be_opened_anew_where_the_rest_failed(
    failing: Callable[[str, str], Any], ledger: str, tmp_path: Path
) -> None:
    pytest.importorskip("qdrant_client")
    host = f"qdrant:{tmp_path}/memories"
    with pytest.raises(AtmaError) as raised:
        failing(f"sqlite:///{tmp_path}/{ledger}", host)
    with _middleware(f"sqlite:///{tmp_path}/l.db", host) as overlay:
        overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert raised.type is InvalidInputError


def test_an_agent_that_runs_on_a_closed_overlay_is_told_so_whatever_is_passed_through() -> None:
    overlay = Overlay(MemoryHost(), ledger="memory://")
    middleware = AtmaMiddleware(overlay, scope=ME)
    overlay.close()
    with pytest.raises(LedgerError, match="the overlay is closed: open it again"):
        create_agent(GenericFakeChatModel(messages=iter(())), [], middleware=[middleware]).invoke(
            {"messages": [HumanMessage("I live in Leeds.")]}
        )


def test_a_closed_overlay_promotes_nothing_though_its_ledger_is_the_callers_and_open() -> None:
    ledger = open_ledger("memory://")
    shadow = Overlay(MemoryHost(), ledger=ledger, mode="shadow")
    shadow.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    shadow.close()
    with pytest.raises(LedgerError, match="the overlay is closed: open it again"):
        shadow.promote(scope=ME)
    assert Overlay(MemoryHost(), ledger=ledger).timeline(scope=ME).records == ()
