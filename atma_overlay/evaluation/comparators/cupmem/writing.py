"""CUPMem's write side (STALE, section F.2): local updates first, then what they invalidate elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from pydantic import BaseModel

from atma_overlay.evaluation.comparators.cupmem.forms import (
    Affected,
    Candidate,
    Extraction,
    LocalUpdate,
    Proposals,
    Rulings,
)
from atma_overlay.evaluation.comparators.cupmem.schema import schema, schema_lines
from atma_overlay.evaluation.comparators.cupmem.store import Item, Store
from atma_overlay.evaluation.comparators.transcript import Sitting, sittings_block
from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import load_prompt
from atma_overlay.models.structured import ask
from atma_overlay.ports.model import Model, ModelRequest

MAX_TOKENS = 1500
GLOBAL = 10
"""The bounded fallback: items outside the touched and affected regions that are most like the updates."""

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Writer:
    """One session after another into a store.

    Calls a session: one to extract; one for each candidate that meets items of its domain; where something was
    accepted and older items are in reach, one for the affected regions, one to propose and one to adjudicate.
    """

    model: Model
    store: Store

    def write(self, sitting: Sitting) -> None:
        """Take in one session.

        Raises:
            ModelError: the model failed; what was accepted before stays.
        """
        block = sittings_block([sitting])
        found = self._ask("cupmem-extract", Extraction, schema=schema_lines(), session=block.text)
        candidates = [c for c in found.candidates if (c.domain, c.slot) in schema() and c.value.strip()]
        accepted = [item for c in candidates if (item := self._local_update(c, at=sitting.at)) is not None]
        if accepted:
            self._invalidate(accepted)

    def _local_update(self, candidate: Candidate, *, at: datetime) -> Item | None:
        region = (candidate.domain, candidate.slot)
        near = [item for item in self.store.active() if item.region[0] == candidate.domain]
        decided = LocalUpdate(action="ADD")
        if near:
            same = [item for item in near if item.region == region]
            nonce = content_nonce(candidate.value, candidate.evidence, *_texts(near))
            shown = Item("new", region, candidate.value, at, candidate.evidence).line(nonce)
            others = [item for item in near if item.region != region]
            decided = self._ask(
                "cupmem-update",
                LocalUpdate,
                cardinality=schema()[region].value,
                candidate=shown,
                same=_lines(same, nonce),
                others=_lines(others, nonce),
            )
            if decided.target not in {item.id for item in same}:
                decided = LocalUpdate(action="NO_OP" if decided.action == "NO_OP" else "ADD")
        return self._applied(decided, candidate, at=at)

    def _applied(self, decided: LocalUpdate, candidate: Candidate, *, at: datetime) -> Item | None:
        if decided.action == "NO_OP":
            return None
        if decided.action == "REFINE" and decided.target is not None:
            return self.store.refine(decided.target, candidate.value, evidence=candidate.evidence)
        if decided.action == "REPLACE" and decided.target is not None:
            self.store.archive(decided.target)
        return self.store.add((candidate.domain, candidate.slot), candidate.value, at=at, evidence=candidate.evidence)

    def _invalidate(self, accepted: Sequence[Item]) -> None:
        """Only later evidence revises earlier: the accepted items themselves are no candidates."""
        if not self.store.active(besides={item.id for item in accepted}):
            return
        revision = self._revision_set(accepted)
        nonce = content_nonce(*_texts(accepted), *_texts(revision))
        updates, older = _lines(accepted, nonce), _lines(revision, nonce)
        proposed = self._ask("cupmem-propose", Proposals, updates=updates, older=older).proposals
        by_id = {item.id: item for item in revision}
        doubted = [by_id[p.item] for p in proposed if p.item in by_id]
        if not doubted:
            return
        rulings = self._ask("cupmem-adjudicate", Rulings, updates=updates, older=_lines(doubted, nonce)).rulings
        for ruling in rulings:
            item = by_id.get(ruling.item)
            if item is None or item not in doubted or ruling.decision == "KEEP":
                continue
            self.store.archive(item.id)
            taken = any(other.region == item.region for other in self.store.active())
            if ruling.decision == "UNKNOWN" and not taken:
                self.store.unknown.add(item.region)

    def _revision_set(self, accepted: Sequence[Item]) -> list[Item]:
        """Direct, affected and global candidates, in the order of writing."""
        nonce = content_nonce(*_texts(accepted))
        affected = self._ask("cupmem-affected", Affected, schema=schema_lines(), updates=_lines(accepted, nonce))
        regions = {(region.domain, region.slot) for region in affected.regions}
        touched = {item.region[0] for item in accepted}
        older = self.store.active(besides={item.id for item in accepted})
        chosen = {item.id for item in older if item.region[0] in touched or item.region in regions}
        rest = [item for item in older if item.id not in chosen]
        about = " ".join(f"{item.value} {item.evidence}" for item in accepted)
        chosen |= {item.id for item in self.store.nearest(about, rest, limit=GLOBAL)}
        return [item for item in older if item.id in chosen]

    def _ask(self, name: str, form: type[T], **fields: str) -> T:
        prompt = load_prompt(name)
        request = ModelRequest(prompt.messages(**fields), max_tokens=MAX_TOKENS, prompt=prompt.id)
        return ask(self.model, request, schema=form).value


def _texts(items: Sequence[Item]) -> list[str]:
    return [part for item in items for part in (item.value, item.evidence)]


def _lines(items: Sequence[Item], nonce: str) -> str:
    return "\n".join(item.line(nonce) for item in items) or "(none)"
