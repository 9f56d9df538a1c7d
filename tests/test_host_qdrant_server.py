"""What a Qdrant server is asked for, and what its failures mean."""

import json
import sys
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import grpc  # type: ignore[import-untyped]  # grpcio ships no types
import pytest
from qdrant_client import QdrantClient
from qdrant_client.http.exceptions import ResponseHandlingException

from atma_overlay.errors import HostError, InvalidInputError
from atma_overlay.scope import Scope
from atma_qdrant import QdrantHost
from atma_qdrant.failures import rules, translated

ME = Scope(tenant="acme", user="me")


def test_every_error_of_the_sdk_has_its_own_row_in_the_table() -> None:
    sdk_errors = {
        value
        for name, module in list(sys.modules.items())
        if name.startswith("qdrant_client")
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__.startswith("qdrant_client")
    }
    assert sorted(error.__name__ for error in sdk_errors) == [
        "ApiException",
        "QdrantException",
        "ResourceExhaustedResponse",
        "ResponseHandlingException",
        "UnexpectedResponse",
    ]
    assert sdk_errors <= {rule.kind for rule in rules()}


class Unavailable(grpc.RpcError):  # type: ignore[misc]  # grpcio ships no types
    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize(
    ("error", "problem", "transient"),
    [
        (Unavailable(), "UNAVAILABLE", True),
        (grpc.RpcError(), "RpcError", False),
        (ConnectionResetError("peer"), "ConnectionResetError", True),
        (TimeoutError(), "TimeoutError", True),
        (ResponseHandlingException(ValueError("I keep bees")), "no usable answer (ValueError)", False),
        (KeyError("I keep bees"), "KeyError", False),
        (ValueError("I keep bees"), "ValueError", False),
    ],
)
def test_failures_are_told_without_memory_text(error: Exception, problem: str, transient: bool) -> None:
    with pytest.raises(HostError) as caught, translated("qdrant:m", "search"):
        raise error
    assert str(caught.value) == f"host 'qdrant:m' failed to search: {problem}"
    assert caught.value.transient is transient
    assert caught.value.__cause__ is error


class Server:
    """A scripted stand-in for a Qdrant server: answers by method and path, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, Any]] = []
        self.answers: dict[tuple[str, str], list[tuple[int, Any]]] = {}
        server = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                path = self.path.partition("?")[0]
                server.asked.append((self.command, path, json.loads(body or "null")))
                script = server.answers[self.command, path]
                status, result = script.pop(0) if len(script) > 1 else script[0]
                self.send_response(status)
                self.end_headers()
                self.wfile.write(json.dumps(result).encode())

            do_GET = do_PUT = do_POST = do_PATCH = answer  # noqa: N815 named by the standard library

            def log_message(self, *_: object) -> None: ...

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


MEMORIES = "/collections/atma_memories"


def result(value: object) -> tuple[int, object]:
    return 200, {"result": value, "status": "ok", "time": 0.0}


def described(mark: str | None = "lexical/1-1024", indexed: Sequence[str] = ()) -> tuple[int, object]:
    """A server's description of the collection."""
    config = {
        "params": {"vectors": {"size": 1024, "distance": "Cosine"}},
        "hnsw_config": {"m": 16, "ef_construct": 100, "full_scan_threshold": 10000},
        "optimizer_config": {"deleted_threshold": 0.2, "vacuum_min_vector_number": 1000}
        | {"default_segment_number": 0, "flush_interval_sec": 5},
        "metadata": mark and {"atma_embedder": mark},
    }
    schema = {field: {"data_type": "keyword", "points": 0} for field in indexed}
    counts = {"status": "green", "optimizer_status": "ok", "segments_count": 1, "points_count": 0}
    return result({**counts, "config": config, "payload_schema": schema})


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    server.answers[("GET", MEMORIES + "/exists")] = [result({"exists": True})]
    server.answers[("GET", MEMORIES)] = [described(indexed=["tenant", "user", "agent", "session", "sequence"])]
    yield server
    server.stop()


