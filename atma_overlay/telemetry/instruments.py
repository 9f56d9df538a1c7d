"""The metrics. No store, user or conversation is ever a label."""

from __future__ import annotations

from collections.abc import Iterable

from opentelemetry.context import Context
from opentelemetry.metrics import Meter
from opentelemetry.util.types import AttributeValue

from atma_overlay.telemetry import names as n
from atma_overlay.telemetry.totals import counted


class Instruments:
    """What is counted and timed, on one meter. What recalls count is read off when it is collected (`Totals`)."""

    def __init__(self, meter: Meter) -> None:
        self.started = False
        self._operation = meter.create_histogram(
            n.OPERATION_DURATION, unit="s", description="Duration of a call of the overlay",
            explicit_bucket_boundaries_advisory=n.OPERATION_SECONDS,
        )  # fmt: skip
        self._stage = meter.create_histogram(
            n.STAGE_DURATION, unit="s", description="Duration of one stage of a call",
            explicit_bucket_boundaries_advisory=n.STAGE_SECONDS,
        )  # fmt: skip
        self._decisions = meter.create_counter(n.DECISIONS, unit="{decision}", description="What writes decided")
        self._packet = meter.create_histogram(
            n.PACKET_TOKENS, unit="{token}", description="Estimated tokens of a rendered packet",
            explicit_bucket_boundaries_advisory=n.TOKENS,
        )  # fmt: skip
        self._judge = meter.create_histogram(
            n.JUDGE_TOKENS, unit="{token}", description="Tokens of one question to the judge, answer included",
            explicit_bucket_boundaries_advisory=n.TOKENS,
        )  # fmt: skip
        self._checks = counted(
            meter, n.PREMISE_CHECKS, (n.ATMA_VERDICT,), unit="{check}", description="Premises of queries"
        )
        self._rows = counted(
            meter, n.ROWS, (n.ATMA_LABEL, n.ATMA_ACTION), unit="{row}",
            description="Rows of packets, and rows left out",
        )  # fmt: skip

    def start_at_zero(self, *, labels: Iterable[str], verdicts: Iterable[str], measuring: bool) -> None:
        """Make every series of the counters exist: one that appears with its first event hides that event from rates.

        A fire rate of zero could otherwise not be told from a memory that decides nothing.

        Args:
            labels: of rows.
            verdicts: of premises.
            measuring: whether the zeros arrive; what only stands for a later meter drops them, and is told them again.
        """
        self.started = measuring
        for decision in n.Decided:
            self._decisions.add(0, {n.ATMA_DECISION: decision.value})
        self._checks.begin((verdict,) for verdict in verdicts)
        self._rows.begin((label, action.value) for label in labels for action in (n.Action.KEPT, n.Action.ADDED))
        self._rows.begin((reason.value, n.Action.SUPPRESSED.value) for reason in n.Left)

    def operation(self, seconds: float, *, name: str, provider: str, error: str | None, context: Context) -> None:
        """One call of the overlay ended; the context carries its span, for the exemplar."""
        labels = {n.OPERATION_NAME: name, n.PROVIDER_NAME: provider}
        if error is not None:
            labels[n.ERROR_TYPE] = error
        self._operation.record(seconds, labels, context)

    def stage(self, seconds: float, *, name: str, error: str | None, context: Context) -> None:
        """One stage ended."""
        labels: dict[str, AttributeValue] = {n.ATMA_STAGE: name}
        if error is not None:
            labels[n.ERROR_TYPE] = error
        self._stage.record(seconds, labels, context)

    def decided(self, decision: n.Decided, count: int, context: Context) -> None:
        """A write decided something so many times."""
        self._decisions.add(count, {n.ATMA_DECISION: decision.value}, context)

    def checked(self, counts: Iterable[tuple[tuple[str], int]]) -> None:
        """How many premises came out how."""
        self._checks.add(counts)

    def rows(self, counts: Iterable[tuple[tuple[str, str], int]]) -> None:
        """How many rows, by label and action, were kept, added or left out."""
        self._rows.add(counts)

    def packet(self, tokens: int, context: Context) -> None:
        """A packet was rendered."""
        self._packet.record(tokens, None, context)

    def judge(self, tokens: int, context: Context) -> None:
        """The judge was asked, and answered or failed after an answer of no use."""
        self._judge.record(tokens, None, context)
