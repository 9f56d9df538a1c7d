"""Words about the names of things: what describes one, what tells it from another, and what ends its name."""

from __future__ import annotations

from atma_overlay.language.grammar.words import (
    ADVERBS,
    COMPONENTS,
    DETERMINERS,
    DWELLINGS,
    PREPOSITIONS,
    TIME_NOUNS,
    lemma_of_noun,
)
from atma_overlay.values.terms import STOP_WORDS
from atma_overlay.word_lists import read_list

__all__ = [
    "ALL_OF_IT",
    "ASIDE",
    "A_MONTH",
    "A_YEAR",
    "BROAD",
    "BY_AIR",
    "ENDS",
    "MAIN",
    "MEASURED_ONES",
    "OF_CALLS",
    "PAID_BY_THE_YEAR",
    "PERIODS",
    "PLAIN",
]

ALL_OF_IT = (
    TIME_NOUNS
    | COMPONENTS
    | DWELLINGS
    | frozenset(
        "project product company team time moment whole way record rest".split()  # by the way, for the record
    )
)
PLAIN = frozenset(
    """new old own current present former previous last latest next usual regular normal actual real exact full whole
    entire total overall good great nice lovely dear beloved little big small trusty poor monthly weekly daily yearly
    annual hourly body favourite favorite early late very same rented used leased refurbished brand""".split()
)
"""What describes a thing and sets it beside no other of its name."""
PERIODS = frozenset("daily weekly fortnightly monthly quarterly yearly annual hourly".split())
A_MONTH, A_YEAR = frozenset({"monthly"}), frozenset({"yearly", "annual"})
PAID_BY_THE_YEAR = frozenset("salary income pay earnings turnover revenue bonus premium fee".split())
"""Of what an amount that says no period is one of a year as a rule; of the rest it is one of a month."""
MAIN = frozenset("main primary chief principal usual everyday".split())
"""What the one is that goes by the bare name where there are others."""
BY_AIR = frozenset({"mobile", "cell"})
OF_CALLS = frozenset("phone phones number numbers provider carrier network plan contract tariff operator".split())
"""*My mobile phone* is my phone; a mobile browser is another one than the browser."""
BROAD = frozenset(
    """address app account provider supplier carrier vendor operator company firm brand membership plan package deal
    tariff subscription service system tool name policy contract server hosting engine instance cluster setup
    stack role post position job""".split()
)
"""*My email*, *my email address*: what may stand behind a name without another thing being meant."""
MEASURED_ONES = BROAD | frozenset(
    """number date time day hour slot price cost fee rate bill amount meeting appointment session lesson class call
    visit trip rollout launch release delivery game match rehearsal practice training shift exam interview""".split()
)
"""The same where a measure or a time is told: *the dentist is on Friday now*, *my dentist appointment is …*."""
ASIDE = frozenset(form for word in read_list("asides.txt") for form in (word, lemma_of_noun(word)))
"""What a thing is of a job's, or kept for, or which of several, beside which another goes by the bare name."""
ENDS = (STOP_WORDS | DETERMINERS | PREPOSITIONS | ADVERBS) - PLAIN - (ASIDE - ADVERBS) - {"home"}
