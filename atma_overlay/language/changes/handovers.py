"""Duties that are handed on: *Carla handed the Monday ops review to Dev*, *Priya passed the rota on to Tom*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import BY_HANDOVER, DOUBTED, TOLD, Candidate, Part
from atma_overlay.language.endings.occasions import is_bounded
from atma_overlay.language.facts.appointments import OFFICES
from atma_overlay.language.grammar.complements import TIMES
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, value_text
from atma_overlay.records import Change

VERBS = frozenset({"hand", "pass", "transfer"})


def handed_over(scene: Scene) -> Iterator[Candidate]:
    """Who has what somebody, by name, has handed on; what it is stands as the doer.

    Args:
        scene: the clause and what surrounds it.
    """
    clause, who, thing = scene.clause, scene.clause.subject, scene.clause.bare()
    if clause.verb not in VERBS or not clause.done or clause.passive or clause.negated or clause.asked:
        return
    if clause.mood != "actual" or clause.intro in {"if", "unless", "when", "whether"} or who is None or thing is None:
        return
    known = thing.determiner in {"the", None} and thing.owner in {None, "my", "our"} and thing.pronoun is None
    if not who.is_name or who.owner is not None or not known:
        return
    to = next((c.phrase for c in clause.complements if c.preposition == "to"), None)
    if to is None or not to.is_name or kind_of(to)[0] != "name":
        return
    value, span = value_text(scene, to)
    start, end = phrase_span(thing)
    made = make(
        scene, scene.turn.speaker, BY_HANDOVER, value, span, "name", None, Change.TOLD, TOLD, part=Part.ADOPTED,
        replaces=value_text(scene, who)[0], affirmed=True, single=False,
    ).but(doer=_without_office(scene.turn.text[start:end].lower()))  # fmt: skip
    meanwhile = any(is_bounded(c) or c.preposition in {"while", "during"} for c in clause.complements)
    passing = meanwhile or _this_time(scene)
    yield made.but(confidence=DOUBTED, valid_to=None, temporary=False) if passing else made


def _without_office(thing: str) -> str:
    """*The tech lead role* is that of the tech lead."""
    post, _, last = thing.rpartition(" ")
    return post if last in OFFICES and post else thing


def _this_time(scene: Scene) -> bool:
    """*For this week*, *today*: what may be back in the same hands after it."""
    said = scene.sentence.words
    return "this" in said and not TIMES.isdisjoint(said)
