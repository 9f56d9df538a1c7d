"""Whether an age can have come of another: nobody grows younger, or decades older at once."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.records import Statement

AGE = "age"
"""The attribute."""
_LEAP = 10
"""Years beyond those that have passed by which nobody is told to be older."""
_NO_AGE = re2.compile(
    r"(?i)\b(?:in (?:dog|cat|human) years|inside|at heart|in spirit|in (?:my|his|her|our|their) \p{L}+"
    r"|on paper|according to|if you|if i|[io]n the \p{L}+|and counting|soon|tomorrow|next \p{L}+"
    r"|this (?:coming|\p{L}+day)|(?:almost|nearly|about|around|roughly|practically|basically) \d+"
    r"|\d+ (?:in|on|by) \p{L}+|say i['’]?m|assum\w*|pretend\w*|suppos\w*|imagin\w*|feel\w*|weeks|going on)\b"
)
"""Words by which a number of years is nobody's age by now."""


def is_older(earlier: Statement, later: Statement) -> bool:
    """Whether an age can have come of another: whole years, more of them, and not many more than have passed.

    Args:
        earlier: the age that stands.
        later: the one that is told.
    """
    before, after = _years(earlier.norm), _years(later.norm)
    passed = max(0.0, (later.valid_from - earlier.valid_from).days / 365)
    return after > 0 and before <= after <= before + passed + _LEAP and _NO_AGE.search(later.evidence) is None


def _years(norm: str) -> float:
    first = norm.split(maxsplit=1)[0] if norm else ""
    return float(first) if first.isdigit() else 0.0
