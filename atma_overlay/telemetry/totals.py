"""Counts that a recall only adds up here; a reader of metrics asks for them when it collects."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from weakref import WeakKeyDictionary

from opentelemetry.context import Context
from opentelemetry.metrics import CallbackOptions, Meter, Observation
from opentelemetry.trace import INVALID_SPAN, set_span_in_context

from atma_overlay.forks import begins_anew

_NOBODY = set_span_in_context(INVALID_SPAN, Context())
"""Whoever happens to be collecting is not behind a count: no exemplar leads there."""


class Totals:
    """The counts of one counter since the process began, by the values of its labels.

    Args:
        keys: the names of the labels.
    """

    __slots__ = ("__weakref__", "_counts", "_keys", "_lock")

    def __init__(self, *keys: str) -> None:
        self._keys = keys
        self._counts: dict[tuple[str, ...], int] = {}
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Wait for none of a parent's threads."""
        self._lock = threading.Lock()

    def begin(self, labels: Iterable[tuple[str, ...]]) -> None:
        """Let these series exist."""
        with self._lock:
            for values in labels:
                self._counts.setdefault(values, 0)

    def add(self, counts: Iterable[tuple[tuple[str, ...], int]]) -> None:
        """Add to some of them."""
        with self._lock:
            known = self._counts
            for values, count in counts:
                known[values] = known.get(values, 0) + count

    def observed(self, _: CallbackOptions) -> Iterator[Observation]:
        """Every count so far: the callback of an observable counter."""
        with self._lock:
            counts = list(self._counts.items())
        for values, count in counts:
            yield Observation(count, dict(zip(self._keys, values, strict=True)), _NOBODY)


_KEPT: WeakKeyDictionary[object, Totals] = WeakKeyDictionary()
"""By counter. A meter hands out the one that it has already, which goes on reading the totals that it was made with."""


def counted(meter: Meter, name: str, keys: Sequence[str], *, unit: str, description: str) -> Totals:
    """The totals behind a counter of a meter: the same ones, however many overlays count there."""
    totals = Totals(*keys)
    counter = meter.create_observable_counter(name, [totals.observed], unit=unit, description=description)
    try:
        return _KEPT.setdefault(counter, totals)
    except TypeError:  # a counter of another make, which no such table can hold
        return totals
