"""A replay that begins where something changed leaves the ledger as one that begins at the first observation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import deciding, erasure
from atma_overlay.changes import Changeset
from atma_overlay.judge.outcome import Outcome
from atma_overlay.judge.reach import across_key
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Act, Ruling, Verdict
from atma_overlay.state.workspace import Workspace
from atma_overlay.writing import resolving
from tests.dated_worlds import ME, SCOPES, Clock, Said, World
from tests.lawful_worlds import LEDGERS, ORIGINS, SORTS, Sort, arrivals, law, meddle, replayed

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
