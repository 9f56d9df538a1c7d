"""What is told of a time that is over by what came after it: *before the merger …*, *… until we switched*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part, takes_a_place, touches
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.signs import WORDS, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Change

_LATER = "before|prior to|until|till|up until|up till"
_UP_TO = rf"up to (?:the |last |then\b|that\b|\d{{4}}\b|(?:{'|'.join(sorted(w.MONTH_NAMES))})\b)"
_FRONTED = re2.compile(
    rf"(?:^|[,;.:–—-] ?|\b(?:and|but|so|though|although) )(?:back |right |just |even )?(?:{_LATER}|{_UP_TO})\b"
)
_BEHIND = re2.compile(rf"\b(?:{_LATER}|{_UP_TO})\b")
_SHOWN = Sign(rf"\b(?:{_LATER}|up to)\b", family=WORDS)
_OF_A_STATE = frozenset({"be", "stay", "remain", "have", "go", "open", "close", "start"})
"""Verbs whose past tells how something was then, beside those that the lexicon knows: *we opened at nine until May*."""


def of_before(found: list[Candidate], sentence: ReadSentence, lexicon: Lexicon) -> list[Candidate]:
    """The candidates of a sentence without what was so until something else came, at a time that is not told.

    *Before the merger we were on Slack* says nothing of today. What has an end of its own (*until 2019*) is a closed
    spell and stays; so does what happened then: *before the merger I moved to Leeds*.

    Args:
        found: the candidates.
        sentence: what they were found in.
        lexicon: knows which verbs tell a state.
    """
    if not found or not sentence.shows(_SHOWN, sentence.said):
        return found
    told = [span for at, clause in enumerate(sentence.clauses) for span in _bygone(sentence, at, clause, lexicon)]
    return [c for c in found if not (_is_open(c) and touches(c.span, told))] if told else found


_ONCE = re2.compile(
    r"^\W*(?:(?:and|but|so|anyway|well|oh),? )?(?:back )?(?:in|during|on|at|under|with) (?:"
    r"(?:\p{L}+'s|my|our|his|her|their|those|the old|the early) "
    r"(?:time(?:,| (?:at|as|on|in|we|i|they|it|the)\b)|(?:days?|era|tenure|childhood|youth|twenties|teens)\b)"
    r"|(?:my|our|the) (?:very )?(?:last|previous|former|old|first) (?:job|company|place|employer|team|firm|flat|house"
    r"|home|school|engagement|project|role|position|gig|marriage|relationship)\b)"
)
"""What opens a sentence of a time that is over: *in Olwen's time*, *at my last job*."""
_ONCE_WORDS = frozenset(
    "time day days era tenure childhood youth twenties teens last previous former old first".split()
)


def told_of_once(sentence: ReadSentence) -> Iterator[Span]:
    """*In Olwen's time the fee went from £10 to £30*: what a sentence tells of a time that is over is no news of today.

    Args:
        sentence: as read.
    """
    if sentence.words.isdisjoint(_ONCE_WORDS) or _ONCE.search(sentence.said) is None:
        return
    today = next((c for c in sentence.clauses if c.mood == "actual" and c.tense not in {"past", "habit_past"}), None)
    yield sentence.sentence.start, today.offsets[0] if today is not None else sentence.sentence.end


def labelled_apart(sentence: ReadSentence) -> Iterator[Span]:
    """*Gym back then: Pulse*, *gym maybe: Pulse*: what a label says of another time, or perhaps, is no news of today.

    Args:
        sentence: as read.
    """
    tokens = sentence.tokens
    at = next((n for n, x in enumerate(tokens[:_LONGEST_LABEL]) if x.text == ":"), 0) if ":" in sentence.text else 0
    if at < _SHORTEST_LABEL or any(x.tag in _TELLING for x in tokens[:at]):
        return  # as I said before: my gym is Pulse
    if tokens[at - 1].lower in _APART or tuple(x.lower for x in tokens[max(0, at - 3) : at]) in _AT_THE_TIME:
        yield tokens[at].token.end, sentence.sentence.end


_SHORTEST_LABEL, _LONGEST_LABEL = 2, 8
_TELLING = t.AUXILIARY | {t.VERB, t.PRON}
_APART = frozenset(
    """then before previously originally formerly initially earlier once maybe perhaps possibly probably someday
    eventually soon""".split()
)
"""What ends a label that says nothing of today, or is not sure to."""
_AT_THE_TIME = frozenset({("at", "the", "time"), ("in", "the", "past"), ("at", "the", "start")})


def _is_open(candidate: Candidate) -> bool:
    if candidate.act is not Act.ASSERT or candidate.valid_to is not None or not takes_a_place(candidate):
        return False
    return candidate.part is not Part.STATEMENT or candidate.change is not Change.TOLD


def _bygone(sentence: ReadSentence, at: int, clause: Clause, lexicon: Lexicon) -> list[Span]:
    """The stretches of a clause that tells how something was before something else: the clause, and that something."""
    then = clause.tense in {"past", "habit_past"} and clause.mood == "actual" and not clause.asked
    if not then or not (clause.verb in _OF_A_STATE or clause.verb in lexicon.stative_verbs):
        return []
    begin = sentence.sentence.start
    start, end = clause.offsets
    led = _led_from(sentence, at, start)
    fronted = _FRONTED.search(sentence.said[led - begin : start - begin])
    if fronted is not None and not _bounds(clause):
        return [(led + fronted.start(), end)]
    verb = sentence.tokens[clause.verb_start].token.end
    after = _BEHIND.search(sentence.said[verb - begin : end - begin + _REACH])
    if after is None or _PARTED.search(sentence.said[end - begin : max(end, verb + after.start()) - begin]) is not None:
        return []
    return [(start, verb + after.end())]


_REACH = 40
"""Characters behind a clause in which its bound may stand: *… until we switched* is a clause of its own."""
_PARTED = re2.compile(r"[,;:.!?]|\b(?:and|but|so|now)\b")
"""What parts a clause from a bound that is another's: *it was a Golf, and until May …*."""


def _led_from(sentence: ReadSentence, at: int, start: int) -> int:
    """Where what may lead a clause begins: behind the clause before it, or with that one, if it only bounds."""
    if at == 0:
        return sentence.sentence.start
    ends = sentence.clauses[at - 1].offsets[1]
    if not _bounds(sentence.clauses[at - 1]):
        return min(ends, start)
    return min(sentence.clauses[at - 2].offsets[1], start) if at > 1 else sentence.sentence.start


def _bounds(clause: Clause) -> bool:
    return clause.intro in {"before", "until", "till"}
