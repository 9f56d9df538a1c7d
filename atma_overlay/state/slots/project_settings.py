"""A project's settings, and what is told of a part of it or of others alone: *the billing service*, *Procurement*."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from atma_overlay import re2
from atma_overlay.records import Statement
from atma_overlay.values.terms import stem, terms

SETTINGS = frozenset({"deploy_target", "hosting", "database", "ci", "memory_limit", "service_port", "cloud_region"})
"""A project's settings: it has one of each, by whichever of its names that were spoken of."""
_SHARES = frozenset(
    stem(x)
    for x in """job build runner pipeline worker node test batch cron queue dashboard doc docs blog model training
    workload script bot notebook backup archive staging preview demo experiment simulation inference cache sandbox
    crawler scraper report etl webhook""".split()
)
"""What a project has beside all the rest that it consists of."""
_WHOLES = frozenset(stem(x) for x in "service app api backend server site cluster system platform stack".split())
_DESCRIBED = re2.compile(
    r"\b(?:[Oo]ur|[Mm]y|[Tt]he) ((?:[a-z-]+ ){1,3}?)"
    r"(?:service|app|api|API|server|site|cluster|system|platform|stack)s?\b"
)
"""*The billing service*; *the Atlas service* may be all there is."""
_SAYS_NOTHING = frozenset(
    stem(x) for x in "production prod main whole entire new live web core own old current company team backend".split()
)


def is_part_of_a_project(subject: str, evidence: str) -> bool:
    """Whether what a setting is told of is only a part: *GPU jobs*, *the nightly builds*, *the billing service*.

    Args:
        subject: whose the setting is.
        evidence: the sentence that tells it.
    """
    held = [stem(x) for x in subject.replace("_", " ").split()]
    if not held or held[-1] in _SHARES:
        return bool(held)
    described = [[stem(x) for x in m.group(1).split()] for m in _DESCRIBED.finditer(evidence)]
    return any(set(held) <= {*words, *_WHOLES} and _SAYS_NOTHING.isdisjoint(words) for words in described)


_GENERIC = frozenset(
    stem(x)
    for x in """app application project team company service site website product platform backend api server system
    stack software code codebase repo repository business startup firm organisation organization everything database
    hosting deployment production prod cluster main whole entire new live web core own current""".split()
)
"""What one makes or is made in, by no name of its own."""


def is_of_some_other(subject: str, old: Statement, valued: Callable[[list[str]], Iterable[Statement]]) -> bool:
    """Whether a setting is of one who was never spoken of: *Procurement* is one of many, *the app* what is made.

    Args:
        subject: whose the setting is, who is not the speaker.
        old: the record of that setting, which is another's or the speaker's.
        valued: open records that have one of these words in their values.
    """
    named = set(terms(subject))
    if subject == old.slot.subject or named <= set(terms(old.evidence)) or named <= _GENERIC:
        return False
    return not any(named <= set(terms(s.value)) for s in valued(sorted(named)))
