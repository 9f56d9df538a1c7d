"""A request to forget that waits for something: *once I've moved, forget my gym*, *forget it if I leave Acme*."""

from __future__ import annotations

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.rules.rule_parts import Sort, parts
from atma_overlay.language.turn import ReadSentence

_OPENERS = frozenset("if when once after should moment minute second day soon case provided whenever".split())
_NOBODY = frozenset({"you", "it", "that", "this", "there", "these", "those"})
"""Of whom a condition is none of the world: *if you still have it*, *if it helps*."""
_THINKING = frozenset("remember recall understand mean see say repeat send allow permit matter".split())
_TALK = frozenset("chat conversation session message thread".split())
_RIGHT = frozenset("honest right correct wrong mistaken allowed able sure".split())
_MAY = frozenset("may might could can".split())
_OF_A_RULE = frozenset({"that", "rule", "about", ":"})
_PAST = frozenset({"past", "habit_past"})


def asked_for_later(sentence: ReadSentence) -> bool:
    """Whether a sentence asks for something only once something else has come true.

    What the assistant has or can do, what was said before and courtesies are no such condition.
    """
    if _OPENERS.isdisjoint(sentence.words):
        return False
    found = parts(sentence)
    if found is None or found.marker.sort is not Sort.WHEN:
        return False
    if found.marker.start and sentence.tokens[found.marker.start - 1].lower in _OF_A_RULE:
        return False  # "forget that if I move …"
    if found.marker.inverted:  # "should my job change, …", though it may be read as no clause
        return sentence.tokens[found.condition[0]].lower not in _NOBODY
    inside = [c for c in sentence.clauses if found.condition[0] <= c.verb_start < found.condition[1]]
    clause = inside[0] if inside else None
    if clause is None or clause.asked or clause.tense in _PAST or clause.verb in _THINKING:
        return False
    who = clause.subject.pronoun if clause.subject is not None else None
    if clause.subject is not None and clause.subject.head_lemma in _TALK:
        return False  # "when this chat ends"
    named = clause.subject is not None or sentence.tokens[found.condition[0]].tag == t.NAME
    if not named or who in _NOBODY:
        return False
    words = {x.lower for x in sentence.tokens[found.condition[0] : found.condition[1]]}
    return words.isdisjoint(_MAY) and not (clause.verb == "be" and words & _RIGHT)
