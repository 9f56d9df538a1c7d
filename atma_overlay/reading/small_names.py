"""Whether a query has a word as the name that a record has, where nothing but its place tells: *does bill approve it*.

A name that English has as a word, typed in small letters, is known by what stands right beside it: what only somebody
does or is done to, a firm's contract, a flat or oneself before *in*, the noun of the record's attribute behind *is my*.
A noun in such a place would have an article. Queries alone are read so: a fact is not given up for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.words import (
    ACQUAINTANCES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DWELLINGS,
    FIRST_PERSON,
    KIN,
    POSSESSIVES,
    PREPOSITIONS,
    SEASONS,
    WH_WORDS,
    lemma,
    verb_lemma,
)
from atma_overlay.records import Statement
from atma_overlay.state.pairs.written import MODALS, governors, is_written
from atma_overlay.values.normal import fold_case
from atma_overlay.values.terms import STOP_WORDS, terms

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[.,;:!?]")
_MOST = 400
"""Words of a query that are looked at."""
_GAP = 4
"""Words between a verb and the preposition that it goes with: *we write all our services in …*."""
_SIGNS = frozenset(".,;:!?")
_OWNERS = frozenset({"my", "our"})
_ME = frozenset({"me", "us"})
_AUXILIARIES = MODALS | frozenset("do does did is was has can't don't doesn't didn't won't isn't".split())
_GOING_ON = frozenset({"of", "and", "or", "nor", "than"})
_CLOSING = (STOP_WORDS | PREPOSITIONS | CONJUNCTIONS | WH_WORDS | DETERMINERS | POSSESSIVES | _SIGNS) - _GOING_ON
"""What stands behind a noun phrase that is whole; what is no name goes on: *golf course*, *spirit and cheer*."""
_OPENING = frozenset("since because as that if when and but so while whether".split()) | _SIGNS
ADDRESSING = frozenset("ask tell email message call phone thank inform convince".split())
"""What is done to people alone, right before them."""
_MINDING = frozenset(
    """approve want think know like prefer hate mind agree expect remember understand promise insist refuse complain
    reply""".split()
)
"""What people alone do."""
_MEETINGS = frozenset("meeting one appointment session lunch dinner call interview review chat talk date".split())
_TOWARDS = frozenset("to for before after about until during".split())
_OF_PEOPLE = frozenset("birthday email number phone approval office reply opinion feedback".split())
_PAYING = frozenset("charge bill pay owe refund insure employ hire fire underpay overcharge".split())
_STAFF = frozenset("employee staff payroll payslip hr coworker colleague shareholder".split())
_CONTRACTS = frozenset("account subscription membership contract invoice login password customer".split())
_DEALINGS = _CONTRACTS | frozenset(
    """limit claim policy order loan mortgage card plan booking ticket flight deposit payment overdraft tariff
    reservation""".split()
)
_OBJECTS = frozenset(
    """bookmark tab channel file folder ticket issue document message thread extension plugin notification project repo
    repository shortcut template dashboard linter workspace query""".split()
)
"""What there is in a program, with an article or without."""
_SKILLED = frozenset("good bad better best great poor terrible hopeless look looking aim aiming new rubbish".split())
_AT_ONCE = frozenset(
    "first last least most once large length best hand heart home work rest risk stake ease will present peace".split()
)
"""*At rest*: what *at* stands before in idioms."""
_RUNNING = frozenset("run build write code host deploy base".split())
_HAVING = frozenset("have own drive lease got".split())
_AFTER_THINGS = WH_WORDS | _SIGNS | frozenset("so and but do does can should is are will would".split())
_RESIDENTS = frozenset("resident citizen inhabitant".split())


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a query has the word: the words before and behind it."""

    name: str
    before: list[str]
    behind: list[str]
    statement: Statement
    owns: bool = False
    """Whether it is *bill's*."""

    @property
    def last(self) -> str:
        """The word right before it; a full stop where it opens the query."""
        return self.before[-1] if self.before else "."

    @property
    def next(self) -> str:
        """The word right behind it; a full stop where it ends the query."""
        return self.behind[0] if self.behind else "."

    @property
    def ends(self) -> bool:
        """Whether the phrase ends with the name."""
        return self.next in _CLOSING


def is_meant(text: str, statement: Statement, mention: str) -> bool:
    """Whether a query that has words of a record's name means it: by how they are written, or by where they stand."""
    return is_written(text, statement, mention) or stands_as_name(text, statement, mention)


