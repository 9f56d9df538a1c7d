"""Taking secrets out of a text before anything else sees it."""

from __future__ import annotations

from collections.abc import Callable

from atma_overlay.digest import digest
from atma_overlay.errors import InvalidInputError
from atma_overlay.views import Turn

__all__ = ["Redact", "redacted", "redacted_key", "redacted_turn"]

Redact = Callable[[str], str]
"""Returns the text without what must not be kept; the same text gives the same answer, so that a key stays one."""


def redacted(text: str, redact: Redact | None) -> str:
    """The text as it may be kept.

    Raises:
        InvalidInputError: the hook failed, or returned no text; the message quotes none.
    """
    if redact is None:
        return text
    try:
        kept = redact(text)
    except Exception as error:
        # The hook's own error may quote what it was to take out.
        raise InvalidInputError("redact", f"raised {type(error).__name__}: nothing was stored or asked") from None
    if not isinstance(kept, str):
        raise InvalidInputError("redact", f"returned {type(kept).__name__}: return the text that may be kept")
    return kept


def redacted_turn(turn: Turn, redact: Redact | None) -> Turn:
    """A turn with its text, its speaker's name and its key as they may be kept. Raises: as `redacted`."""
    if redact is None:
        return turn
    name = None if turn.name is None else redacted(turn.name, redact)
    key = None if turn.key is None else redacted_key(turn.key, redact)
    return turn.model_copy(update={"text": redacted(turn.text, redact), "name": name, "key": key})


def redacted_key(key: str, redact: Redact | None) -> str:
    """A key that may be kept as it is, else its digest: two keys without their secrets may be one, and are two.

    Raises: as `redacted`.
    """
    return key if redacted(key, redact) == key else digest(key, characters=64)
