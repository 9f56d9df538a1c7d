"""What eight processes do to one memory at once."""

from __future__ import annotations

import time
from datetime import timedelta

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from tests.dated_worlds import FIRST, ME

CITIES = ("Porto", "Leeds", "York", "Bonn", "Hull", "Ghent", "Turin", "Lyon", "Oslo", "Graz", "Basel")
KINDS = ("I moved to {city}.", "My rent went up to {number} euros.", "I work at {city} Analytics now.")


def sentence(number: int) -> tuple[str, int]:
    """What is said in the place `number`, and after how many minutes: one of three slots, each with a new value."""
    said = KINDS[number % len(KINDS)].format(city=CITIES[number // len(KINDS) % len(CITIES)], number=800 + number)
    return said, number


def remember(overlay: Overlay, number: int) -> float:
    """Say it, and how long that took in seconds."""
    text, minutes = sentence(number)
    start = time.monotonic()
    overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(minutes=minutes), key=f"said-{number}")
    return time.monotonic() - start


def write(arguments: tuple[str, int, int, int]) -> list[float]:
    """One process's share: every `step`-th sentence from `first` on, and how long each took.

    What a process does for the first time, as compiling statements, is no wait: it is done before, for another user.
    """
    url, first, step, count = arguments
    with Overlay(MemoryHost(), ledger=open_ledger(url), on_error="raise") as overlay:
        overlay.remember(sentence(first)[0], scope=Scope(tenant=ME.tenant, user=f"other-{first}"), observed_at=FIRST)
        waits = [remember(overlay, number) for number in range(first, count, step)]
        overlay.ledger.close()
    return waits
