"""One complement of *be*, read as a value."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.clauses import Complement
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import DURATIONS, is_time_adjunct, joined_name, value_of, whole_address
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, value_text
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.records import Change

OF_TIME = frozenset("day date time month week year season hour evening morning deadline".split())
"""What an attribute may end in that tells by itself that its value is a time."""


DULL_COMPLEMENTS = frozenset(
    """sure glad happy sorry fine good great ok okay afraid tired ready back home here there done able lucky hungry
    curious busy worried excited thankful proud right wrong true""".split()
)
EVALUATIVE = frozenset(
    """good great nice bad hard easy fun fine perfect lovely awful terrible odd weird funny brilliant amazing awesome
    fantastic wonderful excellent superb horrible dreadful rubbish useless reliable unreliable helpful unhelpful
    supportive friendly rude annoying kind mean strict lenient generous incredible delightful""".split()
)


@dataclass(frozen=True, slots=True)
class Said:
    """One complement of *be*, read as a value."""

    complement: Complement
    place: int
    """Its place among the complements, from 0."""
    phrase: Phrase
    kind: str
    unit: str | None
    text: str
    span: tuple[int, int]

    def of(
        self, scene: Scene, subject: str, attribute: Attribute | str, confidence: float, *, kind: str | None = None,
        change: Change | None = None, single: bool = True,
    ) -> Candidate:  # fmt: skip
        """The value as a candidate of an attribute; a kind that is given has no unit."""
        told = scene.told if change is None else change
        if kind is not None:
            return make(scene, subject, attribute, self.text, self.span, kind, None, told, confidence, single=single)
        return make(
            scene, subject, attribute, self.text, self.span, self.kind, self.unit, told, confidence, single=single
        )


def said_as(scene: Scene, complement: Complement, place: int) -> Said | None:
    """A complement as a value; None for a pronoun, and for what only says how long or when."""
    subject = scene.clause.subject
    if complement.phrase.pronoun is not None or subject is None:
        return None
    phrase, kind, unit = value_of(complement.phrase)
    if kind == "quantity" and unit in DURATIONS and subject.pronoun in {"it", "that", "this"}:
        return None
    adverbial = place > 0 or complement.preposition in {"since", "until", "for"}
    if adverbial and is_time_adjunct(complement, kind):
        return None
    if kind == "number" and complement.preposition == "at" and subject.pronoun is None:
        kind = "time"
    if kind == "name" and place == 0 and complement.preposition is None and subject.pronoun is None:
        phrase = joined_name(whole_address(phrase))
    text, span = value_text(scene, phrase)
    return Said(complement, place, phrase, kind, unit, text, span)
