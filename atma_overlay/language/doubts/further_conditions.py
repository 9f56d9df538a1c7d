"""A second condition beside the one that a rule is read by: it does not follow from the first alone."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.doubts.no_rule_wordings import BESIDE
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.rules.condition_parts import LEAVING
from atma_overlay.language.rules.rule_parts import Parts, Sort
from atma_overlay.language.turn import ReadSentence

__all__ = ["needs_more"]


def needs_more(sentence: ReadSentence, found: Parts | None) -> bool:
    """Whether it takes more than the condition that is read: *if I move and my wife agrees*, *…, provided that …*.

    Args:
        sentence: as read.
        found: its parts.
    """
    if found is None or found.marker.sort is not Sort.WHEN:
        return False
    begin = sentence.sentence.start
    ends = sentence.tokens[max(found.condition[0], found.condition[1] - 1)].token.end - begin
    if _another_joined(sentence, found, ends):
        return True
    first = next((c for c in sentence.clauses if c.verb_start >= found.condition[0]), None)
    begins = ends if first is None else min(ends, first.tokens[first.verb_end - 1].token.end - begin)
    if _ADDED.search(sentence.said[begins:ends]) is not None:
        return True
    behind = sentence.said[begins:]
    for match in BESIDE.finditer(behind):
        following, then = match.group("next") or "", match.group("then") or ""
        led = behind[: match.start()].split()
        spoken = following in _POLITE or (following in _FIRST and then in _SAID)
        joined = match.group().startswith((",", " and", " but")) and match.start() >= ends - begins
        joined = joined and (not match.group().startswith(",") or "," in behind[match.end() :])
        again = joined and match.group().lstrip(", ").removeprefix("and ").removeprefix("but ").startswith("if")
        if following and not (spoken or again or (led and (led[-1] in _NO_CONDITION_BEHIND or led[-1][-1] in _BREAKS))):
            return True
    return False


_ADDED = re2.compile(r"\b(?:as well as \w+ing|in addition to|on top of|plus)\b")
_BREAKS = frozenset(";.:(")
_NO_CONDITION_BEHIND = frozenset("and but or even as what an a the".split())
_FIRST = frozenset({"i", "we"})
_POLITE = frozenset(
    "you that so not need needs possible any anything ever all it this these those asked wondering only".split()
)
_SAID = frozenset("say tell ask hear mention remember recall mind may might".split())
_AHEAD = frozenset({"future", "unreal", "imperative"})


def _another_joined(sentence: ReadSentence, found: Parts, ends: int) -> bool:
    """Whether a second condition is joined to the first: *if I move and my wife agrees*, *… and get a rise as well*."""
    begin, (first, last) = sentence.sentence.start, found.condition
    inside = [c for c in sentence.clauses if c.verb_start >= first and c.mood != "infinitive"]
    if not inside:
        return False
    own = inside[0]
    if any(x.lower == "and" and _opens_another(sentence, i) for i, x in _joints(sentence, own, last)):
        return True
    if len(inside) < 2 or inside[1].subject is None or inside[1].asked or inside[1].mood in _AHEAD:
        return False
    second = inside[1]
    if second.subject is None or second.tokens[second.subject.start].lower in _NOTHING:
        return False
    if second.inherited_subject:
        return second.verb_start < last and bool(own.complements) and own.verb not in LEAVING and own.verb != "go"
    starts = max(second.tokens[second.start].token.start - begin, 0)
    between = sentence.said[own.tokens[own.verb_end - 1].token.end - begin : starts]
    joined = _JOINED.search(f"{between} ")
    if joined is None or not {",", "("}.isdisjoint(between[: joined.start()]):
        return False
    return _CLOSED.search(sentence.said[ends : max(starts, ends)]) is None


_JOINED = re2.compile(r"\b(?:and|plus|as well as)\b")
_CLOSED = re2.compile(r"[,;.:] *(?:then|i|we|my|our)?\b")
_NOTHING = frozenset("nothing no nobody none".split())
"""*If I move and nothing else comes up, …*."""
_BESIDES = frozenset("on in besides also additionally then furthermore moreover".split())


def _joints(sentence: ReadSentence, own: Clause, last: int) -> Iterator[tuple[int, Tagged]]:
    return ((i, sentence.tokens[i]) for i in range(own.verb_end, max(last - 1, own.verb_end)))


def _opens_another(sentence: ReadSentence, i: int) -> bool:
    """Whether a subject with its verb stands behind a conjunction, though the verb may read as a noun."""
    tokens = sentence.tokens
    if tokens[i + 1].lower in _NOTHING:
        return False
    if tokens[i + 1].lower in _BESIDES and i + 2 < len(tokens) and tokens[i + 2].lower in {"top", "addition", "that"}:
        return True
    phrase = sentence.phrase_at(i + 1)
    if phrase is None:
        return False
    last, behind = tokens[phrase.end - 1], tokens[phrase.end] if phrase.end < len(tokens) else None
    eaten = phrase.end - phrase.start > 2 and last.lower.endswith("s") and w.verb_lemma(last.lower) is not None
    return eaten or (behind is not None and behind.tag in t.AUXILIARY | {t.VERB})
