"""A model whose answers are written beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pydantic import BaseModel

from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.model import Finish, ModelCapabilities, ModelReply, ModelRequest, ToolCall, Usage
from atma_overlay.render import estimate_tokens

__all__ = ["Said", "ScriptedModel"]

Said = str | BaseModel | ToolCall | Exception | ModelReply
"""A text, a value of a schema, a tool asked for, a failure to raise, or a whole reply."""


class ScriptedModel:
    """Answers with what it was given, in order, or with what a function makes of the request.

    Args:
        script: the answers, or a function from a request to one.
        name: as a specification would have it.

    Raises:
        InvalidInputError (on a call): the script is at its end.
    """

    def __init__(self, script: Iterable[Said] | Callable[[ModelRequest], Said], *, name: str = "scripted:1") -> None:
        self._name = name
        self._answer = script if callable(script) else _in_order(script)
        self.requests: list[ModelRequest] = []
        """What was asked, in order."""

    @property
    def name(self) -> str:
        """The given name."""
        return self._name

    @property
    def capabilities(self) -> ModelCapabilities:
        """It calls tools; one thread at a time, so that its script stays in order."""
        return ModelCapabilities(thread_safe=False)

    def complete(self, request: ModelRequest) -> ModelReply:
        """The next answer; tokens are estimated."""
        self.requests.append(request)
        said = self._answer(request)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, ModelReply):
            return said
        text = said if isinstance(said, str) else said.model_dump_json() if isinstance(said, BaseModel) else ""
        calls = (said,) if isinstance(said, ToolCall) else ()
        asked = sum(estimate_tokens(message.text) for message in request.messages)
        usage = Usage(asked, estimate_tokens(text), 1, estimated=True)
        return ModelReply(text, Finish.CALLS if calls else Finish.STOP, usage, calls=calls, model=self._name)

    def close(self) -> None:
        """Nothing is open."""


def _in_order(script: Iterable[Said]) -> Callable[[ModelRequest], Said]:
    answers: Iterator[Said] = iter(script)

    def following(_: ModelRequest) -> Said:
        try:
            return next(answers)
        except StopIteration:
            raise InvalidInputError("script", "is at its end: it holds fewer answers than are asked for") from None

    return following
