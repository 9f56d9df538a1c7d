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
from atma_overlay.state.workspace import Workspace
from atma_overlay.writing import resolving
from tests.dated_worlds import SCOPES, Clock, Said
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
                if data.draw(st.booleans()):
                    meddle(data, world)
            meddle(data, world)
            assert replayed(world) == Changeset()
        began_later.extend(later)

    holds()
    assert any(began_later)
