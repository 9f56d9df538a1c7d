"""One call with a limit to the whole of it: the SDK's own limit starts anew with every byte that arrives.

A blocking call is made in a thread, which its caller leaves when the time is up: while the head of an answer or the
body of an error drips in, nothing but its end, or a silence as long as the limit, brings the SDK back.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Never

from atma_openai.replies import NoCompletion
from atma_overlay.patience import in_time
from atma_overlay.workers import Workers

if TYPE_CHECKING:
    from openai import AsyncOpenAI, OpenAI
    from openai.resources.chat.completions import Completions
    from openai.types.chat import ChatCompletion

__all__ = ["completed", "completed_async"]

_CALLING = Workers("atma-openai", most=256)
"""For blocking calls; those that were left keep their threads until the endpoint ends."""


def completed(client: OpenAI, arguments: dict[str, Any], *, seconds: float) -> ChatCompletion:
    """A completion, blocking.

    Raises:
        TimeoutError: it was still arriving when the time was up. Servers keep a connection alive with blanks.
        ConnectionError: it broke off.
        NoCompletion: what arrived is something else.
        LedgerError: no thread is to be had.
    """
    completions = client.chat.completions  # the SDK imports it now, which is no wait for the endpoint
    work = partial(_answer, completions, arguments, monotonic() + seconds)
    return in_time(work, _CALLING, seconds=seconds, late=_late)


def _late() -> Never:
    raise TimeoutError


def _answer(completions: Completions, arguments: dict[str, Any], until: float) -> ChatCompletion:
    with completions.with_streaming_response.create(**arguments) as response:
        kind = response.headers.get("content-type", "")
        body = b"".join(_in_time(response.iter_bytes(), until=until))
    return _parsed(body, kind=kind)


async def completed_async(client: AsyncOpenAI, arguments: dict[str, Any], *, seconds: float) -> ChatCompletion:
    """A completion, awaited; see `completed`."""
    completions = client.chat.completions
    async with asyncio.timeout(seconds):
        completion: ChatCompletion = await completions.create(**arguments)
    return completion


def _in_time(chunks: Iterable[bytes], *, until: float) -> Iterator[bytes]:
    try:
        for chunk in chunks:
            if monotonic() > until:
                raise TimeoutError
            yield chunk
    except TimeoutError:
        raise
    except Exception as error:  # the transport's own, which differs between versions of the SDK
        raise (TimeoutError if "Timeout" in type(error).__name__ else ConnectionError) from error


def _parsed(body: bytes, *, kind: str) -> ChatCompletion:
    from openai.types.chat import ChatCompletion

    if "json" not in kind:
        raise NoCompletion
    data = json.loads(body)
    if not isinstance(data, dict):
        raise NoCompletion
    return ChatCompletion.construct(**data)
