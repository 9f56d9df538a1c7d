"""The head: two logistic regressions over the vectors of two sentences, kept as one JSON file.

The features of a pair are |u − v| and u · v, component by component, as Sentence-BERT's pair classifier has them
(Reimers and Gurevych, 2019, section 3), without u and v themselves: a head is to know pairs, not topics.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from atma_overlay.errors import InvalidInputError
from atma_overlay.signatures import typed

__all__ = ["Head", "Logistic", "load_head", "pair_features"]


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Logistic(_File):
    """One question: the log-odds of *yes* are `bias` and the features by their weights."""

    weights: tuple[float, ...]
    bias: float

    def probability(self, features: Sequence[float]) -> float:
        """Of *yes*, in [0, 1]."""
        odds = self.bias + math.fsum(w * x for w, x in zip(self.weights, features, strict=True))
        return 1 / (1 + math.exp(-odds)) if odds > -500 else 0.0


class Head(_File):
    """What was trained, and for which embedder.

    Attributes:
        name: of the head, with its version: part of every verdict's decider.
        embedder: the name of the embedder whose vectors it was trained on.
        dimension: the length of those vectors.
        same: whether two sentences tell the same state variable.
        differs: whether they then take different stances.
    """

    name: str = Field(min_length=1)
    embedder: str
    dimension: int = Field(ge=1)
    same: Logistic
    differs: Logistic

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for question in ("same", "differs"):
            if len(getattr(self, question).weights) != 2 * self.dimension:
                raise ValueError(f"{question}: needs {2 * self.dimension} weights")
        return self

    def save(self, path: Path) -> None:
        """Write it as JSON."""
        path.write_text(self.model_dump_json() + "\n", encoding="utf-8")


@typed
def load_head(path: str | Path) -> Head:
    """A head from its file.

    Raises:
        InvalidInputError: there is no such file, or it holds no head.
    """
    file = Path(path)
    try:
        return Head.model_validate_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise InvalidInputError(
            "linker", f"there is no file {str(file)!r}: train one with `atma train-linker`"
        ) from error
    except (OSError, ValueError) as error:  # not readable, not text, no head, or no name of a file
        raise InvalidInputError("linker", f"{str(file)!r} holds no head: train it again") from error


def pair_features(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """|u − v| and u · v of two vectors."""
    return [abs(a - b) for a, b in zip(first, second, strict=True)] + [
        a * b for a, b in zip(first, second, strict=True)
    ]
