"""What README, the documents and the examples say of the code is so."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.test_packaging import pyproject

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").rglob("*.py"), key=lambda path: path.name)
BROUGHT_BY = {
    "atma_graphiti": "graphiti", "atma_llamaindex": "llama-index", "atma_mem0": "mem0", "atma_otel": "otel",
    "atma_qdrant": "qdrant", "atma_vectorstore": "langchain", "langchain": "langchain", "langgraph": "langchain",
    "langchain_classic": "langchain-classic", "langchain_core": "langchain", "llama_index": "llama-index", "mcp": "mcp",
    "opentelemetry": "otel",
}  # fmt: skip
"""The extra that brings a package which an example imports."""


def document(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_how_to_write_and_decide_runs_as_it_is_written() -> None:
    section = document("docs/production.md").partition("\n## Writing and deciding\n")[2].partition("\n## ")[0]
    [code] = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    found: dict[str, Any] = {}
    exec(code, found)
    assert [(r.attribute, r.value) for r in found["moved"].records] == [("home_city", "Leeds")]
    assert (found["again"].duplicates, found["again"].records, found["waits"]) == (1, (), 0)
    assert [text for _, text in found["told"].evidence] == ["I moved to Leeds."]
    assert found["proposal"].transition.to_value == "Pulse"
    assert found["told"].transitions[0].id == found["change"].id


@pytest.mark.parametrize("root", [".", "adapters", "integrations"])
def test_every_logger_stands_in_the_table_of_loggers(root: str) -> None:
    table, folder = document("docs/operations.md"), ROOT / root
    for path in (folder / "atma_overlay" if root == "." else folder).rglob("*.py"):
        for told in re.findall(r"^_LOG = logging\.getLogger\((.*)\)", path.read_text(encoding="utf-8"), re.MULTILINE):
            module = ".".join(path.with_suffix("").relative_to(folder).parts)
            logger = module if told == "__name__" else told.strip('"')
            assert f"`{logger}`" in table, logger


def test_every_variable_of_the_command_line_stands_in_its_document() -> None:
    told = document("docs/command-line.md")
    for path in (ROOT / "atma_overlay" / "cli").glob("*.py"):
        for variable in re.findall(r"(?<!n\.)\bATMA_[A-Z_]*[A-Z]", path.read_text(encoding="utf-8")):
            assert f"`{variable}`" in told, variable


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_header_of_an_example_names_the_extra_that_it_needs(example: Path) -> None:
    tree = ast.parse(example.read_text(encoding="utf-8"))
    imported = {node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)}
    needed = {BROUGHT_BY[top] for top in (name.partition(".")[0] for name in imported) if top in BROUGHT_BY}
    if "langchain-classic" in needed:
        needed -= {"langchain"}  # which it brings
    header = ast.get_docstring(tree) or ""
    named = set(re.findall(r'pip install "(?:atma-overlay|\.)\[([\w-]+)\]"', header))
    assert named == needed
    assert named <= set(pyproject()["project"]["optional-dependencies"])


def test_the_picture_asks_for_its_file() -> None:
    script = ROOT / "examples" / "observability" / "picture.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "usage: python examples/observability/picture.py OUT.svg\n")


def test_the_terms_of_every_word_list_are_told() -> None:
    folder = ROOT / "atma_overlay" / "data"
    terms = (folder / "word_lists_licences.txt").read_text(encoding="utf-8").partition("SCOWL's terms follow")[0]
    untold = [path.name for path in folder.glob("*.txt") if path.name not in terms]
    assert untold == ["word_lists_licences.txt"]
