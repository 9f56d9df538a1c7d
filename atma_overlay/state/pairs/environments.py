"""What is told of two environments: *our staging runs Postgres 15*, *we upgraded production to Postgres 16*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.records import Statement

_CALLED = {
    "production": "production", "prod": "production", "staging": "staging", "pre-prod": "staging", "preprod": "staging",
    "pre-production": "staging", "dev": "development", "qa": "qa", "uat": "uat", "ci": "ci", "sandbox": "sandbox",
    "canary": "canary",
}  # fmt: skip
"""Words that are environments wherever they stand: *I live in Leeds*, *I cannot test it* name none."""
_ENVIRONMENT = re2.compile(rf"(?i)\b(?:{'|'.join(sorted(_CALLED, key=len, reverse=True))})\b")


def of_another_environment(earlier: Statement, later: Statement) -> bool:
    """Whether each of two values is told of an environment, and not of the same one.

    Args:
        earlier: what stands.
        later: what is told later.
    """
    theirs = _named(later)
    return bool(theirs) and bool(mine := _named(earlier)) and mine.isdisjoint(theirs)


def _named(told: Statement) -> frozenset[str]:
    """The environments that a sentence names beside its value."""
    said = told.evidence.replace(told.value, "") if told.value else told.evidence
    return frozenset([_CALLED[name.lower()] for name in _ENVIRONMENT.findall(said)])
