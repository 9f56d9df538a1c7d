"""What a clause takes from the one beside it: its subject (*he quit, left Leeds and …*), and whether it is so."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause

ALIKE = frozenset("put cut set let hit quit shut split hurt".split())
"""Verbs whose past is as their present."""
_JOINING = frozenset({"and", "but", "or", ","})
_SEVERAL = frozenset({"i", "we", "you", "they"})
_MODIFYING = frozenset(
    """based born bred called owned dubbed formed founded given held known labelled located made meant named
    priced rented run spelled spelt taken titled used written built""".split()
)
"""Participles that tell of the noun before the comma: *a dog, called Rex*, *a flat, rented from Tom*."""


def goes_on(previous: Clause, clause: Clause) -> bool:
    """Whether a clause without a subject of its own may go on with the one before.

    Args:
        previous: the clause before.
        clause: as read so far, told as a fact.
    """
    return clause.intro in _JOINING or (clause.intro is None and _is_in_a_row(previous, clause))


def _is_in_a_row(previous: Clause, clause: Clause) -> bool:
    """One deed behind another with a comma between; behind *is* it may be the speaker's (*it was awful, moved out*)."""
    tokens, at = clause.tokens, clause.verb_start
    while at > previous.verb_end and tokens[at - 1].tag == t.ADV:
        at -= 1
    verb, subject = tokens[clause.verb_start], previous.subject
    told = subject is not None and previous.mood == "actual" and previous.verb != "be"
    if not told or tokens[at - 1].text != "," or verb.tag != t.VERB or verb.lower in _MODIFYING:
        return False
    if verb.lower.endswith("s") and verb.lower != verb.lemma:
        return subject is not None and subject.pronoun not in _SEVERAL
    behind = tokens[clause.verb_end].lower if clause.verb_end < len(tokens) else "by"
    return clause.tense == "past" and behind != "by"


def inherit(previous: Clause, clause: Clause) -> None:
    """Have a clause take the subject of the one before, with what holds of both.

    Args:
        previous: the clause before.
        clause: the one that goes on; changed in place.
    """
    verb = clause.tokens[clause.verb_start].lower
    if previous.compares and verb.endswith("ing"):
        return  # between staying as I am and moving: nobody is moving
    if previous.subject is None or previous.mood == "infinitive":
        return
    clause.subject, clause.inherited_subject = previous.subject, True
    clause.mood = previous.mood if previous.mood in {"unreal", "future"} else clause.mood
    clause.asked = clause.asked or previous.asked
    if previous.tense in {"past", "perfect"} and verb in ALIKE:
        clause.tense = previous.tense
    if previous.intro in {"if", "unless"}:
        clause.intro = previous.intro


_AWAITED = frozenset({"until", "till", "once", "whether", "whenever"})


def note_what_is_awaited(clauses: Sequence[Clause]) -> None:
    """Have what is only waited for count as unreal: *I won't be happy until I switched to Starling*.

    What was waited for has come about: *I waited until I sold the van*, *once I sold it, I bought a bike*.

    Args:
        clauses: those of a sentence, two or more; changed in place.
    """
    for at, clause in enumerate(clauses):
        if clause.intro not in _AWAITED or clause.mood != "actual" or clause.tense != "past":
            continue
        main = (
            clauses[at - 1]
            if at and clause.start > clauses[at - 1].verb_start
            else clauses[min(at + 1, len(clauses) - 1)]
        )
        loose = clause.intro in {"whether", "whenever"}
        told = main.mood == "actual" and (main.tense != "present" or (clause.intro == "once" and not main.negated))
        if loose or not told:
            clause.mood = "unreal"
