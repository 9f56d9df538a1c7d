"""Commands that write: remember, forget, erase."""

from __future__ import annotations

from typing import Annotated

import typer

from atma_overlay.cli.judging import BaseUrlOption, JudgeOption, judge_named
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, counted, styled, write_json
from atma_overlay.cli.values import choice, instant, storable, words
from atma_overlay.errors import InvalidInputError


def remember(  # noqa: PLR0913 - each option is a parameter
    place: Place,
    text: Annotated[str, typer.Argument(help="What was said; - reads standard input.")],
    *,
    at: Annotated[str | None, typer.Option(help="When it was said, e.g. 2025-03-01T09:00:00Z; now.")] = None,
    role: Annotated[str, typer.Option(help="user, assistant, system or tool.")] = "user",
    name: Annotated[str | None, typer.Option(help="The speaker, where several people speak.")] = None,
    origin: Annotated[str | None, typer.Option(help="user, tool, document or agent; by the role.")] = None,
    key: Annotated[str | None, typer.Option(help="Your id of it: the same text under it is stored once.")] = None,
    answering: Annotated[
        str | None, typer.Option(help="What the agent had asked: a short answer is read by it.")
    ] = None,
    judge: JudgeOption = None,
    base_url: BaseUrlOption = None,
) -> None:
    """Remember one utterance, and what it changes."""
    from atma_overlay.cli.opening import opened, tell_of_passing_host
    from atma_overlay.records import Origin
    from atma_overlay.views import Turn

    said, scope, when = words("text", text), place.scope, instant("at", at)
    stands_behind = choice("origin", Origin, origin)
    storable([Turn(text=said, role=role, name=name, key=key, answering=answering)], scope=scope, at=when)
    with opened(place, new=True, judge=judge_named(judge, base_url=base_url)) as overlay:
        receipt = overlay.remember(
            said, scope=scope, observed_at=when, role=role, name=name, origin=stands_behind, key=key,
            answering=answering,
        )  # fmt: skip
    if place.json:
        return write_json(receipt)
    from atma_overlay.cli.tables import print_receipt

    print_receipt(console(), receipt)
    return tell_of_passing_host(place)


def forget(
    place: Place, what: Annotated[str, typer.Argument(help="A record's id, or words for what to forget.")]
) -> None:
    """Retract what is remembered.

    It is used no more, and stays readable as history. Words retract what they mean, those of a rule the rule, a
    record's id that record.
    `undo` takes it back; `erase` removes the text for good.
    """
    from atma_overlay.cli.opening import opened

    named, scope = words("what", what), place.scope
    with opened(place, known=True) as overlay:
        receipt = overlay.forget(named, scope=scope)
    if place.json:
        return write_json(receipt)
    from atma_overlay.cli.tables import print_forgotten

    return print_forgotten(console(), receipt)


def erase(
    place: Place,
    *,
    record: Annotated[str | None, typer.Option(help="Erase what this record rests on.")] = None,
    observation: Annotated[str | None, typer.Option(help="Erase this observation.")] = None,
    everything: Annotated[bool, typer.Option("--everything", help="Erase all of this scope.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Confirm --everything.")] = False,
) -> None:
    """Erase text for good.

    It leaves the ledger and, as far as the host can, the host; what the host cannot erase is listed.
    """
    from atma_overlay.cli.opening import opened

    scope = place.scope
    if sum((record is not None, observation is not None, everything)) != 1:
        raise InvalidInputError("erase", "pass one of --record ID, --observation ID and --everything")
    if everything and not yes:
        raise InvalidInputError("everything", "cannot be taken back: confirm with --yes")
    named = None if record is None else words("record", record)
    said = None if observation is None else words("observation", observation)
    with opened(place, known=True, words=False) as overlay:
        receipt = overlay.erase(scope=scope, record_id=named, observation_id=said, everything=everything)
    if place.json:
        return write_json(receipt)
    counts = [
        counted(len(receipt.observation_ids), "observation"),
        counted(len(receipt.record_ids), "record"),
        f"{len(receipt.host_ids)} host {'memory' if len(receipt.host_ids) == 1 else 'memories'}",
    ]
    out = console()
    out.print(f"erased: {', '.join(counts)}")
    for line in receipt.derived:
        out.print(styled(f"with them: {line}"))
    for remainder in receipt.not_erased:
        out.print(styled(f"not erased: {remainder}", "yellow"))
    for place_left in receipt.residue:
        out.print(styled(f"on disk: {place_left}", "yellow"))
    return None
