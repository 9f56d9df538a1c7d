"""What an episode is run against, opened as the settings name it: host, overlay, judge, linker, readings."""

from __future__ import annotations

from collections.abc import Callable

from atma_overlay.evaluation.clock import Clock
from atma_overlay.evaluation.embedding import embedder_named, keeping_embedder
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.opened_models import opened_model
from atma_overlay.evaluation.oracle import ORACLE, OracleModel
from atma_overlay.evaluation.settings import NO_JUDGE, ModelSettings, Settings
from atma_overlay.evaluation.systems import Memory
from atma_overlay.evaluation.systems.readings import REWRITINGS, Reading
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.hosts.registry import open_host
from atma_overlay.judge import Judge
from atma_overlay.ledger import open_ledger
from atma_overlay.linking import TrainedLinker, load_head
from atma_overlay.overlay import Overlay
from atma_overlay.ports.host import Host
from atma_overlay.state.pairs.adjudication import Linker

Opener = Callable[[Host, Clock], Memory]
"""Opens the memory to measure over a host, with the clock it is to go by."""


def open_overlay(host: Host, clock: Clock, *, judge: Judge | None = None, linker: Linker | None = None) -> Memory:
    """An overlay with a ledger in memory, which raises what fails but in its judge."""
    return Overlay(
        host, ledger=open_ledger("memory://", clock=clock), clock=clock, on_error="raise", judge=judge, linker=linker
    )


def judge_of(episode: Episode, settings: ModelSettings) -> Judge | None:
    """Who judges what is written of an episode.

    Raises:
        InvalidInputError: the model is not known, or cannot be opened.
        MissingExtraError: its SDK is not installed.
    """
    if settings.judge == NO_JUDGE:
        return None
    if settings.judge == ORACLE:
        return Judge(OracleModel(episode), reads=settings.reads)
    return Judge(opened_model("judge", settings.judge, settings), reads=settings.reads)


def read_as(reading: str, memory: Memory, clock: Clock) -> Memory:
    """The memory under a reading: over its own ledger, or over what the reading makes of it."""
    if reading not in REWRITINGS:
        return memory
    executor = memory.executor
    ledger = Reading(executor.ledger, REWRITINGS[reading])
    return Overlay(executor.host, ledger=ledger, clock=clock, on_error="raise")


def linker_of(settings: Settings) -> Linker | None:
    """The trained head of the settings, behind the rules."""
    if settings.linker is None:
        return None
    return TrainedLinker(load_head(settings.linker), embedder_named(settings.embedder))


def host_named(spec: str) -> Host:
    """The host of a specification; the one in memory counts what it embeds."""
    return MemoryHost(keeping_embedder()) if spec == "memory" else open_host(spec)
