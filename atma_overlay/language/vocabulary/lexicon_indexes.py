"""What the files of a lexicon say together, by the words that it is looked up by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from atma_overlay.language.grammar import words as w
from atma_overlay.language.vocabulary.attributes import Attribute, LexiconFile
from atma_overlay.values.own_names import OwnNames


def lists_of(files: Sequence[LexiconFile]) -> dict[str, frozenset[str]]:
    """The named word lists; those of one name are one."""
    lists: dict[str, frozenset[str]] = {}
    for file in files:
        for name, words in (file.model_extra or {}).items():
            if isinstance(words, list):
                lists[name] = lists.get(name, frozenset()) | {str(word).lower() for word in words}
    return lists


def facets_of(files: Sequence[LexiconFile], attributes: Mapping[str, Attribute]) -> dict[tuple[str, str], Attribute]:
    """By noun and preposition, the attribute that a part of life belongs to: *flat*, *in*."""
    return {
        (noun_key(noun), preposition): attributes[facet.attribute]
        for file in files
        for facet in file.facet
        if facet.attribute in attributes
        for noun in facet.nouns
        for preposition in facet.prepositions
    }


def things_of(files: Sequence[LexiconFile], attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """By name in lower case, the attribute of a thing that its name tells."""
    return {
        name.lower(): attributes[attribute]
        for file in files
        for attribute, known in file.things.items()
        if attribute in attributes
        for name in known
    }


def names_of(files: Sequence[LexiconFile]) -> OwnNames:
    """What the files say that values are called besides."""
    things: dict[str, tuple[str, ...]] = {}
    for file in files:
        for first, others in file.names.items():
            things[first] = (*things.get(first, ()), *others)
    return OwnNames(things)


OWNED = "own"
"""The slot of what is had and of no attribute."""


@dataclass(frozen=True, slots=True)
class Had:
    """What is known of things of one sort that somebody has; an act is a verb and the words that belong to it."""

    attribute: Attribute | str
    uncounted: bool
    disposals: frozenset[tuple[str, str]]
    losses: frozenset[tuple[str, str]]
    ends: frozenset[tuple[str, str]]


def belongings_of(files: Sequence[LexiconFile], attributes: Mapping[str, Attribute]) -> dict[str, Had]:
    """By noun, how what it names is had and comes to be had no more; a later file's word counts."""
    return {
        noun_key(noun): Had(
            attributes.get(sort.attribute, OWNED),
            sort.uncounted,
            _acts(sort.disposals),
            _acts(sort.losses),
            _acts(sort.ends),
        )
        for file in files
        for sort in file.belonging
        for noun in sort.nouns
    }


def _acts(told: Iterable[str]) -> frozenset[tuple[str, str]]:
    return frozenset((verb, behind) for verb, _, behind in (act.partition(" ") for act in told))


_SUPPLYING = frozenset({"provider", "service", "vendor"})


def nouns_of(attributes: Collection[Attribute]) -> dict[str, Attribute]:
    """By noun, the attribute that it names.

    Whoever supplies something is called its provider, its service or its vendor, whichever of them a file lists, unless
    two attributes are called so.
    """
    nouns = {noun_key(noun): a for a in attributes for noun in (*a.nouns, a.name)}
    supplied: dict[str, dict[str, Attribute]] = {}
    for key, attribute in nouns.items():
        what, _, supplier = key.rpartition(" ")
        if what and supplier in _SUPPLYING:
            supplied.setdefault(what, {})[attribute.id] = attribute
    alike = {
        f"{what} {supplier}": next(iter(found.values()))
        for what, found in supplied.items()
        if len(found) == 1
        for supplier in sorted(_SUPPLYING)
    }
    return alike | nouns


def spelled(attributes: Collection[Attribute], nouns: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """By a noun as the lexicon spells it, the attribute that its key leads to."""
    found = ((noun, noun_key(noun.replace("_", " "))) for a in attributes for noun in (*a.nouns, a.name))
    return {noun: nouns[key] for noun, key in found if key in nouns}


def by_value(attributes: Collection[Attribute], lists: Mapping[str, frozenset[str]]) -> dict[str, Attribute]:
    """By a value of a closed list, the attribute that one is rather than has: *vegetarian*."""
    return {
        noun_key(value): a
        for a in attributes
        if a.value_list and any(map(_says_what_one_is, a.statements))
        for value in lists.get(a.value_list, ())
    }


def _says_what_one_is(pattern: str) -> bool:
    """*Be*, *be by nationality*, *be listed as*, *be prescribed*; whom one is *living with* one is not."""
    first, *behind = pattern.split()
    return first == "be" and (not behind or behind[0] in {"by", "prescribed"} or behind[-1] == "as")


def noun_key(noun: str) -> str:
    """A noun phrase as its words' lemmas."""
    return " ".join(w.lemma_of_thing(x) for x in noun.lower().split())
