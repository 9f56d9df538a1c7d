"""What hangs on a verb of saying or believing: *she said that I moved*, *my mum thinks I moved*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

WHO_KNOWS = frozenset(
    """doctor gp dentist vet nurse optician consultant specialist surgeon midwife pharmacist physio therapist test scan
    result x-ray biopsy contract lease landlord hr payroll""".split()
)
"""Whose word on it counts as the speaker's own."""
_BY_EAR = frozenset("hear read".split())


def is_first(clause: Clause) -> bool:
    """Whether the subject is *I* or *we*."""
    return clause.subject is not None and clause.subject.pronoun in {"i", "we"}


def reported(sentence: ReadSentence, verbs: frozenset[str]) -> Iterator[tuple[Clause, Span]]:
    """What hangs on a verb of saying or believing whose subject is not the speaker; *I heard that* is no better.

    Args:
        sentence: as read.
        verbs: those that are asked for.

    Yields:
        The clause of the verb, and what hangs on it, as offsets into the text.
    """
    for clause in sentence.clauses:
        subject = clause.subject
        if clause.verb not in verbs or subject is None or (subject.pronoun == "you" and clause.tense == "present"):
            continue
        if subject.pronoun in {"i", "we"} and clause.verb not in _BY_EAR:
            continue
        if subject.pronoun is None and subject.head_lemma in WHO_KNOWS:
            continue
        if reports(clause, sentence):
            yield clause, (clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end)


def reports(clause: Clause, sentence: ReadSentence) -> bool:
    """Whether another clause hangs on a verb of saying: right behind it, or behind *that* or whom it was told."""
    following = next((c for c in sentence.clauses if c.verb_start >= clause.verb_end), None)
    if following is None or following.mood == "infinitive":
        return False
    begins = following.subject.start if following.subject is not None else following.verb_start
    between = [x.lower for x in clause.tokens[clause.verb_end : begins]]
    return len(between) <= 3 and _APART.isdisjoint(between)


_APART = frozenset(", . ; and but so when because while after before since until".split())
"""Behind these a clause tells of something else: *he said "great" when I told him that I moved*."""
