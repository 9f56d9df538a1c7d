"""Particulars: which thing of a name a sentence tells of, where another tells of one that shares a word with it.

*My gym bag is a Norvo* leaves what was told of the gym, and *my office plant* of the office's chair: they are two
things (`another_thing`). *My company car is a BMW now*, after *my car is a Golf*, may tell of the same car or of one
beside it, and nothing in the words says which: a retirement is proposed and not applied (`of_one_sort`). The other way
round a bare name is taken for the one thing of that name that is known (*my piano teacher is …*, *my teacher is …
now*), but for what one has of a job's or in reserve beside one's own: *my work phone is …*, *my phone is … now*.
"""

from __future__ import annotations

from collections.abc import Iterator

import re2

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.kinds import COUNTED, TIMED
from atma_overlay.language.words import ADVERBS, DETERMINERS, POSSESSIVES, PREPOSITIONS, lemma_of_noun, verb_lemma
from atma_overlay.records import Statement
from atma_overlay.state.kept import kept_short
from atma_overlay.state.terms import STOP_WORDS, stem, word_set

_SEGMENT = re2.compile(r"[,;:.!?()\n]+(?:\s|$)|\s[-–—]\s")
_WORD = re2.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*")
_CHANGELESS = frozenset("cut put set let hit quit shut split spread cost hurt burst".split())
"""Verbs whose past is as their present."""
_THEIRS = "whose"
"""What stands for the ending of *my wife's* in her car."""
_LEADS = POSSESSIVES | {"the", "new"}
_LONGEST = 5
"""Words of a name."""
_PLAIN = frozenset(
    """new old own current present former previous last latest next usual regular normal actual real exact full whole
    entire total overall good great nice lovely dear beloved little big small trusty poor monthly weekly daily yearly
    annual hourly first favourite favorite early late very same rented mobile cell brand""".split()
)
"""What describes a thing and sets it beside no other of its name."""
_BROAD = frozenset(
    """address app account provider supplier carrier vendor operator company firm brand membership plan package deal
    tariff subscription service system tool name policy contract""".split()
)
"""*My email*, *my email address*: what may stand behind a name without another thing being meant."""
_MEASURED = _BROAD | frozenset(
    """number date time day hour slot price cost fee rate bill amount meeting appointment session lesson class call
    visit trip rollout launch release delivery game match rehearsal practice training shift exam interview""".split()
)
"""The same where a measure or a time is told: *the dentist is on Friday now*, *my dentist appointment is …*."""
_ASIDE = frozenset(
    """work company business office staff corporate personal private joint shared spare second other backup emergency
    reserve holiday weekend summer winter travel test staging guest temporary""".split()
)
"""What a thing is of a job's, or kept for, beside which one has another that goes by its bare name."""
_ENDS = (STOP_WORDS | DETERMINERS | PREPOSITIONS | ADVERBS) - _PLAIN - _ASIDE - {"home"}

_Name = tuple[frozenset[str], str]
"""The words before a thing's noun that tell it from others, and the stem of the noun."""


def another_thing(old: Statement, told: Candidate | Statement) -> bool:
    """Whether two sentences tell of two things that only share a word: *my gym*, *my gym bag*, *my gym locker*.

    Args:
        old: what stands.
        told: what is told later; where it names the old value, it says itself what changed.
    """
    before, after = _both(old, told)
    if not {head for _, head in before}.isdisjoint(head for _, head in after):
        return False
    return not _stems(before).isdisjoint(_stems(after))


def of_one_sort(old: Statement, told: Candidate | Statement) -> bool:
    """Whether a later sentence tells of one sort of what an earlier one told of, or the other way round of the thing.

    Args:
        old: what stands.
        told: what is told later; where it names the old value, it says itself what changed.
    """
    before, after = _both(old, told)
    return before.isdisjoint(after) and any(
        head == other and (_tells_more(own, mods, old.evidence) or _tells_less(own, mods, told.evidence))
        for own, head in before
        for mods, other in after
    )


def _both(old: Statement, told: Candidate | Statement) -> tuple[frozenset[_Name], frozenset[_Name]]:
    before = _names(old.evidence, old.value, told.value_kind)
    after = _names(told.evidence, told.value, told.value_kind) if before else before
    return (before, after) if after and not word_set(old.value) <= word_set(told.evidence) else (_NONE, _NONE)


_NONE: frozenset[_Name] = frozenset()


def _stems(names: frozenset[_Name]) -> set[str]:
    return {head for _, head in names} | {stem(x) for mods, _ in names for x in mods}


def _tells_more(own: frozenset[str], mods: frozenset[str], before: str) -> bool:
    return own < mods and not mods - own <= word_set(before)


def _tells_less(own: frozenset[str], mods: frozenset[str], after: str) -> bool:
    return mods < own and bool((own - mods) & _ASIDE - word_set(after))


@kept_short(4096)
def _names(sentence: str, value: str, kind: str) -> frozenset[_Name]:
    """The things that a sentence names as somebody's, as known or as new, without its value."""
    return frozenset(_named(sentence, word_set(value), _MEASURED if kind in COUNTED | TIMED else _BROAD))


def _named(sentence: str, value: frozenset[str], broad: frozenset[str]) -> Iterator[_Name]:
    for part in _SEGMENT.split(sentence):
        said = list(_said(part))
        for at, (lead, _) in enumerate(said):
            if lead not in _LEADS:
                continue
            name = list(_run(said[at + 1 : at + 1 + _LONGEST], value))
            while name:
                yield frozenset(map(lemma_of_noun, name[:-1])) - _PLAIN, stem(name[-1])
                if name[-1] not in broad and not _is_verb_behind(name):
                    break
                name.pop()


def _said(part: str) -> Iterator[tuple[str, bool]]:
    """The words, each with whether it is written as a proper name is; behind an owner's stands `whose`."""
    for match in _WORD.finditer(part):
        raw = match.group().replace("’", "'")
        word = raw.removesuffix("'s").removesuffix("'")
        yield word.lower(), word[:1].isupper() and not word.isupper()
        if word != raw:
            yield _THEIRS, False


def _run(said: list[tuple[str, bool]], value: frozenset[str]) -> Iterator[str]:
    for word, proper in said:
        if word in _ENDS or word in value or proper or word[0].isdigit():
            return
        if not word.endswith("ing") and (verb := verb_lemma(word)) is not None and verb != word:
            return  # my rent went up
        yield word


def _is_verb_behind(name: list[str]) -> bool:
    """*My beans come from …*, *the API cut over to …*: a verb that no ending tells from a noun."""
    verb = name[-1]
    return len(name) > 1 and verb_lemma(verb) is not None and (verb in _CHANGELESS or name[-2].endswith("s"))
