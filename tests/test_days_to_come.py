"""What is told for a day to come is no fact before that day, and disputes what holds until then only from it on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Label, Overlay, Scope, View
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.testing.ledger_samples import ManualClock
from atma_overlay.views import PremiseVerdict

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 3, 3, 12, tzinfo=UTC)
Rows = list[tuple[Label, str]]


class World:
    """A ledger whose clock goes on a day with each thing that is told."""

    def __init__(self, *said: str) -> None:
        self.clock = ManualClock(START)
        self.overlay = Overlay(MemoryHost(), ledger="memory://", clock=self.clock, on_error="raise")
        for text in said:
            self.overlay.remember(text, scope=ME, observed_at=self.clock.now)
            self.clock.now += timedelta(days=1)

    def asked(self, query: str, *, after: int = 0) -> tuple[Rows, list[PremiseVerdict]]:
        """What is stated in answer to a query, so many days later, and what is made of its premises."""
        self.clock.now += timedelta(days=after)
        packet = self.overlay.recall(query, scope=ME)
        rows: Rows = [(row.label, row.value) for row in packet.rows if row.label is not Label.UNTRACKED]
        return rows, [premise.verdict for premise in packet.premises]


@pytest.mark.parametrize(
    ("said", "query", "value"),
    [
        ("I'm moving to York next month.", "Where do I live?", "York"),
        ("From Monday I work at Acme.", "Where do I work?", "Acme"),
        ("Next month my rent is £950.", "What is my rent?", "£950"),
        ("Next month, I'm starting a job at Acme.", "Where do I work?", "Acme"),
        ("Come May I'm moving to York.", "Where do I live?", "York"),
        ("My boss is Priya from May on.", "Who is my boss?", "Priya"),
        ("Soon I'm moving to York.", "Where do I live?", "York"),
        ("We're raising our timeout to 45 seconds next week.", "What is our timeout?", "45 seconds"),
    ],
)
def test_it_is_current_from_its_day_on_and_not_before(said: str, query: str, value: str) -> None:
    world = World(said)
    assert world.asked(query)[0] == []
    assert world.asked(query, after=60)[0] == [(Label.CURRENT, value)]


@pytest.mark.parametrize(
    ("holds", "said", "query"),
    [
        ("I live in Leeds.", "I'm moving to York.", "Where do I live?"),
        ("I live in Leeds.", "We're moving to York with the kids.", "Where do I live?"),
        ("My sister lives in Leeds.", "My sister is moving to York.", "Where does my sister live?"),
        ("I live in Leeds.", "We're moving to York this week.", "Where do I live?"),
        ("I live in Leeds.", "I'm moving out of Leeds.", "Where do I live?"),
        ("I work at Leeds Dairies.", "I'm leaving Leeds Dairies.", "Where do I work?"),
        ("I work at Leeds Dairies.", "I'm leaving Leeds Dairies for Globex.", "Where do I work?"),
        ("I work at Leeds Dairies.", "I'm leaving Leeds Dairies and joining Globex.", "Where do I work?"),
    ],
)
def test_who_is_about_to_move_or_leave_is_where_they_were(holds: str, said: str, query: str) -> None:
    world = World(holds, said)
    (first,), _ = world.asked(query)
    assert (first[0], first[1].split()[0]) == (Label.CURRENT, "Leeds")
    later, _ = world.asked(query, after=60)
    assert "Leeds" in later[0][1]


@pytest.mark.parametrize("said", ["I'm moving to York today.", "Today we move to York."])
def test_who_moves_today_lives_there_for_good(said: str) -> None:
    world = World("I live in Leeds.", said)
    assert world.asked("Where do I live?", after=60)[0] == [(Label.CURRENT, "York")]


def test_what_is_going_up_to_an_amount_is_not_there_yet() -> None:
    world = World("My rent is £800.", "My rent is going up to £950.")
    assert world.asked("What is my rent?")[0] == [(Label.CURRENT, "£800")]
    assert world.asked("Since my rent is £950, what is left?")[1] == []
    world.overlay.remember("My rent went up to £950.", scope=ME)
    assert world.asked("What is my rent?")[0] == [(Label.CURRENT, "£950")]


@pytest.mark.parametrize(
    ("known", "said", "done", "query", "old", "new"),
    [
        ("Our database is Postgres.", "We're replacing Postgres with MySQL.", "We replaced Postgres with MySQL.",
         "What is our database?", "Postgres", "MySQL"),
        ("My gym is FitWorks.", "I'm switching gyms to Pulse.", "I switched gyms to Pulse.", "What is my gym?",
         "FitWorks", "Pulse"),
        ("We use Jira.", "We're switching to Linear.", "We switched to Linear.", "Which issue tracker do we use?",
         "Jira", "Linear"),
        ("I bank with HSBC.", "I'm going over to Monzo.", "I switched to Monzo.", "Which bank?", "HSBC", "Monzo"),
        ("We use Slack.", "We're dropping Slack for Teams.", "We dropped Slack for Teams.",
         "Which chat tool do we use?", "Slack", "Teams"),
        ("Our price is £80.", "We're raising our price to £95.", "We raised our price to £95.", "What is our price?",
         "£80", "£95"),
        ("My surname is Smith.", "I'm changing my surname to Hall.", "I changed my surname to Hall.",
         "What is my surname?", "Smith", "Hall"),
    ],
)  # fmt: skip
def test_what_somebody_is_at_is_not_done_yet(known: str, said: str, done: str, query: str, old: str, new: str) -> None:
    world = World(known, said)
    assert world.asked(query)[0] == [(Label.CURRENT, old)]
    assert {label for label, _ in world.asked(query, after=60)[0]} == {Label.CONTESTED}
    world.overlay.remember(done, scope=ME)
    assert world.asked(query)[0] == [(Label.CURRENT, new)]


def test_what_is_for_sale_is_still_had() -> None:
    world = World("I drive a Volvo.", "I'm selling my Volvo.")
    assert "Volvo" in [value for _, value in world.asked("What do I drive?")[0]]
    assert [t.state for t in world.overlay.timeline(scope=ME).transitions] == ["proposed"]


def test_what_is_changed_from_now_on_is_so() -> None:
    world = World("Our database is Postgres.", "From now on we're replacing Postgres with MySQL.")
    assert world.asked("What is our database?")[0] == [(Label.CURRENT, "MySQL")]


def test_what_is_moving_without_anybody_is_told_as_before() -> None:
    world = World("The standup is at 9.", "We're moving the standup to 10.")
    assert world.asked("When is the standup?")[0] == [(Label.CURRENT, "10")]


def test_what_holds_until_then_is_current_until_then_and_disputed_from_then_on() -> None:
    world = World("I live in Leeds.", "I'm moving to York next month.")
    assert world.asked("Where do I live?")[0] == [(Label.CURRENT, "Leeds")]
    assert world.asked("Since I live in Leeds, which gym is near?")[1] == [PremiseVerdict.SUPPORTED]
    assert world.asked("Since I live in York, which gym is near?")[1] == []
    neutral = world.overlay.recall("Where do I live?", scope=ME, view=View.NEUTRAL)
    assert [row.label for row in neutral.rows if row.value == "Leeds"] == [Label.CURRENT]
    rows, _ = world.asked("Where do I live?", after=60)
    assert rows == [(Label.CONTESTED, "Leeds"), (Label.CONTESTED, "York")]


def test_accepted_it_holds_at_once() -> None:
    world = World("I live in Leeds.", "I'm moving to York in May.")
    (proposal,) = world.overlay.review(scope=ME)
    world.overlay.accept(proposal.transition.id, scope=ME)
    assert world.asked("Where do I live?")[0] == [(Label.CURRENT, "York")]
    assert world.asked("Since I live in Leeds, which gym is near?")[1] == [PremiseVerdict.OUTDATED]


def test_accepted_it_holds_whatever_is_corrected_of_what_was() -> None:
    world = World("I live in Leeds.", "I'm moving to York in May.")
    (proposal,) = world.overlay.review(scope=ME)
    world.overlay.accept(proposal.transition.id, scope=ME)
    before = next(r for r in world.overlay.timeline(scope=ME).records if r.value == "Leeds")
    world.overlay.correct(before.id, "Hull", scope=ME)
    assert world.asked("Where do I live?")[0] == [(Label.CURRENT, "York")]


def test_why_tells_what_recalls_do() -> None:
    world = World("I live in Leeds.", "I'm moving to York in May.")
    labels = {r.value: world.overlay.why(r.id, scope=ME).label for r in world.overlay.timeline(scope=ME).records}
    assert labels == {"Leeds": Label.CURRENT, "York": Label.CONTESTED}


def test_a_plan_that_is_corrected_leaves_what_holds() -> None:
    world = World("I live in Leeds.", "I'm moving to York in May.")
    plan = next(r for r in world.overlay.timeline(scope=ME).records if r.value == "York")
    world.overlay.correct(plan.id, "Bath", scope=ME)
    standing = {r.value: r.status.value for r in world.overlay.timeline(scope=ME).records}
    assert (standing["Leeds"], standing["York"]) == ("active", "corrected")


@pytest.mark.parametrize(
    ("said", "query", "value"),
    [
        ("I'm learning Japanese for my trip next year.", "Which language am I learning?", "Japanese"),
        ("I'm living in Leeds until my move next month.", "Where do I live?", "Leeds"),
        ("My contract runs out in December, and I'm living in Leeds.", "Where do I live?", "Leeds"),
        ("My passport expires on 4 May 2027.", "When does my passport expire?", "4 May 2027"),
        ("The shop opens at 9 tomorrow.", "When does the shop open?", "9"),
        ("I'm taking antibiotics for my surgery next week.", "What am I taking?", "antibiotics"),
        ("I'm dating Sam, my date for the wedding next month.", "Who am I dating?", "Sam"),
    ],
)
def test_what_is_so_now_is_so_whatever_day_is_told_beside_it(said: str, query: str, value: str) -> None:
    assert (Label.CURRENT, value) in World(said).asked(query)[0]


def test_told_as_done_it_holds_at_once() -> None:
    world = World("I live in Leeds.", "I'm moving to York in May.", "I've moved to York.")
    assert world.asked("Where do I live?")[0] == [(Label.CURRENT, "York")]


def test_what_is_told_instead_before_its_day_takes_its_place() -> None:
    world = World("We're going to Corsica in August.", "Corsica is off, we're going to Elba instead.")
    standing = {r.value: r.status.value for r in world.overlay.timeline(scope=ME).records}
    assert (standing["Corsica"], standing["Elba"]) == ("superseded", "active")


def test_what_was_told_for_a_day_that_has_come_holds_from_that_day() -> None:
    world = World("I'm moving to York next month.")
    world.clock.now = START + timedelta(days=90)
    assert [r.valid_from for r in world.overlay.recall("Where do I live?", scope=ME).rows if r.value == "York"] == [
        datetime(2026, 4, 1, tzinfo=UTC)
    ]
