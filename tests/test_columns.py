"""A table on the terminal breaks no word in the middle while there is another way."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from atma_overlay.cli.columns import Columns, Hanging

RECORD = "rec_0123456789abcdef0123"
EVIDENCE = "I moved to Atlanta because the headquarters relocated there."


def printed(*rows: tuple[str, ...], width: int, headings: tuple[str, ...] = ("label", "value", "evidence")) -> str:
    table, out = Columns(*headings), StringIO()
    for row in rows:
        table.add_row(*map(Text, row))
    Console(file=out, width=width, legacy_windows=False).print(table)
    return out.getvalue()


@pytest.mark.parametrize("width", [26, 30, 36, 40, 50, 60, 80, 120])
def test_no_word_is_broken_at_any_width_that_holds_it(width: int) -> None:
    shown = printed(("≠ contested", "Atlanta", EVIDENCE), ("current", RECORD, "said"), width=width)
    words = set(shown.split())
    assert {"contested", "Atlanta", RECORD, *EVIDENCE.split()} <= words
    assert max(len(line) for line in shown.splitlines()) <= width


def test_a_row_is_a_list_of_its_cells_where_they_do_not_fit_side_by_side() -> None:
    shown = printed(("current", "Atlanta", "I live there."), ("past", "", "I lived there."), width=20)
    assert (
        shown
        == "label: current\nvalue: Atlanta\nevidence: I live \nthere.\n\nlabel: past\nevidence: I lived \nthere.\n\n"
    )


def test_what_fits_is_as_wide_as_it_is() -> None:
    shown = printed(("current", "Atlanta", "there"), width=120)
    assert shown.splitlines()[2] == "current   Atlanta   there   "


def test_a_word_longer_than_an_id_is_broken_and_the_table_stays_one() -> None:
    shown = printed(("current", "Atlanta", "x" * 300), width=60)
    assert shown.splitlines()[0].split() == ["label", "value", "evidence"]
    assert shown.replace("\n", "").count("x") == 300


def test_wide_characters_count_as_the_columns_that_they_take() -> None:
    shown = printed(("current", "東京都" * 3, "住" * 8), width=44)
    assert "東京都東京都東京都" in shown
    assert "住" * 8 in shown


@pytest.mark.parametrize("width", [24, 40, 60])
def test_the_further_lines_of_a_hanging_text_stand_below_its_words(width: int) -> None:
    out = StringIO()
    told = Text(f"╰─ replaced: Chicago → Atlanta  2025-03-01, applied\n  “{EVIDENCE}”")
    Console(file=out, width=width, legacy_windows=False).print(Hanging(told, first=4, rest=7))
    first, *others = out.getvalue().splitlines()
    assert first.startswith("    ╰─ replaced:")
    assert others
    assert all(line.startswith(" " * 7) for line in others)
    assert max(map(len, [first, *others])) <= width
    assert out.getvalue().split() == told.plain.split()
