"""Answers in the form of a pydantic schema, with exactly one repair round, written once for both drivers."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from atma_overlay.errors import ModelAnswerError
from atma_overlay.models.awaiting import awaited, completed
from atma_overlay.models.json_text import objects_within, schema_text
from atma_overlay.models.prompts import load_prompt
from atma_overlay.ports.model import Finish, Message, Model, ModelReply, ModelRequest, Usage

T = TypeVar("T", bound=BaseModel)

LONGEST_QUOTE = 8000
"""How many characters of a wrong answer its repair shows; the form of a longer one is beyond repair anyway."""
MOST_FAULTS = 8


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """An answer in the form that was asked for, and what it cost, the repair included."""

    value: T
    usage: Usage
    model: str


Asking = Generator[ModelRequest, ModelReply, Answered[T]]


def ask(model: Model, request: ModelRequest, *, schema: type[T]) -> Answered[T]:
    """Ask for an answer in a schema, blocking: one completion, or two where the first had the wrong form.

    Raises:
        ModelAnswerError: the form was wrong twice.
        ModelError: the model failed or declined.
    """
    asking = _asking(model.name, request, schema)
    wanted = next(asking)
    while True:
        try:
            wanted = asking.send(completed(model, wanted))
        except StopIteration as done:
            return _answered(done)


async def ask_async(model: Model, request: ModelRequest, *, schema: type[T]) -> Answered[T]:
    """Ask for an answer in a schema, awaited; see `ask`.

    Raises:
        ModelAnswerError: the form was wrong twice.
        ModelError: the model failed or declined.
    """
    asking = _asking(model.name, request, schema)
    wanted = next(asking)
    while True:
        reply = await awaited(model, wanted)
        try:
            wanted = asking.send(reply)
        except StopIteration as done:
            return _answered(done)


def _answered(done: StopIteration) -> Answered[T]:
    answered: Answered[T] = done.value
    return answered


def _asking(name: str, request: ModelRequest, schema: type[T]) -> Asking[T]:
    first = replace(request, schema=schema)
    reply = yield first
    value, fault = _read(reply, schema)
    if value is not None:
        return Answered(value, reply.usage, reply.model)
    second = yield _repair(first, reply, fault)
    value, fault = _read(second, schema)
    if value is None:
        problem = f"its answer does not fit {schema.__name__}, nor does its repair ({fault.kinds})"
        raise ModelAnswerError(name, problem, cause=problem)
    return Answered(value, reply.usage + second.usage, second.model)


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong with an answer: in full for the model, and by kind alone for everyone else."""

    details: str = ""
    kinds: str = ""


def _read(reply: ModelReply, schema: type[T]) -> tuple[T | None, _Fault]:
    fitting, faults = _fitting(reply.text, schema)
    if len(fitting) == 1:
        return fitting[0], _Fault()
    if fitting:
        return None, _Fault("it gives several answers that differ: give one", "several answers")
    cut = "it was cut off at the limit of tokens: be shorter; " if reply.finish is Finish.LENGTH else ""
    lines = "; ".join(f"{'.'.join(map(str, fault['loc'])) or 'the whole'}: {fault['msg']}" for fault in faults)
    kinds = ", ".join(sorted({str(fault["type"]) for fault in faults}))
    return None, _Fault(cut + lines, f"cut off, {kinds}" if cut else kinds)


def fits(text: str, schema: type[BaseModel]) -> bool:
    """Whether a text is an answer in a schema."""
    return len(_fitting(text, schema)[0]) == 1


def _fitting(text: str, schema: type[T]) -> tuple[list[T], list[ErrorDetails]]:
    """What of a text fits, each once and no more than two, else the faults of the first object in it."""
    fitting: list[T] = []
    faults: list[ErrorDetails] = []
    for written in objects_within(text):
        try:
            value = schema.model_validate_json(written)
        except ValidationError as error:
            faults = faults or error.errors(include_url=False, include_context=False, include_input=False)
        else:
            if value not in fitting:
                fitting.append(value)
        if len(fitting) > 1:
            break
    return fitting, faults[:MOST_FAULTS]


def _repair(request: ModelRequest, reply: ModelReply, fault: _Fault) -> ModelRequest:
    """The same question with the wrong answer, what is wrong with it and the schema in words, in as much room."""
    schema = request.schema
    assert schema is not None
    asked = load_prompt("repair").messages(faults=fault.details, schema=schema_text(schema))
    said = (Message("assistant", reply.text[:LONGEST_QUOTE]),) if reply.text.strip() else ()
    return replace(request, messages=(*request.messages, *said, *asked), mends=True)
