"""The questions of MEME's published JSON, as probes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from atma_overlay import re2
from atma_overlay.evaluation.episodes import Probe, Task
from atma_overlay.loaders.fields import Field

_TASKS: Mapping[str, tuple[Task, str]] = {
    "Exact": ("exact_recall", "ER"),
    "Multi-hop": ("aggregation", "Agg"),
    "Multiple-update": ("tracking", "Tr"),
    "Deletion": ("deletion", "Del"),
    "Cascade-D": ("cascade", "Cas"),
    "Cascade-U": ("absence", "Abs"),
}
"""Our task and the paper's short name by the file's own name of it, which details in brackets may follow."""
_PAIRED = ("cascade", "absence", "deletion")
"""The tasks that the trivial-pass filter applies to."""
_DETAIL = re2.compile(r"\s*\([^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the answer and the values behind it."""

    task: Task
    category: str
    query: str
    answer: str
    values: tuple[tuple[str, tuple[str, ...]], ...]
    """Entities with their values."""

    @property
    def entities(self) -> tuple[str, ...]:
        """What is asked about."""
        return tuple(name for name, _ in self.values)


def questions(record: Field, when: Literal["before", "after"]) -> list[Question]:
    """What every system was asked before or after the change.

    Raises:
        InvalidInputError: the file has another schema.
    """
    results = record.at("results")
    if not isinstance(results.value, dict) or not results.value:
        raise results.broken("holds no system: the questions are read from one")
    return [_question(item) for item in results.at(next(iter(results.value))).at(when).items()]


def _question(item: Field) -> Question:
    kind = item.at("task_type").text()
    name = str(_DETAIL.sub("", kind))
    if name not in _TASKS:
        raise item.at("task_type").broken(f"{kind!r} is no task of MEME: use one of {', '.join(_TASKS)}")
    task, category = _TASKS[name]
    values = item.at("entity_values")
    entities = [entity.text() for entity in item.at("entity").items()]
    return Question(
        task=task,
        category=category,
        query=item.at("question").text(),
        answer=item.at("gold_answer").text(),
        values=tuple((entity, _values(values.at(entity))) for entity in entities),
    )


def _values(field: Field) -> tuple[str, ...]:
    return tuple(v.text() for v in field.items()) if isinstance(field.value, list) else (field.text(),)


def file_probes(asked: Mapping[str, Sequence[Question]], moments: Mapping[str, int]) -> Iterator[Probe]:
    """The probes before and after the change, paired where the trivial-pass filter applies."""
    pairs: dict[tuple[Task, tuple[str, ...]], tuple[str, str]] = {}
    for number, question in enumerate(asked["before"]):
        identity = f"before-{number}-{question.category}"
        pairs[(question.task, question.entities)] = (identity, question.answer)
        yield Probe(
            id=identity,
            after_session=moments["before"],
            task="exact_recall",
            query=question.query,
            view="neutral" if question.category == "ER" else "current",
            expect="answer",
            gold=_forms(question.answer),
            category="ER" if question.category == "ER" else "pre-change",
            reference=question.answer,
        )
    for number, question in enumerate(asked["after"]):
        pair = pairs.get((question.task, question.entities)) if question.task in _PAIRED else None
        yield _after(question, f"after-{number}-{question.category}", pair=pair, session=moments["after"])


def _after(question: Question, identity: str, *, pair: tuple[str, str] | None, session: int) -> Probe:
    stated = tuple(value for _, values in question.values for value in values)
    gold: tuple[str, ...] | tuple[tuple[str, ...], ...]
    match question.task:
        case "tracking" | "aggregation":
            gold = tuple(_forms(value) for value in stated)
        case "absence" | "deletion":
            gold = ()
        case _:
            gold = _forms(question.answer)
    expects: Mapping[Task, Literal["uncertain", "absent"]] = {"absence": "uncertain", "deletion": "absent"}
    views: Mapping[Task, Literal["historical", "neutral"]] = {"tracking": "historical", "exact_recall": "neutral"}
    return Probe(
        id=identity,
        after_session=session,
        pair=pair[0] if pair else None,
        task=question.task,
        query=question.query,
        view=views.get(question.task, "current"),
        expect=expects.get(question.task, "answer"),
        gold=gold,
        stale=(pair[1],) if pair else stated if question.task in ("absence", "deletion") else (),
        category=question.category,
        reference=question.answer,
    )


def _forms(value: str) -> tuple[str, ...]:
    """The value, and the value without an explanation in brackets at its end."""
    short = str(_DETAIL.sub("", value))
    return (value, short) if short and short != value and "\n" not in value else (value,)
