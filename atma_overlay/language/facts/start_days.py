"""When something begins or is planned for: *the freeze starts on December 12*, *the move is set for May 4*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.value_phrases import attribute_label, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene, value_text
from atma_overlay.records import Change

_BEGINNING = frozenset({"start", "begin"})
_PLANNING = frozenset("plan schedule set slate book".split())
BEGINNING = _BEGINNING | _PLANNING
"""Verbs of it."""
_LEADS = frozenset({"on", "for"})
_OF_ONE = frozenset({"at", "for", "in", "with", "of"})
"""*The freeze starts on December 20 for mobile*: of one of several."""
_OWNERS = frozenset({None, "my", "our"})
_PEOPLE = w.KIN | w.ACQUAINTANCES | w.SOMEBODY


def start_day(scene: Scene) -> Iterator[Candidate]:
    """The date of a thing by its noun; who starts somewhere on a day is told by other rules."""
    clause, thing = scene.clause, scene.clause.subject
    if thing is None or thing.pronoun is not None or thing.is_name or thing.of is not None or not _tells(clause):
        return
    if any(x.tag == t.PREP for x in clause.tokens[thing.end : clause.verb_start]):
        return  # my internship at Dell: one of several
    label = attribute_label(thing)
    led = thing.determiner in {"the", None} and thing.owner in _OWNERS
    if not label or not led or thing.head_lemma in _PEOPLE or scene.lexicon.is_role(thing):
        return
    for complement in clause.complements:
        phrase, kind, _ = value_of(complement.phrase)
        if complement.preposition not in _LEADS or kind != "date":
            continue
        if any(c.preposition in _OF_ONE for c in clause.complements if c is not complement) or _is_usual(scene):
            return
        attribute = scene.lexicon.fitting(label, phrase, kind) or f"{label} date"
        value, span = value_text(scene, phrase)
        found = make(scene, scene.turn.speaker, attribute, value, span, kind, None, Change.NONE, COPULAR, single=True)
        yield found.but(valid_from=scene.turn.at, valid_to=None, temporary=False)  # the day is the value
        return


def _is_usual(scene: Scene) -> bool:
    return not scene.sentence.words.isdisjoint({"usually", "normally", "often", "sometimes", "typically"})


def _tells(clause: Clause) -> bool:
    if clause.tense != "present" or clause.negated or clause.asked or clause.mood != "actual":
        return False
    return clause.verb in _PLANNING if clause.passive else clause.verb in _BEGINNING and clause.bare() is None
