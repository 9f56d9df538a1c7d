"""Whether what an utterance names as what there is now can have taken the place of what it speaks of as over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.doubts.misplaced import misplaced
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import COUNTED, NAMED
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN, PETS
from atma_overlay.records import Observation, Statement
from atma_overlay.state.pairs.adjudication import compatible
from atma_overlay.state.pairs.belonging import is_place
from atma_overlay.state.pairs.displacement import other_sort
from atma_overlay.state.pairs.sameness import refines, same_value
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.state.slots.holders import of_somebody, speaker_of
from atma_overlay.state.terms import terms

_SOMEBODY = KIN | ACQUAINTANCES | PETS
_PLACES = frozenset({"place"})
_HELD_AT = "_in _at _to _near".split()


def fits_by_the_way(candidate: Candidate, old: Statement) -> bool:
    """Whether a record is of the sort that the wording of the new value tells of.

    Args:
        candidate: the new value; its doer is the group of its wording.
        old: the record that is spoken of as over.
    """
    if not old.affirmed or old.slot.attribute == "mention" or same_value(candidate.norm, old.norm):
        return False
    if refines(candidate.norm, old.norm) or refines(old.norm, candidate.norm):
        return False
    told = candidate.but(doer=None)
    if of_another_one(old, told) or other_sort(told, old):
        return False
    groups = (candidate.doer or "").split()
    if groups == ["come_asked"] and not _of_one_sort(candidate, old):
        return False
    if candidate.value_kind in NAMED and not (old.value_kind in NAMED or groups == ["swapped"]):
        return False
    if misplaced(candidate.but(attribute=old.slot.attribute), default_extractor().lexicon):
        return False
    if not _is_of_its_words(candidate, old):
        return False
    kinds = {candidate.value_kind, old.value_kind}
    alike = compatible(candidate.value_kind, candidate.unit, old.value_kind, old.unit) or kinds <= NAMED | {"phrase"}
    return alike and any(_OF_GROUP[group](old) for group in groups)


def is_of_others(candidate: Candidate, old: Statement, observation: Observation) -> bool:
    """Whether somebody else is told of than whoever has what is spoken of as over.

    Args:
        candidate: the new value.
        old: the record that is spoken of as over.
        observation: what tells it.
    """
    me, holder = speaker_of(observation), old.slot.subject
    if candidate.subject in {holder, candidate.norm, old.norm}:  # it's with Tomasz, who took over from Deborah
        return False
    if holder == me or not of_somebody(holder):
        return candidate.subject != me and of_somebody(candidate.subject)
    named = set(terms(holder.removeprefix(f"{me}'s ")))
    return not named or not named <= set(terms(observation.text))


def _is_of_its_words(candidate: Candidate, old: Statement) -> bool:
    """Whether a language takes a language's place, and a town none of what is no place."""
    lexicon = default_extractor().lexicon
    if "language" in _values(old):
        return candidate.norm in lexicon.words_of("languages_spoken")
    return _may_be_home(old) or _is_somebody(old) or not is_place(candidate.norm)


def _of_one_sort(candidate: Candidate, old: Statement) -> bool:
    if candidate.thing is None:
        return False
    known = default_extractor().lexicon.thing_of(old.value)
    return candidate.thing in {old.slot.attribute, known.id if known is not None else None}


def _values(old: Statement) -> frozenset[str]:
    known = default_extractor().lexicon.attributes.get(old.slot.attribute)
    return frozenset() if known is None else frozenset(known.values)


def _is_somebody(old: Statement) -> bool:
    return "person" in _values(old) or old.slot.attribute in _SOMEBODY


def _may_be_somebody(old: Statement) -> bool:
    return _is_somebody(old) or (not _values(old) and old.value_kind in NAMED)


def _may_be_an_animal(old: Statement) -> bool:
    known = old.slot.attribute
    return known in PETS or known.startswith("pet_") or known.startswith("other_pet") or "pet" in known.split("_")


def _may_be_home(old: Statement) -> bool:
    return "place" in _values(old) or (not _values(old) and old.slot.attribute.endswith(tuple(_HELD_AT)))


def _may_be_of_a_body(old: Statement) -> bool:
    """A firm, a school, a club, a tool: nobody, and no place."""
    return not _is_somebody(old) and "place" not in _values(old)


def _is_a_trade(old: Statement) -> bool:
    return "role" in _values(old) or (not _values(old) and old.value_kind == "phrase")


def _is_counted(old: Statement) -> bool:
    return old.value_kind in COUNTED


def _is_a_thing(old: Statement) -> bool:
    return not _is_somebody(old) and ("thing" in _values(old) or not _values(old))


def _is_a_tool(old: Statement) -> bool:
    """What is only asked about: told apart by its sort, see `_of_one_sort`."""
    return not _is_somebody(old)


def _is_told_in_one(old: Statement) -> bool:
    """Swapped for it in so many words: of whatever sort it is."""
    return old.affirmed


_OF_GROUP: Mapping[str, Callable[[Statement], bool]] = {
    "come": _may_be_of_a_body, "come_person": _may_be_somebody, "come_home": _may_be_home, "come_role": _is_a_trade,
    "come_pet": _may_be_an_animal, "come_amount": _is_counted, "come_thing": _is_a_thing, "come_asked": _is_a_tool,
    "swapped": _is_told_in_one,
}  # fmt: skip
