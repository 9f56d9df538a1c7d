"""A fact that has changed a thousand times costs a recall and a write no more than in proportion, and mostly less."""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.kept import forget_texts
from atma_overlay.ledger import decoding
from atma_overlay.records import Act, Cardinality, Origin
from atma_overlay.state.folds.fold import fold_slot
from atma_overlay.state.folds.kept_folds import kept_short_folds
from atma_overlay.state.folds.resuming import Resumed
from atma_overlay.state.pairs.adjudication import RulesLinker
from tests.counted_calls import calls_of
from tests.dated_worlds import FIRST, ME, Said, World, opened, state, worlds
from tests.lawful_worlds import Deeds, deeds_at, do, law
from tests.ruled_worlds import ruled, ruled_worlds
from tests.test_fold import says

NAMES = "Acme Bravo Cobalt Delta Eagle Falcon Gamma Hotel India Juno".split()
FEW, MANY = 40, 120
PROPORTION = MANY / FEW


def name(number: int) -> str:
    """A name of its own for every number."""
    return f"{NAMES[number % 10]}{chr(97 + number // 10 % 26)}"


@dataclass(frozen=True, slots=True)
class Story:
    """What is told, by number, and what is asked of it in the words of each view."""

    tells: Callable[[int], tuple[str, str | None]]
    asked: tuple[str, ...]


JOB = ("Where do I work?", "Where did I work before?", "How has my job changed?", "Since I work at Acme, where is it?")
TOOL = ("What do I use?", "What did I use before?", "How has what I use changed?", "Since I use Acmea, is it good?")
GYM = ("Which gym do I go to?", "Where do I live?", "How has my home changed?", "Since I live in Acmea, is it good?")
STORIES = {
    "one value after another": Story(lambda n: (f"I now work at {name(n)}.", None), JOB),
    "two values by turns": Story(lambda n: (f"I now work at {NAMES[n % 2]}.", None), JOB),
    "one value again and again": Story(lambda n: ("I work at Acme.", None), JOB),
    "what a document disputes": Story(
        lambda n: (f"I work at {name(n)}.", "document") if n else ("I work at Zeta.", None), JOB
    ),
    "values side by side": Story(lambda n: (f"I use {name(n)}.", None), TOOL),
    "values ended one by one": Story(
        lambda n: (f"I no longer use {name(n // 2)}." if n % 2 else f"I use {name(n // 2)}.", None), TOOL
    ),
    "homes that a rule hangs on": Story(
        lambda n: (f"I now live in {name(n)}." if n else "If I move, I'll need a new gym. My gym is Pump Room.", None),
        GYM,
    ),
}


def tell(overlay: Overlay, story: Story, numbers: range) -> None:
    for n in numbers:
        text, origin = story.tells(n)
        overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(hours=n), origin=origin)


class SilentHost(MemoryHost):
    """A host that finds nothing: what is left is the ledger's part."""

    def search(self, *asked: Any, **parts: Any) -> Any:
        return super().search(*asked, **{**parts, "limit": 0})


@pytest.mark.parametrize("told", list(STORIES))
def test_a_recall_costs_in_proportion_to_the_changes_and_not_to_their_square(told: str) -> None:
    story = STORIES[told]
    spent: dict[str, list[int]] = {question: [] for question in story.asked}
    with Overlay(SilentHost(), ledger="memory://", on_error="raise") as overlay:
        for numbers in (range(FEW), range(FEW, MANY)):
            tell(overlay, story, numbers)
            for question, counts in spent.items():
                counts.append(calls_of(lambda question=question: overlay.recall(question, scope=ME)))  # type: ignore[misc]
    assert {question: (few, many) for question, (few, many) in spent.items() if many > PROPORTION * few} == {}


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch, module: object, function: str) -> Iterator[list[None]]:
    """A list that grows by one whenever a function of a module is called."""
    calls: list[None] = []
    own = getattr(module, function)

    def counting(*args: Any, **parts: Any) -> Any:
        calls.append(None)
        return own(*args, **parts)

    with monkeypatch.context() as patched:
        patched.setattr(module, function, counting)
        yield calls


