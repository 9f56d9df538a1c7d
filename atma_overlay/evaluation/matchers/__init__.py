"""Whether a free answer gives the current value: Supersede's matcher as published, and a sound one beside it."""

from atma_overlay.evaluation.matchers.lenient import LENIENT, Lenient
from atma_overlay.evaluation.matchers.strict import STRICT, Strict
from atma_overlay.evaluation.matchers.verdicts import Matcher, Verdict

__all__ = ["LENIENT", "STRICT", "Lenient", "Matcher", "Strict", "Verdict"]
