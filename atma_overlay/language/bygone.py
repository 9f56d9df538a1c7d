"""What is told of a time that is over by what came after it: *before the merger …*, *… until we switched*."""

from __future__ import annotations

import re2

from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.clauses import Clause
from atma_overlay.language.lexicon import Lexicon
from atma_overlay.language.signs import WORDS, Sign
from atma_overlay.language.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act, Change

_LATER = "before|prior to|until|till|up until|up till"
_UP_TO = (
    r"up to (?:the |last |then\b|that\b|\d{4}\b|january|february|march|april|may|june|july|august|september"
    "|october|november|december)"
)
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


def _is_open(candidate: Candidate) -> bool:
    if candidate.act is not Act.ASSERT or candidate.part is Part.RETRACTED or candidate.valid_to is not None:
        return False
    return candidate.part is not Part.STATEMENT or candidate.change is not Change.TOLD


def _bygone(sentence: ReadSentence, at: int, clause: Clause, lexicon: Lexicon) -> list[Span]:
    """The stretches of a clause that tells how something was before something else: the clause, and that something."""
    then = clause.tense in {"past", "habit_past"} and clause.mood == "actual" and not clause.asked
    if not then or not (clause.verb in _OF_A_STATE or clause.verb in lexicon.stative_verbs):
        return []
    start, end = clause.offsets
    before = _before(sentence, at, start)
    behind = sentence.said[end - sentence.sentence.start :]
    begin = sentence.sentence.start
    fronted = _FRONTED.search(sentence.said[before - begin : start - begin])
    if fronted is not None and _is_led(sentence, at):
        return [(before + fronted.start(), end)]
    verb = sentence.tokens[clause.verb_start].token.end
    after = _BEHIND.search(sentence.said[verb - begin :])
    if after is None or (verb + after.start() > end and _PARTED.search(behind[: max(0, verb + after.start() - end)])):
        return []
    return [(start, verb + after.end())]


_PARTED = re2.compile(r"[,;:.!?]|\b(?:and|but|so|now)\b")
"""What parts a clause from a bound that is another's: *it was a Golf, and until May …*."""


def _before(sentence: ReadSentence, at: int, start: int) -> int:
    """Where what may lead a clause begins: behind the clause before it, or where that one begins, if it only bounds."""
    if at == 0:
        return sentence.sentence.start
    previous = sentence.clauses[at - 1]
    opens, ends = previous.offsets
    return _before(sentence, at - 1, opens) if _bounds(previous) else min(ends, start)


def _bounds(clause: Clause) -> bool:
    return clause.intro in {"before", "until", "till"}


def _is_led(sentence: ReadSentence, at: int) -> bool:
    """Whether nothing else that a verb tells stands between the bound and the clause."""
    return not _bounds(sentence.clauses[at])
