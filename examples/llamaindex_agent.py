"""A LlamaIndex agent before and after, offline, with a model that repeats what it is shown first.

Run it: pip install ".[llama-index]", then python examples/llamaindex_agent.py.
"""

import asyncio
from collections.abc import Sequence

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.memory import BaseMemory, ChatMemoryBuffer

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from llama_index.memory.atma import AtmaMemory


def repeat(messages: Sequence[ChatMessage], **_: object) -> ChatMessage:
    oldest = next(message for message in messages if message.role == "user")
    return ChatMessage(role="assistant", content=(oldest.content or "").splitlines()[-1])


async def last_answer(memory: BaseMemory) -> str:
    agent = FunctionAgent(llm=MockFunctionCallingLLM(response_generator=repeat), tools=[], streaming=False)
    for said in ("I live in Chicago.", "I moved to Atlanta."):
        await agent.run(said, memory=memory)
    return str(await agent.run("Where do I live?", memory=memory))


async def main() -> None:
    print("without:", await last_answer(ChatMemoryBuffer.from_defaults(token_limit=3000)))
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        memory = AtmaMemory(overlay=overlay, scope=Scope(tenant="acme", user="u-42"), screening="filter")
        print("with:", await last_answer(memory))


if __name__ == "__main__":
    asyncio.run(main())
