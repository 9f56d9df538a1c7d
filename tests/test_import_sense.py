"""What an import holds has to mean something: a line that no ledger writes is refused, and nothing is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from atma_overlay import InvalidInputError, Overlay
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ledger.transfer import export_jsonl, import_jsonl
from tests.dated_worlds import AT_WORK, FIRST, ME

Lines = list[dict[str, Any]]
TOLD = (
    "I live in Leeds.", "I moved to York.", "My gym is Pulse.", "If I change jobs I'll cycle to work.",
    "I started a new job at Acme.", "I no longer have a car.", "My boss is Ann. She has a dog.",
)  # fmt: skip


def exported(act: Callable[[Overlay], object] = lambda overlay: None, told: Sequence[str] = TOLD) -> Lines:
    """The lines of a memory in which those things were said, and something was then done."""
    ledger = open_ledger("memory://")
    with Overlay(MemoryHost(), ledger=ledger) as overlay:
        for day, text in enumerate(told):
            scope = AT_WORK if day % 2 else ME
            overlay.remember(text, scope=scope, observed_at=FIRST + timedelta(days=day))
        act(overlay)
        lines: Lines = ledger.read(ME, lambda reader: json.loads(json.dumps(list(export_jsonl(reader)))))
        return lines


def changed(kind: str, **fields: Any) -> tuple[int, Lines]:
    """An export with one line of a kind changed, and the number of that line."""
    lines = exported(_erased if kind == "tombstone" else lambda overlay: None)
    number = next(n for n, line in enumerate(lines, start=1) if line["record"] == kind)
    lines[number - 1] |= fields
    return number, lines


@pytest.mark.parametrize(
    ("kind", "fields", "problem"),
    [
        ("statement", {"span": [100000, 200000]}, "span [100000, 200000] reaches beyond the text of observation"),
        ("statement", {"span": [-5, -1]}, "span [-5, -1] is no stretch of a text"),
        ("statement", {"span": [5, 1]}, "span [5, 1] is no stretch of a text"),
        ("contingency", {"span": [0, 5000]}, "span [0, 5000] reaches beyond the text of observation"),
        ("statement", {"confidence": -3}, "confidence -3.0 is not between 0 and 1"),
        ("transition", {"confidence": 1.5}, "confidence 1.5 is not between 0 and 1"),
        ("statement", {"strength": -1}, "strength -1.0 is negative"),
        ("statement", {"value": " "}, "value is empty"),
        ("statement", {"digest": "x"}, "digest is not that of observation"),
        ("statement", {"sequence": -1}, "sequence -1 is negative"),
        ("version", {"revision": -5}, "revision -5 is negative"),
        ("observation", {"id": ""}, "id is empty"),
        ("observation", {"agent": "*"}, "agent '*' is a wildcard"),
        ("observation", {"session": "\0"}, "session '\\x00' holds control or invisible characters"),
        ("statement", {"session": "a\u3164"}, "session 'a\\u3164' holds control or invisible characters"),
        ("tombstone", {"id": " "}, "id is empty"),
        ("tombstone", {"agent": "*"}, "agent '*' is a wildcard"),
        ("transition", {"from_id": "rec_1", "to_id": "rec_1"}, "to_id 'rec_1' is from_id as well"),
    ],
)
def test_a_line_without_sense_is_refused_with_its_field_and_the_remedy(
    kind: str, fields: dict[str, Any], problem: str
) -> None:
    number, lines = changed(kind, **fields)
    with pytest.raises(InvalidInputError) as refused:
        import_jsonl(lines)
    assert str(refused.value).startswith(f"line {number}: {problem}")
    assert str(refused.value).endswith(": pass the lines of an export")


@pytest.mark.parametrize("length", [1, 2, 5])
def test_no_statement_follows_from_itself_over_however_many_others(length: int) -> None:
    lines = exported()
    stated = [(n, line) for n, line in enumerate(lines, start=1) if line["record"] == "statement"][:length]
    assert len(stated) == length
    for (_, line), (_, next_line) in zip(stated, [*stated[1:], stated[0]], strict=True):
        line["lineage"] = [next_line["id"]]
    with pytest.raises(InvalidInputError, match="lineage leads back to the statement itself: pass the lines"):
        import_jsonl(lines)


def _corrected(overlay: Overlay) -> None:
    first, *_, last = overlay.timeline(scope=ME).records
    overlay.correct(first.id, "a much longer value than what was said", scope=ME)
    overlay.correct(last.id, "x", scope=AT_WORK if last.value == "Acme" else ME)


def _forgotten(overlay: Overlay) -> None:
    for record in overlay.timeline(scope=ME).records[:3]:
        overlay.forget(record.id, scope=ME)


def _erased(overlay: Overlay) -> None:
    overlay.erase(record_id=overlay.timeline(scope=ME).records[0].id, scope=ME)


def _undone(overlay: Overlay) -> None:
    overlay.undo(overlay.timeline(scope=ME).transitions[0].id, scope=ME)


@pytest.mark.parametrize(
    "act",
    [lambda overlay: None, _corrected, _forgotten, _erased, _undone,
     lambda overlay: overlay.erase(everything=True, scope=ME)],
)  # fmt: skip
def test_what_a_ledger_wrote_is_read_back_whatever_was_done_to_it(act: Callable[[Overlay], object]) -> None:
    lines = exported(act)
    copy = open_ledger("memory://")
    copy.write(ME, lambda _: (import_jsonl(lines), None))
    assert copy.read(ME, lambda reader: json.loads(json.dumps(list(export_jsonl(reader))))) == lines
