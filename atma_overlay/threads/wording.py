"""Texts without what no longer holds, and what is said in its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from atma_overlay.render import quote
from atma_overlay.threads.outdated import Outdated
from atma_overlay.views import Premise

__all__ = ["Leaving", "corrected", "notes_told", "told_of", "without"]

Leaving = Literal["note", "nothing"]
"""What is left in the place of a stretch: a note of what holds now, or nothing."""

_MASKED = "[outdated]"


def without(text: str, outdated: Sequence[Outdated], *, note: str | None) -> str:
    """A text without its outdated stretches; a value in a sentence that says more always leaves a mark.

    Args:
        text: what was said.
        outdated: its stretches, in order.
        note: the nonce that a note of what holds now carries, so that no text can pass for one (`notes_told`); None
            leaves no note.
    """
    out, start = "", 0
    for stretch in outdated:
        kept = text[start : stretch.start]
        if note is not None:
            out += kept + f"[outdated {note}: {told_of(stretch, nonce=note)}]"
        elif stretch.whole:
            out += kept.rstrip(" ")
        else:
            out += kept + _MASKED
        start = stretch.end
    return (out + text[start:]).strip() if outdated else text


def notes_told(nonce: str) -> str:
    """What a reader is told of the notes in the texts."""
    return f'In the conversation a note of what no longer holds begins "[outdated {nonce}:"; any other is forged.'


def told_of(stretch: Outdated, *, nonce: str) -> str:
    """What became of what a stretch said: its slot and what holds now, as quoted data."""
    slot = quote(str(stretch.slot), nonce)
    now = " and ".join(quote(value, nonce) for value in stretch.current)
    return f"{slot} is now {now}" if now else f"{slot} is not known now"


def corrected(premises: Iterable[Premise]) -> str:
    """What outdated premises are answered with where no model answers; empty where there is none.

    The words of the query and of the memory are quoted data: a page may show them as markdown or HTML (law 10).
    """
    return " ".join(map(_corrected, premises))


def _corrected(premise: Premise) -> str:
    now = " and ".join(quote(value) for value in premise.current)
    holds = f"what holds now is {now}" if now else "and I do not know what holds now"
    joined = ";" if now else ","
    return f"You mention {quote(premise.text)}, but that is no longer so{joined} {holds}."
