"""The command that says what is wrong with a memory."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import re2
import typer

from atma_overlay.cli.opening import host_of, ledger_path, on_a_server, require_ledger
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, styled, write_json
from atma_overlay.errors import AtmaError, LedgerCorruptError, LedgerError

if TYPE_CHECKING:
    from atma_overlay.scope import Scope

_PARTS = ("atma-overlay", "pydantic", "SQLAlchemy", "alembic", "opentelemetry-api", "psycopg", "qdrant-client")
_STUCK = 100
_COMPLAINTS = 100_000


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str


def doctor(place: Place) -> None:
    """Check the ledger, the outbox and the host.

    What each table of the ledger holds is counted, for all users together; the outbox is that of the named user. The
    versions of all parts are listed. The exit code is 1 when something is wrong.
    """
    scope = place.scope
    require_ledger(place.ledger)
    looks: dict[str, Callable[[], str]] = {
        "ledger": lambda: _integrity(place.ledger),
        "schema": lambda: _schema(place.ledger),
        "rows": lambda: _rows(place.ledger),
        "outbox": lambda: _outbox(place.ledger, scope),
        "host": lambda: _host(place, scope),
    }
    if on_a_server(place.ledger):
        looks["planner"] = lambda: _planning(place.ledger)
    checks = list(_checked(looks))
    healthy = all(check.ok for check in checks)
    if place.json:
        found = {"healthy": healthy, "checks": [asdict(check) for check in checks], "versions": _versions()}
        write_json(found)
    else:
        _print(checks)
    if not healthy:
        raise typer.Exit(1)


def _checked(looks: dict[str, Callable[[], str]]) -> Iterator[Check]:
    for name, look in looks.items():
        try:
            yield Check(name, ok=True, detail=look())
        except AtmaError as error:
            yield Check(name, ok=False, detail=str(error))


def _integrity(url: str) -> str:
    """The database's own check, without changing it."""
    if on_a_server(url):
        from atma_overlay.ledger.postgres_health import soundness

        return soundness(url)
    path = ledger_path(url)
    if path is None:
        return "has no file here"
    with _readable(url) as connection:
        rows = connection.execute(f"PRAGMA quick_check({_COMPLAINTS})")
        found = list(islice((row[0] for row in rows if row[0] != "ok" and _founded(connection, row[0])), 5))
    if found:
        raise LedgerCorruptError(f"the file is damaged ({'; '.join(found)}): restore a backup or an export")
    return f"{path}, {path.stat().st_size:,} bytes, sound"


def _founded(connection: sqlite3.Connection, complaint: str) -> bool:
    """Whether a complaint is true: SQLite 3.40 sees NULLs that are none where a key's columns do not come first."""
    named = re2.fullmatch(r"NULL value in (\w+)\.(\w+)", complaint)
    if named is None:
        return True
    table, column = named.groups()
    query = f'SELECT EXISTS (SELECT 1 FROM "{table}" WHERE typeof("{column}") = \'null\')'
    return bool(connection.execute(query).fetchone()[0])


def _schema(url: str) -> str:
    from atma_overlay.ledger.migrations import HEAD

    if on_a_server(url):
        from atma_overlay.ledger.postgres_health import revision

        return revision(url)
    path = ledger_path(url)
    if path is None:
        return "has none"
    with _readable(url) as connection:
        found = [str(row[0]) for row in connection.execute("SELECT version_num FROM alembic_version")]
    if found != [HEAD]:
        schema = ", ".join(found) or "unknown"
        raise LedgerError(f"is {schema} where this version knows {HEAD}: upgrade atma-overlay")
    return f"version {HEAD}"


def _rows(url: str) -> str:
    """How many rows there are, of the tables that hold any, and what of the size is of no use."""
    from atma_overlay.ledger.tables import metadata

    if on_a_server(url):
        from atma_overlay.ledger.postgres_health import rows

        return rows(url)
    path = ledger_path(url)
    if path is None:
        return "has none"
    with _readable(url) as connection:
        found = {name: int(_one(connection, f'SELECT count(*) FROM "{name}"')) for name in metadata.tables}
        free = int(_one(connection, "PRAGMA freelist_count")) * int(_one(connection, "PRAGMA page_size"))
    log = path.with_name(f"{path.name}-wal")
    logged = log.stat().st_size if log.exists() else 0
    return f"{_counted(found)}; {free:,} bytes free for new rows, {logged:,} in the log"


def _one(connection: sqlite3.Connection, query: str) -> str:
    return str(connection.execute(query).fetchone()[0])


def _counted(found: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(found.items()) if count) or "none yet"


def _planning(url: str) -> str:
    from atma_overlay.ledger.postgres_health import planning

    return planning(url)


@contextmanager
def _readable(url: str) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write."""
    from atma_overlay.ledger.faults import translated
    from atma_overlay.ledger.sqlite_file import file_of

    file = file_of(url)
    if file.key is not None:  # what is wrong may be the key, and not the file
        with translated(), closing(file.connect(read_only=True)) as connection:
            yield connection
        return
    try:
        with closing(file.connect(read_only=True)) as connection:
            yield connection
    except sqlite3.Error as error:
        problem = f"the file cannot be read ({error}): restore a backup or an export"
        raise LedgerCorruptError(problem) from error


def _outbox(url: str, scope: Scope) -> str:
    from atma_overlay.ledger import open_ledger

    ledger = open_ledger(url)
    try:
        waiting = ledger.read(scope, lambda reader: reader.outbox(limit=_STUCK))
    finally:
        ledger.close()
    tried = sum(item.attempts > 0 for item in waiting)
    if tried:
        problem = f"{tried} of {len(waiting)} host writes failed before: see that the host runs, then write again"
        raise LedgerError(problem)
    return f"{len(waiting)} host writes wait" if waiting else "empty"


def _host(place: Place, scope: Scope) -> str:
    from atma_overlay.hosts.registry import open_host

    spec = host_of(place)
    if place.host is None and spec != "memory" and not Path(spec.partition(":")[2]).exists():
        return "the host beside the ledger is not made yet"
    host = open_host(spec)
    try:
        found = len(host.page(scope=scope, limit=1).memories)
        return f"{host.name} answers, {'holds' if found else 'holds no'} memories of this scope"
    finally:
        host.close()


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
    for part in _PARTS:
        try:
            found[part] = version(part)
        except PackageNotFoundError:
            found[part] = "not installed"
    return found


def _print(checks: list[Check]) -> None:
    from atma_overlay.cli.tables import table

    rows = table("check", "", "detail")
    for check in checks:
        mark = ("✓", "green") if check.ok else ("✗", "red")
        rows.add_row(check.name, styled(*mark), styled(check.detail))
    out = console()
    out.print(rows)
    out.print(styled(", ".join(f"{part} {number}" for part, number in _versions().items()), "dim"))
