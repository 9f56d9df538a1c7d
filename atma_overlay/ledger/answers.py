"""What reads of a partition found as it stands: while nothing is written to it, they would find the same again.

Every write moves the mark of its partition, whatever it writes, and a read looks at the mark in its own snapshot. So an
answer that is given from here is the one that the snapshot would give.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from atma_overlay.records import Held, HostLink, Slot
from atma_overlay.state.kept import MAX_KEPT_CHARACTERS

__all__ = ["Answers", "Mark"]

K = TypeVar("K", str, Slot, tuple[str, str])

Mark = tuple[int, int]
"""Where a partition stands: its revision, and the instant of its last write, since a backup may bring a revision back.

Both are 0 before the first write.
"""


@dataclass(slots=True, eq=False)
class Answers:
    """What reads at one mark found.

    Attributes:
        mark: where the partition stood.
        slots: every statement of a slot, in fold order.
        latest: by field and index term, how many were asked for, and the latest statements.
        carried: by host memory, the statements that it carries; none for a memory that carries none.
        links: those of an observation.
    """

    mark: Mark
    slots: dict[Slot, tuple[Held, ...]] = field(default_factory=dict)
    latest: dict[tuple[str, str], tuple[int, tuple[Held, ...]]] = field(default_factory=dict)
    carried: dict[str, tuple[Held, ...]] = field(default_factory=dict)
    links: dict[str, tuple[HostLink, ...]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.slots) + len(self.latest) + len(self.carried) + len(self.links)

    def with_earlier(self, earlier: Answers | None, rows: Mapping[str, Held]) -> Answers:
        """These and the earlier ones, where the partition has not moved between them; else the later ones.

        Args:
            earlier: what is kept already; it is added to in place, since reads look into it and never through it.
            rows: what is kept of statements; what speaks of others is not kept either.
        """
        if earlier is not None and earlier.mark > self.mark:
            return earlier
        found = earlier if earlier is not None and earlier.mark == self.mark else Answers(self.mark)
        found.slots.update((slot, held) for slot, held in self.slots.items() if _all_kept(held, rows))
        found.latest.update(
            (key, told) for key, told in self.latest.items() if _short(key[1]) and _all_kept(told[1], rows)
        )
        found.carried.update((i, held) for i, held in self.carried.items() if _short(i) and _all_kept(held, rows))
        found.links.update((i, some) for i, some in self.links.items() if all(_short(x.host_id) for x in some))
        return found


def _all_kept(held: Collection[Held], rows: Mapping[str, Held]) -> bool:
    return all(h.statement.id in rows for h in held)


def _short(key: str) -> bool:
    return len(key) <= MAX_KEPT_CHARACTERS
