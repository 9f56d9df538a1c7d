"""`atma trace-demo`: a full session, sent to a backend of traces."""

from __future__ import annotations

import socket
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from importlib.resources import as_file
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

from atma_overlay.cli.demo import CHANGED, QUESTIONS, ROWS, conversation
from atma_overlay.cli.ingesting import plan_of, take_in
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, neutral, write_json
from atma_overlay.errors import AtmaError, InvalidInputError

if TYPE_CHECKING:
    from opentelemetry.metrics import MeterProvider
    from opentelemetry.trace import TracerProvider

    from atma_overlay.cli.ingesting import Plan

_PROTOCOLS = ("http", "grpc")
_PATIENCE_SECONDS = 5.0
_LONGEST = 200
"""Characters of what an exporter says of its failure."""


def trace_demo(
    place: Place,
    *,
    otlp: Annotated[str, typer.Option(metavar="URL", help="Where spans go, e.g. http://127.0.0.1:4318.")],
    protocol: Annotated[str, typer.Option(help="http or grpc.")] = "http",
    otlp_metrics: Annotated[str | None, typer.Option(metavar="URL", help="Where metrics go, over HTTP.")] = None,
) -> None:
    """Send the traces of a whole session to a backend.

    It takes in the demo's conversation, asks it things, explains, corrects, undoes, forgets and erases, in a folder of
    its own. Nothing of yours is read or changed, and no text is sent unless the environment asks for it.
    """
    from atma_overlay.cli.tracing import also_recorded, sdk

    if protocol not in _PROTOCOLS:
        raise InvalidInputError("protocol", f"{protocol!r} is not http or grpc: use one of these")
    named = (("otlp", otlp), ("otlp-metrics", otlp_metrics))
    places = {url: _address(name, url) for name, url in named if url is not None}
    exporting = sdk().exporting
    for url, address in places.items():
        _reached(url, address)
    sending = exporting(otlp, metrics=otlp_metrics, protocol=protocol)
    with (
        sdk().kept_quiet() as said, TemporaryDirectory(prefix="atma-trace-") as folder,
        as_file(conversation()) as file,
    ):  # fmt: skip
        away = replace(place, ledger=f"sqlite:///{folder}/demo.db", host=None, tenant="demo", user="demo", trace=False)
        plan = plan_of(away, str(file), format="episodes", undated=None, one_user=True)
        try:
            with also_recorded(sending.traces, wanted=place.trace):
                counts = session(away, plan, tracer_provider=sending.traces, meter_provider=sending.metrics)
        finally:
            sending.finish()
    if sending.failures:
        raise _not_taken(sending.failures, said, otlp=otlp, metrics=otlp_metrics, protocol=protocol)
    if place.json:
        return write_json(counts)
    return console().print(f"sent to {otlp}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))


def _address(name: str, url: str) -> tuple[str, int]:
    """Whom a URL asks to be connected with."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")  # as it is looked up
    except ValueError:
        host, port = None, None
    if host is None or parts.scheme not in ("http", "https"):
        raise InvalidInputError(name, f"{url!r} is no URL: write it like http://127.0.0.1:4318")
    return host, port or (443 if parts.scheme == "https" else 80)


def _reached(url: str, address: tuple[str, int]) -> None:
    """See that somebody is there, before a whole session is run for nobody."""
    try:
        socket.create_connection(address, timeout=_PATIENCE_SECONDS).close()
    except OSError as error:
        problem = f"{url} is not reached ({error.strerror or error})"
        raise AtmaError(f"{problem}: start the collector there, or check the URL") from None


def _not_taken(
    failures: Collection[str], said: Sequence[str], *, otlp: str, metrics: str | None, protocol: str
) -> AtmaError:
    """What was not taken where, and the last word of the exporter on it."""
    places = [f"{url} did not take the {signal}" for signal, url in (("spans", otlp), ("metrics", metrics))
              if signal in failures]  # fmt: skip
    spoken = protocol if "spans" in failures else "http"
    reason = f" ({neutral(said[-1])[:_LONGEST].rstrip('.')})" if said else ""
    return AtmaError(f"{' and '.join(places)}: check that it speaks OTLP over {spoken}{reason}")


def session(
    place: Place, plan: Plan, *, tracer_provider: TracerProvider | None, meter_provider: MeterProvider | None
) -> dict[str, int]:
    """Everything that a memory is asked for in its life, once; how many calls of what."""
    from atma_overlay import Overlay
    from atma_overlay.cli.opening import host_of
    from atma_overlay.hosts.registry import open_host

    host = open_host(host_of(place))
    providers: dict[str, Any] = {"tracer_provider": tracer_provider, "meter_provider": meter_provider}
    try:
        with Overlay(host, ledger=place.ledger, on_error="raise", **providers, **place.keeping()) as overlay:
            report = take_in(overlay, plan, lambda done, of: None)
            counts = {"turns": report.turns, "recalls": len(QUESTIONS)}
            now = max(s.at for c in plan.conversations() for s in c.sessions) + timedelta(days=1)
            for question in QUESTIONS:
                overlay.recall(question.query, scope=place.scope, limit=ROWS, now=now).render()
            return counts | _mended(overlay, place)
    finally:
        host.close()


def _mended(overlay: Any, place: Place) -> dict[str, int]:
    """What people do to a memory: look, undo, correct, forget, reconcile, erase."""
    scope = place.scope
    timeline = overlay.timeline(scope=scope, subject=CHANGED[0], attribute=CHANGED[1])
    record = timeline.records[-1]
    overlay.why(record.id, scope=scope)
    overlay.review(scope=scope)
    undone = overlay.undo(timeline.transitions[-1].id, scope=scope)
    overlay.correct(timeline.records[0].id, "Harrogate", scope=scope)
    overlay.forget(undone.from_id, scope=scope)
    overlay.reconcile(scope=scope)
    overlay.erase(scope=scope, observation_id=record.observation_id)
    return {"other calls": 7}
