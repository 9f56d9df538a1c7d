"""Which thing a sentence tells of, where one attribute stands for several: *our plumber is …*, *our electrician is …*.

Attributes go by nouns that ask for one and the same kind of value, and some of these name different things: who has
another electrician has the plumber still.
"""

from __future__ import annotations

from functools import lru_cache

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.records import Statement
from atma_overlay.word_lists import read_groups

__all__ = ["of_another_sort"]


def of_another_sort(old: Statement, told: Candidate | Statement) -> bool:
    """Whether two statements of one attribute name different things that it stands for.

    Args:
        old: what stands.
        told: what is told later.
    """
    attribute = old.slot.attribute
    same = attribute == (told.slot.attribute if isinstance(told, Statement) else told.attribute)
    if not same or attribute not in _sorts():
        return False
    before = _named(old.evidence, attribute, old.value)
    return bool(before) and bool(after := _named(told.evidence, attribute, told.value)) and before.isdisjoint(after)


@kept_short(4096)
def _named(sentence: str, attribute: str, value: str) -> frozenset[int]:
    """The sorts that the noun next to a value may be of, in its own clause if there is one; none where that may be any.

    *Our plumber is Davy, the electrician's brother*; *Joe is our plumber and our electrician is Davy*.
    """
    pattern, sorts = _sorts()[attribute]
    said = sentence.lower()
    start = max(said.find(value.lower()), 0)
    end = start + len(value)
    nouns = [x for x in pattern.finditer(said) if x.end() <= start or end <= x.start()]
    bounds = [x.start() for x in _BOUNDS.finditer(said)]
    after, before = (
        max((x for x in bounds if x < start), default=0),
        min((x for x in bounds if x >= end), default=len(said)),
    )
    nouns = [x for x in nouns if after <= x.start() < before] or nouns
    gaps: dict[int, frozenset[int]] = {}
    for found in nouns:
        gap = max(start - found.end(), found.start() - end)
        gaps[gap] = gaps.get(gap, _ANY) | sorts.get(found.group("noun"), _ANY)
    return gaps[min(gaps)] if gaps else _ANY


_BOUNDS = re2.compile(r"[,;:.!?()]|\b(?:and|but|while|whereas)\b")
_ANY: frozenset[int] = frozenset()


@lru_cache(maxsize=1)
def _sorts() -> dict[str, tuple[re2._Regexp, dict[str, frozenset[int]]]]:
    """By attribute a pattern of its nouns, the longest first, and the sorts of those that are of one."""
    attributes = default_extractor().lexicon.attributes
    found = {}
    for attribute, groups in read_groups("noun_sorts.toml").items():
        nouns = sorted(attributes[attribute].nouns, key=len, reverse=True)
        pattern = re2.compile(rf"\b(?P<noun>{'|'.join(map(re2.escape, nouns))})s?\b")
        found[attribute] = (pattern, {noun: frozenset({i}) for i, group in enumerate(groups) for noun in group})
    return found
