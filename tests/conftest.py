"""What has to be said before any test imports an SDK."""

import os

os.environ["MEM0_TELEMETRY"] = "False"
