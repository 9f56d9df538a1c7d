"""What is told by another name of the user's lexicon, kept under the usual one: *NYC* with the norm of *New York City*.

Values stay as they were said; what a rule waits for and gives is told by the usual name.
"""

from __future__ import annotations

from dataclasses import replace

from atma_overlay.language.candidates import Candidate, Found, StatedContingency
from atma_overlay.values.own_names import OwnNames


def with_usual_names(found: Found, own: OwnNames) -> Found:
    """What was found, with the norm of the usual name wherever a value has another one."""
    if not own.written:
        return found
    return replace(
        found,
        candidates=tuple(_candidate(c, own) for c in found.candidates),
        contingencies=tuple(_rule(r, own) for r in found.contingencies),
    )


def _candidate(told: Candidate, own: OwnNames) -> Candidate:
    norm, old = own.norm(told.norm), own.norm(told.old_norm)
    if norm == told.norm and old == told.old_norm:
        return told
    return told.but(norm=norm, replaced=old if told.replaces is not None else None)


def _rule(told: StatedContingency, own: OwnNames) -> StatedContingency:
    when = told.when if told.when.value is None else replace(told.when, value=own.usual(told.when.value))
    parent = told.parent_value if told.parent_value is None else own.usual(told.parent_value)
    value = told.value if told.value is None else own.usual(told.value)
    return replace(told, when=when, parent_value=parent, value=value)
