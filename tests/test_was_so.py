"""What lasts and is told in the bare past was so until then: it is no fact of now, and no premise stands on it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Label, Overlay, PremiseVerdict
from atma_overlay.hosts import MemoryHost
from tests.dated_worlds import ME

AT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "query", "value"),
    [
        ("I lived in Leeds.", "Since I live in Leeds, which gym is near?", "Leeds"),
        ("I worked at Acme.", "As I work at Acme, what is my discount?", "Acme"),
        ("We used Jenkins.", "Since we use Jenkins, which plugin do we need?", "Jenkins"),
        ("I banked with Monzo.", "As I bank with Monzo, can I pay in dollars?", "Monzo"),
    ],
)
def test_what_was_so_is_not_current_and_supports_nothing(said: str, query: str, value: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(said, scope=ME, observed_at=AT)
        packet = overlay.recall(query, scope=ME)
        assert not [row for row in packet.rows if row.label is Label.CURRENT and row.value == value]
        assert PremiseVerdict.SUPPORTED not in {premise.verdict for premise in packet.premises}
        asked = overlay.recall(f"Did I ever have to do with {value} in the past?", scope=ME, view="historical")
        assert [row.label for row in asked.rows if row.value == value] == [Label.HISTORICAL]


@pytest.mark.parametrize(
    ("holds", "was", "query", "value"),
    [
        ("My rent is £800.", "My rent was £950 back then.", "What is my rent?", "£800"),
        ("My rent is £800.", "As a student my rent was £950.", "What is my rent?", "£800"),
        ("My rent is £800.", "In the nineties, my rent was £950.", "What is my rent?", "£800"),
        ("Our timeout is 30 seconds.", "Our timeout was 10 seconds.", "What is our timeout?", "30 seconds"),
        ("My dose is 20 mg.", "My dose was 50 mg.", "What is my dose?", "20 mg"),
        ("My boss is Anna.", "My boss was Priya ten years ago.", "Who is my boss?", "Anna"),
        ("Our database is MySQL.", "Two years ago our database was Oracle.", "What is our database?", "MySQL"),
        ("My gym is Pulse.", "I'll change my gym to Beta.", "What is my gym?", "Pulse"),
        ("Our database is MySQL.", "We'll migrate our database to Postgres.", "What is our database?", "MySQL"),
        ("Our database is MySQL.", "We might move our database to Postgres.", "What is our database?", "MySQL"),
    ],
)
def test_what_was_otherwise_or_may_be_takes_no_place_of_what_is(holds: str, was: str, query: str, value: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(holds, scope=ME, observed_at=AT)
        done = overlay.remember(was, scope=ME, observed_at=AT + timedelta(days=9))
        assert done.transitions == ()
        current = [row.value for row in overlay.recall(query, scope=ME).rows if row.label is Label.CURRENT]
        assert current == [value]


def test_what_two_bills_were_stands_side_by_side() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("My hotel bill was £50.", scope=ME, observed_at=AT)
        done = overlay.remember("My hotel bill was £70.", scope=ME, observed_at=AT + timedelta(days=9))
        assert done.transitions == ()


def test_what_was_read_off_may_be_the_last_reading() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("My weight is 80 kg.", scope=ME, observed_at=AT)
        done = overlay.remember("My weight was 82 kg.", scope=ME, observed_at=AT + timedelta(days=9))
        assert [(t.from_value, t.to_value, str(t.state)) for t in done.transitions] == [("80 kg", "82 kg", "proposed")]


def test_what_a_sum_is_for_a_month_alone_retires_nothing() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("My rent is £800.", scope=ME, observed_at=AT)
        done = overlay.remember("My rent is £950 this month.", scope=ME, observed_at=AT + timedelta(days=9))
        assert not [t for t in done.transitions if t.state == "applied" and t.kind == "superseded"]
        asked = overlay.recall("What is my rent?", scope=ME, valid_at=AT + timedelta(days=60))
        assert [row.value for row in asked.rows if row.label is Label.CURRENT] == ["£800"]


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("Last week Priya took over as my boss.", "Priya"),
        ("This morning Tom moved to York.", "tom / home city"),
        ("Last Monday Netflix raised my rate to 12 euros.", "Netflix"),
    ],
)
def test_a_time_that_opens_a_sentence_is_no_part_of_a_name(said: str, subject: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("My boss is Anna.", scope=ME, observed_at=AT)
        overlay.remember(said, scope=ME, observed_at=AT + timedelta(days=9))
        told = [x for r in overlay.timeline(scope=ME).records for x in (r.slot, r.value)]
        assert subject in told
        assert not [x for x in told if "week" in x.lower() or "monday" in x.lower() or "morning" in x.lower()]


def test_what_was_so_leaves_what_is() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I work at Initech.", scope=ME, observed_at=AT)
        done = overlay.remember("I worked at Acme.", scope=ME, observed_at=AT + timedelta(days=9))
        assert done.transitions == ()
        first = overlay.recall("Where do I work?", scope=ME).rows[0]
        assert (first.label, first.value) == (Label.CURRENT, "Initech")


def test_what_began_lately_is_so() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I started at Acme last week.", scope=ME, observed_at=AT)
        assert overlay.recall("Where did I start?", scope=ME).rows[0].label is Label.CURRENT


def _applied(*said: str) -> list[tuple[str, str | None]]:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for day, text in enumerate(said):
            overlay.remember(text, scope=ME, observed_at=AT + timedelta(days=30 * day))
        told = overlay.timeline(scope=ME).transitions
        return [(t.from_value, t.to_value) for t in told if t.state == "applied"]


@pytest.mark.parametrize("label", ["Gym back then", "My gym then", "- gym before", "Gym at the time", "Gym maybe"])
def test_a_label_of_another_time_or_of_perhaps_retires_nothing(label: str) -> None:
    assert _applied("My gym is FitWorks.", f"{label}: Pulse") == []


@pytest.mark.parametrize("said", ["Gym now: Pulse", "Gym: Pulse", "As I said before: my gym is Pulse."])
def test_a_label_of_today_and_what_stands_behind_a_colon_is_so(said: str) -> None:
    assert _applied("My gym is FitWorks.", said) == [("FitWorks", "Pulse")]


@pytest.mark.parametrize(
    ("known", "said", "old"),
    [
        ("I bank with HSBC.", "My bank is not HSBC any more.", "HSBC"),
        ("My employer is Globex.", "My employer is no longer Globex.", "Globex"),
        ("My insurer is Aviva.", "My insurer isn't Aviva anymore.", "Aviva"),
    ],
)
def test_what_is_denied_of_a_body_by_what_it_is_called_is_over(known: str, said: str, old: str) -> None:
    assert _applied(known, said) == [(old, None)]
