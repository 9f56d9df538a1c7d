"""What a run of a suite is made with."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from atma_overlay.evaluation.systems import SYSTEMS

NO_JUDGE = "none"
EXTRACTIVE = "extractive"
"""The reader without a model."""


class ModelSettings(BaseModel):
    """Which models read, judge and grade, and how they are reached.

    `reader` is `extractive`, or a model specification such as `openai:NAME`; None measures no answers.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    reader: str | None = EXTRACTIVE
    judge: str = NO_JUDGE
    """`none`, `oracle`, or the specification of the model that judges what is written."""
    reads: Literal["off", "shadow", "on"] = "off"
    """Whether that model reads the queries too."""
    grader: str | None = None
    base_url: str | None = None
    record: Path | None = None
    """A folder to keep every model's answer in."""
    replay: Path | None = None
    """A folder to answer from instead of the models."""

    @model_validator(mode="after")
    def _who_reads(self) -> Self:
        if self.reads != "off" and self.judge == NO_JUDGE:
            raise ValueError("reads: needs a judge, name one with --judge")
        return self

    @model_validator(mode="after")
    def _one_folder(self) -> Self:
        if self.record and self.replay:
            raise ValueError("replay: cannot be given together with --record: leave one out")
        return self


class Settings(BaseModel):
    """The settings of a run; they are part of its report."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str = "episodes"
    systems: tuple[str, ...] = Field(default=("host", "full"), min_length=1)
    host: str = "memory"
    """A host specification, as for `open_host`; each episode has a user of its own in it."""
    embedder: str | None = None
    """`MODULE:CLASS` of the embedder of the system `dense`; None means the lexical one."""
    k: int = Field(default=5, ge=1, le=200)
    """How many rows a probe may bring back."""
    linker: Path | None = None
    """A trained head that answers beside the rules, on the run's embedder; None means the rules alone."""
    fillers: int = Field(default=200, ge=0, le=10**6)
    filler_file: Path | None = None
    """Sessions as `{"turns": [{"role", "content"}]}`, one a line; None means generated chatter."""
    fillers_in: Literal["host", "both"] = "both"
    """Whether fillers go through the overlay, or only into the host, where the ledger never sees them."""
    limit: int | None = Field(default=None, ge=1, le=10**6)
    """How many episodes at most."""
    seed: int = 0
    """Of a suite that generates."""
    given: dict[str, str] = {}
    """The suite's own settings."""
    models: ModelSettings = ModelSettings()
    dumped: bool = False
    """Whether to write a readable text of each episode."""

    @model_validator(mode="after")
    def _systems_exist(self) -> Self:
        for name in self.systems:
            if name not in SYSTEMS:
                raise ValueError(f"systems: {name!r} is none of {', '.join(SYSTEMS)}")
            if self.systems.count(name) > 1:
                raise ValueError(f"systems: {name!r} is named twice: name it once")
        return self

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings of the ledger that the systems need, each once."""
        named = (SYSTEMS[name].reading for name in self.systems)
        return tuple(dict.fromkeys(reading for reading in named if reading is not None))
