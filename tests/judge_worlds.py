"""Small worlds with a judge: what it is shown, and answers made from that."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Adjudicated, Budget, Extracted, Judge, Judged, SaidStatement, SaidVerdict
from atma_overlay.judge.settings import Reads
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.ledger import Ledger
from atma_overlay.ports.model import ModelRequest
from atma_overlay.testing.ledger_samples import ManualClock
from atma_overlay.testing.scripted_model import Said, ScriptedModel

ME = Scope(tenant="acme", user="u-1")
GARLIC = "My favourite spice is raw garlic."
JAIN = "Since I began observing Jain dietary rules I need new recipes."
Line = Mapping[str, str]


def day(month: int, number: int = 1) -> datetime:
    """A day of 2025."""
    return datetime(2025, month, number, 12, tzinfo=UTC)


def lines(request: ModelRequest, kind: str) -> list[Line]:
    """The data lines of a question: `t` turns, `n` notes, `r` records."""
    shown = [json.loads(text) for text in request.messages[-1].text.splitlines() if text.startswith("{")]
    return [line for line in shown if line["id"].startswith(kind)]


def told(
    value: str, *, evidence: str, label: str = "s1", turn: str = "t1", slot: str = "diet", confidence: float = 0.9,
    subject: str = "user", basis: str = "said", since: str | None = None, holds: str = "one",
) -> SaidStatement:  # fmt: skip
    """A statement as a model gives it."""
    return SaidStatement.model_validate(
        {
            "id": label, "turn": turn, "subject": subject, "slot": slot, "value": value, "holds": holds,
            "evidence": evidence, "basis": basis, "since": since, "confidence": confidence,
        }
    )  # fmt: skip


def verdict(
    record: str, because: str = "s1", ruling: str = "STALE", confidence: float = 0.9, reason: str = "it cannot hold"
) -> SaidVerdict:
    """A verdict as a model gives it."""
    return SaidVerdict.model_validate(
        {"record": record, "because": because, "verdict": ruling, "reason": reason, "confidence": confidence}
    )


def diligent(request: ModelRequest, *, ruling: str = "STALE", confidence: float = 0.9) -> Said:
    """A judge who knows one thing: who observes Jain rules uses no garlic."""
    jain = [t for t in lines(request, "t") if "Jain" in t["text"]]
    statements = [
        told("Jain dietary rules", evidence="observing Jain dietary rules", label=f"s{n}", turn=t["id"])
        for n, t in enumerate(jain, start=1)
    ]
    garlic = [r for r in (*lines(request, "r"), *lines(request, "n")) if "garlic" in r["value"]]
    elder = [r for r in lines(request, "r") if "Jain" in r["value"]]
    because = "s1" if statements else elder[0]["id"] if elder else None
    verdicts = [verdict(r["id"], because, ruling, confidence) for r in garlic] if because else []
    if request.schema is Extracted:
        return Extracted(statements=tuple(statements))
    if request.schema is Adjudicated:
        return Adjudicated(verdicts=tuple(verdicts))
    return Judged(statements=tuple(statements), verdicts=tuple(verdicts))


class World:
    """An overlay with a judge, on a clock of its own."""

    def __init__(
        self,
        script: Callable[[ModelRequest], Said] | Sequence[Said] = diligent,
        *,
        budget: Budget | None = None,
        ledger: Ledger | None = None,
        mode: str = "active",
        reads: Reads = "off",
    ) -> None:
        self.clock = ManualClock(day(12))
        self.model = ScriptedModel(script, name="scripted:judge")
        self.host = MemoryHost()
        self.ledger = ledger or open_ledger("memory://", clock=self.clock)
        self.overlay = Overlay(
            self.host, ledger=self.ledger, clock=self.clock, on_error="raise",
            judge=Judge(self.model, budget=budget, reads=reads), mode="shadow" if mode == "shadow" else "active",
        )  # fmt: skip

    def standing(self) -> dict[str, str]:
        """Status by value."""
        return {r.value: r.status.value for r in self.overlay.timeline(scope=ME).records}

    def told_garlic_then_jain(self) -> World:
        """The world after both are told, in this order."""
        self.overlay.remember(GARLIC, scope=ME, observed_at=day(1))
        self.overlay.remember(JAIN, scope=ME, observed_at=day(3))
        return self
