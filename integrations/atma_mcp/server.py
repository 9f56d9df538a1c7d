"""The server: the tools, with the hints by which a client asks its user or does not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict, ValidationError

from atma_overlay.errors import InvalidInputError, MissingExtraError
from atma_overlay.records import Origin
from atma_overlay.refusals import refusal
from atma_overlay.release import __version__
from atma_overlay.signatures import typed

try:
    from mcp.server.auth.middleware.auth_context import get_access_token
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.server.mcpserver.tools import Tool
    from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
except ImportError as error:
    raise MissingExtraError("mcp", "mcp", error) from error

from atma_mcp.callers import Callers
from atma_mcp.tools import READING, WRITING, Tools

if TYPE_CHECKING:
    from atma_overlay import AsyncOverlay
    from atma_overlay.scope import Scope

__all__ = ["make_server"]

_INSTRUCTIONS = (
    "A memory that knows what is still true. Call recall with the user's question before answering from memory, and "
    "remember with the user's own words when they state something about themselves or their work. Rows labelled "
    "current hold now; an OUTDATED premise must be corrected in the answer, never relied on."
)


class _Server(MCPServer[object]):
    """A server that refuses arguments in the overlay's words, as its tools do, and not in pydantic's."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(str(_refused(name, error.__cause__))) from None
            raise


@typed
def make_server(
    overlay: AsyncOverlay, *, scope: Scope | None = None, callers: Callers | None = None, origin: Origin = Origin.USER
) -> MCPServer[object]:
    """A server over an overlay.

    Args:
        overlay: the memory; it stays open.
        scope: whose memory, for a server of one owner.
        callers: who may call over HTTP, for a server of several; see `http_app`.
        origin: who stands behind what is remembered, corrected and forgotten.

    Raises:
        InvalidInputError: not exactly one of `scope` and `callers` is given.
    """
    if (scope is None) == (callers is None):
        raise InvalidInputError("scope", "or callers: pass exactly one of the two")
    tools = Tools(overlay, _of_the_caller(callers) if callers is not None else _fixed(scope), origin)
    made = [_tool(getattr(tools, name), _hints(reads=True)) for name in READING]
    made += [_tool(getattr(tools, name), _hints(reads=False, destroys=name != "remember")) for name in WRITING]
    return _Server(
        "atma", title="Atma memory", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING", tools=made
    )


def _tool(function: Callable[..., object], hints: ToolAnnotations) -> Tool:
    """A tool that takes no argument but its own, and says so: the SDK's drops what it does not know."""
    tool = Tool.from_function(function, annotations=hints, structured_output=False)
    arguments = tool.fn_metadata.arg_model

    class Arguments(arguments):  # type: ignore[misc, valid-type]  # the SDK makes it of the function
        model_config = ConfigDict(extra="forbid", title=arguments.__name__)

    strict = tool.fn_metadata.model_copy(update={"arg_model": Arguments})
    return tool.model_copy(update={"fn_metadata": strict, "parameters": Arguments.model_json_schema(by_alias=True)})


def _refused(tool: str, error: ValidationError) -> InvalidInputError:
    first = error.errors(include_url=False)[0]
    if first["type"] != "extra_forbidden":
        return refusal(error)
    given, known = str(first["loc"][0]), list(inspect.signature(getattr(Tools, tool)).parameters)[1:]
    problem = f"is no argument of {tool}: pass {', '.join(known)}"
    return InvalidInputError(given if given.isidentifier() else repr(given), problem)


def _fixed(scope: Scope | None) -> Callable[[], Scope]:
    assert scope is not None
    return lambda: scope


def _of_the_caller(callers: Callers) -> Callable[[], Scope]:
    """The scope of whoever the request was authenticated as; a call without one is refused."""

    def scope() -> Scope:
        given = get_access_token()
        caller = callers.of(given.token) if given is not None else None
        if caller is None:
            raise InvalidInputError("caller", "is not authenticated: serve several callers over HTTP only")
        return caller.scope

    return scope


def _hints(*, reads: bool, destroys: bool = False) -> ToolAnnotations:
    return ToolAnnotations(
        read_only_hint=reads, destructive_hint=destroys, idempotent_hint=reads, open_world_hint=False
    )
