"""A host that was emptied or lost is given again what it held, from the ledger; only where that is asked for."""

from __future__ import annotations

from pathlib import Path

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.outbox import AT_ONCE
from atma_overlay.records import LinkState
from atma_qdrant import QdrantHost
from tests.dated_worlds import ME, World, current
from tests.reconciled_worlds import DELETED, Breaking, carrier, links, remembered
from tests.stored_worlds import STORY, Worn, at, everything, item


def emptied(*texts: str, host: MemoryHost | None = None) -> World:
    world = remembered(*texts, host=host)
    world.host.delete([m.id for m in everything(world.host)], scope=ME)
    return world


def held(world: World) -> list[str]:
    return sorted(m.text for m in everything(world.host))


def test_an_emptied_host_is_given_its_texts_again() -> None:
    world = emptied()
    dry = world.overlay.reconcile(scope=ME, dry_run=True, refill=True)
    assert (dry.refilled, dry.counts, held(world)) == (len(STORY), {DELETED: len(STORY)}, [])
    report = world.overlay.reconcile(scope=ME, refill=True)
    assert (report.refilled, report.drained, report.pending) == (len(STORY), len(STORY), 0)
    assert held(world) == sorted(STORY)
    assert current(world, "home_city") == ["Leeds"]
    after = world.overlay.reconcile(scope=ME, refill=True)
    assert (after.agrees, after.refilled, after.agreed) == (True, 0, len(STORY))


def test_without_being_asked_nothing_is_given_and_the_report_says_what_would_help() -> None:
    world = emptied()
    report = world.overlay.reconcile(scope=ME)
    assert (held(world), report.refilled) == ([], 0)
    assert [note for note in report.notes if "refill" in note and str(len(STORY)) in note]


def test_it_is_not_too_late_once_the_loss_was_taken_note_of() -> None:
    world = emptied()
    world.overlay.reconcile(scope=ME)
    assert {link.state for link in links(world)} == {LinkState.GONE}
    assert world.overlay.reconcile(scope=ME, refill=True).refilled == len(STORY)
    assert held(world) == sorted(STORY)
    assert world.overlay.reconcile(scope=ME).agrees


def test_only_what_is_missing_is_given() -> None:
    world = remembered()
    world.host.delete([carrier(world, STORY[0])], scope=ME)
    report = world.overlay.reconcile(scope=ME, refill=True)
    assert (report.refilled, held(world)) == (1, sorted(STORY))
    assert not any("refill" in note for note in report.notes)


def test_what_was_erased_or_given_another_text_stays_away() -> None:
    world = remembered(host=Worn())
    edited = carrier(world, STORY[0])
    world.host.put(edited, "I live in Faro.")  # type: ignore[attr-defined]  # the worn host's own
    world.overlay.reconcile(scope=ME)
    gone = next(o for o in world.ledger.read(ME, lambda r: r.observed_after(None)) if o.text == STORY[1])
    world.overlay.erase(observation_id=gone.id, scope=ME)
    world.host.delete([m.id for m in everything(world.host)], scope=ME)
    world.overlay.reconcile(scope=ME, refill=True)
    assert held(world) == sorted(["I live in Faro.", *STORY[2:]])


def test_what_waits_for_a_host_that_is_away_is_given_once() -> None:
    host = Breaking()
    world = emptied(host=host)
    host.away = True
    assert world.overlay.reconcile(scope=ME, refill=True).pending == len(STORY)
    again = world.overlay.reconcile(scope=ME, refill=True)
    assert (again.refilled, again.pending) == (0, len(STORY))
    host.away = False
    assert world.overlay.reconcile(scope=ME, refill=True).drained == len(STORY)
    assert held(world) == sorted(STORY)


def test_a_host_that_takes_anothers_place_is_filled_for_the_scope_that_is_named() -> None:
    world, second, other = remembered(host=Worn()), Worn(name="second"), Scope(tenant="acme", user="u-2")
    world.overlay.remember("I live in Bergen.", scope=other)
    world.host.put(carrier(world, STORY[0]), "I live in Faro.")  # type: ignore[attr-defined]  # the worn host's own
    world.overlay.reconcile(scope=ME)
    with Overlay(second, ledger=world.ledger) as beside:
        assert beside.reconcile(scope=ME, refill=True).drained == len(STORY)
        assert sorted(m.text for m in everything(second)) == sorted(["I live in Faro.", *STORY[1:]])
        assert everything(second, scope=other) == ()
        assert "Faro" in str([r.text for r in beside.recall("Where did I live?", scope=ME, view="historical").rows])
    assert world.overlay.reconcile(scope=ME).agrees


def test_many_texts_are_given_in_several_rounds() -> None:
    world = World(host=Worn())
    texts = [f"Note number {n}." for n in range(AT_ONCE + 5)]
    world.host.add([item(text, day=n / 1000) for n, text in enumerate(texts)], scope=ME)
    world.overlay.backfill(scope=ME)
    world.host.delete([m.id for m in everything(world.host)], scope=ME)
    report = world.overlay.reconcile(scope=ME, refill=True)
    assert (report.refilled, report.drained) == (len(texts), len(texts))
    assert held(world) == sorted(texts)


def test_a_qdrant_folder_that_was_lost_is_filled_from_the_ledger(tmp_path: Path) -> None:
    ledger = f"sqlite:///{tmp_path / 'memory.atma.db'}"
    with Overlay(QdrantHost(path=tmp_path / "first"), ledger=ledger) as overlay:
        for day, text in enumerate(STORY):
            overlay.remember(text, scope=ME, observed_at=at(day))
    with Overlay(QdrantHost(path=tmp_path / "second"), ledger=ledger) as overlay:
        assert overlay.reconcile(scope=ME, refill=True).drained == len(STORY)
        hits = overlay.recall("Where do I live?", scope=ME).rows
        assert any("Leeds" in (row.text or "") for row in hits)
        assert overlay.reconcile(scope=ME).agreed == len(STORY)


def test_what_was_done_to_records_is_no_text_that_a_host_is_given() -> None:
    world = emptied()
    world.overlay.forget("where I live", scope=ME)
    gym = world.overlay.remember("My gym is Vita.", scope=ME).records[0]
    world.overlay.correct(gym.id, "Pulse", scope=ME)
    browser = world.overlay.remember("My browser is Firefox.", scope=ME).records[0]
    world.overlay.forget(browser.id, scope=ME)
    said = sorted([*STORY, "My gym is Vita.", "My browser is Firefox."])
    report = world.overlay.reconcile(scope=ME, refill=True)
    assert (report.refilled, held(world)) == (len(STORY), said)
    again = world.overlay.reconcile(scope=ME, refill=True)
    assert (again.agrees, again.refilled, held(world)) == (True, 0, said)
    assert all("retracted" not in (r.text or "") for r in world.overlay.recall("What was retracted?", scope=ME).rows)


def test_a_correction_that_is_said_anew_after_an_erasure_is_no_text_either() -> None:
    world = World(host=Worn())
    told = world.overlay.remember("I live in Leeds.", scope=ME, observed_at=at(0))
    world.overlay.correct(told.records[0].id, "York", scope=ME)
    world.overlay.erase(observation_id=told.observation_ids[0], scope=ME)
    assert world.overlay.reconcile(scope=ME, refill=True).refilled == 0
    assert held(world) == []


def test_a_person_who_says_the_word_is_heard_and_given_to_the_host() -> None:
    world = emptied("retracted")
    assert world.overlay.reconcile(scope=ME, refill=True).refilled == 1
    assert held(world) == ["retracted"]
