"""Whose thing each of two sentences tells of: *my phone* is not *my sister's phone*, nor *my company's*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.words import ACQUAINTANCES, GROUPS, KIN, PETS, lemma_of_noun, verb_lemma
from atma_overlay.records import Statement
from atma_overlay.state.pairs.thing_words import ENDS
from atma_overlay.values.terms import stem

_BODIES = frozenset(
    """company firm business startup employer workplace department agency organisation organization charity school
    nursery university college uni office customer supplier""".split()
)
_OTHERS = KIN | ACQUAINTANCES | PETS | GROUPS | _BODIES
"""Who has things of their own beside the speaker's; what a flat has is had by who lives there."""
_OF_ONE = re2.compile(
    r"\b(?i:my|our|his|her|their|the) (?:[\p{L}-]+ ){0,2}?(?:[\p{L}-]+['’]s )?(?P<who>[\p{L}-]+)['’]s? "
    r"(?P<what>\p{Ll}+(?: \p{Ll}+){0,3})"
)
_OF_MINE = re2.compile(
    r"\b(?:(?i:my)|I(?: have| got| bought| have got|['’]ve|['’]ve got) an? (?:new|different)) "
    r"(?P<what>\p{Ll}+(?: \p{Ll}+){0,3})(?P<behind>['’-]?)"
)
_Things = tuple[frozenset[str], frozenset[str]]
"""By the stems of their nouns, what a sentence says to be the speaker's, and what somebody else's."""


def of_another_owner(old: Statement, told: Candidate | Statement) -> bool:
    """Whether one sentence calls a thing *mine* that the other says to be of somebody, or of some body, else.

    *My sister's phone has changed to an iPhone* is told of no phone of mine, *our company's address* of no address of
    mine, and the other way round. *Our* is open: a company's address may be ours.

    Args:
        old: what stands.
        told: what is told later.
    """
    if "'" not in old.evidence + told.evidence and "’" not in old.evidence + told.evidence:
        return False
    (mine, theirs), (mine_then, theirs_then) = _things(old.evidence), _things(told.evidence)
    return bool((mine - theirs) & (theirs_then - mine_then) or (theirs - mine) & (mine_then - theirs_then))


@kept_short(4096)
def _things(sentence: str) -> _Things:
    mine = (_noun(m.group("what")) for m in _OF_MINE.finditer(sentence) if not m.group("behind"))
    return frozenset(x for x in mine if x), frozenset(_of_others(sentence))


def _of_others(sentence: str) -> Iterator[str]:
    for match in _OF_ONE.finditer(sentence):
        noun = _noun(match.group("what"))
        if noun and lemma_of_noun(match.group("who").lower()) in _OTHERS:
            yield noun


def _noun(run: str) -> str:
    """The stem of the noun that a run of words is headed by; empty where none is."""
    noun = ""
    for word in run.split():
        if word in ENDS or (word[-3:] != "ing" and verb_lemma(word) not in {None, word}):
            break
        noun = word
    return stem(lemma_of_noun(noun)) if noun else ""
