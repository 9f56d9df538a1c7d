"""The texts between here and a model: the JSON in an answer, a schema in words, and characters that can be sent."""

from __future__ import annotations

import json

from pydantic import BaseModel

_THOUGHT, _END_OF_THOUGHT = "<think>", "</think>"
_FENCES = ("", "```", "```json")
_FURTHEST = 256
"""Characters from a brace to what it opens, blanks and line breaks among them."""
_MOST_BROKEN = 64
"""Broken objects in thoughts; each may cost a look at the whole text."""
_DECODER = json.JSONDecoder(strict=False)


def objects_within(text: str) -> tuple[str, ...]:
    """The JSON objects that an answer gives, each as it is written, code fences and words around them left out.

    What a reasoning model thought aloud is no answer: objects after the last end of a thought count. One within an
    object is part of what the object quotes. A text whose JSON is broken, or that has none, comes back as it is: a
    part of a broken object is not what was answered.
    """
    said = text.strip()
    found = _answered(said, thinks=not said.startswith(("{", "```")))  # else a broken object may quote an end
    return tuple(found) or (said,)


def _answered(said: str, *, thinks: bool) -> list[str]:
    found: list[str] = []
    at, ended, broken = 0, not said.startswith(_THOUGHT), 0
    while broken < _MOST_BROKEN:
        start = _opening(said, at)
        if _END_OF_THOUGHT in said[at : start if start >= 0 else None] and (thinks or start >= 0):
            found, ended = [], True
        if start < 0:
            return found if ended else []
        end = _end(said, start)
        if end is not None:
            found.append(said[start:end])
            at = end
        elif thinks and (at := _after_thought(said, start)) >= 0:
            found, ended, broken = [], True, broken + 1
        else:
            break
    return []


def _opening(said: str, at: int) -> int:
    """Where the next brace stands that may open an object; words in braces open none, and hold no other brace."""
    while (start := said.find("{", at)) >= 0:
        if said[start + 1 : start + 1 + _FURTHEST].lstrip()[:1] in ('"', "}"):
            return start
        at = start + 1
        closing, inner = said.find("}", at), said.find("{", at)
        if closing < 0 or 0 <= inner < closing:
            return start
    return -1


def _end(said: str, start: int) -> int | None:
    try:
        return _DECODER.raw_decode(said, start)[1]
    except (ValueError, RecursionError):  # a ValueError of another kind: a number of thousands of digits
        return None


def _after_thought(said: str, at: int) -> int:
    """Where the next thought ends that an object follows at once: within a broken one no other is looked for."""
    while (tag := said.find(_END_OF_THOUGHT, at)) >= 0:
        at = tag + len(_END_OF_THOUGHT)
        start = _opening(said, at)
        if start >= 0 and said[at:start].strip() in _FENCES:
            return at
    return -1


def schema_text(schema: type[BaseModel]) -> str:
    """A schema in words for a prompt: its JSON schema on one line."""
    return json.dumps(schema.model_json_schema(), ensure_ascii=False, separators=(",", ":"))


def well_formed(text: str) -> str:
    """A text that can be sent and kept: half a surrogate pair is no character, and becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
