"""What somebody does no more, told by its verb alone: *I quit smoking*, *I don't volunteer any more*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.candidates import BY_DOING, DOUBTED, Candidate
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.endings.partings import GIVEN_UP, NOT_TOLD, STOPPING, retired, stops
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.scene import Scene, implicit_first_person

VERBS = GIVEN_UP | STOPPING | {"give"}
"""One of these tells of it."""
_ON_AN_OCCASION = frozenset("when after before because while as until till to so once at".split())


def given_up(scene: Scene) -> Iterator[Candidate]:
    """What the speaker does no more, whatever was told of how, where or how often."""
    clauses = scene.sentence.clauses
    for n, clause in enumerate(clauses):
        if clause.asked or clause.mood != "actual" or clause.intro in NOT_TOLD or not _of_the_speaker(clause, scene):
            continue
        behind = clauses[n + 1] if n + 1 < len(clauses) else None
        if clause.negated:
            doing = clause if _no_more(clause) else None
        else:
            doing = behind if behind is not None and stops(clause) and _for_good(clause, behind) else None
        if doing is not None and doing.verb in GIVEN_UP and not _now_and_then(doing):
            form = doing.tokens[doing.verb_end - 1].token
            found = retired(scene, form.text, (form.start, form.end)).but(attribute=BY_DOING)
            taken_up = _AGAIN.search(scene.sentence.lowered) is not None
            yield found.but(confidence=DOUBTED) if taken_up or in_doubt(clause, scene) else found


_AGAIN = re2.compile(
    r"\b(?:(?:took|taken) (?:it|this|that) (?:back )?up|(?:back|went back) (?:at|on|to) it|relapsed)\b"
)
_DONE_AGAIN = frozenset("today tonight tomorrow every each than reason lent".split())
"""*Any more today*, *every January*, *any more than him*, *for good reason*."""


def _now_and_then(doing: Clause) -> bool:
    return not _DONE_AGAIN.isdisjoint([x.lower for x in doing.tokens[doing.verb_end :]])


def _of_the_speaker(clause: Clause, scene: Scene) -> bool:
    mine = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
    return mine or (clause.subject is None and clause.start == 0 and implicit_first_person(clause, scene))


def _no_more(clause: Clause) -> bool:
    """*I don't smoke any more*, *I no longer volunteer there*: with nothing that it is done to."""
    said = {x.lower for x in clause.tokens[clause.start : max(clause.end, clause.verb_end)]}
    told = not said.isdisjoint({"anymore", "longer"}) or {"any", "more"} <= said
    return (
        told
        and clause.tense == "present"
        and all(c.phrase.head_lemma == "more" or _dated(c) for c in clause.complements)
    )


def _for_good(stopping: Clause, doing: Clause) -> bool:
    """*I quit smoking*, *I stopped running last year*; who stopped running at six, or when it rained, runs again."""
    form = doing.tokens[doing.verb_end - 1].lower
    if not form.endswith("ing") or doing.subject is not None:
        return False
    behind = [*stopping.complements, *doing.complements]
    after = doing.tokens[doing.end].lower if doing.end < len(doing.tokens) else "."
    if not all(map(_dated, behind)) or after in _ON_AN_OCCASION:
        return False
    return stopping.verb != "stop" or stopping.tense == "perfect" or bool(behind) or after in {".", "!"}


def _dated(complement: Complement) -> bool:
    """*Last year*, *in March*, *two years ago*: a time that no one occasion has."""
    told = [x.lower for x in complement.phrase.tokens[complement.phrase.start : complement.phrase.end]]
    if any(x == "year" and after.isdigit() for x, after in pairwise(told)):
        return False  # in year 9, at school
    said = set(told)
    whole = {w.lemma(x) for x in said} & (w.MONTH_NAMES | w.SEASONS | {"year", "month", "good"})
    return bool(whole) or any(x.isdigit() and len(x) == len("2024") for x in said)
