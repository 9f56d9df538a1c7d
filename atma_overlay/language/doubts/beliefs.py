"""What is only believed, only seems so or was never said: *my mum thinks I moved*, *I think I live in …*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.doubts.reported import is_first, reported, reports
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.stretches import end_of_clause, token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_BELIEF = frozenset("think believe assume reckon suspect imagine guess suppose presume figure wonder doubt".split())
_TELLING = frozenset("say claim tell mention state suggest imply mean".split())


def believed(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that somebody else merely believes: *my mum thinks I moved*.

    Args:
        sentence: as read.
    """
    assumed = _assumed(sentence) if sentence.shows(_ASSUMES, sentence.said) else ()
    unsaid = () if sentence.words.isdisjoint(_NOT) else _unsaid(sentence)
    thought = [span for clause, span in reported(sentence, _BELIEF) if not is_amazed(clause)]
    return [*thought, *unsaid, *assumed]


def is_amazed(clause: Clause) -> bool:
    """Whether somebody cannot believe what they know: *my friends can't believe that I live in York now*.

    Args:
        clause: theirs.
    """
    said = {x.lower for x in clause.tokens[max(0, clause.verb_start - 1) : clause.verb_end]}
    return clause.verb == "believe" and clause.negated and not said.isdisjoint(_UNABLE)


_UNABLE = frozenset("ca can can't cannot could couldn't hardly barely".split())
_ASSUMED = re2.compile(
    r"\b(?:people|folks?|everyone|everybody|strangers|others|most|many|some|they"
    r"|(?:my|our|the|his|her|their|those) [\w'-]+)(?: at \w+)?"
    r"(?: (?:always|often|usually|still|all|just|keep|kept|tends? to|seems? to|wrongly|will|simply|automatically"
    r"|generally)){0,3}"
    r" (?:assum|suppos|presum|figur|imagin|reckon|believ|think)(?:e|es|ed|ing|s)?(?: that)? (?:i|we)\b"
    r"|\b(?:you|one|anyone|anybody)(?:'d| would| might) (?:\w+ )?(?:think|believe|say)(?: that)? (?:i|we)\b"
)
_ASSUMES = Sign(_ASSUMED.pattern, family=WORDINGS)


def _assumed(sentence: ReadSentence) -> Iterator[Span]:
    """*People always assume I live in …*: whether or not its verb is read as one."""
    begin = sentence.sentence.start
    for match in _ASSUMED.finditer(sentence.said):
        at = token_at(sentence, begin + match.end() - 1)
        clause = next((c for c in sentence.clauses if c.verb_start >= at), None)
        if clause is not None:
            yield begin + match.start(), end_of_clause(sentence, clause.verb_start)


_NOT = frozenset("never not n't".split())


def _unsaid(sentence: ReadSentence) -> Iterator[Span]:
    """*I never said I left*: what the speaker says was not said."""
    for clause in sentence.clauses:
        unsaid = clause.verb in _TELLING and clause.negated and clause.tense in {"past", "perfect"}
        if unsaid and is_first(clause) and reports(clause, sentence):
            yield clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end


_SEEMS = re2.compile(
    r"(?:^\W*(?:and |but |so |it |that |this )?|\b(?:it|that|this) )(?:just |really |almost |kind of |sort of )?"
    r"(?:feels?|felt|looks?|looked|sounds?|sounded|seems?|seemed) (?:like|as if|as though)\b"
    r"|\b(?:it|that|this) (?:\w+ )?(?:seems?|seemed|appears?|appeared)(?: to (?:me|us))?(?: that)? (?:i|we|my|our)\b"
    r"|\b(?:you|one)(?:'d| would| might) (?:\w+ )?(?:think|believe|say)(?: that)? (?:i|we|my|our)\b"
)
_SEEMING = Sign(_SEEMS.pattern, family=WORDINGS)
"""*It feels like Tomas is my manager*, *it seems my gym is Pulse*: an impression."""


def unsure(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that the speaker only believes to hold: *I think I live in …*.

    What is told as past is known, whatever is thought of it: *I think I moved too soon*.

    Args:
        sentence: as read.
    """
    found = []
    if sentence.shows(_SEEMING, sentence.said):
        seems = _SEEMS.search(sentence.said)
        if seems is not None:
            found.append((sentence.sentence.start + seems.start(), sentence.sentence.end))
    for clause, behind in pairwise(sentence.clauses):
        believes = clause.verb in _BELIEF and clause.tense == "present" and not clause.negated and is_first(clause)
        if believes and behind.tense == "present" and is_first(behind) and reports(clause, sentence):
            found.append((clause.tokens[clause.verb_end - 1].token.end, end_of_clause(sentence, behind.verb_start)))
    return found
