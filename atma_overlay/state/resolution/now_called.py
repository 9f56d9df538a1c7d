"""What goes by another name now, told by *is* alone: *Bluefin is now Kestrel*, *our gym, Pulse, is FitWorks now*."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.language.grammar.words import common_words
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.state.slots.links import Links
from atma_overlay.state.terms import terms

_IDENTITY = "identity"
_CALLED = ("_call", "_called", "_name")


def now_called(candidate: Candidate, links: Links) -> Statement | None:
    """The one open record of the name that something had until now.

    Who somebody is now (*Ana is now Director*) is no name of theirs, and neither is what is an everyday word (*Acme is
    now Public*).

    Args:
        candidate: what a subject that is a name is told to be now.
        links: what was said before.
    """
    if candidate.change is not Change.SINCE or candidate.value_kind not in NAMED or not _is_a_name(candidate.value):
        return None
    name = candidate.subject
    if "'s " in name:
        return None
    held = links.found("value", terms(name), lambda s: s.norm == name and s.affirmed)
    named = [s for s in held if _goes_by_a_name(s) and candidate.attribute in {_IDENTITY, s.slot.attribute}]
    if len(named) != 1 or named[0].observation_id == links.observation.id or of_another_one(named[0], candidate):
        return None
    return named[0]


def _is_a_name(value: str) -> bool:
    said = value.split()
    plain = len(said) == 1 and value.lower() in common_words()
    letters = value.isupper() and len(value) <= _LETTERS
    return value[:1].isupper() and not plain and not letters


_LETTERS = 4
"""*Zyrtec is now OTC*: letters tell of a sort as often as they are a name."""


def _goes_by_a_name(record: Statement) -> bool:
    """Whether a record holds what a thing or a body is called, and nobody and no place."""
    known = default_extractor().lexicon.attributes.get(record.slot.attribute)
    if known is None:
        return record.slot.attribute.endswith(_CALLED)
    return "name" in known.values and "person" not in known.values and not known.id.startswith(("pet_", "other_pet"))
