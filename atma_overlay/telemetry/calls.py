"""The spans of calls that leave the overlay: the host's own, and a model's."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from opentelemetry.trace import Span, SpanKind
from opentelemetry.util.types import AttributeValue

from atma_overlay import effects as e
from atma_overlay.models.structured import Answered
from atma_overlay.ports.host import Host, HostPage, HostSearch
from atma_overlay.ports.host_powers import ServerAddress
from atma_overlay.ports.model import Usage
from atma_overlay.telemetry import names as n

_OPERATIONS: dict[type[e.HostEffect], tuple[str, str]] = {
    e.HostSearchCall: (n.SEARCH, "search"), e.HostPageCall: (n.SEARCH, "page"), e.HostGet: (n.SEARCH, "get"),
    e.HostOverwritten: (n.SEARCH, "overwritten"), e.HostRetired: (n.SEARCH, "retired"),
    e.HostChanges: (n.SEARCH, "changes"), e.HostAdd: (n.UPSERT, "add"), e.HostDelete: (n.DELETE, "delete"),
    e.HostErase: (n.DELETE, "erase"), e.HostDetach: (n.UPDATE, "detach"),
}  # fmt: skip
_PROVIDERS = {"azure": "azure.ai.openai"}
"""Where the conventions have another name for a provider than the specification of a model."""


@dataclass(frozen=True, slots=True)
class Call:
    """How a call's span starts."""

    name: str
    kind: SpanKind
    attributes: dict[str, AttributeValue]


def provider_of(name: str) -> str:
    """The kind of a host or model, without the store or the model that its name goes on with."""
    kind = name.partition(":")[0]
    return _PROVIDERS.get(kind, kind)


def host_call(effect: e.HostEffect, host: Host) -> Call:
    """A call of the host: by the conventions a memory's operation, or a retrieval where the host is a data source."""
    operation, call = _OPERATIONS[type(effect)]
    attributes: dict[str, AttributeValue] = {
        n.OPERATION_NAME: operation, n.PROVIDER_NAME: provider_of(host.name), n.ATMA_CALL: call
    }  # fmt: skip
    name = operation
    if host.capabilities.data_source:
        source = host.name.partition(":")[2] or host.name
        attributes[n.DATA_SOURCE_ID] = source
        if operation == n.SEARCH:
            name, attributes[n.OPERATION_NAME] = f"{n.RETRIEVAL} {source}", n.RETRIEVAL
    else:
        attributes[n.STORE_ID] = host.name
    if isinstance(effect, e.HostSearchCall):
        attributes[n.TOP_K] = effect.limit
    # Of a `RemoteHost`; asking for the protocol itself takes long.
    server: ServerAddress | None = getattr(host, "server", None)
    if server is None:
        return Call(name, SpanKind.INTERNAL, attributes)
    attributes[n.SERVER_ADDRESS] = server.host
    if server.port is not None:
        attributes[n.SERVER_PORT] = server.port
    return Call(name, SpanKind.CLIENT, attributes)


def host_answered(span: Span, effect: e.HostEffect, answer: object) -> None:
    """How many memories a call of the host was about."""
    if isinstance(answer, (HostSearch, HostPage)):
        span.set_attribute(n.RECORD_COUNT, len(answer.memories))
    elif isinstance(effect, e.HostAdd):
        span.set_attribute(n.RECORD_COUNT, len(effect.items))
    elif isinstance(effect, e.HostDelete | e.HostErase):
        span.set_attribute(n.RECORD_COUNT, len(effect.ids))


def model_call(effect: e.ModelCall) -> Call:
    """A question to a model, its repair included."""
    name = effect.model.name
    model = name.partition(":")[2] or name
    attributes: dict[str, AttributeValue] = {
        n.OPERATION_NAME: n.CHAT, n.PROVIDER_NAME: provider_of(name), n.REQUEST_MODEL: model,
        n.REQUEST_MAX_TOKENS: effect.request.max_tokens,
    }  # fmt: skip
    if effect.request.prompt:
        attributes[n.ATMA_PROMPT] = effect.request.prompt
    return Call(f"{n.CHAT} {model}", SpanKind.CLIENT, attributes)


def model_spent(span: Span, usage: Usage) -> None:
    """What a model's answers cost, those of no use included."""
    span.set_attributes({
        n.INPUT_TOKENS: usage.tokens_in, n.OUTPUT_TOKENS: usage.tokens_out, n.ATMA_COMPLETIONS: usage.completions
    })  # fmt: skip


def model_answered(span: Span, answered: Answered[Any]) -> None:
    """Which model answered."""
    if answered.model:
        span.set_attribute(n.RESPONSE_MODEL, answered.model)


def messages_text(effect: e.ModelCall) -> str:
    """What a model is asked, as JSON in the conventions' form of messages."""
    said = [{"role": m.role, "parts": [{"type": "text", "content": m.text}]} for m in effect.request.messages]
    return json.dumps(said, ensure_ascii=False)


def answer_text(answered: Answered[Any]) -> str:
    """What a model answered, likewise."""
    text = getattr(answered.value, "model_dump_json", lambda: "")()
    return json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": text}]}], ensure_ascii=False)
