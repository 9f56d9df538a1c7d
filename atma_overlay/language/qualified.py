"""What is told with a reservation: *ideally*, *on paper*, *after tax*, *by mistake*, *back then*, *because of rain*.

It is no later value of what holds as a rule: what is so at best, by another measure, by an error, in an earlier time or
on one occasion leaves the rest as it is, and is doubted where it would take its place.
"""

from __future__ import annotations

from collections.abc import Iterator

import re2

from atma_overlay.language.bounded import clause_of
from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.kinds import MEASURED, TIMED
from atma_overlay.language.signs import BROAD, Sign
from atma_overlay.language.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act, Change

__all__ = ["with_reservations"]

_SUPPOSED = (
    r"\b(?:ideally|theoretically|hopefully|hypothetically|in theory|in principle|on paper)\b"
    r"|\b(?:in (?:the|a) |at )?(?:best|worst)[- ]case\b|\bat (?:best|worst)\b"
    r"|\bin an? (?:ideal|perfect|fair|better|normal|just|sane) (?:world|week|day|month|year|case|life)\b"
    r"|\b(?:i (?:believe|think|guess|assume)|if i'm right|as far as i know)\?|\bnot (?:quite |so |really )?sure\b"
)
"""*Ideally I get up at six*: how it is wished for, said to be or could be."""
_UNDONE = (
    r"\b(?:but|then) (?:i |we |they )?(?:cancelled|backed out|reversed it|undid it|took it back|changed my mind"
    r"|changed our minds?)\b|\b(?:stayed put|fell through)\b"
    r"|\b(?:later|then|since) (?:\w+ed|cut|put|set) (?:again|back)\b"
)
_OTHER_FIRMS = (
    r"\b(?:(?i:clients?|customers?|competitors?|rivals?|vendors?|suppliers?|prospects?)"
    r"|(?i:another|the other) (?:team|company|firm|department|group))(?: \p{Lu}[\p{L}\p{N}-]*)?"
    r" (?:uses?|deploys?|runs?|moved|switched|migrated|went|ships?|hosts?|pays?|builds?|stores?|tests?|releases?)\b"
)
"""*Client X deploys to Azure now*: it is no state of who says so."""
_FREE_OF = (
    "tax|taxes|vat|deductions|clothes|shoes|boots|heating|shipping|postage|delivery|utilities|bills|bonus|bonuses|tips"
    "|discounts?|fees|commission|service charge|batteries|traffic|breaks|overtime|packaging|interest|expenses|insurance"
)
_BY_ANOTHER_MEASURE = (
    r"\b(?:officially|nominally)\b|\bon an? (?:good|bad|normal|typical|quiet|busy|perfect) (?:day|night|week|run)\b"
    r"|\b(?:minus|not (?:counting|including)|if you count|net of|apart from) (?:the |my |our |all |any )?[a-z]"
    r"|\bwith (?:the|my|our|an?) (?:[\w'’-]+ ){1,4}?(?:counted in|included|on top|thrown in|taken off)\b"
    r"|\bafter (?:the|my|our) (?:[\w'’-]+ ){1,4}?(?:share|cut|fees?|discount|deductions?|surcharge|allowance|rebate)\b"
    rf"|\b(?:before|after|without|with|including|excluding|incl\.?|excl\.?|net of|less) (?:{_FREE_OF})\b"
)
"""*After tax my salary is 38k*: another amount than the one that goes by the name."""
_BY_MISTAKE = (
    r"\b(?:by (?:mistake|accident|error)|in error|accidentally|mistakenly|wrongly|erroneously"
    r"|without (?:asking|permission|my (?:consent|permission|knowledge)|telling (?:me|us)))\b"
)
"""*Someone changed my number by mistake*: what holds is what should."""
_CHANGING = "raise[ds]?|cut|lower(?:ed|s)?|increased|reduced|changed|moved|set|put|switched|dropped|bumped|charged|paid"
_FORMER = (
    rf"\b(?:previous|former|ex-?|last) ?[\w-]+ (?:{_CHANGING})\b"
    r"|\bunder (?:the|my|our) (?:old|previous|former|last) [\w-]+"
    r"|\bback (?:in (?:the|(?:19|20)?\d\d)|then|when)\b|\b(?:years|ages|decades) ago\b|\blong ago\b"
    r"|\bin (?:the (?:old|early) days|those days|the beginning)\b|\b(?:originally|initially|at first|at the time)\b"
    r"|\blast (?:quarter|semester|term|season|decade)\b|\bin q[1-4]\b|\bat (?:launch|the start|the outset|first)\b"
    r"|\bduring (?:covid|lockdown|the (?:pandemic|war|lockdowns?|crisis|recession|merger)"
    r"|my (?:studies|degree|training))\b"
    r"|(?:^|[,;] )when (?:we|i) (?:first )?(?:\w+ed|came|got|began|went|took|bought|left|met|had|were|was)\b"
)
"""*Under the old boss the budget was raised*: a change of an earlier time, whose outcome need not be what holds now."""
_LONG_PAST = (
    r"\bwhen i was (?:an? |in |at |still |young|little|small|\d)"
    r"|\bin (?:my|our) (?:first|second|third|early|student|school|college|university) (?:years?|months?|days|weeks?|job"
    r"|flat|twenties|thirties)\b"
    r"|\bin the [\w-]+ (?:days|era|years|times)\b|\b(?:well|long|way) before (?:that|him|her|them|then|this)\b"
)
"""*When I was a student I swapped my Polo for a Panda*: of a time that is over, whatever is told of it."""
_THAT_DAY = (
    r"\b(?:moved|pushed|shifted|put back|brought forward|rescheduled|postponed)\b.*\b(?:today|tonight|tomorrow"
    r"|this (?:week|time|once))\b"
    r"|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day (?:because|due|since we|as we|for the)\b"
    r"|\b(?:we're|we are) (?:only |just |down to |up to )?[\w-]+(?: [\w-]+)?"
    r" (?:today|tonight|this (?:week|time|once))\b"
)
"""*Standup moved to 11 tomorrow*, *we're three this week*: one day, or one week."""
_ONCE = (
    r"\bbecause of (?:the |all the |this )?(?:rain|snow|storm|weather|heat|ice|wind|fog|strike|holiday|traffic|match)\b"
    r"|\bdue to (?:the )?(?:rain|snow|storm|weather|heat|ice|wind|fog|strike|holiday)\b"
    r"|\b(?:early|halfway(?: through)?) (?:today|tonight|because|due)\b"
)
"""*We cancelled tennis on Thursday because of the rain*: one occasion, and not the habit."""
_FEAST = (
    r"\b(?:celebrat(?:e|es|ed|ing)|throw(?:s|ing)?|host(?:s|ing)?) (?:\w+ ){0,3}?(?:\w+['’]s )?"
    r"(?:birthday|anniversary|name day|bday)\b"
)
"""*We celebrate my birthday on May 6 this year*: the party, and not the day."""
_SHOWN = Sign(
    _FEAST,
    _SUPPOSED,
    _UNDONE,
    _OTHER_FIRMS.replace(r"\p{Lu}", r"\p{L}"),
    _BY_ANOTHER_MEASURE,
    _BY_MISTAKE,
    _FORMER,
    _LONG_PAST,
    _THAT_DAY,
    _ONCE,
    family=BROAD,
)
_DOUBTING = re2.compile(f"{_SUPPOSED}|{_UNDONE}|{_BY_MISTAKE}")
_THEIRS = re2.compile(_OTHER_FIRMS)
_DAY = re2.compile(_THAT_DAY)
_MEASURED = re2.compile(_BY_ANOTHER_MEASURE)
_EARLIER = re2.compile(_FORMER)
_STORY = re2.compile(_LONG_PAST)
_OCCASION = re2.compile(_ONCE)
_PARTY = re2.compile(_FEAST)
_DATED = frozenset({"time", "day", "number", "quantity"})
"""Kinds of values that one day may have of its own."""


