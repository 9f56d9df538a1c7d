"""The Mem0 example runs offline, without a key, and shows what it says."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_example_tells_the_live_city_from_the_stale_one(tmp_path: Path) -> None:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    search_path = os.pathsep.join([str(ROOT), str(ROOT / "adapters")])
    done = subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "examples" / "mem0_in_ten_lines.py")],
        env={**kept, "PYTHONPATH": search_path, "HOME": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == [
        "mem0: I live in Lisbon.",
        "mem0: I moved, I live in Berlin now.",
        "current: Berlin",
    ]
