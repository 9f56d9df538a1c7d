"""The examples for LangChain run offline and show what they say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHOWN = {
    "langchain_agent_before_after.py": ["before: Chicago", "after: Atlanta"],
    "langgraph_store.py": ["['I live in Chicago.']", "['I moved to Atlanta.']", "Chicago superseded", "Atlanta active"],
    "langchain_classic_chain.py": ["Atlanta"],
    "langchain_retriever.py": [
        'ledger | current DAY.. "user / home city" = "Atlanta" from "I moved to Atlanta."',
        'gyms.md | untracked "The gym on Peachtree Street opens at six."',
    ],
}


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_the_example_shows_what_it_says(name: str, tmp_path: Path) -> None:
    kept = {variable: os.environ[variable] for variable in ("PATH", "LANG", "TMPDIR") if variable in os.environ}
    path = os.pathsep.join([str(ROOT), str(ROOT / "integrations")])
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name)],
        env={**kept, "PYTHONPATH": path, "HOME": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert [re.sub(r"\d{4}-\d\d-\d\d", "DAY", line) for line in done.stdout.splitlines()] == SHOWN[name]


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_the_example_is_under_forty_lines(name: str) -> None:
    assert len((ROOT / "examples" / name).read_text().splitlines()) < 40
