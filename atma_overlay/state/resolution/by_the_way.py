"""Whether somebody can have taken the place of whoever did something for the speaker, or for theirs, until then."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.language.grammar.words import KIN, PETS
from atma_overlay.records import Observation, Statement
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.state.slots.holders import is_thing, speaker_of
from atma_overlay.values.sameness import refines, same_value
from atma_overlay.values.terms import terms

_NEAR = (
    KIN | PETS | frozenset("spouse dating_partner engage_to child friend neighbour identity partner roommate".split())
)
"""Nobody takes their place by the way."""


def takes_the_place(candidate: Candidate, old: Statement, observation: Observation) -> bool:
    """Whether a record is of who did something, and of somebody whom the utterance speaks of.

    Args:
        candidate: who does it now.
        old: the record of who did.
        observation: what tells it.
    """
    attribute, known = old.slot.attribute, default_extractor().lexicon.attributes.get(old.slot.attribute)
    if attribute in _NEAR or attribute.endswith("friend") or not old.affirmed or old.value_kind not in NAMED:
        return False
    if known is not None and "person" not in known.values:
        return False
    if same_value(candidate.norm, old.norm) or refines(candidate.norm, old.norm) or of_another_one(old, candidate):
        return False
    me, holder = speaker_of(observation), old.slot.subject
    named = set(terms(holder.removeprefix(f"{me}'s ")))
    return holder == me or is_thing(holder) or (bool(named) and named <= set(terms(observation.text)))
