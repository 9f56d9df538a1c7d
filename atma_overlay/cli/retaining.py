"""Commands of retention: what leaves default retrieval, and what comes back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, counted, moment, styled, write_json
from atma_overlay.cli.values import choice, words
from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from atma_overlay.views import PruneReceipt

LONGEST_DAYS = 365_000


def prune(
    place: Place,
    *,
    older_than: Annotated[int, typer.Option(metavar="DAYS", help="Since it held, was said or was recalled.")],
    stage: Annotated[list[str] | None, typer.Option(help="Only of this stage of a lifecycle; may be repeated.")] = None,
    active: Annotated[bool, typer.Option("--active", help="Archive what still holds as well.")] = False,
    apply: Annotated[bool, typer.Option("--apply", help="Do it; without this, only count.")] = False,
) -> None:
    """Archive what is over and was not said for long.

    A dry run unless --apply is given. Nothing is deleted: what is archived stays in the timeline and in history, comes
    back when it is said again, and `atma restore` brings it back.
    """
    from atma_overlay.cli.opening import opened
    from atma_overlay.records import Stage

    scope = place.scope
    if not 0 <= older_than <= LONGEST_DAYS:
        raise InvalidInputError(
            "older-than", f"{older_than} is not between 0 and {LONGEST_DAYS}: pass a number of days"
        )
    stages = [named for name in stage or () if (named := choice("stage", Stage, name)) is not None] or None
    with opened(place, host=False, known=True) as overlay:
        receipt = overlay.prune(
            scope=scope, older_than=timedelta(days=older_than), stages=stages, active=active, dry_run=not apply
        )
    return write_json(receipt) if place.json else _print_pruned(receipt)


def restore(
    place: Place,
    records: Annotated[list[str] | None, typer.Argument(help="Ids of records, see timeline.")] = None,
    *,
    everything: Annotated[bool, typer.Option("--everything", help="All that was pruned.")] = False,
) -> None:
    """Take pruned records back into retrieval.

    A backup is put back by `atma backup`, see its help, and an export by `atma import`.
    """
    from atma_overlay.cli.opening import opened

    scope = place.scope
    named = [words("records", record) for record in records or ()]
    if bool(named) == everything:
        raise InvalidInputError("restore", "pass ids of records, or --everything")
    with opened(place, host=False, known=True) as overlay:
        receipt = overlay.restore(scope=scope, record_ids=named or None)
    if place.json:
        return write_json(receipt)
    return console().print(f"{counted(len(receipt.record_ids), 'record')} of {receipt.user} back in retrieval")


def _print_pruned(receipt: PruneReceipt) -> None:
    out = console()
    deed = "would be archived" if receipt.dry_run else "archived"
    count = counted(len(receipt.record_ids), "record")
    whose, since = f"{receipt.tenant} / {receipt.user}", moment(receipt.before)
    out.print(styled(f"{whose}: {count} {deed}, last used before {since}", "bold"))
    for title, counts in (("status", receipt.by_status), ("stage", receipt.by_stage), ("kept", receipt.kept)):
        if counts:
            out.print(f"{title}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    if receipt.record_ids:
        undo = "`atma restore RECORD…` brings them back, --everything all that ever were archived"
        out.print(styled("nothing was changed: run it again with --apply" if receipt.dry_run else undo, "dim"))
