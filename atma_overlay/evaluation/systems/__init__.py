"""What is compared in one run: hosts alone, memories that forget or keep everything, ablations, the overlay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from atma_overlay.evaluation.episodes import Probe
from atma_overlay.evaluation.notes import (
    BOUNDED,
    BUDGET,
    BUDGET_PER_SESSION,
    EXTERNAL,
    MemoryKind,
    NotesMemory,
    budget_for,
)
from atma_overlay.evaluation.systems import ablations, baselines
from atma_overlay.evaluation.systems.moment import Memory, Moment
from atma_overlay.evaluation.systems.readings import APPEND_ONLY, AS_KEPT, LAST_WRITE_WINS
from atma_overlay.views import Packet

__all__ = ["COMPARED", "SYSTEMS", "Memory", "Moment", "System"]


@dataclass(frozen=True, slots=True)
class System:
    """One system under comparison.

    Attributes:
        help: one line of help.
        ask: the packet it answers a probe with.
        reading: which reading of the ledger is its bank; None where it keeps none.
        opens: makes the memory of a system that keeps one of its own, given how many sessions there will be.
        answers: whether it answers by itself, with a model, and has no packet to show.
    """

    help: str
    ask: Callable[[Moment, Probe], Packet]
    reading: str | None = None
    opens: Callable[[int], Memory] | None = None
    answers: bool = False

    @property
    def memory(self) -> MemoryKind | None:
        """Whether what it keeps of a conversation is bounded; None where it keeps nothing of its own (Supersede)."""
        if self.opens is not None:
            return BOUNDED
        return EXTERNAL if self.reading is not None else None


def _notes_in_proportion(sessions: int) -> Memory:
    return NotesMemory(budget_for(sessions, per_session=BUDGET_PER_SESSION))


SYSTEMS: Mapping[str, System] = {
    "host": System("the host's own first k rows", baselines.host),
    "host-sorted": System("the same rows, the latest first", baselines.host_sorted),
    "last-write-wins": System(
        "one value a slot, the last one written; what it overwrote is deleted", ablations.full, LAST_WRITE_WINS
    ),
    "append-only": System("every record stays current", ablations.full, APPEND_ONLY),
    "labels-only": System("the host's own rows with labels, nothing dropped or added", ablations.labels_only, AS_KEPT),
    "no-labels": System("the overlay's rows without labels and premises", ablations.no_labels, AS_KEPT),
    "no-packet": System("the overlay's records one by one, pairs taken apart", ablations.no_packet, AS_KEPT),
    "volume-matched": System("the host, given as many rows or tokens as the packet", baselines.volume_matched),
    "full": System("the overlay", ablations.full, AS_KEPT),
    "bm25": System("every turn ranked by Okapi BM25", baselines.bm25),
    "dense": System("every turn ranked by the given embedder", baselines.dense),
    "notes": System(
        "bounded notes of 300 characters, written without a model", ablations.full, opens=lambda _: NotesMemory(BUDGET)
    ),
    "notes-150": System("the same with 150 characters a session", ablations.full, opens=_notes_in_proportion),
    "gold-facts": System("only the needed facts: the ceiling", baselines.gold_facts),
    "full-context": System("every session in the context of the reader's model", baselines.nothing, answers=True),
    "bounded-notes": System("notes of 300 characters that the reader's model keeps", baselines.nothing, answers=True),
    "md-flat": System("one file that the reader's model keeps by tools, five rounds", baselines.nothing, answers=True),
    "cupmem": System("CUPMem's schema and adjudication by the reader's model", baselines.nothing, answers=True),
    "prompt-only": System("the host's rows with a sentence of advice to the model", baselines.nothing, answers=True),
}
COMPARED = tuple(SYSTEMS)[: tuple(SYSTEMS).index("full") + 1]
"""The nine that are compared by default."""
