"""The server over HTTP: every request carries its token, and none is answered without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atma_mcp.callers import Callers
from atma_overlay.errors import MissingExtraError
from atma_overlay.signatures import typed

try:
    from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
    from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
    from mcp.server.auth.provider import AccessToken
    from starlette.middleware.authentication import AuthenticationMiddleware
except ImportError as error:
    raise MissingExtraError("mcp", "mcp", error) from error

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer
    from starlette.types import ASGIApp, Receive, Send
    from starlette.types import Scope as Connection

__all__ = ["PATH", "http_app"]

PATH = "/mcp"


@typed
def http_app(server: MCPServer[object], callers: Callers, *, host: str = "127.0.0.1") -> ASGIApp:
    """An ASGI application that serves the tools at `/mcp` to the callers alone; whoever else asks gets a 401.

    Requests stand by themselves, without a session to take over. On a loopback host only loopback names are answered,
    so that no page in a browser reaches the server by a name of its own.

    Args:
        server: what `make_server` made.
        callers: who may call.
        host: the address that the application is served on.
    """
    app = server.streamable_http_app(streamable_http_path=PATH, json_response=True, stateless_http=True, host=host)
    guarded = AuthenticationMiddleware(
        AuthContextMiddleware(RequireAuthMiddleware(app, required_scopes=[])),
        backend=BearerAuthBackend(_Verifier(callers)),
    )

    async def serve(connection: Connection, receive: Receive, send: Send) -> None:
        # A lifespan has no headers; what authenticates is a request.
        await (app if connection["type"] == "lifespan" else guarded)(connection, receive, send)

    return serve


class _Verifier:
    """The SDK's seam for tokens."""

    def __init__(self, callers: Callers) -> None:
        self._callers = callers

    async def verify_token(self, token: str) -> AccessToken | None:
        caller = self._callers.of(token)
        if caller is None:
            return None
        scope = caller.scope
        return AccessToken(token=token, client_id=f"{scope.tenant}/{scope.user}", scopes=[], subject=scope.user)
