"""The application: its commands, and how failures end it."""

from __future__ import annotations

import atexit
import gc
import logging
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import typer

from atma_overlay.cli import (
    adopting,
    auditing,
    benching,
    deciding,
    demo,
    doctor,
    evaluating,
    files,
    ingesting,
    judging,
    linking,
    reading,
    retaining,
    serving,
    trace_demo,
    writing,
)
from atma_overlay.cli.place import placed, rooted
from atma_overlay.cli.terminal import complain
from atma_overlay.errors import AtmaError, InvalidInputError

INTERRUPTED = 130
_SILENT = logging.NullHandler()
"""In place of the warnings that a program gets: a command says itself what failed."""
_LEAST_HELP, _MARGIN = 50, 2
SHOWN = 80
"""Characters of an argument that a complaint quotes."""

COMMANDS: dict[str, Callable[..., None]] = {
    "demo": demo.demo,
    "remember": writing.remember,
    "recall": reading.recall,
    "timeline": reading.timeline,
    "why": reading.why,
    "undo": deciding.undo,
    "review": deciding.review,
    "forget": writing.forget,
    "erase": writing.erase,
    "ingest": ingesting.ingest,
    "audit": auditing.audit,
    "backfill": adopting.backfill,
    "reconcile": adopting.reconcile,
    "rejudge": judging.rejudge,
    "detach": adopting.detach,
    "prune": retaining.prune,
    "restore": retaining.restore,
    "export": files.export,
    "import": files.restore,
    "backup": files.backup,
    "vacuum": files.vacuum,
    "promote": deciding.promote,
    "doctor": doctor.doctor,
    "mcp": serving.mcp,
    "trace-demo": trace_demo.trace_demo,
}

UNTRACED = frozenset({"backup", "doctor", "export", "import", "vacuum"})
"""Commands that read or write a ledger and make no call of an overlay."""

app = typer.Typer(
    name="atma",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.callback()(rooted())
for _name, _command in COMMANDS.items():
    app.command(_name)(placed(_command, traced=_name not in UNTRACED))
app.command("train-linker")(linking.train_linker)
app.command("eval")(evaluating.evaluate)  # it has no place: every episode gets a memory of its own
app.command("bench")(benching.bench)  # nor has this: it makes a memory to measure


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code: 0, 1 for a failure, 2 for bad input."""
    atexit.register(gc.freeze)  # what ends with the process is not looked through first
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    given = sys.argv[1:] if arguments is None else list(arguments)
    sys.exit(_run(given or ["--help"]))


def _open_what_is_closed() -> None:
    """Give nobody's stream a place: a command that was started with one closed does its work all the same.

    A ledger that is opened later then gets no descriptor that somebody takes for standard output.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - for the life of the process


def _run(arguments: Sequence[str]) -> int:
    logging.getLogger("atma_overlay").addHandler(_SILENT)
    try:
        code = app(args=arguments, prog_name="atma", standalone_mode=False, terminal_width=_narrow())
        sys.stdout.flush()
    except InvalidInputError as error:
        return complain(_bounded(str(error), arguments), code=2)
    except AtmaError as error:
        return complain(_bounded(str(error), arguments), code=1)
    except BrokenPipeError:
        sys.stdout = None  # nobody reads it: closing it would fail again
        return 1
    except OSError as error:
        return complain(_bounded(f"{error.filename or 'system'}: {error.strerror or error}", arguments), code=1)
    except UnicodeDecodeError:
        return complain("a file that was named is not UTF-8 text: pass it as UTF-8", code=2)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if (message := getattr(error, "format_message", None)) is None:
            raise
        return complain(f"{_bounded(message(), arguments).rstrip('.')}. {_help(error)}", code=2)
    return code if isinstance(code, int) else 0


def _narrow() -> int | None:
    """The columns of a help text on a terminal that is narrower than what the parser's own has at least."""
    columns = shutil.get_terminal_size().columns
    return max(columns - _MARGIN, 1) if columns < _LEAST_HELP + _MARGIN else None


def _bounded(message: str, arguments: Sequence[str]) -> str:
    """The message, with no more of a long argument than one needs to know it again."""
    for argument in sorted(arguments, key=len, reverse=True):
        if len(argument) > SHOWN:
            message = message.replace(argument, f"{argument[:SHOWN]}…")
    return message


def _help(error: Exception) -> str:
    """Where the one who typed what the parser does not know can look it up."""
    command = getattr(getattr(error, "ctx", None), "command_path", "atma")
    return f"See `{command} --help`."
