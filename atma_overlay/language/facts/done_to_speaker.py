"""What others did to the speaker and is the speaker's state: *they've given me bay 17*, *moved us to Linear*."""

from __future__ import annotations

from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.value_phrases import (
    value_of,
)
from atma_overlay.language.scene import (
    Scene,
    value_text,
)

_GIVING = frozenset(
    "give move put assign allocate transfer promote switch hand send allot place make appoint name elect start".split()
)


def to_speaker(clause: Clause) -> bool:
    """*They've given me bay 17*: what others did to the speaker is the speaker's state."""
    if clause.verb not in _GIVING and clause.verb != "take":
        return False
    done = clause.tense in {"past", "perfect"} or clause.tokens[clause.verb_start].lower == "put"  # she put me on it
    if not done or clause.negated:
        return False
    if clause.verb == "take" and not any(c.preposition == "off" for c in clause.complements):
        return False
    first = clause.bare()
    return first is not None and first.pronoun in {"me", "us"}


_SHIFTING = frozenset("move migrate transfer shift".split())


def moved_onto(scene: Scene) -> bool:
    """*The company moved us to Linear*: what others had the speaker take up is a tool, by its name; no place."""
    clause = scene.clause
    if clause.verb not in _SHIFTING or not clause.done:
        return False
    onto = (value_of(c.phrase)[0] for c in clause.complements if c.preposition in {"to", "onto"})
    things = (scene.lexicon.thing_of(value_text(scene, phrase)[0]) for phrase in onto if phrase.is_name)
    return any(thing is not None and thing.values == ("name",) for thing in things)
