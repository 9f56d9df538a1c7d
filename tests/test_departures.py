"""Who leaves, retires or is let go ends what they did for the speaker, and not who they are to them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import DecisionState, Status

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)
WORK = ("Our guitarist is {}.", "Our treasurer is {}.", "My boss is {}.", "My accountant is {}.", "My cleaner is {}.")
NEAR = (
    "My wife is {}.", "My girlfriend is {}.", "My friend is {}.", "My best friend is {}.", "My neighbour is {}.",
    "My sister is {}.", "My landlady is {}.",
)  # fmt: skip
GONE = (
    "{} left.", "{} resigned.", "{} has retired.", "{} stepped down.",
    "{} has left the company.", "{} no longer works here.", "{} left for Google.",
)  # fmt: skip
AWAY = ("{} left for Spain.", "{} left for lunch.", "{} left for the airport.", "{} left early.", "{} quit smoking.")


def still_known(known: str, told: str) -> bool:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember(known.format("Romy"), scope=ME, observed_at=START)
        overlay.remember(told.format("Romy"), scope=ME, observed_at=START + timedelta(days=30))
        records = overlay.timeline(scope=ME).records
    return any(r.value == "Romy" and r.status is Status.ACTIVE for r in records)


@pytest.mark.parametrize("known", WORK)
@pytest.mark.parametrize("told", GONE)
def test_whose_work_is_over_no_longer_does_it(known: str, told: str) -> None:
    assert not still_known(known, told)


@pytest.mark.parametrize("known", NEAR)
@pytest.mark.parametrize("told", [*GONE, *AWAY, "{} quit.", "{} has quit."])
def test_whom_one_is_close_to_stays_so_wherever_they_go_and_whatever_they_did(known: str, told: str) -> None:
    assert still_known(known, told)


@pytest.mark.parametrize("told", ["{} quit.", "{} resigned.", "{} has retired.", "{} left for Spain."])
def test_who_shares_the_flat_shares_it_whatever_their_work(told: str) -> None:
    assert still_known("My flatmate is {}.", told)


@pytest.mark.parametrize("told", ["Romy was let go last month.", "Romy quit."])
def test_who_quit_or_was_let_go_is_only_proposed_to_be_gone(told: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("My accountant is Romy.", scope=ME, observed_at=START)
        receipt = overlay.remember(told, scope=ME, observed_at=START + timedelta(days=30))
    assert [t.state for t in receipt.transitions] == [DecisionState.PROPOSED]


@pytest.mark.parametrize("known", WORK)
@pytest.mark.parametrize("told", AWAY)
def test_who_is_away_comes_back(known: str, told: str) -> None:
    assert still_known(known, told)


@pytest.mark.parametrize(
    "told",
    [
        "{} quit, and she's still my mentor.", "{} left the company but still mentors me.", "{} left the choir.",
        "{} quit so many times that nobody believes her.", "{} left the firm and took me with her.",
    ],
)  # fmt: skip
def test_who_goes_on_with_it_is_not_gone(told: str) -> None:
    assert still_known("My mentor is {}.", told)


@pytest.mark.parametrize("told", ["{} left me.", "{} left for good.", "{} left me last week."])
def test_who_left_the_speaker_is_not_with_them_any_more(told: str) -> None:
    assert not still_known("My wife is {}.", told)


@pytest.mark.parametrize("known", ["My wife is {}.", "My girlfriend is {}.", "My boss is {}.", "My sister is {}."])
def test_who_died_is_no_more(known: str) -> None:
    assert not still_known(known, "{} died.")
