"""Which of several things of one name a sentence tells of: by its number, or by the name that stands behind it.

*Order 4411 ships from Rotterdam*, *order 4412 ships from Antwerp now*; *the kickoff with Stark is on Tuesday*, *the
kickoff with Oscorp moved to Thursday*: where both sentences say which one, and not the same, nothing has changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.endings.formers import PREVIOUS
from atma_overlay.language.facts.dated_releases import numbers
from atma_overlay.language.facts.duties import is_duty
from atma_overlay.language.grammar.words import (
    ACQUAINTANCES,
    ADVERBS,
    BE,
    DAY_NAMES,
    DWELLINGS,
    KIN,
    MONTH_NAMES,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    lemma_of_noun,
    verb_lemma,
)
from atma_overlay.language.work.work_names import is_status
from atma_overlay.records import Statement
from atma_overlay.state.pairs.noun_sorts import of_another_sort
from atma_overlay.state.pairs.thing_words import PLAIN
from atma_overlay.state.pairs.whose_thing import of_another_owner
from atma_overlay.values.normal import normalise
from atma_overlay.values.terms import STOP_WORDS, stem, terms, word_set

__all__ = ["another_of_its_kind", "of_another_one", "told_of_one_item", "told_of_one_of_them"]

_NUMBERED = re2.compile(
    r"(?:^|[.!?;,:] +|\b(?i:the|our|my|on|of|for|in|from|to|that|\p{L}+ed) )(?P<thing>\p{L}+) "
    r"(?:(?i:no\.?|number|nr\.?) )?#?(?P<number>\p{Lu}{0,4}-?\d{1,12})(?P<behind> [\p{L}'’]+|[.,;!?](?: |$)|$)"
)
"""*Ticket 8821 is …*, *I reassigned ticket 8821 to …*; *room 12 metres* is a measure."""
_TOLD_OF = (
    r"(?i:is|are|was|were|has|have|had|will|costs?|runs?|goes|go|opens?|starts?|ends?|ships?|moved|moves|changed"
    r"|slipped|went|gets?|got|belongs?|reports?|takes?|uses?|expires?|gives?|handles?|stays?|sits?|stands?|lives?)\b"
)
_ONLY_ONES = frozenset(
    """mother mum mom father dad parent parents wife husband hubby spouse partner girlfriend boyfriend fiancé fiancée
    landlord landlady ex ex-husband ex-wife twin twins""".split()
)
"""Of whom one has one: *my mother in Leeds* has moved where she is *my mother in York*."""
_NAMED = re2.compile(
    r"(?:^|[.!?;,:] +|\b)(?i:the|our) (?:[\p{Ll}\p{N}-]+ ){0,3}?(?P<thing>\p{L}[\p{L}-]*) "
    r"(?:with|for|in|at|on|of|from) "
    r"(?:(?P<who>\p{Lu}[\p{L}\p{N}&-]*(?: \p{Lu}[\p{L}\p{N}&-]*){0,3})"
    r"|(?:the|our|my) (?P<what>(?:[\p{L}\p{N}-]+ ){0,2}?[\p{L}\p{N}-]+)) " + _TOLD_OF
)
"""*The SLA with Acme is …*, *the rate limit on the partner API is …*: which one of that name a sentence is about.

