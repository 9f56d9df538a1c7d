"""The command that trains a linker's head."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from atma_overlay.cli.hooks import look_here_for
from atma_overlay.cli.targets import file_to_write, keep_apart
from atma_overlay.cli.terminal import console
from atma_overlay.errors import InvalidInputError

_MOST_EPOCHS = 10_000


def train_linker(
    out: Annotated[Path, typer.Argument(help="Where the head is written, as JSON.")],
    *,
    pairs: Annotated[
        list[Path] | None, typer.Option(help="JSON lines of first, second, same, differs and group; may be repeated.")
    ] = None,
    sgd: Annotated[Path | None, typer.Option(help="SGD's slot changes, a JSON object a line.")] = None,
    wordlist: Annotated[bool, typer.Option(help="Whether the shipped everyday attributes are trained on too.")] = True,
    embedder: Annotated[str | None, typer.Option(help="MODULE:CLASS of a sentence embedder; the lexical one.")] = None,
    name: Annotated[str, typer.Option(help="The head's name and version, part of its verdicts.")] = "linker@1",
    epochs: Annotated[int, typer.Option(help="Passes over the pairs.")] = 40,
    seed: Annotated[int, typer.Option(help="Of the order of the pairs.")] = 0,
) -> None:
    """Train the head of a linker of your own.

    It tells whether two sentences are about one state variable, and differ in what they say of it.

    One group of pairs in five is held out, and the head's accuracy on it is printed.
    """
    from atma_overlay.evaluation.embedding import embedder_named
    from atma_overlay.evaluation.link_pairs import pairs_of_sgd, pairs_of_wordlist
    from atma_overlay.linking.pairs import pairs_of_file
    from atma_overlay.linking.training import train

    if not 1 <= epochs <= _MOST_EPOCHS:
        raise InvalidInputError("epochs", f"{epochs} is not between 1 and {_MOST_EPOCHS}: pass how many passes")
    if not name.strip():
        raise InvalidInputError("name", "is empty: give the head a name with its version, e.g. linker@1")
    if seed < 0:
        raise InvalidInputError("seed", f"{seed} is negative: pass 0 or more")
    file_to_write("out", out)
    keep_apart({"out": out}, read=(*(pairs or ()), sgd))
    given = [pair for path in pairs or [] for pair in pairs_of_file(path)]
    given += pairs_of_sgd(sgd) if sgd is not None else []
    given += pairs_of_wordlist(seed=seed) if wordlist else []
    look_here_for(embedder=embedder)
    done = train(given, embedder_named(embedder), name=name, epochs=epochs, seed=seed)
    done.head.save(out)
    for question, (share, count) in done.accuracy.items():
        console().print(f"{question}: {share:.3f} right of {count} held-out pairs")
    console().print(f"{out}: {name} on {done.head.embedder}, {done.trained_on} pairs")
