"""Which records a request to forget means that names a value: those that say it, and no other of the same thing."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.records import Slot, Statement
from atma_overlay.state.slots.topics import named_by, telling_terms
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.sameness import refines, same_value
from atma_overlay.values.terms import terms

_NAMES = re2.compile(r"(?:[\p{Lu}\p{N}][^ ,;!?]*)")
_FIRST_PERSON = frozenset("i i'm i've i'd i'll".split())


def meant_records(candidate: Candidate, workspace: Workspace) -> list[Statement]:
    """The records of the value that a request names, in the slot that its words tell or, where none is told, in any.

    None where the slot is known to hold something else alone.
    """
    if not candidate.attribute:
        return _told_alike(candidate.value, workspace)
    slot = Slot(candidate.subject, candidate.attribute)
    held = [s for s in workspace.statements(slot).values() if workspace.is_record(s)]
    fitting = [s for s in held if _says(s, candidate)]
    if fitting or workspace.active(slot):
        return fitting
    found = workspace.found("value", terms(candidate.value), open_only=False)
    return [s for s in found if _says(s, candidate) and _of_the_same(s, slot)]


def _says(statement: Statement, candidate: Candidate) -> bool:
    first, second = statement.norm, candidate.norm
    return same_value(first, second) or refines(first, second) or refines(second, first)


def _of_the_same(statement: Statement, slot: Slot) -> bool:
    """Whether a record is of what a slot is of: of its attribute, if by a pet, or a name of the same one's."""
    subject, attribute = statement.slot.subject, statement.slot.attribute
    if attribute == slot.attribute:
        return subject == slot.subject or subject.startswith(f"{slot.subject}'s ")
    return subject == slot.subject and statement.value_kind in NAMED


def _told_alike(said: str, workspace: Workspace) -> list[Statement]:
    """The records that a clause names by their value, where they have every name and figure of it."""
    asked = telling_terms(said)
    named = {x for m in _NAMES.findall(said) if m.lower() not in _FIRST_PERSON for x in terms(m)}
    return [s for s in named_by(said, workspace) if _has(s, named) and not set(terms(s.value)).isdisjoint(asked)]


def _has(statement: Statement, named: set[str]) -> bool:
    return named <= {*terms(statement.value), *terms(statement.evidence), *terms(statement.slot.subject)}
