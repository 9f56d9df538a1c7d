"""The HTML report of an evaluation: what it shows, that it loads nothing, and that no text in it can act."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from atma_overlay.errors import InvalidInputError, MissingExtraError
from atma_overlay.evaluation.diagnosis import Failure
from atma_overlay.evaluation.page import report_page
from atma_overlay.evaluation.report import CurvePoint, Latency, Levels, Report
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.tallies import Metric
from atma_overlay.pages import drawing, environment
from tests.page_parts import ACTIVE, HOSTILE, LOADING, Parts


def metric(value: float | None, *, n: int = 20) -> Metric:
    ci = None if value is None else (max(0.0, value - 0.1), min(1.0, value + 0.1))
    return Metric(value=value, n=n, ci95=ci)


def lost(probe: str, **changes: Any) -> Failure:
    fields: dict[str, Any] = {
        "episode": "e1", "probe": probe, "task": "cascade", "stage": "retrieval", "reasons": ("gold missing",),
        "query": "Where do I live?",
    }  # fmt: skip
    return Failure(**(fields | changes))


def measured(system: str, recall: float, **changes: Any) -> Report:
    """A report of a run; `system` and the parts to come are set past the checks of the settings of today."""
    levels = Levels(
        retrieval={
            "current_recall": metric(recall),
            "stale_exposed_rate": metric(1 - recall),
            "precision_by_view": {"current": metric(0.5), "change": metric(None)},
        },
        bank={"state_recall": metric(0.6)} if system == "full" else {},
    )
    made = Report(
        suite="episodes", path="mine.jsonl", system="full", host="memory", judge="none", k=5, n=3, probes=10,
        version="0.1.0", settings=Settings(), overall=levels, by_task={"cascade": levels}, by_family={},
        by_category={}, curve={}, comparisons=(), losses={},
        latency_ms={"recall": Latency(p50=3.0, p95=9.0)},
        failures=(lost("p1"), lost("p2", stage="bank", task="control")),
    )  # fmt: skip
    return made.model_copy(update={"system": system, **changes})


def curve(name: str, *points: tuple[int, float | None]) -> dict[str, tuple[CurvePoint, ...]]:
    return {name: tuple(CurvePoint(turns=turns, metric=metric(value)) for turns, value in points)}


def pair(**changes: Any) -> list[Report]:
    return [measured("host", 0.41, **changes), measured("full", 0.56, **changes)]


def test_a_report_needs_a_system() -> None:
    with pytest.raises(InvalidInputError, match="reports: is empty"):
        report_page([])


def test_all_systems_stand_side_by_side_with_their_intervals() -> None:
    page = Parts(report_page([*pair(), measured("last-write-wins", 0.3)])).text
    assert "last-write-wins" in page
    for shown in ("0.410", "0.310 to 0.510, n 20", "0.560", "0.460 to 0.660, n 20", "0.300"):
        assert shown in page


def test_the_host_is_compared_with_the_full_overlay_wherever_they_stand_in_the_run() -> None:
    page = Parts(
        report_page([measured("dense", 0.2), measured("full", 0.5), measured("bm25", 0.3), measured("host", 0.4)])
    )
    assert "Before and after: host and full" in page.text
    charts = [label for label in page.carrying("aria-label") if label.startswith("current recall: ")]
    assert "current recall: host 0.40, full 0.50; state recall: host –, full 0.60" in charts


def test_a_single_system_has_nothing_to_be_compared_with() -> None:
    page = Parts(report_page([measured("host", 0.4)])).text
    assert "Where does it fail?" in page
    assert "Before and after" not in page


def test_each_failed_probe_is_charged_to_its_stage_by_system_and_by_task() -> None:
    page = Parts(report_page(pair()))
    labels = page.carrying("aria-label")
    both = "passed, 1 bank, 1 retrieval"
    assert f"host: 8 {both}; full: 8 {both}" in labels
    assert "cascade: 1 retrieval; control: 1 bank" in labels


def test_a_failed_probe_is_listed_once_with_the_systems_that_failed_it() -> None:
    page = Parts(report_page(pair()))
    rows = page.carrying("data-loss")
    assert sorted(rows) == ["bank host full", "retrieval host full"]
    assert page.carrying("data-task") == ["cascade", "control"]


def test_what_a_metric_does_not_measure_is_left_out_and_not_drawn_as_zero() -> None:
    page = Parts(report_page(pair())).text
    assert "precision by view.current" in page
    assert "precision by view.change" not in page
    assert "uncertain recall" not in page


def test_a_curve_is_drawn_where_a_report_has_one() -> None:
    assert "Over conversation length" not in report_page(pair())
    page = Parts(report_page(pair(curve=curve("stale_as_current_rate", (10, 0.1), (20, 0.4), (30, None)))))
    assert "stale as current rate over conversation length, 10 to 30" in page.carrying("aria-label")


def test_categories_answers_and_costs_are_shown_where_a_report_has_them() -> None:
    levels = measured("full", 0.5).overall.model_copy(
        update={"answer": {"accuracy": metric(0.7)}, "cost": {"packet_tokens": Metric(value=1234.0, n=9, ci95=None)}}
    )
    page = Parts(report_page([measured("full", 0.5, overall=levels, by_category={"temporal": levels})])).text
    assert "full, answer by category" in page
    assert "1,234" in page
    assert "temporal" in page


def test_the_page_loads_nothing_and_runs_one_script_of_its_own() -> None:
    page = report_page(pair(curve=curve("stale_as_current_rate", (1, 0.1), (2, 0.2))))
    parts = Parts(page)
    assert [tag for tag, _ in parts.named(*ACTIVE)] == ["script"]
    targets = [value for name in LOADING for value in parts.carrying(name)]
    assert all(target.startswith("#") for target in targets)
    assert "url(" not in page
    assert "@import" not in page
    [policy] = [a["content"] for _, a in parts.named("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")


def test_no_text_of_the_data_becomes_an_element_an_attribute_or_a_template() -> None:
    failures = (lost(HOSTILE, episode=HOSTILE, task=HOSTILE, reasons=(HOSTILE,), query=HOSTILE),)
    levels = Levels(retrieval={"current_recall": metric(0.4), HOSTILE: metric(0.5)})
    hostile = {"failures": failures, "path": HOSTILE, "suite": HOSTILE, "by_task": {HOSTILE: levels}, "overall": levels}
    plain = Parts(report_page(pair(curve=curve("current_recall", (1, 0.4)))))
    found = Parts(report_page(pair(curve=curve("current_recall", (3, 0.4)), **hostile)))
    assert {tag for tag, _ in found.elements} <= {tag for tag, _ in plain.elements}
    assert not any(name.startswith("on") for _, attributes in found.elements for name in attributes)
    assert "alert(1)" in found.text
    assert "{{ 7*7 }}" in found.text
    assert "\u202e" not in found.text
    assert "\x00" not in found.text
    assert "\ud800" not in found.text


def test_every_chart_says_in_words_what_it_shows() -> None:
    charts = Parts(report_page(pair())).named("svg")
    assert len(charts) > 6
    assert all(attributes["role"] == "img" and attributes["aria-label"] for _, attributes in charts)


def test_a_large_run_stays_below_a_megabyte_and_says_what_it_leaves_out() -> None:
    failures = tuple(lost(f"probe-{n}", query="Where do I live now? " * 30) for n in range(3000))
    names = ("host", "host-sorted", "last-write-wins", "append-only", "labels-only", "no-labels", "no-packet", "full")
    page = report_page([measured(name, 0.4, failures=failures, probes=4000) for name in names])
    assert len(page.encode()) < 1_000_000
    assert "3000 probes were failed by at least one system; the first 1000 are listed" in page


@pytest.mark.parametrize("package", ["jinja2", "pygal"])
def test_a_missing_library_names_the_extra(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    environment._environment.cache_clear()
    drawing.cache_clear()
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'atma-overlay\[html\]'"):
        report_page(pair())
