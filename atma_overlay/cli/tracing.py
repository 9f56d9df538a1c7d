"""`--trace`: the span tree of a call in the terminal, with times and no backend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from atma_overlay.cli.terminal import console, neutral, styled
from atma_overlay.telemetry import names as n

if TYPE_CHECKING:
    from opentelemetry.trace import TracerProvider
    from rich.console import Console
    from rich.tree import Tree

SHOWN = 4
"""Calls of one command whose trees are printed; of more, the last ones."""
_SAID = {n.OPERATION_NAME, n.ATMA_STAGE, n.ATMA_CALL, n.STORE_ID, n.PROVIDER_NAME, n.ATMA_MODE, n.DATA_SOURCE_ID}
_PREFIXES = ("gen_ai.memory.", "gen_ai.usage.", "gen_ai.retrieval.", "gen_ai.request.", "gen_ai.", "atma.")


@contextmanager
def recording(*, wanted: bool) -> Iterator[TracerProvider | None]:
    """A provider to trace with, and its trees on standard error at the end; None where none are wanted.

    Raises:
        MissingExtraError: the OpenTelemetry SDK is not installed.
    """
    if not wanted:
        yield None
        return
    recorder = sdk().Recorder()
    try:
        yield recorder.provider
    finally:
        print_traces(console(error=True), recorder.spans())


@contextmanager
def watching(*, wanted: bool) -> Iterator[TracerProvider | None]:
    """As `recording`, for a command that runs on: each call's tree is printed when it ends, and is not kept.

    Raises:
        MissingExtraError: the OpenTelemetry SDK is not installed.
    """
    if not wanted:
        yield None
        return
    out = console(error=True)
    yield sdk().Recorder(on_trace=lambda spans: print_traces(out, spans)).provider


@contextmanager
def also_recorded(provider: TracerProvider, *, wanted: bool) -> Iterator[None]:
    """The trees of another provider's spans on standard error at the end, where they are wanted."""
    if not wanted:
        yield
        return
    recorder = sdk().Recorder()
    recorder.record(provider)
    try:
        yield
    finally:
        print_traces(console(error=True), recorder.spans())


def sdk() -> Any:
    """The package around the SDK, which the core does not import by name."""
    from importlib import import_module

    return import_module("atma_otel")


def print_traces(out: Console, spans: Sequence[Any]) -> None:
    """One tree a trace, the latest `SHOWN`."""
    traces: dict[str, list[Any]] = {}
    for span in spans:
        traces.setdefault(span.trace_id, []).append(span)
    shown = list(traces.values())[-SHOWN:]
    if len(traces) > len(shown):
        out.print(styled(f"{len(traces)} calls; the last {len(shown)}:", "dim"))
    for members in shown:
        out.print(tree_of(members))


def tree_of(spans: Sequence[Any]) -> Tree:
    """The spans of one trace as a tree, children under their parents in the order of their starts."""
    from rich.tree import Tree

    ids = {s.span_id for s in spans}
    roots = [s for s in spans if s.parent_id not in ids]
    tree = Tree(styled(f"trace {spans[0].trace_id}", "dim"), guide_style="dim")
    for root in roots:
        _grow(tree, root, spans)
    return tree


def _grow(tree: Tree, span: Any, spans: Sequence[Any]) -> None:
    branch = tree.add(_line(span))
    for event in span.events:
        branch.add(styled(f"• {event.name}  {_facts(event.attributes)}", "yellow"))
    for child in (s for s in spans if s.parent_id == span.span_id):
        _grow(branch, child, spans)
    for link in span.links:
        branch.add(styled(f"↗ span {link.span_id} of trace {link.trace_id}  {_facts(link.attributes)}", "cyan"))


def _line(span: Any) -> Any:
    failed = n.ERROR_TYPE in span.attributes
    line = styled(span.name, "bold red" if failed else "bold")
    if (call := span.attributes.get(n.ATMA_CALL)) is not None:
        line.append(f" {neutral(str(call))}")
    line.append(f"  {span.milliseconds:.2f} ms", style="green")
    if facts := _facts({key: value for key, value in span.attributes.items() if key not in _SAID}):
        line.append(f"  {facts}", style="dim")
    return line


def _facts(attributes: Mapping[str, object]) -> str:
    return neutral("  ".join(f"{_short(key)}={_value(value)}" for key, value in attributes.items() if value != ()))


def _short(key: str) -> str:
    return next((key.removeprefix(p) for p in _PREFIXES if key.startswith(p)), key)


def _value(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
