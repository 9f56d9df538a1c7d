"""The reader with a model: a packet as a block for a prompt, the query, and an answer in a form."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from atma_overlay.evaluation.answers.answer import Answer, Verdict
from atma_overlay.evaluation.episodes import AskedView
from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import load_prompt
from atma_overlay.models.structured import ask
from atma_overlay.ports.model import Model, ModelRequest
from atma_overlay.render import quote, render_json
from atma_overlay.views import Packet

MAX_TOKENS = 600


class ReadAnswer(BaseModel):
    """The answer to the question."""

    model_config = ConfigDict(extra="ignore")

    verdict: Literal["answer", "uncertain", "absent", "blocked"] = Field(
        description="answer: the memory answers it; uncertain: what holds now cannot be known; absent: the memory "
        "holds nothing of it; blocked: the question takes for granted what holds no longer"
    )
    text: str = Field(description="the answer as you would say it, one to three sentences")
    values: list[str] = Field(
        default_factory=list,
        description="only the values asked for, in the fewest words, in order of time where several; with blocked, "
        "what holds now; empty where there is none",
    )
    past: list[str] = Field(default_factory=list, description="values named in the text that hold no longer")

    def answer(self) -> Answer:
        """The same, as every reader gives it."""
        values = tuple(value for value in self.values if value.strip())
        return Answer(self.text, Verdict(self.verdict), values, tuple(self.past))


class ChatReader:
    """Answers a packet's query with a chat model: one call, two with a repair.

    Args:
        model: any.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def read(self, packet: Packet, *, view: AskedView, now: datetime) -> Answer:
        """The answer to the packet's query, which the model reads for itself: the asked view is not told.

        Raises:
            ModelError: the model failed.
        """
        nonce = content_nonce(render_json(packet), now.isoformat())
        return answered(self._model, memory=packet.render(nonce=nonce), query=packet.query, now=now, nonce=nonce)


def answered(model: Model, *, memory: str, query: str, now: datetime, nonce: str) -> Answer:
    """The answer to a query from a block of memory; one prompt for every system, so that only memories differ.

    Args:
        model: any.
        memory: a block whose texts cannot close it.
        query: what is asked.
        now: when it is asked.
        nonce: of the block.

    Raises:
        ModelError: the model failed.
    """
    prompt = load_prompt("reader")
    messages = prompt.messages(memory=memory, query=quote(query, nonce), today=now.date().isoformat())
    request = ModelRequest(messages, max_tokens=MAX_TOKENS, prompt=prompt.id)
    return ask(model, request, schema=ReadAnswer).value.answer()
