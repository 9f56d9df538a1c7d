"""Clauses under words that take them back: *I deny that I moved*, *there is no evidence that I left*."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from atma_overlay.language.signs import WORDINGS, Sign
from atma_overlay.language.stretches import end_of_clause, token_at
from atma_overlay.language.tokens import Span
from atma_overlay.language.turn import ReadSentence

_TO_SAY = "say|claim|assume|think|believe|suggest|write|conclude|suppose|state|note down|assert"
_ADVERB = r"(?:[\w-]+ )?"
_NO_SIGN = (
    rf"\b(?:no|not any|n't any|without|zero|little) {_ADVERB}(?:evidence|proof|truth|sign|indication|reason to \w+"
    r"|chance|likelihood|possibility|suggestion|basis|hint|record)(?: [\w'-]+){0,3}? that\b"
)
"""*There is no evidence whatsoever that …*; *no doubt that* says that it is so."""
_WRONG_TO_SAY = (
    rf"\b(?:wrong|false|untrue|incorrect|inaccurate|mistaken|misleading|silly|absurd|ridiculous|crazy|premature"
    rf"|a mistake|an error|unfair|nonsense) to (?:{_TO_SAY}) (?:that )?"
)
_NOT_SO = (
    r"\b(?:false|untrue|incorrect|inaccurate|impossible|unlikely|improbable|unthinkable|inconceivable|doubtful|unclear"
    rf"|uncertain|unconfirmed|(?:not|n't) {_ADVERB}(?:true|right|correct|so|certain|clear|sure|given|the case)"
    r"|far from (?:true|certain|clear)) that\b"
)
_NEVER_WAS = (
    r"\b(?:never|not|n't) (?:actually |really |even )?(?:happen(?:ed)?|occur(?:red)?|(?:been )?the case) that\b"
)
_IDEA_OF_OTHERS = (
    r"\b(?:gives?|gave|giving|gets?|got|getting|had|have|has) (?:\w+ )?the (?:idea|impression|notion)(?: from)? that\b"
    r"|\b(?:gives?|gave|giving|gets?|got|getting|had|have|has) (?:\w+ )?the (?:idea|impression|notion) "
    r"|\bmak(?:es?|ing) (?:you|him|her|them|people|everyone|everybody|anyone|anybody) (?:think|believe|assume|suppose) "
    r"(?:that )?"
)
_ONLY_THOUGHT = (
    r"\b(?:my|his|her|our|their|the|one) (?:[\w-]+ )?(?:fear|worry|hope|dream|nightmare|guess|suspicion|theory|hunch"
    r"|plan|idea|rumou?r|myth|story|assumption|expectation|proposal|suggestion|risk|danger|premise|joke|lie"
    r"|allegation|claim) (?:is|was|being|'s) (?:that )?"
)
_MISTAKEN = (
    r"\b(?:you|he|she|they|tom|it|[a-z]+)(?:'re| are|'s| is| were| was) (?:quite |completely |just |all )?"
    r"(?:wrong|mistaken|lying|joking|kidding|dreaming)(?: to think| in thinking| in saying| when \w+ says?)? that\b"
)
_DENIED = (
    r"\b(?P<denied>den(?:y|ies|ied|ying)|doubt(?:s|ed|ing)?|disput(?:es?|ed|ing)|disprov(?:es?|ed|ing)|refut(?:es?|ed|ing)"
    r"|wish(?:es|ed|ing)?|pretend(?:s|ed|ing)?|fantasi[sz](?:es?|ed|ing)|daydream(?:s|ed|ing)?) "
    r"(?:that|(?:i|we|my|our))\b"
)
"""*I deny that I left*; who does not deny it says that it is so."""
_WRONGLY = (
    r"\b(?:wrongly|falsely|mistakenly|incorrectly|erroneously) (?:say|said|claim|state|list|show|report|think|thought"
    r"|believe|believ|assume|assum|note|record|suggest|wrote|write|tell|told|impl)(?:s|d|ed|ing|ies|ied)?\b"
)
_OPEN_QUESTION = r"\bwhether (?:or not )?"
_SIGNS = (
    _NO_SIGN, _WRONG_TO_SAY, _NOT_SO, _NEVER_WAS, _IDEA_OF_OTHERS, _ONLY_THOUGHT, _MISTAKEN, _DENIED, _WRONGLY,
    _OPEN_QUESTION,
)  # fmt: skip
_TAKEN_BACK = re2.compile("|".join(_SIGNS))
_TAKES_BACK = Sign(_TAKEN_BACK.pattern, family=WORDINGS)

_NEGATED = re2.compile(r"(?:n't|\bnot|\bnever|\bnobody|\bno one|\bcannot|\bhardly)(?: \w+)? $")


def disclaimed(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that a sentence takes back, asks for or only wishes.

    Args:
        sentence: as read.
    """
    return list(_taken_back(sentence))


def _taken_back(sentence: ReadSentence) -> Iterator[Span]:
    said = sentence.said
    if not sentence.shows(_TAKES_BACK, said):
        return
    begin = sentence.sentence.start
    for match in _TAKEN_BACK.finditer(said):
        if match.group("denied") and _NEGATED.search(said[: match.start()]):
            continue
        end = begin + match.end()
        clause = next((c for c in sentence.clauses if c.tokens[c.verb_start].token.start >= end), None)
        if clause is not None:
            yield end, end_of_clause(sentence, clause.verb_start)


def asked_plainly(sentence: ReadSentence) -> bool:
    """*I left Norvane?*: what a sentence in the order of a statement asks, and nothing beside.

    Args:
        sentence: as read.
    """
    if not sentence.said.rstrip().endswith("?") or len(sentence.clauses) != 1:
        return False
    clause = sentence.clauses[0]
    first = clause.subject is not None and token_at(sentence, sentence.sentence.start) == clause.subject.start
    return first and not clause.asked and not {",", ";", ":", "-", "–", "—"} & sentence.words
