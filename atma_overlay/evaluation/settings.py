"""What a run of a suite is made with."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

SystemName = Literal["host", "full"]


class Settings(BaseModel):
    """The settings of a run; they are part of its report."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    systems: tuple[SystemName, ...] = Field(default=("host", "full"), min_length=1)
    host: str = "memory"
    """A host specification, as for `open_host`; each episode has a user of its own in it."""
    k: int = Field(default=5, ge=1)
    """How many rows a probe may bring back."""
    fillers: int = Field(default=200, ge=0)
    filler_file: Path | None = None
    """Sessions as `{"turns": [{"role", "content"}]}`, one a line; None means generated chatter."""
    fillers_in: Literal["host", "both"] = "both"
    """Whether fillers go through the overlay, or only into the host, where the ledger never sees them."""
    dumped: bool = False
    """Whether to write a readable text of each episode."""
