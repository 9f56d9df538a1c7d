"""What a sentence tells to be over: every rule of endings, tried where the sentence has a word of it."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.changes.fallen_out import fallen_out
from atma_overlay.language.endings import (
    couples,
    disposals,
    given_up,
    moved_home,
    partings,
    renounced,
    slot_ends,
    statuses,
    unnamed,
    used_to_be,
)
from atma_overlay.language.endings.losses import losses
from atma_overlay.language.facts import households, workplaces
from atma_overlay.language.scene import Scene


def over(whole: Scene) -> Iterator[Candidate]:
    """What a sentence tells to be over, its clauses taken together."""
    yield from partings.endings(whole)
    yield from partings.farewells(whole)
    yield from losses(whole)
    yield from fallen_out(whole)
    verbs = whole.sentence.verbs
    if not whole.lexicon.parting_acts.isdisjoint(verbs):
        yield from disposals.disposed_of(whole)
    if not disposals.PASSING.isdisjoint(whole.sentence.words):
        yield from disposals.passed(whole)
    if not couples.VERBS.isdisjoint(verbs):
        yield from couples.parted(whole)
    if not households.VERBS.isdisjoint(verbs):
        yield from households.left(whole)
        yield from moved_home.moved_home(whole)
    if "work" in verbs:
        yield from workplaces.left(whole)
    if not given_up.VERBS.isdisjoint(verbs):
        yield from given_up.given_up(whole)
    if not renounced.SIGNS.isdisjoint(whole.sentence.words):
        yield from renounced.renounced(whole)
    if not slot_ends.ENDING_VERBS.isdisjoint(verbs):
        yield from slot_ends.ended(whole)
    if not (unnamed.VERBS.isdisjoint(verbs) and unnamed.SIGNS.isdisjoint(whole.sentence.words)):
        yield from unnamed.changed_alone(whole)
    if used_to_be.SIGN in whole.sentence.words:
        yield from used_to_be.used_to_be(whole)
    if not slot_ends.HAVING.isdisjoint(verbs) and not slot_ends.OVER_WORDS.isdisjoint(whole.sentence.words):
        yield from slot_ends.had_no_more(whole)
    if "engagement" in whole.sentence.words:
        yield from slot_ends.broken_off(whole)
    if not statuses.VERBS.isdisjoint(verbs) or whole.sentence.shows(statuses.SIGN, whole.sentence.lowered):
        yield from statuses.emptied(whole)
