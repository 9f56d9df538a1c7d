"""What somebody was told to do, by its verb, and to what: *I run three times a week*, *I drink coffee with milk*."""

from __future__ import annotations

from functools import cache
from itertools import takewhile

from atma_overlay import re2
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.frames import PERIODS
from atma_overlay.language.grammar.kinds import MEASURED
from atma_overlay.language.grammar.words import lemma, verb_lemma
from atma_overlay.records import Statement
from atma_overlay.values.terms import words
from atma_overlay.word_lists import read_list

_HOW_OFTEN = "also|usually|still|mostly|often|always|generally|currently|now"
_DOES = re2.compile(rf"(?i)^(?:I|we) (?:(?:{_HOW_OFTEN}) )?([a-z]+)(?: (.*))?$")
_ARTICLE = re2.compile(r"(?i)^(?:an?|the|my|our|his|her|their|this|that|these|those) ")
_HOW_MUCH = frozenset({"activity", *MEASURED})


def does(statement: Statement, verb: str | None) -> bool:
    """Whether a record was told by a verb that has no object: who runs a bakery does not run.

    Args:
        statement: the record, of somebody who told it of themselves.
        verb: the verb, as its lemma; None is none.
    """
    told = _DOES.match(statement.evidence.rstrip(".!"))
    if told is None or verb is None or verb_lemma(told.group(1).lower()) != verb:
        return False
    behind = told.group(2) or ""
    article = _ARTICLE.match(behind)
    if behind[article.end() if article else 0 :].startswith(statement.value):
        of_a_period = statement.slot.attribute.rpartition("_")[2] in PERIODS  # a pack a day
        return of_a_period or statement.unit is not None or statement.value_kind in _HOW_MUCH
    return article is None


_TAKEN = frozenset("drink eat smoke vape have take watch play read do practise practice use wear rent lease go".split())
"""Verbs of what is given up by its name alone."""
_OF_A_NAME = frozenset({"use", "watch"})
"""Of these, verbs of so many things that only a name tells which: who gave up alcohol may clean lenses with it."""
_GIVING_UP = "give"
_CONSUMED = frozenset({"drink", "eat", "smoke"})
"""Verbs of what may be one of a kind that is given up."""
_MADE = frozenset("write build knit crochet sew paint renovate restore redecorate draft carve film".split())
_WITH_AN_END = {"finish": _MADE | {"read", "watch", "do"}, "submit": frozenset({"write", "draft", "do"})}
"""Verbs of what comes to its end, by what tells that it has."""
_TIME_AND_AGAIN = re2.compile(
    r"(?i)\b(?:every|each|daily|weekly|monthly|these days|(?:once|twice|times) a"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b"
)
"""What is done day by day has no end of its own."""
_UNDER_WAY = re2.compile(r"(?i)^(?:I|we)(?:['’]m| am|['’]re| are) (?:(?:also|still|now|currently) )?([a-z]+ing) (.+)$")
_SUPPORTS = re2.compile(
    r"(?i)^(?:(?:our|the) (?:[\p{L}\d.-]+ ){1,3}|my (?:[\p{L}\d.-]+ ){0,2}(?:app|library|site|website|api|package"
    r"|plugin|service|game|framework|tool|extension|product|server|client|project|crate|sdk|cli|bot) |(?:i|we|it) )"
    r"(?:(?:still|also|currently|now|only) )?supports? (.+)$"
)
"""*Our library supports Python 3.8*: what a thing of the speaker's does is told like what they do."""
_STUDIES = re2.compile(
    r"^[Ii](?:['’]m| am)? (?:study|studying) (.+? at (?:the )?(?:\p{Lu}|uni\b|college\b).*|for a degree.*)$"
)
"""*I study law at Utrecht*; who studies the Bible of an evening does not graduate."""
_COUNTS = frozenset("one two three four five six seven eight nine ten several few couple many".split())
_BEFORE_SORTS = frozenset(
    """a an the my our some any lot lots of much too so cup glass bottle pint can mug pot bar slice piece pack bowl
    plate packet""".split()
)
"""What stands between a verb and the sort of thing: *two cups of [coffee]*."""
_OF_THEM = frozenset({"of", "the", "my", "our"})
_JOINED = frozenset({"and", "or", "but", "plus"})
_ROUGHLY = frozenset({"about", "around", "roughly"})
_BEHIND_SORTS = frozenset(
    """every each a an once twice two three four five six several daily weekly now most all and or because when while so
    with in at for on after before during until whenever""".split()
)
"""What may stand behind it, and is no more of its name."""
_NOT_OF_THE_KIND = re2.compile(r"(?i)\b(?:without|free|decaf\p{L}*|non|oats?|soya?|vegan|plant|almond|coconut|rice)\b")
_ANYTHING = "*"


