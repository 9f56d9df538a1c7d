"""The command that says what is wrong with a memory."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from atma_overlay.cli.opening import (
    check_host,
    host_of,
    is_known,
    ledger_path,
    look_at_ledger,
    on_a_server,
    require_ledger,
    told_unknown,
)
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, counted, styled, write_json
from atma_overlay.errors import AtmaError, LedgerError

if TYPE_CHECKING:
    from atma_overlay.ports.ledger import LedgerReader
    from atma_overlay.scope import Scope

T = TypeVar("T")
_PARTS = ("atma-overlay", "pydantic", "SQLAlchemy", "alembic", "opentelemetry-api", "psycopg", "qdrant-client")
_STUCK = 100


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; a remark says what to do about what is no fault."""

    name: str
    ok: bool
    detail: str
    remark: bool = False


@dataclass(frozen=True, slots=True)
class _Remark:
    """What somebody should do about what is in order."""

    detail: str


_Look = Callable[[], str | _Remark]


def doctor(place: Place) -> None:
    """Check the ledger, the outbox and the host.

    What each table of the ledger holds is counted, for all users together; the outbox, and what waits for a judge, is
    that of the named user. The versions of all parts are listed. The exit code is 1 when something is wrong; a remark,
    marked `!`, is nothing wrong.
    """
    scope = place.scope
    check_host(place)
    require_ledger(place.ledger)
    with suppress(LedgerError):  # what is damaged is told below
        look_at_ledger(place.ledger)
    looks: dict[str, _Look] = {
        "ledger": lambda: _of_ledger(place.ledger, "soundness"),
        "schema": lambda: _of_ledger(place.ledger, "revision"),
        "rows": lambda: _of_ledger(place.ledger, "rows"),
        "records": lambda: _of_ledger(place.ledger, "reading"),
        "erased": lambda: _erased(place.ledger),
        "user": lambda: _user(place),
        "outbox": lambda: _outbox(place.ledger, scope),
        "judge": lambda: _judge(place.ledger, scope),
        "host": lambda: _host(place, scope),
    }
    if on_a_server(place.ledger):
        looks["planner"] = lambda: _of_ledger(place.ledger, "planning")
    checks = list(_checked(looks))
    healthy = all(check.ok for check in checks)
    if place.json:
        found = {"healthy": healthy, "checks": [asdict(check) for check in checks], "versions": _versions()}
        write_json(found)
    else:
        _print(checks)
    if not healthy:
        raise typer.Exit(1)


def _checked(looks: dict[str, _Look]) -> Iterator[Check]:
    remedy = "restore a backup or an export"
    for name, look in looks.items():
        try:
            found = look()
        except AtmaError as error:
            yield Check(name, ok=False, detail=str(error).replace("run `atma doctor`", remedy))
            remedy = "see the rows above"
        else:
            detail = found.detail if isinstance(found, _Remark) else found
            yield Check(name, ok=True, detail=detail, remark=isinstance(found, _Remark))


def _of_ledger(url: str, look: str) -> str:
    """What the health module of the ledger's database tells of it."""
    if on_a_server(url):
        from atma_overlay.ledger import postgres_health as health
    elif ledger_path(url) is None:
        return "has no file here"
    else:
        from atma_overlay.ledger import sqlite_health as health  # type: ignore[no-redef]
    told: str = getattr(health, look)(url)
    return told


def _read(url: str, scope: Scope, work: Callable[[LedgerReader], T]) -> T:
    from atma_overlay.ledger import open_ledger

    ledger = open_ledger(url)
    try:
        return ledger.read(scope, work)
    finally:
        ledger.close()


def _judge(url: str, scope: Scope) -> str | _Remark:
    from atma_overlay.writing.rejudging import owed_in

    count = len(_read(url, scope, lambda reader: owed_in(reader, scope)[0]))
    if not count:
        return "nothing waits to be judged"
    return _Remark(f"{counted(count, 'text')} {'waits' if count == 1 else 'wait'} to be judged: run `atma rejudge`")


def _erased(url: str) -> str | _Remark:
    """Whether a file is still to be rewritten for an erasure."""
    from atma_overlay.ledger import open_ledger
    from atma_overlay.ledger.sql import SqlLedger

    with closing(open_ledger(url)) as ledger:
        pending = isinstance(ledger, SqlLedger) and ledger.rewrite_pending
        return _Remark("; ".join(ledger.residue())) if isinstance(ledger, SqlLedger) and pending else "nothing is left"


def _user(place: Place) -> str | _Remark:
    """Whether the rows below it are about anybody: the users are not listed, who they are is the application's."""
    if is_known(place):
        return f"{place.user!r} of tenant {place.tenant!r}"
    return _Remark(told_unknown(place))


def _outbox(url: str, scope: Scope) -> str:
    waiting = _read(url, scope, lambda reader: reader.outbox(limit=_STUCK))
    tried = sum(item.attempts > 0 for item in waiting)
    if tried:
        problem = f"{tried} of {len(waiting)} host writes failed before: see that the host runs, then write again"
        raise LedgerError(problem)
    if not waiting:
        return "empty"
    told = f"{counted(len(waiting), 'host write')} {'waits' if len(waiting) == 1 else 'wait'}"
    return f"{told}: handed over with the user's next write, or by `atma reconcile --apply`"


def _host(place: Place, scope: Scope) -> str | _Remark:
    from atma_overlay.hosts.registry import open_host

    spec = host_of(place)
    if place.host is None and spec != "memory" and not Path(spec.partition(":")[2]).exists():
        told = "the host beside the ledger is not made yet"
        return _without(place.ledger, scope, host=spec.partition(":")[0], told=told, passing=False) or told
    host = open_host(spec, existing=True)
    try:
        if host.page(scope=scope, limit=1).memories:
            return f"{host.name} answers, holds memories of this scope"
        name, passing = host.name, not host.capabilities.persists
    finally:
        host.close()
    told = f"{name} answers"
    found = _without(place.ledger, scope, host=name, told=told, passing=passing)
    return found or f"{told}, holds no memories of this scope"


def _without(url: str, scope: Scope, *, host: str, told: str, passing: bool) -> _Remark | None:
    """What to do about an empty host, where the ledger has texts for it that it was not just promised."""
    from atma_overlay.adoption.drift import Comparison

    compared = Comparison(host, rewrites=False)
    lost = len(_read(url, scope, lambda reader: compared.lost(reader, scope)))
    if not lost:
        return None
    if passing:
        remedy = "it ends with each command: name one that lasts with --host, and hand them over"
    else:
        remedy = "name the one that does with --host, or hand them over"
    return _Remark(
        f"{told}, and holds none of {counted(lost, 'stored text')}: {remedy}: `atma reconcile --refill --apply`"
    )


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
        mark = ("✗", "red") if not check.ok else ("!", "yellow") if check.remark else ("✓", "green")
        rows.add_row(check.name, styled(*mark), styled(check.detail))
    out = console()
    out.print(rows)
    out.print(styled(", ".join(f"{part} {number}" for part, number in _versions().items()), "dim"))
