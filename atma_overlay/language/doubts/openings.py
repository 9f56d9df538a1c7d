"""The circumstance that a sentence opens with: *at rush hour my commute is 50 minutes*, *when it rains I get up at 7*.

How much or when something is in one circumstance says nothing of how it is as a rule; what is so when something is so,
is so then alone. Which words tell a circumstance, and which tell none, is data (`circumstances.toml`).
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, is_plain
from atma_overlay.language.doubts.bounded import MONTHS
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import COUNTED, MEASURED
from atma_overlay.language.grammar.signs import BROAD, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Cardinality
from atma_overlay.word_lists import read_wordings

__all__ = ["is_circumstance", "opening_named", "says_it_lasts", "told_of_an_opening"]

_GROUPS = read_wordings("circumstances.toml")
_LED = (
    "at|on|in|during|with|without|for|before|after|under|over|outside|inside|by|between|despite|near|through|via|among"
    "|across|throughout|past"
)
_BARE = _GROUPS["alone"]
_CALLS = "and|but|so|well|also|oh|ok|okay|plus|btw|by the way|though|still"
_FRONT = (
    rf"^(?:(?:{_CALLS}),? )*((?:{_LED}) (?:[\w'’.%-]+ ){{0,8}}?[\w'’.%-]+|{_BARE}),? "
    r"(?:my|our|the|i|we|it|there)\b"
)
_OPENS = re2.compile(_FRONT)
_HEADS = rf"^((?:[\p{{L}}'’-]+ ){{1,3}}(?:{_GROUPS['headings']})): "
_HEADED = re2.compile(_HEADS)
_WHOLE = re2.compile(
    rf"\b(?:{_GROUPS['no_circumstance']}|{MONTHS}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:19|20)\d\d|q[1-4])\b"
    r"|^(?:at|in|on) (?:my|our) |^\w+ \d|^after (?:the|my|our|this|that|\d\S*|\w+ing|years|months|weeks)\b"
    rf"|^(?:with|under) .*\b(?:{_GROUPS['news']})\b"
    rf"|^for (?:{_GROUPS['no_circumstance_behind_for']})\b"
)
"""What a sentence opens with, and that is no circumstance among others: since when, how or of what it is told."""
_PART_OF_A_DAY = re2.compile(rf"\b(?:{_GROUPS['parts_of_a_day']})\b")
"""*In the morning I get up at six*: when else?"""
_REGULAR = re2.compile(rf"^(?:every|each|all|per|any|{_GROUPS['usual']}) ")
_LASTING = re2.compile(rf"\b(?:{_GROUPS['lasting']})\b")
"""*With a newborn in the house it's 21 degrees round the clock*: how it is as a rule, by its own words."""
_NOT_LASTING = re2.compile(rf"\b(?:{_GROUPS['not_lasting']})\b")
_JOINED = re2.compile(r"[;:.!?()]|\b(?:but|so|because|which|that|who|where|although|until|except|instead)\b")
_WHENS = frozenset({"when", "whenever"})
_TENSES = frozenset({"present", "perfect"})
"""Of what is waited for: *when the lease is up*, *when I have finished*."""
_SHOWN = Sign(
    rf"^\W*(?:(?:{_CALLS}),? )*(?:{_LED}|{_BARE}) ",
    rf"\b(?:{_GROUPS['headings']}): ",
    family=BROAD,
)


def told_of_an_opening(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence, beside what is known where they hold in the circumstance that it opens with.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if not any(_is_always_so(c) for c in found) or says_it_lasts(sentence.said):
        return found
    whens = _whens(sentence)
    front = _front(sentence.said) if sentence.shows(_SHOWN, sentence.lowered) else None
    if front is None and not whens:
        return found
    apart = {"cardinality": Cardinality.MULTI, "additive": True} if whens and _passes(whens[0]) else {}
    return [
        c.but(temporary=True, **apart) if _is_always_so(c) and _is_of(c, sentence, front, whens) else c for c in found
    ]


def _passes(when: Clause) -> bool:
    """*Whenever …*, *when I'm on holiday*, *when I'm visiting them*: what comes and goes, beside how it is else."""
    placed = when.verb == "be" and any(c.preposition in _PLACED for c in when.complements)
    return when.intro == "whenever" or when.progressive or placed


_PLACED = frozenset("on at in with away".split())


def opening_named(said: str) -> frozenset[str]:
    """The circumstance that a sentence opens with, in its own words.

    Args:
        said: the sentence, in lower case.
    """
    front = _front(said)
    return frozenset() if front is None else frozenset({said[front[0] : front[1]]})


def says_it_lasts(said: str) -> bool:
    """Whether a sentence, in lower case, tells by its own words how something is now or as a rule."""
    return _LASTING.search(said) is not None and _LASTING.search(_NOT_LASTING.sub(" ", said)) is not None


def is_circumstance(phrase: str) -> bool:
    """Whether a preposition, in lower case, leads one circumstance among others: *with breakfast*, not *in total*.

    Args:
        phrase: the preposition and what it leads.
    """
    return _WHOLE.search(phrase) is None


def _front(said: str) -> Span | None:
    found = _OPENS.search(said)
    if found is not None:
        return found.span(1) if is_circumstance(found.group(1)) else None
    headed = _HEADED.search(said)
    return None if headed is None or _REGULAR.search(headed.group(1)) is not None else headed.span(1)


def _is_always_so(candidate: Candidate) -> bool:
    return is_plain(candidate) and not candidate.temporary


def _is_of(candidate: Candidate, sentence: ReadSentence, front: Span | None, whens: list[Clause]) -> bool:
    """Whether a value is told right behind the circumstance, or behind a clause with *when*."""
    if whens and candidate.cardinality is Cardinality.SINGLE and whens[0].offsets[1] <= candidate.span[0]:
        return True
    if front is None or not (candidate.value_kind in MEASURED or candidate.value[:1].isdigit()):
        return False
    start = candidate.span[0] - sentence.sentence.start
    told, between = sentence.said[front[0] : front[1]], sentence.said[front[1] : start]
    if between.startswith(":"):
        counted = candidate.value_kind in COUNTED
        return counted and set(told.split()).isdisjoint(candidate.attribute.split("_"))
    if start < front[1] or _JOINED.search(between) is not None:
        return False
    return candidate.value_kind != "time" or _PART_OF_A_DAY.search(told) is None


def _whens(sentence: ReadSentence) -> list[Clause]:
    """The first clause that tells when something is so, where both are told in the present."""
    if sentence.words.isdisjoint(_WHENS):
        return []
    told = [c for c in sentence.clauses if c.intro in _WHENS]
    others = [c for c in sentence.clauses if c.intro not in _WHENS]
    waits = told and all(c.tense in _TENSES and not c.asked for c in told)
    return told[:1] if waits and others and all(c.tense == "present" and not c.asked for c in others) else []
