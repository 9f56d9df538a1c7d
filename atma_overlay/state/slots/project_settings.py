"""A project's settings, and what is told of a part of it alone: *our GPU jobs run on Spot*, *the billing service*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.state.terms import stem

SETTINGS = frozenset({"deploy_target", "hosting", "database", "ci", "memory_limit", "service_port", "cloud_region"})
"""A project's settings: it has one of each, whatever the project is called."""
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
