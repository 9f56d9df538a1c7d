"""Packets, receipts and records as tables on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from atma_overlay.cli.chart import arrow, because
from atma_overlay.cli.columns import Columns
from atma_overlay.cli.judged import print_judging, print_readout
from atma_overlay.cli.labels import label_mark, record_mark, verdict_mark
from atma_overlay.cli.terminal import counted, interval, moment, neutral, styled
from atma_overlay.records import Kind
from atma_overlay.views import Explanation, Packet, Premise, Row, StateRecord, Suppressed, WriteReceipt


def table(*headings: str) -> Table:
    """An empty table in the house style."""
    return Columns(*headings)


def print_packet(console: Console, packet: Packet) -> None:
    """How to answer, rows with their labels, then the premises, then what was left out."""
    console.print(styled(f"view: {packet.view}{_clocks(packet)}", "bold"))
    if packet.degraded:
        console.print(styled(f"could not be checked in full, rows may be out of date: {packet.degraded}", "red"))
    if packet.instructions:
        console.print("standing instructions:")
        console.print(_row_table(packet.instructions))
    if packet.rows:
        console.print(_row_table(packet.rows))
    else:
        console.print("no rows")
    for premise in packet.premises:
        console.print(premise_line(premise))
    if packet.suppressed.total:
        console.print(styled(f"left out: {_left_out(packet.suppressed)}", "dim"))
    print_readout(console, packet.readout)


def _row_table(rows: tuple[Row, ...]) -> Table:
    made = table("label", "slot", "value", "time", "evidence")
    for row in rows:
        made.add_row(*_cells(row))
    return made


def _clocks(packet: Packet) -> str:
    clocks = {"as of": packet.as_of, "known at": packet.known_at}
    return "".join(f", {name} {moment(at)}" for name, at in clocks.items() if at is not None)


def _cells(row: Row) -> tuple[Text, ...]:
    slot = f"{row.subject} / {row.attribute.replace('_', ' ')}" if row.subject else ""
    time = interval(row.valid_from, row.valid_to) if row.valid_from else moment(row.observed_at)
    evidence = styled(row.text)
    if row.note:
        evidence.append(f" ({neutral(row.note)})", style="dim")
    return Text(*label_mark(row.label)), styled(slot), styled(row.value, "bold"), styled(time), evidence


def premise_line(premise: Premise) -> Text:
    """A premise with its verdict and what holds instead."""
    words, colour = verdict_mark(premise.verdict)
    line = Text("premise ").append(words, style=colour).append(f": {neutral(premise.text)}")
    if premise.current:
        line.append(f"; now {neutral(', '.join(premise.current))}", style="bold")
    return line.append(f" ({neutral(premise.reason)})", style="dim") if premise.reason else line


def _left_out(suppressed: Suppressed) -> str:
    counts: dict[str, int] = suppressed.model_dump()
    told = {"budget": "for length", "limit": "beyond the limit", "instructions": "more instructions"}
    return ", ".join(f"{count} {told.get(reason, reason)}" for reason, count in counts.items() if count)


def print_receipt(console: Console, receipt: WriteReceipt) -> None:
    """What a write made of what it was given."""
    if receipt.records:
        console.print(record_table(receipt.records))
    by_id = {transition.id: transition for transition in receipt.transitions}
    for transition in receipt.transitions:
        console.print(arrow(transition))
        if (cause := by_id.get(transition.follows or "")) is not None:
            console.print(because(cause))
    for contingency in receipt.contingencies:
        console.print(styled(f"rule: {contingency}"))
    print_judging(console, receipt.judging)
    counts = {
        "stored": len(receipt.observation_ids),
        "already stored": receipt.duplicates,
        "waiting for the host": receipt.pending_host_writes,
    }
    console.print(styled(", ".join(f"{count} {name}" for name, count in counts.items() if count) or "no change", "dim"))


def print_forgotten(console: Console, receipt: WriteReceipt) -> None:
    """What is used no more, and how to have it back."""
    for transition in receipt.transitions:
        console.print(arrow(transition))
    retracted = [t for t in receipt.transitions if t.kind is Kind.RETRACTED]
    for rule in receipt.forgotten_rules:
        console.print(styled(f"waits no longer: {rule}"))
    if receipt.forgotten_rules and not retracted:
        console.print(styled("say the rule again to have it back", "dim"))
        return
    if not retracted:
        console.print(styled("no change: what it means was used no more already", "dim"))
        return
    done = f"{counted(len(retracted), 'record')} used no more, kept as history"
    if len(retracted) == 1:
        console.print(styled(f"{done}; `atma undo {retracted[0].id}` takes it back", "dim"))
        return
    console.print(styled(done, "dim"))
    for transition in retracted:
        console.print(styled(f"`atma undo {transition.id}` takes back {transition.from_value}", "dim"))


def record_table(records: tuple[StateRecord, ...]) -> Table:
    """Records with their ids."""
    made = table("status", "slot", "value", "time", "record")
    for record in records:
        time = interval(record.valid_from, record.valid_to)
        cells = (
            styled(record.slot),
            styled(value_of(record), "bold"),
            styled(time),
            styled(record.id, "dim"),
        )
        made.add_row(Text(*record_mark(record)), *cells)
    return made


def value_of(record: StateRecord) -> str:
    """The value, denied where the record denies it."""
    return record.value if record.affirmed else f"not {record.value}"


def print_explanation(console: Console, explanation: Explanation) -> None:
    """A record, what was said of it, and the transitions in and out of it."""
    record = explanation.record
    words, colour = label_mark(explanation.label)
    head = (
        Text(words, style=colour).append(f"  {neutral(record.slot)}: ").append(neutral(value_of(record)), style="bold")
    )
    console.print(head)
    console.print(
        styled(f"{interval(record.valid_from, record.valid_to)}, {record.status}, said by {_speaker(record)}")
    )
    for observation, sentence in explanation.evidence:
        console.print(styled(f"  “{sentence}”").append(f"  {neutral(observation)}", style="dim"))
    for transition in explanation.transitions:
        console.print(arrow(transition, quoted=True))
    for cause in explanation.causes:
        console.print(because(cause))
    for consequence in explanation.consequences:
        console.print(Text("  what follows from it by a stated rule:", style="dim"))
        console.print(arrow(consequence))
    for note in explanation.rejected:
        read = f"{neutral(note.subject)} / {neutral(note.attribute.replace('_', ' '))}: {neutral(note.value)}"
        told = f"  read by the rules and rejected by {neutral(note.decider)}: {read} ({neutral(note.reason)})"
        console.print(styled(told, "dim"))


def _speaker(record: StateRecord) -> str:
    confidence = f"{record.basis}, confidence {record.confidence:.2f}, {record.extractor}"
    return f"{record.speaker or record.origin} on {moment(record.observed_at)} ({confidence})"
