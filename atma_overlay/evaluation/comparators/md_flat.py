"""One markdown file that a model keeps by itself with tools: read, write, append, list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from pydantic import BaseModel, Field, ValidationError

from atma_overlay.evaluation.answers.answer import Answer
from atma_overlay.evaluation.answers.chat import answered
from atma_overlay.evaluation.comparators.tool_loop import run_tools
from atma_overlay.evaluation.comparators.transcript import Sitting, sittings_block, texts_block
from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import load_prompt
from atma_overlay.ports.model import Model, Tool, ToolCall
from atma_overlay.render import quote
from atma_overlay.views import Turn

FILE = "memory.md"
ROUNDS = 5
"""Completions at most for one session, and for one query (MEME, appendix C)."""
MAX_TOKENS = 4096
NO_FACTS = "(no relevant facts)"


class ReadFile(BaseModel):
    """What read_file takes."""

    path: str = Field(description=f"the file's name; there is only {FILE}")


class WriteFile(BaseModel):
    """What write_file and append_file take."""

    path: str = Field(description=f"the file's name; there is only {FILE}")
    content: str = Field(description="the text")


class NoArguments(BaseModel):
    """Takes nothing."""


WRITING = (
    Tool("read_file", "Read a file.", ReadFile),
    Tool("write_file", "Write a file anew.", WriteFile),
    Tool("append_file", "Add a text at the end of a file.", WriteFile),
    Tool("list_files", "List the files.", NoArguments),
)
READING = (Tool("read_memory", f"Read {FILE}.", NoArguments),)


class MdFlat:
    """MEME's simplest memory (appendices C and D.3): the model decides what to store, update or delete.

    Args:
        model: one that calls tools.
    """

    name = "md-flat"

    def __init__(self, model: Model) -> None:
        self._model = model
        self.file = ""

    def hold(self, turns: Sequence[Turn], /, *, at: datetime) -> None:
        """Let the model keep what it likes of the session, in at most five rounds."""
        prompt, session = load_prompt("md-flat-hold"), sittings_block([Sitting(at, tuple(turns))])
        messages = prompt.messages(session=session.text)
        run_tools(
            self._model,
            messages,
            tools=WRITING,
            act=self._write,
            rounds=ROUNDS,
            max_tokens=MAX_TOKENS,
            prompt=prompt.id,
        )

    def answer(self, query: str, /, *, now: datetime) -> Answer:
        """Let the model pick facts from the file, in at most five rounds, and answer from them."""
        prompt = load_prompt("md-flat-read")
        messages = prompt.messages(query=quote(query, content_nonce(query)))
        found = run_tools(
            self._model,
            messages,
            tools=READING,
            act=lambda call: self.file or "(empty)" if call.name == "read_memory" else f"no such tool: {call.name}",
            rounds=ROUNDS,
            max_tokens=MAX_TOKENS,
            prompt=prompt.id,
        )
        memory = texts_block([found or NO_FACTS], heading="Facts from the memory file")
        return answered(self._model, memory=memory.text, query=query, now=now, nonce=memory.nonce)

    def _write(self, call: ToolCall) -> str:
        act = self._acts.get(call.name)
        if act is None:
            return f"no such tool: {call.name}"
        try:
            return act(call.arguments)
        except ValidationError:
            return f"the arguments of {call.name} have the wrong form"

    @property
    def _acts(self) -> dict[str, Callable[[str], str]]:
        return {
            "read_file": self._read,
            "write_file": lambda arguments: self._put(arguments, keep=False),
            "append_file": lambda arguments: self._put(arguments, keep=True),
            "list_files": lambda _: FILE,
        }

    def _read(self, arguments: str) -> str:
        path = ReadFile.model_validate_json(arguments).path
        return self.file or "(empty)" if path == FILE else f"no such file: use {FILE}"

    def _put(self, arguments: str, *, keep: bool) -> str:
        given = WriteFile.model_validate_json(arguments)
        if given.path != FILE:
            return f"no such file: use {FILE}"
        before = f"{self.file.rstrip()}\n" if keep and self.file else ""
        self.file = before + given.content
        return "done"
