"""The driver's pipeline, statement by statement: what is said is sent with the next answer that is waited for.

No more is sent ahead than a server takes that is busy with something else and reads nothing: what waits unsent on the
client's side for as long as `tcp_user_timeout` says ends the connection, however well the server is.

It works on `psycopg`'s binding of libpq: cursors cost a recall as much processor time as the server takes to answer it.
Statements are prepared by name when they are first said. A text goes in its binary form, whose length is told, so that
no byte in it can cut it short; the types of all parameters are those of the casts in the statements.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

__all__ = ["AHEAD_MAX", "PREPARED_MAX", "Asked", "Pipeline"]

AHEAD_MAX = 32 * 1024
"""Bytes that are sent ahead of answers: half of what Linux takes for a process that reads nothing of it."""
PREPARED_MAX = 400
"""Statements that a connection keeps prepared; a ledger has some eighty."""

Rows = list[tuple[Any, ...]]
_BINARY = 1
_FRAME = 128
"""Bytes around the values of a statement that is prepared, about."""


class Asked:
    """A statement that was said, and what the server answered to it; None until that is here."""

    __slots__ = ("result",)

    def __init__(self) -> None:
        self.result: Any = None


class Pipeline:
    """One connection of `psycopg` in pipeline mode, for good.

    Every method raises what the driver raises: `psycopg.Error`, and its own of a statement that fails with the answer
    that is next waited for. After one, `abandon` or `close` is what is left to do.

    Args:
        raw: the connection, in autocommit mode and in no transaction.
        prepares: whether statements are prepared by name.
        closes: whether names are let go again where there are too many; else there are no more then.
    """

    def __init__(self, raw: Any, *, prepares: bool = True, closes: bool = True) -> None:
        self._raw, self._server = raw, raw.pgconn
        self._prepares, self._closes = prepares, closes
        self._driver = _driver()
        self._loading = self._driver.transformer(raw)
        self._awaited: deque[Asked] = deque()
        self._unflushed = False
        self._ahead = 0
        self._names: dict[str, bytes] = {}
        self._new: list[tuple[str, Asked]] = []
        self._named = 0

    def say(self, text: str, bound: Sequence[Any] = ()) -> Asked:
        """Put a statement; what was said before is waited for only where too much would be sent ahead of answers."""
        if self._server.pipeline_status == 0:
            self._server.enter_pipeline_mode()
        values = [_ENCODED[type(value)](value) for value in bound]
        name = self._names.get(text)
        self._send_ahead(sum([len(value) for value in values if value], _FRAME if name else len(text)))
        if bound:
            name = name or self._prepare(text)
            formats = [_BINARY if isinstance(value, str) else 0 for value in bound]
            if name:
                self._server.send_query_prepared(name, values, formats, _BINARY)
            else:
                self._server.send_query_params(text.encode(), values, None, formats, _BINARY)
        else:
            self._server.send_query_params(text.encode(), None, result_format=_BINARY)
        return self._await()

    def rows(self, asked: Asked) -> Rows:
        """Wait for an answer, with all that was said before it done."""
        if asked.result is None:
            self._ask()
            while asked.result is None:
                self._hear()
        self._loading.set_pgresult(asked.result)
        found: Rows = self._loading.load_rows(0, asked.result.ntuples, tuple)
        return found

    def hurry(self) -> None:
        """Send all that was said, without waiting, and hear what is answered by now: the end of the connection, say."""
        self._server.flush()
        for _ in range(2):  # a server that ends it says so before
            self._server.consume_input()
        while self._awaited and not self._server.is_busy():
            self._hear()

    def end(self) -> None:
        """Send all that was said: it is done, or fails, whether `settle` is called or not."""
        self._server.pipeline_sync()
        self._await()
        if self._server.flush():
            self._raw.wait(self._driver.send(self._server))

    def settle(self) -> None:
        """Wait until all that was said is done."""
        while self._awaited:
            self._hear()
        self._new.clear()

    def abandon(self) -> None:
        """Undo the transaction, and have the connection ready for another one; or close it, where it cannot be."""
        try:
            # An error is forgotten at the first of these, and nothing is done between it and there.
            self._server.pipeline_sync()
            self._await()
            self._ahead = 0  # it is not heard one by one
            self.say("ROLLBACK")
            self.end()
            while self._awaited:
                self._next()
            for text, asked in self._new:
                if asked.result.status not in self._driver.well:
                    self._names.pop(text, None)
            self._new.clear()
            if self._server.transaction_status:
                self.close()
        except self._driver.error:
            self.close()

    def close(self) -> None:
        """Close the connection: what was not committed is undone."""
        self._awaited.clear()
        self._raw.close()

    def _ask(self) -> None:
        """Have the server answer what was said so far."""
        if self._unflushed:
            self._server.send_flush_request()
            self._unflushed = False

    def _send_ahead(self, size: int) -> None:
        """Make room for so many bytes more."""
        if self._ahead and self._ahead + size > AHEAD_MAX:
            self._ask()
            while self._awaited:
                self._hear()
        self._ahead = self._ahead + size if self._awaited else size

    def _await(self) -> Asked:
        self._awaited.append(asked := Asked())
        self._unflushed = True
        return asked

    def _prepare(self, text: str) -> bytes:
        """Prepare a statement, and give it a name, which is empty where it is not prepared."""
        full = len(self._names) >= PREPARED_MAX
        if not self._prepares or (full and not self._closes):
            return b""
        if full:
            oldest = next(iter(self._names))
            self.say(f"DEALLOCATE {self._names.pop(oldest).decode()}")
        self._named += 1
        name = b"atma_%d" % self._named
        self._server.send_prepare(name, text.encode())
        self._new.append((text, self._await()))
        self._names[text] = name
        return name

    def _hear(self) -> None:
        """Wait for the next answer."""
        result = self._next()
        if result.status not in self._driver.well:
            raise self._driver.error_of(result)

    def _next(self) -> Any:
        server = self._server
        if server.flush():
            self._raw.wait(self._driver.send(server))
        result = self._raw.wait(self._driver.fetch(server)) if server.is_busy() else server.get_result()
        if result is None:
            raise self._driver.lost("the connection is lost")
        self._awaited.popleft().result = result
        if result.status != self._driver.sync:
            server.get_result()  # what parts one answer from the next
        return result


class _Driver:
    """What of `psycopg` is used, which is loaded only where there is a server."""

    def __init__(self) -> None:
        driver, generators = import_module("psycopg"), import_module("psycopg.generators")
        status = driver.pq.ExecStatus
        self.send: Callable[[Any], Any] = generators.send
        self.fetch: Callable[[Any], Any] = generators.fetch
        self.transformer: Callable[[Any], Any] = import_module("psycopg.adapt").Transformer
        self.error: type[Exception] = driver.Error
        self.lost: Callable[[str], Exception] = driver.OperationalError
        self.error_of: Callable[[Any], Exception] = driver.errors.error_from_result
        self.sync = status.PIPELINE_SYNC
        self.well = frozenset({status.COMMAND_OK, status.TUPLES_OK, status.PIPELINE_SYNC})


@cache
def _driver() -> _Driver:
    return _Driver()


def _array(values: Sequence[Any]) -> bytes:
    """The text of an array of texts."""
    return f"{{{','.join(map(_quoted, values))}}}".encode()


def _quoted(value: str | None) -> str:
    if value is None:
        return "NULL"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"') if '"' in value or "\\" in value else value
    return f'"{escaped}"'


class _Encoded(dict[type, Callable[[Any], "bytes | None"]]):
    def __missing__(self, kind: type) -> Callable[[Any], bytes | None]:
        found = self[kind] = next(self[known] for known in (str, int, tuple) if issubclass(kind, known))
        return found


_ENCODED = _Encoded(
    {
        str: str.encode,
        int: lambda value: b"%d" % value,
        bool: lambda value: b"t" if value else b"f",
        float: lambda value: repr(value).encode(),
        tuple: _array,
        type(None): lambda _: None,
    }
)
"""The form in which a parameter goes to the server, by its type."""
