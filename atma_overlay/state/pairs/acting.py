"""Acting: whether what a thing or a body does changes a record of the speaker's."""

from __future__ import annotations

from atma_overlay.language.candidates import IT, Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import MEASURED
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN, PETS
from atma_overlay.records import Statement
from atma_overlay.state.pairs.which_one import another_of_its_kind
from atma_overlay.state.slots.mentions import naming_terms
from atma_overlay.values.terms import terms

_ACTORS = (
    KIN
    | ACQUAINTANCES
    | PETS
    | frozenset(
        """employer previous_employer manager direct_report colleague team department bank insurance gym school
        university club coach doctor dentist therapist specialist vet hospital pharmacy garage bakery landlord cleaner
        plumber gardener babysitter hairdresser mechanic teacher advisor roommate spouse dating_partner""".split()
    )
)
"""Attributes whose values act themselves: *my gym moved to Leeds* is no other gym."""


def may_change(candidate: Candidate, old: Statement) -> bool:
    """Whether the act that a candidate is told of can change a record.

    What is told of the speaker can change whatever is the speaker's. What a thing or a body does changes what is told
    of that thing, by what it is called or in the sentence of old (*our database moved from Postgres to MariaDB*), and
    of what it is done to (*the council moved the bin day*); nothing else that is the speaker's. What *it* does changes
    no choice that only a person makes, whatever *it* may be: *it works at Norvane now*, *it banks with Halden*.
    """
    if candidate.doer is None:
        return True
    it, _, named = candidate.doer.partition(" ")
    named, chosen = (named, _chosen(old)) if it == IT else (candidate.doer, False)
    alike = candidate.attribute == old.slot.attribute
    worded = alike and candidate.attribute != candidate.thing
    if not chosen and (worded or not named):
        return True
    if alike and candidate.attribute == candidate.thing and _is_called(candidate.attribute, named):
        return True  # my account is with Nationwide now
    told = set(terms(named))
    if alike and candidate.norm == old.norm and told & naming_terms(old.slot.attribute):
        return True  # my bank is not HSBC any more
    if candidate.replaces is not None and another_of_its_kind(old.evidence, named):
        return False
    if told & (naming_terms(old.slot.attribute) | set(terms(old.slot.subject))):
        return candidate.replaces is not None or old.slot.attribute not in _ACTORS
    return bool(told & (set(terms(old.evidence)) - set(terms(old.value))))


def _is_called(attribute: str, noun: str) -> bool:
    """Whether what has an attribute is called by a noun, or by the last word of one: an *account* is a bank's."""
    known = default_extractor().lexicon.attributes.get(attribute)
    return known is not None and any(noun in {x, x.rpartition(" ")[2]} for x in known.nouns)


def of_nobody(candidate: Candidate) -> bool:
    """Whether a statement tells of an *it* what only a person has, so that it is no record of the speaker's."""
    known = default_extractor().lexicon.attributes.get(candidate.attribute)
    acts = candidate.doer is not None and candidate.doer.partition(" ")[0] == IT
    return acts and known is not None and known.domain != _OF_THINGS and candidate.value_kind not in MEASURED


_OF_THINGS = "software_project"


def _chosen(old: Statement) -> bool:
    """Whether a record holds what a person is, has or has chosen: no measure, no day, and nothing of a project's."""
    known = default_extractor().lexicon.attributes.get(old.slot.attribute)
    return known is not None and known.domain != _OF_THINGS and old.value_kind not in MEASURED
