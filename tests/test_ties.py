"""What is told at one instant and one position is read and folded in one order, however it comes (laws 1, 4, 7)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.changes import Changeset
from atma_overlay.records import Held
from atma_overlay.state.folds.folded import Words, words_of
from atma_overlay.state.folds.spells import fold_order
from tests.dated_worlds import ME, THEMES, Said, World, applied, current, is_open, opened, state
from tests.lawful_worlds import LEDGERS, arrivals, law, observations, replayed

TOWNS = ("Ghent", "Leeds", "York", "Porto", "Kyoto", "Bonn")
"""Enough of them that some sort behind others by their digests, and some before."""


def tied() -> st.SearchStrategy[list[Said]]:
    """Utterances on one theme, most of them at one instant and one position."""

    def about(theme: tuple[str, ...]) -> st.SearchStrategy[list[Said]]:
        at = st.tuples(st.sampled_from((0, 0, 0, 1)), st.sampled_from((0, 0, 0, 1)))
        one = st.builds(lambda text, at: Said(text, *at), st.sampled_from(theme), at)
        return st.lists(one, min_size=2, max_size=5, unique=True)

    return st.sampled_from(THEMES).flatmap(about)


def stored(world: World) -> list[Held]:
    return world.ledger.read(ME, lambda r: list(r.all_held()))


@law(60)
@given(data=st.data(), utterances=tied())
def test_statements_are_folded_in_the_order_in_which_they_were_read(
    data: st.DataObject, utterances: list[Said]
) -> None:
    with opened("memory://") as world:
        for batch in data.draw(arrivals(utterances)):
            world.hand(batch)
        read = {o.id: o.order for o in observations(world)}
        folded = sorted((h.statement for h in stored(world)), key=fold_order)
        for before, after in pairwise(s for s in folded if s.valid_from <= s.observed_at):
            assert read[before.observation_id] <= read[after.observation_id]


@pytest.mark.parametrize("town", TOWNS)
@pytest.mark.parametrize("backwards", [False, True], ids=["in order", "backwards"])
def test_of_two_told_at_one_instant_what_is_so_now_is_the_later_one(town: str, backwards: bool) -> None:
    said = [Said(f"My sister Lotte lives in {town}.", 0), Said("She lives in Antwerp now.", 0)]
    with opened("memory://") as world:
        world.hand_all(said[::-1] if backwards else said)
        (moved,) = applied(world.timeline())
        assert (moved.subject, moved.from_value, moved.to_value) == ("lotte", town, "Antwerp")
        assert replayed(world) == Changeset()


@pytest.mark.parametrize("town", TOWNS)
def test_a_correction_mends_nothing_that_is_so_now_at_the_same_instant(town: str) -> None:
    with opened("memory://") as world:
        world.hand_all([Said(f"I live in {town} now.", 0), Said("Correction: I live in Kiel.", 0)])
        assert current(world, "home_city") == [town]
        (moved,) = applied(world.timeline())
        world.overlay.erase(record_id=str(moved.to_id), scope=ME)
        assert [r.status for r in world.timeline().records] == ["invalidated"]


@LEDGERS
def test_what_is_erased_of_ties_revives_nothing_however_all_arrived(url: str, examples: int) -> None:
    @law(2 * examples)
    @given(data=st.data(), utterances=tied(), later=tied())
    def holds(data: st.DataObject, utterances: list[Said], later: list[Said]) -> None:
        with opened(url) as world, opened(url) as other:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
            other.hand_all(utterances)
            place = data.draw(st.integers(0, len(utterances) - 1))
            closed = closed_with(world, place)
            for each in (world, other):
                each.overlay.erase(observation_id=observations(each)[place].id, scope=ME)
                assert replayed(each) == Changeset()
            assert state(world) == state(other)
            assert not closed & open_words(world)
            for u in later:
                world.hand([u])
                assert not closed & open_words(world)
                assert replayed(world) == Changeset()

    holds()


def closed_with(world: World, place: int) -> set[Words]:
    """The words of what an observation retired."""
    held = {h.statement.id: h.statement for h in stored(world)}
    cause = observations(world)[place].id
    gone = {t.from_id for t in applied(world.timeline()) if t.cause == cause}
    return {words_of(held[i]) for i in gone if held[i].observation_id != cause}


def open_words(world: World) -> set[Words]:
    """The words of the open records."""
    ids = {r.id for r in world.timeline().records if is_open(r)}
    return {words_of(h.statement) for h in stored(world) if h.statement.id in ids}
