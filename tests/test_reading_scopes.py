"""Reading in a narrower scope, in a new one, with host or ledger gone, and under hostile queries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from atma_overlay import Label, LedgerError, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, ME, World
from tests.reading_worlds import GAP, NOBODY, VIEWS, Silent, ask, shown, told, tracked, verdicts

# Narrower scopes


def test_a_narrower_scope_reads_what_was_said_there_alone() -> None:
    world = World()
    world.overlay.remember("I live in Leeds.", scope=AT_HOME, observed_at=FIRST)
    world.overlay.remember("I moved to York.", scope=AT_WORK, observed_at=FIRST + GAP)
    question = "Since I live in Leeds, which market is best?"
    assert tracked(ask(world, question)) == [("current", "York")]
    assert verdicts(ask(world, question)) == [("Leeds", "outdated")]
    assert shown(ask(world, question, scope=AT_HOME)) == [("current", "Leeds")]
    assert verdicts(ask(world, question, scope=AT_HOME)) == [("Leeds", "supported")]
    assert shown(ask(world, question, scope=AT_WORK)) == [("current", "York")]
    assert verdicts(ask(world, question, scope=AT_WORK)) == []


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("scope", "foreign"), [(AT_HOME, "York"), (AT_WORK, "Leeds"), (NOBODY, "e")])
def test_no_view_of_a_scope_shows_what_was_said_elsewhere(view: str, scope: Scope, foreign: str) -> None:
    world = World()
    world.overlay.remember("I live in Leeds.", scope=AT_HOME, observed_at=FIRST)
    world.overlay.remember("I moved to York.", scope=AT_WORK, observed_at=FIRST + GAP)
    packet = ask(world, "Have I moved from Leeds to York, and where do I live?", scope=scope, view=view)
    assert not [r for r in packet.rows if foreign in r.text + r.value]
    assert not [p for p in packet.premises if foreign in "".join(p.current)]


# Failures


@pytest.mark.parametrize("view", VIEWS)
def test_a_failing_host_is_named_and_the_ledger_answers(view: str) -> None:
    packet = ask(told("I live in Leeds.", "I moved to York.", host=Silent()), "Where do I live?", view=view)
    assert packet.degraded == "HostError"
    assert "York" in [r.value for r in packet.rows]


@pytest.mark.parametrize("view", VIEWS)
def test_a_failing_ledger_leaves_the_host_s_own_rows_in_its_own_order(
    view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = told("I live in Leeds.", "I moved to York.", "I own a kayak.")

    def fail(*_: Any) -> Any:
        raise LedgerError("locked")

    monkeypatch.setattr(world.ledger, "read", fail)
    packet = ask(world, "Where do I live?", view=view, limit=2)
    found = world.host.search("Where do I live?", scope=ME, limit=2).memories
    assert packet.degraded == "LedgerError"
    assert [(r.label, r.text, r.host_ids) for r in packet.rows] == [(Label.UNTRACKED, m.text, (m.id,)) for m in found]
    assert packet.premises == ()


def test_with_host_and_ledger_gone_the_packet_is_empty_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    world = told("I live in Leeds.", host=Silent())

    def fail(*_: Any) -> Any:
        raise LedgerError("locked")

    monkeypatch.setattr(world.ledger, "read", fail)
    packet = ask(world, "Where do I live?")
    assert (packet.rows, packet.degraded) == ((), "LedgerError")


# A brand-new scope


@pytest.mark.parametrize("view", [None, *VIEWS])
def test_a_brand_new_scope_answers_with_nothing(view: str | None) -> None:
    packet = ask(World(), "Where do I live?", scope=NOBODY, view=view)
    assert (packet.rows, packet.premises, packet.degraded, packet.suppressed.total) == ((), (), None, 0)


@pytest.mark.parametrize("view", [None, *VIEWS])
def test_an_empty_ledger_over_a_full_host_answers_with_the_host_s_rows(view: str | None) -> None:
    host = MemoryHost()
    host.add([HostItem(key="k", text="I live in Leeds.", role="user", observed_at=FIRST)], scope=ME)
    packet = ask(World(host=host), "Where do I live?", view=view)
    assert shown(packet) == [("untracked", "I live in Leeds.")]
    assert packet.degraded is None


# Hostile queries
HOSTILE = [
    '"', "*", "NEAR(", "live AND", "OR", "NOT live", "home_city:Leeds", '"unterminated', "()", "live*", "-live",
    "^live", '"live" NEAR/5 "Leeds"', "{live}", "'; DROP TABLE statements; --", "%", "_", "\\", "^(a+)+$", "NULL",
    "1e309", "...", "?!", "—", "\x00", "live\x00Leeds", "where\ndo\tI\rlive", "\u202ewhere", "\u200b", "🏠",
    "🏠🏠 where do I live?", "😀" * 2_000, "ﷺ", "İstanbul", "l\u0301i\u0301ve", "x" * 10_000, "where do I live " * 625,
    "I live in Leeds, " * 600, "(" * 10_000, "我住在哪里?", "?" * 10_000,
]  # fmt: skip


@pytest.fixture(scope="module", params=["memory://", "sqlite:"])
def two_cities(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    url = request.param
    if url == "sqlite:":
        url = f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'ledger.db'}"
    world = told("I live in Leeds.", "I moved to York.", url=url, on_error="raise")
    yield world
    world.ledger.close()


@pytest.mark.parametrize("view", [None, *VIEWS])
@pytest.mark.parametrize("query", HOSTILE, ids=lambda q: repr(q[:12]))
def test_no_query_is_so_hostile_that_it_raises(two_cities: World, query: str, view: str | None) -> None:
    packet = ask(two_cities, query, view=view)
    assert packet.degraded is None
    assert packet.query == query
    assert packet.render()


def test_a_subclass_of_str_is_read_as_its_characters() -> None:
    class Said(str):
        __slots__ = ()

        def __new__(cls, text: str, _mark: int) -> Said:
            return str.__new__(cls, text)

    world = told(Said("I live in Leeds.", 1), Said("I moved to York.", 2))
    assert type(ask(world, Said("Since I live in Leeds, which gym is near?", 3)).query) is str
