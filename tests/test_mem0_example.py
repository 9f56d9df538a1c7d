"""The Mem0 example runs offline, without a key, and shows what it says."""

from pathlib import Path

from tests.processes import example


def test_the_example_tells_the_live_city_from_the_stale_one(tmp_path: Path) -> None:
    assert example("mem0_in_ten_lines.py", tmp_path, "-W", "error") == [
        "mem0: I live in Lisbon.",
        "mem0: I moved, I live in Berlin now.",
        "current: Berlin",
    ]
