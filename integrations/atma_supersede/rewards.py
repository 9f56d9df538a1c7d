"""The reward: r = r_cur + λ·r_stale (Supersede, section 3).

r_cur is 1 where the answer conveys the current value, else 0. r_stale is −1 where it asserts a superseded value,
else 0, and 0 where no superseded value is known. λ is not negative, so a stale answer costs λ; the runs that
the paper reports have λ = 0, and its stale penalty is an ablation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.matchers import Matcher, Verdict
from atma_overlay.evaluation.matchers.verdicts import AskedTime

_GIVES_CURRENT = frozenset({Verdict.CORRECT, Verdict.AMBIGUOUS})
_GIVES_STALE = frozenset({Verdict.STALE, Verdict.AMBIGUOUS})


@dataclass(frozen=True, slots=True)
class Scored:
    """A verdict with its two parts of the reward."""

    verdict: Verdict

    @property
    def current(self) -> float:
        """r_cur."""
        return float(self.verdict in _GIVES_CURRENT)

    @property
    def stale(self) -> float:
        """r_stale."""
        return -float(self.verdict in _GIVES_STALE)

    def reward(self, stale_weight: float) -> float:
        """r; `stale_weight` is λ."""
        return self.current + stale_weight * self.stale


def scored(
    answer: str, *, current: Sequence[str], stale: Sequence[str], matcher: Matcher, asked: AskedTime = "current"
) -> Scored:
    """The score of an answer."""
    return Scored(matcher.verdict(answer, current=current, stale=stale, asked=asked))
