"""Requests to have something said before not kept or used, by what such a request consists of.

A verb of forgetting that is asked for, or a verb of keeping that is asked not to go on; and something that shows that
the assistant's own memory is meant: *your notes*, *what you keep on me*, *what I told you*.
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import ANCHORED, kind_of
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.value_phrases import phrase_span, value_of
from atma_overlay.language.turn import ReadSentence, ReadTurn

_PLAIN = r"(?:forget|delet|eras|wip|purg|disregard|ignor|redact|expung|scrub)(?:e|t?ing|es)?"
"""Verbs that are said of what is remembered or kept."""
_FORGET = (
    rf"(?:{_PLAIN}|(?:remov|discard|drop|los|clear|strik|bin|ditch|scrap|omit|destroy|shred|scratch|cut|tak|throw|leav"
    r"|blot|cross)(?:e|ing|ting|ping|bing|ning|es)?)"
)
_KEEP = (
    r"(?:keep|hold|stor|remember|retain|sav|hang|record|track|log|cling|us|repeat)"
    r"(?:e|ing|ging|es)?(?: up| on| onto| back| hold| track| a record)?"
)
_ASKED = (
    r"(?:please|kindly|(?:can|could|would|will) you|i(?:'d| would) (?:like|rather|prefer|want)|i want"
    r"|asks? (?:that )?you|mind)"
)
_REQUEST = re2.compile(rf"\b{_ASKED}\b")
_MEMORY = re2.compile(
    r"\byour (?:own |long-term )?(?:notes?|memory|memories|records?|files?|history|logs?|profile|summary|database|head"
    r"|list|data)\b|\b(?:whatever|what|anything|everything|all) (?:that )?you(?:'ve| have)? (?:keep|have|hold|know|stor"
    r"ed?|remember|got|saved|noted)\b|\bfrom the record\b|\b(?:on|about) (?:me|us|him|her|them)\b"
)
_SAID = r"(?:remarks?|comments?|story|stories|confessions?|admissions?|messages?|mention|slip|outbursts?|rants?)"
"""What somebody has said, as a noun: *that remark of mine about the loan*."""
_TOLD = re2.compile(
    r"\b(?:i|we)(?:'ve| have| had|'d)? (?:ever |once |just |only |already |stupidly |accidentally |shouldn't have "
    r"|should (?:not|never) have )?"
    r"(?:told|said|mentioned|gave|given|shared|typed|wrote|written|let slip|brought up|pasted|confessed|admitted"
    r"|confided|disclosed|revealed|spilled|blurted|posted|sent|named)\b"
    rf"|\b{_SAID} of mine\b|\bmy (?:\w+ )?{_SAID} (?:about|regarding)\b"
)
_OPENING = rf"(?:^|[,:;.!?-]\s*|\b(?:and|so|also|but|oh|then|to|{_ASKED})\b[^.!?,]{{0,25}}?\s?)"
_FORGETTING = re2.compile(rf"{_OPENING}\b{_FORGET}\b([^,;:.!?]*)")
_PLAINLY = re2.compile(rf"{_OPENING}\b{_PLAIN}\b")
_MENTIONING = r"\b(?:never|don't|do not) (?:ever )?(?:mention|bring up|refer to|raise|repeat|bring)\b"
_BROUGHT_UP = re2.compile(rf"{_MENTIONING}[^.!?]* (?:again|any ?more|ever)\b")
_NOT_KEEPING = re2.compile(
    rf"\b(?:don't|do not|never|stop|quit|not|no longer|cease|without|didn't|avoid)\b(?: \w+){{0,2}}? {_KEEP}\b"
)
_UNDOING = re2.compile(r"\b(?:un-?(?:learn|know|remember|hear|see|say|save|note))\b|\btake back what (?:i|we)\b")
_OUT_OF = re2.compile(
    r"\b(?:out of|gone from|off|not (?:be )?in|shouldn't be in|removed? from|vanish from|disappear from|stay out of"
    r"|away from) (?:all )?your (?:own )?(?:notes?|memory|records?|files?|history|logs?|profile|head|books)\b"
)
_IS_OUT = re2.compile(
    r"\b(?:is|are|was|were|has|have|had|got)(?: \w+)? (?:been )?(?:gone|removed|missing|out|off)\b"
    r"|\bwants? [^,;]*\?|\b(?:never|not|n't) want\b[^,;]*\b(?:gone|out|off|away|vanish|disappear)\b"
)
"""*My rent is gone from your memory* asks for nothing."""
_OF_THINGS = ("use", "using", "hold", "holding", "keep", "keeping")
"""What is said of things of the speaker's, too: *don't hold my rent against me*."""
_ABSTRACT = re2.compile(r"\b(?:how (?:do|can|to|would)|what happens if|should i|can i|do i|why (?:do|can|did))\b")
_POINTING = re2.compile(r"\b(?:it|that|this|those|them|these|so|all of it|don't)\b")
_EMPTY = frozenset(
    """please kindly can could would you will not hold on to it that this against name any more all of and also so oh
    delete forget erase remove keep don't do un-remember unlearn anymore again ever either me my the a them those i ok
    just from your memory notes record records now hang onto""".split()
)
_ASKING = PatternSet(*(p.pattern for p in (_UNDOING, _OUT_OF, _FORGETTING, _BROUGHT_UP, _NOT_KEEPING)))
"""What any request of this kind holds."""
_MAY_ASK = Sign(_UNDOING.pattern, _OUT_OF.pattern, rf"\b{_FORGET}\b", _MENTIONING, rf" {_KEEP}\b")
"""The same without the gaps: nearly every sentence has none of it."""


def withdrawn(sentence: ReadSentence, turn: ReadTurn) -> tuple[int, int] | None:
    """The span of what a sentence asks not to be kept or used, or None where it asks no such thing.

    Args:
        sentence: the sentence.
        turn: the utterance; where the sentence only points back (*delete it*), the one before names the topic.
    """
    lowered = sentence.said
    start, end = sentence.sentence.start, sentence.sentence.end
    before = turn.before(sentence) if _points_back(lowered) else None
    if before is not None:
        recalled = before.said
        told = _TOLD.search(recalled) or "you remember" in recalled or "you may remember" in recalled
        asked = _PLAINLY.search(lowered) or _UNDOING.search(lowered) or lowered.startswith(("please don't", "don't"))
        return (before.sentence.start, end) if told and asked else None
    if not sentence.shows(_MAY_ASK, lowered) or not _asks(lowered):
        return None
    return start, end


_DENIES = re2.compile(
    r"^\W*(?:and |but |so |wait,? |hang on,? |hey,? |sorry,? )*(?:who|where|why|how come|how|what|since when)\b"
    r"[^,;:.!?]{0,40}?\b(?:said?|says?|told|tells?|wrote|claims?|claimed|thinks?|thought|ideas?|got|get|gave|heard?|from)\b"
)
"""*Who said I live in Porto?*: it is no word of the speaker's own."""
_OF_A_PLAN = re2.compile(
    r"^\W*(?:the|my|our|that|this|any) (?:\w+ ){0,2}?(?:plans?|ideas?|proposals?|offers?|suggestions?|intentions?|talk)"
    r"\b.*\b(?:about|of) (?:it|that|this|them)\b|^\W*(?:the|my|our|that|this|any) (?:\w+ ){0,2}?(?:plans?|ideas?"
    r"|proposals?|offers?|suggestions?|intentions?|talk)\b.*\b(?:it|that|this|them)\W*$"
)
"""*The plan to live in Porto is off, ignore what I said about it*: what is meant is the plan."""


