"""What is told for a day to come: *I'm moving to York next month*, *from Monday I work at Acme*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.dates.days_ahead import days_ahead, in_a_while
from atma_overlay.language.dates.times import TimeSpan
from atma_overlay.language.doubts import settled
from atma_overlay.language.doubts.irrealis import ENDING
from atma_overlay.language.doubts.under_way import OF_AMOUNTS, about_to
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.stretches import Cover, end_of_clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.typed import with_care
from atma_overlay.language.scene import STARTS
from atma_overlay.language.turn import ReadSentence, ReadTurn, read_turn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Cardinality, Change

_TIMED = kinds.TIMED | {"date"}
_PAST_TOO = frozenset("cut put quit split set let hit shut spread read bet".split())
"""Verbs whose past is spelt like their present: *we cut over on Saturday* is told as done."""
_SHIFTING = frozenset("move become go rise increase drop fall change switch shift expire close open run".split())
_MARKS = frozenset(", - – — ( : ;".split())
_WAITED_FOR = frozenset({"once", "after", "when"})
_ONWARDS = frozenset("on onwards onward".split())
_EACH = frozenset("a an per each every".split())
"""What makes a count one of each week: *three days a week from Monday*."""
_BEGINNING = PatternSet("start", "begin", "effect", "kick")
"""One of these stands in a text that `settled.beginning` finds something in."""


def with_doubt_of_what_is_to_come(
    found: list[Candidate], sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon
) -> list[Candidate]:
    """What is told for a day to come, of whomever, is doubted.

    What is so from a day on may be that day, and that is so already: *my leave is from Monday*, not *my rent is £950
    from the 1st*.

    Args:
        found: what a sentence tells.
        sentence: as read.
        turn: that it is of.
        lexicon: knows what lasts: *my boss is Priya next year*, and not *my hotel is the Ritz next week*.
    """
    times = [*turn.times_of(sentence), *days_ahead(sentence, turn.at)]
    told = list(_announced(sentence, turn.at, times))
    about = about_to(sentence, times, turn.at)
    begins = settled.beginning(sentence, turn) if turn.holds(_BEGINNING) else None
    if not told and about is None and begins is None:
        return found
    acts = Cover(x.stretch for x in told if x.begins)
    since = Cover(x.stretch for x in told if not x.begins and not x.behind)
    behind = Cover(x.stretch for x in told if x.behind)
    lasting = Cover(x.stretch for x in told if x.behind and all(day.grain != "day" for day in x.days))
    days = Cover(day.span for x in told for day in x.days)
    timed = {(c.subject, c.attribute) for c in found if not days.holds(c.span)}

    def is_doubtful(c: Candidate) -> bool:
        is_day = days.holds(c.span) and (c.subject, c.attribute) not in timed
        if is_day and (
            c.attribute.endswith(_UNTIL_WHEN) or (c.attribute.endswith(_ON_WHICH) and not c.known_attribute)
        ):
            return False  # my visa expires on 30 October: until when it holds is so already
        ahead = acts.holds(c.span) or (since.holds(c.span) and not is_day)
        ahead = ahead or (behind.holds(c.span) and not is_day and _lasts(c, lexicon, timed=lasting.holds(c.span)))
        ahead = ahead or (begins is not None and begins.doubts(c, sentence, lexicon))
        return ahead or (about is not None and about.doubts(c))

    def doubted(c: Candidate) -> Candidate:
        if c.part is Part.RETRACTED or not is_doubtful(c):
            return c
        if begins is not None and begins.until > sentence.sentence.end and begins.doubts(c, sentence, lexicon):
            return c.doubted().but(evidence=turn.text[sentence.sentence.start : begins.until])
        return c.but(change=Change.TOLD).doubted() if about is not None and about.turns_to(c) else c.doubted()

    return list(map(doubted, found))


_UNTIL_WHEN, _ON_WHICH = "_expiry", "_date"
_FOR_ONCE = frozenset({"meeting_place"})


def _lasts(candidate: Candidate, lexicon: Lexicon, *, timed: bool) -> bool:
    """Whether it is told of what lasts, and of no trip or appointment, which are known before their day.

    Args:
        candidate: what is told of a time to come.
        lexicon: knows which attributes last.
        timed: whether an hour may be one that lasts: *at 10 next month*, and not *at 10 tomorrow*.
    """
    known = lexicon.attributes.get(candidate.attribute) if candidate.known_attribute else None
    if known is None:
        return candidate.attribute.partition("_")[0] in lexicon.stative_verbs
    if known.domain == "current_focus_and_goals" or known.id in _FOR_ONCE:
        return False
    once = candidate.value_kind in _TIMED and not (timed and candidate.value_kind == "time")
    return candidate.cardinality is Cardinality.SINGLE and not once


def announced(sentence: ReadSentence, at: datetime, times: Sequence[TimeSpan]) -> list[Span]:
    """The clauses, as offsets into the text, that tell what is to happen at a named time: *I'm moving to … next month*.

    What is so *from Monday* is so only then, whatever verb tells it, and so it is with a time that opens the sentence:
    *next month my rent is …*. A time behind the verb may be what the clause tells: *my flight is on Friday*.

    Args:
        sentence: as read.
        at: when it was said.
        times: the time expressions of the sentence.
    """
    return [x.stretch for x in _announced(sentence, at, [*times, *days_ahead(sentence, at)])]


@dataclass(frozen=True, slots=True, order=True)
class DayToCome:
    """From when on something is told to be so.

    Attributes:
        begins: the day.
        guessed: whether nobody named one.
    """

    begins: datetime
    guessed: bool = False


def day_to_come(text: str, value: str, at: datetime) -> DayToCome | None:
    """The day from which on a value is told to be so; None where it is so already, or that cannot be told.

    It is one that something is moved, switched or raised on (*I'm moving to York in May*), or from which on it is so
    (*from Monday I work at Acme*): who *is learning Japanese for a trip next year*, or whose passport *expires* then,
    is told of as they are. Who *is moving to York*, and says no day, is taken to be there in a fortnight.

    Args:
        text: what was said.
        value: as it stands there.
        at: when it was said.
    """
    text, value = with_care(text), value.lower()
    turn = read_turn(text, speaker="user", at=at)
    begins: list[DayToCome] = []
    for sentence in turn.sentences:
        place = sentence.sentence.start + max(sentence.text.lower().find(value), 0)
        times = [*turn.times_of(sentence), *days_ahead(sentence, at)]
        about = about_to(sentence, times, at)
        if about is not None and about.holds((place, place + len(value))):
            begins.append(DayToCome(about.by, about.guessed))
        later = settled.beginning(sentence, turn)
        if later is not None and place < later.before and value in sentence.text.lower():
            begins.append(DayToCome(later.by))
        for told in _announced(sentence, at, times) if value in sentence.text.lower() else ():
            days = [day for day in told.days if not told.begins or _is_of_the_act(day, told, value, text)]
            beside = not any(day.span[0] <= place < day.span[1] for day in told.days)
            if not told.stretch[0] <= place < told.stretch[1]:
                continue
            if days and beside:
                begins.append(DayToCome(min(day.start for day in days)))
            elif not told.days:
                begins.append(DayToCome(in_a_while(at), guessed=True))
    return min(begins, default=None)


_BECOMING = frozenset("move relocate switch change shift become join transfer migrate start go".split())
_OF_AMOUNTS = OF_AMOUNTS | frozenset("raise lower cut reduce bump extend shorten set put push".split())
_ASIDE = re2.compile(r"(?i)\b(?:for|before|until|till|unless|with|in an?|on the|at the|after)\b")
"""Between a verb and a day: *I'm switching to Heroku until the migration next month*."""


def _is_of_the_act(day: TimeSpan, told: _Told, value: str, text: str) -> bool:
    """Whether a day is when what a clause tells is to be done: *I'm moving to York next month*."""
    if day.kind == "since":
        return True
    verb, measured = told.clause.verb, any(x.isdigit() for x in value)
    if verb not in _BECOMING and not (verb in _OF_AMOUNTS and measured):
        return False
    between = text[_verb_at(told.clause) : day.span[0]]
    return _ASIDE.search(between) is None


@dataclass(frozen=True, slots=True)
class _Told:
    """A clause that tells what is to come.

    Attributes:
        stretch: its offsets into the text.
        begins: whether it is something that happens; else it is so from then on.
        days: the times that say so.
        clause: itself.
        behind: whether such a time stands behind what it tells, which may be told of that time alone.
    """

    stretch: Span
    begins: bool
    days: list[TimeSpan]
    clause: Clause
    behind: bool = False


def _announced(sentence: ReadSentence, at: datetime, times: Sequence[TimeSpan]) -> Iterator[_Told]:
    """The clauses of a sentence that tell what is to come."""
    ahead = [x for x in map(_at_its_end, times) if x.start > at]
    waits = any(c.intro in _WAITED_FOR for c in sentence.clauses)
    agreed = sentence.verbs & settled.AGREEING
    for clause in sentence.clauses if ahead or waits or agreed else ():
        starts = clause.verb in (STARTS | ENDING | _SHIFTING) - _PAST_TOO and not clause.progressive
        if clause.mood != "actual":
            continue
        if clause.tense != "present":
            yield from _settled(clause, sentence, ahead)
            continue
        start, end = clause.tokens[clause.start].token.start, end_of_clause(sentence, clause.verb_start)
        if waits and _is_awaited(clause, sentence):
            yield _Told((start, end), True, [], clause)
            continue
        begins = clause.progressive or starts
        near = (s for s in ahead if start <= s.span[0] < end or s.span[1] <= start)
        days = [s for s in near if begins or _is_from(s, clause, sentence)]
        if days:
            yield _Told((start, end), begins, days, clause)
            continue
        behind = [s for s in ahead if start <= s.span[0] < end and _stands_behind(s, clause, sentence)]
        if behind:
            yield _Told((start, end), False, behind, clause, behind=True)


def _settled(clause: Clause, sentence: ReadSentence, ahead: Sequence[TimeSpan]) -> Iterator[_Told]:
    """*They raised my rent to 900 effective 1 September*: what is done by now, and comes about then."""
    if not clause.done:
        return
    start, end = clause.tokens[clause.start].token.start, end_of_clause(sentence, clause.verb_start)
    days = [s for s in ahead if s.kind == "since" and start <= s.span[0] and _is_from(s, clause, sentence)]
    if days or settled.is_agreed(clause, sentence):
        yield _Told((start, end), True, days, clause)


def _at_its_end(time: TimeSpan) -> TimeSpan:
    """*Later this month*: by its end, since it has begun."""
    later = time.end is not None and time.text.lower().startswith("later ")
    return replace(time, start=time.end) if later and time.end is not None else time


def _stands_behind(time: TimeSpan, clause: Clause, sentence: ReadSentence) -> bool:
    """*My boss is Priya next year*: whether a time ends a clause that tells one thing, and nothing parts them."""
    own = _verb_at(clause)
    told = [c.phrase for c in clause.complements if c.phrase.tokens[c.phrase.start].token.start < time.span[0]]
    if own > time.span[0] or "now" in clause.adverbs or len(told) != 1:
        return False
    thing = told[0]
    between = [x for x in sentence.tokens if own < x.token.start < time.span[0]]
    behind = next((x for x in sentence.tokens if x.token.start >= time.span[1]), None)
    whole = thing.tokens[thing.end - 1].token.end <= time.span[0] and not any(x.text in _MARKS for x in between)
    return whole and (behind is None or behind.tag in t.PUNCT_OR_CONJ)


def _is_awaited(clause: Clause, sentence: ReadSentence) -> bool:
    """*Once I've sold the flat I live in York*: what is so when something has come about that has not yet."""
    at = next((i for i, c in enumerate(sentence.clauses) if c.intro in _WAITED_FOR), 0)
    awaited, told = sentence.clauses[at], sentence.clauses[1:2] if at == 0 else sentence.clauses[at - 1 : at]
    if not told or clause is not told[0] or "now" in clause.adverbs:
        return False
    acts = clause.verb in (STARTS | ENDING | _SHIFTING) - _PAST_TOO
    to_come = acts or awaited.intro == "once" or (awaited.intro != "when" and (at == 0 or clause.progressive))
    waited = awaited.tense in {"present", "perfect"} and awaited.mood == "actual" and not awaited.negated
    return waited and to_come and clause.subject is not None


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
