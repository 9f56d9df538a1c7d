"""What is taken up beside what it replaces: whose it is, whether it is one part of several, and by which name."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import BY_THING, Candidate
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.language.grammar.words import GROUPS
from atma_overlay.records import Statement
from atma_overlay.state.pairs.acting import may_change
from atma_overlay.state.slots.holders import OWN, WHOLES
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms

__all__ = [
    "ALL_OF_IT", "by_its_name", "calls_it_theirs", "is_its_version", "may_go", "of_one_part", "told_of_it",
    "with_its_name",
]  # fmt: skip


def told_of_it(held: Statement) -> tuple[str, ...]:
    """The stems of a record's slot and of the sentence that told it."""
    return terms(f"{held.slot.attribute.replace('_', ' ')} {held.evidence}")


def calls_it_theirs(candidate: Candidate) -> bool:
    """*Ben migrated his database to Postgres*: whoever acts is a person, and does it to what is their own."""
    said, thing = candidate.evidence.lower(), (candidate.replaces or "").lower()
    return bool(thing) and any(f" {owner} {thing}" in said for owner in ("his", "her"))


def of_one_part(replaces: str, thing: str) -> bool:
    """*Migrated the billing service to Postgres*, *the docs to Netlify*: whether one part of several is told of."""
    named = replaces.split()
    if replaces != replaces.lower() or not set(terms(replaces)).isdisjoint(terms(thing.replace("_", " "))):
        return False
    return len(terms(replaces)) > 1 or not (WHOLES | _ALL).intersection(named[-1:])


ALL_OF_IT = frozenset({"everything", "everybody", "everyone", "all", "it all", "all of it", "all of us", "the lot"})
"""*We moved everything over to Linear*: nothing stays where it was."""
_ALL = frozenset("data code production prod hosting infra infrastructure deployment workload everything lot".split())


def with_its_name(candidate: Candidate, old: Statement | None, replaces: str) -> Candidate:
    """*Bumped Redis to 7*, after *we're on Redis 6*: the number with the name that it stands behind."""
    numbers = candidate.value_kind in {"number", "version"} and candidate.norm[:1].isdigit()
    if old is None or not numbers or old.value_kind not in NAMED:
        return candidate
    name, _, number = old.norm.rpartition(" ")
    if name != normalise(replaces) or not number[:1].isdigit():
        return candidate
    value = f"{replaces} {candidate.value}"
    return candidate.but(value=value, norm=normalise(value), value_kind=old.value_kind, unit=old.unit)


_VERSION = re2.compile(r"^(?:version |v)?\d+(?:\.\d+)*$")


def is_its_version(old: Statement, candidate: Candidate) -> bool:
    """*Upgraded Django to 5.0*, where *we use Django* is known: what it is called stays."""
    named = old.value_kind in NAMED and same_value(old.norm, candidate.old_norm) and not old.norm[-1:].isdigit()
    return named and _VERSION.match(candidate.norm) is not None


def by_its_name(old: Statement, candidate: Candidate, replaces: str) -> bool:
    """*Swapped celery for Temporal*; *moved the podcast over to Audiobarn* leaves the podcast what it is."""
    pointed_at = any(f"{owner} {replaces}" in candidate.evidence for owner in ("the", "my", "our"))
    return same_value(old.norm, candidate.old_norm) and not pointed_at


def may_go(old: Statement, candidate: Candidate) -> bool:
    """Whether what acts may change what is named, and what is taken up is of its kind."""
    own = candidate.attribute == BY_THING and old.slot.attribute in OWN
    return not own and may_change(candidate, old) and not _in_a_group(old, candidate)


def _in_a_group(old: Statement, candidate: Candidate) -> bool:
    """*I cancelled the band for the wedding*: who is in a band is in another one, if anything."""
    group = old.value_kind == "phrase" and old.norm.rpartition(" ")[2] in GROUPS
    return group and candidate.norm.rpartition(" ")[2] not in GROUPS and candidate.value_kind not in NAMED
