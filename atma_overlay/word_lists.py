"""Lists and groups of words that ship as data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

__all__ = ["read_groups", "read_lines", "read_list", "read_wordings"]


def read_list(name: str) -> frozenset[str]:
    """A word list that ships as data, one entry a line, `#` for comments."""
    return frozenset(read_lines(name))


def read_lines(name: str) -> Iterator[str]:
    """The lines of a list that ships as data, in its order, without comments."""
    file = resources.files("atma_overlay.data").joinpath(name)
    text = file.read_text(encoding="utf-8")
    return (line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


def read_groups(name: str) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Groups of words that ship as data (TOML): the words of each line, a `|` between two of them."""
    file = resources.files("atma_overlay.data").joinpath(name)
    groups = tomllib.loads(file.read_text(encoding="utf-8"))
    return {group: tuple(tuple(line.split("|")) for line in lines.splitlines()) for group, lines in groups.items()}


@cache
def read_wordings(name: str) -> Mapping[str, str]:
    """Groups of wordings that ship as data (TOML), each joined to the alternatives of a pattern."""
    file = resources.files("atma_overlay.data").joinpath(name)
    groups = tomllib.loads(file.read_text(encoding="utf-8"))
    return {group: "|".join(wordings.split("\n")[:-1]) for group, wordings in groups.items()}
