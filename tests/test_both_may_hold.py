"""What is of another sort, or tells of a part, retires nothing: how something is, of which or who it is, for one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 5, tzinfo=UTC)

QUALITIES = """
Our orchestrator is Nomad. | Our orchestrator is still experimental.
Our wiki is Confluence. | Our wiki is outdated.
Our registry is Harbor. | Our registry is offline.
Our proxy is Envoy. | Our proxy is transparent and fast.
Our mascot is Otto. | Our mascot is adorable.
Our scheduler is Airflow. | Our scheduler is asynchronous.
Our cluster is EKS. | Our cluster is open source.
Our cluster is EKS. | Our cluster is German.
Our product owner is Nadia. | Our product owner is pregnant.
Our tech lead is Ravi. | Our tech lead is half asleep.
Our tech lead is Ravi. | Our tech lead is Portuguese.
My main language is Python. | My main language is English, of course.
My favorite city is Rome. | My favorite city is Italian.
My trainer is Gus. | My trainer is Demanding.
My plumber is Karl. | My plumber is Unavailable.
Our CI is Jenkins. | Our CI is Green.
My car is a Golf. | My car is Electric.
our orchestrator is nomad | our orchestrator is flaky
our frontend is react | our frontend is responsive
""".strip().splitlines()

SORTS = """
My salary is 70k. | My salary is paid on the 25th.
My birthday is May 4. | My birthday falls on a Sunday.
One of my friends lives in York. | One of my friends lives in Leeds.
A friend of mine lives in York. | A friend of mine moved to Leeds.
One of my colleagues uses Vim. | One of my colleagues switched to Emacs.
I work at Acme. | My next boss left Acme.
We use Slack. | Our next hire dropped Slack.
Our next book is Emma. | Our next book is Persuasion.
The sprint starts on May 4. | The next sprint starts on May 18.
My phone number is 555-1234. | My phone number is 7 digits.
The app is on port 3000. | The app is on version 2.
I love Rome. | I hate Rome in August.
I love dogs. | I hate dogs that jump up.
Our standup is at 9:30. | This week our standup is at 10.
Our retro is on Friday. | Next week our retro is on Thursday.
I work at Siemens. | I work for the CFO.
I work at Siemens. | I work for a boss called Priya.
I live in Berlin. | I live in an old Altbau.
I live in Berlin. | I live in a street named Kastanienallee.
My favorite show is Dark. | My favorite show is on Netflix.
My email is jo@ex.com. | My email is full of spam.
My gym is FitX. | I cancelled my FitX class.
I bank with Monzo. | I cancelled my Monzo transfer.
""".strip().splitlines()

CHANGES = """
Our orchestrator is Nomad. | Our orchestrator is Kubernetes now. | Kubernetes
Our cluster is offline. | Our cluster is online again. | online
My mood is happy. | My mood is gloomy. | gloomy
Our tech lead is Ravi. | Our tech lead is Sunny now. | Sunny
My boss is Priya. | My boss is Frank. | Frank
My manager is Dana. | My manager is Christian. | Christian
My hair is brown. | My hair is blonde now. | blonde
Our tracker is Jira. | Our tracker is Linear now. | Linear
My editor is Vim. | My editor is Sublime now. | Sublime
My browser is Chrome. | My browser is Brave now. | Brave
Our default branch is main. | Our default branch is stable now. | stable
My favorite cuisine is Thai. | My favorite cuisine is Italian now. | Italian
Our support tier is Gold. | Our support tier is basic now. | basic
Our release phase is Beta. | Our release phase is stable now. | stable
our tracker is jira | our tracker is linear now | linear
I love Rome. | I hate Rome now. | hate Rome
The app is on port 3000. | The app is on port 4000 now. | port 4000
My phone is an iPhone 13. | My phone is a Pixel 7. | Pixel 7
Our standup is at 9:30. | Our standup is at 10 from now on. | 10
I live in Berlin. | I moved to a village called Grasmere. | Grasmere
I work at Siemens. | I now work for a company called Zephyr. | Zephyr
""".strip().splitlines()


def applied(first: str, second: str) -> list[str | None]:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(first, scope=ME, observed_at=START)
        done = overlay.remember(second, scope=ME, observed_at=START + timedelta(days=9))
    return [t.to_value for t in done.transitions if t.state == "applied"]


@pytest.mark.parametrize("pair", SORTS)
def test_what_is_of_another_sort_or_of_a_part_retires_nothing(pair: str) -> None:
    first, second = pair.split(" | ")
    assert applied(first, second) == []


@pytest.mark.parametrize("pair", QUALITIES)
def test_a_quality_retires_no_name(pair: str) -> None:
    first, second = pair.split(" | ")
    assert applied(first, second) == []


@pytest.mark.parametrize("pair", CHANGES)
def test_another_name_and_another_quality_are_changes(pair: str) -> None:
    first, second, value = pair.split(" | ")
    assert set(applied(first, second)) == {value}


@pytest.mark.parametrize(
    "pair", ["Our cluster is EKS. | Our cluster is flaky.", "Our cluster is flaky. | Our cluster is EKS."]
)
def test_a_name_and_a_quality_both_hold(pair: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for days, text in enumerate(pair.split(" | ")):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=days))
        rows = overlay.recall("What is our cluster?", scope=ME).rows
    assert {"EKS", "flaky"} <= {row.value for row in rows if row.label == "current"}
