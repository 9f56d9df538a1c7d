"""What is told to hold up to an end that lies ahead: *for the next two weeks*, *until I find a flat*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.stretches import token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

__all__ = ["MONTHS", "SHOWN", "ahead", "clause_of"]

_UNIT = "day|night|week|weekend|fortnight|month|quarter|sprint|semester|term|season"
MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_COUNT = (
    "an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a few|a couple of|another|several|some|the odd"
    r"|\d{1,3}"
)
_AHEAD = re2.compile(
    r"\b(?:for|over|during) (?:about |around |just |only )?(?:the|these|this) (?:next|coming|following) "
    rf"(?:[\w-]+ ){{0,3}}?(?:{_UNIT}|year)s?\b"
    r"|\b(?:for|over) (?:the|this) (?:rest|remainder) of (?:the |this )?(?:day|week|fortnight|month|sprint|summer"
    rf"|winter|spring|autumn|{MONTHS})\b"
    rf"|\bthese (?:next |coming )?(?:two|three|four|five|six|few|couple of) (?:{_UNIT})s\b"
    rf"|\bthis (?:{_UNIT}) (?:alone|and next)\b"
    rf"|\b(?:just|only) for (?:{MONTHS})\b|\bfor (?:{MONTHS}) (?:alone|only)\b"
    r"|\b(?:between now and|from now (?:until|till|to|through)) \w+"
    r"|\b(?:as|so) long as (?:i|we|he|she|they|it|my|our|the|his|her|their|this|that) \w+"
    r"|\b(?:over|throughout|for) (?:the |all )?(?:summer|winter|spring|autumn|holidays|festive (?:season|period))\b"
)
"""An end that is told from now on; whoever has a post *for the rest of the season* has it."""
_SO_LONG = re2.compile(
    rf"\bfor (?:just |only |about |around |maybe |up to )?(?:(?:{_COUNT}) (?:more )?(?:{_UNIT}|year)s?"
    r"|a (?:bit|while|spell|short while|little while|short time)|(?:the|a) moment|the present|some time)\b"
    r"(?P<on> now\b| already\b| so far\b| straight\b| running\b| an? | per | each | every | of | by now\b"
    r"| and counting\b)?"
)
"""With a verb in the present, how long it is to be so; *I've been in York for a month* tells how long it has been."""
_FOR_A_MONTH = re2.compile(rf"\b([\w'’-]+) (for (?:{MONTHS}))(?:[.,;!]|$| and\b| but\b)")
_MADE_FOR = frozenset(
    "planned scheduled set booked due slated pencilled fixed aimed targeted ready lined moved down in on up".split()
)
"""*The launch is planned for January*: the month is what is told."""
_UNTIL = re2.compile(r"\b(?P<before>[\w'’]+ )?(?:un)?till? (?P<first>[\w'’]+)(?P<rest>[^.,;:!?()]{0,80})")
_GONE = frozenset("now recently lately then today yesterday last about around".split())
"""*Until now*, *until last year*: what was so is so no more."""
_CLOCK = frozenset(
    """noon midnight midday lunch dinner breakfast bedtime late dawn dusk sunset sunrise half quarter one two three four
    five six seven eight nine ten eleven twelve closing""".split()
)
"""*Until six*, *until late*: an hour of the day."""
_ONLY_THEN = frozenset({"not", "open"})
_GOING = frozenset("move relocate switch change shift migrate convert go transfer swap join".split())
"""Verbs of which the past tells what is so since."""
SHOWN = Sign(_AHEAD.pattern, _SO_LONG.pattern, _UNTIL.pattern, _FOR_A_MONTH.pattern, family=WORDINGS)


def ahead(sentence: ReadSentence) -> Iterator[Span]:
    """The clauses, as offsets into the text, that tell what holds up to an end that lies ahead.

    Args:
        sentence: as read.
    """
    if not sentence.shows(SHOWN, sentence.said):
        return
    start = sentence.sentence.start
    for first, last in _wordings(sentence.said):
        clause = clause_of(sentence, (start + first, start + last))
        if clause is not None and _is_so_now(clause) and not _daily(clause, sentence.said[first:last]):
            opens, ends = clause.offsets
            yield (opens, start + first)  # what is told by the end itself stands: we keep logs for 30 days
            yield (max(opens, start + last), max(ends, start + last))


def _wordings(said: str) -> Iterator[Span]:
    """Where an end that lies ahead is told, as offsets into the sentence."""
    yield from (m.span() for m in _AHEAD.finditer(said))
    yield from (m.span() for m in _SO_LONG.finditer(said) if m.group("on") is None)
    yield from (m.span(2) for m in _FOR_A_MONTH.finditer(said) if m.group(1) not in _MADE_FOR)
    yield from ((max(m.start(), m.end(1)), m.end()) for m in _UNTIL.finditer(said) if _is_an_end(m))


def _is_so_now(clause: Clause) -> bool:
    """Whether it is told of now: *I've lived there for a month* tells how long it has been."""
    if clause.negated or clause.mood not in {"actual", "imperative"} or clause.asked:
        return False
    return clause.tense == "present" or (clause.verb in _GOING and clause.tense in {"past", "perfect"})


def _daily(clause: Clause, said: str) -> bool:
    """*I work from Monday until Friday*, *from nine till five*: a part of each week or day."""
    until = "till" in said or "until" in said
    return until and any(c.preposition == "from" for c in clause.complements) and "from now" not in said


def _is_an_end(found: re.Match[str]) -> bool:
    first, before = found.group("first"), (found.group("before") or "").strip()
    return first not in _GONE | _CLOCK and not first[:1].isdigit() and before not in _ONLY_THEN | w.NEGATIONS


def clause_of(sentence: ReadSentence, wording: Span) -> Clause | None:
    """The clause of which a wording is said: that before it, or the first; none where there is no other verb.

    Args:
        sentence: as read.
        wording: its offsets into the text.
    """
    verbs = [(c, c.tokens[c.verb_start].token.start) for c in sentence.clauses]
    others = [c for c, verb in verbs if not wording[0] <= verb < wording[1]]
    if not others:
        return None
    at = token_at(sentence, wording[0])
    return next((c for c in reversed(others) if c.start <= at), others[0])