def stated_alone(sentence: ReadSentence, turn: ReadTurn, *, pointed: bool) -> list[tuple[int, int]]:
    """Where the values stand that a request to forget is about, where it means one statement and no more.

    What is asked to be forgotten of *who said I live in Porto?*, *it says I live in Porto* or *the bit about me living
    in Porto* is Porto, and nothing else that is known of a home.

    Args:
        sentence: asks to forget something.
        turn: the utterance that it is of.
        pointed: whether it only points at a whole sentence, as *delete that* does.
    """
    before = turn.before(sentence) if _points_back(sentence.said) else None
    meant = before or sentence
    told_of = _DENIES if before is not None else _OF_A_PLAN
    doubted = pointed and told_of.search(meant.said) is not None
    said_so = pointed and _ON_FILE.search(meant.said) is not None
    for clause in meant.clauses:
        first = clause.subject is not None and clause.subject.pronoun in {"i", "we"} and clause.verb not in _SAYING
        planned = doubted and before is None and clause.mood == "infinitive"
        mine = first and (doubted or said_so or (pointed and _is_denied(clause)))
        if planned or mine or _is_of_me(clause):
            behind = None if clause.complements else read_phrase(meant.tokens, clause.verb_end)
            told = [c.phrase for c in clause.complements] if behind is None else [behind]
            return [phrase_span(value_of(x)[0]) for x in told]
    return []


_ON_FILE = re2.compile(
    r"\b(?:says?|saying|claim(?:s|ing)?|stat(?:es?|ing)|shows?|(?:have|has) it)(?: that)? (?:i|we)\b"
)


def _is_denied(clause: Clause) -> bool:
    """*I no longer work at Globex, delete that*; who says *I don't like you knowing that* denies nothing."""
    if not clause.negated or clause.verb in _ATTITUDES or not clause.complements:
        return False
    return kind_of(value_of(clause.complements[0].phrase)[0])[0] in ANCHORED


_ATTITUDES = frozenset("be feel want like need know think mind care agree remember trust love appreciate see".split())


def _is_of_me(clause: Clause) -> bool:
    """*The bit about me living in Porto*."""
    at = clause.verb_start
    led = [x.lower for x in clause.tokens[max(0, at - 2) : at]]
    return clause.tokens[at].lower.endswith("ing") and led in (["about", "me"], ["about", "us"])


_SAYING = frozenset("say tell mention write".split())
MOST_BARE = 2
"""Words of its own that a sentence may have which only points back."""


def _points_back(lowered: str) -> bool:
    bare = 0
    for word in lowered.split():
        bare += word.strip(".,!?;:") not in _EMPTY
        if bare > MOST_BARE:
            return False
    return _POINTING.search(lowered) is not None


def _asks(lowered: str) -> bool:
    if not _ASKING.found_in(lowered):  # nearly every sentence ends here, after one pass instead of eight
        return False
    if _UNDOING.search(lowered) or (_OUT_OF.search(lowered) and not _IS_OUT.search(lowered)):
        return not _ABSTRACT.search(lowered)
    if _ABSTRACT.search(lowered):
        return False
    told = _TOLD.search(lowered) is not None
    mine = told or _MEMORY.search(lowered) is not None
    for match in _FORGETTING.finditer(lowered):
        if _MEMORY.search(match.group(1)) or _TOLD.search(match.group(1)):
            return True
    asked = _REQUEST.search(lowered) is not None or lowered.startswith(("don't", "do not", "never", "stop"))
    if _BROUGHT_UP.search(lowered):
        return True
    kept = _NOT_KEEPING.search(lowered)
    owned = " my " in lowered or " our " in lowered
    return kept is not None and asked and (mine or (owned and not kept.group().endswith(_OF_THINGS)))
