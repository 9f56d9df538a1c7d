"""What took the place of something that is told to be over: whether it is of its slot, and how sure the two are."""

from __future__ import annotations

from atma_overlay.language.candidates import DOUBTED, Candidate, Part
from atma_overlay.language.extract import default_extractor
from atma_overlay.records import Cardinality, Statement
from atma_overlay.state.pairs.displacement import surer
from atma_overlay.state.pairs.moved_things import moves_another_thing
from atma_overlay.state.resolution.adopting import TOLD_TOGETHER


def is_of_its_slot(candidate: Candidate, old: Statement) -> bool:
    """Whether a statement is of the very slot of an old value, which has one value at a time."""
    lone = candidate.cardinality is old.cardinality is Cardinality.SINGLE
    one = candidate.subject == old.slot.subject and candidate.attribute == old.slot.attribute
    return lone and one and candidate.part is Part.STATEMENT


def is_no_person(candidate: Candidate, old: Statement) -> bool:
    """*Marco and I split up. I've started at Acme*: whether nobody is told of to take the place of somebody."""
    placed = candidate.value_kind == "quote" or candidate.attribute.rpartition("_")[2] in _WHERE
    if not placed or candidate.attribute == old.slot.attribute:
        return False
    known = default_extractor().lexicon.attributes.get(old.slot.attribute)
    return known is not None and "person" in known.values


_WHERE = frozenset("in at near into".split())


def as_sure_as_both(partner: Candidate, retired: Candidate, old: Statement) -> Candidate:
    """What took the place of something, told with it: as sure as both, or as itself where it is of that one slot."""
    told = surer(partner, TOLD_TOGETHER)
    if is_of_its_slot(partner, old):
        return told
    doubted = retired.confidence <= DOUBTED or moves_another_thing(retired.evidence, old)
    return told.doubted() if doubted else told
