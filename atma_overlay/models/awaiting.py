"""A model asked, and awaited whether or not it can be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from typing import cast

from atma_overlay.errors import ModelError
from atma_overlay.patience import is_waited_for
from atma_overlay.ports.model import AsyncModel, Model, ModelReply, ModelRequest
from atma_overlay.workers import Workers

_ANSWERING = Workers("atma-model", most=256)
"""For models without an asynchronous face, whoever asks them: each judge has a limit of its own, 8 by default."""
_BEGUN: ContextVar[list[Future[ModelReply]] | None] = ContextVar("atma_model_calls", default=None)


def refuse_given_up(model: str) -> None:
    """Let a model be asked while the caller waits for it.

    Raises:
        ModelError: nobody does any more.
    """
    if not is_waited_for():
        problem = "was given up before it was asked"
        raise ModelError(model, problem, transient=True, cause=problem)


def completed(model: Model, request: ModelRequest) -> ModelReply:
    """One completion, blocking.

    Raises:
        ModelError: as the model does; or it raised what would end a generator or a task that is not its own, and leave
            who awaits it waiting for ever.
    """
    try:
        return model.complete(request)
    except (StopIteration, asyncio.CancelledError) as error:
        raise _of_its_own(model, error) from error


async def awaited(model: Model, request: ModelRequest) -> ModelReply:
    """One completion; a model without an asynchronous face answers in a thread, which no cancellation ends.

    Raises:
        ModelError: as the model does; or it was cancelled, and the task that awaits it was not.
        LedgerError: no thread is to be had.
    """
    if model.capabilities.asynchronous:
        try:
            return await cast("AsyncModel", model).complete_async(request)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise _of_its_own(model, error) from error
    call = _ANSWERING.submit(partial(copy_context().run, completed, model, request))
    if (begun := _BEGUN.get()) is not None:
        begun.append(call)
    return await asyncio.wrap_future(call)


def _of_its_own(model: Model, error: BaseException) -> ModelError:
    problem = f"it raised {type(error).__name__}"
    return ModelError(model.name, problem, transient=isinstance(error, asyncio.CancelledError), cause=problem)


@contextmanager
def until_ended(then: Callable[[], None]) -> Iterator[None]:
    """Have something done once what is inside is over, and so are the threads that it was cancelled in front of."""
    outer, begun = _BEGUN.get(), list[Future[ModelReply]]()
    _BEGUN.set(begun)
    try:
        yield
    finally:
        _BEGUN.set(outer)
        if outer is not None:
            outer.extend(begun)
        _once_ended(begun, then)


def _once_ended(calls: Sequence[Future[ModelReply]], then: Callable[[], None]) -> None:
    running = next((call for call in calls if not call.done()), None)
    if running is None:
        then()
    else:
        running.add_done_callback(lambda _: _once_ended(calls, then))
