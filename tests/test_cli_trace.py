"""`--trace` shows the span tree of a call; `atma trace-demo` sends a session to a backend."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, set_span_in_context

from atma_otel import Recorder, exporting, kept_quiet
from atma_overlay import Overlay, Scope
from atma_overlay.errors import MissingExtraError
from atma_overlay.hosts import MemoryHost
from atma_qdrant import QdrantHost
from tests.cli_shell import Shell, episode
from tests.stored_worlds import fill

ME = Scope(tenant="acme", user="me")
QUERY = "Since I live in Leeds, which market is near me?"


def without_numbers(text: str) -> list[str]:
    """The lines of a tree without times and ids."""
    masked = re.sub(r"\b[0-9a-f]{16,32}\b", "ID", re.sub(r"(rec|tr|obs)_[0-9a-f]+", "ID", text))
    return re.sub(r"\d+\.\d+ ms", "0 ms", masked).splitlines()


def test_the_tree_of_a_recall_leads_to_the_write_that_caused_the_transition(shell: Shell) -> None:
    written = shell("remember", "I moved to Hull.", "--at", "2025-06-01T09:00:00Z", "--trace")
    assert without_numbers(written.err) == [
        "trace ID",
        "└── upsert_memory remember  0 ms  record.count=1  ledger.revision=5",
        "    ├── atma.extract  0 ms",
        "    ├── atma.adjudicate  0 ms  decisions.replace=1",
        "    │   ├── • atma.decision  decision=replace  record.id=ID",
        "    │   └── • atma.transition  transition.state=applied  decision=replace  decider=rules  "
        "transition.kind=replaced  transition.id=ID  transition.from=ID  transition.to=ID  transition.cause=ID",
        "    ├── atma.propagate  0 ms  propagate.fan_out=0",
        "    ├── atma.commit  0 ms  observations=1  ledger.revision=5",
        "    └── upsert_memory add  0 ms  record.count=1",
    ]
    plain = shell("recall", QUERY, "--now", "2025-07-01T09:00:00Z")
    traced = shell("--trace", "recall", QUERY, "--now", "2025-07-01T09:00:00Z")
    assert traced.out == plain.out
    (link,) = (line for line in traced.err.splitlines() if "link=caused" in line)
    trace_of_the_write, root_of_the_write = written.err.split()[1], re.search(r"span (\w+) of trace (\w+)", link)
    assert root_of_the_write is not None
    assert root_of_the_write[2] == trace_of_the_write
    assert "• atma.premise.outdated  premise.verdict=outdated" in traced.err
    assert not [word for word in ("Leeds", "York", "Hull", "market") if word in traced.err + written.err]


def test_json_stays_one_document_and_the_block_for_a_prompt_shows_its_rendering(shell: Shell) -> None:
    answer = shell("recall", QUERY, "--json", "--trace")
    assert answer.json()["view"] == "current"
    assert "search_memory recall" in answer.err
    assert "atma.render" in shell("recall", QUERY, "--prompt", "--trace").err
    assert shell("recall", QUERY).err == ""


def test_of_many_calls_the_last_few_are_shown(shell: Shell) -> None:
    episodes = "".join(episode(f"e-{n}", "I work at Acme.", "I work at Initech.") for n in range(4))
    shell.write("episodes.jsonl", episodes)
    told = shell("ingest", "episodes.jsonl", "--format", "episodes", "--trace")
    assert re.match(r"(.*\n)*8 calls; the last 4:\n", told.err)
    assert len(re.findall(r"^trace ", told.err, flags=re.MULTILINE)) == 4


def test_a_missing_sdk_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(MissingExtraError, match=r"pip install .*'atma-overlay\[otel\]'"):
        Recorder()
    with pytest.raises(MissingExtraError, match=r"pip install .*'atma-overlay\[otel\]'"):
        exporting("http://127.0.0.1:1")
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.grpc.trace_exporter", None)
    with pytest.raises(MissingExtraError, match=r"pip install .*'atma-overlay\[otel-grpc\]'"):
        exporting("http://127.0.0.1:1", protocol="grpc")


class Backend(ThreadingHTTPServer):
    """Takes what is posted, and answers with one status."""

    def __init__(self, status: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status, self.taken = status, dict[str, bytes]()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Backend

    def do_POST(self) -> None:
        import gzip

        body = self.rfile.read(int(self.headers["Content-Length"]))
        body = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
        self.server.taken[self.path] = self.server.taken.get(self.path, b"") + body
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@contextmanager
def served(status: int) -> Iterator[Backend]:
    server = Backend(status)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(params=[200])
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    with served(request.param) as server:
        yield server


def test_a_session_is_sent_with_its_metrics_and_without_a_word_of_it(tmp_path: Path, backend: Backend) -> None:
    shell = Shell(tmp_path)
    answer = shell("trace-demo", "--otlp", backend.url, "--otlp-metrics", f"{backend.url}/api/v1/otlp")
    assert (answer.code, answer.err) == (0, "")
    assert re.fullmatch(rf"sent to {backend.url}: \d+ turns, 6 recalls, 7 other calls\n", answer.out)
    assert set(backend.taken) == {"/v1/traces", "/api/v1/otlp/v1/metrics"}
    spans, metrics = backend.taken["/v1/traces"], backend.taken["/api/v1/otlp/v1/metrics"]
    told = (
        b"upsert_memory", b"search_memory", b"update_memory", b"delete_memory", b"atma.check_premises", b"reconcile",
        b"atma.premise.outdated", b"atma.transition", b"atma.render", b"atma-overlay",
    )  # fmt: skip
    assert not [name for name in told if name not in spans]
    assert b"atma.decisions" in metrics
    for word in (b"Leeds", b"Nadia", b"Kite", b"market", b"Harrogate"):
        assert word not in spans + metrics
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("backend", [400], indirect=True)
def test_a_backend_that_refuses_the_spans_is_told(tmp_path: Path, backend: Backend) -> None:
    answer = Shell(tmp_path)("trace-demo", "--otlp", backend.url)
    assert answer.code == 1
    (line,) = answer.err.splitlines()
    assert line.startswith(f"atma: {backend.url} did not take the spans: check that it speaks OTLP over http (")
    assert "400" in line


@pytest.mark.parametrize("backend", [400], indirect=True)
def test_of_metrics_that_are_refused_one_line_tells_too(tmp_path: Path, backend: Backend) -> None:
    with served(200) as taking:
        answer = Shell(tmp_path)("trace-demo", "--otlp", taking.url, "--otlp-metrics", f"{backend.url}/api/v1/otlp")
    assert answer.code == 1
    (line,) = answer.err.splitlines()
    assert line.startswith(f"atma: {backend.url}/api/v1/otlp did not take the metrics: check that it speaks OTLP over")


def test_what_opentelemetry_logs_is_kept_for_a_while_and_printed_before_and_after(
    caplog: pytest.LogCaptureFixture,
) -> None:
    logger = logging.getLogger("opentelemetry.exporter.otlp")
    logger.warning("before")
    with kept_quiet() as said:
        logger.error("refused %d", 400)
        logger.info("a detail")
    logger.warning("after")
    assert said == ["refused 400"]
    assert [r.getMessage() for r in caplog.records] == ["before", "after"]


def test_an_audit_shows_its_calls(tmp_path: Path) -> None:
    shell, store = Shell(tmp_path), ("--host", f"qdrant:{tmp_path}/store")
    host = QdrantHost(path=tmp_path / "store")
    fill(host, scope=Scope(tenant="local", user="me"))
    host.close()
    answer = shell("audit", *store, "--query", QUERY, "--trace", "--json")
    assert answer.json()["memories"] == 5
    assert "search_memory audit" in answer.err
    assert "retrieval atma_memories search" in answer.err
    assert shell("audit", *store, "--json").err == ""


def test_a_session_that_is_sent_is_shown_too(tmp_path: Path, backend: Backend) -> None:
    answer = Shell(tmp_path)("trace-demo", "--otlp", backend.url, "--trace")
    assert b"upsert_memory" in backend.taken["/v1/traces"]
    assert "delete_memory erase" in answer.err


def test_of_a_process_that_runs_on_each_trace_is_handed_over_when_it_ends_and_not_kept() -> None:
    handed: list[list[str]] = []
    recorder = Recorder(on_trace=lambda spans: handed.append([span.name for span in spans]))
    overlay = Overlay(MemoryHost(), ledger="memory://", tracer_provider=recorder.provider)
    overlay.remember("I live in Leeds.", scope=ME)
    assert [names[0] for names in handed] == ["upsert_memory"]
    packet = overlay.recall(QUERY, scope=ME)
    assert [names[0] for names in handed[1:]] == ["search_memory"]
    packet.render()
    assert handed[2:] == [["atma.render"]]
    assert recorder.spans() == []
    overlay.close()


def test_each_call_under_a_trace_of_the_callers_is_handed_over_whole_and_none_with_another() -> None:
    handed: list[list[str]] = []
    recorder = Recorder(on_trace=lambda spans: handed.append([span.name for span in spans]))
    caller = SpanContext(7, 7, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))
    tracer = recorder.provider.get_tracer("calls")
    under_the_caller = set_span_in_context(NonRecordingSpan(caller))
    first, second = (tracer.start_span(name, under_the_caller) for name in ("first", "second"))
    for name, root in (("under first", first), ("under second", second)):
        tracer.start_span(name, set_span_in_context(root)).end()
    second.end()
    assert handed == [["second", "under second"]]
    first.end()
    assert handed[1:] == [["first", "under first"]]
    late = tracer.start_span("late", set_span_in_context(first))
    tracer.start_span("under late", set_span_in_context(late)).end()
    late.end()
    assert handed[2:] == [["late", "under late"]]


@pytest.mark.parametrize("command", ["doctor", "backup", "export", "import"])
def test_a_command_that_makes_no_calls_of_its_own_refuses_to_show_them(tmp_path: Path, command: str) -> None:
    answer = Shell(tmp_path)(command, *(["file"] if command != "doctor" else []), "--trace")
    assert (answer.code, answer.err) == (
        2, "atma: trace: shows calls of a memory, and this command makes none of its own: leave it\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("given", "named"),
    [(("--otlp", "localhost:4318"), "otlp:"), (("--otlp", "http://a", "--protocol", "soap"), "protocol:"),
     (("--otlp", "http://a", "--otlp-metrics", "b"), "otlp-metrics:")],
)  # fmt: skip
def test_a_wrong_destination_is_refused_before_anything_runs(
    tmp_path: Path, given: tuple[str, ...], named: str
) -> None:
    answer = Shell(tmp_path)("trace-demo", *given)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"atma: {named}")
