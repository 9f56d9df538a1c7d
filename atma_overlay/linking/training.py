"""Training a head: binary cross-entropy by AdamW (Loshchilov and Hutter, 2019), on vectors that are computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from atma_overlay.errors import InvalidInputError, MissingExtraError
from atma_overlay.linking.head import Head, Logistic
from atma_overlay.linking.pairs import LinkPair
from atma_overlay.ports.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_RATE, _DECAY, _BETA1, _BETA2, _TINY = 0.02, 0.05, 0.9, 0.999, 1e-8
_BATCH = 64
_LEAST = 10


@dataclass(frozen=True, slots=True)
class Trained:
    """A head, and how often it is right on the held-out groups; by question, with the number of pairs."""

    head: Head
    accuracy: Mapping[str, tuple[float, int]]
    trained_on: int


def train(pairs: Sequence[LinkPair], embedder: Embedder, *, name: str, epochs: int = 40, seed: int = 0) -> Trained:
    """Train both questions; the same pairs, embedder and seed give the same head.

    Args:
        pairs: those to train on and, by their groups, those to test on.
        embedder: whose vectors the head reads.
        name: the head's name and version.
        epochs: passes over the pairs.
        seed: of the order of the pairs.

    Raises:
        InvalidInputError: there are too few pairs, or a question has but one answer.
        MissingExtraError: numpy is not installed.
    """
    numpy = _numpy()
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.first, pair.second)))
    vectors = dict(zip(texts, numpy.asarray(embedder.embed(texts), dtype=float), strict=True)) if texts else {}
    questions, accuracy = {}, {}
    kept = [p for p in pairs if not p.held_out]
    for question in ("same", "differs"):
        asked = [p for p in kept if getattr(p, question) is not None]
        answers = numpy.array([float(getattr(p, question)) for p in asked])
        if len(asked) < _LEAST or len(set(answers)) < 2:
            raise InvalidInputError("pairs", f"are too few or all alike for {question!r}: give more of both answers")
        weights, bias = _fit(_features(asked, vectors), answers, epochs=epochs, seed=seed)
        questions[question] = Logistic(weights=tuple(map(float, weights)), bias=bias)
        test = [p for p in pairs if p.held_out and getattr(p, question) is not None]
        if test:
            said = _features(test, vectors) @ weights + bias > 0
            right = said == numpy.array([bool(getattr(p, question)) for p in test])
            accuracy[question] = (float(right.mean()), len(test))
    head = Head(
        name=name, embedder=embedder.name, dimension=embedder.dimension, same=questions["same"],
        differs=questions["differs"],
    )  # fmt: skip
    return Trained(head, accuracy, len(kept))


def _features(pairs: Sequence[LinkPair], vectors: Mapping[str, Array]) -> Array:
    """Of each pair |u − v| and u · v, as `head.pair_features` has them."""
    numpy = _numpy()
    first = numpy.stack([vectors[p.first] for p in pairs])
    second = numpy.stack([vectors[p.second] for p in pairs])
    both: Array = numpy.hstack([numpy.abs(first - second), first * second])
    return both


def _fit(features: Array, answers: Array, *, epochs: int, seed: int) -> tuple[Array, float]:
    """Weights and bias that make the answers likely; the decay is off the bias."""
    numpy = _numpy()
    chance = numpy.random.default_rng(seed)
    inputs = numpy.hstack([features, numpy.ones((len(features), 1))])
    weights = numpy.zeros(inputs.shape[1])
    first, second = numpy.zeros_like(weights), numpy.zeros_like(weights)
    decay = numpy.full_like(weights, _DECAY)
    decay[-1] = 0.0
    step = 0
    for _ in range(epochs):
        order = chance.permutation(len(inputs))
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            step += 1
            likely = 1 / (1 + numpy.exp(-numpy.clip(inputs[rows] @ weights, -30, 30)))
            slope = inputs[rows].T @ (likely - answers[rows]) / len(rows)
            first = _BETA1 * first + (1 - _BETA1) * slope
            second = _BETA2 * second + (1 - _BETA2) * slope**2
            moved = (first / (1 - _BETA1**step)) / (numpy.sqrt(second / (1 - _BETA2**step)) + _TINY)
            weights = weights - _RATE * (moved + decay * weights)
    return weights[:-1], float(weights[-1])


def _numpy() -> Any:
    try:
        import numpy  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("numpy", "linker", error) from error
    return numpy
