"""A Qdrant server that is away when its host is opened: nothing is lost, and all is as if it had gone later."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.errors import HostError
from atma_qdrant import QdrantHost
from tests.cli_shell import Shell
from tests.qdrant_over_http import QdrantOverHttp

ME = Scope(tenant="acme", user="me")
NOWHERE = "http://127.0.0.1:9"


@pytest.fixture
def port() -> int:
    """Where nothing listens yet."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        found: int = asked.getsockname()[1]
        return found


@contextmanager
def up(port: int) -> Iterator[QdrantOverHttp]:
    server = QdrantOverHttp(port=port)
    try:
        yield server
    finally:
        server.stop()


def test_what_is_said_meanwhile_waits_and_is_recalled_from_the_ledger(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="atma_overlay"):
        host = QdrantHost(url=f"http://127.0.0.1:{port}")
    why = "HostError, 'qdrant:atma_memories' failed to open: no usable answer (ConnectError)"
    assert caplog.messages == [f"the host is opened when it answers: {why}"]
    assert (host.capabilities.thread_safe, host.server is not None) == (True, True)
    with Overlay(host, ledger="memory://") as overlay:
        receipt = overlay.remember("I live in York.", scope=ME)
        assert (receipt.host_ids, receipt.pending_host_writes) == ((), 1)
        without = overlay.recall("Where do I live?", scope=ME)
        assert ([r.value for r in without.rows], without.degraded) == (["York"], "HostError")
        with up(port) as server:
            assert overlay.flush(scope=ME) == 1
            assert server.engine.count("atma_memories").count == 1
            found = overlay.recall("Where do I live?", scope=ME)
            assert ([r.value for r in found.rows], found.degraded) == (["York"], None)
            assert found.rows[0].host_ids
            told = overlay.remember("I have a dog.", scope=ME)
            assert (len(told.host_ids), told.pending_host_writes) == (1, 0)


def test_every_call_says_that_it_could_not_be_opened_until_it_is(port: int) -> None:
    host = QdrantHost(url=f"http://127.0.0.1:{port}")
    for call in (
        lambda: host.search("bees", scope=ME, limit=1),
        lambda: host.get(["00000000-0000-0000-0000-000000000001"], scope=ME),
        lambda: host.delete(["00000000-0000-0000-0000-000000000001"], scope=ME),
        lambda: host.page(scope=ME),
        lambda: host.detach(scope=ME),
    ):
        with pytest.raises(HostError, match="failed to open: no usable answer") as caught:
            call()
        assert caught.value.transient
    with up(port):
        assert host.page(scope=ME).memories == ()
    host.close()


def test_a_collection_that_was_to_be_there_and_is_not_is_no_fault_of_the_call(port: int) -> None:
    host = QdrantHost(url=f"http://127.0.0.1:{port}", existing=True)
    with up(port), pytest.raises(HostError, match="there is no 'atma_memories'") as caught:
        host.search("bees", scope=ME, limit=1)
    assert not caught.value.transient
    host.close()


def test_the_commands_go_on_without_it(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    away = ("--host", f"qdrant:{NOWHERE}")
    assert "1 waiting for the host" in shell("remember", "I live in York.", *away).out
    assert "York" in shell("timeline", *away).out
    (record,) = shell("timeline", "--json", *away).json()["records"]
    assert "1 record used no more" in shell("forget", record["id"], *away).out
    examined = shell("doctor", *away)
    assert examined.code == 1
    (row,) = [line for line in examined.out.splitlines() if "failed to open" in line]
    assert row.split()[:2] == ["host", "✗"]
