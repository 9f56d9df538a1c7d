"""What a memory made of a stream, as tallies that add up over streams.

The paper names its metrics and prints no formulas. The denominators are those that its printed fractions fit: load
counts entries against the capacity, deeper tiers entries, and residue anchors, so that an anchor kept twice counts
once there.
"""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.evaluation.stages.memories import Entry, Memory
from atma_overlay.evaluation.stages.stream import Call, Question, Stream
from atma_overlay.evaluation.tallies import Tally

TASKS = {
    "retention": "retention",
    "update": "update",
    "interference": "interference",
    "consolidation": "consolidation",
    "recall": "recall",
}
FAR = 0.5
"""Share of the words of a question from which on an entry answers it, if none is nearer."""


def measured(memory: Memory, stream: Stream) -> dict[str, Tally]:
    """Run a memory through a stream, and measure it at the end by the metrics of Tables 8, 9 and 11.

    Args:
        memory: an empty one; changed.
        stream: what happens and what is asked.
    """
    full = 0
    for step, happened in enumerate(stream.steps):
        if isinstance(happened, Call):
            memory.call(happened.anchor, step=step)
        else:
            memory.see(happened, step=step)
        full += len(memory.entries()) >= memory.capacity
    entries = memory.entries()
    return {
        **_answers(entries, stream),
        **_kept(entries, stream, capacity=memory.capacity),
        "budget_hit": Tally(full, len(stream.steps)),
        "eviction_regret": Tally.of(anchor in stream.critical for anchor in memory.evicted),
        "write_amplification": Tally(memory.writes, len(stream.critical)),
    }


def _answers(entries: Sequence[Entry], stream: Stream) -> dict[str, Tally]:
    tallies: dict[str, Tally] = {}
    for question in stream.questions:
        found = _ranked(entries, question.anchor)
        right = bool(found) and found[0].value == question.value
        name = TASKS[question.task]
        tallies[name] = tallies.get(name, Tally(0, 0)) + Tally(right, 1)
        place = next((n for n, e in enumerate(found, 1) if _is(e, question)), None)
        tallies["hit@1"] = tallies.get("hit@1", Tally(0, 0)) + Tally(place == 1, 1)
        tallies["mrr"] = tallies.get("mrr", Tally(0, 0)) + Tally(1 / place if place else 0.0, 1)
    kept = {(e.anchor, e.value) for e in entries}
    return {**tallies, "wrong_overwrite": Tally.of(doubt in kept for doubt in stream.doubts)}


def _is(entry: Entry, question: Question) -> bool:
    return entry.anchor == question.anchor and entry.value == question.value


def _ranked(entries: Sequence[Entry], anchor: str) -> list[Entry]:
    """Entries that share enough words with the question, the most alike first; the shared, symbolic retrieval."""
    asked = set(anchor.split())
    scored = [(len(asked & set(e.anchor.split())) / len(asked), e) for e in entries]
    near = [(score, e) for score, e in scored if score >= FAR]
    return [e for _, e in sorted(near, key=lambda pair: (-pair[0], pair[1].anchor, pair[1].deep))]


def _kept(entries: Sequence[Entry], stream: Stream, *, capacity: int) -> dict[str, Tally]:
    anchors = {e.anchor for e in entries}
    deep = {e.anchor for e in entries if e.deep}
    return {
        "important_retained": Tally(len(stream.late & anchors), len(stream.late)),
        "final_load": Tally(len(entries), capacity),
        "deeper_tier": Tally(sum(e.deep for e in entries), len(entries)),
        "noncritical": Tally(len(anchors - stream.critical), len(anchors)),
        "deeper_noncritical": Tally(len(deep - stream.critical), len(anchors)),
        "useful": Tally(len(anchors & stream.critical), len(anchors)),
    }
