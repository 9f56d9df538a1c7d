"""What is said to be under a condition, and what only sounds like one: a courtesy, a rule told of somebody else."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.rules.rule_parts import Parts, Sort
from atma_overlay.language.turn import ReadSentence

_SAYING = frozenset("say tell reckon claim think believe insist swear joke announce promise warn mention".split())


_THIRD = frozenset({"he", "she", "they", "his", "her", "their", "him", "them"})


def of_others(sentence: ReadSentence) -> bool:
    """*My sister says that if she moves …*: a rule told of somebody else, by that person."""
    for clause in sentence.clauses:
        subject = clause.subject
        said = clause.verb in _SAYING and subject is not None and subject.pronoun not in {"i", "we"}
        if not said or clause.asked:
            continue
        rest = {x.lower for x in sentence.tokens[clause.verb_end :]}
        return bool(rest & _THIRD) or not rest & {"i", "we", "my", "our", "us", "me"}
    return False


def polite(clause: Clause) -> bool:
    """*if you know any*, *if that matters*: courtesy, not a condition."""
    subject = clause.subject
    addressed = subject is not None and subject.pronoun == "you"
    return addressed or clause.verb in {"matter", "help", "mind", "please"}


def courteous(tokens: tuple[t.Tagged, ...], i: int) -> bool:
    """*If that matters*, *if possible*, *if you like*."""
    near = [x.lemma for x in tokens[i + 1 : i + 4]]
    return any(
        x in {"matter", "help", "possible", "mind", "like", "please", "needed", "anything", "any"} for x in near[:3]
    )


_SUPPOSING = frozenset({"if", "unless"})
_MAY_SUPPOSE = frozenset("case were should event assuming supposing provided providing presuming".split())


_SUPPOSING_OR_MAY_SUPPOSE = _SUPPOSING | _MAY_SUPPOSE


def supposed(sentence: ReadSentence) -> list[tuple[int, int]]:
    """The stretches of a sentence that say what would be rather than what is, as offsets into the text.

    From the condition's word to the end, or the whole sentence where the condition opens it.
    """
    if sentence.words.isdisjoint(_SUPPOSING_OR_MAY_SUPPOSE):
        return []
    tokens = sentence.tokens
    end = sentence.sentence.end
    for i, token in enumerate(tokens):
        opens = token.lower in _SUPPOSING or (token.lower in _MAY_SUPPOSE and _opens(tokens, i))
        if not opens:
            continue
        condition = next((c for c in sentence.clauses if c.verb_start > i), None)
        if (condition is not None and polite(condition)) or courteous(tokens, i):
            return []
        early = i <= 2 or (any(x.text == "," for x in tokens[i:]) and _clause_before(tokens, i) == 0)
        start = sentence.sentence.start if early else tokens[_clause_before(tokens, i)].token.start
        return [(start, end)]
    return []


_AWAITING = frozenset("soon once day moment minute second instant time next event immediately supposing".split())
"""Openers of what is waited for once; *when* and *whenever* tell habits as often, *if* is read for itself."""


def not_yet(sentence: ReadSentence, found: Parts) -> Iterator[tuple[int, int]]:
    """What a conditional sentence says of a time to come, where its rule was not understood: it is no fact now."""
    inside = next((c for c in sentence.clauses if found.condition[0] <= c.verb_start < found.condition[1]), None)
    past = inside is None or inside.done or inside.tense in {"past", "habit_past"} or polite(inside)
    tokens = sentence.tokens
    opener = tokens[found.marker.start : found.marker.end]
    awaits = not _AWAITING.isdisjoint([x.lower for x in opener])
    waits = found.marker.sort is Sort.WHEN and awaits and not past
    told = [found.condition, found.main] if waits else []
    for start, end in [*told, *(found.others if waits or (found.marker.sort is not Sort.WHEN and not past) else ())]:
        yield tokens[start].token.start, tokens[max(start, end - 1)].token.end


_GRANTING = frozenset("assuming supposing provided providing presuming".split())
_OPENING = w.SUBJECT_PRONOUNS | {"that", "my", "our", "the"}


def _opens(tokens: tuple[t.Tagged, ...], i: int) -> bool:
    following = tokens[i + 1].lower if i + 1 < len(tokens) else ""
    before = tokens[i - 1].lower if i else ""
    if tokens[i].lower in {"case", "event"}:
        return before in {"in", "the"} and following in {"we", "i", "that", "he", "she", "it", "they"}
    if tokens[i].lower in _GRANTING:
        fronted = not i or tokens[i - 1].tag in t.PUNCT_OR_CONJ or following in {"i", "we", "that"}
        named = not i and i + 1 < len(tokens) and tokens[i + 1].token.capital
        return fronted and (named or following in _OPENING) and before not in w.SUBJECT_PRONOUNS
    if any(x.tag == t.WH for x in tokens[max(0, i - 5) : i]):
        return False  # which bus pass should I get
    return following in {"i", "we", "he", "she", "they"} and before not in {"we", "they", "you", "what", "how", "where"}


def _clause_before(tokens: tuple[t.Tagged, ...], i: int) -> int:
    """Where the clause that the condition hangs on begins: behind the last semicolon, dash or coordinating comma."""
    for j in range(i - 1, -1, -1):
        if tokens[j].text in {";", ":", "–", "—"}:
            return j + 1
        if tokens[j].text == "," and j + 1 < i and tokens[j + 1].tag in t.CONJ_OR_PRON:
            return j + 1
    return 0
