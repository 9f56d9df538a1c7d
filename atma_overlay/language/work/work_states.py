"""What a sentence tells of things at work: how far they have come, what was done to them, how grave they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.scene import Scene
from atma_overlay.language.work.grades import grades
from atma_overlay.language.work.progress import Told, progress, told_words
from atma_overlay.language.work.work_deeds import deeds
from atma_overlay.language.work.work_names import is_ticket
from atma_overlay.records import Change


def states(scene: Scene) -> list[Told]:
    """What a sentence tells of each thing at work.

    Args:
        scene: the sentence, with a clause that spans it.
    """
    words = told_words(scene)
    return [*progress(scene, words), *deeds(scene, words), *grades(scene, words)] if words else []


_BECOMES = re2.compile(r"(?i)^ (?:is|was|has|got)\b(?: (?:now|already|just))* ")
_MINE_NO_MORE = re2.compile(r"(?i)^ (?:is|was|has) (?:now )?(?:no longer|not)\b")


def without_ends(found: Iterable[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence without the end of a ticket: *ticket 8821 is done* tells how far it has come.

    Args:
        found: the candidates.
        scene: the sentence, with a clause that spans it.
    """
    return [c for c in found if c.part is not Part.RETIRED or not _goes_on(c, scene)]


def _goes_on(candidate: Candidate, scene: Scene) -> bool:
    behind = scene.turn.text[candidate.span[1] :][:_LOOKED_AT]
    return is_ticket(candidate.value) and _BECOMES.search(behind) is not None and _MINE_NO_MORE.search(behind) is None


_LOOKED_AT = 40
"""Characters behind a ticket in which it is told what becomes of it."""


def without_guesses(found: list[Candidate], told: Sequence[Told]) -> list[Candidate]:
    """The candidates of a sentence without what was made of the name of a thing: *the contract with Lumen* is no job.

    Args:
        found: the candidates.
        told: what the same sentence tells of things at work.
    """
    names = {x for _, of in told for x in of}
    slots = {state.span: state.attribute for state, _ in told}
    return [c for c in found if not (_is_a_name(c, names) or _is_open(c, slots))] if told else found


def _is_a_name(candidate: Candidate, names: set[str]) -> bool:
    plain = candidate.part is Part.STATEMENT and candidate.change is Change.NONE
    return plain and names.issuperset(candidate.value.lower().split())


def _is_open(candidate: Candidate, slots: Mapping[Span, str]) -> bool:
    """*Bug 8 is P2* told of bug 8 once more, in words of its own."""
    told = slots.get(candidate.span, candidate.attribute) != candidate.attribute
    return told and candidate.part is Part.STATEMENT and not (candidate.known_attribute or candidate.replaces)
