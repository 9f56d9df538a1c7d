"""An OpenAI-compatible chat endpoint on loopback whose answers are scripted: real HTTP for real SDKs."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

__all__ = ["Broken", "Failing", "ModelServer", "Raw", "Refusing", "Saying", "ScriptedAnswer", "Slow"]


@dataclass(frozen=True, slots=True)
class Saying:
    """A completion; `tools` are (name, JSON arguments) pairs that it asks for."""

    text: str | None = ""
    finish: str = "stop"
    tools: tuple[tuple[str, str], ...] = ()
    usage: tuple[int, int] | None = (10, 5)


@dataclass(frozen=True, slots=True)
class Refusing:
    """A completion that declines."""

    text: str = "I cannot help with that."


@dataclass(frozen=True, slots=True)
class Failing:
    """An error with a status, as the protocol words it."""

    status: int
    message: str = "it failed"
    code: str | None = None
    parameter: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Raw:
    """Any body at all."""

    body: bytes
    content_type: str = "application/json"
    status: int = 200


@dataclass(frozen=True, slots=True)
class Broken:
    """A connection that is cut in the middle of the body."""


@dataclass(frozen=True, slots=True)
class Slow:
    """An answer that comes after some seconds, or when the server stops.

    With `keeps_alive_seconds` the status comes at once, and a blank as often as that while the answer is waited for.
    """

    seconds: float
    then: Saying = Saying()
    keeps_alive_seconds: float | None = None


ScriptedAnswer = Saying | Refusing | Failing | Raw | Broken | Slow
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
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
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


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            """Answer one request."""
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            if self.path.split("?")[0].endswith("/chat/completions"):
                self._give(server.answer(body, self.headers.get("Authorization")), body)
            else:
                self._give(Failing(404, "no such address"), body)

        def _give(self, answer: ScriptedAnswer, body: dict[str, Any]) -> None:
            if isinstance(answer, Slow) and answer.keeps_alive_seconds is not None:
                self._drip(answer, answer.keeps_alive_seconds, str(body.get("model")))
                return
            if isinstance(answer, Slow):
                server.stopping.wait(answer.seconds)
                answer = answer.then
            if isinstance(answer, Broken):
                self._send(200, b'{"id": "cut', "application/json", {}, length=1000)
                self.close_connection = True
            elif isinstance(answer, Raw):
                self._send(answer.status, answer.body, answer.content_type, {})
            elif isinstance(answer, Failing):
                self._send(answer.status, _encoded(_error(answer)), "application/json", answer.headers)
            else:
                self._send(200, _encoded(_completion(answer, str(body.get("model")))), "application/json", {})

        def _drip(self, answer: Slow, pause: float, model: str) -> None:
            body = _encoded(_completion(answer.then, model))
            blanks = max(1, round(answer.seconds / pause))
            try:
                self._head(200, "application/json", {}, length=blanks + len(body))
                for _ in range(blanks):
                    self.wfile.write(b" ")
                    self.wfile.flush()
                    server.stopping.wait(pause)
                self.wfile.write(body)
            except ConnectionError:
                self.close_connection = True  # the caller did not wait

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

    return Handler


def _encoded(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body).encode()


def _error(answer: Failing) -> dict[str, Any]:
    error = {"message": answer.message, "type": "error", "code": answer.code, "param": answer.parameter}
    return {"error": error}


def _completion(answer: Saying | Refusing, model: str) -> dict[str, Any]:
    said = answer if isinstance(answer, Saying) else Saying(None)
    message: dict[str, Any] = {"role": "assistant", "content": said.text}
    if isinstance(answer, Refusing):
        message["refusal"] = answer.text
    if said.tools:
        message["tool_calls"] = [
            {"id": f"call_{place}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for place, (name, arguments) in enumerate(said.tools)
        ]
    body: dict[str, Any] = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if said.tools else said.finish}],
    }
    if said.usage is not None:
        tokens_in, tokens_out = said.usage
        body["usage"] = {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        }
    return body
