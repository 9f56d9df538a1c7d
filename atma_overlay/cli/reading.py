"""Commands that read: recall, timeline, why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.judging import BaseUrlOption, JudgeOption, judge_named
from atma_overlay.cli.late import ended_in_time
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, neutral, note, write_json
from atma_overlay.cli.values import choice, groups, instant, part, positive, seconds, words

if TYPE_CHECKING:
    from atma_overlay.assembly import OnError


def recall(  # noqa: PLR0913 - each option is a parameter
    place: Place,
    query: Annotated[str, typer.Argument(help="The question; - reads standard input.")],
    *,
    limit: Annotated[int, typer.Option(help="Groups of rows at most; a pair of old and new is one.")] = 5,
    view: Annotated[str | None, typer.Option(help="current, historical, change or neutral; by the query.")] = None,
    valid_at: Annotated[str | None, typer.Option(help="As it was true then.")] = None,
    known_at: Annotated[str | None, typer.Option(help="As it was known then.")] = None,
    now: Annotated[str | None, typer.Option(help="When the question is asked; now.")] = None,
    asker: Annotated[str | None, typer.Option(help="Who asks, where several people speak.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Budget for the rows; frame and premises come on top.")] = None,
    prompt: Annotated[bool, typer.Option("--prompt", help="Print the block for a prompt.")] = False,
    judge: JudgeOption = None,
    base_url: BaseUrlOption = None,
    reads: Annotated[str, typer.Option(help="Of the judge: on, or shadow to report and change nothing.")] = "on",
    deadline: Annotated[float | None, typer.Option(help="Seconds that an answer may take.")] = None,
    pass_through: Annotated[
        bool, typer.Option("--pass-through", help="Where host or ledger fails, or is late, answer from the other one.")
    ] = False,
) -> None:
    """Ask the memory a question.

    The answer is labelled evidence, the premises of the question with their verdicts, and what was left out.
    """
    from atma_overlay.cli.opening import is_known, opened, told_unknown
    from atma_overlay.views import View

    asked, scope, budget = words("query", query), place.scope, positive("max-tokens", max_tokens)
    seen, wanted = choice("view", View, view), groups(limit)
    then, known, clock = instant("valid-at", valid_at), instant("known-at", known_at), instant("now", now)
    wait = seconds("deadline", deadline)
    reader = judge_named(judge, base_url=base_url, reads=reads)
    on_error: OnError = "pass_through" if pass_through else "raise"
    with ended_in_time(wait), opened(place, judge=reader, on_error=on_error) as overlay:
        packet = overlay.recall(
            asked,
            scope=scope,
            limit=wanted,
            valid_at=then,
            known_at=known,
            view=seen,
            asker=asker,
            max_tokens=budget,
            now=clock,
            deadline_seconds=wait,
        )
        block = packet.render() if prompt else ""
    if not packet.rows and not is_known(place):
        note(told_unknown(place))
    if place.json:
        return write_json(packet)
    if prompt:
        sys.stdout.write(neutral(block, keep="\n") + "\n")
        return None
    from atma_overlay.cli.tables import print_packet

    return print_packet(console(), packet)


def timeline(
    place: Place,
    *,
    subject: Annotated[str | None, typer.Option(help="Only this subject, e.g. user.")] = None,
    attribute: Annotated[str | None, typer.Option(help="Only this attribute, e.g. home_city.")] = None,
    known_at: Annotated[str | None, typer.Option(help="As it was known then.")] = None,
    limit: Annotated[int | None, typer.Option(help="Records at most; all by default.")] = None,
    offset: Annotated[int, typer.Option(help="Records to pass over.")] = 0,
) -> None:
    """Show what was when, and what replaced it."""
    from atma_overlay.cli.opening import opened

    scope, known, (most, behind) = place.scope, instant("known-at", known_at), part(limit, offset)
    with opened(place, host=False, known=True) as overlay:
        found = overlay.timeline(
            scope=scope, subject=subject, attribute=attribute, known_at=known, limit=most, offset=behind
        )  # fmt: skip
    if place.json:
        return write_json(found)
    from atma_overlay.cli.chart import print_timeline

    parts = (subject, attribute, known_at, place.agent, place.session)
    return print_timeline(console(), found, narrowed=bool(offset) or any(part is not None for part in parts))


def why(place: Place, record: Annotated[str, typer.Argument(help="A record's id, see timeline.")]) -> None:
    """Explain a record and its transitions."""
    from atma_overlay.cli.opening import opened

    named, scope = words("record", record), place.scope
    with opened(place, host=False, known=True) as overlay:
        explanation = overlay.why(named, scope=scope)
    if place.json:
        return write_json(explanation)
    from atma_overlay.cli.tables import print_explanation

    return print_explanation(console(), explanation)
