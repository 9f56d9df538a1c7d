"""What the tests of Graphiti as a host share: homes that a scripted model knows of, and looks into the database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from graphiti_core import Graphiti

from atma_graphiti import GraphitiHost
from atma_overlay import Scope
from atma_overlay.ports.host import HostItem
from tests.graphiti_model import TABLES, Script, ScriptedModel, Triple

ME = Scope(tenant="acme", user="me")
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)

LISBON = Triple("user", "LIVES_IN", "Lisbon", "The user lives in Lisbon.")
BERLIN = Triple("user", "LIVES_IN", "Berlin", "The user has moved to Berlin.")
FACTS = {
    "I live in Lisbon.": [LISBON],
    "I moved, I live in Berlin now.": [BERLIN],
    "I moved back, I live in Lisbon again.": [LISBON],
}


def moves() -> Script:
    """A model that knows of two homes, and that one is left for the other."""
    homes = {LISBON.fact, BERLIN.fact}
    return Script(
        facts=lambda said: FACTS.get(said, []),
        contradicts=lambda new, old: new != old and {new, old} == homes,
        restates=lambda new, old: new == old,
    )


def said(*texts: str, start: datetime = NOON) -> list[HostItem]:
    return [
        HostItem(key=f"k{n}", text=t, role="user", observed_at=start + timedelta(days=n)) for n, t in enumerate(texts)
    ]


def scripted(graphiti: Graphiti, script: Script) -> Script:
    cast(ScriptedModel, graphiti.llm_client).script = script
    return script


def texts(host: GraphitiHost, ids: Sequence[str], *, scope: Scope = ME) -> list[str]:
    return [memory.text for memory in host.get(ids, scope=scope)]


def everything(host: GraphitiHost, *, scope: Scope = ME) -> list[str]:
    return sorted(memory.text for memory in host.page(scope=scope).memories)


def row(graphiti: Graphiti, kind: type[Any], identifier: str) -> Any:
    """One edge or node as it is stored."""
    [found] = asyncio.run(kind.get_by_uuids(graphiti.driver, [identifier]))
    return found


def dump(graphiti: Graphiti) -> str:
    """Every row of the database as text."""
    rows = [asyncio.run(graphiti.driver.execute_query(f"MATCH (n:{t}) RETURN n"))[0] for t in TABLES]
    return str(rows)
