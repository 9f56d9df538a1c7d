"""The things that two sentences name: by the words before a noun that tell it from others, and the noun."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.altering import made_quickly
from atma_overlay.kept import kept_short
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.kinds import MEASURED
from atma_overlay.language.grammar.qualities import may_describe
from atma_overlay.language.grammar.words import lemma_of_noun, verb_lemma
from atma_overlay.records import Statement
from atma_overlay.state.pairs.thing_words import (
    A_MONTH,
    A_YEAR,
    ASIDE,
    BROAD,
    BY_AIR,
    ENDS,
    MAIN,
    MEASURED_ONES,
    OF_CALLS,
    PAID_BY_THE_YEAR,
    PERIODS,
    PLAIN,
)
from atma_overlay.values.terms import stem, word_set

_LEAD = re2.compile(r"\b(?i:my|our|your|his|her|its|their|whose|the|new)\s|['’]s?\s")
"""What stands before a name: whose it is, or that it is known or new."""
_CALLS = frozenset(
    "ugh argh damn yay wow oh ah hey phew sigh omg lol ok okay so and but well no yes yeah hm hmm".split()
)
_OPENS = re2.compile(
    r"^(?P<word>\p{Lu}?\p{Ll}+) \p{Ll}+ (?:(?:was|were|is|has|have|went|goes|turned|turns|got) )?\p{Ll}+"
)
"""*Food budget went up to …*: a name of two nouns may go without what stands before others."""
_WORD = re2.compile(r"^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*")
_LONGEST, _REACH = 5, 60
"""Words of a name, and characters in which they are looked for."""
_CHANGELESS = frozenset("cut put set let hit quit shut split spread cost hurt burst".split())
"""Verbs whose past is as their present."""
_NAMED, _MEASURED, _MONEY = "named", "measured", "money"
_PLAIN = {_NAMED: PLAIN - {"next"}, _MEASURED: PLAIN, _MONEY: PLAIN - PERIODS}
"""What describes a thing, by the kind of value told of it: the next car is another one, a year's budget another sum."""
_Name = tuple[frozenset[str], str]
"""The words before a thing's noun that tell it from others, and the stem of the noun."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Names:
    """The things that a sentence names.

    Attributes:
        names: each.
        heads: the stems of their nouns.
        stems: those of all their words.
        words: their words, as said.
    """

    names: frozenset[_Name]
    heads: frozenset[str]
    stems: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, names: frozenset[_Name], said: frozenset[str]) -> Names:
        """With what is looked for in them."""
        heads = frozenset(head for _, head in names)
        return cls(names, heads, heads.union(stem(x) for mods, _ in names for x in mods), said)


def names_in_both(old: Statement, told: Candidate | Statement) -> tuple[Names, Names]:
    """The things that an older and a later sentence name, as far as the kind of value that is told has them.

    Args:
        old: what stands.
        told: what is told later.
    """
    kind = _kind(told.value_kind)
    after = _names_beside(told, kind)
    opens = None if kind == _NAMED or after.names else _OPENS.match(told.evidence)
    if opens is not None and opens.group("word").lower() not in _CALLS:
        after = _names_beside(told, kind, f"the {told.evidence[0].lower()}{told.evidence[1:]}")
    return _names_beside(old, kind), after


def telling_apart(words: frozenset[str], *, said: str, measured: bool) -> frozenset[str]:
    """The words before a noun by which it is another thing than the one that goes by the bare noun.

    A thing that has a name is another one by some words alone, as *my red car* is my car. What is counted or measured
    is another amount by any adjective, too (*my maximum dose*, *my starting weight*), but where the same is told behind
    it; by a noun it is told what it is of (*my membership fee*, *the fee*).

    Args:
        words: those before the noun that do more than describe it.
        said: what was said of the bare noun.
        measured: whether its value is counted or measured.
    """
    if not measured:
        return words & ASIDE - word_set(said)
    apart = (x for x in words - MAIN if x in ASIDE or may_describe(x))
    return frozenset(x for x in apart if stem(x) not in _stems(said))


def words_before(name: list[str], value_kind: str) -> frozenset[str]:
    """The words before the noun of a name that do more than describe it.

    Args:
        name: its words in lower case, of which the noun is the last.
        value_kind: of the value that is told of it.
    """
    return frozenset(map(lemma_of_noun, name[:-1])) - _plain(name[-1], _kind(value_kind))


@kept_short(4096)
def _stems(sentence: str) -> frozenset[str]:
    return frozenset(map(stem, map(lemma_of_noun, word_set(sentence))))


def _kind(value_kind: str) -> str:
    return _MONEY if value_kind == _MONEY else _MEASURED if value_kind in MEASURED else _NAMED


def _plain(noun: str, kind: str) -> frozenset[str]:
    plain = _PLAIN[kind] | BY_AIR if noun in OF_CALLS else _PLAIN[kind]
    return plain | (A_YEAR if noun in PAID_BY_THE_YEAR else A_MONTH) if kind == _MONEY else plain


def _names_beside(told: Candidate | Statement, kind: str, sentence: str = "") -> Names:
    """The things that a sentence names beside the value: *I dyed my hair copper* names the hair."""
    sentence = sentence or told.evidence
    found, value = _names(sentence, kind), word_set(told.value)
    return found if value.isdisjoint(found.words) else _names_of(sentence, kind, value)


@kept_short(4096)
def _names(sentence: str, kind: str) -> Names:
    """The things that a sentence names as somebody's, as known or as new."""
    return _names_of(sentence, kind, frozenset())


