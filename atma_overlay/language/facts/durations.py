"""How long something takes: *our nightly backup takes 35 min*, *drying the paint takes two days*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import DURATIONS, attribute_label
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, Scene, value_text
from atma_overlay.language.turn import owner_subject
from atma_overlay.values.normal import UNIT_OF

LASTING = frozenset({"take", "last"})
_ABOUT = frozenset({None, "about", "around", "over", "under"})
_PEOPLE = w.KIN | w.ACQUAINTANCES
"""Who takes two days takes them off."""


def duration(scene: Scene) -> Iterator[Candidate]:
    """The time that an undertaking of the speaker's takes, under the name of the undertaking."""
    clause = scene.clause
    if clause.verb not in LASTING or clause.tense != "present" or clause.negated:
        return
    measured = next((c.phrase for c in clause.complements if c.preposition in _ABOUT and _is_time(c.phrase)), None)
    label = _undertaking(scene) if measured is not None else ""
    if measured is None or not label:
        return
    subject = clause.subject
    owner = owner_subject(subject, scene.turn) if subject is not None and not subject.owner_is_name else None
    value, span = value_text(scene, measured)
    kind, unit = kind_of(measured)
    yield make(
        scene, owner or scene.turn.speaker, f"{label} duration", value, span, kind, unit, scene.told, OPEN, single=True
    )


def _is_time(measured: Phrase) -> bool:
    kind, unit = kind_of(measured)
    return kind == "quantity" and (unit in DURATIONS or UNIT_OF.get(measured.tokens[measured.head].lower) in DURATIONS)


def _undertaking(scene: Scene) -> str:
    """What takes the time: the subject (*the cool-down*), a deed (*charging the drone*); empty where it is somebody."""
    clause, subject = scene.clause, scene.clause.subject
    if subject is None:
        before = [c for c in scene.sentence.clauses if c.verb_start < clause.verb_start]
        deed = before[-1] if before else None
        if deed is None or deed.end != clause.verb_start or not deed.tokens[deed.verb_start].lower.endswith("ing"):
            return ""
        return f"{deed.verb} {attribute_label(deed.bare())}".strip()
    if subject.pronoun is not None or subject.is_name or subject.head_lemma in _PEOPLE:
        return ""
    named = f"{subject.owner} " if subject.owner_is_name and subject.owner else ""
    return f"{named}{attribute_label(subject)}".strip()
