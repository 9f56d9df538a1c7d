"""What a page, a form or a draft shows: *my rent is 900 on the calculator page*, *it is Monday in the template*.

It may be so or not, and whoever tells it tells of the page: what stands is not replaced by it. What such pages are
called is data (`pages.toml`).
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, is_plain, overlap
from atma_overlay.language.grammar.signs import BROAD, Sign
from atma_overlay.language.turn import ReadSentence
from atma_overlay.word_lists import read_wordings

__all__ = ["shown_there"]

_GROUPS = read_wordings("pages.toml")
_PAGES, _BY_NAME, _EVERYWHERE = (_GROUPS[group] for group in ("pages", "by_name", "everywhere"))
_ENDS = (
    r"(?:$|[^\w\s'’-]| (?:now|and|but|i|my|the|we|our|it|from|of|for|by|that|which|they|she|he|is|are|to|at|on|in|with"
    r"|as|so|because|though)\b)"
)
_THERE = (
    rf"\b((?:on|in|per|according to) (?:the|that|this|these|their|his|her|some|an?|one) (?:[\w'’-]+ ){{0,3}}?"
    rf"(?:{_PAGES})|according to (?:the (?:{_EVERYWHERE})|{_BY_NAME})){_ENDS}"
)
_SHOWING = re2.compile(_THERE)
_NEWS = re2.compile(r"\bnew\b")
"""*On the new price list*: that is how it is."""
_JOINED = re2.compile(
    r"[;:.!?()]|\b(?:and|but|so|because|as|since|while|which|who|where|if|though|although|until|before|after|except)\b"
)
_SHOWN = Sign(rf"\b(?:{_PAGES}|{_EVERYWHERE}|{_BY_NAME})\b", family=BROAD)


def shown_there(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence, doubted where they are told of what is shown somewhere.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if not any(is_plain(c) for c in found) or not sentence.shows(_SHOWN, sentence.lowered):
        return found
    begin, said = sentence.sentence.start, sentence.said
    pages = [m.span(1) for m in _SHOWING.finditer(said) if _NEWS.search(m.group(1)) is None]

    def is_shown(c: Candidate) -> bool:
        start, end = c.span[0] - begin, c.span[1] - begin
        return any(
            not overlap((start, end), page) and not _JOINED.search(said[end : page[0]] or said[page[1] : start])
            for page in pages
        )

    return [c.doubted() if is_plain(c) and is_shown(c) else c for c in found]
