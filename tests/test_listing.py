"""Parts of a timeline and of a review: each in its place, all of them together the whole."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import AsyncOverlay, InvalidInputError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger.held_reads import HeldReads
from atma_overlay.ledger.memory import MemoryLedger
from atma_overlay.records import Origin
from atma_overlay.views import StateRecord, TransitionRecord
from tests.cli_shell import Shell
from tests.dated_worlds import FIRST, ME, SCOPES, Said, opened, worlds
from tests.lawful_worlds import LEDGERS, law
from tests.overlay_worlds import LATER, told
from tests.test_deciding import FACTS, contested, doubted
from tests.test_growth import filled, friend


@LEDGERS
def test_the_parts_of_a_timeline_are_the_whole_in_its_order(url: str, examples: int) -> None:
    @law(examples)
    @given(data=st.data(), utterances=worlds(origins=(Origin.USER, Origin.DOCUMENT), scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        limit, scope = data.draw(st.integers(1, 4)), data.draw(st.sampled_from(SCOPES))
        with opened(url) as world:
            world.hand_all(utterances)
            asked: dict[str, Any] = {"subject": data.draw(st.sampled_from((None, "user", "lotte")))}
            asked["known_at"] = data.draw(st.sampled_from((None, world.clock.now - timedelta(seconds=2))))
            whole = world.timeline(scope, **asked)
            records: list[StateRecord] = []
            transitions: set[TransitionRecord] = set()
            for offset in count(0, limit):
                part = world.timeline(scope, limit=limit, offset=offset, **asked)
                if not part.records:
                    break
                ids = {r.id for r in part.records}
                assert all(t.from_id in ids or t.to_id in ids for t in part.transitions)
                records += part.records
                transitions |= set(part.transitions)
            assert tuple(records) == whole.records
            assert transitions == {t for t in whole.transitions if {t.from_id, t.to_id} & {r.id for r in records}}
            assert whole.contingencies == world.timeline(scope, limit=1, **asked).contingencies

    holds()


def test_a_timeline_of_one_subject_reads_the_slots_of_that_subject(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: Counter[str] = Counter()
    in_slots = HeldReads.in_slots

    def counting(self: HeldReads, slots: Any, **asked: Any) -> Any:
        found = in_slots(self, slots, **asked)
        read["rows"] += len(found)
        return found

    monkeypatch.setattr(HeldReads, "in_slots", counting)
    monkeypatch.setattr(HeldReads, "all_held", lambda *_, **__: pytest.fail("the whole user was read"))
    with opened(f"sqlite:///{tmp_path / 'friends.db'}") as world:
        filled(world, [friend(n) for n in range(200)])
        subject = "ann7"
        whole = len(world.timeline(subject=subject).records)
        read.clear()
        assert {r.subject for r in world.timeline(subject=subject).records} == {subject}
        assert read["rows"] <= 2 * whole
        read.clear()
        assert len(world.timeline(limit=5).records) == 5
        assert read["rows"] < 200


def test_the_parts_of_a_review_are_the_whole_in_its_order() -> None:
    world = contested()
    whole = world.overlay.review(scope=ME)
    assert len(whole) == len(FACTS)
    assert [world.overlay.review(scope=ME, limit=1, offset=n) for n in range(4)] == [*((p,) for p in whole), ()]
    assert world.overlay.review(scope=ME, offset=1) == whole[1:]


@pytest.mark.parametrize("listing", ["timeline", "review"])
@pytest.mark.parametrize(
    ("part", "problem"),
    [({"limit": 0}, "limit: 0 is not between 1 and 200"), ({"limit": 201}, "limit: 201"), ({"offset": -1}, "offset: ")],
)
def test_a_part_that_cannot_be_is_refused(listing: str, part: dict[str, int], problem: str) -> None:
    with pytest.raises(InvalidInputError, match=problem):
        getattr(told("I live in Leeds.").overlay, listing)(scope=ME, **part)


async def test_the_awaited_face_lists_alike() -> None:
    ledger = MemoryLedger()
    async with AsyncOverlay(MemoryHost(), ledger=ledger) as overlay:
        for text in FACTS:
            await overlay.remember(text, scope=ME, observed_at=FIRST)
        await overlay.remember("I moved to Hull.", scope=ME, observed_at=LATER, origin="document")
        whole = await overlay.timeline(scope=ME)
        part = await overlay.timeline(scope=ME, limit=2, offset=1)
        assert part.records == whole.records[1:3]
        assert await overlay.review(scope=ME, limit=1, offset=1) == ()


def test_the_commands_list_parts(empty: Shell) -> None:
    found = doubted(empty)
    whole = empty("timeline", "--json").json()["records"]
    assert empty("timeline", "--limit", "2", "--offset", "1", "--json").json()["records"] == whole[1:3]
    (second,) = empty("review", "--limit", "1", "--offset", "1", "--json").json()
    assert second["transition"]["id"] == list(found.values())[1]
    refused = empty("timeline", "--limit", "0")
    assert (refused.code, refused.err) == (2, "atma: limit: 0 is not between 1 and 200: leave it out for all\n")
