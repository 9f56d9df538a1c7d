"""The parts of speech, and a token with its own."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay.language.grammar.tokens import Token

PRON, POSS, DET, PREP, CONJ, REL, WH = "PRON", "POSS", "DET", "PREP", "CONJ", "REL", "WH"
BE, HAVE, DO, MODAL, FUTURE, NEG, ADV, TO = "BE", "HAVE", "DO", "MODAL", "FUTURE", "NEG", "ADV", "TO"
VERB, NOUN, NAME, NUM, QUOTE, GEN, PUNCT = "VERB", "NOUN", "NAME", "NUM", "QUOTE", "GEN", "PUNCT"
NOMINAL = frozenset({NOUN, NAME, NUM, QUOTE})
AUXILIARY = frozenset({BE, HAVE, DO, MODAL, FUTURE})
ADV_OR_CONJ = frozenset({ADV, CONJ})
ADV_OR_NEG = frozenset({ADV, NEG})
CONJ_OR_PRON = frozenset({CONJ, PRON})
NAME_OR_GEN = frozenset({NAME, GEN})
NAME_OR_NOUN = frozenset({NAME, NOUN})
NAME_OR_NUM = frozenset({NAME, NUM})
NOUN_OR_ADV = frozenset({NOUN, ADV})
NOUN_OR_VERB = frozenset({NOUN, VERB})
POSS_OR_DET = frozenset({POSS, DET})
POSS_OR_NAME = frozenset({POSS, NAME})
PREP_OR_TO = frozenset({PREP, TO})
PREP_OR_VERB = frozenset({PREP, VERB})
PUNCT_OR_ADV = frozenset({PUNCT, ADV})
PUNCT_OR_CONJ = frozenset({PUNCT, CONJ})
PUNCT_OR_PREP = frozenset({PUNCT, PREP})
VERB_OR_HAVE = frozenset({VERB, HAVE})
WH_OR_REL = frozenset({WH, REL})
ADV_BE_PREP = frozenset({ADV, BE, PREP})
ADV_DET_POSS = frozenset({ADV, DET, POSS})
ADV_DET_PREP = frozenset({ADV, DET, PREP})
ADV_HAVE_BE = frozenset({ADV, HAVE, BE})
BE_NEG_ADV = frozenset({BE, NEG, ADV})
CONJ_ADV_NEG = frozenset({CONJ, ADV, NEG})
CONJ_WH_REL = frozenset({CONJ, WH, REL})
DET_POSS_NUM = frozenset({DET, POSS, NUM})
DET_POSS_PUNCT = frozenset({DET, POSS, PUNCT})
HAVE_BE_NAME = frozenset({HAVE, BE, NAME})
NAME_NOUN_ADV = frozenset({NAME, NOUN, ADV})
NAME_NUM_QUOTE = frozenset({NAME, NUM, QUOTE})
NOUN_NAME_NUM = frozenset({NOUN, NAME, NUM})
NOUN_NAME_VERB = frozenset({NOUN, NAME, VERB})
NOUN_POSS_DET = frozenset({NOUN, POSS, DET})
NOUN_VERB_PREP = frozenset({NOUN, VERB, PREP})
PRON_WH_REL = frozenset({PRON, WH, REL})
PUNCT_CONJ_ADV = frozenset({PUNCT, CONJ, ADV})
PUNCT_CONJ_BE = frozenset({PUNCT, CONJ, BE})
PUNCT_PREP_CONJ = frozenset({PUNCT, PREP, CONJ})
VERB_ADV_PUNCT = frozenset({VERB, ADV, PUNCT})
VERB_BE_HAVE = frozenset({VERB, BE, HAVE})
ENDING_A_CLAUSE = frozenset({PUNCT, CONJ, WH, PREP})


@dataclass(slots=True, unsafe_hash=True)
class Tagged:
    """A token with its tag and its lemma; never changed once it is made.

    With slots, since rules read thousands of its fields an utterance, and a slot is read at a third of the cost of
    a field of a named tuple; not frozen, since making a frozen one costs four times as much.
    """

    token: Token
    tag: str
    lemma: str
    lower: str
    """The word in lower case."""
    text: str
    """The word as written."""


def tagged_as(token: Token, tag: str, lemma: str) -> Tagged:
    """A token with a tag and a lemma."""
    return Tagged(token, tag, lemma, token.lower, token.text)
