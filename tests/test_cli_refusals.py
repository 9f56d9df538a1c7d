"""Bad input on the command line: one line, an exit code, and nothing written."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli_shell import LEDGER, Result, Shell, episode

pytestmark = pytest.mark.timeout(600)  # the first test waits for a process for each case

Bad = tuple[tuple[str, ...], int, str]
BAD: list[Bad] = [
    (("frobnicate",), 2, "atma: No such command 'frobnicate'."),
    (("remember",), 2, "atma: Missing argument"),
    (("remember", " "), 2, "atma: text: is empty"),
    (("remember", "x", "--at", "2025-03-01T09:00:00"), 2, "atma: at: '2025-03-01T09:00:00' has no time zone"),
    (("remember", "x", "--at", "yesterday"), 2, "atma: at: 'yesterday' is no instant"),
    (("remember", "x", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("remember", "x", "--tenant", ""), 2, "atma: tenant: is empty"),
    (("remember", "x", "--agent", "a\nb"), 2, "atma: agent: 'a\\nb' holds control"),
    (("remember", "x", "--role", "boss"), 2, "atma: role: 'boss' is not one of"),
    (("remember", "x", "--at", "9999-01-01T00:00:00Z"), 2, "atma: observed_at: 9999-01-01T00:00:00+00:00 lies"),
    (("remember", "x", "--origin", "gossip"), 2, "atma: origin: 'gossip' is none of"),
    (("remember", "x", "--ledger", "postgres://x"), 2, "atma: ledger: "),
    (("remember", "x", "--ledger", ""), 2, "atma: ledger: "),
    (("remember", "x", "--host", "nohost"), 2, "atma: host: 'nohost' is not the name"),
    (("recall", ""), 2, "atma: query: is empty"),
    (("recall", "x", "--view", "past"), 2, "atma: view: 'past' is none of"),
    (("recall", "x", "--limit", "0"), 2, "atma: limit: 0 is too small"),
    (("recall", "x", "--limit", "many"), 2, "atma: Invalid value for '--limit'"),
    (("recall", "x", "--max-tokens", "-3"), 2, "atma: max-tokens: -3 is too small"),
    (("recall", "x", "--valid-at", "2025-03-01"), 2, "atma: valid-at: '2025-03-01' has no time zone"),
    (("recall", "x", "--known-at", "2025-03-01"), 2, "atma: known-at: '2025-03-01' has no time zone"),
    (("recall", "x", "--now", "2025-03-01"), 2, "atma: now: '2025-03-01' has no time zone"),
    (("recall", "x", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("recall", "x", "--ledger", "sqlite:///none.db"), 2, "atma: ledger: there is no file 'none.db'"),
    (("timeline", "--known-at", "2025-03-01"), 2, "atma: known-at: '2025-03-01' has no time zone"),
    (("timeline", "--user", "%"), 2, "atma: user: '%' is a wildcard"),
    (("why", "nothing"), 1, "atma: no record 'nothing' in this scope"),
    (("why", ""), 2, "atma: record: is empty"),
    (("why", "nothing", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("undo", "nothing"), 1, "atma: no transition 'nothing' in this scope"),
    (("undo", "nothing", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("review", "--accept", "nothing"), 1, "atma: no "),
    (("review", "--decline", "nothing"), 1, "atma: no "),
    (("review", "--accept", "a", "--decline", "b"), 1, "atma: no "),
    (("review", "--list", "--accept", "a"), 2, "atma: review: pass --list, or what is decided"),
    (("review", "--user", "?"), 2, "atma: user: '?' is a wildcard"),
    (("forget", ""), 2, "atma: what: is empty"),
    (("forget", "zymurgy"), 1, "atma: no record 'zymurgy' in this scope"),
    (("forget", "x", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("erase",), 2, "atma: erase: pass one of"),
    (("erase", "--record", "nothing"), 1, "atma: no record 'nothing' in this scope"),
    (("erase", "--observation", "nothing"), 1, "atma: no observation 'nothing' in this scope"),
    (("erase", "--everything", "--yes", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("ingest", "none.jsonl"), 2, "atma: none.jsonl: there is no such file"),
    (("ingest", "."), 2, "atma: .: is not a regular file"),
    (("ingest", "broken.jsonl"), 2, "atma: broken.jsonl:2: is not JSON"),
    (("ingest", "field.jsonl"), 2, "atma: field.jsonl:2 sessions[0].at: 'soon' is no date"),
    (("ingest", "future.jsonl"), 2, "atma: future.jsonl 'b' sessions[0].observed_at: 9999-01-01"),
    (("ingest", "stars.jsonl"), 2, "atma: user: 'stars-*' is a wildcard"),
    (("ingest", "good.jsonl", "--format", "xml"), 2, "atma: format: 'xml' is not known"),
    (("ingest", "good.jsonl", "--at", "2025-03-01"), 2, "atma: at: '2025-03-01' has no time zone"),
    (("ingest", "good.jsonl", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("export", "out.jsonl", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("export", "missing/out.jsonl"), 2, "atma: file: there is no folder 'missing'"),
    (("import", "none.jsonl"), 2, "atma: none.jsonl: there is no such file"),
    (("import", "broken.jsonl"), 2, "atma: broken.jsonl:"),
    (("import", "good.jsonl"), 2, "atma: good.jsonl:"),
    (("promote", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("doctor", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("doctor", "--ledger", "sqlite:///none.db"), 2, "atma: ledger: there is no file 'none.db'"),
    (("demo", "--limit", "3"), 2, "atma: No such option"),
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a refused command answered, and what it left behind."""

    result: Result
    unchanged: bool
    new_files: set[str]


