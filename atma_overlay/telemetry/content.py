"""Whether texts may be exported: never by default, and where the environment says so."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from atma_overlay.telemetry.names import CAPTURE_CONTENT

_LOG = logging.getLogger(__name__)
_MODES: Final = {
    "": (False, False), "NO_CONTENT": (False, False), "SPAN_ONLY": (True, False), "EVENT_ONLY": (False, True),
    "SPAN_AND_EVENT": (True, True),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Content:
    """Where texts go: to the attributes of spans, to the attributes of span events, or nowhere."""

    on_spans: bool = False
    on_events: bool = False

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Content:
        """What `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` asks for; any other value warns and means off."""
        wish = environment.get(CAPTURE_CONTENT, "").strip().upper()
        if wish not in _MODES:
            _LOG.warning(
                "%s is not one of %s: no text is captured", CAPTURE_CONTENT, ", ".join(name for name in _MODES if name)
            )
        return cls(*_MODES.get(wish, (False, False)))
