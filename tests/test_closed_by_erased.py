"""What retired a record stays with it when it is erased, and gives way to what retires the record otherwise (law 4)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atma_overlay import Overlay, StateRecord, WriteReceipt
from atma_overlay.changes import Changeset
from tests.dated_worlds import FIRST, ME, Said, World, applied, current, opened
from tests.lawful_worlds import observations, replayed

LEDGERS = pytest.mark.parametrize("url", ["memory://", "sqlite:"])


def told(overlay: Overlay, text: str, days: int) -> WriteReceipt:
    return overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=days))


def erase(overlay: Overlay, receipt: WriteReceipt) -> None:
    overlay.erase(observation_id=receipt.observation_ids[0], scope=ME)


def record_of(world: World, value: str) -> StateRecord:
    return next(r for r in world.timeline().records if r.value == value)


def retirements(world: World, record: StateRecord) -> list[tuple[str, str]]:
    """The applied transitions out of a record: what `why` shows of it."""
    shown = world.overlay.why(record.id, scope=ME).transitions
    return [(t.from_id, t.kind.value) for t in shown if t.state == "applied" and t.to_id != record.id]


@LEDGERS
def test_a_late_arrival_takes_the_retirement_of_a_record_along_and_its_erasure_gives_it_back(url: str) -> None:
    with opened(url) as world:
        told(world.overlay, "I live in Leeds.", 5)
        erase(world.overlay, told(world.overlay, "I moved to York.", 9))
        late = told(world.overlay, "I live in Leeds.", 1)
        leeds = record_of(world, "Leeds")
        assert retirements(world, leeds) == [(leeds.id, "replaced")]
        erase(world.overlay, late)
        again = record_of(world, "Leeds")
        assert again.id != leeds.id
        assert retirements(world, again) == [(again.id, "replaced")]


@LEDGERS
def test_what_was_closed_stays_closed_when_the_words_that_named_it_are_erased_after(url: str) -> None:
    with opened(url) as world:
        first = told(world.overlay, "I live in Leeds.", 1)
        told(world.overlay, "I live in Leeds.", 5)
        erase(world.overlay, told(world.overlay, "I moved to York.", 9))
        erase(world.overlay, first)
        leeds = record_of(world, "Leeds")
        assert (leeds.status, retirements(world, leeds)) == ("invalidated", [(leeds.id, "replaced")])


@LEDGERS
def test_a_record_whose_correction_was_erased_and_that_is_corrected_again_has_one_retirement(url: str) -> None:
    with opened(url) as world:
        told(world.overlay, "I live in Leeds.", 1)
        leeds = record_of(world, "Leeds")
        erase(world.overlay, world.overlay.correct(leeds.id, "Ulm", scope=ME))
        world.overlay.correct(leeds.id, "Bonn", scope=ME)
        assert len(retirements(world, leeds)) == 1
        bonn = record_of(world, "Bonn")
        assert (bonn.status, bonn.valid_from, bonn.valid_to) == ("active", leeds.valid_from, None)


@LEDGERS
@pytest.mark.parametrize("act", ["correct", "forget"])
def test_what_a_person_does_to_a_closed_record_retires_it_instead_and_undone_leaves_it_closed(
    url: str, act: str
) -> None:
    with opened(url) as world:
        told(world.overlay, "I live in Leeds.", 1)
        leeds = record_of(world, "Leeds")
        erase(world.overlay, told(world.overlay, "I moved to York.", 9))
        if act == "correct":
            world.overlay.correct(leeds.id, "Bonn", scope=ME)
        else:
            world.overlay.forget(leeds.id, scope=ME)
        (by_hand,) = applied(world.timeline())
        assert by_hand.kind == {"correct": "corrected", "forget": "retracted"}[act]
        world.overlay.undo(by_hand.id, scope=ME)
        assert record_of(world, "Leeds").status == "invalidated"
        assert retirements(world, record_of(world, "Leeds")) == [(leeds.id, "replaced")]


def lived(world: World, *history: Said | tuple[Said]) -> None:
    """Have utterances told, and in between (in brackets) erased; a replay changes nothing after any of them."""
    for each in history:
        if isinstance(each, Said):
            world.hand([each])
        else:
            said = [o for o in observations(world) if (o.text, o.observed_at) == (each[0].text, each[0].at)]
            world.overlay.erase(observation_id=said[0].id, scope=ME)
        assert replayed(world) == Changeset()


LEEDS, KIEL = Said("I live in Leeds.", 1), Said("Correction: I live in Kiel.", 0, 1)


@LEDGERS
def test_a_correction_that_was_closed_stays_so_whatever_it_is_read_to_mend_by_late_arrivals(url: str) -> None:
    with opened(url) as world:
        lived(world, LEEDS, KIEL, (LEEDS,), Said("I moved to York.", 0))
        kiel = record_of(world, "Kiel")
        assert (kiel.status, retirements(world, kiel)) == ("invalidated", [(kiel.id, "replaced")])
        assert record_of(world, "York").status == "corrected"
        lived(world, Said("I no longer live in York.", 0))
        assert (record_of(world, "Kiel").status, current(world, "home_city")) == ("invalidated", [])


@LEDGERS
def test_a_closure_that_was_overtaken_is_kept_for_words_that_are_read_otherwise(url: str) -> None:
    forget = Said("Please forget what I told you about my city.", 1)
    leeds, again = Said("I live in Leeds.", 0, 1), Said("I live in Leeds.", 0)
    with opened(url) as world:
        lived(world, leeds, forget, Said("Correction: I live in Kiel.", 0), (leeds,), again)
        kiel = record_of(world, "Kiel")
        assert (kiel.status, retirements(world, kiel)) == ("retracted", [(kiel.id, "retracted")])
        assert kiel.valid_to == FIRST


@LEDGERS
def test_a_record_is_closed_no_sooner_than_all_that_it_had_at_that_instant_was_said(url: str) -> None:
    gone = Said("We no longer use Jenkins.", 0, 1)
    with opened(url) as world:
        lived(world, gone, Said("We switched from Buildkite to Jenkins.", 0), (gone,))
        lived(world, Said("We use Jenkins for CI.", 1), Said("We use Jenkins for CI.", 0))
        assert [r.observed_at for r in world.timeline(attribute="ci_system").records if r.status == "active"] == [
            FIRST + timedelta(hours=1)
        ]


@LEDGERS
def test_all_that_a_record_had_stays_closed_where_a_late_arrival_parts_it(url: str) -> None:
    york = Said("I moved to York.", 1, 1)
    with opened(url) as world:
        lived(world, Said("I live in Leeds.", 0), Said("I live in Leeds.", 1, 1), york, (york,))
        lived(world, Said("I moved to York.", 1))
        assert "Leeds" not in current(world, "home_city")


@LEDGERS
def test_of_two_erased_changes_of_one_record_the_first_closes_it_wherever_a_replay_begins(url: str) -> None:
    leeds, kiel = Said("I live in Leeds.", 2), Said("Correction: I live in Kiel.", 1)
    with opened(url) as world:
        lived(world, leeds, Said("I moved to York.", 0, 1), (leeds,))
        lived(
            world, Said("Please forget what I told you about my city.", 1), kiel, Said("I moved to York.", 0), (kiel,)
        )
        york = record_of(world, "York")
        assert (york.status, york.valid_to) == ("retracted", FIRST)
        assert retirements(world, york) == [(york.id, "retracted")]


@pytest.mark.xfail(strict=True, reason="a late arrival at the instant of the closure comes to count as what was closed")
def test_what_is_told_late_at_the_instant_of_an_erased_correction_leaves_a_replay_nothing_to_do() -> None:
    kiel, hull = Said("Correction: I live in Kiel.", 1, 1), "Actually, I live in Hull."
    with opened("memory://") as world:
        lived(world, Said("I live in Leeds.", 1, 2), kiel, Said(hull, 0), Said(hull, 1), (kiel,), Said(hull, 0, 1))
