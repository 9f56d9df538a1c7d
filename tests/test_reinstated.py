"""What retention took out when it was over is in use again once it holds again, or is the last that is known."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from atma_overlay import Label
from atma_overlay.lifecycle import StageMem
from tests.dated_worlds import FIRST, ME, Said, World, opened

DAY = timedelta(days=1)


@pytest.fixture(params=["memory", "sqlite", "staged"])
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Leeds took the place of Hull, York that of Leeds; Hull and Leeds are pruned."""
    url = f"sqlite:///{tmp_path_factory.mktemp('r')}/l.db" if request.param == "sqlite" else "memory://"
    with opened(url, **({"lifecycle": StageMem()} if request.param == "staged" else {})) as made:
        made.hand_all([
            Said("I live in Hull.", hours=0), Said("I moved to Leeds.", hours=24), Said("I moved to York.", hours=48),
        ])  # fmt: skip
        assert len(made.overlay.prune(scope=ME, older_than=DAY).record_ids) == 2
        yield made


def shown(world: World) -> list[tuple[Label, str]]:
    packet = world.overlay.recall("Where do I live?", scope=ME, now=FIRST + 60 * DAY)
    return sorted((row.label, row.value) for row in packet.rows)


def archived(world: World) -> set[str]:
    return {record.value for record in world.timeline().records if record.archived}


def test_what_an_undo_lets_stand_again_is_current_though_it_was_pruned(world: World) -> None:
    transition = next(t for t in world.timeline().transitions if t.to_value == "York" and t.state == "applied")
    world.overlay.undo(transition.id, scope=ME)
    assert shown(world) == [(Label.CURRENT, "Leeds"), (Label.CURRENT, "York")]
    assert archived(world) == {"Hull"}
    world.hand([Said("I use Notion.", hours=72)])
    assert archived(world) == {"Hull"}


def test_the_last_known_value_is_shown_as_such_when_what_replaced_it_is_erased(world: World) -> None:
    york = next(record for record in world.timeline().records if record.value == "York")
    world.overlay.erase(record_id=york.id, scope=ME)
    assert (Label.UNRESOLVED, "") in shown(world)
    assert archived(world) == {"Hull"}


def test_what_is_over_still_stays_out(world: World) -> None:
    world.hand([Said("I moved to Bonn.", hours=72)])
    assert shown(world) == [(Label.CURRENT, "Bonn")]
    assert archived(world) == {"Hull", "Leeds"}


def test_what_was_pruned_while_it_held_stays_out_when_something_else_is_undone(world: World) -> None:
    world.hand([Said("I use Notion.", hours=72)])
    world.overlay.prune(scope=ME, older_than=timedelta(0), active=True)
    transition = next(t for t in world.timeline().transitions if t.to_value == "York" and t.state == "applied")
    world.overlay.undo(transition.id, scope=ME)
    assert archived(world) == {"Hull", "York", "Notion"}
