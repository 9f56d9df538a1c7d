"""What may go by another name now, told by *is* alone: *Bluefin is now Kestrel*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.facts.descriptions import tells_origin
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.language.grammar.words import common_words, jargon
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.state.slots.links import Links
from atma_overlay.values.terms import terms

_IDENTITY = "identity"
_CALLED = ("_call", "_called", "_name")


def now_called(candidate: Candidate, links: Links) -> Statement | None:
    """The one open record of the name that something may have had until now; *is* alone tells so only perhaps.

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
    if tells_origin(default_extractor().lexicon, candidate.value):
        return None  # Rivet is now Swiss
    named = [s for s in held if _goes_by_a_name(s) and candidate.attribute in {_IDENTITY, s.slot.attribute}]
    if len(named) != 1 or named[0].observation_id == links.observation.id or of_another_one(named[0], candidate):
        return None
    return named[0]


def _is_a_name(value: str) -> bool:
    """Whether words are a name, by one that is no everyday word: *Kestrel*, no *Open Source*, *Series B*, *Priya's*."""
    said = [x.lower() for x in value.split()]
    letters = value.isupper() and len(value) <= _LETTERS
    coined = any(x.isalpha() and len(x) > _INITIAL and not _is_everyday(x) for x in said)
    told_of_it = value.endswith(("'s", "’s")) or _SAYS_HOW.search(value.lower()) is not None
    return value[:1].isupper() and coined and not letters and not told_of_it


def _is_everyday(word: str) -> bool:
    return word in common_words() or word in jargon()


_LETTERS = 4
"""*Zyrtec is now OTC*: letters tell of a sort as often as they are a name."""
_INITIAL = 2
_SAYS_HOW = re2.compile(r"(?:less|-free|-owned|-based|-only|-led|-wide|-style|-friendly|-backed)$| and ")


def _goes_by_a_name(record: Statement) -> bool:
    """Whether a record holds what a thing or a body is called, and nobody and no place."""
    known = default_extractor().lexicon.attributes.get(record.slot.attribute)
    if known is None:
        return record.slot.attribute.endswith(_CALLED)
    return "name" in known.values and "person" not in known.values and not known.id.startswith(("pet_", "other_pet"))