Of what is somebody's own there is one at a time as a rule: *my flat in Leeds*, *my flat in York*.
"""
_ONE_OF_MINE = re2.compile(
    rf"\b(?i:my|our) (?:\p{{Ll}}+ )?(?P<who>{'|'.join(sorted((KIN | ACQUAINTANCES) - _ONLY_ONES))}) (?:in|from|at) "
    r"(?P<where>\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)?|(?:the |my )?\p{Ll}+) \p{Ll}"
)
"""*My sister in Leeds works at …*: of whom there may be several, and which one of them is told of."""
_TO_A_PLACE = re2.compile(
    r"\b(?i:the|our|my) (?:(?P<thing>trip|flight|train|bus|ferry|holiday|vacation|move|visit|tour|drive) to "
    r"(?P<who>\p{Lu}[\p{L}-]*)|(?P<where>\p{Lu}[\p{L}-]*) (?P<way>trip|flight|train|bus|ferry|holiday|vacation|move|"
    r"visit|tour|drive))\b"
)
"""*Our trip to Japan*, *the Korea trip*: one way to each place."""
_MET = re2.compile(
    r"\b(?i:my|our|the|a|an) (?:[\p{L}\p{N}:-]+ ){0,2}?(?P<what>(?i:meeting|call|lunch|dinner|breakfast|brunch"
    r"|coffee|drinks|interview|appointment|session|lesson|class|date|sync|catch-?up|check-?in|stand-?up|one-on-one|1:1"
    r"|demo|review|retro|kick-?off|workshop|viewing|consultation|rehearsal|visit|game|match)) "
    r"(?i:with|at) (?P<who>\p{Lu}[\p{L}\p{N}&-]*(?: \p{Lu}[\p{L}\p{N}&-]*){0,3})"
)
"""*My call with Ann*, *the interview at Acme*: of what one has with several, on several days."""
_TAUGHT = re2.compile(r"\bteach(?:es|ing) me (?:(?:how )?to )?(?:the )?([\p{L}-]{3,})")
_NO_SUBJECT = frozenset("now nowadays these again that and here".split()) | PREPOSITIONS
_NO_THINGS = (
    PREPOSITIONS
    | ADVERBS
    | BE
    | DAY_NAMES
    | MONTH_NAMES
    | SUBJECT_PRONOUNS
    | STOP_WORDS
    | frozenset("no age aged".split())
)

_Which = Mapping[str, frozenset[str]]
"""By the stem of what several things are called, those that a sentence tells of."""


def of_another_one(old: Statement, told: Candidate | Statement) -> bool:
    """Whether both sentences say which of several things of one name they tell of, and not the same one.

    Args:
        old: what stands.
        told: what is told later.
    """
    if old.evidence == told.evidence:
        return False
    if _in_a_slot_of_its_own(old, told) or of_another_sort(old, told) or of_another_owner(old, told):
        return True
    if " me " in told.evidence and _taught_else(old, told):
        return True
    return any(
        _apart(read(old.evidence), read(told.evidence), old, told)
        for read in (_numbered, _named, _bound_for, _released, _people, _met)
    )


def _taught_else(old: Statement, told: Candidate | Statement) -> bool:
    """*My violin teacher is Mr Adler*, *Mira teaches me French now*: of what the older sentence says nothing."""
    match = _TAUGHT.search(told.evidence)
    taught = "" if match is None else match.group(1).lower()
    return bool(taught) and taught not in _NO_SUBJECT and stem(taught) not in terms(old.evidence)


def told_of_one_of_them(old: Statement, told: Candidate | Statement) -> bool:
    """*Our rate limit is 100*, *the rate limit on the partner API is 500 now*: what the later sentence alone narrows.

    Of what is the speaker's own, and of all there is, it is the one that is known: *the rent for my place*.

    Args:
        old: what stands.
        told: what is told later.
    """
    after = _named(told.evidence)
    if not after:
        return False
    known = {*terms(old.evidence), *terms(old.slot.attribute.replace("_", " "))}
    said, before = told.evidence.lower(), _named(old.evidence)
    narrowed = (one for thing, which in after.items() if thing in known and thing not in before for one in which)
    return any(not _is_known(one, said, known) for one in narrowed)


def told_of_one_item(old: Statement, told: Candidate) -> bool:
    """*We use Jira for tickets*, *I moved ticket 9001 to Done*: one of what the known value is for.

    Args:
        old: what stands.
        told: what is told later, of a noun in its attribute, or in what it replaces.
    """
    before, said = word_set(old.evidence), told.evidence.lower()
    nouns = {*told.attribute.split("_"), *word_set(told.replaces or "")}
    items = (noun for found in _ITEM.findall(said) for noun in found if noun)
    return any(noun in nouns and f"{noun}s" in before for noun in items)


_ITEM = re2.compile(
    r"\b(?:an?|the|this|that|one|each|another) (\p{Ll}+)(?: #?\d+)? (?:to|from|on|in|into|onto|with|for|over|at)\b"
    r"|\b(\p{Ll}+) #?\d+ (?:to|from|on|in|into|onto|with|for|over|at)\b"
)
"""*The ticket to*, *ticket 9001 to*: one of them, and no part of another word (*the bin day*)."""


def _is_known(which: str, said: str, known: set[str]) -> bool:
    ours = f" my {which}" in said or f" our {which}" in said
    return ours or {stem(x) for x in which.split() if x not in PLAIN} <= known | _ALL_THERE_IS


_ALL_THERE_IS = frozenset(
    stem(x)
    for x in """team project company product business firm startup codebase repo repository app service site website
    platform system house home flat apartment family household office work moment year month week""".split()
)
"""*The database of the project*: of what there is one as a rule, and of a time."""


def _in_a_slot_of_its_own(old: Statement, told: Candidate | Statement) -> bool:
    """*The app is down*, *the app is on Azure now*: how far a thing has come and whose it is, only the like changes."""
    before, after = old.slot.attribute, told.slot.attribute if isinstance(told, Statement) else told.attribute
    if before == after:
        return False
    if before.startswith(_OF_BEFORE) and not after.startswith(_OF_BEFORE):
        return True
    if told.replaces is not None or not after:  # we moved the documentation to Notion
        return is_duty(before) and (normalise(told.replaces or "") != old.norm or _is_another_duty(before, after))
    return any(is_status(x) or is_duty(x) for x in (before, after))


_OF_BEFORE = (PREVIOUS, "former_")
"""How the slot of one that somebody had before is called: *my former manager is Priya*."""


def _is_another_duty(before: str, after: str) -> bool:
    """*Marta handed the notes to Jonas*: what else Marta has is hers still."""
    ones, others = (set(x.removesuffix("_owner").split("_")) for x in (before, after))
    return is_duty(after) and ones.isdisjoint(others)


def _apart(before: _Which, after: _Which, old: Statement, told: Candidate | Statement) -> bool:
    shared = before.keys() & after.keys()
    if not shared:
        return False
    values = {x for told_of in (old.value, told.value) for x in (*word_set(told_of), *terms(told_of))}
    for thing in shared:
        ones, others = before[thing], after[thing]
        named = {word for one in ones | others for word in one.split()}
        if values.isdisjoint(named) and not any(_may_be_one(one, other) for one in ones for other in others):
            return True
    return False


def _may_be_one(first: str, second: str) -> bool:
    """*Acme*, *Acme Logistics*: the same, told more exactly; *public API*, *partner API* are two."""
    one, other = set(first.split()), set(second.split())
    return one <= other or other <= one


@kept_short(4096)
def _numbered(sentence: str) -> _Which:
    """*Shipment 7734 is …*: the numbers by what they number."""
    if not any(map(str.isdigit, sentence)):
        return {}
    found: dict[str, frozenset[str]] = {}
    for match in _NUMBERED.finditer(sentence):
        thing, behind = match.group("thing").lower(), match.group("behind").strip().lower()
        if thing in _NO_THINGS or (behind[:1].isalpha() and not _goes_on(behind)):
            continue
        key = stem(lemma_of_noun(thing))
        found[key] = found.get(key, frozenset()) | {match.group("number").lower()}
    return found


def _goes_on(word: str) -> bool:
    """Whether a word goes on behind a number, and is nothing that the number counts or measures."""
    return word in _NO_THINGS or word in {"'s", "’s"} or (verb_lemma(word) is not None and len(word) > 2)


@kept_short(4096)
def _named(sentence: str) -> _Which:
    """*The warehouse in Venlo is …*: the names by what stands before them."""
    found: dict[str, frozenset[str]] = {}
    for match in _NAMED.finditer(sentence):
        thing = stem(lemma_of_noun(match.group("thing").lower()))
        told = " ".join(terms(match.group("who") or match.group("what")))
        if told and match.group("thing").lower() not in DWELLINGS:
            found[thing] = found.get(thing, frozenset()) | {told}
    return found


@kept_short(4096)
def _people(sentence: str) -> _Which:
    """*My sister in Leeds works at …*, *my friend from school …*: the places by who is told apart by them."""
    found: dict[str, frozenset[str]] = {}
    for match in _ONE_OF_MINE.finditer(sentence):
        who, place = lemma_of_noun(match.group("who")), " ".join(terms(match.group("where")))
        if place:
            found[who] = found.get(who, frozenset()) | {place}
    return found


@kept_short(4096)
def _met(sentence: str) -> _Which:
    """*I moved my call with Ann to Friday*: with whom, or where, by what is had with them."""
    found: dict[str, frozenset[str]] = {}
    for match in _MET.finditer(sentence):
        what, who = match.group("what").lower(), " ".join(terms(match.group("who")))
        if who:
            found[what] = found.get(what, frozenset()) | {who}
    return found


@kept_short(4096)
def _released(sentence: str) -> _Which:
    """*Release 2.0 is planned for …*, *1.9 slipped to …*: the numbers of what is released."""
    told = numbers(sentence)
    return {"release": told} if told else {}


@kept_short(4096)
def _bound_for(sentence: str) -> _Which:
    """*The trip to Japan*, *the Japan trip*: the places by what goes there."""
    found: dict[str, frozenset[str]] = {}
    for match in _TO_A_PLACE.finditer(sentence):
        way, place = match.group("thing") or match.group("way"), match.group("who") or match.group("where")
        if place.lower() not in MONTH_NAMES | DAY_NAMES:
            found[way] = found.get(way, frozenset()) | {" ".join(terms(place))}
    return found


_SORTED = re2.compile(r"\b(?i:the|our|my) ((?:[\p{L}\p{N}-]+ ){1,4}?[\p{L}\p{N}-]+)['’,.;:]?(?: |$)")


def another_of_its_kind(sentence: str, thing: str) -> bool:
    """*The frontend repo is on …*, *the backend repo moved …*: two of one kind, each told apart by a word of its own.

    Args:
        sentence: what was told of the one.
        thing: what acts now, by its words.
    """
    *own, kind = terms(thing) or ("",)
    if not own:
        return False
    before = [terms(m.group(1)) for m in _SORTED.finditer(sentence)]
    told = [set(sorts[: sorts.index(kind)]) for sorts in before if kind in sorts]
    return bool(told) and all(sorts and sorts.isdisjoint(own) for sorts in told)
