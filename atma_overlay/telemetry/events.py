"""The one place that makes events of spans: ids and enums, and texts only where they were asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from opentelemetry.util.types import AttributeValue

LONGEST_ID = 200


@dataclass(frozen=True, slots=True)
class Event:
    """An event to be; `at` is when, in ns since the epoch, and None when it is added."""

    name: str
    attributes: Mapping[str, AttributeValue]
    at: int | None = None


def event(
    name: str, *, ids: Mapping[str, str | Sequence[str] | None], enums: Mapping[str, StrEnum],
    texts: Mapping[str, str | Sequence[str] | None] | None = None,
    at: int | None = None,
) -> Event:  # fmt: skip
    """An event.

    Args:
        name: one of `names`.
        ids: what cannot be an id (white space, longer than `LONGEST_ID`) is left out.
        enums: members, never bare strings.
        texts: memory text; pass it only where `Content.on_events` allows it.
        at: when, in ns since the epoch; by default when it is added to a span.
    """
    attributes: dict[str, AttributeValue] = {key: member.value for key, member in enums.items()}
    for key, found in ids.items():
        if isinstance(found, str):
            if is_id(found):
                attributes[key] = found
        elif found:
            attributes[key] = [i for i in found if is_id(i)]
    attributes |= {key: text if isinstance(text, str) else list(text) for key, text in (texts or {}).items() if text}
    return Event(name, attributes, at)


def is_id(text: str) -> bool:
    """Whether a string can be an id: a sentence cannot."""
    return len(text) <= LONGEST_ID and text.split() == [text]
