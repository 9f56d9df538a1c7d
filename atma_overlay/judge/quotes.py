"""Words that a judge took from elsewhere, kept as places in the texts that they stand in (law 7).

A reading may say of whom *he* is, where another turn or a record tells it. The words of that other text are not copied
into what is kept of this one: they are looked up each time it is resolved. Once that text is erased, nothing of it is
left here, and the turn's own words stand in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, StatedContingency
from atma_overlay.records import Basis
from atma_overlay.values.normal import normalise
from atma_overlay.values.terms import terms

Sources = Mapping[str, str]
"""Texts by the id of the observation."""
_WORD = re2.compile(r"[\p{L}\p{M}\p{N}]+(?:['’.:_/-][\p{L}\p{M}\p{N}]+)*")
_LEAST = 3
"""Characters at least that a word of another form has to share with the one that it is quoted from."""
ABSENT = frozenset({"none", "nothing", "nobody"})
"""Words that say of a variable that it has no value; they come from nowhere else."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Characters [start, end) of an observation's text."""

    observation_id: str
    start: int
    end: int


Parts = tuple[str | Quote, ...]
"""Words in order, own ones as they are and others as quotes."""


@dataclass(frozen=True, slots=True)
class Borrowed:
    """What a candidate takes from other observations.

    Attributes:
        place: the candidate's among those of its reading, which holds the turn's own words in place of the value.
        parts: the value; empty where it is the candidate's own.
        value_kind: of the value in full.
        unit: likewise.
        affirmed: likewise.
        subject: whose state it is; empty where the turn itself says so.
        slot: the words of its attribute; empty where they are nobody's.
    """

    place: int
    parts: Parts
    value_kind: str
    unit: str | None
    affirmed: bool
    subject: Parts = ()
    slot: Parts = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """The observations that it quotes, in order."""
        return quoted_in((*self.subject, *self.slot, *self.parts))

    def lent(self, candidate: Candidate, texts: Sources) -> Candidate | None:
        """The candidate in full; in the turn's own words where a text is gone, None where nothing says of what."""
        grounds = quoted_in((*self.subject, *self.slot))
        if not texts.keys() >= set(grounds):
            return None
        if self.subject:
            candidate = candidate.but(subject=in_full(self.subject, texts).lower(), grounds=grounds)
        if self.slot:
            candidate = candidate.but(attribute=spelled(in_full(self.slot, texts)), grounds=grounds)
        if not self.parts or not texts.keys() >= set(self.sources):
            return candidate
        value = in_full(self.parts, texts)
        return candidate.but(
            value=value, norm=normalise(value), value_kind=self.value_kind, unit=self.unit, affirmed=self.affirmed,
            basis=Basis.INFERRED, grounds=self.sources,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class BorrowedRule:
    """What a rule takes from other observations; each empty where the words are its own.

    Attributes:
        place: the rule's among those of its reading, which is without those words.
        parent_of: whose state it waits for.
        parent: the words of that state's attribute.
        child_of: whose state it changes.
        child: likewise.
    """

    place: int
    parent_of: Parts = ()
    parent: Parts = ()
    child_of: Parts = ()
    child: Parts = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """The observations that it quotes, in order."""
        return quoted_in((*self.parent_of, *self.parent, *self.child_of, *self.child))

    def lent(self, rule: StatedContingency, texts: Sources) -> StatedContingency | None:
        """The rule in full; None where a text is gone: nothing says then what it is about."""
        if not texts.keys() >= set(self.sources):
            return None
        return replace(
            rule,
            parent_subject=in_full(self.parent_of, texts).lower() or rule.parent_subject,
            parent=spelled(in_full(self.parent, texts)) or rule.parent,
            child_subject=in_full(self.child_of, texts).lower() or rule.child_subject,
            child=spelled(in_full(self.child, texts)) or rule.child,
            grounds=self.sources,
        )


def spelled(label: str) -> str:
    """A label as the ledger writes attributes."""
    return "_".join(label.lower().split())


def quoted_in(parts: Parts) -> tuple[str, ...]:
    """The observations that the parts quote, in order."""
    return tuple(dict.fromkeys(p.observation_id for p in parts if isinstance(p, Quote)))


def in_full(parts: Parts, texts: Sources) -> str:
    """The words that the parts stand for."""
    return "".join(p if isinstance(p, str) else texts[p.observation_id][p.start : p.end] for p in parts)


def quoted(value: str, own: Collection[str], texts: Sources) -> tuple[Parts, list[str]]:
    """A value with each word that is not the turn's own as a quote, and the words that no text has.

    Args:
        value: as the model gives it.
        own: the terms of the turn.
        texts: what else was shown, the likeliest first.
    """
    parts: list[str | Quote] = []
    nowhere: list[str] = []
    done = 0
    for match in _WORD.finditer(value):
        word = match.group()
        if set(terms(word)) <= set(own) or word.lower() in ABSENT:
            continue
        quote = _found(word, texts)
        if quote is None:
            nowhere.append(word)
            continue
        parts += [value[done : match.start()], quote]
        done = match.start() + quote.end - quote.start
    parts.append(value[done:])
    return tuple(p for p in parts if p != ""), nowhere


def _found(word: str, texts: Sources) -> Quote | None:
    """Where the word stands, or one of the same stem: then what the two share is quoted."""
    wanted = terms(word)
    for identifier, text in texts.items():
        if not set(wanted) <= set(terms(text)):
            continue
        for match in _WORD.finditer(text):
            shared = _shared(word, match.group())
            whole = shared == len(word) == len(match.group())
            if whole or (terms(match.group()) == wanted and shared >= _LEAST):
                return Quote(identifier, match.start(), match.start() + shared)
    return None


def _shared(first: str, second: str) -> int:
    """How many characters two words begin with alike, capitals or not."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((n for n, (a, b) in pairs if a.lower() != b.lower()), min(len(first), len(second)))
