"""What is said to have moved from one to another: *moved our docs from Jenkins to GitHub* tells of no build server."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.words import (
    ADVERBS,
    BE,
    COMPONENTS,
    CONJUNCTIONS,
    DETERMINERS,
    POSSESSIVES,
    PREPOSITIONS,
    WH_WORDS,
)
from atma_overlay.records import Statement
from atma_overlay.state.slots.topics import akin
from atma_overlay.values.terms import STOP_WORDS, terms

_MOVED = re2.compile(
    r"\b(?:switch|migrat|chang|convert|port|transfer|swap|mov|shift|renam|tak|took|bring|brought)\p{L}*"
    r" (?:(?:all|most|some|both|half|part)(?: of)? )?(?:of )?(?:my|our|the)"
    r" ((?:[\p{L}\p{N}'/-]+ ){0,4}?[\p{L}\p{N}'/-]+)(?: over| away| across| off)?(?: from| off) "
)
_ONE_OF_THEM = re2.compile(
    r"\b(?:switch|migrat|convert|port|transfer|swap|mov|shift)\p{L}* "
    r"(?:one|an?|another|some|a few|two|three|several) (?:[\p{L}\p{N}'/-]+ ){1,4}?(?:over |away |across )?(?:from|off) "
)
"""*We moved one demo off Heroku*: what else there is has not moved."""
_FOR = re2.compile(
    r" (?:to|onto) (?:[^,.;:]+?) for (?:my|our|the) ((?:[\p{L}\p{N}'/-]+ ){0,3}?[\p{L}\p{N}'/-]+)\s*[.,;!]?$"
)
_WHATEVER = frozenset(
    x
    for word in """account business contract company team everything stuff thing setup subscription membership plan
    stack custom customer policy family household office direct debit standing order whole entire personal main old own
    current house home flat app application infrastructure infra workload production platform system product""".split()
    for x in terms(word)
)
"""Nouns that tell nothing of what a value is of."""


_WHOLE = re2.compile(r"^(?:(?:whole|entire|complete|old|legacy) )+")


_PARTS = frozenset(x for word in COMPONENTS for x in terms(word))
"""Nouns that a record's subject goes without: *the booking app runs on …* is told of booking."""


def moves_the_thing_itself(evidence: str, old: Statement) -> bool:
    """Whether what a change names as moved is what a record is of: *moved our backend*, the record is the backend's.

    Args:
        evidence: the sentence that tells of the change.
        old: the record whose value is named as what it was before.
    """
    held, told = set(terms(old.slot.subject.replace("_", " "))), old.evidence.lower()
    moved = [_WHOLE.sub("", m.group(1)) for m in _MOVED.finditer(evidence.lower())]
    ours = any(f"{owner} {thing} " in f"{told} " for thing in moved for owner in ("our", "my", "the"))
    return bool(held) and ours and any(held <= set(terms(thing)) <= held | _PARTS for thing in moved)


def moves_another_thing(evidence: str, old: Statement) -> bool:
    """Whether a change names what moved, and that is of another sort than a record of the value that it moved from.

    Args:
        evidence: the sentence that tells of the change.
        old: the record whose value is named as what it was before.
    """
    said = evidence.lower()
    if _ONE_OF_THEM.search(said) is not None:
        return True
    found = [m.group(1) for pattern in (_MOVED, _FOR) for m in pattern.finditer(said)]
    if not found:
        return False
    known = default_extractor().lexicon.attributes.get(old.slot.attribute)
    names = " ".join((old.slot.attribute.replace("_", " "), *(known.nouns if known is not None else ())))
    about = akin(terms(f"{names} {old.evidence}"))
    telling = [akin(set(terms(thing)) - _WHATEVER) for thing in found]
    return any(telling) and all(about.isdisjoint(told) for told in telling if told)


_WORD = re2.compile(r"[\p{L}\p{N}]+(?:['’/-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]")
_BEHIND = STOP_WORDS | PREPOSITIONS | CONJUNCTIONS | WH_WORDS | DETERMINERS | POSSESSIVES | ADVERBS | BE
"""What may stand behind a noun phrase that is whole."""


def ends_a_phrase(thing: str, sentence: str) -> bool:
    """Whether a phrase of a sentence ends as a thing does: the book is nothing of *Carla runs the book club*.

    Args:
        thing: by its words; the last one says what it is.
        sentence: what was told before.
    """
    *_, head = terms(thing) or ("",)
    found = _WORD.findall(sentence.lower())
    behind = (after for word, after in zip(found, [*found[1:], "."], strict=True) if head in terms(word))
    return bool(head) and any(after in _BEHIND or not after[:1].isalnum() for after in behind)
