"""The one place that adds events to spans: ids and enums, and texts only where they were asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from opentelemetry.trace import Span
from opentelemetry.util.types import AttributeValue

LONGEST_ID = 200


def add_event(
    span: Span, name: str, *, ids: Mapping[str, str | Sequence[str] | None], enums: Mapping[str, StrEnum],
    texts: Mapping[str, str | Sequence[str] | None] | None = None,
    at: int | None = None,
) -> None:  # fmt: skip
    """Add an event.

    Args:
        span: where.
        name: one of `names`.
        ids: what cannot be an id (white space, longer than `LONGEST_ID`) is left out.
        enums: members, never bare strings.
        texts: memory text; pass it only where `Content.on_events` allows it.
        at: when, in ns since the epoch; now by default.
    """
    attributes: dict[str, AttributeValue] = {key: member.value for key, member in enums.items()}
    for key, found in ids.items():
        if isinstance(found, str):
            if is_id(found):
                attributes[key] = found
        elif found:
            attributes[key] = [i for i in found if is_id(i)]
    attributes |= {key: text if isinstance(text, str) else list(text) for key, text in (texts or {}).items() if text}
    span.add_event(name, attributes, at)


def is_id(text: str) -> bool:
    """Whether a string can be an id: a sentence cannot."""
    return 0 < len(text) <= LONGEST_ID and not any(c.isspace() for c in text)
