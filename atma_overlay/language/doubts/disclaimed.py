"""Clauses under words that take them back: *I deny that I moved*, *there is no evidence that I left*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.doubts.reported import is_first, reports
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.signs import BROAD, WORDINGS, Sign
from atma_overlay.language.grammar.stretches import end_of_clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.scene import now_that
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
    r"(?:\b(?:false|untrue|incorrect|inaccurate|impossible|unlikely|improbable|unthinkable|inconceivable|doubtful|unclear"
    rf"|uncertain|unconfirmed|far from (?:true|certain|clear))"
    rf"|(?:\bnot|n't) {_ADVERB}(?:true|right|correct|so|certain|clear|sure|given|the case)) that\b"
    rf"|(?:\bnot|n't) {_ADVERB}(?:certain|sure|positive|convinced|aware|confident)(?: that| if)? (?:i|we|my|our)\b"
    rf"|(?:\bnot|n't) {_ADVERB}(?:think|believe|suppose|reckon|imagine|recall|expect)(?: that)? (?:i|we|my|our)\b"
)
"""*I'm not sure my gym is Pulse*, *I don't think I'm on the Pro plan*."""
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
_NOT_AS_THOUGH = r"(?:\bnot|n't) (?:that|(?:quite |exactly )?as (?:if|though)) "
_NOT_TO_BE_THOUGHT = (
    r"\b(?:don't|do not|never|stop|please don't|let's not) (?:\w+ )?(?:assum(?:e|ing)|think(?:ing)?|suppos(?:e|ing)"
    r"|believ(?:e|ing)|say(?:ing)?|claim(?:ing)?|conclud(?:e|ing)|imagin(?:e|ing)|writ(?:e|ing)(?: down)?"
    r"|not(?:e|ing)(?: down)?|record(?:ing)?|stor(?:e|ing)|sav(?:e|ing)|pretend(?:ing)?) (?:that\b|i\b|we\b|my |our )"
    r"|^\W*(?:please |just |now |so )*(?:forget|ignore|disregard|overlook)(?: the fact)? that (?:i|we|my|our)\b"
)
"""*Don't assume that I moved*; what nobody is to forget or to tell is so."""
_WAGERED = r"\b(?P<wagered>\w+) (?:bet|bets|swore|vows?|vowed|wagered?) (?:me |us |you )?that\b"
_NOBODY_SAYS = (
    r"\b(?:nobody|no one|none of \w+|nothing) (?:can |could |has |have |ever |will |would |here )*(?:prove[sdn]?|shows?"
    r"|suggests?|confirms?|confirmed|sa(?:ys?|id)|claims?|claimed|believes?|believed|thinks?|thought) (?:that )?"
)
_WHY_THINK = (
    r"\b(?:why|how|what) (?:would|do|does|did|could|should|come|can|on earth) (?:\w+ ){1,3}?(?:think|believe|assume"
    r"|suppose|say|claim|conclude) (?:that )?"
)
_MADE_UP = (
    r"\b(?:made up|invented|hallucinated|dreamt|dreamed|fabricated|faked|imagined|lied|joked|kidded)(?: \w+)? that\b"
)
_LET_US_SAY = r"^\W*(?:now |so |ok |okay )?say,? (?P<say>that |i |we |my |our )"
_FOR_THE_SAKE = (
    r"^\W*(?:for|in|as) (?:the |this |the sake of |an? )*(?:exercise|argument|example|demo|scenario|simulation"
    r"|hypothesis|hypothetical|test case|what-if|thought experiment|sketch)\b,?"
)
_PUT_FORWARD = (
    r"\b(?:proposals?|suggestions?|ideas?|notions?|plans?|requests?|demands?|offers?|recommendations?|assumptions?"
    r"|rumou?rs?|myths?|fantasy|allegations?|accusations?|theory|theories|scenarios?|premise) that (?P<proposed>i|we)\b"
)
"""*The proposal that I work from home got rejected*."""
_OPEN_QUESTION = r"\bwhether "
_SIGNS = (
    _NO_SIGN, _WRONG_TO_SAY, _NOT_SO, _NEVER_WAS, _IDEA_OF_OTHERS, _ONLY_THOUGHT, _MISTAKEN, _DENIED, _WRONGLY,
    _NOT_AS_THOUGH, _NOT_TO_BE_THOUGHT, _WAGERED, _NOBODY_SAYS, _WHY_THINK, _MADE_UP, _LET_US_SAY, _FOR_THE_SAKE,
    _PUT_FORWARD, _OPEN_QUESTION,
)  # fmt: skip
_TAKEN_BACK = re2.compile("|".join(_SIGNS))
_TAKES_BACK = Sign(_TAKEN_BACK.pattern, family=BROAD)