def told_of_doing(statement: Statement, verb: str, thing: str, *, definite: bool) -> bool:
    """Whether a record tells of doing something to a sort of thing: *coffee*, of *I drink coffee every morning*.

    Other facts of its sentence (*… with my wife Sara*) stay as they are.

    Args:
        statement: the record, of somebody who told it of themselves.
        verb: what tells that it is over: the verb, as its lemma, with the preposition behind it where there is one, or
            an asterisk for whatever it is done to; `give` for what is given up, `finish` and `submit` for what came to
            its end.
        thing: what it is done to, as it is named.
        definite: whether it is pointed at: *the garage*, of two, is one of them.
    """
    verb, _, into = verb.partition(" ")
    found = _told(statement, verb)
    if found is None:
        return False
    done, told = found
    joined = not _JOINED.isdisjoint(words(told)) or "," in told
    if into == _ANYTHING:
        return _names(statement, [done])
    said = [lemma(x) for x in words(told)]
    if into and said[:1] != [into]:
        return False
    sort = [lemma(x) for x in words(thing)]
    if (definite and done == "play") or (done in _OF_A_NAME and thing.islower()):
        return False
    named = _named(said[1:] if into else said, sort, told, kinds=done in _CONSUMED, definite=definite)
    if done == "have" and said[len(named) :][:1] == ["with"]:
        return False  # coffee with Ada
    core = list(takewhile(lambda x: x not in _BEHIND_SORTS, named))  # the flat [in Utrecht]
    return bool(core) and (_names(statement, core) or (not joined and _names(statement, [done])))


def _named(said: list[str], sort: list[str], told: str, *, kinds: bool, definite: bool) -> list[str]:
    """The words by which a sentence names the sort of thing behind its verb; none where it does not."""
    members = _kinds().get(sort[0], frozenset()) if kinds and len(sort) == 1 else frozenset()
    counted = False
    while said and said[: len(sort)] != sort:
        if said[0] in _COUNTS or said[0].isdigit():
            counted = True
        elif said[0] in _ROUGHLY and said[1:2] and (said[1] in _COUNTS or said[1].isdigit()):
            pass
        elif said[0] in _BEFORE_SORTS:
            counted = counted and said[0] in _OF_THEM
        else:
            break
        said = said[1:]
    if sort and said[: len(sort)] == sort:
        named = sort
    elif said and said[0] in members and said[0] in told and _NOT_OF_THE_KIND.search(told) is None:
        named = said[:1]  # a word of the text as it is written: Turkey is no turkey
    else:
        return []
    behind = said[len(named) :]
    fits = not behind or behind[0] in _BEHIND_SORTS or behind[0].isdigit()
    return named if fits and not (definite and counted) else []


def _names(statement: Statement, meant: list[str]) -> bool:
    """Whether some words are all in the value of a record, or in that and in what an open slot is called."""
    value = {lemma(x) for x in words(statement.value)}
    label = {lemma(x) for x in statement.slot.attribute.split("_")}
    known = statement.slot.attribute in default_extractor().lexicon.attributes
    return value.issuperset(meant) or (not known and (value | label).issuperset(meant))


def _told(statement: Statement, verb: str) -> tuple[str, str] | None:
    """The verb and what stands behind it in a record that tells to do what a verb tells to be over, else None."""
    said = statement.evidence.rstrip(".!")
    if verb in {"support", "study"}:
        match = (_SUPPORTS if verb == "support" else _STUDIES).match(said)
        return (verb, match.group(1)) if match is not None else None
    if verb in _WITH_AN_END:
        match = _UNDER_WAY.match(said) if _TIME_AND_AGAIN.search(said) is None else None
        done = verb_lemma(match.group(1).lower()) if match is not None else None
        if match is None or done not in _WITH_AN_END[verb] or (done == "do" and not _ARTICLE.match(match.group(2))):
            return None  # who finished Pilates does it again
        return done, match.group(2)
    match = _UNDER_WAY.match(said) or _DOES.match(said)
    done = verb_lemma(match.group(1).lower()) if match is not None else None
    if match is None or done is None or not (done in _TAKEN if verb == _GIVING_UP else done == verb):
        return None
    behind = match.group(2) or ""
    return done, behind.removeprefix("to ") if done == "go" and verb == _GIVING_UP else behind


@cache
def _kinds() -> dict[str, frozenset[str]]:
    """What is one of a kind, by each name of the kind, as lemmas of single words."""
    found: dict[str, frozenset[str]] = {}
    for line in read_list("genera.txt"):
        names, _, members = line.partition(":")
        found |= dict.fromkeys(names.split(), frozenset(members.split()))
    return found
