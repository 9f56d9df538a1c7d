"""Another try where it may help, and no more tries than that."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tenacity import AsyncRetrying, RetryCallState, Retrying, retry_if_exception, stop_after_attempt, stop_before_delay

from atma_overlay.errors import InvalidInputError, ModelError
from atma_overlay.models.awaiting import awaited, refuse_given_up
from atma_overlay.models.inner import OverInner
from atma_overlay.patience import LONGEST_SECONDS, is_waited_for, rest
from atma_overlay.ports.model import Model, ModelReply, ModelRequest
from atma_overlay.signatures import typed, typed_under


@typed_under("retry")
@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often a transient failure is tried again.

    Attributes:
        attempts: calls at most, the first included.
        first_seconds: the wait before the second call; it doubles with each.
        longest_seconds: the longest single wait. An endpoint that asks for a longer one is not waited for.
        total_seconds: no further call is made once this much time has passed, and no wait for one begins that
            would end later.

    Raises:
        InvalidInputError: a number cannot be used.
    """

    attempts: int = 4
    first_seconds: float = 1.0
    longest_seconds: float = 30.0
    total_seconds: float = 180.0

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise InvalidInputError("retry.attempts", f"{self.attempts} asks nothing: pass 1 for no second call")
        for name in ("first_seconds", "longest_seconds", "total_seconds"):
            if not 0 <= getattr(self, name) <= LONGEST_SECONDS:
                problem = f"{getattr(self, name)} is not between 0 and {LONGEST_SECONDS}: pass seconds"
                raise InvalidInputError(f"retry.{name}", problem)


class RetryingModel(OverInner):
    """Calls a model again after transient failures while the caller waits, with exponential waits and jitter.

    Args:
        inner: the model.
        policy: how often and how long.
        sleep: waits that many seconds, or until the caller waits no more; the asynchronous face waits on its event
            loop.
        chance: jitter between half a wait and a whole one.
    """

    @typed
    def __init__(
        self,
        inner: Model,
        *,
        policy: RetryPolicy | None = None,
        sleep: Callable[[float], None] = rest,
        chance: random.Random | None = None,
    ) -> None:
        super().__init__(inner)
        self._policy = policy or RetryPolicy()
        self._sleep = sleep
        self._chance = chance or random.Random()

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer a request.

        Raises:
            ModelError: what the last try raised.
        """
        return Retrying(sleep=self._sleep, **self._rules())(self._asked, request)

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        """Answer a request, awaited.

        Raises:
            ModelError: what the last try raised.
        """
        return await AsyncRetrying(**self._rules())(awaited, self._inner, request)

    def _asked(self, request: ModelRequest) -> ModelReply:
        refuse_given_up(self.name)
        return self._inner.complete(request)

    def _rules(self) -> dict[str, Any]:
        policy = self._policy
        return {
            "stop": stop_after_attempt(policy.attempts) | stop_before_delay(policy.total_seconds),
            "wait": self._wait,
            "retry": retry_if_exception(self._is_worth_a_try),
            "reraise": True,
        }

    def _is_worth_a_try(self, error: BaseException) -> bool:
        asked = getattr(error, "retry_after_seconds", None) or 0.0
        worth = isinstance(error, ModelError) and error.transient and asked <= self._policy.longest_seconds
        return worth and is_waited_for()

    def _wait(self, state: RetryCallState) -> float:
        """At least what the endpoint asks for; the jitter keeps concurrent callers apart."""
        longest = min(self._policy.longest_seconds, self._policy.first_seconds * 2.0 ** (state.attempt_number - 1))
        error = state.outcome.exception() if state.outcome else None
        asked = getattr(error, "retry_after_seconds", None) or 0.0
        return max(float(asked), longest * (0.5 + self._chance.random() / 2))
