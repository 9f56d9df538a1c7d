"""Opening the models of a run, and saying which of its options names one that cannot be opened."""

from __future__ import annotations

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.settings import ModelSettings
from atma_overlay.models import ModelOptions, open_model
from atma_overlay.ports.model import Model


def opened_model(option: str, spec: str, settings: ModelSettings) -> Model:
    """The model that an option of the run names.

    Raises:
        InvalidInputError: the model is not known, or cannot be opened; the option is named.
        MissingExtraError: its SDK is not installed.
    """
    try:
        options = ModelOptions(base_url=settings.base_url, record=settings.record, replay=settings.replay)
        return open_model(spec, options=options)
    except InvalidInputError as error:
        named = {"model": option, "options.base_url": "base-url"}
        raise InvalidInputError(named.get(error.field, error.field), error.problem) from error
