"""One logical call of a judge, and what its calls have cost so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

from pydantic import BaseModel

from atma_overlay.effects import Flow, ModelCall
from atma_overlay.errors import InvalidInputError
from atma_overlay.judge.settings import Judge
from atma_overlay.models.digest import digest
from atma_overlay.models.metering import MeteredModel
from atma_overlay.models.prompts import load_prompt
from atma_overlay.models.structured import Answered
from atma_overlay.ports.model import Message, ModelRequest, Usage
from atma_overlay.render import estimate_tokens

T = TypeVar("T", bound=BaseModel)


@dataclass(slots=True)
class Account:
    """What the calls for one batch or one query come to; `asked` counts logical calls."""

    judge: Judge
    usage: Usage = field(default_factory=Usage)
    asked: int = 0

    def ask(self, messages: tuple[Message, ...], prompt: str, schema: type[T]) -> Flow[T]:
        """One logical call; the same question to the same model is asked once."""
        request = ModelRequest(messages, max_tokens=self.judge.budget.tokens_out, prompt=load_prompt(prompt).id)
        key = f"{schema.__name__} {digest(self.judge.model.name, request)}"
        known = self.judge.answers.get(key)
        if known is not None:
            return cast(T, known)
        self.asked += 1
        metered = MeteredModel(self.judge.model)
        try:
            answered: Answered[T] = yield ModelCall(metered, request, schema)
        finally:  # an answer of no use is paid for all the same
            self.usage += metered.usage
        self.judge.answers.keep(key, answered.value)
        return answered.value

    def no_room(self) -> InvalidInputError:
        """What is wrong where not even the least question is within the budget."""
        least = self.judge.budget.tokens_in
        return InvalidInputError("budget.tokens_in", f"{least} leave no room for a question: pass 2000 or more")

    def fits(self, messages: Sequence[Message]) -> bool:
        """Whether a question is within the budget of its tokens."""
        return sum(estimate_tokens(m.text) for m in messages) <= self.judge.budget.tokens_in
