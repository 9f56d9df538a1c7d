"""What is named: by a mention, beside what a record has; by an attribute; by a pronoun."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.language.grammar.words import ACQUAINTANCES, ADVERBS, BE, DETERMINERS, KIN, PREPOSITIONS, verb_lemma
from atma_overlay.records import Statement
from atma_overlay.state.pairs.namesakes import named_for, names_in
from atma_overlay.values.sameness import amount_of, same_value
from atma_overlay.values.terms import STOP_WORDS, stem, terms, words

FREQUENCY = "frequency"
"""The last word of an attribute that says how often something is done, and names no thing."""
_CLOSED = PREPOSITIONS | ADVERBS | BE | {FREQUENCY}
_NOUNS_TOO = frozenset(
    """plan budget rent desk course coach bank lease limit target score rate price cost dose drink work show ride
    walk run drive host record report fish line race stall bay box order phone email text post class contact
    sponsor guide tutor nurse cook""".split()
)
"""Forms of verbs that name a thing as often."""
EVERYDAY = frozenset(
    stem(x)
    for x in """get go come make take put thing time day week month year good new look interest think want plan attend
    eye check consider search seek find recommend try need help great really way bit lot recent idea""".split()
)
"""Stems that tell no thing from another."""
_DEMONYMS = frozenset(
    stem(x)
    for x in """new french english german spanish italian american british indian chinese japanese greek dutch irish
    scottish welsh european asian african mexican canadian australian russian polish turkish korean thai""".split()
)
_WHOLE = frozenset(
    """membership subscription account provider plan name company place brand app application service host hosting setup
    stack system tool platform server choice supplier vendor carrier operator agency shop store studio centre center
    club business now person lead owner holder engine instance cluster target""".split()
)
"""*My gym membership*, *our database server*: nouns behind which the thing itself is meant."""


@kept_short(4096)
def naming_terms(attribute: str) -> frozenset[str]:
    """The stems that name a thing in an attribute: its nouns, or its verbs too where no noun says more than *app*."""
    parts = [x for x in attribute.split("_") if x and x not in _CLOSED]
    nouns = [x for x in parts if verb_lemma(x) is None or x in _NOUNS_TOO]
    named = not _WHOLE.issuperset(nouns)
    return frozenset(terms(" ".join(nouns if named else parts))) - EVERYDAY


_BESIDE = frozenset("for from like near since about by on".split())
"""What stands between a thing and what is only near it: whom it is for, where it is from, since when it is there."""

_MEETINGS = frozenset("appointment meeting call session interview chat lunch dinner date slot lesson class".split())


@kept_short(4096)
def tells_what_is_beside(attribute: str) -> bool:
    """*A new vet for Pepper*, *a new boss from Google*, *a new vet in Leeds*: no value of the slot of its noun."""
    noun, _, preposition = attribute.rpartition("_")
    noun = noun.replace("_", " ")
    if preposition == "with" and noun.rpartition(" ")[2] in _MEETINGS:
        return True  # a new doctor's appointment with Dr Bell
    known = default_extractor().lexicon.by_noun(noun)
    if preposition == "in" and known is not None:
        return "place" not in known.values and "any" not in known.values and not NAMED.isdisjoint(known.values)
    return preposition in _BESIDE and (known is not None or noun in KIN | ACQUAINTANCES)


ANYTHINGS = frozenset(
    terms(
        """floor minimum maximum limit baseline version target release ceiling default level plan tier setup everything
        rest lot size cap quota memory ram disk heap number threshold allocation capacity setting value"""
    )
)
"""Stems of nouns that name no thing of their own: *we bumped the floor to …*, *I've put the limit at …*."""


def names_something_else(told: str, known: str) -> bool:
    """Whether each of two attributes names a thing, and not the same one: *locker*, *seat*; not *move to*, *work in*.

    Args:
        told: an attribute that is told.
        known: the attribute of what stands.
    """
    one, other = _things(told), _things(known)
    return bool(one) and bool(other) and one.isdisjoint(other)


@kept_short(4096)
def _things(attribute: str) -> frozenset[str]:
    first, *rest = attribute.split("_")
    acts = bool(rest) and (verb_lemma(first) == first or first.endswith("ed"))
    named = [x for x in (rest if acts else (first, *rest)) if x and x not in _CLOSED]
    return frozenset(terms(" ".join(named))) - EVERYDAY - ANYTHINGS


_RUN = re2.compile(r"[\p{L}\p{N}]+|[^\s\p{L}\p{N}'’_-]")


def only_qualifies(attribute: str, evidence: str, value: str) -> bool:
    """Whether a sentence names an attribute only to say what else is meant: *the car insurance*, *the CI docs*."""
    given, pairs = set(words(value)), list(pairwise([*_RUN.findall(evidence.lower()), "."]))
    told = {stem(x) for x, _ in pairs}
    names = naming_terms(attribute)
    names = names if names & told else frozenset(stem(x) for x in attribute.split("_") if x not in _CLOSED)
    behind = [after for x, after in pairs if stem(x) in names and x not in given]
    return bool(behind) and all(_is_another(x, names) and x not in given for x in behind)


