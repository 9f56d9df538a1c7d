"""A value of a conversation file that knows where it stands, so that every complaint names the place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atma_overlay.errors import InvalidInputError
from atma_overlay.loaders.instants import parse_instant
from atma_overlay.views import Turn

ROLES = ("user", "assistant", "system", "tool")
_KINDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A value read from `place` (`file:line`), found under `path` (`sessions[0].at`)."""

    value: object
    place: str
    path: str = ""

    def broken(self, problem: str) -> InvalidInputError:
        """The error that names this place; to be raised by the caller."""
        return InvalidInputError(f"{self.place} {self.path}".rstrip(), problem)

    def replaced(self, value: object) -> Field:
        """The same place with another reading of its value."""
        return Field(value, self.place, self.path)

    def has(self, key: str) -> bool:
        """Whether this is an object with `key` set to something."""
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def at(self, key: str) -> Field:
        """The value under `key`, which must be there."""
        if not isinstance(self.value, dict):
            raise self.broken(f"must be an object, not {_kind(self.value)}")
        path = f"{self.path}.{key}".lstrip(".")
        if key not in self.value:
            raise Field(None, self.place, path).broken("is missing: add it")
        return Field(self.value[key], self.place, path)

    def items(self) -> list[Field]:
        """The members of a list."""
        if not isinstance(self.value, list):
            raise self.broken(f"must be a list, not {_kind(self.value)}")
        return [Field(item, self.place, f"{self.path}[{index}]") for index, item in enumerate(self.value)]

    def text(self) -> str:
        """Text that can be stored: not blank, and valid Unicode."""
        if not isinstance(self.value, str):
            raise self.broken(f"must be text, not {_kind(self.value)}")
        if not self.value.strip():
            raise self.broken("is empty: give it a text or remove the entry")
        try:
            self.value.encode()
        except UnicodeEncodeError as error:
            raise self.broken("holds half of a surrogate pair: write the character whole") from error
        return self.value

    def identifier(self) -> str:
        """An id: text or a whole number."""
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return str(self.value)
        return self.text()

    def number(self) -> int:
        """A whole number."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.broken(f"must be a whole number, not {_kind(self.value)}")
        return self.value

    def instant(self) -> datetime:
        """A date; without a zone it is read as UTC."""
        text = self.text()
        try:
            return parse_instant(text)
        except ValueError as error:
            raise self.broken(f"{text!r} is no date: write it like 2025-03-01T09:00:00Z") from error

    def turn(self, *, text_key: str) -> Turn:
        """A turn: `role`, the text under `text_key`, and an optional `name`."""
        role = self.at("role").text()
        if role not in ROLES:
            raise self.at("role").broken(f"{role!r} is no role: use one of {', '.join(ROLES)}")
        name = self.at("name").text() if self.has("name") else None
        return Turn(text=self.at(text_key).text(), role=role, name=name)

    def turns(self, *, text_key: str) -> tuple[Turn, ...]:
        """The turns of a list."""
        return tuple(item.turn(text_key=text_key) for item in self.items())


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "nothing")
