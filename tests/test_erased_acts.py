"""What a person did to a record keeps no word of it once its text is erased (law 7)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from atma_overlay import EraseReceipt
from atma_overlay.changes import Changeset
from tests.dated_worlds import FIRST, ME, World, opened
from tests.lawful_worlds import replayed
from tests.test_erased_terms import bytes_on_disk
from tests.test_lying_judges import kept

LEDGERS = pytest.mark.parametrize("url", ["memory://", "sqlite:"])
PEANUTS = "I'm allergic to peanuts."
LOTTE = "My sister Lotte lives in Ghent."


def told(world: World, text: str, hours: int = 0) -> str:
    """The id of the first record that a sentence leaves."""
    known = {r.id for r in world.timeline().records}
    world.overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(hours=hours))
    return next(r.id for r in world.timeline().records if r.id not in known)


def standing(world: World) -> dict[str, str]:
    return {r.value: r.status.value for r in world.timeline().records}


@LEDGERS
def test_what_was_forgotten_and_is_then_erased_is_in_no_answer(url: str) -> None:
    with opened(url) as world:
        record = told(world, PEANUTS)
        world.overlay.forget(record, scope=ME)
        receipt = world.overlay.erase(record_id=record, scope=ME)
        assert "peanut" not in kept(world)
        assert len(receipt.observation_ids) == 2
        assert replayed(world) == Changeset()


@LEDGERS
def test_what_else_was_forgotten_stays_so(url: str) -> None:
    with opened(url) as world:
        records = [told(world, PEANUTS), told(world, "I'm allergic to shellfish.", hours=1)]
        for record in records:
            world.overlay.forget(record, scope=ME)
        world.overlay.erase(record_id=records[0], scope=ME)
        assert standing(world) == {"shellfish": "retracted"}
        assert "peanut" not in kept(world)
        assert replayed(world) == Changeset()


def corrected(world: World, text: str, value: str) -> EraseReceipt:
    record = told(world, text)
    world.overlay.correct(record, value, scope=ME)
    return world.overlay.erase(record_id=record, scope=ME)


@LEDGERS
def test_a_correction_outlives_what_it_corrected_without_a_word_of_it(url: str) -> None:
    with opened(url) as world:
        receipt = corrected(world, "I live in Porto.", "Ulm")
        assert standing(world) == {"Ulm": "active"}
        (ulm,) = world.timeline().records
        assert (ulm.attribute, ulm.valid_from) == ("home_city", FIRST)
        assert "porto" not in kept(world)
        assert len(receipt.observation_ids) == 1
        assert replayed(world) == Changeset()


@LEDGERS
def test_a_correction_in_a_slot_that_only_the_erased_text_names_goes_with_it(url: str) -> None:
    with opened(url) as world:
        receipt = corrected(world, LOTTE, "Bruges")
        assert standing(world) == {}
        assert "lotte" not in kept(world)
        assert len(receipt.observation_ids) == 2


@LEDGERS
def test_where_another_text_says_it_too_an_act_stays_as_it_was_done(url: str) -> None:
    with opened(url) as world:
        record = told(world, "I live in Porto.")
        world.overlay.correct(record, "Ulm", scope=ME)
        said = world.overlay.remember("I lived in Porto in 2019.", scope=ME, observed_at=FIRST)
        (first,) = {
            o.id for o in world.ledger.read(ME, lambda r: r.observed_after(None)) if o.text == "I live in Porto."
        }
        world.overlay.erase(observation_id=first, scope=ME)
        assert standing(world)["Ulm"] == "active"
        (act,) = [h for h in world.ledger.read(ME, lambda r: r.all_held()) if h.statement.value == "Ulm"]
        assert act.statement.replaces == "porto"
        world.overlay.erase(observation_id=said.observation_ids[0], scope=ME)
        assert standing(world) == {"Ulm": "active"}
        assert "porto" not in kept(world)


def test_nothing_of_it_is_in_a_byte_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    world = World(f"sqlite:///{path}")
    record = told(world, PEANUTS)
    world.overlay.forget(record, scope=ME)
    corrected(world, "I live in Porto.", "Ulm")
    world.overlay.erase(record_id=record, scope=ME)
    world.ledger.close()
    assert b"peanut" not in bytes_on_disk(path).lower()
    assert b"porto" not in bytes_on_disk(path).lower()
