"""What somebody was told to do, by its verb: *I run three times a week*, *I volunteer at the food bank*."""

from __future__ import annotations

import re2

from atma_overlay.language.frames import PERIODS
from atma_overlay.language.kinds import MEASURED
from atma_overlay.language.words import verb_lemma
from atma_overlay.records import Statement

_HOW_OFTEN = "also|usually|still|mostly|often|always|generally|currently|now"
_DOES = re2.compile(rf"(?i)^(?:I|we) (?:(?:{_HOW_OFTEN}) )?([a-z]+)(?: (.*))?$")
_ARTICLE = re2.compile(r"(?i)^(?:an?|the|my|our|his|her|their|this|that|these|those) ")
_HOW_MUCH = frozenset({"activity", *MEASURED})


def does(statement: Statement, verb: str | None) -> bool:
    """Whether a record was told by a verb that has no object: who runs a bakery does not run.

    Args:
        statement: the record, of somebody who told it of themselves.
        verb: the verb, as its lemma; None is none.
    """
    told = _DOES.match(statement.evidence.rstrip(".!"))
    if told is None or verb is None or verb_lemma(told.group(1).lower()) != verb:
        return False
    behind = told.group(2) or ""
    article = _ARTICLE.match(behind)
    if behind[article.end() if article else 0 :].startswith(statement.value):
        of_a_period = statement.slot.attribute.rpartition("_")[2] in PERIODS  # a pack a day
        return of_a_period or statement.unit is not None or statement.value_kind in _HOW_MUCH
    return article is None
