"""What reaches the terminal: text made harmless, answers on standard output, complaints on the other."""

from __future__ import annotations

import json
import os
import sys
from datetime import datetime
from math import isfinite
from typing import TYPE_CHECKING

from atma_overlay.invisible import SHAPING, is_invisible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import BaseModel
    from rich.console import Console
    from rich.text import Text

_WIDTH_OF_A_PIPE = 120


def neutral(text: str, *, keep: str = "") -> str:
    """The text with control, bidirectional and other invisible characters spelled out.

    A line break becomes a space; the characters in `keep` stay, and the joiners that emoji and Persian need.
    """
    return "".join(_neutral(character, keep + SHAPING) for character in text)


def _neutral(character: str, keep: str) -> str:
    if character in keep or not is_invisible(character):
        return character
    if character in "\r\n\t":
        return " "
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def styled(text: str, style: str = "") -> Text:
    """Memory text for a table: made harmless, its brackets no markup."""
    from rich.text import Text

    return Text(neutral(text), style=style)


def console(*, error: bool = False) -> Console:
    """A console that takes nothing in what it prints for markup, emoji codes or highlights."""
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    # A container's shell may set 0 columns, in which nothing would be printed.
    columns = os.environ.get("COLUMNS", "")
    told = columns.isdecimal() and int(columns) > 0
    width = None if told or (stream.isatty() and not columns) else _WIDTH_OF_A_PIPE
    return Console(file=stream, width=width, markup=False, emoji=False, highlight=False)


def complain(problem: str, *, code: int) -> int:
    """One line on standard error; the exit code, handed back."""
    sys.stderr.write(f"atma: {neutral(' '.join(problem.split()))}\n")
    return code


def note(text: str) -> None:
    """One line beside the answer, on standard error."""
    sys.stderr.write(f"{neutral(text)}\n")


def write_json(value: BaseModel | Mapping[str, object] | Sequence[object]) -> None:
    """One JSON document on standard output, in ASCII, so that no terminal acts on what is in it.

    A number that JSON has no word for, such as an infinite score, is null.
    """
    json.dump(_plain(value), sys.stdout, indent=2, ensure_ascii=True, allow_nan=False)
    sys.stdout.write("\n")


def _plain(value: object) -> object:
    if hasattr(value, "model_dump"):
        return _plain(value.model_dump(mode="json"))
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def moment(at: datetime | None) -> str:
    """An instant in UTC: the day, with the time where it is not midnight."""
    if at is None:
        return ""
    return at.strftime("%Y-%m-%d" if (at.hour, at.minute, at.second) == (0, 0, 0) else "%Y-%m-%d %H:%M")


def counted(count: int, noun: str) -> str:
    """A number with its noun, in the plural but for one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def interval(start: datetime | None, end: datetime | None) -> str:
    """A half-open interval; an open end is left open."""
    return f"{moment(start)} – {moment(end)}".strip()
