"""Patterns of the lexicon, compiled, and how they match a clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.verb_signs import is_participle
from atma_overlay.language.vocabulary.attributes import Attribute

_PURPOSES = frozenset({"for", "as"})
_HOLLOW = frozenset("thing stuff work purpose need side part bit".split())
"""Heads that add nothing: *for the billing side*."""
_PASSED_OVER = frozenset({t.ADV, t.DET, t.POSS, t.NEG})


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of an attribute, taken apart into its words."""

    attribute: Attribute
    effect: str
    words: tuple[frozenset[str], ...]
    optional: tuple[bool, ...]
    value_at: int
    """Index in `words` before which the value stands; -1 where the verb is the value."""

    @property
    def needed(self) -> list[frozenset[str]]:
        """The words behind the first that may not be left out, each in its alternatives."""
        return [words for words, optional in zip(self.words[1:], self.optional[1:], strict=True) if not optional]


def parsed(attribute: Attribute, effect: str, text: str) -> Pattern:
    """A pattern as written, taken apart."""
    sets: list[frozenset[str]] = []
    optional: list[bool] = []
    value_at: int | None = -1 if effect == "verb" else None
    for part in text.split():
        if part == "{V}":
            value_at = len(sets)
            continue
        bare = part.rstrip("?")
        options = bare.strip("()").split("|")
        sets.append(frozenset(w.lemma(o) for o in options))
        optional.append(part.endswith("?"))
    raw = [p for p in text.split() if p != "{V}"]
    second = raw[1].split("|")[0].strip("()") if len(raw) > 1 else ""
    drop_be = raw[:1] == ["be"] and (second.endswith("ing") or is_participle(second)) and value_at != 1
    if drop_be and w.verb_lemma(raw[1].split("|")[0].strip("()")) is not None:
        sets, optional = sets[1:], optional[1:]
        value_at = value_at - 1 if value_at not in (None, -1) else value_at
    skip = [i for i, s in enumerate(sets) if s <= {"a", "an", "the", "my"}]
    for i in reversed(skip):
        del sets[i], optional[i]
        if value_at is not None and value_at > i:
            value_at -= 1
    name = "statement" if effect == "verb" else effect
    return Pattern(attribute, name, tuple(sets), tuple(optional), len(sets) if value_at is None else value_at)


def without_doubles(patterns: Sequence[Pattern]) -> list[Pattern]:
    """Patterns that match the same, in the same order, of which no two read the same words.

    *Move to* is a pattern beside *move back? to*: there *back* is needed then, so that it is tried only where it
    stands. What is left without such a word is tried right behind.
    """
    known = {_form(p): p for p in patterns}
    placed: dict[_Form, Pattern] = {}

    def place(pattern: Pattern) -> None:
        if _form(pattern) in placed:
            return
        left = {at: form for at in range(1, len(pattern.words)) if (form := _without(pattern, at)) in known}
        optional = tuple(may and at not in left for at, may in enumerate(pattern.optional))
        placed[_form(pattern)] = replace(pattern, optional=optional)
        for form in left.values():
            place(known[form])

    for pattern in patterns:
        place(pattern)
    return list(placed.values())


_Form = tuple[str, str, tuple[frozenset[str], ...], tuple[bool, ...], int]


def _form(pattern: Pattern) -> _Form:
    return pattern.attribute.id, pattern.effect, pattern.words, pattern.optional, pattern.value_at


def _without(pattern: Pattern, at: int) -> _Form | None:
    """A pattern without a word that may be left out; where the value stands right before it, the word tells its end."""
    if not pattern.optional[at] or pattern.value_at == at:
        return None
    words, optional = pattern.words, pattern.optional
    value_at = pattern.value_at - (pattern.value_at > at)
    left = (*words[:at], *words[at + 1 :]), (*optional[:at], *optional[at + 1 :])
    return pattern.attribute.id, pattern.effect, *left, value_at


