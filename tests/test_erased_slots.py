"""Of a slot of which everything is erased not even the digest of its name is left, by which it could be guessed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.effects import LedgerRead
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="ana")
AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_what_was_ruled_of_an_erased_slot_goes_with_it_and_of_another_stays(kind: str, tmp_path: Path) -> None:
    url = "memory://" if kind == "memory" else f"sqlite:///{tmp_path}/ledger.db"
    with Overlay(MemoryHost(), ledger=url, on_error="raise") as overlay:
        kept = [overlay.remember("My gym is Pulse.", scope=ME, observed_at=AT)]
        kept.append(overlay.remember("My gym is Iron now.", scope=ME, observed_at=AT + timedelta(days=1)))
        gone = [overlay.remember("My therapist is Dr Abara.", scope=ME, observed_at=AT + timedelta(days=2))]
        gone.append(overlay.remember("My therapist is Dr Sorel now.", scope=ME, observed_at=AT + timedelta(days=3)))
        for receipt in (kept[1], gone[1]):
            overlay.undo(receipt.transitions[0].id, scope=ME)
        assert len(verdicts(overlay)) == 2
        for receipt in gone:
            overlay.erase(observation_id=receipt.observation_ids[0], scope=ME)
        left = verdicts(overlay)
    assert len(left) == 1


def verdicts(overlay: Overlay) -> list[object]:
    found: list[object] = overlay.executor.perform(LedgerRead(ME, lambda reader: list(reader.verdicts())))
    return found
