"""A table that breaks no word in the middle: columns are as wide as their words, or each row is a list of its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

_GAP = 3
_LEAST = 10
"""Columns that are left to a hanging text on the narrowest of terminals."""
_LONGEST = 26
"""Columns of the longest word that a column makes room for, a record's id with its mark; longer ones are broken."""


class Columns(Table):
    """A table in the house style, whose columns share the width that there is when it is printed."""

    def __init__(self, *headings: str) -> None:
        super().__init__(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for heading in headings:
            self.add_column(heading, overflow="fold")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table where its words fit side by side, else its rows as lists."""
        cells = [[_text(column.header), *map(_text, column.cells)] for column in self.columns]
        room = options.max_width - _GAP * (len(cells) - 1)
        least = [max(min(_LONGEST, cell_len(word)) for cell in column for word in _words(cell)) for column in cells]
        most = [max(cell_len(line) for cell in column for line in _lines(cell)) for column in cells]
        if sum(least) > room:
            yield from _listed(cells)
            return
        for column, width in zip(self.columns, _shared(least, most, room=room), strict=True):
            column.width = width
        yield from super().__rich_console__(console, options)


class Hanging:
    """A text whose further lines stand below its words, and not below the mark before them.

    Args:
        text: what is told.
        first: the columns before its first line.
        rest: the columns before the others.
    """

    def __init__(self, text: Text, *, first: int, rest: int) -> None:
        self.text, self._first, self._rest = text, first, rest

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Its lines, as wide as what is left of the console."""
        for place, line in enumerate(self._lines(console, options.max_width)):
            yield Text(" " * (self._rest if place else self._first)).append_text(line)

    def _lines(self, console: Console, width: int) -> Iterator[Text]:
        room = max(width - self._rest, _LEAST)
        for place, line in enumerate(self.text.split("\n")):
            if cell_len(line.plain) <= width - (self._rest if place else self._first):
                yield line
            else:
                yield from line.wrap(console, room)


def _text(cell: object) -> Text:
    return cell if isinstance(cell, Text) else Text(str(cell))


def _words(cell: Text) -> Sequence[str]:
    return cell.plain.split() or ("",)


def _lines(cell: Text) -> Sequence[str]:
    return cell.plain.splitlines() or ("",)


def _shared(least: Sequence[int], most: Sequence[int], *, room: int) -> list[int]:
    """A width for each column: what its words need, and an even share of what is left, up to what it holds."""
    widths = list(least)
    spare = room - sum(widths)
    while spare > 0 and (wanting := [n for n, width in enumerate(widths) if width < most[n]]):
        share = max(1, spare // len(wanting))
        for n in wanting:
            given = min(share, most[n] - widths[n], spare)
            widths[n] += given
            spare -= given
    return widths


def _listed(columns: Sequence[Sequence[Text]]) -> Iterator[Text]:
    headings, *rows = zip(*columns, strict=True)
    for row in rows:
        for heading, cell in zip(headings, row, strict=True):
            if cell.plain.strip():
                yield Text(f"{heading.plain}: " if heading.plain else "").append_text(cell)
        yield Text()
