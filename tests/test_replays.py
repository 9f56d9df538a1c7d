"""A replay that begins where something changed leaves the ledger as one that begins at the first observation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import deciding, erasure
from atma_overlay.changes import Changeset
from atma_overlay.judge.outcome import Outcome
from atma_overlay.judge.reach import across_key
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Act, Ruling, Verdict
from atma_overlay.state.resolution.utterance import resolve
from atma_overlay.state.workspace import Workspace
from atma_overlay.writing import resolving
from tests.dated_worlds import FIRST, ME, SCOPES, Clock, Said, World, applied, opened, proposed
from tests.lawful_worlds import LEDGERS, ORIGINS, SORTS, Sort, arrivals, law, meddle, replayed
from tests.test_growth import filled, friend

PARTS = ("statements", "standings", "withdrawn", "transitions", "decisions", "verdicts")


def written(workspace: Workspace) -> dict[str, set[Any]]:
    """What a workspace would write, in whatever order."""
    changes = workspace.outcome(now=Clock()())
    return {part: set(getattr(changes, part)) for part in PARTS}


@contextmanager
def compared() -> Iterator[list[bool]]:
    """Every replay beside one from the first observation; whether it began later, one by one."""
    short, later = resolving.replayed, list[bool]()

    def both(reader: Any, linker: Any, fresh: Any = (), **how: Any) -> Workspace:
        since = how.pop("since", None)
        assert written(short(reader, linker, fresh, since=since, **how)) == written(short(reader, linker, fresh, **how))
        said = reader.observed_after(None)
        later.append(since is not None and bool(said) and said[0].observed_at < since)
        return short(reader, linker, fresh, since=since, **how)

    with ExitStack() as stack:
        for module in (resolving, deciding, erasure):
            stack.enter_context(patch.object(module, "replayed", both))
        yield later


RULINGS = (Ruling.KEEP, Ruling.STALE, Ruling.REPLACE, Ruling.UNKNOWN)


def judge(data: st.DataObject, world: World) -> None:
    """Have a judge rule on two statements across slots, and put that into force by a whole replay."""

    def work(reader: LedgerReader) -> tuple[Changeset, None]:
        told = [h.statement for h in reader.all_held() if h.statement.act is Act.ASSERT and not h.statement.lineage]
        said = {(s.observation_id, s.norm) for s in told}  # no judge holds that what says a value unsettles it
        pairs = [(a, b) for a in told for b in told if a.observed_at < b.observed_at]
        pairs = [(a, b) for a, b in pairs if (b.observation_id, a.norm) not in said]
        if not pairs:
            return Changeset(), None
        earlier, later = data.draw(st.sampled_from(pairs))
        sure = data.draw(st.sampled_from((0.9, 0.5)))
        ruling = data.draw(st.sampled_from(RULINGS))
        verdict = Verdict(across_key(earlier, later), ruling, "model:judge", "it cannot hold", sure, world.clock(), 0)
        workspace = resolving.replayed(reader, world.overlay.writer.linker, judged=Outcome(verdicts=(verdict,)))
        return Changeset(verdicts=(verdict,)) + workspace.outcome(now=world.clock()), None

    world.ledger.write(ME, work)


@SORTS
@LEDGERS
def test_what_a_replay_leaves_alone_is_as_a_whole_replay_would_leave_it(url: str, examples: int, sort: Sort) -> None:
    began_later: list[bool] = []

    @law(2 * examples)
    @given(data=st.data(), utterances=sort.worlds(origins=ORIGINS, scopes=SCOPES))
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with sort.opened(url) as world, compared() as later:
            for batch in data.draw(arrivals(utterances)):
                world.hand(batch)
                act = data.draw(st.sampled_from((None, None, judge, meddle)))
                if act is not None:
                    act(data, world)
            meddle(data, world)
            assert replayed(world) == Changeset()
        began_later.extend(later)

    holds()
    assert any(began_later)


def undone(world: World) -> None:
    world.overlay.undo(applied(world.timeline())[0].id, scope=ME)


def accepted(world: World) -> None:
    world.overlay.accept(proposed(world.timeline())[0].id, scope=ME)


def erased(world: World) -> None:
    (york,) = [r.id for r in world.timeline(subject="user").records if r.value == "York"]
    world.overlay.erase(record_id=york, scope=ME)


def late(world: World) -> None:
    world.overlay.remember("I like figs.", scope=ME, observed_at=MOVED + timedelta(minutes=1))


MOVED = FIRST + timedelta(days=5)


@pytest.mark.parametrize("act", [undone, accepted, erased, late], ids=lambda act: act.__name__)
def test_a_replay_resolves_what_was_said_since_the_change_and_nothing_before(
    act: Callable[[World], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolved: list[str] = []

    def noting(found: Any, observation: Any, workspace: Workspace) -> Any:
        resolved.append(observation.text)
        return resolve(found, observation, workspace)

    counts = []
    for friends in (4, 40):
        with opened("memory://") as world:
            filled(world, [*(friend(n) for n in range(friends)), "I live in Leeds.", "I work at Acme."])
            world.overlay.remember("I moved to York.", scope=ME, observed_at=MOVED)
            at = MOVED + timedelta(hours=1)
            world.overlay.remember("I work at Apex now.", scope=ME, observed_at=at, origin="document")
            resolved.clear()
            with monkeypatch.context() as patched:
                patched.setattr("atma_overlay.writing.resolving.resolve", noting)
                act(world)
            assert friend(0) not in resolved
            counts.append(len(resolved))
    assert counts[0] == counts[1] > 0


def test_a_replay_reaches_no_further_back_for_what_was_erased_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved: list[str] = []

    def noting(found: Any, observation: Any, workspace: Workspace) -> Any:
        resolved.append(observation.text)
        return resolve(found, observation, workspace)

    with opened("memory://") as world:
        filled(world, ["I live in Leeds.", "I moved to Porto.", friend(0)])
        world.overlay.remember("I work at Acme.", scope=ME, observed_at=MOVED)
        (porto,) = [r.id for r in world.timeline(subject="user").records if r.value == "Porto"]
        world.overlay.erase(record_id=porto, scope=ME)
        monkeypatch.setattr("atma_overlay.writing.resolving.resolve", noting)
        world.overlay.remember("I like figs.", scope=ME, observed_at=MOVED - timedelta(minutes=1))
        assert list(dict.fromkeys(resolved)) == ["I like figs.", "I work at Acme."]
        assert replayed(world) == Changeset()


def test_a_correction_from_before_what_was_erased_is_resolved_to_the_same_whatever_came_in_between() -> None:
    with opened("memory://") as world:
        for text, at in (
            ("Since May I live in Lyon.", datetime(2024, 4, 13, 9, tzinfo=UTC)),
            ("Actually, I live in Elgin, not Chicago.", datetime(2024, 3, 6, 9, tzinfo=UTC)),
        ):
            world.overlay.remember(text, scope=ME, observed_at=at)
        (lyon,) = [r for r in world.timeline().records if r.value == "Lyon"]
        world.overlay.erase(record_id=lyon.id, scope=ME)
        for text, at in (
            ("Correction: I live in Kiel.", datetime(2024, 3, 9, 9, tzinfo=UTC)),
            ("I have a dog.", datetime(2024, 6, 12, 9, tzinfo=UTC)),
            ("She works at Acme.", datetime(2024, 6, 11, 9, tzinfo=UTC)),
        ):
            world.overlay.remember(text, scope=ME, observed_at=at)
        assert replayed(world) == Changeset()


WITHOUT_LYON = (("Actually, I live in Elgin, not Chicago.", 6), ("Since May I live in Lyon.", 44), ("I like figs.", 4))


@pytest.mark.parametrize("last", [2, 3], ids=["in order by what is left", "late"])
def test_a_correction_from_before_what_was_erased_mends_what_stood_then(last: int) -> None:
    with opened("memory://") as world:
        for text, days in WITHOUT_LYON[:last]:
            world.overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=days))
        (lyon,) = [r for r in world.timeline().records if r.value == "Lyon"]
        world.overlay.erase(record_id=lyon.id, scope=ME)
        world.overlay.remember("Correction: I live in Kiel.", scope=ME, observed_at=FIRST + timedelta(days=9))
        lived = {r.value: r.status for r in world.timeline(attribute="home_city").records}
        assert lived == {"Elgin": "corrected", "Kiel": "active"}
        assert replayed(world) == Changeset()


def test_of_values_told_at_one_instant_a_correction_mends_the_same_one_wherever_a_replay_begins() -> None:
    with opened("memory://") as world, compared() as later:
        world.overlay.remember("I live in Bonn.", scope=ME, observed_at=FIRST)
        (bonn,) = world.timeline().records
        world.overlay.correct(bonn.id, "Ulm", scope=ME)
        for text, days, origin in (
            ("I live in Leeds.", 1, "user"),
            ("Since May I live in Lyon.", 1, "tool"),
            ("Correction: I live in Kiel.", 12, "user"),
        ):
            at = FIRST + timedelta(days=days)
            world.overlay.remember(text, scope=ME, observed_at=at, origin=origin)
        assert replayed(world) == Changeset()
    assert any(later)
