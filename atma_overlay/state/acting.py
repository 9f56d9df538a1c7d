"""Acting: whether what a thing or a body does changes a record of the speaker's."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.words import ACQUAINTANCES, KIN, PETS
from atma_overlay.records import Statement
from atma_overlay.state.links import naming_terms
from atma_overlay.state.terms import terms

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
    of what it is done to (*the council moved the bin day*); nothing else that is the speaker's.
    """
    worded = candidate.attribute == old.slot.attribute and candidate.attribute != candidate.thing
    if candidate.doer is None or worded:
        return True
    told = set(terms(candidate.doer))
    if told & (naming_terms(old.slot.attribute) | set(terms(old.slot.subject))):
        return candidate.replaces is not None or old.slot.attribute not in _ACTORS
    return bool(told & (set(terms(old.evidence)) - set(terms(old.value))))
