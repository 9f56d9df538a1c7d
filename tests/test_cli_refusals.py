"""Bad input on the command line: one line, an exit code, and nothing written."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

import pytest
import typer

from atma_overlay.cli.application import COMMANDS, app
from atma_overlay.ledger.transfer import FORMAT
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
    (("recall", "x", "--limit", "0"), 2, "atma: limit: 0 is not between 1 and 200: pass how many groups"),
    (("recall", "x", "--limit", "many"), 2, "atma: Invalid value for '--limit'"),
    (("recall", "x", "--limit", "201"), 2, "atma: limit: 201 is not between 1 and 200: pass how many groups"),
    (("timeline", "--limit", "-1"), 2, "atma: limit: -1 is not between 1 and 200: leave it out for all"),
    (("timeline", "--offset", "-1"), 2, "atma: offset: -1 is no place in a list: pass how many to pass over"),
    (("review", "--limit", "0"), 2, "atma: limit: 0 is not between 1 and 200: leave it out for all"),
    (("prune", "--older-than", "-1"), 2, "atma: older-than: -1 is not between 0 and 365000: pass a number of days"),
    (("remember", "x", "--judge", "nokind"), 2, "atma: judge: 'nokind' is no installed kind of model: use one of"),
    (("remember", "x", "--base-url", ""), 2, "atma: base-url: is of a model: name one with --judge"),
    (("remember", "x", "--ledger", "sqlite:///."), 2, "atma: ledger: '.' is a folder: name a file in it"),
    (("remember", "x", "--host", "qdrant:good.jsonl"), 2, "atma: host: 'good.jsonl' is a file: name a folder"),
    (("remember", "x", "--host", "mem0:good.jsonl"), 2, "atma: host: 'good.jsonl' is a file: name a folder"),
    (("remember", "x", "--host", "llamaindex:good.jsonl/in"), 2, "atma: host: 'good.jsonl' is a file: name a folder"),
    (("erase", "--record", ""), 2, "atma: record: is empty"),
    (("train-linker", "out.json", "--epochs", "-1"), 2, "atma: epochs: -1 is not between 1 and 10000: pass how many"),
    (("train-linker", "out.json", "--pairs", "memory.atma.db"), 2, "atma: pairs: 'memory.atma.db' is not UTF-8 text"),
    (("export", "y" * 3000), 2, f"atma: file: '{'y' * 80}…' cannot be written (File name too long): name another"),
    (("erase", "--observation", " "), 2, "atma: observation: is empty"),
    (("audit", "--host", "memory"), 1, "atma: the host 'memory' holds no memory of local/me: name another store with"),
    (
        ("import", "unnamed.jsonl"),
        2,
        "atma: unnamed.jsonl:1: names no kind of record: pass the lines",
    ),
    (("trace-demo", "--otlp", "http://"), 2, "atma: otlp: 'http://' is no URL: write it like http://127.0.0.1:4318"),
    (("trace-demo", "--otlp", "http://["), 2, "atma: otlp: 'http://[' is no URL: write it like"),
    (("trace-demo", "--otlp", "http://127.0.0.1:1"), 1, "atma: http://127.0.0.1:1 is not reached (Connection refused)"),
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
    (
        ("export", "-", "--json"),
        2,
        "atma: json: goes with a file: with - the lines are the answer, so leave one of the two",
    ),
    (
        ("import", "-"),
        2,
        "atma: file: '-' is no file: standard input is not read here, write it to one and pass its path",
    ),
    (
        ("ingest", "-"),
        2,
        "atma: file: '-' is no file: standard input is not read here, write it to one and pass its path",
    ),
    (("recall", "x", "--reads", "no"), 2, "atma: reads: 'no' is none of off, shadow, on: use one of these"),
    (("import", "broken.jsonl"), 2, "atma: broken.jsonl:"),
    (("import", "good.jsonl"), 2, "atma: good.jsonl:"),
    (("promote", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("doctor", "--user", "*"), 2, "atma: user: '*' is a wildcard"),
    (("doctor", "--ledger", "sqlite:///none.db"), 2, "atma: ledger: there is no file 'none.db'"),
    (("demo", "--limit", "3"), 2, "atma: No such option"),
    (
        ("eval", "episodes", "good.jsonl", "--json", "."),
        2,
        "atma: json: '.' cannot be written: name a file in a folder",
    ),
    (
        ("eval", "episodes", "good.jsonl", "--keep", "."),
        2,
        "atma: keep: '.' cannot be written: name a file in a folder",
    ),
    (("eval", "episodes", "good.jsonl", "--json", "-"), 2, "atma: json: '-' is no file: name one in a folder"),
    (("eval", "episodes", "good.jsonl", "--html", "no/out.html"), 2, "atma: html: 'no/out.html' cannot be written"),
    (("eval", "episodes", "good.jsonl", "--dump", "good.jsonl"), 2, "atma: dump: 'good.jsonl' cannot be written: name"),
    (("eval", "episodes", "good.jsonl", "--misses", "-1"), 2, "atma: misses: -1 is negative: pass how many"),
    (("eval", "episodes", "good.jsonl", "--systems", ","), 2, "atma: systems: names none: name one or more"),
    (
        ("eval", "meme", "--limit", "99999999999999999999"),
        2,
        "atma: limit: is 99999999999999999999: pass a number less",
    ),
    (("eval", "meme", "--reader", "nokind"), 2, "atma: reader: 'nokind' is no installed kind of model: use one of"),
    (("eval", "meme", "--judge", "nokind"), 2, "atma: judge: 'nokind' is no installed kind of model: use one of"),
    (("eval", "meme", "--grader", "nokind"), 2, "atma: grader: 'nokind' is no installed kind of model: use one of"),
    (("eval", "meme", "--reader", "openai:m", "--base-url", "x"), 2, "atma: base-url: 'x' is no URL: write it like"),
    (("eval", "meme", "--base-url", "http://x"), 2, "atma: base-url: is of a model: name one with --reader, --judge"),
    (("eval", "meme", "--record", "answers"), 2, "atma: record: is of a model: name one with --reader, --judge or"),
    (("eval", "meme", "--replay", "answers", "--judge", "oracle"), 2, "atma: replay: is of a model: name one with"),
    (
        ("eval", "meme", "--limit", "1", "--systems", "host", "--keep", "good.jsonl"),
        2,
        "atma: keep: 'good.jsonl' holds no finished episodes: name another file, or a new one",
    ),
    (("bench", "--records", "100", "--plots", "good.jsonl"), 2, "atma: plots: 'good.jsonl' cannot be written: name"),
    (("bench", "--records", "100", "--json", "."), 2, "atma: json: '.' cannot be written: name a file"),
    (("bench", "--records", "100", "--backfill", "-1"), 2, "atma: backfill: -1 is not between 0 and 10000000: pass"),
    (("train-linker", ".", "--wordlist"), 2, "atma: out: '.' cannot be written: name a file in a folder that exists"),
    (("train-linker", "x.json", "--name", " "), 2, "atma: name: is empty: give the head a name with its version"),
    (("train-linker", "x.json", "--seed", "-1"), 2, "atma: seed: -1 is negative: pass 0 or more"),
    (("train-linker", "good.jsonl", "--pairs", "good.jsonl"), 2, "atma: out: 'good.jsonl' is read too: name another"),
    (("ingest", ""), 2, "atma: file: is empty: pass the path of one file"),
    (("import", ""), 2, "atma: file: is empty: pass the path of one file"),
    (("export", ""), 2, "atma: file: '' cannot be written: name a file in a folder that exists"),
    (("export", ".", "--force"), 2, "atma: file: '.' cannot be written: name a file in a folder that exists"),
    (("export", LEDGER, "--force"), 2, f"atma: file: '{LEDGER}' is the ledger itself, or of the host: name another"),
    (("export", f"{LEDGER}-wal"), 2, f"atma: file: '{LEDGER}-wal' "),
    (("export", "out.jsonl", "--host", "nope"), 2, "atma: host: 'nope' is not the name of an installed host"),
    (("backup", ""), 2, "atma: file: '' cannot be written: name a file in a folder that exists"),
    (("backup", "-"), 2, "atma: file: '-' is no file: name one in a folder that exists"),
    (("backup", ".", "--force"), 2, "atma: file: '.' cannot be written: name a file in a folder that exists"),
    (("backup", "copy.db", "--host", "nope"), 2, "atma: host: 'nope' is not the name of an installed host"),
    (("audit", "--html", "-"), 2, "atma: html: '-' is no file: name one in a folder that exists"),
    (("audit", "--html", LEDGER), 2, f"atma: html: '{LEDGER}' is the ledger itself, or of the host: name another"),
    (
        ("audit", "--host", "vectorstore:good.jsonl", "--html", "good.jsonl"),
        2,
        "atma: html: 'good.jsonl' is the ledger",
    ),
    (("bench", "--records", "100", "--ledger", ""), 2, "atma: ledger: is empty: leave it out for a file of the run's"),
    (
        ("bench", "--records", "100", "--ledger", f"sqlite:///{LEDGER}"),
        2,
        f"atma: ledger: '{LEDGER}' holds something already: name a new file",
    ),
    (("bench", "--records", "100", "--host", "memory@99999999999"), 2, "atma: host: 'memory@99999999999' names no"),
    (("bench", "--records", "100", "--plots", "-"), 2, "atma: plots: '-' is no folder: name one"),
    (("bench", "--records", "100", "--plots", "y" * 3000), 2, f"atma: plots: '{'y' * 80}…' cannot be written (File"),
    (("trace-demo", "--otlp", ""), 2, "atma: otlp: '' is no URL: write it like http://127.0.0.1:4318"),
    (("trace-demo", "--otlp", "http://..a"), 2, "atma: otlp: 'http://..a' is no URL: write it like"),
    (("trace-demo", "--otlp", "http://127.0.0.1:1", "--otlp-metrics", ""), 2, "atma: otlp-metrics: '' is no URL"),
    (("doctor", "--host", "nope"), 2, "atma: host: 'nope' is not the name of an installed host"),
    (("eval", "episodes", ""), 2, "atma: path: is empty: name a file of the benchmark"),
    (("eval", "meme", "--grader", ""), 2, "atma: grader: is empty: leave it out, or give it a value"),
    (("eval", "meme", "--embedder", ""), 2, "atma: embedder: is empty: leave it out, or give it a value"),
    (
        ("eval", "meme", "--prices", "1,2"),
        2,
        "atma: prices: is of a model: name one with --reader, --judge or --grader",
    ),
    (("eval", "meme", "--processes", "99999999"), 2, "atma: processes: 99999999 is not between 1 and 1000: pass how"),
    (("eval", "meme", "--concurrency", "99999999"), 2, "atma: concurrency: 99999999 is not between 1 and 1000"),
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
    shell.write("unnamed.jsonl", "{}\n")
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


@pytest.mark.parametrize(
    "variable", [f"ATMA_{name}" for name in ("LEDGER", "HOST", "TENANT", "USER", "TIMEZONE", "LEXICON", "REDACT")]
)
def test_a_variable_that_is_set_to_nothing_is_no_default(empty: Shell, variable: str) -> None:
    nothing: dict[str, Any] = {variable: ""}
    refused = empty("remember", "I live in Leeds.", **nothing)
    assert (refused.code, refused.err) == (2, f"atma: {variable}: is empty: unset it, or give it a value\n")
    assert list(empty.folder.iterdir()) == []
    given = f"--{variable.removeprefix('ATMA_').lower()}"
    assert empty("review", given, "x", **nothing).err.find(variable) == -1  # what is said counts


def test_bytes_that_are_no_text_are_refused(empty: Shell) -> None:
    result = empty("remember", "-", given=b"caf\xe9")
    assert (result.code, result.err) == (2, "atma: text: is not UTF-8 text: pass it as UTF-8\n")
    assert list(empty.folder.iterdir()) == []


APART = frozenset({"demo", "trace-demo", "audit", "mcp"})
"""They have no ledger of the caller's."""
MAKING = frozenset({"remember", "ingest", "import", "backfill"})
"""They make a ledger that is not there."""
GIVEN = {"text": "x", "query": "x", "what": "x", "record": "x", "transition": "x", "records": "x", "file": "good.jsonl"}
NEEDED = {
    "prune": ("--older-than", "3"),
    "erase": ("--record", "x"),
    "detach": ("--yes",),
}
"""What a command wants besides its arguments, so that nothing but the bad value is wrong."""


