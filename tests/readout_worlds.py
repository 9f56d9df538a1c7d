"""Small worlds whose judge reads queries: what it is shown, and answers made from that."""

from __future__ import annotations

import json
from collections.abc import Callable

from atma_overlay.ports.model import ModelRequest
from atma_overlay.readout import Read, SaidNeed, SaidPremise, SaidRow
from atma_overlay.testing.scripted_model import Said
from tests.judge_worlds import GARLIC, JAIN, ME, Line, World, day, diligent

DINNER = "Suggest something for me to cook."
"""A request that names neither the old state nor the new one."""
SPICY = "Since my favourite spice is raw garlic, which dishes suit me?"
Answers = Callable[[ModelRequest], Said]


def rows(request: ModelRequest) -> list[Line]:
    """The rows of a readout's question, the query's line left out."""
    shown = [json.loads(text) for text in request.messages[-1].text.splitlines() if text.startswith("{")]
    return [line for line in shown if line["id"] != "q"]


def asked(request: ModelRequest) -> str:
    """The query of a readout's question."""
    shown = [json.loads(text) for text in request.messages[-1].text.splitlines() if text.startswith("{")]
    return next(str(line["text"]) for line in shown if line["id"] == "q")


def row(request: ModelRequest, value: str) -> Line:
    """The row of a value."""
    return next(line for line in rows(request) if line.get("value") == value)


def attentive(request: ModelRequest) -> Said:
    """A reader who knows that dinner depends on the diet, and that garlic is what Jain rules exclude."""
    diet = [r for r in rows(request) if r.get("value") == "Jain dietary rules"]
    garlic = [r for r in rows(request) if r.get("value") == "raw garlic" and r["state"] == "historical"]
    taken = "favourite spice is raw garlic"
    premises = [said_premise(taken, "OUTDATED", r["id"]) for r in garlic if taken in asked(request)]
    return Read(
        intent="dinner", action="suggest", view="current", presupposed=tuple(premises),
        basis=(SaidNeed(state="diet", rows=tuple(r["id"] for r in diet)),),
        selected=tuple(SaidRow.model_validate({"row": r["id"], "role": r["state"]}) for r in diet), confidence=0.9,
    )  # fmt: skip


def said_premise(text: str, verdict: str, *ids: str) -> SaidPremise:
    """A premise as a model gives it."""
    return SaidPremise.model_validate({"text": text, "state": text, "rows": ids, "verdict": verdict})


def reading(answers: Answers = attentive) -> Answers:
    """A judge that writes diligently and reads as given."""
    return lambda request: answers(request) if request.schema is Read else diligent(request)


def world(answers: Answers = attentive, *, reads: str = "on", **rest: object) -> World:
    """Garlic, then Jain rules, and a judge who reads."""
    made = World(reading(answers), reads=reads, **rest)  # type: ignore[arg-type]  # a World's own keywords
    made.overlay.remember("I collect stamps. My dentist is Dr Vale.", scope=ME, observed_at=day(1))
    return made.told_garlic_then_jain()


def reads_of(made: World) -> list[ModelRequest]:
    """The questions that recalls put."""
    return [r for r in made.model.requests if r.schema is Read]


__all__ = ["DINNER", "GARLIC", "JAIN", "ME", "SPICY", "attentive", "reads_of", "row", "rows", "said_premise", "world"]
