"""Of what a dose is: *I now take 300 mg of magnesium* says nothing of another medicine."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.kinds import DOSE_UNITS
from atma_overlay.language.grammar.words import ADVERBS, DETERMINERS, KIN, PETS, PREPOSITIONS, lemma_of_noun, verb_lemma
from atma_overlay.records import Statement
from atma_overlay.state.slots.mentions import EVERYDAY, naming_terms
from atma_overlay.values.terms import STOP_WORDS, stem, terms, words

_ANY_DOSE = frozenset(
    stem(x)
    for x in """dose dosage pill tablet capsule medication medicine med meds prescription drug injection shot drop mg ml
    amount intake total morning evening night daily noon midday lunch dinner breakfast bedtime half subject max
    maximum minimum doctor gp nurse""".split()
)
"""What names a dose, and not what it is of."""
_CLOSED = STOP_WORDS | ADVERBS | DETERMINERS | PREPOSITIONS
_ANIMALS = PETS | {"vet"}
_OTHERS = KIN | frozenset("him her them his their".split())
_SPEAKER = frozenset("i i'm i've i'd i'll me".split())


def of_other_stuff(candidate: Candidate, record: Statement) -> bool:
    """Whether a dose is told of something that the sentence of a record does not name.

    Args:
        candidate: a measure in milligrams or millilitres.
        record: an open one in the same unit.
    """
    return not stuff_named(candidate) <= _stuff_of(record)


def stuff_named(candidate: Candidate) -> set[str]:
    """The stems of what a dose is told to be of; none where it is only called a dose."""
    named = set() if candidate.known_attribute else set(naming_terms(candidate.attribute))
    named |= {stem(x) for x in _beside(candidate)}
    return named - _ANY_DOSE - EVERYDAY


_AMOUNT = re2.compile(rf"(?i)\d ?(?:{DOSE_UNITS})\b")


def _stuff_of(record: Statement) -> set[str]:
    """What a record may be of: its sentence's words, and only its own where that tells of several amounts."""
    if len(_AMOUNT.findall(record.evidence)) > 1:
        name = parted(record.norm)
        own = set(terms(name[1])) if name is not None else {stem(x) for x in _around(record.value, record.evidence)}
        if own:
            return own | set(terms(record.slot.attribute))
    return set(terms(f"{record.evidence} {record.value}"))


def is_anothers(evidence: str, name: str = "") -> bool:
    """Whether a sentence may tell of another's dose: *my mum is worse, so they upped the sertraline*.

    Args:
        evidence: the sentence.
        name: of what the dose is, where that is told: what is the speaker's by *my* is theirs whoever else is named.
    """
    said = {lemma_of_noun(x) for x in words(evidence.lower().replace("’", "'"))}
    if not said.isdisjoint(_ANIMALS):
        return True
    own = not said.isdisjoint(_SPEAKER) or (bool(name) and f"my {name}" in evidence.lower())
    return not own and not said.isdisjoint(_OTHERS)


def _beside(candidate: Candidate) -> set[str]:
    """The nouns around a dose: *caffeine to 100 mg*, *300 mg of magnesium*, *vitamin D, 20 mg*."""
    of = _around(candidate.value, candidate.evidence)
    of += re2.findall(r"\bof (?:the |my |our |some )?([\p{L}-]+)$", candidate.value.lower())
    return {x for x in of if len(x) > 2 and x not in _CLOSED and verb_lemma(x) is None}


def _around(amount: str, evidence: str) -> list[str]:
    """The words that stand beside an amount where the name of its stuff may."""
    value, said = re2.escape(amount.lower()), evidence.lower()
    of = re2.findall(rf"{value}(?: a day| daily| per day)? of (?:the |my |our |some )?([\p{{L}}-]+)", said)
    to = re2.findall(rf"([\p{{L}}-]+) (?:back |down |up )?to {value}", said)
    to += re2.findall(rf"([\p{{L}}-]+)(?: [\p{{L}}]\d*)?,? {value}", said)
    return [*of, *to]


_PARTED = re2.compile(rf"^(?P<number>\d[\d.,]*) ?(?P<unit>{DOSE_UNITS}|g|units?) of (?P<name>\p{{L}}.*)$")
_NAME_FIRST = re2.compile(rf"^(?P<name>\p{{L}}[\p{{L}} -]*?) (?P<number>\d[\d.,]*) ?(?P<unit>{DOSE_UNITS}|g|units?)$")


def parted(norm: str) -> tuple[str, str, str] | None:
    """The number, the name and the unit of a normalised value that tells how much of what; None of any other."""
    found = _PARTED.match(norm) or _NAME_FIRST.match(norm)
    return found.group("number", "name", "unit") if found is not None else None


def another_dose(old: str, told: str) -> bool:
    """*Metformin 500 mg*, *metformin 1000 mg*: one name with another amount of it.

    Args:
        old: a normalised value.
        told: another.
    """
    before, after = parted(old), parted(told)
    return before is not None and after is not None and before[0] != after[0] and before[1:] == after[1:]


def other_medicines(old: str, told: str) -> bool:
    """*Metformin 500 mg*, *ramipril 5 mg*: two names, each with its amount.

    Args:
        old: a normalised value.
        told: another.
    """
    before, after = parted(old), parted(told)
    return before is not None and after is not None and before[1] != after[1]
