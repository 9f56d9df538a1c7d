"""Commands that decide about transitions: undo, review, promote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, moment, styled, write_json
from atma_overlay.cli.values import words
from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from atma_overlay.views import Proposal, TransitionRecord


def undo(place: Place, transition: Annotated[str, typer.Argument(help="A transition's id, see timeline.")]) -> None:
    """Undo a transition.

    The state is as if it had never been decided; later evidence is kept.
    """
    from atma_overlay.cli.opening import opened

    named, scope = words("transition", transition), place.scope
    with opened(place) as overlay:
        undone = overlay.undo(named, scope=scope)
    _show(place, undone)


def review(
    place: Place,
    *,
    list_: Annotated[bool, typer.Option("--list", help="List the proposals; the default.")] = False,
    accept: Annotated[str | None, typer.Option(help="Apply this proposal.")] = None,
    decline: Annotated[str | None, typer.Option(help="Decline this proposal.")] = None,
) -> None:
    """List what waits for a person, or decide it."""
    from atma_overlay.cli.opening import opened

    scope = place.scope
    if sum((list_, accept is not None, decline is not None)) > 1:
        raise InvalidInputError("review", "pass one of --list, --accept ID and --decline ID")
    if accept is not None:
        with opened(place) as overlay:
            return _show(place, overlay.accept(words("accept", accept), scope=scope))
    if decline is not None:
        with opened(place) as overlay:
            return _show(place, overlay.decline(words("decline", decline), scope=scope))
    with opened(place, host=False) as overlay:
        proposals = overlay.review(scope=scope)
    return write_json(proposals) if place.json else _list(proposals)


def promote(place: Place) -> None:
    """Make the decisions of shadow mode real."""
    from atma_overlay.cli.opening import opened

    scope = place.scope
    with opened(place) as overlay:
        receipt = overlay.promote(scope=scope)
    if place.json:
        return write_json(receipt)
    from atma_overlay.cli.tables import print_receipt

    return print_receipt(console(), receipt)


def _show(place: Place, transition: TransitionRecord) -> None:
    if place.json:
        return write_json(transition)
    from atma_overlay.cli.chart import arrow

    return console().print(arrow(transition, quoted=True))


def _list(proposals: tuple[Proposal, ...]) -> None:
    from atma_overlay.cli.chart import arrow

    out = console()
    for proposal in proposals:
        out.print(arrow(proposal.transition, quoted=True))
        out.print(styled(f"         expires {moment(proposal.expires_at)}", "dim"))
    if not proposals:
        out.print("nothing waits for a decision")
