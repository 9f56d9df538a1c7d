"""Whether the records of an import mean what records mean: their form is the business of `transfer`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from atma_overlay.errors import InvalidInputError
from atma_overlay.kept import kept
from atma_overlay.records import (
    STATING,
    Act,
    Contingency,
    Observation,
    Staging,
    StagingVersion,
    Statement,
    Tombstone,
    Touch,
    Transition,
    Verdict,
    Version,
)
from atma_overlay.scope import Scope

__all__ = ["refuse_nonsense"]

_REMEDY = "pass the lines of an export"
Numbered = tuple[int, object]
"""A record with the number of its line."""


def refuse_nonsense(numbered: Sequence[Numbered]) -> None:
    """Refuse records that no ledger writes.

    Raises:
        InvalidInputError: the first line that holds one, with the field and the remedy.
    """
    said = {record.id: record for _, record in numbered if isinstance(record, Observation)}
    for number, record in numbered:
        for problem in (*_alone(record), *_beside(record, said)):
            raise _refused(number, problem)
    _refuse_circles({r.id: (number, r) for number, r in numbered if isinstance(r, Statement)})


def _refused(number: int, problem: str) -> InvalidInputError:
    return InvalidInputError(f"line {number}", f"{problem}: {_REMEDY}")


def _alone(record: object) -> Iterator[str]:
    """What is wrong with a record by itself."""
    for kind, look in _LOOKS:
        if isinstance(record, kind):
            yield from look(record)


def _named(record: Observation | Tombstone | Statement) -> Iterator[str]:
    if problem := _of_scope(record.agent, record.session):
        yield problem


@kept(256)
def _of_scope(agent: str | None, session: str | None) -> str | None:
    try:
        Scope(tenant="any", user="any", agent=agent, session=session)
    except InvalidInputError as error:
        return f"{error.field.removeprefix('scope.')} {error.problem}"
    return None


def _identified(record: Observation | Tombstone | Statement | Transition | Contingency) -> Iterator[str]:
    if not record.id.strip():
        yield "id is empty"


def _weighed(record: Statement | Transition | Verdict | Staging) -> Iterator[str]:
    if not 0 <= record.confidence <= 1:
        yield f"confidence {record.confidence} is not between 0 and 1"


def _spanned(record: Statement | Contingency) -> Iterator[str]:
    start, end = record.span
    if not 0 <= start <= end:
        yield f"span {[start, end]} is no stretch of a text"


def _statement(statement: Statement) -> Iterator[str]:
    if statement.act in STATING and not statement.value.strip():
        yield "value is empty"
    if statement.sequence < 0:
        yield f"sequence {statement.sequence} is negative"
    if statement.strength < 0:
        yield f"strength {statement.strength} is negative"


def _transition(transition: Transition) -> Iterator[str]:
    if transition.from_id == transition.to_id:
        yield f"to_id {transition.to_id!r} is from_id as well"


def _revised(record: Version | StagingVersion | Touch) -> Iterator[str]:
    if record.revision < 0:
        yield f"revision {record.revision} is negative"


def _staging(version: StagingVersion) -> Iterator[str]:
    yield from (f"staging.{problem}" for problem in _weighed(version.staging))
    if not 0 <= version.staging.strength <= 1:
        yield f"staging.strength {version.staging.strength} is not between 0 and 1"


_LOOKS: tuple[tuple[type | tuple[type, ...], Callable[..., Iterable[str]]], ...] = (
    ((Observation, Tombstone, Statement, Transition, Contingency), _identified),
    ((Observation, Tombstone, Statement), _named),
    ((Statement, Transition, Verdict), _weighed),
    ((Statement, Contingency), _spanned),
    (Statement, _statement),
    (Transition, _transition),
    ((Version, StagingVersion, Touch), _revised),
    (StagingVersion, _staging),
)


def _beside(record: object, said: Mapping[str, Observation]) -> Iterator[str]:
    """What is wrong with what was read in a text, beside that text.

    What a rule or a judge made has other words; so has a person's `forget`, whose span is that of the value.
    """
    if not isinstance(record, Statement | Contingency) or record.observation_id not in said:
        return
    of = said[record.observation_id]
    if isinstance(record, Statement):
        if record.derived or record.act is Act.RETRACT:
            return
        if record.digest != of.digest:
            yield f"digest is not that of observation {of.id!r}"
    if record.span[1] > len(of.text):
        yield f"span {[*record.span]} reaches beyond the text of observation {of.id!r}"


def _refuse_circles(statements: Mapping[str, tuple[int, Statement]]) -> None:
    """Refuse a statement that follows from itself, over however many others."""
    lineages = {i: [p for p in s.lineage if p in statements] for i, (_, s) in statements.items()}
    try:
        TopologicalSorter(lineages).prepare()
    except CycleError as error:
        number = min(statements[i][0] for i in error.args[1])
        raise _refused(number, "lineage leads back to the statement itself") from None
