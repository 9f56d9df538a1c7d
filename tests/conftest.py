"""What has to be said before any test imports an SDK, and the Graphiti database that the tests of a process share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from graphiti_core import Graphiti

os.environ["MEM0_TELEMETRY"] = "False"


@pytest.fixture(scope="session")
def graphiti_database() -> Graphiti:
    """On an embedded Kuzu; a new one takes half a second."""
    from atma_graphiti import embedded
    from tests.graphiti_model import Script, ScriptedModel

    return embedded(llm_client=ScriptedModel(Script()))


@pytest.fixture
def graphiti(graphiti_database: Graphiti) -> Graphiti:
    """The database without a row, and a model that takes every utterance for a fact of the same words."""
    from tests.graphiti_homes import scripted
    from tests.graphiti_model import Script, emptied

    scripted(graphiti_database, Script())
    return emptied(graphiti_database)
