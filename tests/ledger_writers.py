"""A process that writes to a ledger until it is killed, and whether what is left of it is whole."""

from __future__ import annotations

import sys

from atma_overlay.changes import Changeset
from atma_overlay.ledger import SqlLedger
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.testing.ledger_samples import (
    ALICE,
    decision,
    observation,
    outbox_item,
    statement,
    told,
    transition,
)


def write_for_ever(url: str) -> None:
    """Write changesets of one shape and print the revision of each once it is acknowledged."""
    ledger = SqlLedger(url)
    while True:
        revision = ledger.write(ALICE, lambda r: (_shaped(r.revision() + 1), r.revision() + 1))
        sys.stdout.write(f"{revision}\n")
        sys.stdout.flush()


def _shaped(revision: int) -> Changeset:
    said = [observation(f"o-{revision}-{n}", "filler " * 300, minute=revision, position=n) for n in range(3)]
    changes = Changeset(
        transitions=(transition(f"t-{revision}", f"s-{revision}-0"),),
        decisions=(decision(f"t-{revision}"),),
        outbox=(outbox_item(f"w-{revision}", said[0]),),
    )
    for n, one in enumerate(said):
        changes += told(statement(f"s-{revision}-{n}", one, f"word{revision}"), by=one)
    return changes


def check_whole(reader: LedgerReader, revision: int) -> None:
    """Every changeset up to a revision is there with all of its parts, and nothing of another."""
    assert len(reader.observed_after(None)) == 3 * revision
    assert len(reader.all_held()) == 3 * revision
    assert [len(judged.decisions) for judged in reader.transitions()] == [1] * revision
    assert len(reader.outbox(limit=revision + 1)) == revision
    assert len(reader.with_terms("value", [f"word{revision}"])) == 3
    assert len(reader.search([f"word{revision}"], limit=9)) == 3
    assert reader.search([f"word{revision + 1}"], limit=9) == []
