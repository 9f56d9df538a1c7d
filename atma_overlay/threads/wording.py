"""Texts without what no longer holds, and what is said in its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from atma_overlay.render import quote
from atma_overlay.threads.outdated import Outdated
from atma_overlay.views import Premise

__all__ = ["Leaving", "corrected", "told_of", "without"]

Leaving = Literal["note", "nothing"]
"""What is left in the place of a stretch: a note of what holds now, or nothing."""

_NO_NONCE = "\x00"
_MASKED = "[outdated]"


def without(text: str, outdated: Sequence[Outdated], *, leaving: Leaving) -> str:
    """A text without its outdated stretches; a value in a sentence that says more always leaves a mark."""
    out, start = "", 0
    for stretch in outdated:
        kept = text[start : stretch.start]
        if leaving == "note":
            out += kept + f"[outdated: {told_of(stretch, nonce=_NO_NONCE)}]"
        elif stretch.whole:
            out += kept.rstrip(" ")
        else:
            out += kept + _MASKED
        start = stretch.end
    return (out + text[start:]).strip() if outdated else text


def told_of(stretch: Outdated, *, nonce: str) -> str:
    """What became of what a stretch said: its slot and what holds now, as quoted data."""
    slot = quote(str(stretch.slot), nonce)
    now = " and ".join(quote(value, nonce) for value in stretch.current)
    return f"{slot} is now {now}" if now else f"{slot} is not known now"


def corrected(premises: Iterable[Premise]) -> str:
    """What outdated premises are answered with where no model answers; empty where there is none."""
    return " ".join(map(_corrected, premises))


def _corrected(premise: Premise) -> str:
    now = " and ".join(f'"{value}"' for value in premise.current)
    holds = f"what holds now is {now}" if now else "and I do not know what holds now"
    joined = ";" if now else ","
    return f'You mention "{premise.text}", but that is no longer so{joined} {holds}.'
