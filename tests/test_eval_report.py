"""Metrics with intervals, reports, and the table."""

import io
import json

import pytest
from rich.console import Console

from atma_overlay.evaluation.diagnosis import failure
from atma_overlay.evaluation.report import as_json, report
from atma_overlay.evaluation.results import EpisodeResult, ProbeResult
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.table import print_reports
from atma_overlay.evaluation.tallies import Tally, measure
from tests.gold_worlds import asked, packet


class TestMeasures:
    def test_a_metric_is_the_share_over_all_episodes_with_its_interval(self) -> None:
        found = measure([Tally(1, 1), Tally(0, 1), Tally(3, 6), Tally(0, 0)])
        assert (found.value, found.n) == (0.5, 8)
        assert found.ci95 is not None
        assert found.ci95[0] < 0.5 < found.ci95[1]

    def test_the_interval_is_the_same_every_time(self) -> None:
        tallies = [Tally(number % 3, 3) for number in range(30)]
        assert measure(tallies) == measure(tallies)

    def test_more_episodes_narrow_the_interval(self) -> None:
        few = measure([Tally(number % 2, 1) for number in range(10)]).ci95
        many = measure([Tally(number % 2, 1) for number in range(1000)]).ci95
        assert few is not None
        assert many is not None
        assert many[1] - many[0] < few[1] - few[0]

    def test_a_metric_without_a_case_has_no_value(self) -> None:
        assert measure([Tally(0, 0)]).model_dump() == {"value": None, "n": 0, "ci95": None}

    def test_a_count_is_the_sum_of_its_hits(self) -> None:
        assert measure([Tally(2, 5), Tally(1, 1)], counted=True).value == 3


def result(name: str, *, family: str, hit: bool) -> EpisodeResult:
    lost = failure(asked(packet()))
    probes = [ProbeResult("p1", "conflict", {"current_recall": Tally.of([hit])}, None if hit else lost, passed=hit)]
    return EpisodeResult(
        episode=name,
        family=family,
        bank={"as kept": {"state_recall": Tally.of([hit]), "unlisted_transitions": Tally(2, 3)}},
        probes={"full": probes, "host": probes},
        remember_ms=[1.0, 2.0],
        recall_ms={"full": [3.0, 5.0]},
    )


class TestReport:
    RESULTS = (result("a", family="conflict", hit=True), result("b", family="control", hit=False))

    def test_the_report_has_every_metric_overall_by_task_and_by_family(self) -> None:
        found = json.loads(as_json([report(self.RESULTS, system="full", path="x.jsonl", settings=Settings())]))
        top = {name: found[name] for name in ("suite", "path", "system", "host", "judge", "k", "n", "version")}
        assert top == {
            "suite": "episodes",
            "path": "x.jsonl",
            "system": "full",
            "host": "memory",
            "judge": "none",
            "k": 5,
            "n": 2,
            "version": "0.1.0",
        }
        assert found["overall"]["retrieval"]["current_recall"] == {"value": 0.5, "n": 2, "ci95": [0.0, 1.0]}
        assert found["overall"]["bank"]["unlisted_transitions"]["value"] == 4
        assert found["by_family"]["control"]["bank"]["state_recall"]["value"] == 0
        assert found["by_task"]["conflict"]["retrieval"]["current_recall"]["n"] == 2
        assert set(found["overall"]["bank"]) == {
            "state_recall",
            "supersession_recall",
            "supersession_precision",
            "unlisted_transitions",
            "retired_by_fillers",
            "superseded_share",
            "records_per_turn",
            "false_retirement_rate",
            "current_correct",
            "history_kept",
        }
        assert [(f["probe"], f["stage"]) for f in found["failures"]] == [("p1", "retrieval")]

    def test_beside_bounded_notes_a_memory_without_a_bound_is_external(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        names = ("host", "notes", "full")
        reports = [report(self.RESULTS, system=name, path="", settings=Settings()) for name in names]
        assert [each.memory for each in reports] == [None, "bounded", "external"]
        print_reports(reports)
        assert "full (external)" in capsys.readouterr().out
        print_reports([each for each in reports if each.system != "notes"])
        assert "external" not in capsys.readouterr().out

    def test_of_a_system_that_was_not_asked_nothing_is_told_that_was_not_measured(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        silent = EpisodeResult(
            episode="c", family="conflict", bank={}, probes={"full": [], "host": []}, remember_ms=[], recall_ms={}
        )
        reports = [report([silent], system=name, path="", settings=Settings()) for name in ("host", "full")]
        print_reports(reports)
        told = capsys.readouterr().out
        assert "probes failed" not in told
        assert "p50" not in told
        print_reports([report(self.RESULTS, system="full", path="", settings=Settings())])
        assert "full: 1 of 2 probes failed (1 at retrieval); re" in capsys.readouterr().out

    def test_a_host_has_no_bank(self) -> None:
        assert report(self.RESULTS, system="host", path="", settings=Settings()).overall.bank == {}

    def test_several_systems_share_one_object(self) -> None:
        reports = [report(self.RESULTS, system=name, path="", settings=Settings()) for name in ("host", "full")]
        found = json.loads(as_json(reports))
        assert found["system"] == ["host", "full"]
        assert found["systems"]["full"]["system"] == "full"

    @pytest.mark.parametrize(("width", "parts"), [(30, 2), (80, 1)])
    def test_a_table_of_groups_is_cut_where_it_is_wider_than_the_terminal_and_loses_no_name(
        self, width: int, parts: int
    ) -> None:
        found = report(self.RESULTS, system="full", path="", settings=Settings())
        shown = io.StringIO()
        print_reports([found], console=Console(file=shown, width=width, force_terminal=True, color_system=None))
        tables = shown.getvalue().partition("retrieval by task")[2].partition("probes failed")[0]
        lines = tables.splitlines()
        assert max(map(len, lines)) <= width
        (task,) = found.by_task
        named = [line for line in lines if line.startswith(f"│ {task} ")]
        assert len(named) == tables.count("┡") == parts
        assert "…" not in tables

    def test_the_table_names_systems_and_misses(self, capsys: pytest.CaptureFixture[str]) -> None:
        print_reports([report(self.RESULTS, system="full", path="", settings=Settings())], misses=1)
        shown = capsys.readouterr().out
        assert "current_recall" in shown
        assert "p1  conflict  retrieval: gold missing" in shown
