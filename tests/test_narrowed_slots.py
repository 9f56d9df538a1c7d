"""A slot as a narrower scope sees it is the fold of what was said there, whatever is kept of earlier reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import given

from atma_overlay import Scope
from atma_overlay.kept import forget_texts
from atma_overlay.ledger.transfer import export_jsonl, import_jsonl
from atma_overlay.records import Origin, Standing
from atma_overlay.state.folds.narrowing import narrowed
from atma_overlay.state.pairs.adjudication import RulesLinker
from tests.dated_worlds import AT_HOME, AT_WORK, ME, SCOPES, Said, World, opened, worlds
from tests.lawful_worlds import LEDGERS, Deeds, deeds_at, do, law
from tests.reading_worlds import ask, tracked

IN_ALL_SESSIONS = Scope(tenant="acme", user="u-1", agent="home")
AT_HOME_LATER = Scope(tenant="acme", user="u-1", agent="home", session="s-3")
SIGHTS = (*SCOPES, AT_HOME_LATER, IN_ALL_SESSIONS)
"""Scopes that are read: one of them sees what several others do."""


def seen(world: World, scope: Scope) -> dict[str, Standing]:
    """What stands, by statement, as a scope sees it."""
    linker = world.overlay.writer.linker

    def work(reader: Any) -> dict[str, Standing]:
        found = narrowed(reader.all_held(), scope, reader=reader, linker=linker)
        return {h.statement.id: h.standing for h in found}

    return world.ledger.read(ME, work)


@LEDGERS
def test_what_is_kept_of_earlier_reads_changes_nothing_of_what_a_scope_sees(url: str, examples: int) -> None:
    @law(examples)
    @given(
        utterances=worlds(
            origins=(Origin.USER, Origin.USER, Origin.DOCUMENT), scopes=(*SCOPES, AT_HOME, AT_HOME_LATER)
        ),
        deeds=deeds_at(),
    )
    def holds(utterances: list[Said], deeds: Deeds) -> None:
        with opened(url) as world:
            for number, said in enumerate(utterances):
                world.hand([said])
                do(world, deeds, number)
                kept = {scope: seen(world, scope) for scope in SIGHTS}
                again = {scope: seen(world, scope) for scope in SIGHTS}
                forget_texts()
                assert kept == again == {scope: seen(world, scope) for scope in SIGHTS}
                for scope in SIGHTS:  # and is kept anew
                    seen(world, scope)

    holds()


CITIES = "Leeds York Hull Bonn Porto Oslo Turin Ghent Lyon Graz Bern Riga".split()


def told(world: World) -> None:
    """A dozen moves, told by turns at home and at work."""
    for number, city in enumerate(CITIES):
        scope = (AT_HOME, AT_WORK)[number % 2]
        world.hand([Said(f"I moved to {city}.", number, scope=scope)])


def test_a_scope_that_was_read_before_is_not_folded_anew(pairs_asked: Callable[[], int]) -> None:
    forget_texts()
    with opened("memory://") as world:
        told(world)
        assert tracked(ask(world, "Where do I live?", scope=AT_HOME)) == [("current", "Bern")]
        before = pairs_asked()
        ask(world, "Where do I live?", scope=AT_HOME)
        assert pairs_asked() == before
        world.hand([Said("I moved to Essen.", 20, scope=AT_HOME)])
        before = pairs_asked()
        assert tracked(ask(world, "Where do I live?", scope=AT_HOME)) == [("current", "Essen")]
        assert pairs_asked() <= before + 1


def test_a_home_whose_successor_was_erased_elsewhere_is_not_current_where_it_was_read_before(tmp_path: Path) -> None:
    forget_texts()
    with opened(f"sqlite:///{tmp_path / 'a.db'}") as world:
        told(world)
        before = tracked(ask(world, "Where do I live?", scope=AT_HOME))
        last = world.timeline().records[-1]
        assert last.value == "Riga"
        world.overlay.erase(record_id=last.id, scope=ME)
        kept = tracked(ask(world, "Where do I live?", scope=AT_HOME))
        forget_texts()
        assert kept == tracked(ask(world, "Where do I live?", scope=AT_HOME))
        assert before != kept


def test_a_home_whose_successor_was_erased_is_not_current_in_a_scope_that_sees_more_than_the_one_read_before() -> None:
    forget_texts()
    with opened("memory://") as world:
        for number, city in enumerate(("Leeds", "York", "Hull", "Bonn")):
            world.hand([Said(f"I moved to {city}.", number, scope=AT_HOME)])
        world.hand([Said("I moved to Porto.", 4, scope=AT_HOME_LATER), Said("I moved to Riga.", 5)])
        world.overlay.erase(record_id=world.timeline().records[-1].id, scope=ME)
        world.hand([Said("I moved to Oslo.", 20, scope=AT_WORK)])
        seen(world, AT_HOME)
        kept = seen(world, IN_ALL_SESSIONS)
        forget_texts()
        assert kept == seen(world, IN_ALL_SESSIONS)


def test_what_arrives_late_elsewhere_has_a_record_closed_that_was_read_before_as_unclosed() -> None:
    forget_texts()
    with opened("memory://") as world:
        for number, city in enumerate(("Leeds", "York", "Hull")):
            world.hand([Said(f"I moved to {city}.", number, scope=AT_HOME)])
        world.hand([Said("I live in Porto.", 4), Said("I live in Porto.", 8, scope=AT_HOME)])
        world.hand([Said("I moved to Riga.", 10)])
        world.overlay.erase(record_id=world.timeline().records[-1].id, scope=ME)
        seen(world, AT_HOME)
        world.hand([Said("I moved to Bonn.", 6)])
        kept = seen(world, AT_HOME)
        forget_texts()
        assert kept == seen(world, AT_HOME)


def test_a_home_whose_successor_was_erased_is_not_current_in_a_session_of_a_restored_ledger(tmp_path: Path) -> None:
    forget_texts()
    with opened("memory://") as world:
        told(world)
        world.overlay.erase(record_id=world.timeline().records[-1].id, scope=ME)
        world.hand([Said("I moved to Essen.", 20, scope=AT_HOME)])
        before = {scope: seen(world, scope) for scope in SIGHTS}
        lines = list(world.ledger.read(ME, export_jsonl))
    for url in ("memory://", f"sqlite:///{tmp_path / 'a.db'}"):
        with opened(url) as world:
            world.ledger.write(ME, lambda _: (import_jsonl(lines), None))
            forget_texts()
            assert before == {scope: seen(world, scope) for scope in SIGHTS}


def test_a_home_whose_successor_was_erased_is_not_current_on_the_live_plane_where_the_shadow_was_read_before(
    tmp_path: Path,
) -> None:
    forget_texts()
    linker = RulesLinker()  # one for both, as a trained one is
    with (
        opened(f"sqlite:///{tmp_path / 'a.db'}", linker=linker, mode="shadow") as shadow,
        opened(f"sqlite:///{tmp_path / 'a.db'}", linker=linker) as live,
    ):
        shadow.hand([Said("I moved to Porto.", 0, scope=AT_WORK)])
        for number, city in enumerate(("Leeds", "York", "Hull"), start=1):
            shadow.hand([Said(f"I moved to {city}.", number, scope=AT_HOME)])
        shadow.overlay.promote(scope=ME)
        live.hand([Said("I moved to Essen.", 20, scope=AT_HOME)])
        last = next(r for r in live.timeline().records if r.value == "Essen")
        live.overlay.erase(record_id=last.id, scope=ME)
        shadow.timeline(AT_HOME)
        kept = live.timeline(AT_HOME).records
        forget_texts()
        assert kept == live.timeline(AT_HOME).records
        assert kept != shadow.timeline(AT_HOME).records