def with_reservations(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence, doubted where they are told with a reservation.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if not found or not sentence.shows(_SHOWN, sentence.lowered):
        return found
    doubtful = [*_clauses(_DOUBTING, sentence), *_clauses(_THEIRS, sentence, sentence.text)]
    measured, earlier, day, once = (list(_clauses(p, sentence)) for p in (_MEASURED, _EARLIER, _DAY, _OCCASION))
    party = list(_clauses(_PARTY, sentence))
    begin = sentence.sentence.start
    day += [(begin + m.start(), begin + m.end()) for m in _DAY.finditer(sentence.said)]  # its verb is in the wording
    story = _STORY.search(sentence.said) is not None

    def is_doubtful(c: Candidate) -> bool:
        if c.part is Part.RETRACTED or (c.valid_to is not None and c.act is not Act.END):
            return False
        return (
            touches(c.span, doubtful)
            or (c.value_kind in MEASURED and touches(c.span, measured))
            or (story and c.change is Change.TOLD)
            or (c.change is Change.TOLD and c.value_kind in MEASURED and touches(c.span, earlier))
            or (c.value_kind in _DATED and touches(c.span, day))
            or (c.value_kind in TIMED and touches(c.span, party))
            or (c.act is Act.END and touches(c.span, once))
        )

    return [c.doubted() if is_doubtful(c) else c for c in found]


def _clauses(wording: re2._Regexp, sentence: ReadSentence, said: str | None = None) -> Iterator[Span]:
    """The clauses, as offsets into the text, of which a wording is said: the sentence where there is no other verb."""
    start = sentence.sentence.start
    for found in wording.finditer(sentence.said if said is None else said):
        clause = clause_of(sentence, (start + found.start(), start + found.end()))
        yield (start, sentence.sentence.end) if clause is None else clause.offsets
