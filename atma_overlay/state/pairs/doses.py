"""Of what a dose is: *I now take 300 mg of magnesium* says nothing of another medicine."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.facts.prescribed import is_from_now_on
from atma_overlay.language.grammar.words import ADVERBS, DETERMINERS, KIN, PETS, PREPOSITIONS, lemma_of_noun, verb_lemma
from atma_overlay.records import Statement
from atma_overlay.state.slots.mentions import EVERYDAY, naming_terms
from atma_overlay.state.terms import STOP_WORDS, stem, terms, words

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
    named = set() if candidate.known_attribute else set(naming_terms(candidate.attribute))
    named |= {stem(x) for x in _beside(candidate)}
    return not (named - _ANY_DOSE - EVERYDAY) <= set(terms(f"{record.evidence} {record.value}"))


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
    value = re2.escape(candidate.value.lower())
    said = candidate.evidence.lower()
    of = re2.findall(rf"{value}(?: a day| daily| per day)? of (?:the |my |our |some )?([\p{{L}}-]+)", said)
    to = re2.findall(rf"([\p{{L}}-]+) (?:back |down |up )?to {value}", said)
    to += re2.findall(rf"([\p{{L}}-]+)(?: [\p{{L}}]\d*)?,? {value}", said)
    of += re2.findall(r"\bof (?:the |my |our |some )?([\p{L}-]+)$", candidate.value.lower())
    return {x for x in (*of, *to) if len(x) > 2 and x not in _CLOSED and verb_lemma(x) is None}


_NAME_AND_NUMBER = re2.compile(r"^(?P<name>\p{L}[\p{L} -]*?) (?P<number>\d[\d.,]*) ?(?P<unit>mg|ml|mcg|g|iu|units?)$")


def is_for_now(sentence: str, value: str) -> bool:
    """*Put me on metformin 1000 mg for the test*, *while I'm in hospital*: a dose that may be for then alone."""
    before, _, behind = sentence.lower().partition(value.lower())
    return not is_from_now_on(behind) or before.startswith(("as ", "for ", "at ", "in ", "once "))


def another_dose(old: str, told: str) -> bool:
    """*Metformin 500 mg*, *metformin 1000 mg*: one name with another amount of it.

    Args:
        old: a normalised value.
        told: another.
    """
    before, after = _NAME_AND_NUMBER.match(old), _NAME_AND_NUMBER.match(told)
    if before is None or after is None or before.group("number") == after.group("number"):
        return False
    return bool(before.group("name", "unit") == after.group("name", "unit"))
