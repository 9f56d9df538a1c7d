"""An application that is traced and measured: spans by OTLP, metrics served for Prometheus to scrape.

pip install "atma-overlay[otel]" opentelemetry-exporter-prometheus
python examples/observability/traced_app.py http://localhost:4318     # with one of the kits running; Ctrl-C ends it
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta
from itertools import count

from opentelemetry.exporter.prometheus import PrometheusMetricReader
from opentelemetry.sdk.metrics import MeterProvider
from prometheus_client import start_http_server

from atma_otel import exporting
from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

CITIES = ("Leeds", "York", "Bath", "Hull")
PORT = 9464


def main(otlp: str) -> None:
    sending = exporting(otlp)
    meters = MeterProvider([PrometheusMetricReader()])
    start_http_server(PORT, addr="127.0.0.1")
    # An application that has set global providers passes none: the overlay finds them.
    overlay = Overlay(MemoryHost(), ledger="memory://", tracer_provider=sending.traces, meter_provider=meters)
    tracer = sending.traces.get_tracer("application")
    start = datetime(2025, 1, 1, tzinfo=UTC)
    print(f"spans to {otlp}, metrics at http://127.0.0.1:{PORT}/metrics")
    for n in count():
        me = Scope(tenant="acme", user=f"u-{n % 20}", session=f"s-{n}")
        with tracer.start_as_current_span("turn", record_exception=False, set_status_on_exception=False):
            overlay.remember(f"I moved to {CITIES[n % 4]}.", scope=me, observed_at=start + timedelta(hours=n))
            overlay.recall(f"Since I live in {CITIES[n % 3]}, which market is near me?", scope=me).render()
        time.sleep(0.5)


if __name__ == "__main__":
    try:
        main(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:4318")
    except KeyboardInterrupt:
        sys.exit(0)