def parsers() -> dict[str, Any]:
    return dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]  # a group's


def arguments_of(name: str) -> tuple[str, ...]:
    named = [p.name for p in parsers()[name].params if p.param_type_name == "argument"]
    return (*(GIVEN[argument] for argument in named if argument in GIVEN), *NEEDED.get(name, ()))


def hints(command: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(inspect.unwrap(command))


def numeric() -> list[tuple[str, str]]:
    return [
        (name, next(o for o in parameter.opts if o.startswith("--")))
        for name, parser in parsers().items()
        for parameter in parser.params
        if parameter.param_type_name == "option" and "int" in str(hints(parser.callback).get(parameter.name))
    ]


def told_in_one_line(result: Result, code: int) -> bool:
    return (result.code, result.out, result.err.count("\n")) == (code, "", 1) and result.err.startswith("atma: ")


@pytest.mark.parametrize("name", sorted(parsers()))
def test_what_a_command_does_not_know_is_told_with_where_to_look(empty: Shell, name: str) -> None:
    result = empty(name, "--nosuch")
    assert told_in_one_line(result, 2)
    assert re.match("atma: No such option:? '?--nosuch", result.err)
    assert f"See `atma {name} --help`." in result.err
    assert list(empty.folder.iterdir()) == []


@pytest.mark.parametrize(("name", "option"), numeric())
def test_a_number_that_is_none_is_refused_by_its_option(empty: Shell, name: str, option: str) -> None:
    for wrong in ("many", "1.5", ""):
        result = empty(name, option, wrong)
        assert told_in_one_line(result, 2)
        assert f"'{option}'" in result.err
    assert list(empty.folder.iterdir()) == []


@pytest.mark.parametrize(("name", "option"), [(n, o) for n, o in numeric() if n in COMMANDS])
def test_a_number_that_cannot_be_is_refused_by_its_option_with_the_remedy(shell: Shell, name: str, option: str) -> None:
    before = shell.dump()
    for wrong in ("-1", "9" * 26):
        result = shell(name, *arguments_of(name), option, wrong)
        if (option, wrong) == ("--max-tokens", "9" * 26):
            continue  # more than there is
        assert told_in_one_line(result, 2), result
        assert result.err.startswith(f"atma: {option.removeprefix('--')}: ")
        assert ": pass " in result.err or ": leave " in result.err
    assert shell.dump() == before


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - APART - {"backup", "doctor", "import", "rejudge", "vacuum"}))
def test_a_ledger_that_is_none_is_refused_by_every_command(shell: Shell, name: str) -> None:
    shell.write("good.jsonl", episode("a", "I live in Hull."))
    file = ("out.jsonl",) if name == "export" else arguments_of(name)
    result = shell(name, *file, "--ledger", "none://x")
    assert told_in_one_line(result, 2)
    assert result.err.startswith("atma: ledger: 'none' is no known kind: pass ")


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - APART - MAKING - {"rejudge"}))
def test_an_empty_file_is_no_ledger_and_stays_empty(shell: Shell, name: str) -> None:
    path = shell.write("none.db", "")
    file = ("out.jsonl",) if name in ("export", "backup") else arguments_of(name)
    result = shell(name, *file, "--ledger", "sqlite:///none.db")
    assert told_in_one_line(result, 2)
    assert result.err.startswith("atma: ledger: the file 'none.db' is empty: remember something first")
    assert path.read_bytes() == b""


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - APART - {"rejudge"}))
def test_another_programs_database_is_bad_input_and_stays_as_it_was(shell: Shell, name: str) -> None:
    pytest.importorskip("qdrant_client")
    shell.write("good.jsonl", episode("a", "I live in Hull."))
    shell("export", "kept.jsonl")
    with closing(sqlite3.connect(shell.folder / "other.db")) as other, other:
        other.execute("CREATE TABLE bookmarks (address TEXT)")
    before = snapshot(shell.folder)
    file = {"export": ("out.jsonl",), "backup": ("out.db",), "import": ("kept.jsonl",)}.get(name, arguments_of(name))
    host = () if name == "reconcile" else ("--host", "qdrant:other.db.qdrant")
    result = shell(name, *file, "--ledger", "sqlite:///other.db", *host)
    assert told_in_one_line(result, 2)
    assert result.err == "atma: ledger: the file is another program's database: name another file\n"
    assert snapshot(shell.folder) == before


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - APART - {"rejudge"}))
@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("sqlite:///sub", "'sub' is a folder: name a file in it"),
        ("sqlite:///none/x.db", "there is no f"),  # file, where it is to be read; folder, where it is to be made
    ],
)
def test_a_folder_or_a_file_in_none_is_no_ledger(shell: Shell, name: str, url: str, complaint: str) -> None:
    shell.write("good.jsonl", episode("a", "I live in Hull."))
    shell("export", "kept.jsonl")
    (shell.folder / "sub").mkdir()
    before = snapshot(shell.folder)
    file = {"export": ("out.jsonl",), "backup": ("out.db",), "import": ("kept.jsonl",)}.get(name, arguments_of(name))
    result = shell(name, *file, "--ledger", url)
    assert told_in_one_line(result, 2)
    assert result.err.startswith(f"atma: ledger: {complaint}")
    assert snapshot(shell.folder) == before


