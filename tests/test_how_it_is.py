"""How something is retires nothing of which or who it is, in whatever words it is told; the other of its kind does."""

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
""".strip().splitlines()


def applied(first: str, second: str) -> list[str | None]:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(first, scope=ME, observed_at=START)
        done = overlay.remember(second, scope=ME, observed_at=START + timedelta(days=9))
    return [t.to_value for t in done.transitions if t.state == "applied"]


@pytest.mark.parametrize("pair", QUALITIES)
def test_a_quality_retires_no_name(pair: str) -> None:
    first, second = pair.split(" | ")
    assert applied(first, second) == []


@pytest.mark.parametrize("pair", CHANGES)
def test_another_name_and_another_quality_are_changes(pair: str) -> None:
    first, second, value = pair.split(" | ")
    assert applied(first, second) == [value]


@pytest.mark.parametrize(
    "pair", ["Our cluster is EKS. | Our cluster is flaky.", "Our cluster is flaky. | Our cluster is EKS."]
)
def test_a_name_and_a_quality_both_hold(pair: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for days, text in enumerate(pair.split(" | ")):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=days))
        rows = overlay.recall("What is our cluster?", scope=ME).rows
    assert {"EKS", "flaky"} <= {row.value for row in rows if row.label == "current"}
