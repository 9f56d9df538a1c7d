"""What a readout must pass before anything of it is used: rows that exist, words of the query, states as settled.

A model may choose among rows and say what a query builds on. What it may not do is to call current what the ledger has
retired, or retired what stands: what goes against the ledger is refused and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atma_overlay.judge.naming import LONGEST
from atma_overlay.reading.rows import Evidence
from atma_overlay.readout.question import ReadQuestion
from atma_overlay.readout.schemas import Read, SaidPremise
from atma_overlay.records import Statement
from atma_overlay.values.normal import fold_case
from atma_overlay.values.terms import terms
from atma_overlay.views import Label, PremiseVerdict, View

MOST = 12
"""Premises, needs and rows of each kind at most; the first count."""
_LIVE = frozenset({Label.CURRENT, Label.CONTESTED})


@dataclass(frozen=True, slots=True)
class CheckedPremise:
    """Words of the query, what they take for granted, and the records that decide it."""

    text: str
    state: str
    verdict: PremiseVerdict
    record_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What passed of a readout.

    Attributes:
        view: the view it reads in the query.
        premises: what the query takes for granted.
        needs: the state variables of the basis, in words.
        record_ids: the records to answer from, the best first: the selection, then the basis.
        hits: the host's rows to answer from.
        sure: whether it may be used at all.
        refused: what did not pass, by reason.
    """

    view: View
    premises: tuple[CheckedPremise, ...]
    needs: tuple[str, ...]
    record_ids: tuple[str, ...]
    hits: tuple[Evidence, ...]
    sure: bool
    refused: Counter[str]


def checked(said: Read, question: ReadQuestion, *, apply_at: float) -> Plan:
    """Check an answer against what was shown."""
    refused: Counter[str] = Counter()
    premises = tuple(_premises(said.presupposed, question, refused))
    chosen = list(_rows(said, question, refused))
    held = tuple(dict.fromkeys(question.rows[label].statement.id for label in chosen if label in question.rows))
    needs = tuple(dict.fromkeys(short(need.state) for need in said.basis[:MOST] if terms(need.state)))
    return Plan(
        view=said.state_view, premises=premises, needs=needs, record_ids=held,
        hits=tuple(question.hits[label] for label in dict.fromkeys(chosen) if label in question.hits),
        sure=not said.fallback and said.confidence >= apply_at, refused=refused,
    )  # fmt: skip


def short(text: str) -> str:
    """A model's words on one line."""
    return " ".join(text.split())[:LONGEST]


def _rows(said: Read, question: ReadQuestion, refused: Counter[str]) -> Iterator[str]:
    known = {*question.rows, *question.hits}
    for row in said.selected[:MOST]:
        if row.row not in known:
            refused["unknown row"] += 1
        elif row.role != question.label(row.row).value:
            refused["role against the ledger"] += 1
        else:
            yield row.row
    for label in (label for need in said.basis[:MOST] for label in need.rows[:MOST]):
        if label in known:
            yield label
        else:
            refused["unknown row"] += 1


def _premises(said: Sequence[SaidPremise], question: ReadQuestion, refused: Counter[str]) -> Iterator[CheckedPremise]:
    query = fold_case(question.query)
    for premise in said[:MOST]:
        text = premise.text.strip()
        if not terms(text) or len(text) > LONGEST or fold_case(text) not in query:
            refused["words not in the query"] += 1
        elif not set(premise.rows) <= set(question.rows):
            refused["unknown row"] += 1
        elif not _agrees(premise, question):
            refused["verdict against the ledger"] += 1
        else:
            ids = tuple(question.rows[label].statement.id for label in _deciding(premise, question))
            yield CheckedPremise(text, short(premise.state), premise.ruling, ids)


def _agrees(premise: SaidPremise, question: ReadQuestion) -> bool:
    """Outdated rests on what the ledger has retired, supported on what stands; unresolved denies nothing that stands.

    A verdict that names no row is looked up in the ledger by its words, and counts for what is found there.
    """
    labels = [question.label(row) for row in premise.rows]
    if premise.ruling is PremiseVerdict.OUTDATED:
        return not labels or bool(_over(premise, question))
    if premise.ruling is PremiseVerdict.SUPPORTED:
        return all(label is Label.CURRENT for label in labels)
    return Label.CURRENT not in labels


def _deciding(premise: SaidPremise, question: ReadQuestion) -> list[str]:
    """The rows that a premise rests on; of retired ones, those that the words are about."""
    if premise.ruling is not PremiseVerdict.OUTDATED:
        return list(premise.rows)
    over = _over(premise, question)
    return [*over, *(row for row in premise.rows if question.label(row) in _LIVE)]


def _over(premise: SaidPremise, question: ReadQuestion) -> list[str]:
    """The retired rows, of those that a premise names, that its words are about; words of what stands are about that.

    Words that no standing record has (*my pungent bulbs*) are taken to be about whatever row is named.
    """
    said, standing = set(terms(premise.text)), _standing(question)
    retired = [row for row in premise.rows if question.label(row) not in _LIVE]
    named = [row for row in retired if _is_named(question.rows[row].statement, said, standing)]
    if named or any(_value(s) <= said for s in standing):
        return named
    taken = {t for s in standing for t in _words(s)}
    if said.isdisjoint(taken):
        return retired
    return [row for row in retired if (said - taken) & _words(question.rows[row].statement)]


def _is_named(old: Statement, said: set[str], standing: Sequence[Statement]) -> bool:
    """Whether words name a retired value, and not what stands under the same name: *my drive in the Vellmo*."""
    value = _value(old)
    if not value or not value <= said:
        return False
    more = said - value
    return all(more and more.isdisjoint(_attribute(s)) for s in standing if value <= _value(s))


def _standing(question: ReadQuestion) -> list[Statement]:
    live = (h.statement for row, h in question.rows.items() if question.label(row) is Label.CURRENT)
    return [s for s in live if _value(s)]


def _words(statement: Statement) -> set[str]:
    return _value(statement) | _attribute(statement)


def _value(statement: Statement) -> set[str]:
    return set(terms(statement.value))


def _attribute(statement: Statement) -> set[str]:
    return set(terms(statement.slot.attribute.replace("_", " ")))
