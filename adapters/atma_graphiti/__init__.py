"""Graphiti as a host memory.

Importing this package switches Graphiti's telemetry off, unless `GRAPHITI_TELEMETRY_ENABLED` is set already: it
is sent when a `Graphiti` is built, so import this package first. Importing Graphiti itself loads a `.env` file.
"""

import os

os.environ.setdefault("GRAPHITI_TELEMETRY_ENABLED", "false")

from atma_graphiti.embedded import embedded
from atma_graphiti.erasing import Erasure
from atma_graphiti.host import GraphitiHost
from atma_graphiti.retirements import Grade, Retirement
from atma_graphiti.writing import Episodes, Fact, Facts, as_said

__all__ = ["Episodes", "Erasure", "Fact", "Facts", "Grade", "GraphitiHost", "Retirement", "as_said", "embedded"]
