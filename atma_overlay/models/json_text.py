"""The texts between here and a model: the JSON in an answer, a schema in words, and characters that can be sent."""

from __future__ import annotations

import json

from pydantic import BaseModel

_END_OF_THOUGHT = "</think>"


def json_within(text: str) -> str:
    """The JSON object in a text: after what a reasoning model thought aloud, without a code fence or words around it.

    A text without an object comes back as it is.
    """
    _, thought, after = text.rpartition(_END_OF_THOUGHT)
    said = after if thought else text
    start, end = said.find("{"), said.rfind("}")
    return said[start : end + 1] if 0 <= start < end else said.strip()


def schema_text(schema: type[BaseModel]) -> str:
    """A schema in words for a prompt: its JSON schema on one line."""
    return json.dumps(schema.model_json_schema(), ensure_ascii=False, separators=(",", ":"))


def well_formed(text: str) -> str:
    """A text that can be sent and kept: half a surrogate pair is no character, and becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