def stands_as_name(text: str, statement: Statement, mention: str) -> bool:
    """Whether a word of a query stands where a record's name does, and the word that it is would not.

    Args:
        text: the query.
        statement: what was said.
        mention: what the query has of the statement's value.
    """
    said = terms(mention)
    first = next((fold_case(x) for x in statement.value.split() if not set(said).isdisjoint(terms(x))), "")
    found = _WORD.findall(fold_case(text))[:_MOST]
    signs = _signs_of(statement)
    places = (
        _Place(first, found[:i], found[i + 1 :], statement, owns=x != first)
        for i, x in enumerate(found)
        if x in (first, f"{first}'s", f"{first}’s")
    )
    return bool(first) and any(sign(place) for place in places for sign in signs)


def _signs_of(statement: Statement) -> tuple[Callable[[_Place], bool], ...]:
    """What tells a name of the statement's sort."""
    label = statement.slot.attribute
    known = default_extractor().lexicon.attributes.get(label)
    values = frozenset[str]() if known is None else frozenset(known.values)
    noun = label.rpartition("_")[2]
    if "person" in values or noun in KIN | ACQUAINTANCES or default_extractor().lexicon.is_role_word(noun):
        return (_is_identified, _is_a_person)
    if "place" in values or label in _LIVING:
        return (_is_identified, _is_a_home, _is_governed)
    if label == "employer":
        return (_is_identified, _is_a_firm, _is_governed, _is_dealt_with)
    if known is None or known.domain in _OF_TOOLS:
        return (_is_identified, _is_governed, _is_dealt_with, _is_a_tool)
    return (_is_identified, _is_governed, _is_dealt_with, _is_a_thing)


_LIVING = frozenset("live_in live_at be_in".split())
_OF_TOOLS = frozenset({"software_project", "digital_life"})


def _is_identified(place: _Place) -> bool:
    """*Art is my tutor*, *is art still my tutor*, *ginger, my favourite restaurant,*."""
    behind = [x for x in place.behind[:7] if x not in _ADVERBS]
    apposed = behind[:1] == [","] and behind[1:2] != [] and behind[1] in _OWNERS
    told = behind[:1] != [] and behind[0] in BE and behind[1:2] != [] and behind[1] in _OWNERS
    asked = place.last in BE and behind[:1] != [] and behind[0] in _OWNERS
    if not (apposed or told or asked) or (told and place.last not in _OPENING | WH_WORDS):
        return False
    phrase = behind[1 if asked else 2 :]
    known = _nouns_of(place.statement)
    for i, word in enumerate(phrase[:3]):
        after = phrase[i + 1] if i + 1 < len(phrase) else "."
        whole = after in _SIGNS if apposed else after in _CLOSING
        if whole and not known.isdisjoint(terms(word)) and "'" not in word and "’" not in word:
            return True
    return False


_ADVERBS = frozenset({"still", "now", "currently"})


def _nouns_of(statement: Statement) -> frozenset[str]:
    """What the value may be called, by the attribute and by what was said."""
    known = default_extractor().lexicon.attributes.get(statement.slot.attribute)
    nouns = " ".join(x.rpartition(" ")[2] for x in known.nouns) if known is not None else ""
    said = f"{statement.slot.attribute.replace('_', ' ')} {statement.evidence} {nouns}"
    return frozenset(terms(said)) - frozenset(terms(statement.value))


def _is_a_person(place: _Place) -> bool:
    """*Ask drew*, *does bill approve*, *rich wants*, *before my meeting with hope*, *grace's birthday*."""
    verb = verb_lemma(place.next) or place.next
    if place.name in MODALS:
        return place.last in _AUXILIARIES and place.next not in _SIGNS  # can will do it
    if (lemma(place.last) in ADDRESSING or place.last in ADDRESSING) and place.ends and _is_bare(place):
        return True
    if verb in _MINDING:
        inflected = place.next != verb and not place.next.endswith("ing")
        return place.last in (_OPENING if inflected else _AUXILIARIES)
    if place.last == "with" and place.ends:
        return _meets(place.before[:-1])
    return place.owns and place.next in _OF_PEOPLE and place.last not in DETERMINERS | POSSESSIVES


