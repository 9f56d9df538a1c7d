"""What the command line takes out before anything is stored, and how long it waits for an answer."""

from __future__ import annotations

import inspect
import sys

import pytest

from atma_overlay.cli.hooks import redact_named
from tests.cli_shell import Shell

SAID = "I live in York, my card is 4111 1111 1111 1111."
MASK = """import re

KEPT = "[card]"


def masked(text: str) -> str:
    return re.sub(r"[0-9]{4}(?: [0-9]{4}){3}", KEPT, text)


def broken(text: str) -> str:
    raise RuntimeError(text)
"""
AWAY = "qdrant:http://127.0.0.1:1"


@pytest.fixture
def masking(empty: Shell) -> Shell:
    empty.write("no_cards.py", MASK)
    return empty


@pytest.mark.parametrize(
    ("option", "environment"),
    [(("--redact", "no_cards:masked"), {}), ((), {"ATMA_REDACT": "no_cards:masked"})],
)
def test_what_a_function_of_one_s_own_takes_out_is_in_no_row(
    masking: Shell, option: tuple[str, ...], environment: dict[str, str]
) -> None:
    assert masking("remember", SAID, *option, given=b"", **environment).code == 0
    stored = str(masking.dump())
    assert "I live in York, my card is [card]." in stored
    assert "4111" not in stored


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("no_cards", "'no_cards' names no function: name it like package.module:function"),
        ("no_cards:KEPT", "'no_cards:KEPT' is no function: name it like package.module:function"),
        ("no_cards:gone", "'no_cards:gone' cannot be imported (AttributeError: module 'no_cards' has no attribute"),
        ("none_such:masked", "'none_such:masked' cannot be imported (ModuleNotFoundError: No module named 'none_such'"),
        ("no_cards:broken", "raised RuntimeError: nothing was stored or asked"),
    ],
)
def test_what_takes_nothing_out_is_one_line_that_quotes_nothing_and_stores_nothing(
    masking: Shell, name: str, problem: str
) -> None:
    refused = masking("remember", SAID, "--redact", name)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"atma: redact: {problem}")
    assert refused.err.count("\n") == 1
    assert "4111" not in refused.err
    assert "York" not in masking("timeline").out


def test_a_function_that_is_gone_keeps_nobody_from_erasing(masking: Shell) -> None:
    assert masking("remember", SAID, "--redact", "no_cards:masked").code == 0
    gone = {"ATMA_REDACT": "none_such:masked"}
    assert "York" in masking("timeline", given=b"", **gone).out
    assert masking("erase", "--everything", "--yes", given=b"", **gone).code == 0
    assert "York" not in masking("timeline").out


@pytest.mark.parametrize("body", ["raise SystemExit(3)", "print('hello')\nraise ImportError('no')"])
def test_a_module_that_ends_the_process_or_prints_is_one_line_on_standard_error(masking: Shell, body: str) -> None:
    masking.write("ends.py", body)
    refused = masking("remember", SAID, "--redact", "ends:masked")
    assert (refused.code, refused.out) == (2, "")
    assert "atma: redact: 'ends:masked' cannot be imported (" in refused.err


def test_what_a_module_prints_is_no_part_of_an_answer(masking: Shell) -> None:
    masking.write("chatty.py", f"print('hello')\n{MASK}")
    assert masking("remember", SAID, "--redact", "chatty:masked", "--json").json()["observation_ids"]


def test_an_import_stores_a_file_as_it_is_and_says_so(masking: Shell) -> None:
    assert masking("remember", SAID).code == 0
    assert masking("export", "all.jsonl").code == 0
    told = masking("import", "all.jsonl", "--user", "new", "--redact", "no_cards:masked")
    assert told.code == 0
    assert "what the file holds is stored as it is" in told.err


@pytest.mark.parametrize("seconds", ["1e-9", "0.001"])
def test_a_recall_that_is_late_ends_as_any_other(shell: Shell, seconds: str) -> None:
    for _ in range(3):
        late = shell.cold("recall", "Where do I live?", "--deadline", seconds, "--pass-through")
        assert late.code == 0, late.err


def test_a_file_beside_the_ledger_stands_for_no_module_of_a_library(
    empty: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty.write("colorsys.py", "def rgb_to_yiq(text): return text")
    monkeypatch.chdir(empty.folder)
    before = list(sys.path)
    hook = redact_named("colorsys:rgb_to_yiq")
    assert hook is not None
    assert inspect.getfile(hook) != str(empty.folder / "colorsys.py")
    assert sys.path == before


def test_an_audit_quotes_what_the_host_holds_and_says_so(masking: Shell) -> None:
    told = masking("audit", "--redact", "no_cards:masked")
    assert "what the host holds is quoted as it is" in told.err


def test_where_the_host_is_away_the_ledger_answers_if_it_is_asked_to(shell: Shell) -> None:
    pytest.importorskip("qdrant_client")
    assert shell("remember", "I live in York.").code == 0
    refused = shell("recall", "Where do I live?", "--host", AWAY)
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("atma: host 'qdrant:")
    answered = shell("recall", "Where do I live?", "--host", AWAY, "--pass-through", "--json").json()
    assert answered["degraded"] == "HostError"
    assert answered["rows"][0]["value"] == "York"
    shown = shell("recall", "Where do I live?", "--host", AWAY, "--pass-through")
    assert "could not be checked in full, rows may be out of date: HostError" in shown.out


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e12"])
@pytest.mark.parametrize("command", [("recall", "Where do I live?"), ("mcp",)])
def test_a_deadline_is_seconds_above_zero(shell: Shell, command: tuple[str, ...], seconds: str) -> None:
    refused = shell(*command, "--deadline", seconds)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("atma: deadline: ")
    assert "is no time to wait: pass seconds above zero, a year at most" in refused.err
