"""A model asked, and awaited whether or not it can be."""

from __future__ import annotations

import asyncio
from typing import cast

from atma_overlay.errors import ModelError
from atma_overlay.ports.model import AsyncModel, Model, ModelReply, ModelRequest


def completed(model: Model, request: ModelRequest) -> ModelReply:
    """One completion, blocking.

    Raises:
        ModelError: as the model does; or it raised what would end a generator or a task that is not its own, and leave
            who awaits it waiting for ever.
    """
    try:
        return model.complete(request)
    except (StopIteration, asyncio.CancelledError) as error:
        problem = f"it raised {type(error).__name__}"
        passes = isinstance(error, asyncio.CancelledError)
        raise ModelError(model.name, problem, transient=passes, cause=problem) from error


async def awaited(model: Model, request: ModelRequest) -> ModelReply:
    """One completion; a model without an asynchronous face answers in a worker thread.

    Raises:
        ModelError: as the model does.
    """
    if model.capabilities.asynchronous:
        return await cast("AsyncModel", model).complete_async(request)
    return await asyncio.to_thread(completed, model, request)
