"""The timeline on the terminal: slots, their records in valid time, and the arrows between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from atma_overlay.cli.columns import Hanging
from atma_overlay.cli.labels import record_mark
from atma_overlay.cli.terminal import interval, moment, neutral, styled
from atma_overlay.records import DecisionState
from atma_overlay.views import StateRecord, Timeline, TransitionRecord

_DECISION_COLOURS = {DecisionState.APPLIED: "cyan", DecisionState.PROPOSED: "yellow"}


def print_timeline(console: Console, timeline: Timeline, *, narrowed: bool = False) -> None:
    """Every slot with its records, each record followed by the transitions that lead out of it.

    Args:
        console: where it is printed.
        timeline: what is printed.
        narrowed: whether only a part was asked for: that nothing is in it does not say that there is nothing.
    """
    if not timeline.records:
        console.print(f"nothing is remembered here{', by the options that were given' if narrowed else ''}")
    leaving: dict[str, list[TransitionRecord]] = {}
    by_id = {transition.id: transition for transition in timeline.transitions}
    for transition in timeline.transitions:
        leaving.setdefault(transition.from_id, []).append(transition)
    for slot, records in groupby(sorted(timeline.records, key=_place), key=lambda record: record.slot):
        console.print(styled(slot, "bold underline"))
        for record in records:
            _print_record(console, record)
            _print_arrows(console, leaving.get(record.id, ()), by_id)
        console.print()
    for contingency in timeline.contingencies:
        console.print(styled(f"rule: {contingency}"))


def _place(record: StateRecord) -> tuple[str, float, float]:
    return (record.slot, record.valid_from.timestamp(), record.observed_at.timestamp())


def _print_record(console: Console, record: StateRecord) -> None:
    words, colour = record_mark(record)
    value = record.value if record.affirmed else f"not {record.value}"
    line = Text(f"{words:<13}", style=colour).append(f" {neutral(value)}", style="bold")
    line.append(f"  {interval(record.valid_from, record.valid_to)}").append(f"  {neutral(record.id)}", style="dim")
    if record.strength or record.archived:
        line.append(f"  {_kept(record)}", style="dim")
    console.print(Hanging(line, first=2, rest=16))
    console.print(Padding(styled(f"“{record.evidence}”", "dim italic"), (0, 0, 0, 18)))


def _kept(record: StateRecord) -> str:
    """How deep a lifecycle keeps a record, or that retention archived it."""
    if not record.strength:
        return "archived"
    place = f"archived from {record.stage}" if record.archived else str(record.stage)
    return f"{place}, confidence {record.confidence:.2f}, strength {record.strength:.2f}"


def _print_arrows(
    console: Console, transitions: Iterable[TransitionRecord], by_id: Mapping[str, TransitionRecord]
) -> None:
    for transition in transitions:
        console.print(arrow(transition))
        if (cause := by_id.get(transition.follows or "")) is not None:
            console.print(because(cause))


def because(cause: TransitionRecord) -> Hanging:
    """The transition that another follows from by a stated rule, in one line."""
    became = cause.to_value if cause.to_value is not None else "nothing known"
    slot = f"{cause.subject} / {cause.attribute.replace('_', ' ')}"
    told = f"because {slot} changed: {cause.from_value} → {became}"
    return Hanging(Text(neutral(told), style="dim").append(f"  {neutral(cause.id)}"), first=7, rest=9)


def arrow(transition: TransitionRecord, *, quoted: bool = False) -> Hanging:
    """A transition: what became what, when, and who decided so why; `quoted` adds both utterances."""
    colour = _DECISION_COLOURS.get(transition.state, "dim")
    line = Text().append(f"╰─ {transition.kind}", style=colour)
    line.append(f": {neutral(transition.from_value)}")
    if transition.to_value is not None:
        line.append(" → ").append(neutral(transition.to_value), style="bold")
    line.append(f"  {moment(transition.valid_at)}, {transition.state}", style=colour)
    line.append(f"  by {neutral(transition.decider)}: {neutral(transition.reason)}", style="dim")
    line.append(f"  {neutral(transition.id)}", style="dim")
    if quoted:
        for evidence in filter(None, (transition.from_evidence, transition.to_evidence)):
            line.append(f"\n  “{neutral(evidence)}”", style="italic")
    return Hanging(line, first=4, rest=7)
