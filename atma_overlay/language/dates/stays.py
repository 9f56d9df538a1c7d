"""For how long what a clause tells holds."""

from __future__ import annotations

from datetime import datetime, timedelta

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.dates.times import TimeSpan
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.scene import Scene, begins
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.records import Cardinality, Change


def interval(scene: Scene) -> tuple[datetime, datetime | None, bool]:
    """[valid_from, valid_to) as told, and whether the state is a temporary one."""
    at = scene.turn.at
    start, end, temporary = at, None, False
    if not scene.times:
        return start, end, temporary
    past = scene.clause.tense in {"past", "habit_past"} and not begins(scene.clause) and scene.clause.verb != "bear"
    for span in scene.times:
        if begins(scene.clause) and span.kind in {"in", "at", "during", "ago", "since"}:
            start = min(span.start, at)
        elif span.kind in {"since", "for"} and scene.clause.tense in {"perfect", "present"} and span.start <= at:
            start = span.start
        elif span.kind == "until" and span.end is not None and span.end > at:
            end, temporary = span.end, True
        elif past and span.kind == "until" and span.end is not None and span.end <= at:
            start, end = span.end - timedelta(days=1), span.end
        elif past and span.end is not None and span.end <= at and (span.kind in _OVER or _long_ago(span, scene)):
            start, end = span.start, min(max(span.end, span.start + _AROUND.get(_unit(span), timedelta())), at)
        elif scene.clause.tense == "present" and _next_ones(span, at):
            end, temporary = span.end, True
        elif span.kind in {"in", "during", "at"} and _this_period(span, scene) and not _is_lasting(scene):
            start, end, temporary = min(span.start, at), span.end, True
        elif span.kind in {"ago", "at", "in"} and span.start <= at and not _moves_now(scene):
            start = span.start
    return start, end, temporary


_OVER = frozenset({"in", "during", "at", "for"})
_NEXT = tuple(f"{lead} the {which} " for lead in ("for", "over", "during") for which in ("next", "coming", "following"))
_SHORT = timedelta(days=190)


def _next_ones(span: TimeSpan, at: datetime) -> bool:
    """*For the next two weeks*: a bounded stretch from now on; what is so *for the next five years* may stay so."""
    if span.end is None or not span.text.lower().startswith(_NEXT):
        return False
    return span.start - at <= timedelta(days=2) and at < span.end and span.end - at <= _SHORT


_AROUND = {"year": timedelta(days=365), "month": timedelta(days=30), "week": timedelta(days=7)}
"""How long what held *ten years ago* is known to have held: the unit that it is told in."""


def _unit(span: TimeSpan) -> str:
    said = span.text.lower().split() if span.kind == "ago" else []
    return said[-2].rstrip("s") if len(said) > 1 else ""


def _long_ago(span: TimeSpan, scene: Scene) -> bool:
    """*Ten years ago I worked at …*: a state of then; what was done then may stand (*ten years ago I quit*)."""
    return span.kind == "ago" and (scene.clause.verb == "be" or scene.clause.verb in scene.lexicon.stative_verbs)


def _is_lasting(scene: Scene) -> bool:
    """Whether what is told of a time is so after it, too: a reading, or where somebody moves then."""
    return _measured(scene) or (len(scene.times) == 1 and _moves(scene.clause))


def _moves(clause: Clause) -> bool:
    named = any(c.preposition in {"to", "into"} and c.phrase.is_name for c in clause.complements)
    return named and clause.verb in {"move", "relocate"}


def _moves_now(scene: Scene) -> bool:
    """*This year I'm moving to York*: not from the year's beginning."""
    return scene.clause.tense == "present" and _moves(scene.clause)


_COUNTED_OR_VERSION = kinds.COUNTED | {"version"}


def _measured(scene: Scene) -> bool:
    """*The tide's at 2.3 this week*: a reading, not a stay; it holds until the next one. *At 10* may be a time."""
    clause = scene.clause
    known = _known(scene)
    timed = known is not None and not kinds.TIMED.isdisjoint(known.values)  # our standup is at 10 this week
    found = [kind_of(c.phrase)[0] for c in clause.complements if not (c.preposition == "at" and timed)]
    set_so = known is not None and known.id not in _READINGS and "version" not in found  # my rent is £950 this month
    return clause.verb == "be" and any(k in _COUNTED_OR_VERSION for k in found) and not set_so


def _known(scene: Scene) -> Attribute | None:
    subject = scene.clause.subject
    return None if subject is None else scene.lexicon.by_noun(attribute_label(subject))


_READINGS = frozenset(
    """weight blood_pressure resting_heart_rate sleep_hours stress_level eyesight hearing height credit_score
    grade_average internet_speed""".split()
)
"""What is measured now and then: what it was may be the last that was read."""
_A_DAY = timedelta(days=1)


def over_since(found: Candidate, scene: Scene) -> Candidate:
    """*I lived in Leeds*, *my dose was 50 mg*: what was so until it is told, and is no fact now."""
    at = scene.turn.at
    if at.toordinal() == 1:
        return found  # the calendar has no day before
    return found.but(valid_from=min(found.valid_from, at - _A_DAY), valid_to=at)


def as_it_was(found: Candidate, scene: Scene) -> Candidate:
    """What a sum or a measure was at no time that is named: *my rent was £950* is over, *the bill was £50* stands.

    Args:
        found: a value that a clause in the past tells.
        scene: the clause.
    """
    if found.change is not Change.NONE or found.valid_to is not None:
        return found
    if not found.known_attribute:
        return found.but(cardinality=Cardinality.MULTI, additive=True)
    return found.doubted() if found.attribute in _READINGS else over_since(found, scene)


_TODAY = re2.compile(
    r"\b(?:years|ages|decades|months ago|used to|(?:a|the) (?:change|switch|jump|leap|swap|plunge)|switched|changed"
    r"|swapped|at first|back then)\b.*\b(?:and|but|so) (?:as of )?today,? (?:i|we) [a-z]"
)
"""*After years of it I made a change, and today I drive a Volvo*: set against what was, it is no one day."""


def _this_period(span: TimeSpan, scene: Scene) -> bool:
    """*This week I'm working from …*, *just for today*: a bounded stretch around now, in the progressive or with be."""
    at = scene.turn.at
    around = span.end is not None and span.start - at <= timedelta(days=2) and at < span.end
    short = span.end is not None and span.end - span.start <= timedelta(days=45)
    if span.text.lower() == "today" and ("still" in scene.clause.adverbs or _TODAY.search(scene.sentence.said)):
        return False  # I still live there today
    named = span.text.lower().startswith(("this ", "today", "tonight", "tomorrow", "the weekend", "for the weekend"))
    return around and short and named and span.grain in {"day", "week", "month"}
