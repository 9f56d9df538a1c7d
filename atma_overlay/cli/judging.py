"""The options by which a command is given a judge, and the command that lets it catch up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from atma_overlay.cli.judged import print_judging
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, styled, write_json
from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from atma_overlay.judge import Judge, Prices
    from atma_overlay.judge.settings import Reads

_OPTIONS = {"model": "judge", "options.base_url": "base-url"}
"""By which options what cannot be used was given."""
READS = ("off", "shadow", "on")
"""What a judge may do with queries, as its `Reads` has it, whose module a command without one does not load."""
JudgeOption = Annotated[
    str | None, typer.Option("--judge", metavar="KIND:MODEL", help="A model that reads what rules cannot, openai:NAME.")
]
BaseUrlOption = Annotated[str | None, typer.Option("--base-url", help="The model's endpoint.")]
PricesOption = Annotated[
    str | None, typer.Option("--prices", metavar="IN,OUT", help="Of a million tokens of questions and of answers.")
]


def judge_named(
    spec: str | None, *, base_url: str | None, prices: str | None = None, reads: str = "off"
) -> Judge | None:
    """The judge that a command was given; None without one.

    Raises:
        InvalidInputError: the model is not known, an option belongs to none, or `reads` is none of `READS`.
        MissingExtraError: its SDK is not installed.
    """
    if reads not in READS:
        raise InvalidInputError("reads", f"{reads!r} is none of {', '.join(READS)}: use one of these")
    if spec is None:
        if base_url is not None or prices is not None:
            raise InvalidInputError(
                "base-url" if base_url is not None else "prices", "is of a model: name one with --judge"
            )
        return None
    from atma_overlay.judge import Judge
    from atma_overlay.models import ModelOptions, open_model

    try:
        model = open_model(spec, options=ModelOptions(base_url=base_url))
    except InvalidInputError as error:
        raise InvalidInputError(_OPTIONS.get(error.field, error.field), error.problem) from error
    return Judge(model, reads=cast("Reads", reads), prices=prices_of(prices))


def prices_of(text: str | None) -> Prices | None:
    """Two prices with a comma between them.

    Raises:
        InvalidInputError: they are not that.
    """
    from atma_overlay.judge import Prices

    if text is None:
        return None
    try:
        tokens_in, tokens_out = (float(part) for part in text.split(","))
    except ValueError:
        raise InvalidInputError("prices", f"{text!r} is not IN,OUT: pass two numbers, e.g. 0.4,1.6") from None
    return Prices(tokens_in, tokens_out)


def rejudge(place: Place, *, judge: JudgeOption = None, base_url: BaseUrlOption = None) -> None:
    """Ask the judge of what waits for it.

    It could not be asked when that was said, or was not there when it was taken in. The exit code is 1 when it still
    cannot be asked.
    """
    from atma_overlay.cli.opening import opened

    if judge is None:
        raise InvalidInputError("judge", "is missing: name a model with --judge, e.g. openai:gpt-4.1-mini")
    scope = place.scope
    with opened(place, known=True, judge=judge_named(judge, base_url=base_url)) as overlay:
        done = overlay.rejudge(scope=scope)
    if place.json:
        write_json(done if done is not None else {})
    elif done is None:
        console().print(styled("nothing waited", "dim"))
    else:
        print_judging(console(), done)
    if done is not None and done.error:
        raise typer.Exit(1)