def refuse(seeded: Path, folder: Path, arguments: tuple[str, ...]) -> Refusal:
    shell = Shell(Path(shutil.copytree(seeded, folder, dirs_exist_ok=True)))
    hull, goole = episode("a", "I live in Hull."), episode("b", "I live in Goole.")
    shell.write("good.jsonl", hull + goole)
    shell.write("broken.jsonl", hull + '{"id": "b", "sessions": [\n')
    shell.write("field.jsonl", hull + goole.replace("2025-01-01T09:00:00Z", "soon"))
    shell.write("future.jsonl", hull + goole.replace("2025-01-01T09", "9999-01-01T09"))
    shell.write("stars.jsonl", hull + episode("*", "I live in Hull."))
    before, files = shell.dump(), {path.name for path in folder.iterdir()}
    result = shell(*arguments)
    # The write-ahead log lies beside the ledger while it is open.
    new = {path.name for path in folder.iterdir() if not path.name.startswith(LEDGER)} - files
    return Refusal(result, unchanged=shell.dump() == before, new_files=new)


@pytest.fixture(scope="module")
def refusals(seeded: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Refusal]:
    """All of them at once: each is a process of its own in a folder of its own."""
    commands = [arguments for arguments, _, _ in BAD]
    folders = [tmp_path_factory.mktemp("refused") for _ in commands]
    with ThreadPoolExecutor() as pool:
        found = pool.map(lambda folder, arguments: refuse(seeded, folder, arguments), folders, commands)
        return dict(zip(commands, found, strict=True))


@pytest.mark.parametrize(("arguments", "code", "complaint"), BAD, ids=lambda value: str(value)[:60])
def test_bad_input_is_one_line_an_exit_code_and_an_unchanged_ledger(
    refusals: dict[tuple[str, ...], Refusal], arguments: tuple[str, ...], code: int, complaint: str
) -> None:
    refusal = refusals[arguments]
    assert (refusal.result.code, refusal.result.out) == (code, "")
    assert refusal.result.err.startswith(complaint)
    assert refusal.result.err.count("\n") == 1
    assert refusal.unchanged
    assert not refusal.new_files


@pytest.mark.parametrize("command", ["recall", "timeline", "ingest"])
def test_with_json_a_failure_leaves_standard_output_empty(shell: Shell, command: str) -> None:
    arguments = {"recall": ["x", "--view", "past"], "timeline": ["--user", "*"], "ingest": ["none"]}[command]
    result = shell(command, *arguments, "--json")
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1


def test_bytes_that_are_no_text_are_refused(empty: Shell) -> None:
    result = empty("remember", "-", given=b"caf\xe9")
    assert (result.code, result.err) == (2, "atma: text: is not UTF-8 text: pass it as UTF-8\n")
    assert list(empty.folder.iterdir()) == []
