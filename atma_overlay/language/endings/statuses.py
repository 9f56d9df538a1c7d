"""What leaves a slot empty, told without what stood there: *I'm divorced now*, *my flatmate moved out*.

Which words empty which slots is data (`statuses.toml`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED, HELD, RETIRE, Candidate, Part
from atma_overlay.language.doubts.happened import NOT_QUITE, dated_long_ago, in_doubt
from atma_overlay.language.endings.slot_ends import NO_NEWS
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.value_phrases import attribute_label, is_time_adjunct
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import owner_subject, subject_of
from atma_overlay.records import Act, Change

__all__ = ["SIGN", "VERBS", "emptied"]

_NEWLY = "now|newly|recently|finally|just|officially|currently|presently|suddenly"
_BECOME = "became|become|got|gotten|went|gone|turned"
_AUXILIARY = rf"(?:(?:'m|’m|am|'re|’re|are|'s|’s|is|have|has|'ve|’ve|been|both|sadly|happily|also|{_NEWLY}) )"
_IS = rf"^(?:{_AUXILIARY}|(?:{_BECOME}) )+"
_NOT = rf"^{_AUXILIARY}*(?:not|no longer|(?:is|are|do|does)(?:n['’]t| not)) "
_FOR = "for (?:the (?:last|past)|an?|two|three|four|five|six|some|good)"
_BY_NOW = "now|again|since|as of|at the moment|at present|these days|nowadays|currently|any ?more"
_SINCE = rf"{_BY_NOW}|{_FOR}"
_DATE = "|".join(sorted(w.MONTH_NAMES | w.DAY_NAMES | w.SEASONS))
_WHEN = rf"(?:in|on|at|over) (?:the )?(?:{_DATE}|easter|christmas|weekend|end|start|beginning|early|late|mid|\d)"
_BEHIND_AN_ACT = (
    rf"(?:$|[.,;:!)–—]| - | (?:{_BY_NOW}|{_WHEN}|and|but|so|too|because|which|after|last|this|today|yesterday"
    r"|from (?:now|today|this))\b)"
)
"""*My flatmate moved out for a month*: who does so for a time is back after it."""
_BEHIND = rf"(?:{_BEHIND_AN_ACT}| (?:{_FOR})\b)"
_TOLD_AS_NEW = re2.compile(
    rf"\b(?:{_NEWLY}|{_BECOME}|{_SINCE}|from (?:now|today|this)|last|this (?:year|month|week)|today|yesterday)\b"
)
_NO_LONGER = re2.compile(r"\b(?:any ?more|no longer)\b")


@dataclass(frozen=True, slots=True)
class _Telling:
    """Words that tell it, the verbs that do so alone, what they empty, and whether they do so surely.

    `of` are the attributes of which the subject is one, where it is not somebody of whom a status is told.
    """

    words: re2._Regexp | None
    over: re2._Regexp | None
    verbs: frozenset[str]
    ends: tuple[str, ...]
    of: frozenset[str]
    sure: bool


def _words(entry: Mapping[str, Any], field: str) -> str:
    return "|".join(x for x in str(entry.get(field, "")).split("\n") if x)


def _telling(entry: Mapping[str, Any]) -> _Telling:
    said = [rf"{_IS}({_words(entry, 'is')}){_BEHIND}"] if "is" in entry else []
    said += [rf"^{_AUXILIARY}*({_words(entry, 'says')}){_BEHIND_AN_ACT}"] if "says" in entry else []
    over = re2.compile(rf"{_NOT}({_words(entry, 'over')}){_BEHIND}") if "over" in entry else None
    return _Telling(
        re2.compile("|".join(said)) if said else None, over, frozenset(str(entry.get("does", "")).split("|")) - {""},
        tuple(entry.get("ends", ())), frozenset(entry.get("of", ())), bool(entry["sure"]),
    )  # fmt: skip


def _entries() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    return tomllib.loads(resources.files("atma_overlay.data").joinpath("statuses.toml").read_text(encoding="utf-8"))


@cache
def _tellings(table: str) -> tuple[_Telling, ...]:
    return tuple(_telling(entry) for entry in _entries()[table])


@cache
def _in_so_many_words() -> tuple[tuple[re2._Regexp, tuple[str, ...], bool], ...]:
    told = _entries()["sentence"]
    return tuple(
        (re2.compile(rf"({_words(e, 'says')}){_BEHIND_AN_ACT}"), tuple(e["ends"]), bool(e["sure"])) for e in told
    )


SIGN = Sign(
    *(
        rf"\b(?:{words})\b"
        for table in _entries().values()
        for entry in table
        for field in ("is", "over", "says")
        if (words := _words(entry, field).replace(r"\b", ""))
    ),
    family=WORDINGS,
)
"""Words of a status, of a departure, or of an end in so many words."""
VERBS = frozenset(
    verb.partition(" ")[0] for entry in _entries()["status"] for verb in str(entry.get("does", "")).split("|") if verb
)
"""One of these may tell a status alone."""


def emptied(scene: Scene) -> Iterator[Candidate]:
    """The slots that a sentence tells to be empty, each by the words that tell so."""
    told = [c for c in scene.sentence.clauses if _is_told(c)]
    for clause in told:
        yield from _of_status(clause, scene)
        yield from _departed(clause, scene)
    if told and not scene.sentence.sentence.asks:
        yield from _said(told[0], scene)


def _is_told(clause: Clause) -> bool:
    actual = clause.mood == "actual" and not clause.asked
    return actual and clause.intro not in NO_NEWS and clause.adverbs.isdisjoint(NOT_QUITE)


def _behind(clause: Clause, scene: Scene) -> tuple[int, str]:
    """Where the verb of a clause stands, and the sentence from there on in lower case."""
    start = clause.tokens[clause.verb_start].token.start
    return start, scene.turn.text[start : scene.sentence.sentence.end].lower()


def _of_status(clause: Clause, scene: Scene) -> Iterator[Candidate]:
    """*I'm divorced now*, *my brother has retired*, *I'm not a student any more*."""
    who = None if clause.subject is None else subject_of(clause.subject, scene.turn)
    if who is None:
        return
    start, said = _behind(clause, scene)
    for telling in _tellings("status"):
        told = telling.words.match(said) if telling.words is not None else None
        over = telling.over.match(said) if telling.over is not None and _NO_LONGER.search(said) else None
        if told is not None:
            perfect = clause.tense in {"past", "perfect"} and "been" not in said
            at, new = _first(told), perfect or _TOLD_AS_NEW.search(said) is not None
        elif over is not None:
            at, new = over.span(1), True
        elif telling.verbs and clause.verb in VERBS and _does(clause, telling.verbs):
            verb = clause.tokens[clause.verb_end - 1].token
            at, new = (verb.start - start, verb.end - start), True
        else:
            continue
        span = (start + at[0], start + at[1])
        for attribute in telling.ends:
            yield _ended(clause, who, scene, attribute, span, sure=telling.sure and new)
        return


def _first(match: Any) -> tuple[int, int]:
    spans: list[tuple[int, int]] = [match.span(n) for n in range(1, match.re.groups + 1)]
    return next(span for span in spans if span[0] >= 0)


def _does(clause: Clause, verbs: frozenset[str]) -> bool:
    """*I've retired*, *she has graduated*: and nothing else is retired, or graduated to."""
    if clause.verb not in verbs and f"{clause.verb} {clause.particle}" not in verbs:
        return False
    alone = all(is_time_adjunct(c, kind_of(c.phrase)[0]) for c in clause.complements)
    return clause.done and not clause.passive and alone


