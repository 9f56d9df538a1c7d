"""`atma prune` and `atma restore`: counted first, done when told to, taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli_shell import Shell


def archived(shell: Shell) -> list[str]:
    return [r["value"] for r in shell("timeline", "--json").json()["records"] if r["archived"]]


def test_pruning_is_counted_first_and_changes_the_ledger_only_with_apply(shell: Shell) -> None:
    before = shell.dump()
    counted = shell("prune", "--older-than", "30", "--json").json()
    assert shell.dump() == before
    assert (counted["dry_run"], counted["by_status"], counted["kept"]) == (True, {"superseded": 1}, {"current": 1})
    assert (counted["tenant"], counted["user"]) == ("local", "me")
    told = shell("prune", "--older-than", "30")
    assert "local / me: 1 record would be archived" in told.out
    assert "run it again with --apply" in told.out
    done = shell("prune", "--older-than", "30", "--apply", "--json").json()
    assert done["record_ids"] == counted["record_ids"]
    assert archived(shell) == ["Leeds"]
    (line,) = [line for line in shell("timeline").out.splitlines() if "○ superseded  Leeds" in line]
    assert line.rstrip().endswith("archived")
    assert shell("restore", *done["record_ids"]).out == "1 record of me back in retrieval\n"
    assert archived(shell) == []


def test_what_was_pruned_is_pruned_in_a_copy(shell: Shell, tmp_path: Path) -> None:
    shell("prune", "--older-than", "30", "--active", "--apply")
    assert archived(shell) == ["Leeds", "York"]
    assert shell("export", "all.jsonl").code == 0
    copy = Shell(tmp_path / "copy")
    copy.folder.mkdir()
    assert copy("import", str(shell.folder / "all.jsonl")).code == 0
    assert archived(copy) == ["Leeds", "York"]
    assert copy("restore", "--everything", "--json").json()["revision"] > 0
    assert archived(copy) == []


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["prune", "--older-than", "-1"], "older-than"),
        (["prune", "--older-than", "30", "--stage", "deep"], "stage"),
        (["prune", "--older-than", "30", "--session", "s-1"], "scope"),
        (["restore"], "restore"),
        (["restore", "r-1", "--everything"], "restore"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_line(shell: Shell, arguments: list[str], field: str) -> None:
    before = shell.dump()
    refused = shell(*arguments)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.count("\n") == 1
    assert field in refused.err
    assert shell.dump() == before


def test_without_an_age_nothing_is_pruned(shell: Shell) -> None:
    assert shell("prune").code == 2
