"""The adoption example runs offline, without a key, and shows what it says."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_example_adopts_reconciles_and_leaves(tmp_path: Path) -> None:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    search_path = os.pathsep.join([str(ROOT), str(ROOT / "adapters")])
    done = subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "examples" / "adopt_existing_store.py")],
        env={**kept, "PYTHONPATH": search_path, "HOME": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == [
        "3 memories, 3 to read, 0 model calls",
        "3 facts, 1 retired, 0 to review",
        "current: Berlin",
        "added: I sold my car.",
        "agrees: True, left behind: ()",
    ]
