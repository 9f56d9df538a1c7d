"""The parts of speech, and a token with its own."""

from __future__ import annotations

from typing import NamedTuple

from atma_overlay.language.tokens import Token

PRON, POSS, DET, PREP, CONJ, REL, WH = "PRON", "POSS", "DET", "PREP", "CONJ", "REL", "WH"
BE, HAVE, DO, MODAL, FUTURE, NEG, ADV, TO = "BE", "HAVE", "DO", "MODAL", "FUTURE", "NEG", "ADV", "TO"
VERB, NOUN, NAME, NUM, QUOTE, GEN, PUNCT = "VERB", "NOUN", "NAME", "NUM", "QUOTE", "GEN", "PUNCT"
NOMINAL = frozenset({NOUN, NAME, NUM, QUOTE})
AUXILIARY = frozenset({BE, HAVE, DO, MODAL, FUTURE})


class Tagged(NamedTuple):
    """A token with its tag and its lemma; a tuple, since rules read thousands of them an utterance."""

    token: Token
    tag: str
    lemma: str
    lower: str
    """The word in lower case."""
    text: str
    """The word as written."""


_new = tuple.__new__
"""Makes one in a third of the time that its own constructor takes."""


def tagged_as(token: Token, tag: str, lemma: str) -> Tagged:
    """A token with a tag and a lemma."""
    return _new(Tagged, (token, tag, lemma, token.lower, token.text))
