"""A store half of whose retirements are wrong, as getzep/graphiti#1728 tells, and what is true in it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphiti_core import Graphiti
from graphiti_core.nodes import EpisodeType

from tests.graphiti_model import Script, Triple

HALF_WRONG: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "graphiti" / "half_wrong.json").read_text())


def at(row: dict[str, Any]) -> datetime:
    """When a row was said."""
    return datetime.fromisoformat(row["on"]).replace(tzinfo=UTC)


def half_wrong() -> Script:
    """A model that retires unrelated facts along with the right ones."""
    facts = {row["text"]: [Triple(*fact) for fact in row["facts"]] for row in HALF_WRONG["said"]}
    retires = {row["facts"][0][3]: set(row.get("retires", [])) for row in HALF_WRONG["said"]}
    return Script(facts=lambda text: facts[text], contradicts=lambda new, old: old in retires[new])


async def filled_by_its_owner(graphiti: Graphiti, *, group: str) -> None:
    """The store as an application fills it that knows of no overlay."""
    for number, row in enumerate(HALF_WRONG["said"]):
        content = f"user: {row['text']}"
        await graphiti.add_episode(f"{number}", content, "chat", at(row), EpisodeType.message, group_id=group)
