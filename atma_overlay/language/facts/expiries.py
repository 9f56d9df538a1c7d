"""Until when a paper holds: *my lease runs until August*, *the visa expires on 30 October*, *got extended to May*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene, implicit_first_person, value_text
from atma_overlay.language.turn import owner_subject
from atma_overlay.records import Change

_PAPERS = frozenset(
    """lease tenancy contract visa passport permit licence license subscription warranty guarantee membership insurance
    policy certificate pass card registration agreement""".split()
)
"""What holds for so long, and is renewed."""
_ENDING = frozenset({"expire", "end", "lapse"})
_LASTING = frozenset({"run", "last", "be", "hold"})
_EXTENDING = frozenset({"extend", "renew", "prolong"})
EXPIRING = _ENDING | _LASTING | _EXTENDING
"""Verbs of it."""
_UNTIL: frozenset[str | None] = frozenset({"until", "till", "to", "through"})
_ON = frozenset({"on", "in", "at", None})
"""*Expires on 31 March*, *ends 31 March*."""
_GOOD = frozenset({"valid", "good"})
_NUMBERED = frozenset({"card"})
"""What ends in 2031 may have that number."""
_YEAR = re2.compile(r"^20\d\d$")


def expiry(scene: Scene) -> Iterator[Candidate]:
    """Until when something holds that the speaker, or somebody by name, has."""
    clause = scene.clause
    if clause.asked or clause.negated or clause.mood != "actual":
        return
    thing, told = _told_of(scene, clause)
    if thing is None or thing.head_lemma not in _PAPERS or thing.of is not None or thing.is_name:
        return
    sharing = (c for c in scene.sentence.clauses if c.subject is not None and c.subject.start == thing.start)
    first = next(sharing, clause)
    if thing is clause.subject and clause.tokens[thing.end : first.verb_start]:
        return  # the lease for the car
    known = thing.determiner == "the" or thing.owner is not None
    if not known and not (thing.determiner is None and thing.start == 0):  # visa runs till 30 October
        return
    for complement in clause.complements:
        phrase, kind, _ = value_of(complement.phrase)
        value, span = value_text(scene, phrase)
        dated = kind in {"date", "day"} or (_YEAR.match(value) is not None and thing.head_lemma not in _NUMBERED)
        if not dated or complement.preposition not in _before_the_day(clause):
            continue
        made = make(
            scene, owner_subject(thing, scene.turn), f"{attribute_label(thing)} expiry", value, span, "date", None,
            told, COPULAR, single=True,
        )  # fmt: skip
        yield made.but(valid_from=scene.turn.at, valid_to=None, temporary=False)  # the day is the value
        return


def _before_the_day(clause: Clause) -> frozenset[str | None]:
    """What leads to the day by which it is over: *expires on*, *runs until*, *runs out in*, *extended to*."""
    over = clause.verb in _ENDING or (clause.verb == "run" and clause.particle == "out")
    return _ON if over else _UNTIL


def _told_of(scene: Scene, clause: Clause) -> tuple[Phrase | None, Change]:
    """What is told of, and how plainly it is told that something changed."""
    if clause.verb in _EXTENDING:
        mine = clause.subject is not None and clause.subject.pronoun in {"i", "we", "they"}
        mine = mine or (clause.subject is None and implicit_first_person(clause, scene))
        if clause.passive:
            return clause.subject, Change.TOLD
        return (clause.bare() if mine and clause.done else None), Change.TOLD
    if clause.tense != "present":
        return None, Change.NONE
    said = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 1]]
    if clause.verb == "be" and _GOOD.isdisjoint(said):
        return None, Change.NONE
    subject = clause.subject
    before = [c for c in scene.sentence.clauses if c.verb_start < clause.verb_start]
    last = before[-1] if before else None
    renewed = last is not None and last.verb in _EXTENDING and last.done and not last.negated
    if last is None or subject is None or subject.pronoun == "it":
        thing = None if last is None or not renewed else last.subject if last.passive else last.bare()
        return (thing if last is not None else subject), Change.TOLD if last is not None else scene.told
    shared = renewed and last.subject is not None and last.subject.start == subject.start
    return subject, Change.TOLD if shared else scene.told
