"""The command line as people run it: a process with arguments, two streams and an exit code."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.metadata import version
from time import perf_counter
from typing import Any

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.cli import main
from atma_overlay.hosts.memory import MemoryHost
from tests.cli_shell import LEDGER, ROOT, Shell, episode


def move(shell: Shell) -> dict[str, Any]:
    """The transition from Leeds to York."""
    (transition,) = shell("timeline", "--attribute", "home_city", "--json").json()["transitions"]
    assert isinstance(transition, dict)
    return transition


@pytest.mark.parametrize(
    "call",
    [
        ("timeline", "--json"),
        ("recall", "Since I live in Leeds, which gym is near me?"),
        ("frobnicate",),
        ("why", "rec_0"),
        ("export", "-"),
        ("--help",),
    ],
    ids=lambda call: call[0],
)
def test_a_process_from_nothing_answers_as_a_warm_one(shell: Shell, call: tuple[str, ...]) -> None:
    assert shell.cold(*call) == shell(*call)


def test_a_process_from_nothing_stores_what_a_warm_one_reads(empty: Shell) -> None:
    assert empty.cold("remember", "-", "--at", "2025-01-01T09:00:00Z", given=b"I live in Leeds.").code == 0
    assert empty("remember", "-", "--at", "2025-02-01T09:00:00Z", given=b"I moved to York.").code == 0
    assert [r["value"] for r in empty.cold("timeline", "--json").json()["records"]] == ["Leeds", "York"]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("call", ["remember 'I moved to York.'", "timeline --json", "eval --list"])
def test_a_stream_that_was_closed_before_it_began_changes_nothing(shell: Shell, call: str, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m atma_overlay.cli {call} {closed}"], cwd=shell.folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "ATMA_HOST": "memory"}, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_move_is_told_as_a_transition_with_both_values(empty: Shell) -> None:
    first = empty("remember", "I live in Leeds.", "--at", "2024-05-01T09:00:00Z", "--json").json()
    assert [record["value"] for record in first["records"]] == ["Leeds"]
    second = empty("remember", "I moved to York.", "--at", "2025-03-01T09:00:00Z", "--json").json()
    (transition,) = second["transitions"]
    assert (transition["from_value"], transition["to_value"]) == ("Leeds", "York")
    assert (transition["kind"], transition["state"]) == ("replaced", "applied")


def test_a_short_answer_is_remembered_by_what_was_asked(empty: Shell) -> None:
    empty("remember", "I live in Leeds.", "--at", "2024-05-01T09:00:00Z")
    told = empty("remember", "York", "--answering", "Where do you live?", "--at", "2025-03-01T09:00:00Z", "--json")
    assert [(t["from_value"], t["to_value"]) for t in told.json()["transitions"]] == [("Leeds", "York")]


def test_recall_shows_the_current_value_and_blocks_the_outdated_premise(shell: Shell) -> None:
    packet = shell("recall", "Since I live in Leeds, which market is near me?", "--json").json()
    assert "York" in [row["value"] for row in packet["rows"] if row["label"] == "current"]
    assert [premise["verdict"] for premise in packet["premises"]] == ["outdated"]
    table = shell("recall", "Since I live in Leeds, which market is near me?")
    assert table.code == 0
    assert "● current" in table.out
    assert "✗ outdated" in table.out
    assert table.err == ""


def test_recall_answers_as_of_a_time_and_for_a_named_view(shell: Shell) -> None:
    then = shell("recall", "Where do I live?", "--valid-at", "2024-06-01T00:00:00Z", "--json").json()
    assert "Leeds" in [row["value"] for row in then["rows"]]
    change = shell("recall", "home", "--view", "change", "--json").json()
    assert change["view"] == "change"


def test_recall_prints_the_block_for_a_prompt(shell: Shell) -> None:
    block = shell("recall", "Where do I live?", "--prompt")
    assert (block.code, block.err) == (0, "")
    assert "York" in block.out


def test_the_timeline_shows_the_arrow_with_its_decider_and_reason(shell: Shell) -> None:
    shown = shell("timeline")
    assert shown.code == 0
    (line,) = [line for line in shown.out.splitlines() if "╰─" in line]
    assert "replaced: Leeds → York" in line
    assert move(shell)["decider"] in line
    assert move(shell)["reason"] in line
    assert "○ superseded" in shown.out
    assert "● active" in shown.out


def test_why_quotes_both_utterances(shell: Shell) -> None:
    explained = shell("why", move(shell)["from_id"])
    assert explained.code == 0
    assert "“I live in Leeds.”" in explained.out
    assert "“I moved to York.”" in explained.out
    assert shell("why", move(shell)["from_id"], "--json").json()["record"]["value"] == "Leeds"


def test_an_undone_transition_is_undone_in_the_next_process_too(shell: Shell) -> None:
    undone = shell("undo", move(shell)["id"], "--json").json()
    assert undone["state"] == "undone"
    assert move(shell)["state"] == "undone"


def test_forgetting_a_rule_says_that_it_waits_no_longer_and_how_to_have_it_back(shell: Shell) -> None:
    shell("remember", "My gym is Vita.")
    shell("remember", "If I move, my gym will be Pulse.")
    told = shell("forget", "the rule about my gym").out
    assert "waits no longer: If I move, my gym will be Pulse." in told
    assert "say the rule again" in told
    assert "no change" not in told


def test_forgetting_retracts_and_erasing_removes_the_text(shell: Shell) -> None:
    transition = move(shell)
    forgotten = shell("forget", transition["to_id"], "--json")
    assert forgotten.code == 0
    statuses = {r["value"]: r["status"] for r in shell("timeline", "--json").json()["records"]}
    assert statuses["York"] == "retracted"
    erased = shell("erase", "--record", transition["from_id"], "--json").json()
    assert len(erased["observation_ids"]) == 1
    assert not any("Leeds" in line for line in shell.dump())


def test_erasing_everything_wants_a_confirmation(shell: Shell) -> None:
    before = shell.dump()
    refused = shell("erase", "--everything")
    assert (refused.code, refused.err) == (2, "atma: everything: cannot be taken back: confirm with --yes\n")
    assert shell.dump() == before
    assert shell("erase", "--everything", "--yes").code == 0
    assert shell("timeline", "--json").json()["records"] == []


def test_a_review_lists_accepts_and_declines_proposals(empty: Shell) -> None:
    assert empty("remember", "I live in Leeds.", "--at", "2024-05-01T09:00:00Z").code == 0
    assert empty("review").out == "nothing waits for a decision\n"
    assert empty("review", "--json").json() == []


def test_options_work_before_and_after_the_command_and_the_nearer_one_wins(shell: Shell) -> None:
    assert shell("--json", "--user", "me", "timeline").json()["records"]
    assert "knows no user 'other'" in shell("timeline", "--json", ATMA_USER="other").err
    assert shell("--user", "me", "timeline", "--json", ATMA_USER="other").json()["records"]
    assert shell("--user", "other", "timeline", "--user", "me", "--json").json()["records"]
    moved = shell.folder / "elsewhere.db"
    (shell.folder / LEDGER).rename(moved)
    assert shell("timeline", "--json", ATMA_LEDGER=f"sqlite:///{moved}").json()["records"]


def test_ingesting_one_conversation_makes_it_the_users_and_reports_what_it_did(empty: Shell) -> None:
    file = empty.write("mine.jsonl", episode("a", "I live in Leeds.", "I moved to York."))
    report = empty("ingest", str(file), "--json").json()
    assert (report["turns"], report["duplicates"], report["applied"]) == (2, 0, 1)
    assert report["users"] == ["me"]
    assert report["turns_per_second"] > 0
    assert move(empty)["to_value"] == "York"
    again = empty("ingest", str(file), "--json").json()
    assert (again["duplicates"], again["records"], again["applied"]) == (2, 0, 0)


def test_ingesting_several_conversations_gives_each_its_own_user(empty: Shell) -> None:
    lines = episode("a", "I live in Leeds.") + episode("b", "I live in York.")
    file = empty.write("talks.jsonl", lines)
    report = empty("ingest", str(file))
    assert report.code == 0
    assert "turns per second" in report.out
    for user, city in (("talks-a", "Leeds"), ("talks-b", "York")):
        records = empty("timeline", "--user", user, "--json").json()["records"]
        assert [record["value"] for record in records] == [city]
    assert "knows no user 'me'" in empty("timeline", "--json").err


def test_an_export_says_that_what_shadow_mode_decides_is_not_in_it(empty: Shell) -> None:
    url = f"sqlite:///{empty.folder / LEDGER}"
    with Overlay(MemoryHost(), ledger=url, mode="shadow") as overlay:
        overlay.remember("I live in Leeds.", scope=Scope(tenant="local", user="me"))
    assert "1 text of shadow mode not in it: `atma promote`" in empty("export", "shadowed.jsonl").err
    assert empty("promote").code == 0
    assert "shadow" not in empty("export", "promoted.jsonl").err


def test_an_import_goes_to_nobody_who_has_a_memory_in_shadow_mode(empty: Shell) -> None:
    url = f"sqlite:///{empty.folder / LEDGER}"
    empty("remember", "I live in Leeds.", "--ledger", "sqlite:///other.db")
    empty("export", "kept.jsonl", "--ledger", "sqlite:///other.db")
    with Overlay(MemoryHost(), ledger=url, mode="shadow") as overlay:
        overlay.remember("I live in York.", scope=Scope(tenant="local", user="me"))
    refused = empty("import", "kept.jsonl")
    assert refused.code == 1
    assert "has a memory in shadow mode: promote or erase it, or import for a user without one" in refused.err


def test_an_export_is_read_back_into_another_ledger(shell: Shell) -> None:
    assert shell("export", "out.jsonl").code == 0
    lines = (shell.folder / "out.jsonl").read_text().splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert shell("import", "out.jsonl", "--ledger", "sqlite:///copy.db").code == 0
    original = shell("timeline", "--json").json()
    copy = shell("timeline", "--ledger", "sqlite:///copy.db", "--json").json()
    assert copy["records"] == original["records"]
    assert copy["transitions"] == original["transitions"]
    refused = shell("export", "out.jsonl")
    assert (refused.code, refused.err) == (2, "atma: file: 'out.jsonl' exists: pass --force to replace it\n")


@pytest.mark.parametrize(
    ("pattern", "instead", "complaint"),
    [
        (r".*\n\Z", "", "cut.jsonl: end before the end of the export: it was cut short, export again"),
        (r'"candidates": "', '"candidates": "x', "cut.jsonl:4: holds candidates that cannot be read: pass a file that"),
        (r'"candidates": ".*"', '"candidates": "[]"', "cut.jsonl:4: holds candidates that cannot be read: pass a"),
    ],
)
def test_an_export_that_is_not_whole_is_refused_and_leaves_no_memory(
    shell: Shell, pattern: str, instead: str, complaint: str
) -> None:
    shell("export", "out.jsonl")
    whole = (shell.folder / "out.jsonl").read_text()
    shell.write("cut.jsonl", re.sub(pattern, lambda _: instead, whole, count=1))
    refused = shell("import", "cut.jsonl", "--ledger", "sqlite:///copy.db")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert refused.err.startswith(f"atma: {complaint}")
    assert not (shell.folder / "copy.db").exists()


def test_the_doctor_finds_a_healthy_memory_healthy_and_a_damaged_one_damaged(shell: Shell) -> None:
    healthy = shell("doctor", "--json").json()
    assert healthy["healthy"] is True
    told = {check["name"]: check["detail"] for check in healthy["checks"]}
    assert told.keys() >= {"ledger", "schema", "rows", "records", "outbox", "host"}
    assert re.fullmatch(r"each of \d+ rows can be read", told["records"])
    assert re.search(r"\bobservations \d+\b.*\bstatements \d+\b.*; [\d,]+ bytes free for new rows", told["rows"])
    assert "outbox" not in told["rows"]  # what the host has taken is no row any more
    assert "atma-overlay" in healthy["versions"]
    for leftover in shell.folder.glob(f"{LEDGER}-*"):
        leftover.unlink()
    (shell.folder / LEDGER).write_bytes(b"this is no database, and never was one" * 100)
    damaged = shell("doctor")
    assert damaged.code == 1
    assert "Traceback" not in damaged.err
    assert "`atma doctor`" not in damaged.out  # which is what was run
    assert damaged.out.count("restore a backup or an export") == 4
    assert damaged.out.count("see the rows above") == 5


_INTERRUPTED_WHILE_LOADING = """
import sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "atma_overlay.cli.application":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from atma_overlay.cli import main
main(["--version"])
"""


def test_what_is_interrupted_while_it_loads_leaves_as_what_is_interrupted_later() -> None:
    done = subprocess.run([sys.executable, "-c", _INTERRUPTED_WHILE_LOADING], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE statements SET valid_from = 9223372036854775000", "statements where plane 'main'"),
        ("UPDATE statements SET observed_at = 'soon'", "statements where plane 'main'"),
        ("UPDATE statements SET act = 'evil'", "evil"),
        ("UPDATE statements SET lineage = '{'", "JSONDecodeError"),
        ("UPDATE statements SET lineage = '7'", "TypeError"),
        ("UPDATE versions SET valid_to = -9223372036854775000", "versions where plane 'main'"),
        ("UPDATE observations SET origin = 'god'", "observations where plane 'main'"),
        ("UPDATE extractions SET candidates = '[1'", "extractions where plane 'main'"),
        ("UPDATE extractions SET candidates = '7'", "extractions where plane 'main'"),
        ("UPDATE partitions SET recorded_at = 9223372036854775000", "partitions where plane 'main'"),
        ("UPDATE decisions SET recorded_at = 9223372036854775000", "decisions where plane 'main'"),
    ],
)
def test_a_row_that_cannot_be_read_is_one_error_and_the_doctor_names_it(shell: Shell, change: str, named: str) -> None:
    with closing(sqlite3.connect(shell.folder / LEDGER)) as ledger:
        assert ledger.execute(change).rowcount > 0
        ledger.commit()
    told = [shell("timeline"), shell("remember", "I moved to Nice.", "--at", "2020-01-01T00:00:00Z")]
    assert any(done.code for done in told)
    for done in told:
        assert done.code == 0 or "cannot be read" in done.err
        assert done.code == 0 or done.err.endswith(": run `atma doctor`\n")
        assert done.err.count("\n") <= 1
    examined = shell("doctor", "--json")
    assert examined.code == 1
    (wrong,) = [check for check in json.loads(examined.out)["checks"] if not check["ok"] and check["name"] == "records"]
    assert named in wrong["detail"]
    assert "restore a backup or an export" in wrong["detail"]


def test_the_demo_shows_what_it_promises_and_touches_nothing(empty: Shell) -> None:
    shown = empty("demo", "--json").json()
    assert [(t["from_value"], t["to_value"], t["state"]) for t in shown["supersession"]] == [
        ("Leeds", "York", "applied")
    ]
    assert shown["supersession"][0]["from_evidence"].startswith("I live in Leeds")
    answers = {answer["title"]: answer["packet"] for answer in shown["answers"]}
    rows = {title: [(row["label"], row["value"]) for row in packet["rows"]] for title, packet in answers.items()}
    assert rows["The current answer"][0] == ("current", "York")
    assert rows["A historical answer"][0] == ("historical", "Leeds")
    change = " ".join(row["value"] + row["text"] for row in answers["The change itself"]["rows"])
    assert all(amount in change for amount in ("780", "840", "910"))
    assert [p["verdict"] for p in answers["A premise that no longer holds"]["premises"]] == ["outdated"]
    assert [p["verdict"] for p in answers["A premise that still holds"]["premises"]] == ["supported"]
    assert ("current", "Cardiff") in rows["Someone else's fact"]
    assert ("current", "Bristol") not in rows["Someone else's fact"]
    assert not (empty.folder / "memory.atma.db").exists()


def test_the_demo_tells_its_story_on_the_terminal(empty: Shell) -> None:
    shown = empty("demo")
    assert (shown.code, shown.err) == (0, "")
    for words in ("replaced: Leeds → York", "✗ outdated", "✓ supported", "all of it took"):
        assert words in shown.out


def test_the_demos_conversation_is_the_one_among_the_examples() -> None:
    packaged = ROOT / "atma_overlay" / "data" / "demo.jsonl"
    assert packaged.read_bytes() == (ROOT / "examples" / "conversation.jsonl").read_bytes()


def test_the_quickstart_runs_and_shows_the_supersession() -> None:
    path = ROOT / "examples" / "quickstart.py"
    assert len(path.read_text().splitlines()) < 40
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "replaced: Chicago -> Atlanta (applied)" in done.stdout
    assert "current: Atlanta" in done.stdout
    assert "blocked: " in done.stdout


def test_help_is_shown_within_a_second_and_without_the_heavy_parts(empty: Shell) -> None:
    durations = []
    for _ in range(3):
        start = perf_counter()
        assert "Commands:" in empty("--help").out
        durations.append(perf_counter() - start)
    assert min(durations) < 1.0
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, atma_overlay.cli.application; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"sqlalchemy", "qdrant_client", "numpy", "dateparser", "rich", "alembic"} & set(loaded)


def test_the_version_is_told_and_nothing_is_made(empty: Shell) -> None:
    result = empty("--version")
    assert (result.code, result.out) == (0, f"atma-overlay {version('atma-overlay')}\n")
    assert not (empty.folder / "memory.atma.db").exists()


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("command", ["", "recall", "eval", "mcp", "train-linker"])
def test_help_fits_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str, columns: int
) -> None:
    shown = helped(monkeypatch, capsys, *command.split(), columns=columns)
    assert "Options:" in shown
    assert max(map(len, shown.splitlines())) <= columns


def test_what_a_command_does_is_told_whole_in_the_list_of_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "..." not in helped(monkeypatch, capsys, columns=80).partition("Commands:")[2]


def helped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *command: str, columns: int) -> str:
    monkeypatch.setenv("COLUMNS", str(columns))
    with pytest.raises(SystemExit, match=r"^0$"):
        main([*command, "--help"])
    return capsys.readouterr().out


def test_no_arguments_show_the_help(empty: Shell) -> None:
    assert "Commands:" in empty().out


def test_hostile_text_reaches_the_terminal_spelled_out(empty: Shell) -> None:
    hostile = "I live in Leeds.\x1b]0;owned\x07 [bold]And[/bold] \u202eI like :smile: tea."
    assert empty("remember", "-", "--at", "2024-05-01T09:00:00Z", given=hostile.encode()).code == 0
    for arguments in (
        ("timeline",),
        ("recall", "Where do I live?"),
        ("recall", "Where do I live?", "--prompt"),
    ):
        shown = empty(*arguments)
        assert shown.code == 0
        assert not {"\x1b", "\x07", "\u202e"} & set(shown.out)


def test_without_a_host_the_vectors_lie_beside_the_ledger(empty: Shell) -> None:
    pytest.importorskip("qdrant_client")
    ledger = ("--ledger", "sqlite:///my.db")
    assert empty("remember", "I live in Leeds.", *ledger, ATMA_HOST=None).code == 0
    assert (empty.folder / "my.db.qdrant").is_dir()
    packet = empty("recall", "Where do I live?", *ledger, "--json", ATMA_HOST=None).json()
    assert packet["rows"][0]["value"] == "Leeds"
    assert packet["rows"][0]["host_ids"] != []


def test_a_host_that_is_none_is_refused_by_commands_that_need_no_host_too(empty: Shell) -> None:
    assert empty("remember", "I live in Leeds.").code == 0
    refused = empty("timeline", "--host", "qdrent:./memories")
    assert refused.code == 2
    assert "'qdrent' is not the name of an installed host" in refused.err
    assert empty("timeline", "--host", "memory").code == 0
