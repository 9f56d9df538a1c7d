"""What a change of place is one of: a town, a house with its number, or something else that goes by a name."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.doubts.misplaced import is_a_stay
from atma_overlay.language.scene import OPEN
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.language.vocabulary.towns import is_no_town, may_be_no_town
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise

__all__ = ["RUNS_ON", "as_known", "gone_over"]

RUNS_ON = "deploy_target"
"""The attribute of where a project runs."""
_QUARTER = re2.compile(
    r"^(?:the |an? )?(?:[\p{Ll}-]+ )?(?:side|outskirts|cent(?:re|er)|north|south|east|west|heart|edge|suburbs?|middle"
    r"|part|end|outside|inside) of ((?:[Tt]he )?\p{Lu}.*)$"
)
"""*I moved to the other side of Leeds*: what somebody lives in is the town."""


def gone_over(candidate: Candidate, lexicon: Lexicon) -> Candidate:
    """*I moved to Starling*: a change of place to a name that is known for something else is a change of that.

    Args:
        candidate: where somebody is told to live now.
        lexicon: knows names.
    """
    house = candidate.value[:1].isdigit() and _ADDRESS.match(candidate.value) is not None
    if house and candidate.part is Part.STATEMENT and (address := lexicon.by_noun("address")):
        return candidate.but(attribute=address.id, cardinality=address.cardinality)
    quarter = _QUARTER.match(candidate.value) if " of " in candidate.value else None
    if quarter is not None:
        town = quarter.group(1)
        start = candidate.span[1] - len(town)
        candidate = candidate.but(value=town, norm=normalise(town), span=(start, candidate.span[1]))
    told = candidate.change is Change.TOLD and candidate.act is Act.ASSERT
    if told and candidate.value.lower() in _NAMED_TWICE:
        return candidate.but(thing=None).doubted()
    known = as_known(candidate, lexicon) if told else candidate
    if not told or known is not candidate:
        return known
    spoken = candidate.norm in lexicon.words_of("languages_spoken")
    in_doubt = spoken or is_no_town(candidate.value) or may_be_no_town(candidate.value, candidate.evidence)
    in_doubt = in_doubt or is_a_stay(candidate.evidence.lower().partition(candidate.value.lower())[0])
    return candidate.doubted() if in_doubt else candidate


def as_known(candidate: Candidate, lexicon: Lexicon) -> Candidate:
    """*We've migrated to CircleCI*: a name that is known for something else than where one goes is one of those."""
    thing = lexicon.attributes.get(candidate.thing or "")
    if thing is None or thing.id == candidate.attribute or candidate.part is not Part.STATEMENT:
        return candidate
    sure = min(candidate.confidence, OPEN) if candidate.attribute == RUNS_ON else OPEN
    runs = candidate.attribute == RUNS_ON and candidate.change is not Change.TOLD
    several = thing.cardinality if runs else Cardinality.MULTI
    return candidate.but(attribute=thing.id, cardinality=several, confidence=sure)


_NAMED_TWICE = frozenset("phoenix halifax santander orange".split())
"""Towns that something else of many users is called after: who moves to one has moved house, or something else."""
_ADDRESS = re2.compile(r"^\d{1,5}[a-zA-Z]? \p{Lu}")
"""*I moved to 8 Harbour View*: a house with its number is no town."""
