"""CUPMem's typed temporal store (STALE, section F.1): items by slot, active or stale, and slots marked unknown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.evaluation.comparators.cupmem.schema import Region
from atma_overlay.ports.embedder import Embedder
from atma_overlay.render import quote


@dataclass(frozen=True, slots=True)
class Item:
    """One state proposition with its slot, its time and what it was taken from."""

    id: str
    region: Region
    value: str
    at: datetime
    evidence: str
    stale: bool = False

    def line(self, nonce: str) -> str:
        """The item for a prompt."""
        status = "STALE" if self.stale else "ACTIVE"
        domain, slot = self.region
        said = f"said {quote(self.evidence, nonce)}" if self.evidence else ""
        return f"{self.id} {status} {domain}/{slot} since {self.at.date()} = {quote(self.value, nonce)} {said}".rstrip()


@dataclass(slots=True)
class Store:
    """All items of one user; stale ones are kept."""

    embedder: Embedder = field(default_factory=LexicalEmbedder)
    items: dict[str, Item] = field(default_factory=dict)
    unknown: set[Region] = field(default_factory=set)
    """Slots whose old default is no longer safe, without a replacement (UNKNOWN_CURRENT)."""

    def add(self, region: Region, value: str, *, at: datetime, evidence: str) -> Item:
        """A new active item; its slot is known again."""
        item = Item(f"m{len(self.items) + 1}", region, value, at, evidence)
        self.items[item.id] = item
        self.unknown.discard(region)
        return item

    def refine(self, name: str, value: str, *, evidence: str) -> Item:
        """The same item, said more exactly."""
        self.items[name] = replace(self.items[name], value=value, evidence=evidence)
        self.unknown.discard(self.items[name].region)
        return self.items[name]

    def archive(self, name: str) -> None:
        """The item holds no longer."""
        self.items[name] = replace(self.items[name], stale=True)

    def active(self, *, besides: Collection[str] = ()) -> list[Item]:
        """What holds, in the order of writing."""
        return [item for item in self.items.values() if not item.stale and item.id not in besides]

    def nearest(self, text: str, items: Iterable[Item], *, limit: int) -> list[Item]:
        """The items most like a text, best first."""
        candidates: Sequence[Item] = list(items)
        if not candidates or limit < 1:
            return []
        texts = [text, *(f"{' '.join(item.region)} {item.value} {item.evidence}" for item in candidates)]
        wanted, *vectors = self.embedder.embed(texts)
        scores = [sum(a * b for a, b in zip(wanted, vector, strict=True)) for vector in vectors]
        ranked = sorted(zip(candidates, scores, strict=True), key=lambda pair: -pair[1])
        return [item for item, _ in ranked[:limit]]
