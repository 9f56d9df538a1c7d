"""The command that serves: mcp."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from atma_overlay.cli.incoming import incoming
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import note
from atma_overlay.cli.values import choice, seconds
from atma_overlay.errors import InvalidInputError, MissingExtraError

if TYPE_CHECKING:
    from socket import socket

    from atma_overlay import AsyncOverlay
    from atma_overlay.records import Origin

_ANY_PORT = 65535


class Transport(StrEnum):
    """How a client reaches the server."""

    STDIO = "stdio"
    HTTP = "http"


def mcp(
    place: Place,
    *,
    transport: Annotated[str, typer.Option(help="stdio or http.")] = "stdio",
    bind: Annotated[str, typer.Option(help="Where HTTP is served, HOST:PORT.")] = "127.0.0.1:8000",
    token: Annotated[
        str | None,
        typer.Option(envvar="ATMA_MCP_TOKEN", show_envvar=False, help="The caller's token (ATMA_MCP_TOKEN)."),
    ] = None,
    callers: Annotated[str | None, typer.Option(help="TOML file of callers, each with token and user.")] = None,
    origin: Annotated[
        str, typer.Option(help="Who stands behind what its tools write: user, tool, document, agent.")
    ] = "user",
    deadline: Annotated[float | None, typer.Option(help="Seconds that a recall may take.")] = None,
) -> None:
    """Serve the memory as tools of the Model Context Protocol.

    Whose memory it is follows from --tenant and --user, or from the caller's token; no model chooses it.
    HTTP wants a token, and is served on this machine alone unless --bind says otherwise.
    """
    import asyncio

    from atma_overlay.records import Origin

    stands_behind, way = choice("origin", Origin, origin) or Origin.USER, choice("transport", Transport, transport)
    wait = seconds("deadline", deadline)
    serve = _over_http(place, bind, token, callers, stands_behind, wait) if way is Transport.HTTP else None
    if serve is None and callers is not None:
        raise InvalidInputError("callers", "are of HTTP: stdio serves the one who started it; add --transport http")
    asyncio.run(serve if serve is not None else _over_stdio(place, stands_behind, wait))


async def _over_stdio(place: Place, origin: Origin, wait: float | None) -> None:
    scope = place.scope
    atma_mcp = _package()
    async with _opened(place, wait) as overlay:
        await _until_interrupted(atma_mcp.make_server(overlay, scope=scope, origin=origin))


async def _until_interrupted(server: Any) -> None:
    """Serve until the client leaves or Ctrl-C; the SDK waits for its read of standard input, which is ended first."""
    import asyncio

    with incoming() as arriving:
        serving = asyncio.ensure_future(server.run_stdio_async())
        try:
            await asyncio.wait([serving])
        except asyncio.CancelledError:
            arriving.end()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            raise
        await serving


def _over_http(place: Place, bind: str, token: str | None, file: str | None, origin: Origin, wait: float | None) -> Any:
    """What serves over HTTP, once every argument is checked."""
    atma_mcp = _package()
    host, port = _address(bind)
    if (token is None) == (file is None):
        raise InvalidInputError(
            "token", "or --callers: HTTP wants exactly one; ATMA_MCP_TOKEN keeps it off the command line"
        )
    callers = (
        atma_mcp.Callers([atma_mcp.Caller(token, place.scope)])
        if file is None
        else atma_mcp.load_callers(Path(file), tenant=place.tenant)
    )
    return _serving(place, (host, port), callers, origin, wait)


async def _serving(place: Place, address: tuple[str, int], callers: Any, origin: Origin, wait: float | None) -> None:
    import uvicorn

    atma_mcp = _package()
    with _bound(*address) as listening:
        async with _opened(place, wait) as overlay:
            app = atma_mcp.http_app(
                atma_mcp.make_server(overlay, callers=callers, origin=origin), callers, host=address[0]
            )
            host, port = listening.getsockname()[:2]
            note(f"serving on http://{f'[{host}]' if ':' in host else host}:{port}/mcp")
            config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
            await uvicorn.Server(config).serve(sockets=[listening])


def _bound(host: str, port: int) -> socket:
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        reason = (getattr(error, "strerror", None) or "no name of a host").partition(" (while")[0]
        problem = f"'{host}:{port}' cannot be served on ({reason}): name an address of this machine and a free port"
        raise InvalidInputError("bind", problem) from error
    listening.setblocking(False)
    return listening


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > _ANY_PORT:
        raise InvalidInputError("bind", f"{text!r} is no HOST:PORT: write it like 127.0.0.1:8000")
    return host.strip("[]"), int(port)


@asynccontextmanager
async def _opened(place: Place, wait: float | None) -> AsyncIterator[AsyncOverlay]:
    """The overlay on the place's ledger and host; a ledger that does not exist yet is made."""
    from atma_overlay import AsyncOverlay
    from atma_overlay.cli.opening import host_of, look_at_ledger
    from atma_overlay.cli.tracing import watching
    from atma_overlay.hosts.registry import open_host
    from atma_overlay.patience import Patience

    look_at_ledger(place.ledger)
    keeping = place.keeping() | {"patience": Patience(recall_seconds=wait)}
    with watching(wanted=place.trace) as provider:
        memory = open_host(host_of(place))
        try:
            async with AsyncOverlay(memory, ledger=place.ledger, tracer_provider=provider, **keeping) as overlay:
                yield overlay
        finally:
            memory.close()


def _package() -> Any:
    """The server's package, which the core does not import by name."""
    from importlib import import_module
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        raise MissingExtraError("mcp", "mcp")
    return import_module("atma_mcp")