@pytest.mark.parametrize("told", list(STORIES))
def test_a_write_reads_no_more_transitions_of_a_long_history_than_of_a_short_one(
    told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    with Overlay(SilentHost(), ledger=f"sqlite:///{tmp_path / 'a.db'}", on_error="raise") as overlay:
        for numbers in (range(8), range(8, 36)):
            tell(overlay, STORIES[told], numbers)
            with counted(monkeypatch, decoding, "transition_of") as calls:
                tell(overlay, STORIES[told], range(numbers.stop, numbers.stop + 1))
            read.append(len(calls))
    assert read[1] <= read[0]


@pytest.mark.parametrize("act", [Act.END, Act.RETRACT])
def test_folding_values_that_ended_one_by_one_costs_in_proportion_to_them(act: Act) -> None:
    def folded(count: int) -> int:
        said = [
            says(f"value{n // 2:04}x", n, act=act if n % 2 else Act.ASSERT, cardinality=Cardinality.MULTI)
            for n in range(count)
        ]
        return calls_of(lambda: fold_slot(said, linker=RulesLinker(), rulings={}, closures={}))

    assert folded(8 * FEW) <= 1.5 * 8 * folded(FEW)


def kept_apart(world: World) -> OrderedDict[str, Any]:
    """The folds that another process would still keep."""
    linker = world.overlay.writer.linker
    return copy.deepcopy(kept_short_folds._folds, {id(linker): linker})


def test_a_fold_kept_from_before_an_erasure_elsewhere_does_not_revive_what_the_erased_retired() -> None:
    def lived(*, stale: bool) -> dict[str, str]:
        forget_texts()
        with opened("memory://") as world:
            for number, city in enumerate(("Porto", "Leeds", "York")):
                world.hand([Said(f"I now live in {city}.", number)])
            before = kept_apart(world)
            assert before
            receipt = world.overlay.remember("I now live in Bonn.", scope=ME, observed_at=FIRST + timedelta(hours=9))
            world.overlay.erase(record_id=receipt.records[0].id, scope=ME)
            if stale:
                kept_short_folds._folds = before
            world.hand([Said("I now live in Hull.", 20)])
            return {r.value: r.status.value for r in world.timeline().records}

    assert lived(stale=True) == lived(stale=False)
    assert lived(stale=True)["York"] == "invalidated"


def decisions(world: World) -> list[Any]:
    """Every transition with all that was ever decided of it, without ids."""
    values = {h.statement.id: h.statement.value for h in world.ledger.read(ME, lambda r: r.history())}
    return [
        (values.get(j.transition.from_id), values.get(j.transition.to_id or ""), j.transition.kind,
         [d.state for d in j.decisions])
        for j in world.ledger.read(ME, lambda r: r.transitions())
    ]  # fmt: skip


Forget = Callable[[World], None]


def _keep(_: World) -> None:
    """Leave what is kept: a process that writes alone."""


def _forget(_: World) -> None:
    """Keep nothing: a process that has just been started."""
    forget_texts()


class _ByTurns:
    """Have two processes write by turns: each keeps what it made, and lacks what the other wrote."""

    def __init__(self) -> None:
        self._others: OrderedDict[str, Any] = OrderedDict()

    def __call__(self, _: World) -> None:
        kept_short_folds._folds, self._others = self._others, kept_short_folds._folds


@pytest.mark.parametrize(("kind", "made"), [(opened, worlds), (ruled, ruled_worlds)], ids=["facts", "rules"])
@pytest.mark.parametrize("way", [lambda: _keep, lambda: _forget, _ByTurns], ids=["kept", "taken up", "caught up"])
def test_a_write_that_goes_on_from_what_is_kept_or_stored_writes_what_one_that_folds_anew_writes(
    way: Callable[[], Forget], kind: Any, made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lived(told: list[Said], deeds: Deeds, before: Forget) -> tuple[object, object]:
        forget_texts()
        with kind("memory://") as world:
            for number, said in enumerate(told):
                before(world)
                world.hand([said])
                do(world, deeds, number, before)
            return state(world), decisions(world)

    @law(12)
    @given(
        utterances=made(origins=(Origin.USER, Origin.USER, Origin.DOCUMENT)), ordered=st.booleans(),
        deeds=deeds_at(),
    )  # fmt: skip
    def holds(utterances: list[Said], ordered: bool, deeds: Deeds) -> None:
        told = sorted(utterances, key=lambda u: u.hours) if ordered else utterances
        with monkeypatch.context() as patched:
            patched.setattr(Resumed, "of", lambda *_: None)
            anew = lived(told, deeds, _forget)
        assert lived(told, deeds, way()) == anew

    holds()


def test_a_write_by_a_process_that_has_just_been_started_compares_no_two_of_the_values_before_it(
    tmp_path: Path, pairs_asked: Callable[[], int]
) -> None:
    story = STORIES["one value after another"]
    with Overlay(SilentHost(), ledger=f"sqlite:///{tmp_path / 'a.db'}", on_error="raise") as overlay:
        tell(overlay, story, range(FEW))
        forget_texts()
        before = pairs_asked()
        tell(overlay, story, range(FEW, FEW + 1))
        assert pairs_asked() - before <= 2
