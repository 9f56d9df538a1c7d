"""What was gone, shut or full for a while, or for what is told beside it: *Jenkins was gone all morning*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.stretches import token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act

_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_PART = "(?:morning|afternoon|evening|night)"
_PERIOD = rf"(?:{_PART}|day|week|weekend|fortnight|month|shift|lesson|summer|winter|spring|autumn|season|holidays?)"
_UNIT = rf"(?:second|minute|hour|{_PART}|day|week|weekend|fortnight|month|shift)s?"
_COUNT = (
    r"(?:(?:half )?an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
    r"|ninety|\d+|several|some|a few|a couple of)"
)
_CLOCK = r"(?:\d[\d:.]*(?: ?[ap]m)?|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_SO_LONG = (
    rf"(?:for )?(?:(?:almost |nearly )?all|(?:the|a|one) (?:whole|entire|full)) (?:of (?:last|this|the) )?{_PERIOD}\b"
    r"|(?:for )?(?:nearly |almost )?(?:most|much|part|some|half|all|the (?:rest|(?:better|best|first|last) "
    rf"(?:part|half))) of (?:yesterday|(?:(?:the|this|last|that) )?{_PERIOD})\b"
    r"|for (?:(?:about|around|roughly|nearly|almost|just|only|over|under|at least|more than|less than|maybe) )*"
    rf"{_COUNT}(?: or (?:so|two|three))?(?: (?:good|solid|full|whole|long|short|odd|tense))? {_UNIT}\b"
    r"|for (?:an? (?:(?:short|little|long) )?(?:while|bit|moment)|hours|days)\b"
)
_MEANWHILE = (
    r"overnight\b|over (?:the )?(?:night|weekend|holidays?|christmas|new year|easter|summer|lunch|(?:\w+ )?break)\b"
    r"|(?:during|throughout) (?:the|our|my|his|her|that|this|last|an?|yesterday's|today's) \w+"
    rf"|between {_CLOCK} and {_CLOCK}|from (?:{_CLOCK}|{_DAY}(?: {_PART})?) (?:to|until|till) \w+"
)
_THEN = (
    rf"(?:late |early )?yesterday(?: {_PART})?\b|(?:late )?last (?:night|weekend|{_DAY}(?: {_PART})?)\b"
    rf"|earlier (?:today|this {_PART})\b|this {_PART}\b|on {_DAY}(?: {_PART})?\b|(?:until|till) \w+"
)
_WHEN = f"(?:{_SO_LONG}|{_MEANWHILE}|{_THEN})"
_WAS = "(?:was|were|been|went|stayed|remained|lay|sat)"
_AWAY = (
    "(?:gone|down|off|away|out|closed|shut|missing|dead|offline|unavailable|unreachable|inaccessible|history|toast|absent"
    "|dark|kaput|defunct)"
)
_HOW = r"(?:(?:still|again|also|just|all|\w+ly) )?"
_LED = r"(?:,? (?:again|too|completely|entirely|of (?:action|service|order|reach|stock|town|the office)))?,? "
_INCIDENT = (
    r"(?:strikes?|snow|ice|heat\w*|storms?|flood\w*|leaks?|pipes?|power (?:cut|outage|failure)|outage|illness|sickness"
    r"|flu|exams?|elections?|concert|funeral|wedding|holidays?|event|competition|tournament|repairs?|maintenance"
    r"|renovations?)"
)
_OCCASION = (
    rf"(?:[\w-]+ing|{_INCIDENT}|{_PERIOD}|gala|inventory|stock-?take|refurb\w*|part(?:y|ies)|events|competitions"
    r"|tournaments|meet|match|game|vacation|lunch|prayers?|break|shoot|inspection|audit|upgrades?|works|outing|function"
    r"|visit|ceremony|festival|ball|photo shoot)"
)
_FOR_A_TIME = re2.compile(
    rf"\b{_WAS} {_HOW}{_AWAY}{_LED}{_WHEN}"
    rf"|\b(?:closed|shut|is (?:gone|dead|down|closed|shut)){_LED}(?:{_SO_LONG})"
    rf"|\b{_WAS} {_HOW}(?:closed|shut) (?:for (?:[\w'-]+ ){{0,3}}?{_OCCASION}"
    rf"|(?:because of|due to) (?:[\w'-]+ ){{0,3}}?{_INCIDENT})\b"
    rf"|(?:^|[,;:] |\b(?:and|but|so|because) ){_WHEN},? (?:[\w'.&-]+ ){{1,4}}?{_WAS} {_HOW}{_AWAY}\b"
)
"""For how long, when or for what something was away."""
_FOR_GOOD = re2.compile(
    r"\b(?:for (?:good|ever|keeps|(?:lack|want) of)|forever|permanently|ever since|never (?:re-?open|came|come)\w*"
    r"|too often)\b"
)
"""With any of this it is no absence, or one that had its consequence."""
_FROM_NOW = frozenset({"now", "nowadays", "instead"})
_NOT_TO_BE_HAD = frozenset(
    """closed shut full booked packed overbooked overcrowded crowded crammed flooded busy ill sick unavailable reserved
    offline broke broken crashed stuck jammed surging swamped""".split()
)
_AWAY_WITH = {
    "be": frozenset({"out", "off", "away", "down"}),
    "go": frozenset({"down", "away"}),
    "sell": frozenset({"out"}),
}
"""*Was out*, *went down*, *sold out*; what was *ripped out* is no more."""
_SHUT = frozenset({"closed", "shut"})
_SINGLE = (
    "evening|night|day|morning|afternoon|weekend|week|hour|session|class|lesson|visit|ride|trip|load|shop|round|game|match"
    "|rehearsal|practice|meeting|workout|swim|run|climb|meal|lunch|dinner|haircut|cut|appointment|coffee|order|delivery|shift"
)
_ONCE = re2.compile(
    rf"\bfor (?:just |only )?(?:one|an?|a single|that|the) (?:{_SINGLE})\b|\bfor (?:just )?(?:once|a change)\b"
    r"|\b(?:this|that|just the|just|only) (?:one time|once|time)\b|\b(?:that|the same) (?:evening|night|day|morning"
    r"|afternoon|weekend|week|time)\b|\b(?:last night|yesterday|tonight|this (?:morning|afternoon|evening))\b"
)
_TAKING_UP = frozenset(
    """join switch move change sign register enrol enroll subscribe migrate transfer buy order hire lease adopt start
    choose pick""".split()
)
_AS_PAST = frozenset("let put cut set hit".split())
"""Verbs whose past is as they are."""
_REASONS = frozenset({"because", "since", "as"})
_CALENDAR = w.DAY_NAMES | w.MONTH_NAMES


def lasting(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence without ends of what was only away, and is there again.

    Args:
        found: the candidates, some of which tell an end.
        sentence: what they were found in.
    """
    if _FOR_GOOD.search(sentence.said) is not None or _had_its_consequence(sentence):
        return found
    away = [*_for_a_time(sentence), *_made_up_for(sentence), *_renewed(sentence)]
    if not away:
        return found
    return [c for c in found if c.act is not Act.END or not any(a <= c.span[0] and c.span[1] <= b for a, b in away)]


