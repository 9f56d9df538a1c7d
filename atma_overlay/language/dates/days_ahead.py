"""Days to come that no calendar reads: *I move to York Sunday*, *come June*, *after Easter I live in …*, *soon*."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from atma_overlay import re2
from atma_overlay.language.dates.dated import WEEKDAYS
from atma_overlay.language.dates.times import Kind, TimeSpan, find_times
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.words import FEASTS
from atma_overlay.language.turn import ReadSentence

__all__ = ["days_ahead", "in_a_while"]

_WEEKDAY = "|".join(sorted(WEEKDAYS))
_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_SEASON = "spring|summer|autumn|fall|winter"
_FEAST = (
    "|".join(sorted(FEASTS)) + r"|(?:the )?new year(?:['’]s)?|the holidays|the festive season|golden week|the break"
)
_OFF = (
    r"(?:my|our) (?:\w+ ){0,2}(?:leave|holidays?|vacation|sabbatical|notice(?: period)?|exams|finals|honeymoon"
    r"|probation|exile)|the (?:\w+ )?exams"
)
_COME = rf"come (?:the |next |this |early |late |mid-)*(?:{_MONTH}|{_WEEKDAY}|{_SEASON}|{_FEAST}|week|month|year)"
_AFTER = (
    rf"(?:right |straight |just |shortly |soon )?after (?:{_FEAST}|(?:the |this |next )?(?:{_SEASON}|{_WEEKDAY})"
    rf"|the (?:\w+ )?(?:holidays|break)|{_OFF}|{_MONTH})"
)
_BEFORE = rf"(?:at|over|before|by) (?:{_FEAST})"
_INDEFINITE = (
    r"eventually|some ?day|one (?:fine )?day|at some (?:point|stage|time)|sooner or later|in the long run|in due course"
    r"|down the (?:line|road)|in (?:the )?future"
)
"""On no day that anybody could name."""
_SHORTLY = (
    r"(?:very |pretty )?(?:soon|shortly)|before (?:too )?long|any (?:day|week|time) (?:now|soon)|in the near future"
    r"|(?:in|over|within) the (?:coming|next few|next couple of) (?:days|weeks|months)|in the new year"
    r"|in an? (?:day|week|month|year)['’]s time|in \w+ (?:days|weeks|months|years)['’] time"
    r"|next (?:term|semester|sprint|cycle|(?:school|academic|financial|tax) year)"
)
"""Soon, or on a day that hangs on more than the calendar."""
_SUBJECT = "i|i'm|i’m|we|we're|we’re|he|he's|she|she's|they|they're|it's|my|our|his|her|their|the"
_OPENS = re2.compile(
    rf"(?:^|[,;:.–—-] ?|\b(?:and|but|so|that) )(?:({_COME}|{_AFTER}|{_BEFORE}|{_SHORTLY}|{_INDEFINITE})"
    rf"(?:, |,? (?:{_SUBJECT})\b)|({_WEEKDAY}(?: morning| evening)?),? (?:{_SUBJECT})\b)"
)
"""A time that stands before whom a clause tells of."""
_CLOSES = re2.compile(
    rf"\b([\w'’-]+),? ({_COME}|{_AFTER}|{_BEFORE}|{_SHORTLY}|{_WEEKDAY})"
    r" ?(?:[.,;:!?)]|$|(?:and|but|so|because|already|at|morning|afternoon|evening|night|week)\b)"
)
"""A time at the end of what a clause tells."""
_CLOSES_SOME_DAY = re2.compile(rf"\b([\w'’-]+),? ({_INDEFINITE}) ?(?:[.,;:!?)]|$)")
_NO_DAY_BEHIND = frozenset(
    """to and or every each a an the last next this on until till by from since before after through my our his her
    their of for in as back""".split()
)
"""*Monday to Sunday*, *every Sunday*, *last Sunday*; *as soon*, *back soon*: no day on which something is to begin."""
_SHOWN = Sign(_OPENS.pattern, _CLOSES.pattern, _CLOSES_SOME_DAY.pattern, family=WORDINGS)
_SOME_DAY = re2.compile(_INDEFINITE)
_NAMED = re2.compile(rf"\b(?:come|after|at|over|before|by) (?:\w+ )*?({_MONTH}|{_WEEKDAY}|{_SEASON}|{_FEAST})$")
SOON = timedelta(days=14)
"""How far away is what is told for a time that nobody can name."""
_DAY = timedelta(days=1)
_DAYS = tuple(WEEKDAYS)
_LAST = datetime.max.replace(tzinfo=UTC) - SOON - _DAY
"""From then on the calendar has no day ahead."""


def days_ahead(sentence: ReadSentence, at: datetime) -> Iterator[TimeSpan]:
    """The wordings of days to come that `find_times` does not read, or reads as past.

    They lie ahead only with a verb in the present.

    Args:
        sentence: as read.
        at: when it was said.
    """
    if at > _LAST or not sentence.shows(_SHOWN, sentence.said):
        return
    for found in _OPENS.finditer(sentence.said):
        yield _span(sentence, at, found.span(1 if found.group(1) else 2), "since")
    verbs = [c.tokens[c.verb_start].token.start - sentence.sentence.start for c in sentence.clauses]
    for found in (*_CLOSES.finditer(sentence.said), *_CLOSES_SOME_DAY.finditer(sentence.said)):
        if found.group(1) not in _NO_DAY_BEHIND and any(verb < found.start(2) for verb in verbs):
            begun = found.group(2).startswith(("come ", "after ", "right ", "straight ", "just ", "shortly after"))
            yield _span(sentence, at, found.span(2), "since" if begun else "at")


def _span(sentence: ReadSentence, at: datetime, where: tuple[int, int], kind: Kind) -> TimeSpan:
    start = sentence.sentence.start
    said = sentence.said[slice(*where)]
    return TimeSpan(_begins(said, at), None, said, (start + where[0], start + where[1]), kind, "day")


def _begins(said: str, at: datetime) -> datetime:
    """When that is: of what is named in the calendar, then; of *soon*, in a while; of *eventually*, never."""
    if _SOME_DAY.fullmatch(said) is not None:
        return datetime.max.replace(tzinfo=UTC)
    named = _NAMED.search(said)
    if named is None:
        return at + _DAY if said.startswith(_DAYS) else in_a_while(at)
    for lead in ("on", "in", "over"):
        spans = find_times(f"I will leave {lead} {named.group(1)}", at)
        if spans and spans[0].start > at:
            over = spans[0].end if said.startswith("after") or " after " in said else None
            return over or spans[0].start
    return in_a_while(at)


def in_a_while(at: datetime) -> datetime:
    """When that is taken to have come which somebody is about to do, and says no day."""
    return min(at, _LAST) + SOON
