"""Patterns that ship as data, in which a name in `<>` stands for a part that several of them share."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["Templates", "read_templates"]

_NAME = re.compile(r"<([a-z_]+)>")


@dataclass(frozen=True, slots=True)
class Templates:
    """What a file of patterns holds, with its parts in place of their names.

    Attributes:
        parts: the parts by name.
        patterns: the patterns of each group, one a line of it.
    """

    parts: Mapping[str, str]
    patterns: Mapping[str, tuple[str, ...]]


@cache
def read_templates(name: str) -> Templates:
    """The patterns of a TOML file with a table of `parts`, each of which may name those before it, and of `patterns`.

    Raises:
        KeyError: a pattern names what is no part.
    """
    tables = tomllib.loads(resources.files("atma_overlay.data").joinpath(name).read_text(encoding="utf-8"))
    parts: dict[str, str] = {}
    for part, pattern in tables["parts"].items():
        parts[part] = _filled(pattern, parts)
    groups = tables["patterns"].items()
    return Templates(parts, {group: tuple(_filled(x, parts) for x in lines.splitlines()) for group, lines in groups})


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    return _NAME.sub(lambda named: parts[named.group(1)], pattern)
