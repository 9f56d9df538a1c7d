"""The overlay with a lifecycle: what is archived, what recalls reinforce, and that nothing of it is there when off."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from atma_overlay import AsyncOverlay, Packet, StateRecord, Turn, View
from atma_overlay.changes import Changeset
from atma_overlay.cli.chart import print_timeline
from atma_overlay.ledger import open_ledger
from atma_overlay.lifecycle import Capacity, StageMem
from atma_overlay.lifecycle.ledger import StagedLedger
from atma_overlay.lifecycle.touches import MAX_IN_ALL, MAX_WAITING, TouchQueue
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Stage
from atma_overlay.testing.ledger_samples import commit, observation, told
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, ME, World, opened

SMALL = StageMem(capacity=Capacity(2, 2, 2))
FACTS = (
    "I live in Leeds.", "My rent is 800 euros.", "I work at Acme.", "I'm allergic to peanuts.",
    "My sister Lotte lives in Ghent.", "We use Jenkins for CI.", "I use Notion.",
)  # fmt: skip
LATER = FIRST + timedelta(days=60)
LEDGERS = pytest.mark.parametrize("url", ["memory://", "sqlite:"], ids=["memory", "sql"])


def tell(world: World, *texts: str, start: int = 0, scope: Any = ME) -> None:
    for day, text in enumerate(texts, start):
        world.overlay.remember(text, scope=scope, observed_at=FIRST + timedelta(days=day))


def ask(world: World, query: str, scope: Any = ME, **asked: Any) -> Packet:
    return world.overlay.recall(query, scope=scope, now=LATER, **asked)


def record(world: World, value: str, **asked: Any) -> StateRecord:
    return next(r for r in world.timeline(**asked).records if value in r.value)


def archived(world: World) -> list[str]:
    return [r.value for r in world.timeline().records if r.archived]


@LEDGERS
def test_what_is_evicted_is_out_of_the_current_view_and_in_the_timeline(url: str) -> None:
    with opened(url, lifecycle=SMALL) as world:
        tell(world, *FACTS)
        assert "Leeds" in archived(world)
        packet = ask(world, "Where do I live?")
        assert packet.view is View.CURRENT
        assert all("Leeds" not in row.text for row in packet.rows)
        assert packet.suppressed.archived >= 1
        gone = record(world, "Leeds")
        assert gone.evidence == "I live in Leeds."
        assert world.overlay.why(gone.id, scope=ME).record.archived
        history = ask(world, "Where did I live before?", view=View.HISTORICAL, valid_at=FIRST + timedelta(days=1))
        assert any("Leeds" in row.text for row in history.rows)


@LEDGERS
def test_an_answer_from_before_the_eviction_stays(url: str) -> None:
    with opened(url, lifecycle=SMALL) as world:
        tell(world, FACTS[0])
        at = world.clock.now
        before = ask(world, "Where do I live?", known_at=at, view=View.CURRENT)
        tell(world, *FACTS[1:], start=1)
        assert "Leeds" in archived(world)
        assert ask(world, "Where do I live?", known_at=at, view=View.CURRENT).rows == before.rows
        assert any("Leeds" in row.text for row in before.rows)
        assert not record(world, "Leeds", known_at=at).archived


@LEDGERS
def test_a_recall_writes_nothing_and_reinforces_at_the_next_write(url: str) -> None:
    with opened(url, lifecycle=SMALL) as world:
        tell(world, FACTS[0])
        before, revision = record(world, "Leeds"), world.timeline().revision
        for _ in range(3):
            ask(world, "Where do I live?")
        assert world.timeline().revision == revision
        assert record(world, "Leeds") == before
        tell(world, FACTS[1], start=1)
        after = record(world, "Leeds")
        assert after.strength > before.strength
        assert after.confidence == before.confidence
        tell(world, FACTS[2], start=2)
        assert record(world, "Leeds").strength == after.strength


@LEDGERS
def test_what_is_recalled_outlives_what_is_not(url: str) -> None:
    with opened(url, lifecycle=SMALL) as world:
        for day, text in enumerate(FACTS):
            tell(world, text, start=day)
            ask(world, "Where do I live?")
        assert "Leeds" not in archived(world)
        assert archived(world)
        assert record(world, "Leeds").stage is not Stage.TRANSIENT


def test_an_archived_fact_said_again_is_back() -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        tell(world, *FACTS)
        assert "Leeds" in archived(world)
        tell(world, "I live in Leeds.", start=20)
        assert "Leeds" not in archived(world)
        assert any("Leeds" in row.text for row in ask(world, "Where do I live?").rows)


def test_an_archived_fact_that_changed_is_still_an_outdated_premise() -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        tell(world, *FACTS, "I moved to York.")
        packet = ask(world, "Since I live in Leeds, which gym is near me?")
        assert [p.text for p in packet.blocked]


def test_a_successor_takes_the_place_and_the_strength_of_what_it_replaced() -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        tell(world, "I live in Leeds.", "I live in Leeds.", "I live in Leeds.")
        ask(world, "Where do I live?")
        tell(world, "My rent is 800 euros.", "I work at Acme.", start=4)
        before = record(world, "Leeds")
        tell(world, "I moved to York.", start=9)
        after, past = record(world, "York"), record(world, "Leeds")
        assert after.stage is before.stage
        assert after.strength >= before.strength
        assert past.confidence < before.confidence
        assert [r.value for r in ask(world, "Where do I live?").rows if r.label == "current"][:1] == ["York"]


def test_a_late_arrival_has_its_place_among_what_was_said_before() -> None:
    with opened("memory://", lifecycle=SMALL) as ordered, opened("memory://", lifecycle=SMALL) as late:
        tell(ordered, *FACTS)
        tell(late, *FACTS[1:], start=1)
        tell(late, FACTS[0])
        told = [[(r.value, r.stage, r.strength, r.archived) for r in w.timeline().records] for w in (ordered, late)]
        assert told[0] == told[1]


def test_a_scope_of_one_session_sees_all_that_was_said_there_and_no_stages() -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        tell(world, "I live in Leeds.", scope=AT_HOME)
        tell(world, *FACTS[1:], start=1, scope=AT_WORK)
        assert "Leeds" in archived(world)
        packet = ask(world, "Where do I live?", scope=AT_HOME)
        assert any("Leeds" in row.text for row in packet.rows)
        (seen,) = world.timeline(AT_HOME).records
        assert (seen.archived, seen.strength, seen.stage) == (False, 0.0, Stage.WORKING)
        assert world.overlay.ledger.touches.waiting(ME.partition) == {}  # type: ignore[attr-defined]  # a staged one


def test_an_erased_record_leaves_its_place() -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        tell(world, *FACTS[:2])
        doomed = record(world, "Leeds").id
        world.overlay.erase(record_id=doomed, scope=ME)
        placed = world.overlay.ledger.read(ME, lambda r: [v.staging.record_id for v in r.staged()])
        assert doomed not in placed
        assert len(placed) == 1


def test_without_a_lifecycle_nothing_is_archived_touched_or_stored() -> None:
    with opened("memory://", lifecycle=SMALL) as staged, opened("memory://") as plain:
        for world in (staged, plain):
            tell(world, *FACTS)
        assert not isinstance(plain.overlay.ledger, StagedLedger)
        assert plain.overlay.reader.touches is None
        assert plain.overlay.ledger.read(ME, lambda r: (r.staging_history(), r.touches())) == ([], [])
        assert archived(plain) == []
        assert {(r.stage, r.strength) for r in plain.timeline().records} == {(Stage.WORKING, 0.0)}
        assert any("Leeds" in row.text for row in ask(plain, "Where do I live?").rows)


def test_an_overlay_without_one_over_the_same_ledger_hides_nothing() -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        tell(world, *FACTS)
        other = World(host=world.host)
        other.overlay.executor.ledger = world.ledger
        assert any("Leeds" in row.text for row in ask(other, "Where do I live?").rows)


def test_a_lifecycle_may_be_switched_on_over_what_is_there() -> None:
    with opened("memory://", lifecycle=SMALL) as always, opened("memory://") as world:
        tell(always, *FACTS, "I use Emacs.")
        tell(world, *FACTS)
        staged = World(host=world.host, lifecycle=SMALL)
        staged.overlay.executor.ledger = StagedLedger(world.ledger, SMALL, clock=world.clock)
        tell(staged, "I use Emacs.", start=len(FACTS))
        assert archived(staged) == archived(always)


def test_a_batch_and_a_shadow_are_staged_too() -> None:
    with opened("memory://", lifecycle=SMALL, mode="shadow") as world:
        turns = [Turn(text=t, observed_at=FIRST + timedelta(days=d)) for d, t in enumerate(FACTS)]
        world.overlay.remember(turns, scope=ME)
        assert archived(world)
        ask(world, "Where do I work?")
        world.overlay.promote(scope=ME)
        live = world.overlay._store.read(ME, lambda r: [v.staging.record_id for v in r.staged()])
        assert len(live) <= SMALL.capacity.total


def test_the_awaited_overlay_is_staged_alike() -> None:
    async def told() -> list[str]:
        async with AsyncOverlay(World().host, ledger=open_ledger("memory://"), lifecycle=SMALL) as overlay:
            for day, text in enumerate(FACTS):
                await overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=day))
            return [r.value for r in (await overlay.timeline(scope=ME)).records if r.archived]

    with opened("memory://", lifecycle=SMALL) as world:
        tell(world, *FACTS)
        assert asyncio.run(told()) == archived(world)


def test_the_timeline_on_the_terminal_shows_stage_confidence_and_strength() -> None:
    def shown(world: World) -> str:
        out = StringIO()
        print_timeline(Console(file=out, width=200), world.timeline())
        return out.getvalue()

    with opened("memory://", lifecycle=SMALL) as world, opened("memory://") as plain:
        tell(world, *FACTS)
        tell(plain, *FACTS)
        kept, gone = record(world, "Notion"), record(world, "Leeds")
        lines = shown(world).splitlines()
        (line,) = (line for line in lines if kept.id in line)
        assert line.endswith(f"transient, confidence {kept.confidence:.2f}, strength {kept.strength:.2f}")
        (line,) = (line for line in lines if gone.id in line)
        assert f"archived from {gone.stage}, confidence" in line
        assert "strength" not in shown(plain)


def test_a_write_that_fails_keeps_what_waits() -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        tell(world, FACTS[0])
        ask(world, "Where do I live?")
        ledger = world.overlay.ledger
        assert isinstance(ledger, StagedLedger)
        waiting = ledger.touches.waiting(ME.partition)

        def fails(reader: Any) -> Any:
            raise RuntimeError("no")

        with pytest.raises(RuntimeError):
            ledger.write(ME, fails)
        assert ledger.touches.waiting(ME.partition) == waiting != {}
        tell(world, FACTS[1], start=1)
        assert ledger.touches.waiting(ME.partition) == {}
        assert [t.times for t in ledger.read(ME, lambda r: r.touches())] == [1]


def test_what_waits_is_kept_where_a_write_that_is_run_again_has_nothing_to_store() -> None:
    with opened("memory://", lifecycle=SMALL) as world:
        tell(world, FACTS[0])
        ask(world, "Where do I live?")
        ledger = world.overlay.ledger
        assert isinstance(ledger, StagedLedger)
        waiting = ledger.touches.waiting(ME.partition)

        def stored_by_another_meanwhile(reader: LedgerReader) -> tuple[Changeset, None]:
            reader.takes_long()
            if reader.observations(["o-1"]):
                return Changeset(), None
            commit(ledger._ledger, told(by=observation("o-1")), scope=ME)
            return told(by=observation("o-1")), None

        ledger.write(ME, stored_by_another_meanwhile)
        assert ledger.touches.waiting(ME.partition) == waiting != {}


def test_what_waits_is_bounded() -> None:
    queue = TouchQueue()
    queue.note(("a", "b"), [f"s-{n}" for n in range(MAX_WAITING + 5)])
    queue.note(("a", "b"), ["s-0", "s-0"])
    assert len(queue.waiting(("a", "b"))) == MAX_WAITING
    assert queue.waiting(("a", "b"))["s-0"] == 2


def test_what_waits_is_bounded_for_all_users_together() -> None:
    queue, each = TouchQueue(), [f"s-{n}" for n in range(MAX_WAITING)]
    users = [("a", f"u-{n}") for n in range(MAX_IN_ALL // MAX_WAITING + 3)]
    for user in users:
        queue.note(user, each)
    assert [len(queue.waiting(user)) for user in users] == [0, 0, 0] + [MAX_WAITING] * (len(users) - 3)
    queue.folded(users[3], dict.fromkeys(each[1:], 1))
    queue.note(users[0], each[1:])
    assert [len(queue.waiting(user)) for user in (users[0], users[3], users[4])] == [MAX_WAITING - 1, 1, MAX_WAITING]


def test_the_heavy_regime_holds_through_the_overlay() -> None:
    """One fact among many plausible ones, named again later and asked for: it is kept, and the load stays low."""
    policy = StageMem(capacity=Capacity(4, 4, 5))
    cities = (
        "Porto Leeds York Kyoto Bonn Hull Ghent Bruges Antwerp Ulm Lyon Cork Oslo Riga Turin Basel Delft Vigo".split()
    )
    names = "Ana Ben Cleo Dov Eva Finn Gus Hana Iris Jon Kira Leo Mia Nils Oda Paul Rita Sami".split()
    chatter = [f"My friend {name} lives in {city}." for name, city in zip(names, cities, strict=True)]
    target = "I'm allergic to peanuts."
    with opened("memory://", lifecycle=policy) as world:
        tell(world, target, *chatter[:10], target, chatter[10], target)
        ask(world, "What am I allergic to?")
        tell(world, target, *chatter[11:], start=20)
        packet = ask(world, "What am I allergic to?")
        assert "peanuts" in packet.rows[0].value
        placed = world.overlay.ledger.read(ME, lambda r: r.staged())
        assert len(placed) < policy.capacity.total
        assert record(world, "peanuts").stage is not Stage.TRANSIENT
        assert {c for c in cities if c not in {r.value for r in world.timeline().records}} == set()
