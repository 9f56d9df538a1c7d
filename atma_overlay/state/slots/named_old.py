"""The record that a change names by its old value: the one open record that holds it, in whatever slot."""

from __future__ import annotations

from atma_overlay.language.candidates import IT, Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.language.grammar.words import KIN, PETS, verb_lemma
from atma_overlay.records import Statement
from atma_overlay.state.pairs.acting import may_change
from atma_overlay.state.pairs.adjudication import compatible
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.state.slots.holders import of_somebody_else, speaker_of
from atma_overlay.state.slots.links import Links
from atma_overlay.state.slots.mentions import naming_terms
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms

_NAMED_OR_PHRASE = NAMED | {"phrase"}
_MENTION = "mention"
"""The attribute of what is only named: no slot of anything."""


def holder_of_old(candidate: Candidate, links: Links) -> Statement | None:
    """The one open record of the speaker's whose value a change names as what was, in so many words.

    Args:
        candidate: a change that tells what it replaces.
        links: what was said before.
    """
    norm = candidate.old_norm
    held = links.found("value", terms(candidate.replaces or ""), lambda s: same_value(s.norm, norm) and s.affirmed)
    held = [s for s in held if s.slot.attribute != _MENTION and _is_ours(s, candidate, links)]
    if len({s.slot for s in held}) != 1:
        return None
    old = held[0]
    apart = of_another_one(old, candidate) or not may_change(candidate.but(doer=None), old)
    return old if _of_one_kind(candidate, old) and not apart else None


def is_about(thing: str, old: Statement) -> bool:
    """Whether what is told to have changed is what a record is of, by a noun or in its words."""
    known = default_extractor().lexicon.by_noun(thing)
    if known is not None and known.id == old.slot.attribute:
        return True
    told = set(terms(thing))
    had = naming_terms(old.slot.attribute) | set(terms(old.slot.subject)) | set(terms(old.evidence))
    return bool(told) and told <= had - set(terms(old.value))


def corrects_another_thing(candidate: Candidate, old: Statement) -> bool:
    """*The return flight is with Lufthansa, not KLM*, *my hiking boots are Hokas, not Brooks*: of no known noun."""
    thing = candidate.doer
    if not thing or thing.partition(" ")[0] == IT or default_extractor().lexicon.by_noun(thing) is not None:
        return False
    return not is_about(thing, old)


def may_be_for_once(old: Statement) -> bool:
    """Whether a pair with no verb may be of an occasion: *Dr. Okafor instead of Dr. Marsh*, *soy milk, not oat milk*.

    So it may where the value is who somebody is to the speaker, or what they do something with.
    """
    attribute = old.slot.attribute
    known = default_extractor().lexicon.attributes.get(attribute)
    if known is None:
        return attribute in KIN | PETS or verb_lemma(attribute.partition("_")[0]) is not None
    return "person" in known.values


def _is_ours(statement: Statement, candidate: Candidate, links: Links) -> bool:
    if statement.slot.subject in {candidate.subject, speaker_of(links.observation)}:
        return True
    return (
        not of_somebody_else(statement, links.observation, candidate.evidence) and "'s " not in statement.slot.subject
    )


def _of_one_kind(candidate: Candidate, old: Statement) -> bool:
    if compatible(candidate.value_kind, candidate.unit, old.value_kind, old.unit):
        return True
    return {candidate.value_kind, old.value_kind} <= _NAMED_OR_PHRASE