def _had_its_consequence(sentence: ReadSentence) -> bool:
    """*PureGym was closed all summer, so I go to Fitworks now*, *so I joined Fitworks*."""
    by_now = not sentence.words.isdisjoint(_FROM_NOW)
    for clause in sentence.clauses:
        subject = clause.subject
        mine = subject is None or subject.pronoun in {"i", "we"} or subject.owner in {"my", "our"}
        if mine and by_now and clause.tense == "present":
            return True
        named = (c.phrase.is_name and c.phrase.head_lemma not in _CALENDAR for c in clause.complements)
        if mine and clause.verb in _TAKING_UP and clause.done and any(named):
            return True
    return False


def _for_a_time(sentence: ReadSentence) -> Iterator[Span]:
    """*Jenkins was gone all morning*, *Blockwerk was closed for route setting*."""
    start = sentence.sentence.start
    for match in _FOR_A_TIME.finditer(sentence.said):
        first, last = start + match.start(), start + match.end()
        opens, ends = token_at(sentence, first), token_at(sentence, last - 1)
        told = [c for c in sentence.clauses if c.verb_start <= ends]
        own = told[-1] if told else None
        if sum(c.verb_start >= opens for c in told) > 1:
            continue  # yesterday I heard that Jenkins was gone
        if own is not None and own.subject is not None:
            first = min(first, own.subject.tokens[own.subject.start].token.start)
        yield first, last


def _made_up_for(sentence: ReadSentence) -> Iterator[Span]:
    """*Blockwerk was full, so I tried Kletterhaus for one evening*: what one does once in its place."""
    for before, after in pairwise(sentence.clauses):
        if _is_for_once(after) and _is_not_to_be_had(before):
            yield before.offsets[0], after.tokens[after.start].token.start
        elif after.intro in _REASONS and _is_for_once(before) and _is_not_to_be_had(after):
            yield after.offsets


_ONE_MORE = r"(?:a new one|another(?: one)?|a replacement|a fresh one|new ones)"
_RENEWED = re2.compile(
    r"\b(?:ran out|run out|expired|lapsed|wore out|broke|gave up the ghost)\b[^.?!]{0,60}\b"
    rf"(?:(?:got|bought|ordered|have|picked up) (?:myself |me )?{_ONE_MORE}|renewed (?:it|them))"
)


_OF_ANOTHER_MAKE = re2.compile(r"^[,:]? ?(?:an?|the|this time an?)? ?\p{Lu}")
"""*… a new one, a MacBook*: the old one is had no more."""


def _renewed(sentence: ReadSentence) -> Iterator[Span]:
    """*My EpiPen ran out, so I've got a new one*: what is had still, as another of its kind."""
    match = _RENEWED.search(sentence.said)
    if match is not None and _OF_ANOTHER_MAKE.match(sentence.text[match.end() :]) is None:
        yield sentence.sentence.start, sentence.sentence.start + match.end()


def _is_for_once(clause: Clause) -> bool:
    as_past = clause.verb in _AS_PAST and clause.tokens[clause.verb_end - 1].lower == clause.verb
    if clause.verb in _TAKING_UP or not (clause.tense == "past" or as_past):
        return False
    return _ONCE.search(_PARTS.split(" ".join(x.lower for x in clause.tokens[clause.verb_end :]))[0]) is not None


_PARTS = re2.compile(r" [;:.!?]|,? (?:and|but|so) (?:i|we|now)\b")


def _is_not_to_be_had(clause: Clause) -> bool:
    """*Was closed*, *was fully booked*, *was sold out*; who *closed down* is no more."""
    subject = clause.subject
    if subject is None or subject.pronoun in {"i", "we"}:
        return False
    said = [x.lower for x in clause.tokens[clause.verb_start : max(clause.end, clause.verb_end + 1)]]
    no_more = "down" in said and not _SHUT.isdisjoint(said)
    return not no_more and not (_NOT_TO_BE_HAD | _AWAY_WITH.get(clause.verb, _NOTHING)).isdisjoint(said)


_NOTHING: frozenset[str] = frozenset()
