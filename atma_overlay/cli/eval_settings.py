"""What `atma eval` was asked to run, from its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from atma_overlay.evaluation.settings import ModelSettings, Settings


def settings_of(
    *,
    suite: str,
    systems: str,
    k: int | None,
    fillers: int | None,
    given: list[str],
    prices: str | None = None,
    **rest: Any,
) -> Settings:
    """The settings of a run; what is not given is the suite's own.

    Raises:
        InvalidInputError: an option cannot be used; it is named.
    """
    from pydantic import ValidationError

    from atma_overlay.evaluation.settings import Settings
    from atma_overlay.evaluation.suites import suite_named
    from atma_overlay.evaluation.systems import COMPARED
    from atma_overlay.refusals import refusal

    if not suite:
        raise InvalidInputError("suite", "is missing: name one, or see them all with --list")
    chosen = suite_named(suite)
    names = COMPARED if systems == "nine" else tuple(name.strip() for name in systems.split(",") if name.strip())
    if not names:
        raise InvalidInputError("systems", "names none: name one or more, or see them all with --list")
    _refuse_empty(rest | rest.get("models", {}))
    try:
        settings = Settings(
            suite=suite,
            systems=names,
            k=chosen.k if k is None else k,
            fillers=chosen.fillers if fillers is None else fillers,
            given=dict(_pair(text) for text in given),
            **rest,
        )
        _refuse_idle(settings.models, prices=prices)
        return settings
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        named, _, said = first["msg"].removeprefix("Value error, ").partition(": ")
        if first["type"] == "value_error" and said:
            raise InvalidInputError(named, said) from error
        refused = refusal(error)
        raise InvalidInputError(refused.field.rpartition(".")[2].replace("_", "-"), refused.problem) from error


def _refuse_empty(options: Mapping[str, object]) -> None:
    for option, value in options.items():
        if value == "":
            raise InvalidInputError(option.replace("_", "-"), "is empty: leave it out, or give it a value")


def _refuse_idle(models: ModelSettings, *, prices: str | None) -> None:
    """Refuse an option of models in a run that asks none."""
    from atma_overlay.evaluation.oracle import ORACLE
    from atma_overlay.evaluation.settings import EXTRACTIVE, NO_JUDGE

    if {models.reader, models.judge, models.grader} <= {None, EXTRACTIVE, NO_JUDGE, ORACLE}:
        for option, value in (*((o, getattr(models, o)) for o in ("base_url", "record", "replay")), ("prices", prices)):
            if value is not None:
                problem = "is of a model: name one with --reader, --judge or --grader"
                raise InvalidInputError(option.replace("_", "-"), problem)


def _pair(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator or not name:
        raise InvalidInputError("set", f"{text!r} is no NAME=VALUE")
    return name, value
