"""The writes of a ledger that are run for each of many rows."""

from __future__ import annotations

import pytest
from sqlalchemy import Delete, Update

from atma_overlay.ledger import applying, erasing, notes

ONCE = {"_SCRUB_VERDICTS", "_SCRUB_PERSONS", "_DROP_TERMS"}
"""Run once an erasure, and over a whole partition."""
WRITES = [
    pytest.param(each, id=f"{module.__name__.rpartition('.')[2]}.{name}{n or ''}")
    for module in (applying, erasing, notes)
    for name, found in vars(module).items()
    for n, each in enumerate(found if isinstance(found, tuple) else (found,))
    if isinstance(each, Update | Delete) and name not in ONCE
]