_UNABLE = (" ca", " can", " could")
"""*They can't believe that I moved*: they know it."""
_INFORMED = re2.compile(
    r"^(?: (?:have|had|already|ever|even|just)|'ve|'d)* (?:told|mentioned|said|let|informed|updated)\b"
)
"""*Not sure if I told you, but …*: what follows is told."""
_EITHER_WAY = re2.compile(r"^[^,;.]{0,40}\bor (?:not|no)\b")
_NEGATED = re2.compile(r"(?:n't|\bnot?|\bnever|\bnobody|\bno one|\bcannot|\bhardly|\bwithout)(?: \w+)? $")


def disclaimed(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that a sentence takes back, asks for or only wishes.

    Args:
        sentence: as read.
    """
    return [*withdrawn(sentence), *_awaited(sentence)]


def withdrawn(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that a sentence takes back or denies, be they of now or to come.

    Args:
        sentence: as read.
    """
    return [*_taken_back(sentence), *_withdrawn(sentence)]


_INFORMING = frozenset("tell mention know hear notice realise realize see".split())
"""*Did I tell you that I moved?*, *did you know I live in York?*: asked of what is so."""


_CLAIMING = frozenset("say think believe claim assume suppose".split())
"""*What makes you say I live in York?*"""


def asked_for(sentence: ReadSentence) -> Iterator[Span]:
    """*Do you have on file that I live in York?*, *could it be that I moved?*: what a question hangs on.

    Args:
        sentence: as read.
    """
    if not sentence.sentence.asks:
        return
    wondered = bool(sentence.clauses) and sentence.clauses[0].asked
    for clause, behind in pairwise(sentence.clauses):
        subject = clause.subject
        informs = clause.verb in _INFORMING and clause.intro is None and clause.mood == "actual"
        informs = informs and subject is not None and subject.pronoun in {"i", "you"}
        asked = clause.asked or (wondered and clause.verb in _CLAIMING)
        hangs = is_first(behind) and behind.intro in {None, "that"} and reports(clause, sentence)
        if asked and hangs and not informs and not now_that(behind):  # recommend a gym now that I live in York
            yield clause.tokens[clause.verb_end - 1].token.end, end_of_clause(sentence, behind.verb_start)


def _taken_back(sentence: ReadSentence) -> Iterator[Span]:
    said = sentence.said
    if not sentence.shows(_TAKES_BACK, said):
        return
    begin = sentence.sentence.start
    for match in _TAKEN_BACK.finditer(said):
        if match.group("denied") and _NEGATED.search(said[: match.start()]):
            continue
        if match.group("wagered") in {"i", "we"}:
            continue
        amazed = "believe" in match.group() and said.endswith(_UNABLE, 0, match.start())
        if amazed or _INFORMED.match(said[match.end() :]) is not None:
            continue
        if match.group().startswith("whether") and _EITHER_WAY.match(said[match.end() :]):
            continue
        end = begin + match.end() - len(match.group("proposed") or "")
        clause = next((c for c in sentence.clauses if c.tokens[c.verb_start].token.start >= end), None)
        if clause is not None:
            yield end, end_of_clause(sentence, clause.verb_start)


_UNTIL = frozenset({"until", "till"})


def _awaited(sentence: ReadSentence) -> Iterator[Span]:
    """*Until Tomas replaced Priya, nothing changes*: what has to be first, before what is told for now."""
    first, rest = (sentence.clauses or (None,))[0], sentence.clauses[1:]
    if first is None or first.intro not in _UNTIL or first.start > 1 or not rest:
        return
    main = next((c for c in rest if c.subject is not None and c.mood != "infinitive"), None)
    if main is not None and not main.asked and (main.mood == "future" or main.tense == "present"):
        yield sentence.sentence.start, end_of_clause(sentence, first.verb_start)


_TAIL = re2.compile(
    r"(?:,? (?:or (?:so|at least so) (?P<sayer>[\w']+) (?:[\w']+ ){0,2}(?:says?|said|thinks?|thought|claims?|claimed"
    r"|believes?|tells? \w+|hears?|heard|told|goes|seems?|is said)|(?:only )?(?:in|on) (?:theory|paper)"
    r"|but (?:it|that|this)(?:'s| is| was) (?:all |just |simply |completely |quite )?(?:wrong|false|untrue|incorrect"
    r"|nonsense|rubbish|a lie|a joke|a myth|not (?:true|so|right|correct|the case))"
    r"|but (?:it|that|this) (?:isn't|wasn't) (?:true|so|right|correct|the case))"
    r"|,? (?:no|oh),? (?:wait|sorry|hang on|hold on),? (?:(?:that|it)(?:'s| was| is) (?:only |just )?"
    r"(?P<other>[\w']+)(?: [\w']+){0,3}"
    r"|(?:i|we) (?:did|have|had|was|were)(?:n't|nt| not))"
    r"|,? (?:said|says) (?:no ?one|nobody|no-one) ever|, (?:(?:well, )?not really|or not|in my dreams|i wish|not))\W*$"
)
_UNMEANT = (" NOT", " (not)", " (NOT)")
"""*We moved to York NOT.*"""
_ONESELF = frozenset("me us my our in on at last this now not".split())
"""*No wait, that was last year* puts right when it was, and not who it was of."""
_BEFORE_TAILS = frozenset({",", "ever", "wait", "sorry"})
_WITHDRAWS = Sign(_TAIL.pattern, family=WORDINGS)


def _withdrawn(sentence: ReadSentence) -> Iterator[Span]:
    """*I left Norvane, or so Tom says*, *we moved to York, not really*: a tail that takes back what it ends."""
    if sentence.text.rstrip(" .!").endswith(_UNMEANT):
        yield sentence.sentence.start, sentence.sentence.end
    if not sentence.words.isdisjoint(_BEFORE_TAILS) and sentence.shows(_WITHDRAWS, sentence.said):
        tail = _TAIL.search(sentence.said)
        told = tail is not None and tail.group("other") in _ONESELF
        if tail is not None and not told and (tail.group("sayer") or "").partition("'")[0] not in {"i", "we"}:
            ends = tail.start() if tail.group("other") is None else tail.end()
            yield sentence.sentence.start, sentence.sentence.start + ends


_MOCKING = frozenset("sure course totally right".split())
_WELL = frozenset("so and but wait what well oh hmm".split())


_MOCKS = re2.compile(
    r"^\W*(?:(?:oh|lol|ha|haha|yeah|yes),? )*(?:sure|of course|totally|yeah right)(?: thing)?,?"
    r" (?:and|because|cause) (?:i|we|my|our)\b"
)
"""*Sure, and I live on the moon now*."""


def asked_plainly(sentence: ReadSentence) -> bool:
    """*I left Norvane?*: what a sentence in the order of a statement asks or mocks, and nothing beside.

    Args:
        sentence: as read.
    """
    if not sentence.words.isdisjoint(_MOCKING) and _MOCKS.search(sentence.said) is not None:
        return True
    if not sentence.said.rstrip().endswith("?") or len(sentence.clauses) != 1:
        return False
    clause = sentence.clauses[0]
    first = clause.subject is not None and all(
        x.tag in t.CONJ_ADV_NEG or x.lower in _WELL for x in sentence.tokens[: clause.subject.start]
    )
    return first and not clause.asked and not {",", ";", ":", "-", "–", "—"} & sentence.words
