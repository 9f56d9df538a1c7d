"""What a value told in passing is of: how many *we* are, how many are left, what was booked for anew.

As with every link, it stands only where exactly one open slot fits.
"""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay.language.candidates import BY_BOOKING, BY_HEADS, BY_PLATFORM, BY_REST, BY_TOTAL, Candidate
from atma_overlay.language.changes.totals import before
from atma_overlay.language.grammar.kinds import COUNTED
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN
from atma_overlay.records import Cardinality, Statement
from atma_overlay.state.pairs.adjudication import compatible
from atma_overlay.state.slots.links import Links
from atma_overlay.state.slots.project_settings import SETTINGS
from atma_overlay.values.terms import stem, terms

PASSING = frozenset({BY_HEADS, BY_REST, BY_BOOKING, BY_PLATFORM, BY_TOTAL})
_HEADS = frozenset(
    stem(x)
    for x in """member people person player student pupil employee developer engineer volunteer singer runner attendee
    participant guest child kid head staff colleague teammate subscriber resident""".split()
) | {stem(x) for x in KIN | ACQUAINTANCES}
_BOOKED = frozenset(
    stem(x)
    for x in """fly flight trip travel book booking hotel holiday vacation train ferry sail destination departure
    reservation stay cruise ticket""".split()
)


def reached(candidate: Candidate, text: str, links: Links) -> Statement | None:
    """The open record that a value told in passing is of.

    Args:
        candidate: an adoption whose attribute is one of `PASSING`.
        text: the utterance that it is of.
        links: the open records.
    """
    subject = terms(candidate.subject) or (candidate.subject,)
    mine = links.found("subject", subject, links.of_subject(candidate.subject))
    if candidate.attribute == BY_BOOKING:
        return _only(
            s
            for s in mine
            if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)
            and _BOOKED & set(terms(s.slot.attribute.replace("_", " ")))
        )
    if candidate.attribute == BY_PLATFORM:
        project = links.found("attribute", ["deploy", "target", "host", "databas"])
        return _only(s for s in project if s.slot.attribute in SETTINGS and s.value_kind == "name")
    counts = [s for s in mine if s.value_kind in COUNTED and s.unit and s.cardinality is Cardinality.SINGLE]
    if candidate.attribute == BY_TOTAL:
        return _only(
            s for s in counts if _number(s.norm) == before(candidate.evidence) and stem(s.unit or "") in _HEADS
        )
    if candidate.attribute == BY_HEADS:
        return _only(s for s in counts if stem(s.unit or "") in _HEADS)
    said = set(terms(text))
    return _only(s for s in counts if stem(s.unit or "") in said - _HEADS and _number(candidate.norm) < _number(s.norm))


def _only(records: Iterable[Statement]) -> Statement | None:
    found = list(records)
    return found[0] if found and len({s.slot for s in found}) == 1 else None


def _number(norm: str) -> float:
    """The number of a normalised value; without one, no count is smaller."""
    digits = next((x for x in norm.split() if x.replace(".", "", 1).isdigit()), None)
    return float(digits) if digits is not None else 0.0
