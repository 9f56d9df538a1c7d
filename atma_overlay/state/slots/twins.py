"""Twins: records in other slots that say the same words of the same sentence as a record.

A sentence is often read in two ways (*booked by Halden* as who books and as whom one deals with), and a model may
name a slot that the rules named otherwise. What is forgotten goes from all of them; what changes goes on in none whose
attribute names the same thing.
"""

from __future__ import annotations

from atma_overlay.language.extract import default_extractor
from atma_overlay.records import Statement
from atma_overlay.state.slots.mentions import naming_terms
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.sameness import refines, same_value
from atma_overlay.values.terms import terms


def twins(record: Statement, workspace: Workspace, *, any_slot: bool = False, past: bool = False) -> list[Statement]:
    """The twins of a record, the latest first.

    Args:
        record: what is retired or retracted.
        workspace: where they are looked for.
        any_slot: whatever their attribute says; else only where it names what the record's does.
        past: those that are no longer open, too.
    """
    asked = terms(record.value)
    if not asked:
        return []
    found = workspace.found("value", asked, open_only=not past)
    return [s for s in found if _is_twin(s, record) and (any_slot or _named_alike(s, record) or _retold(s, record))]


def _is_twin(statement: Statement, record: Statement) -> bool:
    if statement.slot == record.slot or statement.observation_id != record.observation_id:
        return False
    if statement.affirmed != record.affirmed:
        return False
    within = statement.span[0] < record.span[1] and record.span[0] < statement.span[1]
    alike = same_value(statement.norm, record.norm) or refines(statement.norm, record.norm)
    return within and (alike or refines(record.norm, statement.norm))


def _named_alike(statement: Statement, record: Statement) -> bool:
    first, second = statement.slot.attribute, record.slot.attribute
    if naming_terms(first) & naming_terms(second):
        return True
    own, other = (set(terms(x.replace("_", " "))) for x in (first, second))
    return bool(own & other) and (own <= other or other <= own)


def _retold(statement: Statement, record: Statement) -> bool:
    """Whether one is the rules' open reading of what a model put into a slot of its own."""
    if (statement.extractor == record.extractor) or not same_value(statement.norm, record.norm):
        return False
    open_slots = [s for s in (statement, record) if s.slot.attribute not in default_extractor().lexicon.attributes]
    by_rules = [s for s in open_slots if s.extractor.startswith("rules")]
    return len(by_rules) == 1 and by_rules[0].confidence < SURE_OPEN


SURE_OPEN = 0.75
"""Open readings of the rules below this are their guess at a slot."""
