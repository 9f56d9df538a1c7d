"""A change that is not to come after all, read as one that is not being made: *I won't be moving to York*."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.clauses import Clause
from atma_overlay.language.stretches import gerund
from atma_overlay.language.tokens import Span
from atma_overlay.language.turn import ReadSentence

CHANGES = frozenset("move relocate switch change migrate transfer convert upgrade join go rise increase".split())
"""What is called off: what somebody meant to do, or what was to happen to something."""
_OF_THINGS = frozenset({"go", "rise", "increase"})
_DECIDING = frozenset({"decide", "choose", "opt"})
_AGAINST = {
    "decide": frozenset({"against"}), "choose": frozenset({"against"}), "opt": frozenset({"against"}),
    "back": frozenset({"out", "of"}), "chicken": frozenset({"out", "of"}), "pull": frozenset({"out", "of"}),
}  # fmt: skip
"""What stands between a verb and what somebody does not do after all: *decided against moving*."""
OFF = 0.55
"""How sure a denial is of what may still be so: above doubt, below what retires a record."""
_NOT = frozenset({"not", "n't", "never"})
_ONLY_SO = frozenset("if unless until till before without yet anytime soon alone just only again now".split())
"""With these it may still come: *I won't be moving to York before May*."""


def may_be_called_off(sentence: ReadSentence) -> bool:
    """Whether a clause may say so: asked of every sentence."""
    return not CHANGES.isdisjoint(sentence.verbs) and any(
        (c.negated and c.mood == "future") or c.verb in _AGAINST for c in sentence.clauses
    )


def called_off(sentence: ReadSentence, at: int) -> Clause | None:
    """A clause that denies a change to come, as what its subject is not doing; None for any other.

    Args:
        sentence: as read.
        at: the place of the clause among those of the sentence.
    """
    clause = sentence.clauses[at]
    if clause.verb not in CHANGES or not _ONLY_SO.isdisjoint(sentence.words):
        return None
    if clause.asked or clause.intro is not None:
        return None
    of_thing = clause.subject is not None and clause.subject.pronoun is None
    if clause.mood == "future" and clause.negated and (of_thing or clause.verb not in _OF_THINGS):
        return replace(clause, mood="actual", tense="present", progressive=True)
    before = sentence.clauses[at - 1] if at else None
    if before is None or not _is_decided(before, clause):
        return None
    return replace(
        clause, subject=before.subject, negated=True, mood="actual", tense="present", progressive=True,
        inherited_subject=True,
    )  # fmt: skip


def denials(found: Iterable[Candidate]) -> list[Candidate]:
    """What such a clause denies: sure enough to call off what was planned, too little to end what is so."""
    return [c.but(confidence=min(c.confidence, OFF)) for c in found if not c.affirmed]


def decided_against(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, in which a change is denied that somebody decided against."""
    if not may_be_called_off(sentence):
        return []
    found = (at for at, clause in enumerate(sentence.clauses) if clause.subject is None and called_off(sentence, at))
    return [_stretch(sentence.clauses[at]) for at in found]


def _stretch(clause: Clause) -> Span:
    last = max(clause.start, clause.end - 1)
    return clause.tokens[clause.start].token.start, clause.tokens[last].token.end


def _is_decided(before: Clause, clause: Clause) -> bool:
    """Whether the first clause tells that what the second one says was decided against."""
    told = before.tense in {"past", "perfect"} and before.mood == "actual" and not before.asked
    if not told or before.subject is None or before.intro is not None or clause.subject is not None:
        return False
    verb = {x.lower for x in before.tokens[before.verb_start : before.verb_end]}
    if before.verb not in _AGAINST or not verb.isdisjoint(_NOT):
        return False
    if clause.mood == "infinitive":
        return clause.negated and before.verb in _DECIDING
    between = {x.lower for x in clause.tokens[before.verb_end : clause.verb_start]}
    return gerund(clause) and bool(between) and between <= _AGAINST[before.verb]
