"""A doubt is over once something is said for sure: the old value again, the doubtful one, or a third."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.views import Label

ME = Scope(tenant="acme", user="ana")
FIRST = datetime(2026, 3, 3, 12, tzinfo=UTC)


def rows(query: str, *said: str, days: tuple[int, ...], later: int = 1) -> list[tuple[Label, str]]:
    """The first rows of a recall, `later` days after what was said at those days."""
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise", clock=lambda: FIRST + timedelta(days=400))
    for day, text in zip(days, said, strict=True):
        overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=day))
    packet = overlay.recall(query, scope=ME, now=FIRST + timedelta(days=days[-1] + later))
    return [(row.label, row.value) for row in packet.rows if row.label is not Label.UNTRACKED]


@pytest.mark.parametrize(
    ("known", "doubt", "sure", "query", "value"),
    [
        ("I live in Leeds.", "I'm moving to York.", "I still live in Leeds.", "Where do I live?", "Leeds"),
        ("I live in Leeds.", "I'm moving to York.", "I moved to Hull.", "Where do I live?", "Hull"),
        ("I live in Leeds.", "Apparently I live in York.", "I live in York.", "Where do I live?", "York"),
        ("My gym is FitWorks.", "Apparently my gym is Pulse.", "My gym is FitWorks.", "What is my gym?", "FitWorks"),
        (
            "My gym is FitWorks.",
            "Maybe my gym is Pulse now.",
            "My gym is still FitWorks.",
            "What is my gym?",
            "FitWorks",
        ),
        ("I work at Globex.", "I think I work at Acme.", "I work at Globex.", "Where do I work?", "Globex"),
        ("My rent is £850.", "My rent is £950 from May.", "My rent is still £850.", "What is my rent?", "£850"),
    ],
)
def test_what_is_said_for_sure_settles_the_doubt_before_it(
    known: str, doubt: str, sure: str, query: str, value: str
) -> None:
    assert rows(query, known, doubt, days=(0, 10), later=90)[0][0] is Label.CONTESTED
    assert rows(query, known, doubt, sure, days=(0, 10, 100)) == [(Label.CURRENT, value)]


@pytest.mark.parametrize(
    ("known", "plan", "query"),
    [
        ("I live in Leeds.", "I'm moving to York next month.", "Where do I live?"),
        ("I live in Leeds.", "I'm moving to York.", "Where do I live?"),
        ("My rent is £850.", "My rent is £950 from May.", "What is my rent?"),
    ],
)
def test_what_holds_before_the_day_of_a_plan_leaves_the_plan(known: str, plan: str, query: str) -> None:
    assert [label for label, _ in rows(query, known, plan, known, days=(0, 1, 4), later=2)] == [Label.CURRENT]
    labels = [label for label, _ in rows(query, known, plan, known, days=(0, 1, 4), later=120)]
    assert labels == [Label.CONTESTED, Label.CONTESTED]


def test_a_doubt_settles_no_doubt() -> None:
    said = ("My gym is FitWorks.", "Apparently my gym is Pulse.", "Apparently my gym is Ludus.")
    assert all(label is Label.CONTESTED for label, _ in rows("What is my gym?", *said, days=(0, 10, 20)))


def test_a_lower_origin_settles_no_doubt_of_the_users() -> None:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise", clock=lambda: FIRST + timedelta(days=9))
    for day, (text, origin) in enumerate(
        [("My gym is FitWorks.", "user"), ("Apparently my gym is Pulse.", "user"), ("My gym is FitWorks.", "tool")]
    ):
        overlay.remember(text, scope=ME, origin=origin, observed_at=FIRST + timedelta(days=day))
    assert {row.label for row in overlay.recall("What is my gym?", scope=ME).rows} == {Label.CONTESTED}
