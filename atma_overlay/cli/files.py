"""Commands on the files of a ledger: export, import, backup, and its own file written anew."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.opening import check_host, ledger_path, on_a_server, require_ledger, require_user
from atma_overlay.cli.place import Place
from atma_overlay.cli.targets import file_to_write, keep_memory
from atma_overlay.cli.terminal import counted, note, write_json
from atma_overlay.cli.tidying import tidying
from atma_overlay.errors import ConflictError, InvalidInputError, LedgerCorruptError, LedgerError

if TYPE_CHECKING:
    from atma_overlay.changes import Changeset
    from atma_overlay.ports.ledger import LedgerReader
    from atma_overlay.scope import Scope


def export(
    place: Place,
    file: Annotated[str, typer.Argument(help="Where to write JSON Lines; - is standard output.")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Write a memory to JSON Lines.

    All of the user's memory is written, whatever the agent and the session: its history and its reasons too.
    """
    from atma_overlay.ledger import open_ledger
    from atma_overlay.ledger.transfer import export_jsonl

    scope = place.scope
    if file == "-" and place.json:
        raise InvalidInputError("json", "goes with a file: with - the lines are the answer, so leave one of the two")
    check_host(place)
    require_ledger(place.ledger)
    if file != "-":
        keep_memory(place, written={"file": _free(file, force=force)})
    require_user(place)

    def lines(reader: LedgerReader) -> int:
        with _target(file, force=force) as target:
            return sum(1 for line in export_jsonl(reader) if target.write(json.dumps(line) + "\n"))

    with closing(open_ledger(place.ledger)) as ledger:
        written = ledger.read(scope, lines)
        waiting = ledger.plane("shadow").read(scope, _said) - ledger.read(scope, _said)
    if place.agent is not None or place.session is not None:
        note("all of the user's memory, whatever the agent and the session")
    if waiting:
        texts = counted(len(waiting), "text")
        note(f"{texts} of shadow mode not in it: `atma promote` makes its decisions real, `atma backup` copies both")
    if file != "-":
        _report(
            place, {"file": file, "user": scope.user, "lines": written}, f"{counted(written, 'line')} written to {file}"
        )


def _said(reader: LedgerReader) -> frozenset[str]:
    return frozenset(observation.id for observation in reader.observed_after(None))


def restore(place: Place, file: Annotated[str, typer.Argument(help="A file that export wrote, on disk.")]) -> None:
    """Read what export wrote into a ledger.

    It becomes the memory of the named tenant and user, who must have none yet: two histories are never mixed.
    """
    from atma_overlay.ledger import open_ledger
    from atma_overlay.ports.ledger import Settling

    scope = place.scope
    check_host(place)
    if place.redact is not None:
        note("what the file holds is stored as it is: --redact is for what is said and asked")
    changes, lines = _read(file)
    _fits_together(changes, scope, file=file)
    with closing(open_ledger(place.ledger)) as ledger:
        if ledger.plane("shadow").read(scope, lambda reader: reader.revision()):
            raise _is_there(scope, "in shadow mode: promote or erase it, or ")
        ledger.write(scope, lambda reader: (_into_an_empty(reader, changes, scope), None))
        if isinstance(ledger, Settling):
            ledger.settle(records=lines)
    read = f"{counted(lines, 'line')} read from {file}"
    told = f"{read}, which holds nothing of anybody: {scope.user!r} has no memory by it" if changes.empty else read
    _report(place, {"file": file, "user": scope.user, "lines": lines}, told)


