"""Where a command works: the options that every command takes, before or after its name."""

from __future__ import annotations

import gc
import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from atma_overlay.cli.hooks import look_here_for, redact_named
from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from atma_overlay.scope import Scope

DEFAULT_LEDGER = "sqlite:///memory.atma.db"
_PANEL = "Memory"
_SELDOM = 200_000
"""New objects after which a command looks for garbage: most of its time it loads what lasts."""
_DEFAULTS = {"ledger": DEFAULT_LEDGER, "tenant": "local", "user": "me"}
_TEXTS = {
    "ledger": f"Ledger URL (ATMA_LEDGER; {DEFAULT_LEDGER}).",
    "host": "Host memory, NAME or NAME:REST (ATMA_HOST; qdrant beside the ledger, or memory).",
    "tenant": "Tenant that owns the memory (ATMA_TENANT; local).",
    "user": "User whose memory it is (ATMA_USER; me).",
    "agent": "Only what was said to this agent.",
    "session": "Only what was said in that session.",
    "timezone": "Where today is, like Europe/Berlin (ATMA_TIMEZONE; UTC).",
    "lexicon": "Attributes of your own, a TOML file (ATMA_LEXICON).",
    "redact": "What takes secrets out, MODULE:FUNCTION (ATMA_REDACT).",
}
_VARIABLES = {name: f"ATMA_{name.upper()}" for name in _TEXTS if name not in {"agent", "session"}}


@dataclass(frozen=True, slots=True)
class Place:
    """The ledger, the host and the owner that a command was given, how it is to read and how to answer."""

    ledger: str
    host: str | None
    tenant: str
    user: str
    agent: str | None
    session: str | None
    timezone: str | None
    lexicon: str | None
    redact: str | None
    json: bool
    trace: bool = False

    @property
    def scope(self) -> Scope:
        """The owner of the memory.

        Raises:
            InvalidInputError: one of the ids is empty, padded or a wildcard.
        """
        return self.scope_of(self.user)

    def reading(self) -> dict[str, Any]:
        """How an overlay is to read what is said and asked: the arguments for it that were given.

        Raises:
            InvalidInputError: the lexicon's file is not to be read, or not of the format.
        """
        from atma_overlay.language.vocabulary.lexicon import Lexicon

        lexicon = None if self.lexicon is None else Lexicon.load(self.lexicon)
        return {"timezone": self.timezone, "lexicon": lexicon}

    def keeping(self) -> dict[str, Any]:
        """As `reading`, and what may be kept of it: the arguments for an overlay that stores.

        Raises:
            InvalidInputError: as `reading`; or there is no such function to take secrets out.
        """
        return self.reading() | {"redact": redact_named(self.redact)}

    def scope_of(self, user: str) -> Scope:
        """The same tenant, agent and session for another user."""
        from atma_overlay.scope import Scope

        try:
            return Scope(tenant=self.tenant, user=user, agent=self.agent, session=self.session)
        except InvalidInputError as error:
            raise InvalidInputError(error.field.removeprefix("scope."), error.problem) from error


def options(*, environment: bool) -> list[Parameter]:
    """The shared options as parameters; only those before the command's name read the environment."""
    named = [_named(name, environment=environment) for name in _TEXTS]
    switch = typer.Option("--json", help="Answer in JSON on standard output.", rich_help_panel=_PANEL)
    watch = typer.Option("--trace", help="Print the span tree of the call.", rich_help_panel=_PANEL)
    switches = {"json": switch, "trace": watch}
    return [
        *named,
        *(
            Parameter(name, Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, option])
            for name, option in switches.items()
        ),
    ]


def _named(name: str, *, environment: bool) -> Parameter:
    option = typer.Option(
        f"--{name}",
        help=_TEXTS[name],
        envvar=_VARIABLES.get(name) if environment else None,
        show_envvar=False,
        show_default=False,
        rich_help_panel=_PANEL,
    )
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[str | None, option])


def placed(command: Callable[..., None], *, traced: bool = True) -> Callable[..., None]:
    """Give a command the shared options; it takes what they say as its first argument.

    Args:
        command: takes a place.
        traced: whether it makes calls of a memory that `--trace` can show.
    """
    signature = inspect.signature(command, eval_str=True)
    shared = options(environment=False)

    def run(context: typer.Context, **arguments: object) -> None:
        given = {parameter.name: arguments.pop(parameter.name) for parameter in shared}
        before: Mapping[str, object] = context.obj or {}
        place = _place(before, given)
        if place.trace and not traced:
            raise InvalidInputError(
                "trace", "shows calls of a memory, and this command makes none of its own: leave it"
            )
        look_here_for(place.host)
        gc.set_threshold(_SELDOM)
        command(place, **arguments)

    run.__doc__ = command.__doc__
    return _signed(run, [*list(signature.parameters.values())[1:], *shared])


def rooted() -> Callable[..., None]:
    """The callback that takes the shared options before the command's name."""

    def before(context: typer.Context, **given: object) -> None:
        """Say which facts of an agent's memory are current, historical or changed."""
        context.obj = given

    told = typer.Option("--version", is_eager=True, callback=_tell_version, help="Print the version and leave.")
    version = Parameter("version", Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, told])
    return _signed(before, [*options(environment=True), version])


def _tell_version(asked: bool) -> None:
    if asked:
        from atma_overlay.release import __version__

        typer.echo(f"atma-overlay {__version__}")
        raise typer.Exit


def _signed(function: Callable[..., None], parameters: list[Parameter]) -> Callable[..., None]:
    """Declare the parameters that typer is to read from a function."""
    context = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    keyword = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in parameters]
    everything = [context, *keyword]
    function.__signature__ = inspect.Signature(everything)  # type: ignore[attr-defined]  # read by inspect
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in everything}
    return function


def _place(before: Mapping[str, object], after: Mapping[str, object]) -> Place:
    """What was said after the command's name, else before it or in the environment, else the default.

    Raises:
        InvalidInputError: a variable that would count is set to nothing, which the parser takes for none.
    """

    def text(name: str) -> str | None:
        found = next((v for v in (after[name], before.get(name)) if v is not None), None)
        variable = _VARIABLES.get(name)
        if found is None and variable is not None and os.environ.get(variable) is not None:
            raise InvalidInputError(variable, "is empty: unset it, or give it a value")
        found = _DEFAULTS.get(name) if found is None else found
        return None if found is None else str(found)

    return Place(
        ledger=text("ledger") or "",
        host=text("host"),
        tenant=text("tenant") or "",
        user=text("user") or "",
        agent=text("agent"),
        session=text("session"),
        timezone=text("timezone"),
        lexicon=text("lexicon"),
        redact=text("redact"),
        json=bool(after["json"] or before.get("json")),
        trace=bool(after["trace"] or before.get("trace")),
    )