def _is_another(word: str, names: frozenset[str]) -> bool:
    """Whether a word behind a noun is a noun of its own, which that one qualifies."""
    plain = word[0].isalpha() and (verb_lemma(word) is None or word in _NOUNS_TOO)
    closed = word in _CLOSED or word in STOP_WORDS or word in DETERMINERS or word in _WHOLE
    return plain and not closed and stem(word) not in names | EVERYDAY


def another_one(mention: str, statement: Statement) -> bool:
    """*My old Prius* is not *my new Prius*, *my other car* not *my car*, and neither is the *Prius roof box*."""
    said = words(mention)
    if "old" in said and "new" in words(statement.evidence):
        return True
    if _is_the_other(said, statement) or _of_another_tie(said, statement):
        return True
    return named_for(mention, statement)


def _is_the_other(said: Sequence[str], statement: Statement) -> bool:
    """*I sold my other car*, where one is known: it is another."""
    return "other" in said and "other" not in words(statement.evidence)


_TIES = KIN | ACQUAINTANCES
_BY_TIE = _TIES | {"dating_partner", "child", "manager", "roommate", "direct_report"}
"""Attributes whose values are somebody."""


def _of_another_tie(said: Sequence[str], statement: Statement) -> bool:
    """*My colleague Elena* is not the *Elena* that somebody is married to."""
    ties = [x for x in said[:-1] if x in _TIES or _does_for_a_living(x)]
    named = default_extractor().lexicon.by_noun(ties[-1]) if ties else None
    return named is not None and statement.slot.attribute in _BY_TIE and named.id != statement.slot.attribute


@kept_short(1024)
def _does_for_a_living(word: str) -> bool:
    """Whether a word tells who somebody is to somebody by what they do: *my plumber Robert*."""
    named = default_extractor().lexicon.by_noun(word)
    return named is not None and "person" in named.values


def mention_score(statement: Statement, mention: str, norm: str, asked: set[str]) -> float:
    """How well a mention names the value of a record, wholly or by a name that is part of it; 0 where it does not."""
    if same_value(statement.norm, norm):
        return 3.0
    if statement.value_kind == "activity" and asked == set(terms(statement.value)):
        return 2.5
    if amount_of(statement.norm, norm):
        return 2.0
    if statement.value_kind in {"role", "phrase"} and mention == mention.lower():
        last = words(statement.value)[-len(words(mention)) :]
        return 2.0 if last == words(mention) and len(asked) >= 1 else 0.0
    names = names_in(statement.value)
    plain = mention == mention.lower() and len(names) > 1
    if plain and (statement.value_kind == "quote" or not asked & set(terms(statement.value)[-1:])):
        return 0.0
    named = names_in(mention) if mention[:1].isupper() or any(x[:1].isupper() for x in mention.split()) else asked
    if not named <= names or named <= _DEMONYMS:
        return 0.0
    shared = asked & names
    if statement.value_kind in NAMED and shared and any(len(x) > 2 and x not in STOP_WORDS for x in shared):
        return 1.0 + len(shared)
    return 0.0


def is_named_by(mention: str, old: Statement) -> bool:
    """Whether a mention is what is had, or that without words of its kind: *my bike* for *a red bike*."""
    said, had = words(mention), words(old.value)
    if stem(said[-1]) != stem(had[-1]):
        return False
    first, others = {stem(x) for x in said[:-1]}, {stem(x) for x in had[:-1]}
    return first <= others and (others - first) <= _DESCRIBING


_DESCRIBING = frozenset(
    stem(x)
    for x in """old new second-hand used big small little large tiny tall short huge red blue green black white grey
    gray brown yellow pink purple silver golden orange ginger lovely beautiful nice cute sweet great good cheap
    expensive fancy fast slow young elderly senior black-and-white rusty battered vintage beaten-up
    secondhand knackered shiny decent crazy lazy silly fat thick bushy long mild nasty chronic bad""".split()
)
"""Words before a noun that name no other sort of thing: a *red bike* is a *bike*, an *exercise bike* is not."""


def is_called_by(mention: str, old: Statement) -> bool:
    """Whether a mention names what a slot holds, and not what that is told of: *my car died*, *my car insurance*."""
    if _is_the_other(words(mention), old):
        return False
    lexicon = default_extractor().lexicon
    named, known = lexicon.by_noun(mention), lexicon.attributes.get(old.slot.attribute)
    if named is not None and known is not None and named.id != known.id:
        return any(noun.endswith(f" {mention}") and noun != f"favourite {mention}" for noun in known.nouns)
    parts = [x for x in old.slot.attribute.split("_") if x not in PREPOSITIONS]
    return not parts or stem(parts[-1]) in terms(mention)
