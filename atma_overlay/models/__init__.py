"""Models by name, and what every use of one shares: structured answers, retries, records, cost and prompts."""

from atma_overlay.models.limiting import LimitedModel
from atma_overlay.models.metering import MeteredModel
from atma_overlay.models.prompts import Prompt, load_prompt
from atma_overlay.models.recording import RecordingModel, Recordings, ReplayingModel
from atma_overlay.models.registry import ModelOptions, model_names, open_model
from atma_overlay.models.retrying import RetryingModel, RetryPolicy
from atma_overlay.models.structured import Answered, ask, ask_async

__all__ = [
    "Answered",
    "LimitedModel",
    "MeteredModel",
    "ModelOptions",
    "Prompt",
    "RecordingModel",
    "Recordings",
    "ReplayingModel",
    "RetryPolicy",
    "RetryingModel",
    "ask",
    "ask_async",
    "load_prompt",
    "model_names",
    "open_model",
]
