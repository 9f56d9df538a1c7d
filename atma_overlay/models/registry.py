"""Models by name: what is installed, this project's own and anyone else's."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

from atma_overlay.errors import InvalidInputError
from atma_overlay.models.recording import RecordingModel, Recordings, ReplayingModel
from atma_overlay.models.retrying import RetryingModel, RetryPolicy
from atma_overlay.patience import LONGEST_SECONDS
from atma_overlay.ports.model import Model
from atma_overlay.signatures import typed, typed_under

__all__ = ["MODELS_GROUP", "ModelFactory", "ModelOptions", "model_names", "open_model"]

MODELS_GROUP = "atma_overlay.models"
"""The entry point group under which a distribution announces its models."""


@typed_under("options")
@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How to reach a model; what is left out comes from the environment, as the model's SDK has it.

    Attributes:
        base_url: the endpoint.
        api_key: never shown, never recorded.
        timeout_seconds: the longest wait for one answer, from the request to its last byte.
        retry: how often a transient failure is tried again.
        record: a folder to keep every answer in; what is already there is not asked again, save for what failed.
        replay: a folder to answer from instead of the model.
        environment: where keys, addresses and names are looked up.

    Raises:
        InvalidInputError: an option cannot be used.
    """

    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    timeout_seconds: float = 60.0
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    record: Path | None = None
    replay: Path | None = None
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)

    def __post_init__(self) -> None:
        if self.base_url is not None and not self.base_url.startswith(("http://", "https://")):
            problem = f"{self.base_url!r} is no URL: write it like http://localhost:8000/v1"
            raise InvalidInputError("options.base_url", problem)
        if not 0 < self.timeout_seconds <= LONGEST_SECONDS:
            problem = f"{self.timeout_seconds} is not above 0 and at most {LONGEST_SECONDS}: pass seconds"
            raise InvalidInputError("options.timeout_seconds", problem)


class ModelFactory(Protocol):
    """What an entry point of the group refers to: a model class, or anything else that opens one."""

    def from_spec(self, rest: str, *, options: ModelOptions) -> Model:
        """Open a model from the part of a specification after `NAME:`; its `name` is the whole of it."""


def model_names() -> list[str]:
    """The kinds of models that are installed, sorted."""
    return sorted(entry_points(group=MODELS_GROUP).names)


@typed
def open_model(spec: str, *, options: ModelOptions | None = None) -> Model:
    """Open a model by its specification, with retries, and recorded or replayed where that is asked for.

    Args:
        spec: `KIND:MODEL`, e.g. `openai:gpt-4.1-mini`, or an endpoint's own name for a model after `openai:`.
        options: how to reach it.

    Raises:
        InvalidInputError: no model of that kind is installed, or the options cannot be used.
        MissingExtraError: the SDK is not installed; a replay needs none.
    """
    chosen = options or ModelOptions()
    if chosen.record is not None and chosen.replay is not None:
        raise InvalidInputError("replay", "comes with record: pass one of the two")
    kind, _, rest = spec.partition(":")
    if chosen.replay is not None:
        return _replaying(spec, chosen.replay)
    model: Model = RetryingModel(_factory(kind).from_spec(rest, options=chosen), policy=chosen.retry)
    return model if chosen.record is None else RecordingModel(model, Recordings(chosen.record))


def _replaying(spec: str, folder: Path) -> Model:
    if not folder.is_dir():
        raise InvalidInputError("replay", f"{str(folder)!r} is no folder: pass the one that was given as record")
    if ":" not in spec:
        raise InvalidInputError("model", f"{spec!r} names no model: a replay needs KIND:MODEL as it was recorded")
    return ReplayingModel(spec, Recordings(folder))


def _factory(kind: str) -> ModelFactory:
    for entry_point in entry_points(group=MODELS_GROUP, name=kind):
        factory: ModelFactory = entry_point.load()
        if not hasattr(factory, "from_spec"):
            problem = f"{entry_point.value!r} has no `from_spec`: give it a class method `from_spec(rest, *, options)`"
            raise InvalidInputError("model", problem)
        return factory
    known = ", ".join(f"{name}:MODEL" for name in model_names())
    remedy = f"use one of {known}" if known else "none is: pip install 'atma-overlay[openai]'"
    raise InvalidInputError("model", f"{kind!r} is no installed kind of model: {remedy}")