def _is_bare(place: _Place) -> bool:
    """Whether who addresses is somebody, and the word no noun: *the call*, *a date*."""
    return len(place.before) < 2 or place.before[-2] not in DETERMINERS | POSSESSIVES | {"of"}


def _meets(before: list[str]) -> bool:
    """*Before my meeting*, *to my one on one*; with *split*, what is split."""
    if not before:
        return False
    if "split" in before[-_GAP:]:
        return True
    led = before[-5:]
    owners = [i for i, x in enumerate(led) if x in _OWNERS]
    return before[-1] in _MEETINGS and owners[-1:] > [0] and led[owners[-1] - 1] in _TOWARDS


def _is_a_home(place: _Place) -> bool:
    """*Near me in bath*, *my flat in nice*, *a resident of nice*, *in essen where i live*."""
    if not place.ends or not place.before:
        return False
    before = place.before[-2] if len(place.before) > 1 else ""
    if place.last == "of":
        return lemma(before) in _RESIDENTS
    if place.last not in {"in", "near", "around"}:
        return False
    if before in _ME or before == "here":
        return True
    if place.behind[:2] in (["where", "i"], ["where", "we"]) and not place.name.endswith("ing"):
        return True
    noun = lemma(before)
    facet = default_extractor().lexicon.facet_of(noun, "in")
    ours = not _OWNERS.isdisjoint(place.before[-5:-2])
    return ours and (noun in DWELLINGS or (facet is not None and facet.id == "home_city"))


def _is_a_firm(place: _Place) -> bool:
    """*Payroll at shell*, *a target employee*, *at saffron, where i work*."""
    if lemma(place.next) in _STAFF:
        return True
    if place.last != "at" or not place.ends or place.name in _AT_ONCE:
        return False
    return len(place.before) < 2 or place.before[-2] not in _SKILLED | BE | FIRST_PERSON  # we are at target


def _is_dealt_with(place: _Place) -> bool:
    """*Does chase charge me*, *my orange contract*, *raise my limit with chase*."""
    paid = verb_lemma(place.next) or place.next
    if paid in _PAYING and place.behind[1:2] != [] and place.behind[1] in _ME:
        return place.last in _OPENING | WH_WORDS | _AUXILIARIES
    if lemma(place.next) in _CONTRACTS or (place.next == "card" and place.statement.slot.attribute == "bank"):
        return place.last in _OWNERS
    if place.last not in {"with", "from", "at"} or not place.ends or len(place.before) < 2:
        return False
    return lemma(place.before[-2]) in _DEALINGS


def _is_governed(place: _Place) -> bool:
    """*We write our services in rust*: whether a verb of the attribute goes with the preposition before the name."""
    label = place.statement.slot.attribute
    known = default_extractor().lexicon.attributes.get(label)
    if known is None or not place.ends or place.last not in PREPOSITIONS:
        return False
    told = governors(label)
    return any((y, place.last) in told for x in place.before[-1 - _GAP : -1] for y in (x, verb_lemma(x) or x))


def _is_a_tool(place: _Place) -> bool:
    """*Bookmarks in opera*, *our api runs on express*, *use salt for our servers*."""
    if len(place.before) < 2:
        return False
    if place.last == "use" and place.next == "for":
        told = terms(" ".join(place.behind[1:4]))
        return not frozenset(terms(place.statement.evidence)).isdisjoint(told)
    if place.last not in {"in", "on", "with", "from"} or not place.ends or place.name in SEASONS:
        return False
    noun = place.before[-2]
    known = default_extractor().lexicon.attributes.get(place.statement.slot.attribute)
    ran = any((verb_lemma(x) or x) in _RUNNING for x in place.before[-1 - _GAP : -1])
    ran = ran and (known is None or known.domain == "software_project")
    return lemma(noun) in _OBJECTS or (ran and not _OWNERS.union({"we"}).isdisjoint(place.before))


def _is_a_thing(place: _Place) -> bool:
    """*I have a mustang, …*, where the record has an article, too."""
    if place.last not in {"a", "an"} or place.next not in _AFTER_THINGS or len(place.before) < 3:
        return False
    owner, verb = place.before[-3:-1]
    return verb in _HAVING and owner in {"i", "i've"} and _had_an_article(place)


def _had_an_article(place: _Place) -> bool:
    told = _WORD.findall(fold_case(place.statement.evidence))
    return any(x in {"a", "an", "my"} and y == place.name for x, y in pairwise(told))
