"""The bounded revision set: which records a question shows where not all of them fit (CUPMem, section F.2).

The same slot first, then the same domain, then the affected domains, and by shared words last: published measurements
find the old state among the nearest 200 of 1,000 by similarity in two cases of five at most where the conflict is
implicit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from atma_overlay.judge.question import Question
from atma_overlay.judge.regions import domains_of
from atma_overlay.judge.schemas import SaidStatement
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Statement
from atma_overlay.values.terms import terms


def shortlist(question: Question, told: Sequence[SaidStatement], *, limit: int, lexicon: Lexicon) -> tuple[str, ...]:
    """The labels of the records to judge, at most `limit`, the likeliest first.

    Args:
        question: with every record of the scope.
        told: what the model read in the turns; the rules' notes count beside it.
        limit: how many fit.
        lexicon: gives attributes their domains; extend it to give yours.
    """
    notes = question.notes.values()
    slots = {s.slot.attribute for s in notes} | {s.slot.strip().lower().replace(" ", "_") for s in told}
    own: set[str] = set()
    for s in notes:
        own |= domains_of(s.evidence, s.slot.attribute, lexicon)
    for t in told:
        own |= domains_of(f"{t.value} {t.evidence}", t.slot, lexicon)
    affected = {word.strip().lower().replace(" ", "_") for t in told for word in t.affects}
    words = {w for s in notes for w in terms(s.evidence)}
    words |= {w for t in told for part in (t.evidence, t.value, *t.no_longer) for w in terms(part)}
    supposed = {w for t in told for part in t.no_longer for w in terms(part)}
    ranked = sorted(
        question.records.items(),
        key=lambda item: _rank(item[1], slots, own, affected, (supposed, words), lexicon),
    )
    return tuple(label for label, _ in ranked[:limit])


def _rank(
    record: Statement, slots: Collection[str], own: Collection[str], affected: Collection[str],
    words: tuple[Collection[str], Collection[str]], lexicon: Lexicon,
) -> tuple[int, float, float]:  # fmt: skip
    said = set(terms(f"{record.value} {record.evidence}"))
    supposed, shared = (len(said & set(w)) / len(said) if said else 0.0 for w in words)
    when = -record.observed_at.timestamp()
    if record.slot.attribute in slots or supposed > 0.5:
        return (0, -supposed, when)
    domains = domains_of(f"{record.value} {record.evidence}", record.slot.attribute, lexicon)
    if domains & set(own):
        return (1, -shared, when)
    return (2, -shared, when) if domains & set(affected) else (3, -shared, when)
