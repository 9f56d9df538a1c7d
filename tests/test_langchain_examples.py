"""The examples for LangChain run offline and show what they say."""

import re
from pathlib import Path

import pytest

from tests.processes import ROOT, example

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
    assert [re.sub(r"\d{4}-\d\d-\d\d", "DAY", line) for line in example(name, tmp_path)] == SHOWN[name]


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_the_example_is_under_forty_lines(name: str) -> None:
    assert len((ROOT / "examples" / name).read_text().splitlines()) < 40
