"""Measures that moved: the open record that a new count, price or dose is told of, whatever words name it."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.kinds import COUNTED, DOSED, MEASURED
from atma_overlay.language.scene import OPEN
from atma_overlay.records import Cardinality, Change, Statement
from atma_overlay.state.earlier import EarlierRecords
from atma_overlay.state.pairs.displacement import OPEN_AT
from atma_overlay.state.pairs.doses import is_anothers, of_other_stuff
from atma_overlay.state.pairs.particulars import of_another_slot
from atma_overlay.state.slots.association import told_apart
from atma_overlay.state.slots.mentions import EVERYDAY, names_something_else, naming_terms
from atma_overlay.values.normal import UNITS
from atma_overlay.values.terms import terms, words

_RARE_UNITS = frozenset("mb gb tb ms".split())
"""Units that few things are measured in: a told change of the only such measure is a change of that one."""
_HOW_LONG = frozenset(terms("second minute hour day week month year"))
"""What names nothing but the unit: *with a finish time of 25 minutes* tells of no commute."""
_ALIKE = 0.25
"""Share of the shorter sentence's words that two sentences have in common where they tell of one measure."""


def same_measure(earlier: EarlierRecords, candidate: Candidate) -> Statement | None:
    """The one open measure in the same unit whose sentence already used this attribute's words."""
    wanted = naming_terms(candidate.attribute)
    by_its_unit = candidate.unit in UNITS and wanted <= set(terms(candidate.unit))  # a range of 11 km is no commute
    if candidate.confidence < OPEN or wanted <= _HOW_LONG or by_its_unit:
        return None
    options = [
        s
        for s in earlier.found("unit", [candidate.unit or ""], earlier.held_with(candidate.subject))
        if s.cardinality is Cardinality.SINGLE
        and s.value_kind in COUNTED
        and wanted
        and wanted <= set(terms(s.evidence))
        and not told_apart(candidate.attribute, s.slot.attribute)
        and not of_another_slot(candidate, s)
    ]
    return options[0] if len({s.slot for s in options}) == 1 else None


def by_count(earlier: EarlierRecords, candidate: Candidate) -> Statement | None:
    """The one open count of the same things, where a new one is told: *three hens*, *I'm down to two hens*.

    What counts nothing that it names is looked for by the name of its slot.
    """
    counted = candidate.value_kind == "quantity" and candidate.unit is not None and candidate.unit not in UNITS
    thing = candidate.unit if counted else counted_by_name(candidate)
    if not thing or candidate.change is not Change.TOLD:
        return _by_joined_name(earlier, candidate)
    options = earlier.found("unit", [thing], earlier.of_subject(candidate.subject))
    options = [s for s in options if s.value_kind == "quantity" and s.confidence >= OPEN_AT]
    return options[0] if len({s.slot for s in options}) == 1 else None


def counted_by_name(candidate: Candidate) -> str:
    """*The guest count is up to 104*: what a bare number counts by the name of its slot; empty where that is none.

    Args:
        candidate: what is told.
    """
    thing, _, count = candidate.attribute.rpartition("_")
    return thing if candidate.value_kind == "number" and count == "count" and "_" not in thing else ""


def _by_joined_name(earlier: EarlierRecords, candidate: Candidate) -> Statement | None:
    """The one open number whose slot is called the same but for a gap: *min sdk 21*, *raised minsdk to 24*."""
    if candidate.change is not Change.TOLD or candidate.value_kind not in COUNTED or candidate.known_attribute:
        return None
    name, subject = candidate.attribute.replace("_", ""), candidate.subject
    mine = earlier.found("subject", terms(subject) or (subject,), earlier.of_subject(subject))
    alike = [s for s in mine if s.slot.attribute.replace("_", "") == name and s.value_kind == candidate.value_kind]
    return alike[0] if len({s.slot for s in alike}) == 1 and alike[0].confidence >= OPEN_AT else None


def by_evidence(earlier: EarlierRecords, candidate: Candidate) -> Statement | None:
    """The one open record of the same unit whose sentence shares a word with it beyond the value.

    A measure that moved is told with the thing it measures.
    """
    if candidate.value_kind not in MEASURED or (candidate.value_kind in COUNTED and candidate.unit is None):
        return None
    said = set(terms(candidate.evidence)) - set(terms(candidate.value)) - EVERYDAY
    if not said or candidate.unit is None:
        return None
    options = []
    for s in earlier.found("unit", [candidate.unit], earlier.of_subject(candidate.subject)):
        same = s.value_kind == candidate.value_kind
        named = said & set(terms(s.slot.attribute.replace("_", " ")))
        told = said & set(terms(s.evidence))
        content = min(len(said), len(set(terms(s.evidence)) - EVERYDAY))
        if told_apart(candidate.attribute, s.slot.attribute):
            continue
        if candidate.value_kind in {"money", "percent"}:
            told = told if naming_terms(candidate.attribute) & set(terms(s.evidence)) else set()
        shared = named or (len(told) > 1 and len(told) >= _ALIKE * content)
        lone = s.cardinality is Cardinality.SINGLE or s.unit in DOSED
        if same and shared and lone:
            options.append(s)
    rare = candidate.unit in _RARE_UNITS and candidate.attribute
    dosed = candidate.unit in DOSED and _is_taken(candidate)
    if not options and (dosed or (candidate.change is Change.TOLD and (rare or _went(candidate)))):
        found = earlier.found("unit", [candidate.unit], earlier.of_subject(candidate.subject))
        options = [s for s in found if s.cardinality is Cardinality.SINGLE or s.unit in DOSED]
        if rare:  # they moved the cluster to 32 GB
            options = [s for s in options if not names_something_else(candidate.attribute, s.slot.attribute)]
    if candidate.unit in DOSED:
        options = [s for s in options if not of_other_stuff(candidate, s)]
    return options[0] if len({s.slot for s in options}) == 1 else None


def _is_taken(candidate: Candidate) -> bool:
    """Whether a dose is somebody's, and not a pet's or one in a text: *I translate an insert for losartan 50 mg*."""
    said = set(words(candidate.evidence))
    name = candidate.attribute.replace("_", " ")
    return not is_anothers(candidate.evidence, name) and (candidate.change is not Change.NONE or bool(said & _TAKING))


_TAKING = frozenset(
    """take takes taking took taken dose doses dosage prescribed prescribes prescription prescriptions tablet tablets
    pill pills on put puts raised upped up increased lowered reduced cut down inject injecting daily day night morning
    evening twice once now instead switched changed bumped doubled halved gave given has have had me""".split()
)


def _went(candidate: Candidate) -> bool:
    """*We're down to four hours a night*: a direction tells that the measure was known before."""
    said = words(candidate.evidence)
    directed = {"down", "up", "back"} & set(said)
    return not candidate.attribute and bool(directed) and {"a", "per", "each", "every"} & set(said) != set()
