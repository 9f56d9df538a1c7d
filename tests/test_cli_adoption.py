"""`atma backfill`, `reconcile` and `detach` as people run them: dry first, then done, and told in words."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from atma_overlay.ports.host import HostMemory
from atma_overlay.scope import Scope
from atma_qdrant import QdrantHost
from tests.cli_shell import LEDGER, Shell
from tests.stored_worlds import dumped, fill, item

STORE = "store"
HOST = ("--host", f"qdrant:{STORE}")
LOCAL = Scope(tenant="local", user="me")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    host = QdrantHost(path=folder / STORE)
    fill(host, scope=LOCAL)
    host.close()
    return folder


@pytest.fixture
def shell(filled: Path, tmp_path: Path) -> Shell:
    return Shell(Path(shutil.copytree(filled, tmp_path, dirs_exist_ok=True)))


def held(shell: Shell, *, and_add: str | None = None) -> tuple[HostMemory, ...]:
    host = QdrantHost(path=shell.folder / STORE)
    if and_add is not None:
        host.add([item(and_add, day=20)], scope=LOCAL)
    memories = host.page(scope=LOCAL).memories
    host.close()
    return memories


def test_a_store_is_counted_then_adopted_then_known(shell: Shell) -> None:
    before = dumped(shell.folder / STORE)
    dry = shell("backfill", *HOST)
    assert (dry.code, dry.err) == (0, "")
    assert "nothing was changed: run it again with --apply" in dry.out
    assert not (shell.folder / LEDGER).exists()
    done = shell("backfill", *HOST, "--apply", "--batch", "2", "--json").json()
    assert (done["dry_run"], done["taken"], done["applied"], done["batches"]) == (False, 5, 2, 3)
    assert dumped(shell.folder / STORE) == before
    assert shell("backfill", *HOST, "--json").json()["already_linked"] == 5
    packet = shell("recall", "Where do I live?", *HOST, "--json").json()
    assert [row["value"] for row in packet["rows"] if row["label"] == "current"][:1] == ["Leeds"]


def test_a_difference_is_told_and_then_repaired(shell: Shell) -> None:
    assert shell("backfill", *HOST, "--apply").code == 0
    held(shell, and_add="I moved to York.")
    dry = shell("reconcile", *HOST)
    assert "added: “I moved to York.”" in dry.out
    assert "nothing was changed" in dry.out
    assert shell("reconcile", *HOST, "--apply", "--json").json()["taken"] == 1
    again = shell("reconcile", *HOST)
    assert "6 memories at the host: no difference; 0 writes wait" in again.out


def test_the_overlay_leaves_a_host_as_it_was(shell: Shell) -> None:
    assert shell("remember", "I have a dog.", *HOST).code == 0
    assert any(m.key is not None for m in held(shell))
    refused = shell("detach", *HOST)
    assert (refused.code, refused.err) == (2, "atma: detach: changes what the host holds beside the texts: "
                                              "confirm with --yes\n")  # fmt: skip
    assert "6 of 6 memories carried a trace" in shell("detach", *HOST, "--yes").out
    assert [m.key for m in held(shell)] == [None] * 6


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("backfill", "--host", "qdrant:nowhere"), "atma: host: 'nowhere' is no folder with a Qdrant store"),
        (("backfill", *HOST, "--role", "boss"), "atma: role: 'boss' is not one of"),
        (("backfill", *HOST, "--origin", "gossip"), "atma: origin: 'gossip' is none of"),
        (("backfill", *HOST, "--batch", "0"), "atma: batch: 0 is too small"),
        (("backfill", *HOST, "--user", "*"), "atma: user: '*' is a wildcard"),
        (("reconcile", *HOST), "atma: ledger: there is no file"),
        (("reconcile", *HOST, "--user", "*"), "atma: user: '*' is a wildcard"),
        (("detach", *HOST, "--yes"), "atma: ledger: there is no file"),
        (("detach", *HOST, "--yes", "--user", "*"), "atma: user: '*' is a wildcard"),
    ],
)
def test_bad_input_is_one_line_and_makes_nothing(shell: Shell, arguments: tuple[str, ...], complaint: str) -> None:
    before = {path.name for path in shell.folder.iterdir()}
    refused = shell(*arguments)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert refused.err.startswith(complaint)
    assert {path.name for path in shell.folder.iterdir()} == before
