"""Sessions and kept texts as blocks of a prompt that no text within can close."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from atma_overlay.models.digest import content_nonce
from atma_overlay.render import quote
from atma_overlay.views import Turn


@dataclass(frozen=True, slots=True)
class Block:
    """A text for a prompt, and the nonce that closes it."""

    text: str
    nonce: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """The turns of one session."""

    at: datetime
    turns: tuple[Turn, ...]

    @property
    def texts(self) -> list[str]:
        """What was said, with who said it."""
        return [part for turn in self.turns for part in (turn.role, turn.name or "", turn.text)]

    def lines(self, nonce: str) -> list[str]:
        """The session as lines: its day, and one line a turn."""
        said = [f"{_speaker(turn, nonce)}: {quote(turn.text, nonce)}" for turn in self.turns]
        return [f"Session of {self.at.date().isoformat()}", *said]


def sittings_block(sittings: Sequence[Sitting]) -> Block:
    """Sessions in order of time."""
    nonce = content_nonce(*(text for sitting in sittings for text in (sitting.at.isoformat(), *sitting.texts)))
    return block((line for sitting in sittings for line in sitting.lines(nonce)), nonce=nonce)


def texts_block(texts: Sequence[str], *, heading: str = "") -> Block:
    """Texts, one a line, after a line of ours."""
    nonce = content_nonce(heading, *texts)
    return block([*([heading] if heading else []), *(quote(text, nonce) for text in texts)], nonce=nonce)


def block(lines: Iterable[str], *, nonce: str) -> Block:
    """Lines that are safe under a nonce, as a block."""
    inner = list(lines) or ["(empty)"]
    return Block("\n".join([f"<memory {nonce}>", *inner, f"</memory {nonce}>"]), nonce)


def _speaker(turn: Turn, nonce: str) -> str:
    return turn.role if turn.name is None else f"{turn.role} {quote(turn.name, nonce)}"
