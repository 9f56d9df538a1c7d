"""A model awaited, whether or not it can be."""

from __future__ import annotations

import asyncio
from typing import cast

from atma_overlay.ports.model import AsyncModel, Model, ModelReply, ModelRequest


async def awaited(model: Model, request: ModelRequest) -> ModelReply:
    """One completion; a model without an asynchronous face answers in a worker thread.

    Raises:
        ModelError: as the model does.
    """
    if model.capabilities.asynchronous:
        return await cast("AsyncModel", model).complete_async(request)
    return await asyncio.to_thread(model.complete, request)
