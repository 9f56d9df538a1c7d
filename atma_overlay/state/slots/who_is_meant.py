"""Whether *my daughter*, *my eldest*, *my friend from school* is the one whose name is known for the relation.

A name is known of one of them: who is told apart from that one, by what they are or by a word that is said of several,
is somebody else or may be. What is told of them is kept under the relation then, and retires nothing of the named one.
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.grammar.ties import SEVERAL
from atma_overlay.language.grammar.words import KIN, lemma_of_noun

__all__ = ["is_meant"]

_WORD = re2.compile(r"[\p{L}'’-]+")
_SHE = frozenset(
    """daughter mother mum mom mummy sister wife girlfriend aunt niece grandmother grandma gran granny nan granddaughter
    fiancée goddaughter godmother landlady mother-in-law sister-in-law ex-wife ex-girlfriend hostess""".split()
)
_HE = frozenset(
    """son father dad daddy brother husband hubby boyfriend uncle nephew grandfather grandpa granddad grandson fiancé
    godson godfather landlord father-in-law brother-in-law ex-husband ex-boyfriend""".split()
)
_BY_ANOTHER = ("step", "half-", "god", "ex-")
"""What makes another relation of one: *stepdaughter*, *half-brother*."""
_RANKS = frozenset(
    """older elder eldest oldest younger youngest middle second third twin other another acting interim would-be future
    prospective stand-in substitute best closest""".split()
)
"""Said of one of several, or of who is not yet, or only for a while, what the noun says."""
_NEAR = 2
"""Words between *my* and the noun that may rank."""
_TOLD_APART = frozenset("from in at of who upstairs downstairs opposite".split())
"""What begins, behind the noun, which of several is meant."""


def is_meant(relation: str, named: str, told: str) -> bool:
    """Whether who is called by a relation may be taken for the one that is known by name for it.

    Args:
        relation: as it was said, in small letters, the noun last: *manager*, *old boss*.
        named: the sentence that told the name.
        told: the sentence that calls somebody so; empty where nothing is told.
    """
    head = relation.rpartition(" ")[2]
    then, now = _words(named), _words(told)
    if _unlike(head, set(then)):
        return False
    places = [n for n, word in enumerate(now) if lemma_of_noun(word) == head or word == head]
    if not places:
        return True
    at = places[0]
    if now[at] != head and head in KIN | SEVERAL:
        return now[at] in then  # my brothers
    ranks = _RANKS.intersection(now[max(0, at - _NEAR) : at])
    if not ranks <= set(then):
        return False
    return not (head in SEVERAL and at + 1 < len(now) and now[at + 1] in _TOLD_APART and now[at + 1] not in then)


def _unlike(head: str, named: set[str]) -> bool:
    """Whether the name was told of somebody of another kind: a son's is no daughter's, nor a stepdaughter's hers."""
    plain = next((head.removeprefix(x) for x in _BY_ANOTHER if head.startswith(x)), head)
    if plain not in _SHE | _HE or head in named:
        return False
    others = _HE if plain in _SHE else _SHE
    alike = (plain != head) == any(x.startswith(_BY_ANOTHER) for x in named & KIN)
    return not named.isdisjoint(others) or not alike


def _words(text: str) -> list[str]:
    return [x.removesuffix("'s").removesuffix("’s") for x in _WORD.findall(text.lower())]
