"""The programs beside the kits run, and do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KITS = ROOT / "examples" / "observability"


def ran(program: str, *arguments: str) -> str:
    paths = os.pathsep.join(str(ROOT / part) for part in (".", "adapters", "integrations"))
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "OTEL_"))}
    done = subprocess.run(
        [sys.executable, "-W", "error", str(KITS / program), *arguments], env=kept | {"PYTHONPATH": paths},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_picture_is_of_a_real_run_and_shows_no_text_of_it(tmp_path: Path) -> None:
    ran("picture.py", str(tmp_path / "trace.svg"))
    for drawing in (tmp_path / "trace.svg", KITS / "trace.svg"):
        shown = drawing.read_text(encoding="utf-8")
        assert all(part in shown for part in ("atma.transition", "atma.premise.outdated", "link=caused"))
        assert not [word for word in ("Chicago", "Atlanta", "gym") if word in shown]


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_tracing_a_recall_costs_less_than_half_of_it() -> None:
    """The figure to read is that of a calm machine; this one only tells when something has gone wrong."""
    told = ran("overhead.py", "--turns", "60", "--rounds", "100")
    overhead = re.search(r"^overhead +[+-][\d.]+% +([+-][\d.]+)%$", told, flags=re.MULTILINE)
    assert overhead is not None, told
    assert float(overhead[1]) < 50, told
