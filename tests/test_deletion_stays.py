"""What the user asked to forget stays forgotten, from whatever side it comes back, until the user says it again.

Run end to end through the overlay, over the host in this process and over a vector store on disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Label, Overlay, View
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem
from atma_overlay.views import Turn
from atma_qdrant import QdrantHost
from tests.dated_worlds import FIRST, ME

TOLD = "I'm allergic to shellfish."
ASKED = "Please forget my shellfish allergy."
QUERY = "What am I allergic to?"


class Days:
    """An overlay with a host, one message a day."""

    def __init__(self, host: Any) -> None:
        self.host, self.day = host, 0
        self.overlay = Overlay(host, ledger="memory://", clock=self.now)

    def now(self) -> datetime:
        return FIRST + timedelta(days=self.day)

    def say(self, *turns: str | Turn) -> None:
        self.day += 1
        said = [Turn(role="user", text=t) if isinstance(t, str) else t for t in turns]
        self.overlay.remember(said, scope=ME, observed_at=self.now())

    def believed(self) -> list[str]:
        """The values labelled current that speak of it, in the current view and in the neutral one."""
        rows = [r for v in (View.CURRENT, View.NEUTRAL) for r in self.overlay.recall(QUERY, scope=ME, view=v).rows]
        return [r.value for r in rows if r.label is Label.CURRENT and "shellfish" in f"{r.value} {r.text}".lower()]

    def shown(self) -> str:
        return "\n".join(self.overlay.recall(QUERY, scope=ME, view=v).render() for v in (View.CURRENT, View.NEUTRAL))


@pytest.fixture(params=["memory", "qdrant"])
def days(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Days]:
    host = MemoryHost() if request.param == "memory" else QdrantHost(path=tmp_path / "store")
    world = Days(host)
    world.say(TOLD)
    assert world.believed()
    world.say(ASKED)
    assert world.believed() == []
    yield world
    world.overlay.close()


def told_text(world: Days) -> str:
    """What a packet says of the matter, without the request to forget it."""
    return world.shown().replace(ASKED, "")


def test_it_is_not_learned_again_from_the_assistants_echo(days: Days) -> None:
    days.say(Turn(role="assistant", text="Noted: you're allergic to shellfish, so I'll leave out the prawns."))
    assert days.believed() == []
    assert "allergic to shellfish" not in told_text(days).replace("you're allergic", "")


@pytest.mark.parametrize(("role", "day"), [("user", 1), ("assistant", 1), ("assistant", 5)])
def test_it_is_not_learned_again_from_the_hosts_own_copy(days: Days, role: str, day: int) -> None:
    copy = HostItem(key="copy", text=TOLD, role=role, observed_at=FIRST + timedelta(days=day))
    days.host.add([copy], scope=ME)
    days.day = 6
    days.overlay.backfill(scope=ME)
    assert days.believed() == []
    days.overlay.reconcile(scope=ME)
    assert days.believed() == []


def test_it_is_not_learned_again_when_the_same_message_is_handed_over_again(days: Days) -> None:
    days.overlay.remember(TOLD, scope=ME, observed_at=FIRST + timedelta(days=1))
    assert days.believed() == []
    days.overlay.remember([Turn(role="user", text=TOLD)], scope=ME, observed_at=FIRST + timedelta(days=1))
    assert days.believed() == []


def test_said_again_later_by_the_user_it_is_true_again(days: Days) -> None:
    days.say("By the way, I'm allergic to shellfish.")
    assert days.believed()


def test_a_change_after_the_request_leaves_other_matters_alone(days: Days) -> None:
    days.say("I live in Leeds.", "I'm allergic to peanuts.")
    packet = days.overlay.recall("Where do I live?", scope=ME)
    assert [r.value for r in packet.rows if r.label is Label.CURRENT and r.attribute == "home_city"] == ["Leeds"]
    assert days.believed() == []
