"""`atma audit` as people run it: it reads a store that is there, changes nothing, and makes nothing."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import pytest

from tests.cli_shell import ROOT, Shell

pytest.importorskip("qdrant_client")
STORE = "memory.atma.db.qdrant"
PREMISE = "Since I live in Leeds, which market is near me?"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Qdrant folder with two years of talk; the ledger that went with it is gone."""
    folder = tmp_path_factory.mktemp("filled")
    ingested = Shell(folder)("ingest", str(ROOT / "examples" / "conversation.jsonl"), ATMA_HOST=f"qdrant:{STORE}")
    assert ingested.code == 0, ingested.err
    for ledger in folder.glob("memory.atma.db*"):
        if ledger.is_file():
            ledger.unlink()
    return folder


@pytest.fixture
def shell(filled: Path, tmp_path: Path) -> Shell:
    return Shell(Path(shutil.copytree(filled, tmp_path, dirs_exist_ok=True)))


def files(folder: Path) -> dict[str, str]:
    found = (Path(top) / name for top, _, names in os.walk(folder) for name in names)
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def test_the_store_is_told_about_and_stays_byte_for_byte_the_same(shell: Shell) -> None:
    before = files(shell.folder)
    told = shell("audit", "--host", f"qdrant:{STORE}", "--query", PREMISE)
    assert (told.code, told.err) == (0, "")
    assert files(shell.folder) == before
    assert "nothing was changed" in told.out
    assert "user / home city: Leeds → York" in told.out
    assert "“Big news: I moved to York!”  2023-11-18 17:20" in told.out
    assert "premise ✗ outdated: Leeds; now York" in told.out


def test_json_holds_everything_as_data(shell: Shell) -> None:
    found = shell(
        "audit", "--host", f"qdrant:{STORE}", "--query", PREMISE, "--query", "What is my rent?", "--json"
    ).json()
    assert (found["memories"], found["read"], found["order"]) == (38, 38, "date")
    assert found["by_kind"] == {"replaced": 8, "ended": 1, "cascaded": 1}
    moves = {(f["old"]["value"], f["new"]["value"]) for f in found["retired"]}
    assert {("Leeds", "York"), ("£780", "£840"), ("£840", "£910")} <= moves
    assert [asked["query"] for asked in found["inquiries"]] == [PREMISE, "What is my rent?"]
    assert found["scope"] == {"tenant": "local", "user": "me", "agent": None, "session": None}


def test_the_page_for_review_is_written(shell: Shell) -> None:
    done = shell("audit", "--host", f"qdrant:{STORE}", "--html", "review.html", "--json")
    assert done.err == "the page for review is review.html\n"
    assert (shell.folder / "review.html").stat().st_mode & 0o777 == 0o600
    page = (shell.folder / "review.html").read_text(encoding="utf-8")
    assert page.count('<article class="card" data-item') == len(done.json()["retired"])


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (("--host", "qdrant:nowhere"), 2, "atma: host: 'nowhere' is no folder with a Qdrant store: check the path\n"),
        (("--host", "nohost"), 2, "atma: host: 'nohost' is not the name of an installed host: use one of "),
        (
            ("--host", f"qdrant:{STORE}", "--user", "nobody"),
            1,
            "atma: the host 'qdrant:atma_memories' holds no memory of local/nobody: name ",
        ),
        (("--host", "memory", "--query", " "), 2, "atma: query: is empty"),
        (("--host", "memory", "--html", "no/where.html"), 2, "atma: html: 'no/where.html' cannot be written: "),
    ],
)
def test_what_cannot_be_audited_is_one_line_and_makes_nothing(
    shell: Shell, arguments: tuple[str, ...], code: int, problem: str
) -> None:
    before = files(shell.folder)
    refused = shell("audit", *arguments)
    assert (refused.code, refused.out) == (code, "")
    assert refused.err.startswith(problem)
    assert refused.err.count("\n") == 1
    assert files(shell.folder) == before
