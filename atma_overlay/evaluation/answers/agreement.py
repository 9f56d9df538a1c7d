"""How far a grader agrees with people, on answers that were labelled by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.answers.probe_rubric import ProbeGrader
from atma_overlay.evaluation.answers.stale_rubric import ConflictType, Dimension, Response, StaleCase, StaleGrader
from atma_overlay.evaluation.episodes import AskedView, Expect, Probe, Task
from atma_overlay.ports.model import Model

_SAMPLE = "graded_answers.jsonl"


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LabelledStale(_Line):
    """A response to a STALE probe, with the label that a person gave it."""

    rubric: Literal["stale"]
    kind: ConflictType
    old: str
    new: str
    logic: str
    dimension: Dimension
    query: str
    answer: str
    passed: bool


class LabelledProbe(_Line):
    """An answer to a probe, with the label that a person gave it."""

    rubric: Literal["probe"]
    task: Task
    view: AskedView = "current"
    expect: Expect = "answer"
    query: str
    gold: tuple[tuple[str, ...], ...] = ()
    stale: tuple[str, ...] = ()
    answer: str
    passed: bool


Labelled = LabelledStale | LabelledProbe


class _Any(BaseModel):
    line: Labelled = Field(discriminator="rubric")


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two raters agree.

    Attributes:
        n: answers rated by both.
        accuracy: the share of equal ratings; None without any.
        kappa: Cohen's kappa, agreement beyond chance; None where chance alone agrees always.
        false_passes: passed by the grader, failed by the person.
        false_failures: the other way round.
    """

    n: int
    accuracy: float | None
    kappa: float | None
    false_passes: int
    false_failures: int


def agreement(ratings: Iterable[tuple[bool, bool]]) -> Agreement:
    """The agreement of pairs (grader, person), as in STALE, Table 7."""
    pairs = list(ratings)
    n = len(pairs)
    false_passes = sum(graded and not person for graded, person in pairs)
    false_failures = sum(person and not graded for graded, person in pairs)
    if not n:
        return Agreement(0, None, None, 0, 0)
    observed = 1 - (false_passes + false_failures) / n
    graded_share, person_share = sum(g for g, _ in pairs) / n, sum(p for _, p in pairs) / n
    chance = graded_share * person_share + (1 - graded_share) * (1 - person_share)
    kappa = None if chance == 1 else (observed - chance) / (1 - chance)
    return Agreement(n, observed, kappa, false_passes, false_failures)


def labelled_answers() -> tuple[Labelled, ...]:
    """The hand-labelled sample that ships with the package.

    Raises:
        InvalidInputError: its file is damaged.
    """
    text = (files("atma_overlay.data") / _SAMPLE).read_text(encoding="utf-8")
    try:
        return tuple(_Any.model_validate_json(f'{{"line": {line}}}').line for line in text.splitlines() if line.strip())
    except ValidationError as error:
        raise InvalidInputError(_SAMPLE, "is damaged: install the package again") from error


def measure_agreement(
    model: Model, sample: Sequence[Labelled] | None = None, *, on_progress: Callable[[int, int], None] | None = None
) -> dict[str, Agreement]:
    """Grade the sample with a model and compare, by rubric and `overall`: one call an answer.

    Args:
        model: the grader's.
        sample: labelled answers; None for those that ship.
        on_progress: called with the number of graded answers and of all.

    Raises:
        ModelError: the model failed.
    """
    chosen = labelled_answers() if sample is None else sample
    ratings: dict[str, list[tuple[bool, bool]]] = {"overall": []}
    for place, line in enumerate(chosen, start=1):
        rated = (_graded(model, line), line.passed)
        ratings["overall"].append(rated)
        ratings.setdefault(_rubric(line), []).append(rated)
        if on_progress:
            on_progress(place, len(chosen))
    return {name: agreement(pairs) for name, pairs in ratings.items()}


def _rubric(line: Labelled) -> str:
    return f"stale {line.dimension}" if isinstance(line, LabelledStale) else "probe"


def _graded(model: Model, line: Labelled) -> bool:
    if isinstance(line, LabelledStale):
        case = StaleCase(line.kind, line.old, line.new, line.logic)
        given = {line.dimension: Response(line.query, line.answer)}
        return StaleGrader(model).grade(case, given)[line.dimension].passed
    probe = Probe(
        id="labelled",
        after_session=0,
        task=line.task,
        query=line.query,
        view=line.view,
        expect=line.expect,
        gold=line.gold,
        stale=line.stale,
    )
    return ProbeGrader(model).grade(probe, line.answer).passed