def _departed(clause: Clause, scene: Scene) -> Iterator[Candidate]:
    """*My flatmate moved out*, *our dog died*: the slot of whose it was."""
    subject = clause.subject
    if subject is None or subject.owner is None or subject.is_name or subject.owner_is_name or clause.negated:
        return
    attribute = scene.lexicon.by_noun(attribute_label(subject))
    if attribute is None:
        return
    start, said = _behind(clause, scene)
    for telling in _tellings("departure"):
        told = telling.words.match(said) if telling.words is not None and attribute.id in telling.of else None
        if told is not None:
            first, end = _first(told)
            who, span = owner_subject(subject, scene.turn), (start + first, start + end)
            yield _ended(clause, who, scene, attribute.id, span, sure=telling.sure)
            if subject.head_lemma in w.PETS:  # whose name is its own
                yield _ended(clause, f"{who}'s {subject.head_lemma}", scene, attribute.id, span, sure=telling.sure)
            return


def _said(clause: Clause, scene: Scene) -> Iterator[Candidate]:
    """*Our divorce came through*, *we had the dog put to sleep*."""
    start, said = scene.sentence.sentence.start, scene.sentence.lowered
    for words, ends, sure in _in_so_many_words():
        told = words.search(said)
        for attribute in ends if told is not None else ():
            assert told is not None
            span = (start + told.start(1), start + told.end(1))
            yield _ended(clause, scene.turn.speaker, scene, attribute, span, sure=sure)
            if attribute in _PETS:
                yield _ended(clause, f"{scene.turn.speaker}'s {_PETS[attribute]}", scene, attribute, span, sure=sure)


_PETS = {"pet_dog": "dog", "pet_cat": "cat"}
"""What the animal is called that a name is of, where it is told as *my dog's*."""


def _ended(
    clause: Clause, who: str, scene: Scene, attribute: str, span: tuple[int, int], *, sure: bool
) -> Candidate:  # fmt: skip
    found = make(
        scene, who, scene.lexicon.attributes.get(attribute, attribute), scene.turn.text[span[0] : span[1]], span,
        HELD, None, Change.TOLD, RETIRE, part=Part.RETIRED, act=Act.END, affirmed=True, single=False,
    )  # fmt: skip
    sure = sure and not in_doubt(clause, scene) and not dated_long_ago(found, scene)
    months = (s.end for s in scene.times if s.end is not None and s.start == found.valid_from and s.grain != "day")
    until = min((end for end in months if end <= scene.turn.at), default=None)  # in June: on any day of it
    return found.but(valid_to=until) if sure else found.but(valid_to=until, confidence=DOUBTED)
