"""Who has moved, where it is not told where to: *we moved house*, *I moved last month*, *Mum moved in with us*.

The address is another, and the town may be the same one: doubt of it is proposed, unless they moved *away* or *abroad*.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import DOUBTED, HELD, RETIRE, Candidate, Part
from atma_overlay.language.doubts.happened import NOT_QUITE, dated_long_ago, in_doubt
from atma_overlay.language.endings.slot_ends import NO_NEWS
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.value_phrases import is_time_adjunct
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, implicit_first_person
from atma_overlay.language.turn import subject_of
from atma_overlay.records import Act, Change

_DWELLINGS = w.DWELLINGS - {"room"}
_FAR = frozenset({("away",), ("abroad",), ("overseas",), ("out", "of", "state"), ("out", "of", "town")})
_WITH = frozenset({("in", "with"), ("back", "in", "with")})
_LOOSE = frozenset("again recently finally already yesterday today just".split())
_ON = frozenset("last this next yesterday today".split())
_IN_PASSING = frozenset("always often usually sometimes rarely constantly ever once".split())


def moved_home(whole: Scene) -> Iterator[Candidate]:
    """Doubt of where somebody lives, by the sentence that tells of the move alone."""
    if whole.sentence.sentence.asks:
        return
    for clause in whole.sentence.clauses:
        told = clause.verb == "move" and clause.done and not clause.passive and clause.intro not in NO_NEWS
        if not told or not clause.adverbs.isdisjoint(NOT_QUITE | _IN_PASSING):
            continue
        who, how = _who(clause, whole), _how(clause)
        if who is None or how is None:
            continue
        scene = Scene(whole.turn, whole.sentence, clause, whole.lexicon, whole.times)
        for attribute, sure in (("home_address", how != "just"), ("home_city", how == "far")):
            yield from _doubt(scene, who, attribute, sure=sure)


def _who(clause: Clause, scene: Scene) -> str | None:
    """Whoever acts: the speaker, somebody by name, or somebody of the speaker's family."""
    subject = clause.subject
    if subject is None:
        return scene.turn.speaker if implicit_first_person(clause, scene) else None
    kin = subject.head_lemma in w.KIN and subject.of is None
    known = subject.pronoun in {"i", "we"} or kin or (subject.is_name and subject.owner is None)
    return subject_of(subject, scene.turn) if known else None


def _how(clause: Clause) -> str | None:
    """How far it went: *far*, from one *home* to another, *just* that one moved; None where it tells something else."""
    tokens, at = clause.tokens, clause.verb_end
    if at < len(tokens) and tokens[at].lower in {"here", "there"}:
        return None
    times = [c.phrase for c in clause.complements if is_time_adjunct(c, kind_of(c.phrase)[0])]
    lowers = tuple(x.lower for x in tokens[at : at + 3])
    how, led = "just", 0
    for led_by in _FAR | _WITH:
        if lowers[: len(led_by)] == led_by:
            how, led = ("far" if led_by in _FAR else "home"), len(led_by)
    if led == 0 and at < len(tokens) and w.lemma_of_noun(tokens[at].lower) in _DWELLINGS:
        how, led = "home", 1  # we moved house, we moved flats
    thing = clause.bare()
    if thing is not None and thing not in times and thing.start >= at + led:
        return None
    if how == "home" and led > 1:  # with whom
        beside = next((c.phrase for c in clause.complements if c.phrase.start == at + led), None)
        if beside is None:
            return None
        led = beside.end - at
    return how if _is_told_alone(clause, at + led, [(p.start, p.end) for p in times]) else None


def _is_told_alone(clause: Clause, at: int, times: list[tuple[int, int]]) -> bool:
    """Whether nothing but a time stands behind it, up to the end of what is said or a further clause."""
    tokens = clause.tokens
    while at < len(tokens):
        token = tokens[at]
        if token.tag in t.PUNCT_OR_CONJ or token.lower in NO_NEWS:
            return True
        if token.lower == "on" and at + 1 < len(tokens) and tokens[at + 1].lower in _ON:
            return False  # I moved on last month
        until = next((end for start, end in times if at in {start, start - 1}), None)
        if until is None and token.lower not in _LOOSE:
            return False
        at = until if until is not None else at + 1
    return True


def _doubt(scene: Scene, who: str, attribute: str, *, sure: bool) -> Iterator[Candidate]:
    known = scene.lexicon.attributes.get(attribute)
    verb = scene.clause.tokens[scene.clause.verb_end - 1].token
    if known is None:
        return
    found = make(
        scene, who, known, verb.text, (verb.start, verb.end), HELD, None, Change.TOLD,
        RETIRE if sure else DOUBTED, part=Part.RETIRED, act=Act.DOUBT, affirmed=True,
    )  # fmt: skip
    if not dated_long_ago(found, scene):
        yield found.but(confidence=DOUBTED) if in_doubt(scene.clause, scene) else found
