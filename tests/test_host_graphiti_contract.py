"""Graphiti keeps the contract of a host, with facts word for word and with episodes that a model reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from atma_graphiti import Facts, GraphitiHost
from atma_overlay.ports.host import Host
from atma_overlay.testing.host_contract import HostContract

if TYPE_CHECKING:
    from graphiti_core import Graphiti


class TestGraphitiWithFacts(HostContract):
    @pytest.fixture
    def host(self, graphiti: Graphiti) -> Iterator[Host]:
        host = GraphitiHost(graphiti, writes=Facts())
        yield host
        host.close()


class TestGraphitiWithEpisodes(HostContract):
    @pytest.fixture
    def host(self, graphiti: Graphiti) -> Iterator[Host]:
        host = GraphitiHost(graphiti)
        yield host
        host.close()
