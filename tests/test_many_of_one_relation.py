"""Who has had many managers: a query for the one there is looks for all at once, and finds whose facts it needs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from atma_overlay import Overlay
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.subjects import RELATED, subjects_of
from tests.dated_worlds import FIRST, ME
from tests.test_long_slots import SilentHost, name


def told(path: Path, *texts: str) -> Overlay:
    """An overlay that was told something every hour."""
    with Overlay(SilentHost(), ledger=f"sqlite:///{path}", on_error="raise") as overlay:
        for hour, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(hours=hour))
    return Overlay(SilentHost(), ledger=f"sqlite:///{path}", on_error="raise")


def test_a_query_for_one_of_many_costs_no_more_statements_than_one_of_few(
    tmp_path: Path, fetches: Callable[[], int]
) -> None:
    spent = []
    for many in (4, 60):
        with told(tmp_path / f"{many}.db", *(f"My dentist is {name(n)}." for n in range(many))) as overlay:
            before = fetches()
            packet = overlay.recall("Who is my dentist?", scope=ME)
            spent.append(fetches() - before)
            assert packet.rows[0].value == name(many - 1)
    assert spent[1] <= spent[0] + 2


def test_of_too_many_those_that_hold_are_looked_for_first(tmp_path: Path) -> None:
    gone = [f"My friend is {name(n)}." for n in range(RELATED + 8)]
    ended = [f"{name(n)} is no longer my friend." for n in range(RELATED + 8)]
    with told(tmp_path / "a.db", "My friend is Wilma.", *gone, *ended) as overlay:
        status = {r.value: r.status for r in overlay.timeline(scope=ME).records}
        assert (status.pop("Wilma"), set(status.values())) == ("active", {"ended"})
        found = overlay.ledger.read(ME, _whom("Where does my friend live?"))
    assert "wilma" in found
    assert len(found) == RELATED + 2  # with the asker, and *my friend*


def _whom(query: str) -> Callable[[LedgerReader], frozenset[str]]:
    return lambda reader: subjects_of(query, asker="user", scope=ME, ledger=reader, known_at=None)