def lemmas_of(clause: Clause) -> list[tuple[str, int]]:
    """The lemmas from the main verb on, without auxiliaries, adverbs and determiners, with their token index."""
    tokens, main = clause.tokens, clause.verb_end - 1
    while main > clause.verb_start and tokens[main].tag in t.ADV_OR_NEG:
        main -= 1
    out = [(clause.verb, main)]
    if clause.passive and clause.subject is not None and clause.subject.pronoun is None:
        out.append((clause.subject.head_lemma, main))
    for i in range(clause.verb_end, len(tokens)):
        token = tokens[i]
        tag = token.tag
        if tag in _PASSED_OVER:
            if tag == t.DET and token.lower in {"no", "neither"}:
                break  # I have no allergy to speak of
            continue
        if tag == t.PUNCT and token.text not in {"-", "&"}:
            break
        out.append((token.lemma if tag != t.NAME else token.lower, i))
        if len(out) > 12:
            break
    return out


def matched(
    pattern: Pattern, lemmas: list[tuple[str, int]], clause: Clause, read: dict[int, Phrase | None]
) -> Phrase | tuple[int, int] | None:
    """The value that a pattern has in a clause: a phrase, or the span of the verb that is the value.

    Args:
        pattern: of the clause's verb.
        lemmas: as `lemmas_of` gives them.
        clause: the clause.
        read: the phrases of the clause that were read for other patterns, by where they start.
    """
    at, value = 0, None
    for n, wanted in enumerate(pattern.words):
        if n == pattern.value_at and n > 0:
            value, at = _value_at(lemmas, at, clause, read, wanted)
            if value is None:
                return None
        if at < len(lemmas) and lemmas[at][0] in wanted:
            at += 1
        elif not pattern.optional[n]:
            return None
    if pattern.value_at == -1:
        token = clause.tokens[lemmas[0][1]].token
        return token.start, token.end
    if pattern.value_at >= len(pattern.words):
        value, _ = _value_at(lemmas, at, clause, read)
    return value


def is_of_a_part(pattern: Pattern, value: Phrase, clause: Clause) -> bool:
    """*Use Python for the notes app*: whether what a pattern ends in is a part of what the clause names."""
    at = pattern.value_at
    if not 0 < at < len(pattern.words) or not pattern.words[at] <= _PURPOSES:
        return False
    tokens = clause.tokens
    behind = value.end + 1
    if behind >= len(tokens) or tokens[behind - 1].lower not in pattern.words[at]:
        return False
    used_for = read_phrase(tokens, behind)
    if used_for is None or (used_for.determiner is None and used_for.owner is None):
        return False
    head = used_for.tokens[used_for.head]
    more = tokens[used_for.end] if used_for.end < len(tokens) else None
    if more is not None and more.tag == t.VERB and more.lower != more.lemma and head.lemma in pattern.words[-1]:
        return more.lower.endswith("s")  # the task reports
    return used_for.head > used_for.core and head.lemma not in pattern.words[-1] | _HOLLOW


def _value_at(
    lemmas: list[tuple[str, int]],
    at: int,
    clause: Clause,
    read: dict[int, Phrase | None],
    head: frozenset[str] = frozenset(),
) -> tuple[Phrase | None, int]:
    """The phrase from a lemma on and where it ends; without its head where that is what the pattern goes on with."""
    if at >= len(lemmas):
        return None, at
    index = lemmas[at][1]
    start = index
    while start > clause.verb_end and clause.tokens[start - 1].tag in t.POSS_OR_DET:
        start -= 1
    if start not in read:
        read[start] = read_phrase(clause.tokens, start)
    phrase = read[start]
    if phrase is None:
        return None, at
    compound = phrase.core < phrase.head and phrase.tokens[phrase.head - 1].tag == t.NOUN
    if compound and phrase.tokens[phrase.head].lemma in head and _common(phrase):  # a walnut allergy
        phrase = replace(phrase, end=phrase.head, head=phrase.head - 1, of=None)
    while at < len(lemmas) and lemmas[at][1] < phrase.end:
        at += 1
    return phrase, at


def _common(phrase: Phrase) -> bool:
    """Whether it has no name."""
    return all(x.tag != t.NAME for x in phrase.tokens[phrase.core : phrase.end])
