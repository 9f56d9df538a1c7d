"""Commands that decide about transitions: undo, review, promote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, moment, styled, write_json
from atma_overlay.cli.values import part, words
from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from atma_overlay.views import Proposal, TransitionRecord

NOTHING = "nothing waits for a decision"


def undo(place: Place, transition: Annotated[str, typer.Argument(help="A transition's id, see timeline.")]) -> None:
    """Undo a transition.

    The state is as if it had never been decided; later evidence is kept.
    """
    from atma_overlay.cli.opening import opened

    named, scope = words("transition", transition), place.scope
    with opened(place, known=True, words=False) as overlay:
        undone = overlay.undo(named, scope=scope)
    _show(place, (undone,), one=True)


def review(
    place: Place,
    *,
    list_: Annotated[bool, typer.Option("--list", help="List the proposals; the default.")] = False,
    accept: Annotated[list[str] | None, typer.Option(help="Apply this proposal; give it for each.")] = None,
    decline: Annotated[list[str] | None, typer.Option(help="Decline this proposal; likewise.")] = None,
    accept_all: Annotated[bool, typer.Option("--accept-all", help="Apply all others that wait.")] = False,
    decline_all: Annotated[bool, typer.Option("--decline-all", help="Decline all others that wait.")] = False,
    limit: Annotated[int | None, typer.Option(help="List so many at most; all by default.")] = None,
    offset: Annotated[int, typer.Option(help="List none of the first so many.")] = 0,
) -> None:
    """List what waits for a person, or decide it.

    All that is named is decided at once, or none of it.
    """
    from atma_overlay.cli.opening import opened

    scope, (limit, offset) = place.scope, part(limit, offset)
    accepted = [words("accept", i) for i in accept or ()]
    declined = [words("decline", i) for i in decline or ()]
    every, decides = accept_all or decline_all, bool(accepted or declined)
    listing = list_ or limit is not None or offset != 0
    if (listing and (decides or every)) or (accept_all and decline_all):
        raise InvalidInputError("review", "pass --list, or what is decided, with one of --accept-all and --decline-all")
    if decides or every:
        with opened(place, known=True, words=False) as overlay:
            if every:
                waiting = [p.transition.id for p in overlay.review(scope=scope)]
                rest = accepted if accept_all else declined
                rest += [i for i in waiting if i not in {*accepted, *declined}]
            if not accepted and not declined:
                return _show(place, (), one=False)
            decided = overlay.decide(scope=scope, accept=accepted, decline=declined)
        return _show(place, decided, one=not every and len(decided) == 1)
    with opened(place, host=False, known=True) as overlay:
        proposals = overlay.review(scope=scope, limit=limit, offset=offset)
    return write_json(proposals) if place.json else _list(proposals)


def promote(place: Place) -> None:
    """Make the decisions of shadow mode real."""
    from atma_overlay.cli.opening import opened

    scope = place.scope
    with opened(place, known=True, words=False) as overlay:
        receipt = overlay.promote(scope=scope)
    if place.json:
        return write_json(receipt)
    from atma_overlay.cli.tables import print_receipt

    return print_receipt(console(), receipt)


def _show(place: Place, transitions: tuple[TransitionRecord, ...], *, one: bool) -> None:
    """What was decided; `one` says that a single transition was named."""
    if place.json:
        return write_json(transitions[0] if one else transitions)
    from atma_overlay.cli.chart import arrow

    out = console()
    for transition in transitions:
        out.print(arrow(transition, quoted=True))
    if not transitions:
        out.print(NOTHING)
    return None


def _list(proposals: tuple[Proposal, ...]) -> None:
    from atma_overlay.cli.chart import arrow

    out = console()
    for proposal in proposals:
        out.print(arrow(proposal.transition, quoted=True))
        out.print(styled(f"         expires {moment(proposal.expires_at)}", "dim"))
    if not proposals:
        out.print(NOTHING)
