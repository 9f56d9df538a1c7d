"""The patterns of a lexicon by the verb that they begin with, so that a clause is tried with few of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import is_time_adjunct
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon_patterns import Pattern, lemmas_of, matched, parsed, without_doubles

_Indexed = tuple[list[Pattern], dict[str | None, list[int]]]
"""The patterns of a verb, and their places by the rarest word that they need; by None where the verb is enough."""


class PatternsByVerb:
    """The patterns of attributes, compiled."""

    def __init__(self, attributes: Iterable[Attribute]) -> None:
        self._by_verb = _compiled(attributes)

    def matching(self, clause: Clause) -> Iterator[tuple[Pattern, Phrase | tuple[int, int]]]:
        """The patterns that a clause matches, each with its value: a phrase, or the span of a verb that is it."""
        if clause.verb not in self._by_verb:
            return
        lemmas = lemmas_of(clause)
        plain = [lemmas[0], *lemmas[2:]] if len(lemmas) > 1 and lemmas[1][1] == lemmas[0][1] else lemmas
        read: dict[int, Phrase | None] = {c.phrase.start: c.phrase for c in clause.complements}
        for pattern in self._worth_trying(lemmas):
            value = matched(pattern, plain, clause, read)
            if value is None and plain is not lemmas and len(pattern.words) > 1 and lemmas[1][0] in pattern.words[1]:
                value = matched(pattern, lemmas, clause, read)
            if value is not None:
                yield pattern, value
        between = _said_between(clause)
        if between is not None:
            rest = [x for x in plain if not between[0] <= x[1] < between[1]]
            tried = ((pattern, matched(pattern, rest, clause, read)) for pattern in self._worth_trying(rest))
            yield from ((pattern, value) for pattern, value in tried if value is not None)

    def _worth_trying(self, lemmas: Sequence[tuple[str, int]]) -> list[Pattern]:
        """The patterns of a clause's verb of which it has the rarest word that they need, the longest first."""
        patterns, by_need = self._by_verb[lemmas[0][0]]
        places = set(by_need.get(None, ()))
        for lemma, _ in lemmas:
            if lemma in by_need:
                places.update(by_need[lemma])
        return [patterns[place] for place in sorted(places)]


_EACH = frozenset({"a", "an", "each", "every"})
_BESIDE = frozenset({"with", "for"})


def _said_between(clause: Clause) -> tuple[int, int] | None:
    """*I moved last week to York*, *with my wife to York*: when, with whom or what for, before what the verb is of."""
    if len(clause.complements) <= 1 or clause.complements[1].preposition is None:
        return None
    first = clause.complements[0]
    if first.preposition not in _BESIDE and not _is_when(first):
        return None
    return first.phrase.start - (first.preposition is not None), first.phrase.end


def _is_when(complement: Complement) -> bool:
    kind = kind_of(complement.phrase)[0]
    if kind == "frequency" or complement.phrase.determiner in _EACH:
        return False  # I swim twice a week at the Lido: how often is told by the same verb
    dated = kind in {"day", "date"} and complement.preposition in {None, "on", "in", "since"}
    return dated or is_time_adjunct(complement, kind)


def _compiled(attributes: Iterable[Attribute]) -> dict[str, _Indexed]:
    compiled: dict[str, list[Pattern]] = defaultdict(list)
    for attribute in attributes:
        sources = (
            ("statement", attribute.statements), ("change", attribute.changes), ("end", attribute.ends),
            ("verb", attribute.verb_values),
        )  # fmt: skip
        for effect, texts in sources:
            for text in texts:
                pattern = parsed(attribute, effect, text)
                for first in pattern.words[0] if pattern.words else ():
                    compiled[first].append(pattern)
    for patterns in compiled.values():
        patterns.sort(key=lambda p: -len(p.words))
    return {first: _indexed(without_doubles(patterns)) for first, patterns in compiled.items()}


def _indexed(patterns: list[Pattern]) -> _Indexed:
    by_need: dict[str | None, list[int]] = defaultdict(list)
    common = Counter(word for pattern in patterns for words in pattern.needed for word in words)
    for place, pattern in enumerate(patterns):
        rarest = min(pattern.needed, key=lambda words: sum(common[x] for x in words), default=(None,))
        for word in rarest:
            by_need[word].append(place)
    return patterns, dict(by_need)
