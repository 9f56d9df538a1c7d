"""A run against a model, kept so that it can be replayed exactly, or go on where it stopped.

One file a request, named by the content hash of the request and the model's name. The files hold what was asked
and answered in full: they are readable by their owner alone.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from tempfile import NamedTemporaryFile

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from atma_overlay.errors import InvalidInputError, ModelError, ModelRefusedError
from atma_overlay.models.awaiting import awaited
from atma_overlay.models.digest import canonical, digest
from atma_overlay.models.inner import OverInner
from atma_overlay.models.json_text import well_formed
from atma_overlay.models.structured import fits
from atma_overlay.ports.model import Finish, Model, ModelCapabilities, ModelReply, ModelRequest, ToolCall, Usage
from atma_overlay.signatures import typed


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Call(_Part):
    id: str
    name: str
    arguments: str


class _Reply(_Part):
    text: str
    finish: Finish
    calls: tuple[_Call, ...] = ()
    model: str = ""
    tokens_in: int
    tokens_out: int
    estimated: bool = False


class _Failure(_Part):
    problem: str
    refused: bool = False
    transient: bool = False


class Recording(_Part):
    """What one request came to: a reply or a failure."""

    model: str
    prompt: str = ""
    request: dict[str, JsonValue]
    reply: _Reply | None = None
    failure: _Failure | None = None

    def is_final_for(self, request: ModelRequest) -> bool:
        """Whether the request need not be put again: it was answered, or declined.

        Of what failed the cause may be mended, a key or an address. So it may of an answer that was of no use after
        its repair; the first one of the two is kept, and the repair is asked for again.
        """
        if self.failure is not None:
            return self.failure.refused
        if self.reply is None or request.schema is None or not request.mends:
            return True
        return fits(self.reply.text, request.schema)

    def outcome(self) -> ModelReply:
        """The reply.

        Raises:
            ModelError: the failure that was recorded.
        """
        if self.failure is not None:
            if self.failure.refused:
                raise ModelRefusedError(self.model, self.failure.problem)
            raise ModelError(self.model, self.failure.problem, transient=self.failure.transient)
        if self.reply is None:
            problem = "a recording holds neither reply nor failure: delete it and record again"
            raise InvalidInputError("replay", problem, cause=problem)
        said = self.reply
        return ModelReply(
            text=said.text,
            finish=said.finish,
            usage=Usage(said.tokens_in, said.tokens_out, 1, said.estimated),
            calls=tuple(ToolCall(c.id, c.name, c.arguments) for c in said.calls),
            model=said.model,
        )


class Recordings:
    """A folder of recordings."""

    @typed
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, model: str, request: ModelRequest) -> Recording | None:
        """What is recorded of a request.

        Raises:
            InvalidInputError: the file is damaged.
        """
        path = self._path(digest(model, request))
        try:
            return Recording.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except ValidationError as error:
            problem = "is no recording of a model's answer: delete it"
            raise InvalidInputError(str(path), problem, cause=f"{path.name} {problem}") from error

    def keep(self, recording: Recording, request: ModelRequest) -> None:
        """Write a recording whole or not at all, in place of an earlier one."""
        path = self._path(digest(recording.model, request))
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", suffix=".part", delete=False) as file:
            file.write(recording.model_dump_json(indent=1, ensure_ascii=True))
        try:
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise

    def _path(self, name: str) -> Path:
        return self.folder / name[:2] / f"{name}.json"


class RecordingModel(OverInner):
    """Keeps what a model answers. What was already answered is not asked again: a stopped run goes on.

    What failed is asked again, and what was of no use after its repair; a refusal is an answer.
    """

    @typed
    def __init__(self, inner: Model, recordings: Recordings) -> None:
        super().__init__(inner)
        self._recordings = recordings

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer a request."""
        exchange = self._exchange(request)
        try:
            next(exchange)
            try:
                reply = self._inner.complete(request)
            except ModelError as error:
                exchange.throw(error)
                raise
            exchange.send(reply)
        except StopIteration as done:
            return _replied(done)
        raise AssertionError("an exchange ends with a reply")

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        """Answer a request, awaited."""
        exchange = self._exchange(request)
        try:
            next(exchange)
            try:
                reply = await awaited(self._inner, request)
            except ModelError as error:
                exchange.throw(error)
                raise
            exchange.send(reply)
        except StopIteration as done:
            return _replied(done)
        raise AssertionError("an exchange ends with a reply")

    def _exchange(self, request: ModelRequest) -> Generator[None, ModelReply, ModelReply]:
        """Yields once where the model has to be asked."""
        known = self._recordings.find(self.name, request)
        if known is not None and known.is_final_for(request):
            return known.outcome()
        about = Recording(model=self.name, prompt=request.prompt, request=canonical(request))
        try:
            reply = yield
        except ModelError as error:
            failure = _Failure(
                problem=error.problem, refused=isinstance(error, ModelRefusedError), transient=error.transient
            )
            self._recordings.keep(about.model_copy(update={"failure": failure}), request)
            raise
        self._recordings.keep(about.model_copy(update={"reply": _recorded(reply)}), request)
        return reply


class ReplayingModel:
    """Answers from recordings alone; no model is reached.

    Args:
        name: the name under which the model was recorded.
        recordings: where.
    """

    @typed
    def __init__(self, name: str, recordings: Recordings) -> None:
        self._name = name
        self._recordings = recordings

    @property
    def name(self) -> str:
        """The recorded model's name."""
        return self._name

    @property
    def capabilities(self) -> ModelCapabilities:
        """It answers at once."""
        return ModelCapabilities()

    def complete(self, request: ModelRequest) -> ModelReply:
        """What was answered then.

        Raises:
            InvalidInputError: nothing was recorded for this request.
            ModelError: the failure that was recorded.
        """
        known = self._recordings.find(self._name, request)
        if known is None:
            short = digest(self._name, request)[:12]
            problem = (
                f"holds no answer of {self._name!r} to request {short}"
                f"{f' ({request.prompt})' if request.prompt else ''}: record the run again with this version"
            )
            raise InvalidInputError("replay", f"{self._recordings.folder} {problem}", cause=f"the folder {problem}")
        return known.outcome()

    def close(self) -> None:
        """Nothing is open."""


def _replied(done: StopIteration) -> ModelReply:
    reply: ModelReply = done.value
    return reply


def _recorded(reply: ModelReply) -> _Reply:
    return _Reply(
        text=well_formed(reply.text),
        finish=reply.finish,
        calls=tuple(_Call(id=c.id, name=c.name, arguments=well_formed(c.arguments)) for c in reply.calls),
        model=reply.model,
        tokens_in=reply.usage.tokens_in,
        tokens_out=reply.usage.tokens_out,
        estimated=reply.usage.estimated,
    )
