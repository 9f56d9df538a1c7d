"""Commands for a host that was there before the overlay, was changed around it, or is to be left again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.judged import print_judging
from atma_overlay.cli.judging import BaseUrlOption, JudgeOption, PricesOption, judge_named
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, styled, write_json
from atma_overlay.cli.values import choice, positive
from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from atma_overlay.adoption import BackfillReport, DetachReport, Difference, Hearing, ReconcileReport

RoleOption = Annotated[str | None, typer.Option(help="Whose words memories are that name nobody, e.g. user; nobody's.")]
_Origin = Annotated[str | None, typer.Option(help="Who stands behind those; by the role.")]
_Apply = Annotated[bool, typer.Option("--apply", help="Do it; without this, only say what would be done.")]
_Refill = Annotated[bool, typer.Option("--refill", help="Give the host what it does not hold of the ledger's texts.")]
_SHOWN = 20


def backfill(
    place: Place,
    *,
    role: RoleOption = None,
    origin: _Origin = None,
    batch: Annotated[int, typer.Option(help="Texts a ledger transaction.")] = 200,
    judge: JudgeOption = None,
    base_url: BaseUrlOption = None,
    prices: PricesOption = None,
    apply: _Apply = False,
) -> None:
    """Take in what a host memory held before.

    A dry run unless --apply is given: with --judge it says what judging would cost, and asks no model. The host is
    only read. A run that was cut short goes on when it is run again, and its judge with `atma rejudge`. Make a backup
    first: by it alone is taken back what was read as the wrong role's, `atma erase` removes it from the host too.
    """
    from atma_overlay.cli.opening import ledger_path, look_at_ledger, opened
    from atma_overlay.cli.progress import progress
    from atma_overlay.records import Origin

    scope, size, stands = place.scope, positive("batch", batch) or 1, choice("origin", Origin, origin)
    look_at_ledger(place.ledger)
    path = ledger_path(place.ledger)
    if not apply and path is not None and not (path.is_file() and path.stat().st_size):
        place = replace(place, ledger="memory://")  # to say what would be done makes no ledger
    reader = judge_named(judge, base_url=base_url, prices=prices)
    with opened(place, new=True, existing=True, judge=reader) as overlay, progress("texts") as advance:
        report = overlay.backfill(
            scope=scope, dry_run=not apply, role=role, origin=stands, batch=size, on_progress=advance
        )
    return write_json(report) if place.json else _print_backfill(console(), report)


def reconcile(
    place: Place,
    *,
    role: RoleOption = None,
    origin: _Origin = None,
    refill: _Refill = False,
    apply: _Apply = False,
) -> None:
    """Find and repair where host and ledger disagree.

    A dry run unless --apply is given. Differences come of a crash, or of what was written around the overlay.
    """
    from atma_overlay.cli.opening import opened
    from atma_overlay.records import Origin

    scope, stands = place.scope, choice("origin", Origin, origin)
    makes = refill and apply and place.host is None  # the host beside the ledger; another name may be a slip of the pen
    with opened(place, existing=not makes, known=makes) as overlay:
        report = overlay.reconcile(scope=scope, dry_run=not apply, refill=refill, role=role, origin=stands)
    _somebodys(place, report.memories)
    return write_json(report) if place.json else _print_reconcile(console(), report)


def detach(
    place: Place, *, yes: Annotated[bool, typer.Option("--yes", help="Confirm that the host is changed.")] = False
) -> None:
    """Take the overlay's traces out of a host memory.

    Texts, ids, dates and vectors stay as they are, and so does the ledger.
    """
    from atma_overlay.cli.opening import opened

    scope = place.scope
    if not yes:
        raise InvalidInputError("detach", "changes what the host holds beside the texts: confirm with --yes")
    with opened(place, existing=True) as overlay:
        report = overlay.detach(scope=scope)
    _somebodys(place, report.memories)
    return write_json(report) if place.json else _print_detach(console(), report)


def _somebodys(place: Place, memories: int) -> None:
    """Refuse a user of whom neither the host holds a memory nor the ledger ever stored anything.

    Raises:
        AtmaError: it is so.
    """
    from atma_overlay.cli.opening import require_user

    if not memories:
        require_user(place)


def _print_backfill(out: Console, report: BackfillReport) -> None:
    from atma_overlay.cli.tables import table

    rows = table("to be taken in" if report.dry_run else "taken in", "")
    counts: dict[str, float] = {
        "memories at the host": report.memories,
        "already known": report.already_linked,
        "own writes, unconfirmed": report.unconfirmed,
        "dated": report.dated,
        "undated": report.undated,
        "texts": report.texts,
        "of these overwritten since": report.overwritten,
        "facts are read from": report.to_read,
        "estimated tokens of these": report.estimated_tokens,
        "model calls": report.model_calls,
        "batches": report.batches,
    }
    if (guess := report.estimate) is not None:
        counts |= {"tokens of the questions": guess.tokens_in, "of the answers, at most": guess.tokens_out}
        counts |= {"cost, at most": guess.cost} if guess.cost is not None else {}
    done = {
        "stored": report.taken,
        "records": report.records,
        "transitions applied": report.applied,
        "transitions proposed": report.proposed,
    }
    for name, count in (counts if report.dry_run else counts | done).items():
        rows.add_row(name, str(count))
    out.print(rows)
    _print_heard(out, report.heard, of=report.host_retired)
    print_judging(out, report.judging)
    _notes(out, (*report.notes, *(f"left out: {u.host_id} {u.reason}" for u in report.unread[:_SHOWN])))
    _closing(out, dry_run=report.dry_run and bool(report.texts))


def _print_reconcile(out: Console, report: ReconcileReport) -> None:
    counts = ", ".join(f"{count} {kind}" for kind, count in report.counts.items()) or "no difference"
    out.print(styled(f"{report.memories} memories at the host: {counts}; {report.pending} writes wait", "bold"))
    for difference in report.differences[:_SHOWN]:
        out.print(_line(difference))
    if len(report.differences) > _SHOWN:
        out.print(styled(f"… and {len(report.differences) - _SHOWN} more, see --json", "dim"))
    if report.refilled:
        given = "would be given" if report.dry_run else "were given"
        out.print(f"{report.refilled} texts of the ledger {given} to the host")
    if not report.dry_run:
        out.print(f"observed {report.taken}, handed over {report.drained}, {report.records} records, "
                  f"{report.applied} transitions applied, {report.proposed} proposed")  # fmt: skip
    _print_heard(out, report.heard, of=sum(report.heard.values()))
    _notes(out, (*report.notes, *(f"not erased: {line}" for line in report.not_erased)))
    _closing(out, dry_run=report.dry_run and not (report.agrees and not report.refilled))


def _print_heard(out: Console, heard: Mapping[Hearing, int], *, of: int) -> None:
    if of:
        told = (
            ", ".join(f"{count} {hearing}" for hearing, count in heard.items()) or "which is evidence, and no verdict"
        )
        out.print(f"the host itself holds {of} facts for over: {told}")


def _line(difference: Difference) -> object:
    was, text = difference.was, difference.text
    said = " → ".join(f"“{words}”" for words in (was, text) if words is not None and (words != was or words is was))
    return styled(f"{difference.kind}: {said}").append(f"  {difference.host_id}", "dim")


def _print_detach(out: Console, report: DetachReport) -> None:
    out.print(f"{report.cleared} of {report.memories} memories carried a trace of the overlay, which is gone")
    waiting = f"{report.pending} writes were never handed over and stay in the ledger"
    _notes(out, (*report.remaining, *([waiting] if report.pending else [])))


def _notes(out: Console, notes: tuple[str, ...]) -> None:
    for note in notes:
        out.print(styled(f"note: {note}", "yellow"))


def _closing(out: Console, *, dry_run: bool) -> None:
    if dry_run:
        out.print(styled("nothing was changed: run it again with --apply", "dim"))
