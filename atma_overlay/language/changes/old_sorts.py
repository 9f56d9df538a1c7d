"""Of which sort an old one is that is told to be over, and how its end is told.

*My old instrument* is of the attribute that its noun names, *the old machine* of the sort in `old_ones.toml` that has
the noun; *the last one*, *mine* and *what I had* are of whatever is told of beside them, where their end fits its sort.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.word_lists import read_groups

OLD = frozenset("old last former previous prior earlier other original existing".split())
"""What calls one the old one, behind *the* or an owner."""
GENERIC = frozenset("one ones first choice pick option lot thing".split())
"""Nouns that say nothing of the sort."""
HAD = frozenset("mine ours hers theirs".split())
"""What one has or had, without a noun."""
_WORN = frozenset({"machine", "vehicle", "payment"})
"""Sorts of things that are sold, break and wear out; the others are finished."""

_ANY_MACHINE = frozenset({"computer", "card", "account"})
"""Nouns of things that go by a nearer one, too."""

_BREAKING = frozenset("break conk die crash burn crack snap smash fail brick fry collapse rust".split())
_PARTING = frozenset("sell trade part-exchange bin scrap chuck donate pawn auction unplug return".split())
_COMPLETING = frozenset({"finish", "complete"})
DROPPED = (
    _PARTING | _COMPLETING
    | frozenset(
        """quit leave drop swap cancel ditch dump abandon retire terminate exchange outgrow uninstall delete deactivate
        decommission axe discontinue replace remove relinquish surrender shelve offload close shut switch change lose
        archive resign vacate stop""".split()
    )
)  # fmt: skip
"""What one does to one that one has no more."""
_WITH_A_WORD = {
    "give": frozenset({"up", "away", "back", "in"}),
    "hand": frozenset({"over", "in", "back", "on"}),
    "put": frozenset({"away", "down", "aside"}),
    "cut": frozenset({"up"}),
    "get": frozenset({"rid"}),
    "take": frozenset({"off"}),
    "kick": frozenset({"off", "out"}),
    "come": frozenset({"off"}),
    "move": frozenset({"from", "off"}),
    "pack": frozenset({"in", "up"}),
    "pass": frozenset({"on"}),
    "throw": frozenset({"out", "away"}),
    "let": frozenset({"go", "die", "lapse"}),
    "send": frozenset({"back"}),
}
"""The same of verbs that tell it with a word behind them only."""
_ENDING = _BREAKING | frozenset(
    """close shut lapse retire expire fold dissolve vanish disappear end finish stop cease disband burst
    leave""".split()
)
"""What one does that is no more."""
_OVER = frozenset({"read-only"})
_WEARY = frozenset("bored tired fed sick".split())


@dataclass(frozen=True, slots=True)
class Sort:
    """What one has or does one of at a time: what it is called, and the attributes under which it is told."""

    name: str
    nouns: frozenset[str]
    attributes: frozenset[str]

    def tells(self, attribute: str) -> bool:
        """Whether an attribute is of the sort: one of its own, or one that ends in it (*my drama group* *put on*)."""
        return any(attribute == x or attribute.endswith(f"_{x}") for x in self.attributes)


@lru_cache(maxsize=1)
def _sorts() -> tuple[Sort, ...]:
    read = read_groups("old_ones.toml")
    return tuple(Sort(name, frozenset(lines[0]), frozenset(lines[1])) for name, lines in read.items())


def is_of(noun: str, candidate: Candidate, lexicon: Lexicon) -> bool:
    """Whether what a noun names is of the sort of a statement.

    Args:
        noun: what is old, without what calls it so: *joint account*.
        candidate: the statement.
        lexicon: knows what nouns name.
    """
    last = w.lemma_of_noun(noun.rpartition(" ")[2])
    if candidate.known_attribute:
        named = (lexicon.by_noun(noun), lexicon.by_noun(last), lexicon.altered_by(last))
        if any(x is not None and x.id == candidate.attribute for x in named):
            return True
    return any(
        last in s.nouns and s.tells(candidate.attribute) and _is_like(last, s, candidate, lexicon) for s in _sorts()
    )


def _is_like(noun: str, sort: Sort, candidate: Candidate, lexicon: Lexicon) -> bool:
    """Whether a thing is what the noun says: who gave up an old phone has the laptop still, and *a train* is none."""
    if sort.name not in _WORN:
        return True
    named = lexicon.by_noun(noun)
    if named is not None and named.id not in {candidate.thing, candidate.attribute} and noun not in _ANY_MACHINE:
        return False
    return candidate.value_kind != "phrase"


def fits_an_end(verb: str, candidate: Candidate) -> bool:
    """Whether what a statement tells of can end so, where no noun says what ended: things are sold, games finished.

    Args:
        verb: by which it ended.
        candidate: the statement.
    """
    if candidate.value_kind == "phrase" and not candidate.known_attribute:
        return False
    for sort in _sorts():
        if sort.tells(candidate.attribute):
            if sort.name in _WORN and candidate.value_kind == "phrase":
                return False
            worn = sort.name in _WORN
            return not ((verb in _BREAKING | _PARTING and not worn) or (verb in _COMPLETING and worn))
    return False


def dropped(verbs: Sequence[str], said: Sequence[str], *, passive: bool) -> str | None:
    """The verb by which somebody has the old one no more, where the words before and behind it tell so.

    Args:
        verbs: the lemmas of the verbs of the clause.
        said: its words from the verb on.
        passive: whether it was done to them: *was kicked off his old machine*.
    """
    for verb in verbs:
        if verb in DROPPED and not passive:
            return verb
        if verb in _WITH_A_WORD and not _WITH_A_WORD[verb].isdisjoint(said):
            return verb
    return None


def ended(verbs: Sequence[str], said: Sequence[str], states: frozenset[str], *, passive: bool) -> str | None:
    """The verb by which what is old is over by itself, or by whoever: *conked out*, *was sold*, *is read-only*.

    Args:
        verbs: the lemmas of the verbs of the clause.
        said: its words from the verb on.
        states: what something that is over is.
        passive: whether it was done to it.
    """
    if verbs[:1] == ["be"] and not passive and not (states | _OVER).isdisjoint(said):
        return "be"
    return next((v for v in verbs if v in (DROPPED if passive else _ENDING) or (passive and v in _ENDING)), None)


def wearied(said: Sequence[str]) -> bool:
    """*Got bored of ours*, *got too pricey*: what speaks against the old one, and does not say that it is over."""
    return not _WEARY.isdisjoint(said) or "too" in said


def old_runs(tokens: Sequence[Tagged], start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Where a stretch of tokens names an old one, and its noun; empty where the noun says nothing of the sort.

    Args:
        tokens: of the sentence.
        start: where the stretch begins.
        end: where it ends.
    """
    for at in range(start, end):
        word, before = tokens[at].lower, tokens[at - 1] if at > start else None
        if word in HAD:
            yield at, at + 1, ""
        if before is None or not _leads(before):
            continue
        if word == "first" and at + 1 < end and tokens[at + 1].lower in GENERIC:
            yield at - 1, at + 2, ""
        elif word in OLD:
            stop = at + 1
            while stop < end and stop <= at + _LONGEST and _names_it(tokens, at, stop):
                stop += 1
            noun = " ".join(x.lower for x in tokens[at + 1 : stop])
            if noun:
                yield at - 1, stop, "" if noun in GENERIC else noun


