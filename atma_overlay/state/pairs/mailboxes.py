"""Whose an address is that is asked to be used from now on: the speaker's, where it is like the one that is known."""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.facts.addresses import asked_for
from atma_overlay.records import Statement

EMAIL = "email"
_LEAST = 2
_ALIKE = 4
"""Letters of a name that another one may begin with and be the same: *anna*, *annab*; *jo* is no *john*."""
_WORD = re2.compile(r"\p{L}+")
_ANYBODY_S = frozenset(
    """info support admin hello contact sales office mail help helpdesk team billing accounts account invoices invoice
    finance noreply service orders enquiries inbox post reception jobs careers press legal hr it""".split()
)
"""Names of a mailbox that tell of nobody."""


def may_be_asked(candidate: Candidate, held: Iterable[Statement]) -> bool:
    """Whether an address is the speaker's that is to be written to from now on.

    Args:
        candidate: an address that is asked for.
        held: what is known of it.
    """
    if not asked_for(candidate.evidence):
        return True
    told = _words(candidate.value)
    return any(_alike(x, y) for s in held for x in _words(s.value) for y in told)


def _words(address: str) -> frozenset[str]:
    name = address.partition("@")[0].lower()
    return frozenset(x for x in _WORD.findall(name) if len(x) >= _LEAST) - _ANYBODY_S


def _alike(first: str, second: str) -> bool:
    short, long = sorted((first, second), key=len)
    return first == second or (len(short) >= _ALIKE and long.startswith(short))
