"""A partition as JSON lines and back, without loss: what a ledger knows, and when it came to know it.

Out come observations, extractions, statements with every version of their standing, transitions, decisions,
verdicts, contingencies, links, and a lifecycle's stagings and touches. Erased text is not in them; what stays of an
erased observation is, with its links: a host that still has the text must not tell it anew. Pending host writes are
not: a promise to a host is kept where it was made. The last line counts those before it: what was cut
short on its way, or had lines taken out or doubled, is no history.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from atma_overlay.changes import Changeset
from atma_overlay.errors import InvalidInputError
from atma_overlay.ledger.sense import refuse_nonsense
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import (
    Contingency,
    Decision,
    Extraction,
    HostLink,
    Observation,
    Slot,
    StagingVersion,
    Statement,
    Tombstone,
    Touch,
    Transition,
    Verdict,
    Version,
)

__all__ = ["FORMAT", "export_jsonl", "import_jsonl"]

FORMAT = 3
"""The form of the lines; the first line names it. 2 had no tombstones."""
_UNCOUNTED = 1
"""The form whose lines nobody counted."""

_HIGHEST = 2**30
"""No number of an export comes near; PostgreSQL counts up to twice as many, and goes on counting from a revision."""

R = TypeVar("R")

_FIELDS: dict[str, tuple[type[Any], str]] = {
    "observation": (Observation, "observations"),
    "tombstone": (Tombstone, "tombstones"),
    "extraction": (Extraction, "extractions"),
    "statement": (Statement, "statements"),
    "version": (Version, "versions"),
    "transition": (Transition, "transitions"),
    "decision": (Decision, "decisions"),
    "verdict": (Verdict, "verdicts"),
    "contingency": (Contingency, "contingencies"),
    "link": (HostLink, "links"),
    "staging": (StagingVersion, "staged"),
    "touch": (Touch, "touches"),
}
_ADAPTERS: dict[str, TypeAdapter[Any]] = {name: TypeAdapter(kind) for name, (kind, _) in _FIELDS.items()}
_NAMES = {kind: name for name, (kind, _) in _FIELDS.items()}


def export_jsonl(reader: LedgerReader) -> Iterator[dict[str, object]]:
    """The partition as objects for `json.dumps`, one a line; the first names the format, the last counts the others."""
    lines = 0
    for line in chain([{"record": "ledger", "format": FORMAT}], _lines(reader)):
        yield line
        lines += 1
    yield {"record": "end", "lines": lines}


def _lines(reader: LedgerReader) -> Iterator[dict[str, object]]:
    observations = reader.observed_after(None)
    erased = reader.tombstones()
    ids = [observation.id for observation in observations]
    yield from map(_object, observations)
    yield from map(_object, erased)
    yield from map(_object, reader.extractions(ids))
    for history in reader.history():
        yield _object(history.statement)
        yield from map(_object, history.versions)
    for judged in reader.transitions():
        yield _object(judged.transition)
        yield from map(_object, judged.decisions)
    yield from map(_object, reader.verdicts())
    yield from map(_object, reader.contingencies())
    yield from map(_object, reader.links(observation_ids=[*ids, *(tombstone.id for tombstone in erased)]))
    yield from map(_object, reader.staging_history())
    yield from map(_object, reader.touches())


def import_jsonl(lines: Iterable[Mapping[str, object]]) -> Changeset:
    """The changeset that makes an empty partition what the exported one was.

    Args:
        lines: what `export_jsonl` gave, parsed.

    Raises:
        InvalidInputError: a line is of another format, is no record, or makes no sense, and the message names it; or
            lines are missing.
    """
    found: defaultdict[str, list[Any]] = defaultdict(list)
    undecided: dict[str, int] = {}
    numbered: list[tuple[int, object]] = []
    last, uncounted = 0, False
    for number, line in enumerate(lines, start=1):
        if last:
            raise InvalidInputError(f"line {number}", "stands behind the end: pass one export, as it was written")
        values = dict(line)
        name = values.pop("record", None)
        if name == "end":
            last = _counted(values.get("lines"), number)
            continue
        if name == "ledger":
            if (form := values.get("format")) not in range(_UNCOUNTED, FORMAT + 1):
                raise InvalidInputError(f"line {number}", f"is not of format {FORMAT}: upgrade atma-overlay")
            uncounted = form == _UNCOUNTED
            continue
        if not isinstance(name, str) or name not in _FIELDS:
            told = f"{name!r} is no kind of record" if isinstance(name, str) else "names no kind of record"
            raise InvalidInputError(f"line {number}", f"{told}: pass the lines that `atma export` wrote")
        record = _record(name, values, number)
        found[_FIELDS[name][1]].append(record)
        numbered.append((number, record))
        if isinstance(record, Transition):
            undecided.setdefault(record.id, number)
    if not last and not uncounted:
        raise InvalidInputError("lines", "end before the end of the export: it was cut short, export again")
    for decision in found["decisions"]:
        undecided.pop(decision.transition_id, None)
    if undecided:
        number = min(undecided.values())
        raise InvalidInputError(f"line {number}", "is a transition without a decision: pass the lines of an export")
    refuse_nonsense(numbered)
    return Changeset(**{name: tuple(records) for name, records in found.items()})


def _counted(told: object, number: int) -> int:
    if told != number - 1:
        problem = f"counts {told!r} lines before it, and there are {number - 1}: pass the export as it was written"
        raise InvalidInputError(f"line {number}", problem)
    return number


def _object(record: object) -> dict[str, object]:
    name = _NAMES[type(record)]
    found = {"record": name, **_ADAPTERS[name].dump_python(record, mode="json")}
    for field in fields(_FIELDS[name][0]):
        if isinstance(value := getattr(record, field.name), Slot):
            found[field.name] = value._asdict()  # by name, as every record
    return found


def _record(name: str, values: dict[str, object], number: int) -> object:
    unknown = values.keys() - {field.name for field in fields(_FIELDS[name][0])}
    if unknown:
        raise InvalidInputError(f"line {number}", f"has unknown fields {sorted(unknown)}: upgrade atma-overlay")
    try:
        json.dumps(values, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InvalidInputError(f"line {number}", "holds a lone surrogate: pass the lines of an export") from None
    try:
        record = _in_utc(_ADAPTERS[name].validate_python(values), number)
    except ValidationError as error:
        places = sorted({".".join(map(str, problem["loc"])) for problem in error.errors(include_input=False)})
        raise InvalidInputError(f"line {number}", f"has unfit {places}: pass the lines of an export") from None
    if places := sorted(_out_of_range(record)):
        raise InvalidInputError(f"line {number}", f"has {places} out of range: pass the lines of an export")
    return record


def _out_of_range(record: Any) -> Iterator[str]:
    """The fields with numbers that no ledger can hold, or go on from."""
    for field in fields(record):
        value = getattr(record, field.name)
        if is_dataclass(value):
            yield from (f"{field.name}.{inner}" for inner in _out_of_range(value))
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(n, int | float) and not abs(n) <= _HIGHEST for n in numbers):
            yield field.name


def _utc(instant: datetime, name: str, number: int) -> datetime:
    try:
        return instant.astimezone(UTC)
    except OverflowError:
        raise InvalidInputError(f"line {number}", f"{name} lies outside of the calendar: mend it") from None


def _in_utc(record: R, number: int) -> R:
    changes: dict[str, object] = {}
    for field in fields(record):  # type: ignore[arg-type]  # every record is a dataclass
        value = getattr(record, field.name)
        if isinstance(value, datetime):
            if value.tzinfo is None:
                raise InvalidInputError(f"line {number}", f"{field.name} is naive: give it a time zone")
            changes[field.name] = _utc(value, field.name, number)
        elif is_dataclass(value):
            changes[field.name] = _in_utc(value, number)
    return replace(record, **changes)  # type: ignore[type-var]  # every record is a dataclass
