"""Candidate statements from clauses: by the patterns of the lexicon first, then rule by rule, by the clause's verb."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate, touches
from atma_overlay.language.changes.slot_changes import CHANGING, changed_to
from atma_overlay.language.facts.attitudes import STANCES, attitude
from atma_overlay.language.facts.copulas import copula
from atma_overlay.language.facts.doings import ACTIVITIES, CARRYING, CONSULTING, agent, carried, consulted, habit
from atma_overlay.language.facts.durations import LASTING, duration
from atma_overlay.language.facts.households import LIVING, alone
from atma_overlay.language.facts.lexicon_statements import by_lexicon
from atma_overlay.language.facts.measures import MOVING, frequency, quantity_move
from atma_overlay.language.facts.possessions import HAVING, possession
from atma_overlay.language.facts.single_facts import SINGLE_FACTS
from atma_overlay.language.facts.verb_statements import verb_complements
from atma_overlay.language.facts.wedlock import WEDDING, wed
from atma_overlay.language.facts.workplaces import VERBS as WORKING
from atma_overlay.language.facts.workplaces import work_mode
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.complements import asked_beside
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.scene import Scene, implicit_first_person

_SAID_OR_DREAMT = frozenset("wish hope dream imagine wonder guess joke fear doubt pretend want".split())


def from_clause(scene: Scene) -> Iterator[Candidate]:
    """Every candidate of one clause."""
    clause = scene.clause
    if clause.asked or clause.intro in {"if", "unless", "whether", "until", "till"}:
        return
    if clause.mood != "actual":
        yield from attitude(scene) if clause.verb in {"stand", "bear"} and clause.negated else ()
        return
    if clause.intro in {"when", "whenever", "before", "after", "once", "while"} and clause.tense == "present":
        return
    if clause.intro in {"what", "how", "why"} and clause.verb != "be":
        return
    mine = clause.subject is not None and clause.subject.pronoun in w.FIRST_PERSON
    asked = scene.sentence.sentence.asks and clause is scene.sentence.clauses[-1] and not mine
    if asked and not asked_beside(scene.sentence.tokens):
        return
    opened = clause.subject.start - 1 if clause.subject is not None else -1
    if opened >= 0 and clause.tokens[opened].lower in {"when", "whenever", "if", "unless", "until"}:
        return
    theirs = "theirs" in scene.sentence.words
    if theirs and any(x.lower == "theirs" for x in clause.tokens[clause.start : max(clause.end, clause.verb_end)]):
        return  # the day shift has theirs at noon
    if _reported(clause, scene) or (clause.subject is None and not implicit_first_person(clause, scene)):
        yield from duration(scene) if clause.subject is None else ()  # charging the drone takes 50 min
        return
    found = list(by_lexicon(scene))
    yield from found
    taken = scene.taken = {c.span for c in found}
    object_told = _object_told(clause, found)
    for rule in _RULES_OF.get(clause.verb, _RULES_OF_ANY):
        if object_told and rule is agent:
            continue
        for candidate in rule(scene):
            if candidate.attribute == "" or not touches(candidate.span, taken):
                taken.add(candidate.span)
                yield candidate


_BEING = frozenset({"be", "become", "stay", "remain"})
_RULES = (
    (changed_to, CHANGING), (wed, WEDDING), (work_mode, WORKING), (frequency, None), (attitude, STANCES),
    (carried, CARRYING), *SINGLE_FACTS, (duration, LASTING), (copula, _BEING),
    (possession, HAVING), (alone, LIVING),
    (quantity_move, MOVING), (consulted, CONSULTING), (verb_complements, None), (agent, None), (habit, ACTIVITIES),
)  # fmt: skip
"""The rules of a clause in their order, each with the verbs that it is of; None where any verb may do."""
_RULES_OF_ANY = tuple(rule for rule, verbs in _RULES if verbs is None)
_RULES_OF = {
    verb: tuple(rule for rule, of in _RULES if of is None or verb in of)
    for verb in frozenset().union(*(verbs for _, verbs in _RULES if verbs is not None))
}
"""The same by verb."""


def _object_told(clause: Clause, found: list[Candidate]) -> bool:
    """*Agnes plays the cello*: what somebody does is told as theirs, and does not say who does it for the speaker."""
    thing = clause.bare()
    return thing is not None and bool(found) and touches(phrase_span(thing), [c.span for c in found])


def _reported(clause: Clause, scene: Scene) -> bool:
    """What somebody else says, thinks or dreams is not a fact of anyone's state."""
    if scene.sentence.verbs.isdisjoint(_SAID_OR_DREAMT):
        return False
    before = [c for c in scene.sentence.clauses if c.verb_start < clause.verb_start]
    if not before:
        return False
    last = before[-1]
    answered = clause.subject is not None and clause.tokens[clause.subject.start].lower == "who"  # see `guessed`
    said = last.verb in _SAID_OR_DREAMT and not answered
    return said and last.end >= clause.start - 2
