"""What is told for a day to come: *I'm moving to York next month*, *from Monday I work at Acme*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from atma_overlay.language import tags as t
from atma_overlay.language import words as w
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.clauses import Clause
from atma_overlay.language.days_ahead import days_ahead
from atma_overlay.language.irrealis import ENDING
from atma_overlay.language.scene import STARTS
from atma_overlay.language.stretches import Cover, end_of_clause
from atma_overlay.language.times import TimeSpan
from atma_overlay.language.tokens import Span
from atma_overlay.language.turn import ReadSentence, ReadTurn

_PAST_TOO = frozenset("cut put quit split set let hit shut spread read bet".split())
"""Verbs whose past is spelt like their present: *we cut over on Saturday* is told as done."""
_SHIFTING = frozenset("move become go rise increase drop fall change switch shift expire close open run".split())
_MARKS = frozenset(", - – — ( : ;".split())
_WAITED_FOR = frozenset({"once", "after"})
_ONWARDS = frozenset("on onwards onward".split())
_EACH = frozenset("a an per each every".split())
"""What makes a count one of each week: *three days a week from Monday*."""


def with_doubt_of_what_is_to_come(found: list[Candidate], sentence: ReadSentence, turn: ReadTurn) -> list[Candidate]:
    """What is told for a day to come, of whomever, is doubted, and holds from that day on at the earliest.

    What is so from a day on may be that day, and that is so already: *my leave is from Monday*, not *my rent is £950
    from the 1st*.

    Args:
        found: what a sentence tells.
        sentence: as read.
        turn: that it is of.
    """
    times = [*turn.times_of(sentence), *days_ahead(sentence, turn.at)]
    told = list(_announced(sentence, turn.at, times))
    if not told:
        return found
    acts = Cover(stretch for stretch, begins, _ in told if begins)
    since = Cover(stretch for stretch, begins, _ in told if not begins)
    days = Cover(day.span for _, _, found_days in told for day in found_days)
    timed = {(c.subject, c.attribute) for c in found if not days.holds(c.span)}

    def is_doubtful(c: Candidate) -> bool:
        is_day = days.holds(c.span) and (c.subject, c.attribute) not in timed
        return acts.holds(c.span) or (since.holds(c.span) and not is_day)

    def told_ahead(c: Candidate) -> Candidate:
        begins = [day.start for stretch, _, its in told if Cover([stretch]).holds(c.span) for day in its]
        return c.doubted().but(valid_from=max(c.valid_from, min(begins))) if begins else c.doubted()

    return [told_ahead(c) if c.part is not Part.RETRACTED and is_doubtful(c) else c for c in found]


def announced(sentence: ReadSentence, at: datetime, times: Sequence[TimeSpan]) -> list[Span]:
    """The clauses, as offsets into the text, that tell what is to happen at a named time: *I'm moving to … next month*.

    What is so *from Monday* is so only then, whatever verb tells it, and so it is with a time that opens the sentence:
    *next month my rent is …*. A time behind the verb may be what the clause tells: *my flight is on Friday*.

    Args:
        sentence: as read.
        at: when it was said.
        times: the time expressions of the sentence.
    """
    return [stretch for stretch, _, _ in _announced(sentence, at, [*times, *days_ahead(sentence, at)])]


def _announced(
    sentence: ReadSentence, at: datetime, times: Sequence[TimeSpan]
) -> Iterator[tuple[Span, bool, list[TimeSpan]]]:
    """Those clauses, whether it is something that happens (else it is so from then on), and the times that say so."""
    ahead = [s for s in times if s.start > at]
    waits = bool(sentence.clauses) and sentence.clauses[0].intro in _WAITED_FOR
    for clause in sentence.clauses if ahead or waits else ():
        starts = clause.verb in (STARTS | ENDING | _SHIFTING) - _PAST_TOO and not clause.progressive
        if clause.tense != "present" or clause.mood != "actual":
            continue
        start, end = clause.tokens[clause.start].token.start, end_of_clause(sentence, clause.verb_start)
        if waits and _is_awaited(clause, sentence):
            yield (start, end), True, []
            continue
        begins = clause.progressive or starts
        near = (s for s in ahead if start <= s.span[0] < end or s.span[1] <= start)
        days = [s for s in near if begins or _is_from(s, clause, sentence)]
        if days:
            yield (start, end), begins, days


def _is_awaited(clause: Clause, sentence: ReadSentence) -> bool:
    """*Once I've sold the flat I live in York*: what is so when something has come about that has not yet."""
    opening = sentence.clauses[0]
    if clause is opening or clause is not sentence.clauses[1] or "now" in clause.adverbs:
        return False
    return opening.tense in {"present", "perfect"} and opening.mood == "actual" and clause.subject is not None


def _is_from(time: TimeSpan, clause: Clause, sentence: ReadSentence) -> bool:
    """Whether a clause tells what is so from a time on, or at one that stands before whom it tells it of."""
    others = [c for c in sentence.clauses if c is not clause and c.mood != "infinitive"]
    verbs, whose = [_verb_at(c) for c in others], _subject_at(clause)
    if whose is not None and time.span[1] <= whose:
        told = "now" in clause.adverbs or any(verb < time.span[0] for verb in verbs)
        return not any(time.span[1] <= verb < whose for verb in verbs) and (not told or _leads(time, whose, sentence))
    own = _verb_at(clause)
    if time.kind != "since" or own > time.span[0] or "now" in clause.adverbs or _of_a_stay(time, sentence):
        return False
    taken = any(own < verb < time.span[0] for verb in verbs)
    return not taken and not any(_follows(time, c, sentence) for c in others)


def _of_a_stay(time: TimeSpan, sentence: ReadSentence) -> bool:
    """Whether a time tells when what is counted behind a mark begins: *…, three nights from 9 May*."""
    before = [x for x in sentence.tokens if x.token.end <= time.span[0]]
    marked = next((i for i in reversed(range(len(before))) if before[i].lower in _MARKS), len(before))
    counted = before[marked + 1 :]
    if len(counted) < 2 or counted[0].tag != t.NUM or counted[-1].lower not in w.TIME_NOUNS:
        return False
    return _EACH.isdisjoint(x.lower for x in counted)


def _leads(time: TimeSpan, whose: int, sentence: ReadSentence) -> bool:
    """Whether a time stands right before whom a clause tells it of, or behind a mark: *I'm off, and from Monday …*."""
    between = [x.lower for x in sentence.tokens if time.span[1] <= x.token.start < whose]
    if all(x in _ONWARDS for x in between):
        return True
    before = [x.lower for x in sentence.tokens if x.token.end <= time.span[0]]
    return bool(before) and (before[-1] in _MARKS or before[-1] in w.CONJUNCTIONS or before[-1] == "that")


def _verb_at(clause: Clause) -> int:
    return clause.tokens[clause.verb_start].token.start


def _subject_at(clause: Clause) -> int | None:
    subject = clause.subject
    return None if subject is None else subject.tokens[subject.start].token.start


def _follows(time: TimeSpan, clause: Clause, sentence: ReadSentence) -> bool:
    """Whether the subject of a clause stands right behind a time: *…, from Monday it is …*."""
    whose = _subject_at(clause)
    if whose is None or whose < time.span[1]:
        return False
    between = [x.lower for x in sentence.tokens if time.span[1] <= x.token.start < whose]
    return all(x == "," or x in _ONWARDS for x in between)
