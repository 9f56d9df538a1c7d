"""The adoption example runs offline, without a key, and shows what it says."""

from pathlib import Path

from tests.processes import example


def test_the_example_adopts_reconciles_and_leaves(tmp_path: Path) -> None:
    assert example("adopt_existing_store.py", tmp_path, "-W", "error") == [
        "3 memories, 3 to read, 0 model calls",
        "3 facts, 1 retired, 0 to review",
        "current: Berlin",
        "added: I sold my car.",
        "agrees: True, left behind: ()",
    ]
