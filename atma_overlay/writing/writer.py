"""What the write flow needs, and what it makes of an observation's words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from atma_overlay.judge.outcome import NOTHING
from atma_overlay.judge.settings import Judge
from atma_overlay.language.candidates import Found
from atma_overlay.language.extract import RulesExtractor
from atma_overlay.language.zones import WallClock
from atma_overlay.ports.host_powers import HostPowers
from atma_overlay.records import (
    Observation,
    Origin,
)
from atma_overlay.redaction import Redact
from atma_overlay.state.adjudication import Linker
from atma_overlay.writing.observing import speaker_of


@dataclass(frozen=True, slots=True)
class Writer:
    """What the write flow needs."""

    extractor: RulesExtractor
    linker: Linker
    host_name: str
    clock: Callable[[], datetime]
    mode: str
    powers: HostPowers
    judge: Judge | None = None
    redact: Redact | None = None


def extract(extractor: RulesExtractor, observation: Observation, *, zone: tzinfo = UTC) -> Found:
    """What an observation states, said in a time zone; an agent's words state nothing of their own."""
    if observation.origin is Origin.AGENT:
        return NOTHING
    clock, speaker = WallClock(observation.observed_at, zone), speaker_of(observation)
    return clock.found(extractor.extract(observation.text, speaker=speaker, at=clock.reading))
