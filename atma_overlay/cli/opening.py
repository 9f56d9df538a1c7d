"""Opening the overlay that a command works on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import note
from atma_overlay.errors import AtmaError, InvalidInputError

if TYPE_CHECKING:
    from atma_overlay import Overlay
    from atma_overlay.assembly import OnError
    from atma_overlay.judge import Judge

_FILES = ("sqlite:///", "sqlcipher:///")


@contextmanager
def opened(
    place: Place, *, host: bool = True, new: bool = False, existing: bool = False, known: bool = False,
    judge: Judge | None = None, on_error: OnError = "raise", words: bool = True,
) -> Iterator[Overlay]:  # fmt: skip
    """The overlay on the place's ledger and host, closed afterwards.

    Args:
        place: what the command was given.
        host: whether the command needs the host; one that only reads the ledger leaves it closed.
        new: whether a ledger that does not exist yet is made.
        existing: whether the host has to be there already.
        known: whether the ledger has to know the user.
        judge: reads what rules cannot; closed with the overlay.
        words: whether the command stores or asks something of which secrets may have to be taken out; one that only
            reads the ledger, erases or decides can do without the function that takes them out.
        on_error: what becomes of a recall where host or ledger fails; see `Overlay`.

    Raises:
        AtmaError: the ledger does not know the user.
        InvalidInputError: the ledger is to be read and does not exist, the host cannot be named so, or the time zone,
            the lexicon or the function that takes secrets out is none.
        MissingExtraError: a trace is wanted and the OpenTelemetry SDK is not installed.
    """
    from atma_overlay import Overlay
    from atma_overlay.cli.tracing import recording
    from atma_overlay.hosts.registry import open_host

    if not new:
        require_ledger(place.ledger)
    look_at_ledger(place.ledger)
    keeping = place.keeping() if words and host else place.reading()
    with recording(wanted=place.trace) as provider:
        if not host:
            check_host(place)
        if known:
            require_user(place)
        memory = open_host(host_of(place) if host else "memory", existing=existing)
        try:
            with Overlay(
                memory, ledger=place.ledger, on_error=on_error, judge=judge, tracer_provider=provider, **keeping
            ) as overlay:
                yield overlay
        finally:
            memory.close()
            if judge is not None:
                judge.model.close()


def require_user(place: Place) -> None:
    """Refuse a user of whom the ledger has never stored anything: a mistyped name is no empty memory.

    It is asked before a host is opened, so that none is made for it.

    Raises:
        AtmaError: the ledger does not know the user.
    """
    if not is_known(place):
        raise AtmaError(told_unknown(place))


def is_known(place: Place) -> bool:
    """Whether the ledger has ever stored anything of the user."""
    from atma_overlay.known import knows
    from atma_overlay.ledger import open_ledger

    with closing(open_ledger(place.ledger)) as ledger:
        return knows(place.scope, ledger, ledger.plane("shadow"))


def told_unknown(place: Place) -> str:
    """What to say of a user whom the ledger does not know."""
    return f"this ledger knows no user {place.user!r} of tenant {place.tenant!r}: check --user and --tenant"


def check_host(place: Place) -> None:
    """Refuse a host that there is none of where none is asked: a slip of the pen shows before the first write.

    Raises:
        InvalidInputError: no host of that name is installed.
    """
    from atma_overlay.hosts.registry import check_name

    if place.host is not None:
        check_name(place.host)


def host_of(place: Place) -> str:
    """The host that was named, or the one that lies beside the ledger."""
    if place.host is not None:
        return place.host
    path = ledger_path(place.ledger)
    if path is None or find_spec("qdrant_client") is None:
        return "memory"
    return f"qdrant:{path}.qdrant"


def tell_of_passing_host(place: Place) -> None:
    """Say on standard error that texts are kept by no host, where none was named and there is none beside the ledger.

    In JSON nothing is said: who reads that has no use for it.
    """
    if place.host is None and not place.json and host_of(place) == "memory":
        note("the host is in memory and ends with this command: name one that lasts with --host")


def ledger_path(url: str) -> Path | None:
    """The file of an SQLite ledger; None for one that has no file here."""
    prefix = next((each for each in _FILES if url.startswith(each)), None)
    name = "" if prefix is None else url.removeprefix(prefix).partition("?")[0]
    return None if name in {"", ":memory:"} else Path(name)


def on_a_server(url: str) -> bool:
    """Whether the ledger is in a PostgreSQL database."""
    return url.startswith("postgresql")


def look_at_ledger(url: str) -> None:
    """Refuse what is no ledger before anything is made for it, such as the host that lies beside it.

    Raises: as `check_ledger`.
    """
    from atma_overlay.ledger import check_ledger

    check_ledger(url)


def require_ledger(url: str) -> None:
    """Refuse to read a ledger whose file does not exist: a mistyped path is no empty memory.

    Raises:
        InvalidInputError: there is no such file, it is a folder, or nothing is in it.
    """
    path = ledger_path(url)
    if path is None:
        return
    if path.is_dir():
        raise InvalidInputError("ledger", f"{str(path)!r} is a folder: name a file in it")
    if not path.is_file():
        problem = f"there is no file {str(path)!r}: remember something first, or check --ledger"
        raise InvalidInputError("ledger", problem)
    if not path.stat().st_size:
        problem = f"the file {str(path)!r} is empty: remember something first, or check --ledger"
        raise InvalidInputError("ledger", problem)
