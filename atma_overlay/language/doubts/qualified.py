"""What is told with a reservation: *ideally*, *on paper*, *after tax*, *by mistake*, *back then*, *because of rain*.

It is no later value of what holds as a rule: what is so at best, by another measure, by an error, in an earlier time or
on one occasion leaves the rest as it is, and is doubted where it would take its place. The words by which it is told
are data (`reservations.toml`).
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import BY_PLAN, Candidate, Part, touches
from atma_overlay.language.doubts.bounded import clause_of
from atma_overlay.language.grammar.kinds import MEASURED, NAMED, TIMED
from atma_overlay.language.grammar.signs import BROAD, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act, Change
from atma_overlay.word_lists import read_wordings

__all__ = ["with_reservations"]

_GROUPS = read_wordings("reservations.toml")
_SUPPOSED = (
    rf"\b(?:{_GROUPS['supposed']})\b"
    r"|\b(?:in (?:the|a) |at )?(?:best|worst)[- ]case\b|\bat (?:best|worst)\b"
    rf"|\bin an? (?:{_GROUPS['better']}) (?:{_GROUPS['better_times']})\b"
    r"|\b(?:i (?:believe|think|guess|assume)|if i'm right|as far as i know)\?"
    r"|\bnot (?:quite |so |really )?sure(?: (?:if|whether) (?:i|we)(?:'ve| have| ever| already)* "
    r"(?P<informed>told|mentioned|said|let|informed))?\b"
)
"""*Ideally I get up at six*: how it is wished for, said to be or could be."""
_UNDONE = (
    rf"\b(?:but|then) (?:i |we |they )?(?:{_GROUPS['called_off']})\b|\b(?:{_GROUPS['came_to_nothing']})\b"
    r"|\b(?:later|then|since) (?:\w+ed|cut|put|set) (?:again|back)\b"
)
_OTHER_FIRMS = (
    rf"\b(?:(?i:{_GROUPS['other_firms']})"
    rf"|(?i:another|the other) (?:{_GROUPS['other_groups']}))(?: \p{{Lu}}[\p{{L}}\p{{N}}-]*)?"
    rf" (?:{_GROUPS['doings_of_firms']})\b"
)
"""*Client X deploys to Azure now*: it is no state of who says so."""
_BY_ANOTHER_MEASURE = (
    rf"\b(?:{_GROUPS['by_name_only']})\b|\bon an? (?:{_GROUPS['kinds_of_days']}) (?:{_GROUPS['such_a_time']})\b"
    r"|\b(?:minus|not (?:counting|including)|if you count|net of|apart from) (?:the |my |our |all |any )?[a-z]"
    rf"|\bwith (?:the|my|our|an?) (?:[\w'’-]+ ){{1,4}}?(?:{_GROUPS['counted_with_it']})\b"
    rf"|\bafter (?:the|my|our) (?:[\w'’-]+ ){{1,4}}?(?:{_GROUPS['taken_from_it']})\b"
    rf"|\b(?:before|after|without|with|including|excluding|incl\.?|excl\.?|net of|less) (?:{_GROUPS['free_of']})\b"
)
"""*After tax my salary is 38k*: another amount than the one that goes by the name."""
_BY_MISTAKE = rf"\b(?:by (?:{_GROUPS['mistakes']})|in error|{_GROUPS['mistakenly']}|without (?:{_GROUPS['unasked']}))\b"
"""*Someone changed my number by mistake*: what holds is what should."""
_FORMER = (
    rf"\b(?:{_GROUPS['former']}) ?[\w-]+ (?:{_GROUPS['changing']})\b"
    rf"|\bunder (?:the|my|our) (?:{_GROUPS['former_rule']}) [\w-]+"
    rf"|\bback (?:in (?:the|(?:19|20)?\d\d)|then|when)\b|\b(?:{_GROUPS['long_ago']}) ago\b|\blong ago\b"
    rf"|\bin (?:{_GROUPS['first_days']})\b|\b(?:{_GROUPS['at_first']})\b"
    rf"|\blast (?:{_GROUPS['last_terms']})\b|\bin q[1-4]\b|\bat (?:{_GROUPS['beginnings']})\b"
    rf"|\bduring (?:covid|lockdown|the (?:{_GROUPS['bad_times']})|my (?:{_GROUPS['studies']}))\b"
    rf"|(?:^|[,;] )when (?:we|i) (?:first )?(?:{_GROUPS['begun']})\b"
)
"""*Under the old boss the budget was raised*: a change of an earlier time, whose outcome need not be what holds now."""
_LONG_PAST = (
    r"\bwhen i was (?:an? |in |at |still |young|little|small|\d)"
    rf"|\bin (?:my|our) (?:{_GROUPS['early']}) (?:{_GROUPS['times_of_life']})\b"
    rf"|\bas an? (?:{_GROUPS['young_ones']})\b|\bin (?:my|our) (?:{_GROUPS['decades']})\b"
    rf"|\b(?:straight|right|fresh|just) (?:out of|after) (?:{_GROUPS['schools']})\b"
    rf"|\b(?:aged|at (?:the|an) age of) (?:{_GROUPS['ages']})|\bat (?:1[3-9]|2\d|{_GROUPS['youths']})(?:[.,;!?]|$)"
    rf"|\bin the [\w-]+ (?:{_GROUPS['times_of_old']})\b|\b(?:well|long|way) before (?:that|him|her|them|then|this)\b"
)
"""*When I was a student I swapped my Polo for a Panda*: of a time that is over, whatever is told of it."""
_ISSUED = rf"\bfrom (?:{_GROUPS['issuers']})(?:[.,;!?]| |$)"
"""*I got a MacBook from work*: beside one's own."""
_THAT_DAY = (
    rf"\b(?:{_GROUPS['put_off']})\b.*\b(?:today|tonight|tomorrow|this (?:week|time|once))\b"
    r"|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day (?:because|due|since we|as we|for the)\b"
    r"|\b(?:we're|we are) (?:only |just |down to |up to )?[\w-]+(?: [\w-]+)?"
    r" (?:today|tonight|this (?:week|time|once))\b"
)
"""*Standup moved to 11 tomorrow*, *we're three this week*: one day, or one week."""
_ONCE = (
    rf"\bbecause of (?:the |all the |this )?(?:{_GROUPS['weather']}|{_GROUPS['on_the_road']})\b"
    rf"|\bdue to (?:the )?(?:{_GROUPS['weather']})\b"
    r"|\b(?:early|halfway(?: through)?) (?:today|tonight|because|due)\b"
)
"""*We cancelled tennis on Thursday because of the rain*: one occasion, and not the habit."""
_FEAST = rf"\b(?:{_GROUPS['celebrating']}) (?:\w+ ){{0,3}}?(?:\w+['’]s )?(?:{_GROUPS['feasts']})\b"
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
    _ISSUED,
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
_LENT = re2.compile(_ISSUED)
_OCCASION = re2.compile(_ONCE)
_PARTY = re2.compile(_FEAST)
_GOT = frozenset("get receive".split())
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
    lent = _GOT & sentence.verbs and _LENT.search(sentence.said) is not None

    def is_doubtful(c: Candidate) -> bool:
        if c.part is Part.RETRACTED or c.attribute == BY_PLAN or (c.valid_to is not None and c.act is not Act.END):
            return False
        return (
            touches(c.span, doubtful)
            or (c.value_kind in MEASURED and touches(c.span, measured))
            or (story and c.change is Change.TOLD and c.value_kind not in TIMED)
            or (lent and c.change is Change.TOLD and c.value_kind in NAMED)
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
        if found.re.groups and found.group(1):
            continue  # not sure if I told you
        clause = clause_of(sentence, (start + found.start(), start + found.end()))
        yield (start, sentence.sentence.end) if clause is None else clause.offsets
