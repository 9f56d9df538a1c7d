"""By what words a statement can be meant: worked out once, since every recall asks it of every record it meets."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay.kept import kept_of
from atma_overlay.records import Statement
from atma_overlay.values.normal import fold_case
from atma_overlay.values.terms import terms


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement's stems by what they stand in, and its value in folded case."""

    subject: frozenset[str]
    attribute: frozenset[str]
    value: frozenset[str]
    evidence: frozenset[str]
    folded: str
    every: frozenset[str]
    """Every stem of these, and of the parts of hyphenated words."""

    @property
    def named(self) -> frozenset[str]:
        """The stems of its attribute and of its value."""
        return self.attribute | self.value


def _characters(statement: Statement) -> int:
    return len(statement.evidence) + len(statement.value)


@kept_of(16384, _characters)
def wording_of(statement: Statement) -> Wording:
    """The wording of a statement; kept with the other texts of this process until one of them is erased."""
    texts = (
        statement.slot.subject,
        statement.slot.attribute.replace("_", " "),
        statement.value,
        statement.evidence,
    )
    subject, attribute, value, evidence = (frozenset(terms(text)) for text in texts)
    parts = (part for text in texts if "-" in text for part in terms(text.replace("-", " ")))
    every = subject.union(attribute, value, evidence, parts)
    return Wording(subject, attribute, value, evidence, fold_case(statement.value), every)
