"""Pairs to train a head on: whether two sentences tell one state variable, and whether their stances then differ."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atma_overlay.errors import InvalidInputError

__all__ = ["LinkPair", "pairs_of_file"]

_HELD_OUT = 5
"""One group of so many is held out."""


@dataclass(frozen=True, slots=True)
class LinkPair:
    """Two sentences, the earlier first.

    Attributes:
        first: the earlier one.
        second: the later one.
        same: whether they tell the same variable.
        differs: whether their stances differ; None where the variable is not the same.
        group: what is held out together, so that a test has variables that no training had.
    """

    first: str
    second: str
    same: bool
    differs: bool | None
    group: str

    @property
    def held_out(self) -> bool:
        """Whether it is for the test."""
        return int(hashlib.sha256(self.group.encode()).hexdigest(), 16) % _HELD_OUT == 0


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore")

    first: str = Field(min_length=1)
    second: str = Field(min_length=1)
    same: bool
    differs: bool | None = None
    group: str = ""


def pairs_of_file(path: Path) -> Iterator[LinkPair]:
    """Pairs of your own: one JSON object a line with `first`, `second`, `same`, `differs` and a `group`.

    Raises:
        InvalidInputError: there is no such file, or a line is no pair.
    """
    if not path.is_file():
        raise InvalidInputError("pairs", f"there is no file {str(path)!r}: check the path")
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InvalidInputError("pairs", f"{str(path)!r} is not UTF-8 text: pass JSON lines") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = _Line.model_validate_json(line)
        except ValidationError as error:
            where = ".".join(map(str, error.errors()[0]["loc"]))
            problem = f"{where or 'the line'} is wrong: give first, second, same and differs"
            raise InvalidInputError(f"{path.name}:{number}", problem) from error
        if found.same and found.differs is None:
            raise InvalidInputError(f"{path.name}:{number} differs", "is missing: say whether the stances differ")
        group = found.group or f"{found.first}\n{found.second}"
        yield LinkPair(found.first, found.second, found.same, found.differs if found.same else None, group)
