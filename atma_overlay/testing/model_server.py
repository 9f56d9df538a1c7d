"""An OpenAI-compatible chat endpoint on loopback whose answers are scripted: real HTTP for real SDKs."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from atma_overlay.testing.model_answers import (
    Broken,
    Failing,
    Raw,
    ScriptedAnswer,
    Slow,
    completion_of,
    encoded,
    refusal_of,
)

__all__ = ["ModelServer", "Script"]

Script = Iterable[ScriptedAnswer] | Callable[[dict[str, Any]], ScriptedAnswer]


class ModelServer:
    """Serves `POST /v1/chat/completions` from a script; a context manager.

    Args:
        script: the answers in order (the last one repeats), or a function from a request's body to one.
    """

    def __init__(self, script: Script) -> None:
        self._answer = script if callable(script) else _repeating(script)
        self._lock = threading.Lock()
        self.stopping = threading.Event()
        self.requests: list[dict[str, Any]] = []
        """The bodies that were posted, in order."""
        self.keys: list[str | None] = []
        """The `Authorization` header of each."""
        self._server = _Listening(self)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def base_url(self) -> str:
        """Where it listens, `/v1` included."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def answer(self, body: dict[str, Any], key: str | None) -> ScriptedAnswer:
        """The answer to a body, which is kept."""
        with self._lock:
            self.requests.append(body)
            self.keys.append(key)
            return self._answer(body)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _repeating(script: Iterable[ScriptedAnswer]) -> Callable[[dict[str, Any]], ScriptedAnswer]:
    answers = list(script)
    waiting: Iterator[ScriptedAnswer] = iter(answers)
    return lambda _: next(waiting, answers[-1])


class _Listening(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script: ModelServer) -> None:
        self.script = script
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: _Listening
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        """Answer one request."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        if self.path.split("?")[0].endswith("/chat/completions"):
            self._give(self.server.script.answer(body, self.headers.get("Authorization")), body)
        else:
            self._give(Failing(404, "no such address"), body)

    def _give(self, answer: ScriptedAnswer, body: dict[str, Any]) -> None:
        if isinstance(answer, Slow) and answer.keeps_alive_seconds is not None:
            self._drip(answer, answer.keeps_alive_seconds, str(body.get("model")))
            return
        if isinstance(answer, Slow):
            self.server.script.stopping.wait(answer.seconds)
            answer = answer.then
        if isinstance(answer, Broken):
            self._send(200, b'{"id": "cut', "application/json", {}, length=1000)
            self.close_connection = True
        elif isinstance(answer, Raw):
            self._send(answer.status, answer.body, answer.content_type, {})
        elif isinstance(answer, Failing):
            self._send(answer.status, encoded(refusal_of(answer)), "application/json", answer.headers)
        else:
            self._send(200, encoded(completion_of(answer, str(body.get("model")))), "application/json", {})

    def _drip(self, answer: Slow, pause: float, model: str) -> None:
        then = answer.then
        status = then.status if isinstance(then, Failing) else 200
        body = encoded(refusal_of(then) if isinstance(then, Failing) else completion_of(then, model))
        times = max(1, round(answer.seconds / pause))
        try:
            self.send_response(status)
            if answer.within_head:
                self.flush_headers()
                self._repeat(b"X-Alive: 1\r\n", times, pause)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body) + (0 if answer.within_head else times)))
            self.end_headers()
            if not answer.within_head:
                self._repeat(b" ", times, pause)
            self.wfile.write(body)
        except ConnectionError:
            self.close_connection = True  # the caller did not wait

    def _repeat(self, part: bytes, times: int, pause: float) -> None:
        for _ in range(times):
            self.wfile.write(part)
            self.wfile.flush()
            self.server.script.stopping.wait(pause)

    def _head(self, status: int, content_type: str, headers: Mapping[str, str], *, length: int) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _send(
        self,
        status: int,
        body: bytes,
        content_type: str,
        headers: Mapping[str, str],
        *,
        length: int | None = None,
    ) -> None:
        try:
            self._head(status, content_type, headers, length=len(body) if length is None else length)
            self.wfile.write(body)
        except ConnectionError:
            self.close_connection = True  # the caller did not wait
