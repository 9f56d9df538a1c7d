"""Displacement: whether a new value in a slot that may hold several takes an old one's place."""

from __future__ import annotations

from rapidfuzz import fuzz

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import MEASURED, NAMED
from atma_overlay.language.grammar.words import DAY_NAMES, KIN, PETS, lemma
from atma_overlay.records import Change, Statement
from atma_overlay.values.terms import words

OPEN_AT = 0.6
_OWNED = re2.compile(r"\b(?:my|our)\s+((?:[\p{L}-]+\s+){0,2}[\p{L}-]+)")
SEVERAL = (
    KIN
    | PETS
    | frozenset(
        """child friend pet sibling colleague neighbour hobby language skill pet_dog pet_cat other_pet other_pet_name
    allergy fear roommate project course goal long_term_goal short_term_goal instrument sport language_learning
    learning_topic languages_spoken""".split()
    )
)
"""Attributes of which one has several as a rule: a new one comes beside the others."""
_COMMONPLACE = frozenset("new old is be from with at in on for to and this week month current now the a".split())
FRAME_ALIKE = 92
"""Similarity (0 to 100) of two sentences without their values to be one frame."""
_EXCLUSIVE = frozenset(
    """use live work run host drive ride wear sit stay sleep train jog lift swim print record edit bake deploy store
    rent bank subscribe pay belong report lodge lease serve meet assign""".split()
)
"""Verbs whose new object leaves no room for the old one: *I've been hiking in Plovers since May*."""


_JOINING = frozenset("in on at from through with by via".split())
_SOCIAL = frozenset("be meet talk play go hang travel chat speak dance eat see visit work sing fly drive".split())
"""Verbs that are done with or at several: a new one comes beside the others."""


def surer(candidate: Candidate, least: float) -> Candidate:
    """A candidate that its wording makes surer; what is doubted stays so, whatever its wording."""
    return candidate if candidate.confidence <= DOUBTED else candidate.but(confidence=max(candidate.confidence, least))


def alike_but_for_value(old: Statement, candidate: Candidate) -> bool:
    """Whether two sentences are one frame with another value in it (template alignment)."""
    first, second = _frame(old.evidence, old.value), _frame(candidate.evidence, candidate.value)
    long_enough = min(len(first.split()), len(second.split())) >= 3
    return long_enough and fuzz.ratio(first, second, score_cutoff=FRAME_ALIKE) >= FRAME_ALIKE


def may_be_framed(candidate: Candidate) -> bool:
    """Whether alignment tells a slot: for measures, times and verbs done with one thing, not *I'm interested in*."""
    measured = candidate.value_kind in MEASURED
    return measured or bool(set(candidate.attribute.split("_")) & _EXCLUSIVE)


def called_alike(old: Statement, candidate: Candidate) -> bool:
    """Whether both sentences call what has the value by one noun, as the speaker's only one: *my physio is …*."""
    if candidate.attribute in SEVERAL or candidate.value_kind not in NAMED:
        return False
    owned = _OWNED.findall(old.evidence.lower()), _OWNED.findall(candidate.evidence.lower())
    said = [{lemma(x) for phrase in found for x in phrase.split()} - _COMMONPLACE for found in owned]
    return bool(said[0] & said[1])


def other_sort(candidate: Candidate, old: Statement) -> bool:
    """Whether the names tell two sorts of institution: a bank does not take a gym's place."""
    sort = (old.unit or "").removeprefix("sort:") if (old.unit or "").startswith("sort:") else None
    return sort is not None and candidate.sort is not None and sort != candidate.sort


USE = "use"
"""The attribute of what is used for nothing that is told: *we use Terraform*, *I've been using my new Trek*."""


def _thing_of(old: Statement) -> str | None:
    thing = default_extractor().lexicon.thing_of(old.value)
    return thing.id if thing is not None else None


def displaces(candidate: Candidate, old: Statement) -> bool:
    """Whether a new value in an open slot takes the old one's place.

    Names for names, measures for measures, and a verb that is done with one thing at a time.
    """
    if candidate.known_attribute or candidate.change is Change.TOLD:
        return True
    if candidate.attribute == USE:
        return candidate.thing is not None and candidate.thing == _thing_of(old)
    if "phrase" in {candidate.value_kind, old.value_kind} or candidate.confidence < OPEN_AT or old.confidence < OPEN_AT:
        return False
    parts = candidate.attribute.split("_")
    joined = len(parts) > 1 and parts[-1] in _JOINING and not set(parts) & _SOCIAL and candidate.value_kind in NAMED
    return joined or bool(set(parts) & _EXCLUSIVE) or candidate.value_kind in MEASURED


_STARTED = re2.compile(
    r"\b(?:as of|as from|effective|starting) (?:this |last |next )?(?:\p{L}+day|week|month|january|february"
    r"|march|april|may|june|july|august|september|october|november|december)\b"
)


_FOR_SO_LONG = re2.compile(r"\bfor (?:[\p{L}\d-]+ ){1,5}?(?:days|weeks|months|years|a year|a month|a while|ages) now\b")
"""*I've been doing yoga for ten weeks now*: how long, and of nothing that it took the place of."""


def wholly(sentence: str) -> bool:
    """Whether *now* is said of the whole of life, not of Saturdays or a season."""
    said = set(words(_FOR_SO_LONG.sub(" ", sentence.lower())))
    parts = {
        "every",
        "season",
        "weekend",
        "weekends",
        "evenings",
        "mornings",
        "nights",
        "part-time",
        "summer",
        "winter",
    }
    started = _STARTED.search(sentence.lower())
    if started is not None:  # as of Monday: the day that it began on
        return not said & parts
    return "now" in said and not said & (parts | DAY_NAMES)


def _frame(sentence: str, value: str) -> str:
    return " ".join(w for w in words(sentence.replace(value, " ")) if w not in {"now", "again", "about", "currently"})
