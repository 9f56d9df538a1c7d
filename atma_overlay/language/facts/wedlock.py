"""What somebody is by a wedding or its end: *I got married on Saturday*, *we got divorced*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.doubts.happened import dated_long_ago, in_doubt
from atma_overlay.language.grammar.clauses import Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.value_phrases import is_time_adjunct
from atma_overlay.language.making import make
from atma_overlay.language.scene import TYPED, Scene
from atma_overlay.language.turn import subject_of
from atma_overlay.records import Change

WEDDING = frozenset({"marry", "divorce", "engage"})
"""Verbs of it."""
_STATUS = "marital_status"
_GOT = frozenset({"got", "gotten"})


def wed(scene: Scene) -> Iterator[Candidate]:
    """The status that somebody has got; who *was married in 2010* may be so or not."""
    clause = scene.clause
    attribute = scene.lexicon.attributes.get(_STATUS)
    before = clause.tokens[clause.verb_end - 2].lower if clause.verb_end > 1 else ""
    if clause.verb not in WEDDING or attribute is None or not clause.done or before not in _GOT:
        return
    subject = subject_of(clause.subject, scene.turn)
    if subject is None or not all(_leaves_it_so(c, scene) for c in clause.complements):
        return
    told = clause.tokens[clause.verb_end - 1].token
    span = (told.start, told.end)
    found = make(scene, subject, attribute, told.text, span, "phrase", None, Change.TOLD, TYPED)
    doubted = in_doubt(clause, scene) or dated_long_ago(found, scene)
    yield found.but(valid_to=None, temporary=False, confidence=DOUBTED if doubted else found.confidence)


def _leaves_it_so(beside: Complement, scene: Scene) -> bool:
    """*To Sara*, *in Leeds*, *on Saturday*: not *engaged in a debate*, and not *married to the idea*."""
    phrase = beside.phrase
    if beside.preposition in {"to", "from"}:
        return phrase.is_name or subject_of(phrase, scene.turn) is not None
    placed = beside.preposition in {"in", "at"} and phrase.is_name
    return placed or is_time_adjunct(beside, kind_of(phrase)[0]) or kind_of(phrase)[0] in {"day", "date"}