def snapshot(folder: Path) -> dict[str, bytes]:
    """The files of a folder; the log beside the tests' own ledger comes and goes with its connections."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(LEDGER))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_long_argument_is_quoted_in_part(shell: Shell) -> None:
    result = shell("recall", "x", "--view", "y" * 3000)
    assert told_in_one_line(result, 2)
    assert result.err.endswith("y…' is none of current, historical, change, neutral: use one of these\n")
    assert len(result.err) < 200


def test_lines_that_do_not_fit_together_are_refused_before_a_ledger_is_made_for_them(shell: Shell) -> None:
    shell("export", "whole.jsonl")
    counted = (shell.folder / "whole.jsonl").read_text().splitlines(keepends=True)
    # Of a version that counted no lines.
    lines = [counted[0].replace(f'"format": {FORMAT}', '"format": 1'), *counted[1:-1]]
    observations = [line for line in lines if '"record": "observation"' in line]
    shell.write("twice.jsonl", "".join([*lines, *observations]))
    shell.write("less.jsonl", "".join(line for line in lines if line not in observations))
    for file in ("twice.jsonl", "less.jsonl"):
        before = snapshot(shell.folder)
        result = shell("import", file, "--ledger", "sqlite:///new.db")
        assert told_in_one_line(result, 2)
        assert result.err.startswith(f"atma: {file}: does not fit together, lines of it are missing or twice: pass ")
        assert snapshot(shell.folder) == before
    assert shell("import", "whole.jsonl", "--ledger", "sqlite:///new.db").code == 0


def test_a_file_that_is_no_regular_one_is_not_replaced(shell: Shell) -> None:
    os.mkfifo(shell.folder / "pipe")
    for command in ("export", "backup"):
        result = shell(command, "pipe", "--force")
        assert told_in_one_line(result, 2)
        assert result.err.startswith("atma: file: 'pipe' is no regular file: name another one")
        assert (shell.folder / "pipe").is_fifo()


def test_what_a_folder_is_that_may_not_be_written_is_told_by_the_option(shell: Shell) -> None:
    (shell.folder / "closed").mkdir(mode=0o500)
    if os.access(shell.folder / "closed", os.W_OK):
        pytest.skip("this account may write everywhere")
    for command in ("export", "backup"):
        result = shell(command, "closed/out")
        assert told_in_one_line(result, 2)
        assert result.err.startswith("atma: file: 'closed/out' cannot be written: name a file")


@pytest.mark.parametrize(
    ("module", "spec"),
    [
        ("qdrant_client", "qdrant:none"),
        ("mem0", "mem0:none"),
        ("kuzu", "graphiti:none"),
        ("llama_index", "llamaindex:none"),
    ],
)
def test_a_doctor_makes_no_host(shell: Shell, module: str, spec: str) -> None:
    pytest.importorskip(module)
    before = snapshot(shell.folder)
    result = shell("doctor", "--host", spec, "--json")
    assert result.code == 1
    checks = {check["name"]: check for check in json.loads(result.out)["checks"]}
    assert "'none'" in checks["host"]["detail"]
    assert not (shell.folder / "none").exists()
    assert snapshot(shell.folder) == before


def test_forget_says_what_it_did_and_how_to_take_it_back(shell: Shell) -> None:
    done = shell("forget", "York")
    assert "retracted: York" in done.out
    way_back = next(line for line in done.out.splitlines() if "takes it back" in line)
    assert way_back.startswith("1 record used no more, kept as history; `atma undo tr_")
    undo = way_back.partition("`atma ")[2].partition("`")[0].split()
    assert shell(*undo).code == 0
    assert [row["value"] for row in shell("recall", "Where do I live?", "--json").json()["rows"]] == ["York"]


def test_forget_names_the_way_back_of_each_record(shell: Shell) -> None:
    shell("remember", "I moved to Rome.")
    ways = [line for line in shell("forget", "where I live").out.splitlines() if "takes back" in line]
    assert sorted(line.rpartition("takes back ")[2] for line in ways) == ["Leeds", "Rome"]
    rome = next(line for line in ways if line.endswith("Rome"))
    assert shell(*rome.partition("`atma ")[2].partition("`")[0].split()).code == 0
    rows = shell("recall", "Where do I live?", "--json").json()["rows"]
    assert [row["value"] for row in rows if row["label"] == "current"] == ["Rome"]


def test_forget_says_that_there_was_nothing_left_to_do(shell: Shell) -> None:
    shell("forget", "York")
    assert shell("forget", "York").out == "no change: what it means was used no more already\n"


def test_erase_counts_what_the_host_held_and_no_more(shell: Shell) -> None:
    done = shell("erase", "--everything", "--yes")
    assert done.out.startswith("erased: 2 observations, 2 records, 0 host memories\n")
    assert "2 of 2 memories were not found in this scope: nothing was erased under them" in done.out
