"""The state domains of what is said: a region of life that a change may reach (CUPMem, Table 8)."""

from __future__ import annotations

from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.values.terms import terms

CUED = 2
"""Attributes of the lexicon that a record's words may point to; each gives a domain."""


def domains_of(text: str, attribute: str, lexicon: Lexicon) -> frozenset[str]:
    """The state domains of something said of an attribute: the lexicon's own, else those that its words point to."""
    own = lexicon.by_noun(attribute.replace("_", " ")) if attribute else None
    if own is not None:
        return frozenset({own.domain})
    cued = lexicon.asked(frozenset(terms(f"{attribute.replace('_', ' ')} {text}")))
    return frozenset(a.domain for a, _ in cued[:CUED])