def _names_of(sentence: str, kind: str, value: frozenset[str]) -> Names:
    runs = [
        list(_run(sentence[m.end() : m.end() + _REACH].split(), value, owned=m.group()[0] not in "'’"))
        for m in _LEAD.finditer(sentence)
    ]
    said = frozenset(word for name in runs for word in name)
    return Names.of(frozenset(x for name in runs for x in _named(name, kind)), said)


def _named(name: list[str], kind: str) -> Iterator[_Name]:
    broad = BROAD if kind == _NAMED else MEASURED_ONES
    while name:
        yield frozenset(map(lemma_of_noun, name[:-1])) - _plain(name[-1], kind), stem(name[-1])
        if name[-1] not in broad and not _is_verb_behind(name):
            break
        name.pop()


def _run(behind: list[str], value: frozenset[str], *, owned: bool) -> Iterator[str]:
    """The words of a name, up to a verb, a proper name, a measure, or the next word or sign that is none of it.

    What stands right behind *my* is no verb (*my planned trip*), as it may be behind *my rent's* (*my rent's gone up*).
    """
    for place, raw in enumerate(behind[:_LONGEST]):
        word = raw if raw.isascii() and raw.isalnum() else _led_by(raw)
        whole = len(word) == len(raw)
        if not word or word[0].isdigit() or (word[0].isupper() and not word.isupper()):
            return
        word = word.lower()
        made_so = owned and not place and whole and word[-1:] != "s" and len(behind) > 1
        acts = not made_so and word[-3:] != "ing" and verb_lemma(word) not in {None, word}
        if word in ENDS or word in value or acts:
            return  # my rent went up
        yield word
        if not whole:
            return  # my wife's car, my dog, my cat


def _led_by(raw: str) -> str:
    """The word that something said begins with; empty where it begins with a sign."""
    match = _WORD.match(raw)
    return "" if match is None else str(match.group())


def _is_verb_behind(name: list[str]) -> bool:
    """*My beans come from …*, *the API cut over to …*: a verb that no ending tells from a noun."""
    verb = name[-1]
    return len(name) > 1 and verb_lemma(verb) is not None and (verb in _CHANGELESS or name[-2].endswith("s"))
