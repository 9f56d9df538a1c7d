"""What stands beside the value of a label: what it was (*MySQL → Postgres*, *Pulse (ex FitWorks)*), or may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from atma_overlay.language.grammar.tokens import MAX_ANALYSED_CHARACTERS, Span

ARROW = r"(?:-{1,2}>|={1,2}>|~>|>>|[→➡⇒⟶➔➜⟹])\ufe0f?"
"""Signs between what was and what is."""
_BECAME = re.compile(rf"^(?P<old>[^>→➡⇒⟶➔➜⟹]{{1,60}}?)[ \t]*{ARROW}[ \t]*(?P<new>[^>→➡⇒⟶➔➜⟹]{{1,60}})$")
_TOLD = re.compile(
    r"(?i)^(?:(?:was|were|used to be|from|no longer|not) (?P<old>[^,;]{1,40}?)(?: any ?more)?,?"
    r" (?:and |but )?(?:is |it's )?(?:now|to|but)"
    r"|(?:updated|changed|switched|moved|migrated|now)(?: to)?) (?P<new>[^,;]{1,40})$"
)
"""*Gym: was FitWorks, now Pulse*, *Gym: changed to Pulse*."""
_ASIDE = re.compile(r"^(?P<new>[^()]{1,60}?)[ \t]*\((?P<aside>[^()]{1,60})\)$")
_WAS = re.compile(
    r"(?i)^(?:it )?(?:was|were|prev(?:ious(?:ly)?|\.)?|former(?:ly)?|ex|used to be|until recently|old|not|no longer"
    r"|instead of|replac(?:es|ed|ing)|before)\b[: .-]*(?P<old>\S.*)$"
)
"""What an aside names is over: *(was FitWorks)*."""
_LATER = re.compile(r"(?i)^(?:soon|later|then|next|maybe|perhaps|possibly|planned|from|or|tbc|proposed|considering)\b")
"""It is to come, or may be."""
_PLANNED = re.compile(
    r"(?i)\b(?:soon|later|next|maybe|perhaps|possibly|planned|proposed|declined|cancell?ed|rejected|no|tbc)\b|\?"
)
_DONE = " \t✅✔☑✓🎉!"


_ALONE = re.compile(
    rf"^[ \t]*(?:[-*•][ \t]+)?(?P<old>[^:|>→➡⇒⟶➔➜⟹.!?\n]{{1,40}}?)[ \t]*{ARROW}"
    r"[ \t]*(?P<new>[^:|>→➡⇒⟶➔➜⟹.!?(\n]{1,40}?)"
    r"(?P<rest>[ \t]*[(:?].{0,40})?[ \t✅✔☑✓🎉!.]*$",
    re.MULTILINE,
)


def arrows(text: str) -> Iterator[tuple[Span, Span, bool]]:
    """What a line without a label leads to what, and whether it says no more than that: *Slack -> Teams*.

    Args:
        text: of the turn.
    """
    if _MAY_LEAD.search(text) is None:
        return
    for match in islice(_ALONE.finditer(text[:MAX_ANALYSED_CHARACTERS]), _MOST):
        yield match.span("old"), match.span("new"), match.group("rest") is None


_MAY_LEAD = re.compile(ARROW)
_MOST = 6
"""Of one turn; more of them are a diagram."""


@dataclass(frozen=True, slots=True)
class Valued:
    """The value of a label.

    Attributes:
        span: where it stands.
        aside: where what it is not stands, beside it.
        changed: whether that is told to be over.
    """

    span: Span
    aside: Span | None = None
    changed: bool = False


def beside_value(text: str, span: Span) -> Valued:
    """The value that stands in a place behind a label, apart from what it was.

    Args:
        text: of the turn.
        span: all that stands behind the label.
    """
    start, said = span[0], text[span[0] : span[1]].rstrip(_DONE)
    became = _BECAME.match(said)
    if became is not None and _PLANNED.search(said) is None:
        old, new = became.span("old"), became.span("new")
        return Valued((start + new[0], start + new[1]), (start + old[0], start + old[1]), changed=True)
    told = _TOLD.match(said)
    if told is not None and _PLANNED.search(said) is None:
        old, new = told.span("old"), told.span("new")
        aside = (start + old[0], start + old[1]) if old[0] >= 0 else None
        return Valued((start + new[0], start + new[1]), aside, changed=True)
    noted = _ASIDE.match(said)
    if noted is None:
        return Valued(span)
    was, later = _WAS.match(noted.group("aside")), _LATER.match(noted.group("aside"))
    if was is None and later is None:
        return Valued(span)
    new, aside = noted.span("new"), noted.span("aside")
    beside = (start + aside[0], start + aside[1])
    return Valued((start + new[0], start + new[1]), beside, changed=was is not None)
