"""The drop-in memory of a classic chain, offline.

Run it: pip install ".[langchain-classic]", then python examples/langchain_classic_chain.py.
"""

import re
from typing import Any

from langchain_classic.chains import ConversationChain
from langchain_core.language_models import LLM

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from langchain_atma import AtmaMemory


class Parrot(LLM):
    """In place of a model: it answers with the first town that it is shown."""

    @property
    def _llm_type(self) -> str:
        return "parrot"

    def _call(self, prompt: str, *args: Any, **kwargs: Any) -> str:
        return str(re.findall("Chicago|Atlanta", prompt + "Chicago")[0])


if __name__ == "__main__":
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        memory = AtmaMemory(overlay=overlay, scope=Scope(tenant="acme", user="u-42"))
        chain = ConversationChain(llm=Parrot(), memory=memory)
        for turn in ("I live in Chicago.", "I moved to Atlanta.", "Where do I live?"):
            answer = chain.invoke({"input": turn})["response"]
        print(answer)