def backup(
    place: Place,
    file: Annotated[str, typer.Argument(help="Where to write the copy.")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Copy the whole ledger while it is in use.

    Every user's memory is in it. The copy is a ledger like any other: name it with --ledger. To put it in the place of
    a lost one stop every process on that, and copy it back by this command (--ledger the copy, FILE the lost one,
    --force), or remove that one's -wal and -shm first: a log that a crash has left damages what takes the file's place.
    """
    from atma_overlay.ledger.backup import back_up
    from atma_overlay.ledger.sqlite_file import file_of

    check_host(place)
    if on_a_server(place.ledger):
        problem = "is on a server: use `pg_dump --format=custom --schema=atma` and `pg_restore`, which run beside it"
        raise InvalidInputError("ledger", problem)
    require_ledger(place.ledger)
    source, target = ledger_path(place.ledger), _free(file, force=force)
    if source is None:
        raise InvalidInputError("ledger", f"{place.ledger!r} has no file: there is nothing to copy")
    keep_memory(place, written={"file": target})
    with tidying():
        size = back_up(file_of(place.ledger), target)
    _report(place, {"file": file, "bytes": size}, f"{size:,} bytes written to {file}, with all users of the ledger")


def vacuum(place: Place) -> None:
    """Write the file anew, without what was erased.

    Unused parts of a SQLite file, and its log, may hold erased text until then; what is in use does not.
    `atma erase` does so itself where the file is small, and says so where it is not. Nobody can write meanwhile, a
    second every 100 MB or so, and other processes' writes fail after ten: choose a quiet hour. The disk needs room for
    the file twice more: for its log, and for a temporary copy.
    """
    from atma_overlay.ledger.sql import SqlLedger

    check_host(place)
    if on_a_server(place.ledger):
        problem = (
            "is on a server, which clears its own: what to run there after an erasure is in the receipt of `erase`"
        )
        raise InvalidInputError("ledger", problem)
    require_ledger(place.ledger)
    path = ledger_path(place.ledger)
    if path is None:
        raise InvalidInputError("ledger", f"{place.ledger!r} has no file: there is nothing to write anew")
    before = path.stat().st_size
    with closing(SqlLedger(place.ledger)) as ledger:
        left = ledger.vacuum()
    if left:
        raise LedgerError("; ".join(left))
    after = path.stat().st_size
    _report(place, {"file": str(path), "bytes": after}, f"{path} written anew: {before:,} bytes before, {after:,} now")


def _read(file: str) -> tuple[Changeset, int]:
    """The file, checked whole."""
    from atma_overlay.judge.outcome import split
    from atma_overlay.ledger.transfer import import_jsonl
    from atma_overlay.loaders.source import checked_path, json_values

    records = list(json_values(checked_path(file)))
    if not records:
        raise InvalidInputError(Path(file).name, "holds no record: pass a file that export wrote")
    lines = [record.value for record in records if isinstance(record.value, dict)]
    if len(lines) < len(records):
        odd = next(record for record in records if not isinstance(record.value, dict))
        raise odd.broken("must be an object: pass a file that export wrote")
    try:
        changes = import_jsonl(lines)
    except InvalidInputError as error:
        number = error.field.removeprefix("line ")
        place = records[int(number) - 1].place if number.isdigit() else Path(file).name
        raise InvalidInputError(place, error.problem) from error
    read = (record for record, line in zip(records, lines, strict=True) if line.get("record") == "extraction")
    for record, extraction in zip(read, changes.extractions, strict=True):
        try:
            split([extraction])
        except LedgerCorruptError as error:
            raise record.broken("holds candidates that cannot be read: pass a file that export wrote") from error
    return changes, len(lines)


def _fits_together(changes: Changeset, scope: Scope, *, file: str) -> None:
    """Refuse lines that are there twice, or name what is not there, before a ledger is made for them."""
    from atma_overlay.ledger import open_ledger

    with closing(open_ledger("memory://")) as trial:
        try:
            trial.write(scope, lambda reader: (changes, None))
        except ConflictError as error:
            raise InvalidInputError(
                Path(file).name, "does not fit together, lines of it are missing or twice: pass what export wrote whole"
            ) from error


def _into_an_empty(reader: LedgerReader, changes: Changeset, scope: Scope) -> Changeset:
    if reader.revision():
        raise _is_there(scope, "already: ")
    return changes


def _is_there(scope: Scope, how: str) -> ConflictError:
    return ConflictError(f"{scope.user!r} of tenant {scope.tenant!r} has a memory {how}import for a user without one")


@contextmanager
def _target(file: str, *, force: bool) -> Iterator[IO[str]]:
    """Standard output, or a file that appears whole or not at all."""
    if file == "-":
        yield sys.stdout
        return
    path = _free(file, force=force)
    with (
        tidying(),
        NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.", encoding="ascii", delete=False) as made,
    ):
        try:
            yield made.file
            made.flush()
            os.fsync(made.fileno())
            Path(made.name).replace(path)
        except BaseException:
            Path(made.name).unlink(missing_ok=True)
            raise


def _free(file: str, *, force: bool) -> Path:
    """A path that may be written."""
    path = Path(file)
    if not path.parent.is_dir():
        raise InvalidInputError("file", f"there is no folder {str(path.parent)!r}: make it first")
    file_to_write("file", file)
    if path.exists() and not path.is_file():  # a device would be gone, and a file in its place
        raise InvalidInputError("file", f"{file!r} is no regular file: name another one")
    if path.exists() and not force:
        raise InvalidInputError("file", f"{file!r} exists: pass --force to replace it")
    if not os.access(path.parent, os.W_OK):  # it is made beside, and then takes its place
        raise InvalidInputError("file", f"the folder of {file!r} cannot be written: name a file in another")
    return path


def _report(place: Place, found: dict[str, object], sentence: str) -> None:
    if place.json:
        write_json(found)
    else:
        note(sentence)
