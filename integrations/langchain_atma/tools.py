"""Memory as tools of an agent: remember and search. Whose memory it is, no model decides."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from langchain_core.tools import BaseTool
from langgraph.runtime import Runtime, get_runtime
from pydantic import AfterValidator, BaseModel, Field, SkipValidation, field_validator

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.effects import Flow
from atma_overlay.records import Origin
from atma_overlay.refusals import refusing
from atma_overlay.render import quote
from atma_overlay.scope import Scope
from atma_overlay.threads.faces import AnyOverlay, checked, read, read_async, recalled, remembered, write, write_async
from atma_overlay.views import Packet, Turn, WriteReceipt
from langchain_atma.scopes import Scoped, checked_scope, scope_of

__all__ = ["AtmaRememberTool", "AtmaSearchTool"]

Answer = tuple[str, dict[str, Any]]


def _words(value: str) -> str:
    if not value.strip():
        raise ValueError("is blank: pass words")
    return value


Words = Annotated[str, AfterValidator(_words)]
"""What a model passes: a blank is refused where it is passed, so that the model is told and its run goes on."""


class SearchInput(BaseModel):
    """What the search tool takes."""

    query: Words = Field(min_length=1, description="What to look up, as a question in plain words.")


class RememberInput(BaseModel):
    """What the remember tool takes."""

    text: Words = Field(min_length=1, description="What the user said, verbatim and in the first person.")


class _AtmaTool(BaseTool):
    """What both tools share: an overlay, and whose memory it is.

    Attributes:
        overlay: an `Overlay` or an `AsyncOverlay`.
        scope: whose memory, or a function that tells it from the run.

    Raises:
        InvalidInputError: an attribute cannot be used.
    """

    response_format: Literal["content", "content_and_artifact"] = "content_and_artifact"
    overlay: SkipValidation[AnyOverlay] = Field(exclude=True, repr=False)
    scope: SkipValidation[Scoped] = Field(exclude=True, repr=False)

    @field_validator("overlay", mode="before")
    @classmethod
    def _is_an_overlay(cls, value: Any) -> AnyOverlay:
        return checked(value)

    @field_validator("scope", mode="before")
    @classmethod
    def _tells_a_scope(cls, value: Any) -> Scoped:
        return checked_scope(value)

    def _mine(self) -> Scope:
        return scope_of(self.scope, None if isinstance(self.scope, Scope) else _present_run())


def _present_run() -> Runtime[Any] | None:
    try:
        return get_runtime()
    except RuntimeError:
        return None


@refusing
class AtmaSearchTool(_AtmaTool):
    """A tool that looks up what is known of the user: labelled evidence as text, the packet as a JSON artifact.

    Attributes:
        k: packets at most; a pair of old and new is one.
    """

    name: str = "search_memory"
    description: str = (
        "Look up what is known about the user. The answer says what is current, what is historical and what changed, "
        "and corrects what the query wrongly takes for granted."
    )
    args_schema: type[BaseModel] = SearchInput
    k: int = Field(default=5, ge=1, le=MAX_LIMIT)

    def _run(self, query: str) -> Answer:
        return _shown(read(self.overlay, recalled(self.overlay, query, scope=self._mine(), limit=self.k)))

    async def _arun(self, query: str) -> Answer:
        return _shown(await read_async(self.overlay, recalled(self.overlay, query, scope=self._mine(), limit=self.k)))


@refusing
class AtmaRememberTool(_AtmaTool):
    """A tool that stores what the user said, and answers what changed by it.

    Attributes:
        origin: who stands behind what a model says that the user said. A tool's word is the default: it retires what
            came from tools, documents and agents, and never what the user was heard to say (law 9).
    """

    name: str = "remember"
    description: str = (
        "Store something that the user said about themselves, their plans or their projects, in the user's own words."
    )
    args_schema: type[BaseModel] = RememberInput
    origin: Origin = Origin.TOOL

    def _run(self, text: str) -> Answer:
        return _stored(write(self.overlay, self._learning(text)))

    async def _arun(self, text: str) -> Answer:
        return _stored(await write_async(self.overlay, self._learning(text)))

    def _learning(self, text: str) -> Flow[WriteReceipt]:
        return remembered(self.overlay, [Turn(text=text)], scope=self._mine(), origin=self.origin)


def _shown(packet: Packet) -> Answer:
    return packet.render(), packet.model_dump(mode="json", exclude={"shadow"})


def _stored(receipt: WriteReceipt) -> Answer:
    changes = receipt.transitions
    slots = [quote(f"{t.subject} / {t.attribute.replace('_', ' ')}") for t in changes]
    told = [f"{slot}: {t.kind}, {t.state}" for slot, t in zip(slots, changes, strict=True)]
    return "\n".join(["Stored.", *told]), {"receipt": receipt.model_dump(mode="json")}
