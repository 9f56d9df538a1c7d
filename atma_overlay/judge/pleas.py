"""Pleas to forget: what a turn has to say before a model may have a record forgotten for it."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.endings.forget_words import KEEP, PLAIN, SPOKEN

_NOT = r"(?:not|never|don't|dont|no longer|stop|quit|cease|avoid|without|shouldn't|wish (?:i|we) hadn't|hadn't)"
_PLEA = re2.compile(
    rf"\b(?:{PLAIN}|remov(?:e|ed|ing|al)|erasure|deletion|discard|disregard|ignore|scrub|scrap|strike|redact|drop)\b"
    r"|\bun(?:said|told|heard|mentioned|shared|spoken)\b"
    rf"|\b{_NOT} (?:[\w']+ ){{0,4}}(?:{KEEP}|{SPOKEN}|mention(?:ing)?|us(?:e|ing)|refer(?:ring)?|repeat(?:ing)?)\b"
    r"|\boff the record\b|\bbetween (?:us|you and me)\b|\bto yourself\b|\btake (?:that|it|this) back\b"
    r"|\b(?:leave|keep|take) (?:[\w']+ ){0,6}out\b"
)


def asks_to_forget(words: str) -> bool:
    """Whether some words ask that something be forgotten, left out, or taken as never said."""
    return _PLEA.search(words.lower().replace("’", "'")) is not None