def test_a_server_gets_its_collection_and_an_index_on_scope_and_order(server: Server) -> None:
    server.answers[("GET", MEMORIES + "/exists")] = [result({"exists": False})]
    server.answers[("PUT", MEMORIES)] = [result(value=True)]
    server.answers[("GET", MEMORIES)] = [described(indexed=["user"])]
    server.answers[("PUT", MEMORIES + "/index")] = [result({"operation_id": 1, "status": "completed"})]
    host = QdrantHost(url=server.url)
    assert host.capabilities.thread_safe
    host.close()
    created = next(body for method, path, body in server.asked if (method, path) == ("PUT", MEMORIES))
    assert created["vectors"] == {"size": 1024, "distance": "Cosine"}
    assert created["metadata"] == {"atma_embedder": "lexical/1-1024"}
    indexed = [body for method, path, body in server.asked if (method, path) == ("PUT", MEMORIES + "/index")]
    assert [(b["field_name"], b["field_schema"]) for b in indexed] == [
        ("tenant", {"type": "keyword", "is_tenant": True}),
        ("agent", {"type": "keyword", "is_tenant": False}),
        ("session", {"type": "keyword", "is_tenant": False}),
        ("sequence", {"type": "integer", "lookup": False, "range": True}),
    ]


def test_a_collection_that_another_process_made_meanwhile_is_used(server: Server) -> None:
    server.answers[("GET", MEMORIES + "/exists")] = [result({"exists": False}), result({"exists": True})]
    server.answers[("PUT", MEMORIES)] = [(409, {"status": {"error": "already exists"}})]
    QdrantHost(url=server.url).close()


def test_a_server_without_collection_metadata_is_refused(server: Server) -> None:
    server.answers[("GET", MEMORIES)] = [described(mark=None)]
    server.answers[("PATCH", MEMORIES)] = [result(value=True)]
    with pytest.raises(InvalidInputError, match="url: the server keeps no collection metadata"):
        QdrantHost(url=server.url)


@pytest.mark.parametrize(
    ("status", "transient"),
    [(400, False), (403, False), (404, False), (413, False), (429, True), (500, True), (503, True)],
)
def test_a_servers_refusal_says_whether_to_try_again(server: Server, status: int, transient: bool) -> None:
    server.answers[("POST", MEMORIES + "/points/query")] = [(status, {"status": {"error": "I keep bees"}})]
    host = QdrantHost(url=server.url)
    with pytest.raises(HostError) as caught:
        host.search("bees", scope=ME, limit=1)
    host.close()
    assert str(caught.value) == f"host 'qdrant:atma_memories' failed to search: the server answered {status}"
    assert caught.value.transient is transient


@pytest.mark.parametrize("status", [400, 403])
def test_a_server_that_refuses_is_refused_when_it_is_opened(server: Server, status: int) -> None:
    server.answers[("GET", MEMORIES + "/exists")] = [(status, {"status": {"error": "no"}})]
    with pytest.raises(HostError, match=f"failed to open: the server answered {status}"):
        QdrantHost(url=server.url)


def test_an_answer_that_is_none_of_qdrants_is_permanent(server: Server) -> None:
    server.answers[("POST", MEMORIES + "/points/query")] = [(200, {"result": "I keep bees"})]
    host = QdrantHost(url=server.url)
    with pytest.raises(HostError, match="no usable answer") as caught:
        host.search("bees", scope=ME, limit=1)
    host.close()
    assert not caught.value.transient


def test_a_server_that_is_down_may_come_back(server: Server) -> None:
    client = QdrantClient(url=server.url, check_compatibility=False)
    host = QdrantHost(client)
    server.stop()
    with pytest.raises(HostError, match="no usable answer") as caught:
        host.search("bees", scope=ME, limit=1)
    client.close()
    assert caught.value.transient
