"""Texts as the two databases keep them: equal, and in the same order, in both."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

__all__ = ["ESCAPE", "MAX_LOOKUP_CHARACTERS", "Lookup", "Words", "escaped", "shortened", "unescaped"]

MAX_LOOKUP_CHARACTERS = 240
"""Of what is only looked up and never read back: an index entry of PostgreSQL holds less than 2,704 bytes."""

ESCAPE = "\x01"
"""PostgreSQL stores no NUL: it becomes this and a 0, and this itself this and a 1."""


class Words(TypeDecorator[str]):
    """Any text, sorted by code point; on SQLite a plain `TEXT`."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Sorted by code point on PostgreSQL, too, whatever the database's own order is."""
        return dialect.type_descriptor(Text(collation="C") if _escapes(dialect) else Text())

    def bind_processor(self, dialect: Dialect) -> Callable[[str | None], str | None] | None:
        """Escapes for PostgreSQL; nothing for others."""
        return escaped if _escapes(dialect) else None

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[str | None], str | None] | None:
        """The reverse of `bind_processor`."""
        return unescaped if _escapes(dialect) else None


class Lookup(Words):
    """A text that is looked up and never read back: a long one is kept as its beginning and its digest."""

    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[str | None], str | None] | None:
        """Shortens for PostgreSQL; nothing for others."""
        return _lookup if _escapes(dialect) else None


def shortened(text: str) -> str:
    """A text of at most `MAX_LOOKUP_CHARACTERS`, different for different texts."""
    if len(text) <= MAX_LOOKUP_CHARACTERS:
        return text
    # Half a surrogate pair is refused where it is stored; here it only has to give some digest.
    digest = blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()
    return f"{text[: MAX_LOOKUP_CHARACTERS - len(digest)]}{digest}"


def _lookup(text: str | None) -> str | None:
    return None if text is None else escaped(shortened(text))


def _escapes(dialect: Dialect) -> bool:
    return dialect.name == "postgresql"


def escaped(text: str | None) -> str | None:
    """A text as PostgreSQL can store it."""
    if text is None or ("\0" not in text and ESCAPE not in text):
        return text
    return text.replace(ESCAPE, ESCAPE + "1").replace("\0", ESCAPE + "0")


def unescaped(text: str | None) -> str | None:
    """The reverse of `escaped`."""
    if text is None or ESCAPE not in text:
        return text
    return text.replace(ESCAPE + "0", "\0").replace(ESCAPE + "1", ESCAPE)