_LONGEST = 3
_IN_A_NAME = t.NAME_OR_NOUN | {t.NUM}


def _names_it(tokens: Sequence[Tagged], at: int, stop: int) -> bool:
    """Whether a word goes on to name what is old: not *conked* of *the old one conked out*."""
    ends_here = stop > at + 1 and (tokens[stop - 1].lower in {"one", "ones"} or _tells_an_end(tokens[stop]))
    return tokens[stop].tag in _IN_A_NAME and not ends_here


def _tells_an_end(token: Tagged) -> bool:
    return token.lower.endswith("ed") and verb_of(token.lower) in _ENDING


def verb_of(word: str) -> str | None:
    """The verb that a word is a form of; *conked*, which no list has, is one of *conk*."""
    plain = word.removesuffix("ed")
    return w.verb_lemma(word) or (plain if plain != word and plain in _ENDING else None)


def is_of_its_noun(noun: str, candidate: Candidate, lexicon: Lexicon) -> bool:
    """Whether nothing but its sort is told of what is old: not *the old joint account*, beside which there are others.

    Args:
        noun: what is old.
        candidate: the statement beside.
        lexicon: knows what nouns name.
    """
    named = lexicon.by_noun(noun)
    return " " not in noun or (named is not None and named.id == candidate.attribute)


def _leads(token: Tagged) -> bool:
    return token.lower == "the" or token.tag in {t.POSS, t.GEN}
