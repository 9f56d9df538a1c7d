"""Whatever a judge says, a write leaves what a replay would, in every ledger, and nothing is left of erased texts."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.changes import Changeset
from atma_overlay.judge import Budget, Judge
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Origin
from atma_overlay.testing.scripted_model import ScriptedModel
from atma_overlay.values.terms import words
from tests.dated_worlds import ME, SCOPES, THEMES, Said, World, applied, state
from tests.lawful_worlds import DEEDS, ORIGINS, act, law, observations, replayed
from tests.lying_judges import HOSTILE, Liar

STEPS = (*("say",) * 12, "judge", *DEEDS, "erase")
NAMES = frozenset(
    """porto leeds york kyoto bonn hull ghent bruges antwerp lotte notion obsidian jenkins buildkite apex lyon peanuts
    shellfish pork wasps moss labrador oolong pond oslo""".split()
)
"""Words that nothing but a text brings into a ledger."""


class Lives:
    """The same life in several ledgers, judged by the same lies."""

    def __init__(self, urls: Iterable[str], seed: int) -> None:
        self.chance = Random(seed)
        self.worlds: list[World] = []
        self.erased: list[str] = []
        self._told = set[Said]()
        sentences = [s for theme in self.chance.sample(THEMES, self.chance.choice((1, 2))) for s in theme]
        self._sentences = [*sentences, *self.chance.sample(HOSTILE, 4)]
        budget = Budget(calls=self.chance.choice((1, 2)), records=self.chance.choice((3, 200)))
        for url in urls:
            judge = Judge(ScriptedModel(Liar(seed), name="lying:1"), budget=budget)
            self.worlds.append(World(url, judge=judge))

    def go_on(self) -> None:
        """One more step, the same in every ledger."""
        step, seed = self.chance.choice(STEPS), self.chance.random()
        batch = self._batch() if step == "say" else []
        before = {o.id: o.text for o in observations(self.worlds[0])}
        now = max(world.clock.now for world in self.worlds)
        for world in self.worlds:
            world.clock.now = now
            if step == "say":
                world.hand(batch)
            elif step == "judge":
                world.overlay.rejudge(scope=ME)
            else:
                act(world, step, Random(seed).choice)
        there = {o.id for o in observations(self.worlds[0])}
        self.erased += (text for i, text in before.items() if i not in there)

    def _batch(self) -> list[Said]:
        pick = self.chance.choice
        some = {
            Said(
                pick(self._sentences), pick((0, 1, 2, 3, 30, 60, 200, 800)), pick((0, 1, 2)), pick((ME, *SCOPES)),
                pick((Origin.USER, Origin.USER, *ORIGINS)),
            ): None
            for _ in range(pick((1, 1, 1, 2, 3)))
        }  # fmt: skip
        fresh = [u for u in some if u not in self._told]
        self._told.update(fresh)
        return fresh

    @property
    def unsayable(self) -> set[str]:
        """Words that only erased texts had."""
        living = {w for o in observations(self.worlds[0]) for w in words(o.text)}
        return ({w for text in self.erased for w in words(text)} - living) & NAMES


def kept(world: World) -> str:
    """Every text that a ledger answers with, in small letters."""

    def everything(reader: LedgerReader) -> str:
        ids = [o.id for o in reader.observed_after(None)]
        told = (
            reader.history(),
            reader.transitions(),
            reader.verdicts(),
            reader.contingencies(),
            reader.extractions(ids),
        )
        return repr(told).lower()

    return world.ledger.read(ME, everything)


@law(250)
@given(seed=st.integers(0, 2**32))
def test_after_every_write_a_replay_changes_nothing_and_no_erased_word_is_left(seed: int) -> None:
    life = Lives(["memory://"], seed)
    (world,) = life.worlds
    for _ in range(6):
        life.go_on()
        assert replayed(world) == Changeset()
        told = kept(world)
        assert [w for w in sorted(life.unsayable) if w in told] == []


@law(12)
@given(seed=st.integers(0, 2**32))
def test_two_ledgers_that_are_lied_to_alike_come_to_the_same_and_no_byte_of_what_is_erased_stays(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder: Path = tmp_path_factory.mktemp("lies")
    life = Lives(["memory://", f"sqlite:///{folder / 'told.db'}"], seed)
    with ExitStack() as closing:
        closing.callback(life.worlds[1].ledger.close)
        for _ in range(6):
            life.go_on()
            states = [state(world) for world in life.worlds]
            assert states[0] == states[1]
            assert replayed(life.worlds[1]) == Changeset()
    raw = b"".join(file.read_bytes() for file in folder.iterdir()).lower()
    assert [w for w in sorted(life.unsayable) if w.encode() in raw] == []


@law(60)
@given(seed=st.integers(0, 2**32))
def test_no_lie_retires_what_a_higher_origin_said_or_by_what_was_said_before(seed: int) -> None:
    life = Lives(["memory://"], seed)
    for _ in range(6):
        life.go_on()
        if life.erased:
            return
        (world,) = life.worlds
        said = {o.id: o for o in observations(world)}
        records = {r.id: r for r in world.timeline().records}
        for t in applied(world.timeline()):
            if t.cause in said and not t.decider.startswith("person:"):
                cause, retired = said[t.cause], records[t.from_id]
                assert retired.origin.trust <= cause.origin.trust
                assert retired.observed_at <= cause.observed_at
