"""What of a query asks: its question, and what a question that names nothing itself points back at."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.queries.question import asking_part, sentences_of, tense

__all__ = ["Asked", "asked_in"]

_FRAGMENT = re2.compile(r"(?i)^(?:(?:and|so|but|ok|okay)\s+)?(?:my|our) \S+(?: \S+)?\s*\?+$")
"""*Not the one I have now. My dentist?*"""
_PREMISE = re2.compile(r"(?i)^(?:(?:and|so|but)\s+)?(?:now|since|because|as|given|seeing|considering|if|when\w*)\b")
MOST_POINTING = 12
"""Words of a question that only points back."""
_LIGHT = frozenset(
    """what which who whom whose where when why how it that this those these he she they him her them there one ones i
    you we me us is was were are am be been do did does should would must can could may will shall have had has the a an
    and or but so ok okay well oh sorry please also just then again here exactly to of for by in on at with from not no
    yes say said says tell told read put write enter use mean see give gave show know remember recall remind check find
    tick fill win wins reply answer happen happened happens think call called go goes name number reason count order
    date place real right correct true possible any idea help first later instead total other out if whether
    often long many much times""".split()
)
"""Words that name nothing that could be asked for: *what was it?*, *which one do I tick?*, *is he right?*."""
_TELLS = PatternSet(
    r"(?i)^(?:(?:by the way|btw|also|and|but|so|well|oh|plus|anyway|actually|besides|because|since)[\s,]+)*"
    r"(?:(?:i|we)(?:['’](?:m|ve|ll|re))? (?:think|thought|guess|hope|love|like|enjoy|am|are|was|were|have|had"
    r"|recently|just|also|really|still|usually|will|plan|planning|got|get|did|do not|don['’]t|definitely|mentioned"
    r"|feel|already|always|never|currently|actually|planned|trying|looking|\w{3,}ed|\w+ing)\b"
    r"|(?:it|that|this|there|he|she|they|you)(?:['’]s| )|thanks|thank you|great|sure|yes|no,"
    r"|(?:my|our) (?:\S+ ){6})[^?]*$"
)
"""A sentence that only tells something."""
_WONDERS = PatternSet(
    r"(?i)\b(?:asks?|asked|asking|looking|calls?|wants?|needs?) (?:\S+ ){0,2}?(?:for )?(?:my|our) \S+",
    r"(?i)\b(?:to|must|should) know (?:what|which|who|when|where|how|whether)\b|\b(?:['’]m|am|are) (?:after"
    r"|looking for)\b|\b(?:forgot|forget|forgotten|recall|remember) (?:what|which|who|when|where|how)\b",
)
"""*I have to know what …*, *I'm after my old …*."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a query asks.

    Attributes:
        text: the question with what follows it. A question in the past tense that names nothing itself stands with the
            words that it points back at: *I had another gym in May. Which one was it?*.
        alone: of the query the sentences that ask, or that a question points back at, in whatever tense; none that
            only tells something.
    """

    text: str
    alone: str


def asked_in(query: str) -> Asked:
    """What a query asks, without what it takes for granted (`asking_part`)."""
    question = asking_part(query)
    if not _points_back(question):
        said = sentences_of(question)
        if _FRAGMENT.search(question) is not None:
            return Asked(question, " ".join(query.split()))
        telling = len(said) > 1 or not question.endswith("?")
        return Asked(
            question,
            " ".join(s for s in said if not _TELLS.found_in(s) or _WONDERS.found_in(s)) if telling else question,
        )
    sentences = sentences_of(" ".join(query.split()))
    asking = next((i for i, s in enumerate(sentences) if s.endswith("?")), 0)
    if _PREMISE.search(sentences[asking]) is not None:
        return Asked(question, question)
    first = max(0, asking - 1) if _points_back(sentences[asking]) else asking
    whole = " ".join(sentences[first:])
    return Asked(whole if tense(question) == "past" else question, whole)


def _points_back(question: str) -> bool:
    """Whether a question names nothing itself."""
    words = question.lower().replace("’", "'").split()
    return 0 < len(words) <= MOST_POINTING and all(_is_light(x) for x in words)


def _is_light(word: str) -> bool:
    bare = word.strip(".,;:!?()–—-…\"'").removesuffix("n't")
    return not bare or bare in _LIGHT or bare.partition("'")[0] in _LIGHT
