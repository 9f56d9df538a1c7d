"""The command that takes in whole conversations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.judged import print_judging
from atma_overlay.cli.judging import BaseUrlOption, JudgeOption, judge_named
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, styled, write_json
from atma_overlay.cli.values import instant, storable
from atma_overlay.errors import ConflictError, InvalidInputError

if TYPE_CHECKING:
    from atma_overlay import Overlay
    from atma_overlay.loaders import Conversation
    from atma_overlay.scope import Scope
    from atma_overlay.views import Judging, WriteReceipt


@dataclass(slots=True)
class Report:
    """What an ingestion did, over all conversations."""

    turns: int = 0
    duplicates: int = 0
    records: int = 0
    applied: int = 0
    proposed: int = 0
    contingencies: int = 0
    pending_host_writes: int = 0
    judging: Judging | None = None
    seconds: float = 0.0
    turns_per_second: float = 0.0
    users: list[str] = field(default_factory=list)

    def add(self, receipt: WriteReceipt, *, turns: int) -> None:
        """Count one session in."""
        states = [str(transition.state) for transition in receipt.transitions]
        self.turns += turns
        self.duplicates += receipt.duplicates
        self.records += len(receipt.records)
        self.applied += states.count("applied")
        self.proposed += states.count("proposed")
        self.contingencies += len(receipt.contingencies)
        self.pending_host_writes = receipt.pending_host_writes
        if receipt.judging is not None:
            waiting = receipt.judging.pending + (self.judging.pending if self.judging else 0)
            self.judging = receipt.judging.after(self.judging).model_copy(update={"pending": waiting})


@dataclass(frozen=True, slots=True)
class Plan:
    """A file that was read whole and found good, and whose memory each conversation becomes."""

    path: Path
    format: str | None
    undated: datetime | None
    scopes: dict[str, Scope]
    turns: int

    def conversations(self) -> Iterator[Conversation]:
        """The conversations of the file, read anew."""
        from atma_overlay.loaders import load_conversations

        return load_conversations(self.path, format=self.format, undated=self.undated)

    def scope_of(self, conversation: Conversation) -> Scope:
        """Whose memory the conversation becomes.

        Raises:
            ConflictError: the file has been changed since it was checked.
        """
        if conversation.id not in self.scopes:
            raise ConflictError(f"{self.path.name} was changed while it was read: take it in again")
        return self.scopes[conversation.id]


def ingest(
    place: Place,
    file: Annotated[str, typer.Argument(help="Episodes, a transcript, LoCoMo, LongMemEval or STALE.")],
    *,
    format: Annotated[str | None, typer.Option(help="The file's format, when its content is not to decide.")] = None,
    at: Annotated[str | None, typer.Option(help="When undated sessions were held; the file's own time.")] = None,
    one_user: Annotated[bool, typer.Option("--one-user", help="All conversations are this user's.")] = False,
    judge: JudgeOption = None,
    base_url: BaseUrlOption = None,
) -> None:
    """Take in a file of conversations.

    One conversation becomes the user's memory; of several, each becomes that of a user FILE-CONVERSATION.
    The whole file is checked before anything is written. Taking in the same file again stores nothing twice.
    """
    from atma_overlay.cli.opening import opened, tell_of_passing_host
    from atma_overlay.cli.progress import progress

    plan = plan_of(place, file, format=format, undated=instant("at", at), one_user=one_user)
    with (
        opened(place, new=True, judge=judge_named(judge, base_url=base_url)) as overlay,
        progress("turns") as advance,
    ):
        report = take_in(overlay, plan, advance)
    if place.json:
        judged = report.judging.model_dump() if report.judging else None
        return write_json({**asdict(replace(report, judging=None)), "judging": judged})
    _print(report)
    return tell_of_passing_host(place)


def plan_of(place: Place, file: str, *, format: str | None, undated: datetime | None, one_user: bool) -> Plan:
    """Read the whole file and name the owner of each conversation.

    Raises:
        InvalidInputError: something in the file, or an owner's name made from it, cannot be used.
    """
    from atma_overlay.loaders import load_conversations

    base, path = place.scope, Path(file)
    counts: dict[str, int] = {}
    for conversation in load_conversations(file, format=format, undated=undated):
        _check(conversation, base, path.name)
        counts[conversation.id] = conversation.turn_count
    single = one_user or len(counts) == 1
    scopes = {name: base if single else place.scope_of(f"{path.stem}-{name}") for name in counts}
    return Plan(path=path, format=format, undated=undated, scopes=scopes, turns=sum(counts.values()))


def _check(conversation: Conversation, scope: Scope, file: str) -> None:
    """Refuse what the write path would refuse when half of the file is stored."""
    for index, session in enumerate(conversation.sessions):
        try:
            storable(session.turns, scope=scope, at=session.at)
        except InvalidInputError as error:
            place = f"{file} {conversation.id!r} sessions[{index}].{error.field}"
            raise InvalidInputError(place, error.problem) from error


def take_in(overlay: Overlay, plan: Plan, advance: Callable[[int, int], None]) -> Report:
    """Hand every session over, in the order of the file."""
    report, start = Report(), perf_counter()
    for conversation in plan.conversations():
        for session in conversation.sessions:
            if session.turns:
                scope = plan.scope_of(conversation)
                receipt = overlay.remember(session.turns, scope=scope, observed_at=session.at)
                report.add(receipt, turns=len(session.turns))
                advance(report.turns, plan.turns)
    report.seconds = round(perf_counter() - start, 3)
    report.turns_per_second = round(report.turns / report.seconds, 1) if report.seconds else 0.0
    report.users = sorted({scope.user for scope in plan.scopes.values()})
    return report


def _print(report: Report) -> None:
    from atma_overlay.cli.tables import table

    rows = table("taken in", "")
    named = {
        "users": len(report.users),
        "turns": report.turns,
        "turns already stored": report.duplicates,
        "records": report.records,
        "transitions applied": report.applied,
        "transitions proposed": report.proposed,
        "contingencies": report.contingencies,
        "waiting for the host": report.pending_host_writes,
        "seconds": report.seconds,
        "turns per second": report.turns_per_second,
    }
    for name, value in named.items():
        rows.add_row(name, str(value))
    out = console()
    out.print(rows)
    print_judging(out, report.judging)
    if len(report.users) > 1:
        out.print(styled(f"users: {', '.join(report.users[:3])}, …", "dim"))
