"""Why a probe failed, and which stage lost it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict

from atma_overlay.evaluation.matching import carries, is_retired, value_phrase
from atma_overlay.evaluation.retrieval import (
    Asked,
    blocks,
    holds_change,
    recalls_current,
    recalls_history,
    stale_as_current,
    stale_exposed,
)
from atma_overlay.evaluation.wording import phrase

StageName = Literal["bank", "retrieval", "answer"]


class Failure(BaseModel):
    """A probe that failed: what went wrong, and the first stage that lost it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    episode: str
    probe: str
    task: str
    stage: StageName
    reasons: tuple[str, ...]
    query: str


def failure(asked: Asked) -> Failure | None:
    """The failure of a probe; None where its packet serves it.

    The bank lost it where the ledger does not hold what the packet would have needed: a record of the gold
    value (in force, where the probe asks for now), or the change. A host alone has no bank: what it fails,
    retrieval lost.
    """
    losses = list(_losses(asked))
    if not losses:
        return None
    in_bank = asked.bank is not None and any(lost_in_bank for _, lost_in_bank in losses)
    return Failure(
        episode=asked.episode.id,
        probe=asked.probe.id,
        task=asked.probe.task,
        stage="bank" if in_bank else "retrieval",
        reasons=tuple(reason for reason, _ in losses),
        query=asked.probe.query,
    )


def answer_failure(asked: Asked) -> Failure:
    """The failure of a probe whose packet serves it and whose answer is wrong all the same."""
    return Failure(
        episode=asked.episode.id, probe=asked.probe.id, task=asked.probe.task, stage="answer",
        reasons=("wrong answer",), query=asked.probe.query,
    )  # fmt: skip


def _losses(asked: Asked) -> Iterator[tuple[str, bool]]:
    """Each reason, and whether the bank is to blame."""
    probe = asked.probe
    if probe.asks_now and not recalls_current(asked):
        yield "gold missing", not _holds_gold(asked, in_force=True)
    if probe.asks_past and not recalls_history(asked):
        yield "history missing", not _holds_gold(asked, in_force=False)
    if probe.stale and stale_exposed(asked):
        yield "stale as current" if stale_as_current(asked) else "stale exposed", not holds_change(asked)
    if probe.expect == "blocked" and not blocks(asked):
        yield "premise not blocked", not holds_change(asked)
    if probe.expect == "supported" and asked.packet.blocked:
        yield "premise blocked though it holds", not _holds_gold(asked, in_force=True)


def _holds_gold(asked: Asked, *, in_force: bool) -> bool:
    records = [r for r in asked.bank.records if not (in_force and is_retired(r))] if asked.bank else []
    return all(
        any(carries(value_phrase(record), phrase(form)) for record in records for form in forms)
        for forms in asked.probe.groups
    )
