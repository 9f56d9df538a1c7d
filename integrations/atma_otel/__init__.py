"""The OpenTelemetry SDK beside the overlay: spans kept for the terminal, and providers that export by OTLP.

Nothing here sets a global provider; an application that has one needs none of this.
"""

from atma_otel.exporting import Exporting, exporting, kept_quiet
from atma_otel.recording import Recorder, Seen, SeenEvent, SeenLink

__all__ = ["Exporting", "Recorder", "Seen", "SeenEvent", "SeenLink", "exporting", "kept_quiet"]
