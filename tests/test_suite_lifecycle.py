"""The suite `lifecycle`: the paper's ordering over capacities, samples and constants, and how it is run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from atma_overlay import InvalidInputError
from atma_overlay.cli.application import app
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.stages.bench import CORE, HEAVY, benches, row_of
from atma_overlay.evaluation.stages.contenders import CAPACITIES, FAMILIES, MECHANISMS, variations
from atma_overlay.evaluation.stages.measures import measured
from atma_overlay.evaluation.stages.memories import Flat
from atma_overlay.evaluation.stages.regimes import REGIMES, streams
from atma_overlay.evaluation.stages.stream import Call, Question, Sighting, Stream
from atma_overlay.evaluation.stages.tables import Bench
from atma_overlay.evaluation.suite import run_suite
from atma_overlay.evaluation.tallies import Metric, Tally
from atma_overlay.lifecycle import StageMem

POLICY = StageMem(capacity=CAPACITIES["default"])
FRONT_DOORS = ("mem0-style", "memorybank-style")
TIERED = ("memgpt-style", "himem-style")


def value(row: Mapping[str, Metric], name: str) -> float:
    found = row[name].value
    assert found is not None
    return found


@pytest.mark.parametrize("samples", [128, 256, 512])
@pytest.mark.parametrize("place", list(CAPACITIES))
def test_heavy_pressure_keeps_the_papers_ordering(place: str, samples: int) -> None:
    policy, told = StageMem(capacity=CAPACITIES[place]), list(streams("heavy", samples))
    rows = {name: row_of(make, policy, told) for name, make in FAMILIES.items()}
    ours = rows["stagemem"]
    assert value(ours, "recall") == value(ours, "important_retained") == 1.0
    for name in FRONT_DOORS:
        assert value(rows[name], "recall") == 0.0
        assert value(rows[name], "final_load") < value(ours, "final_load")
    for name in ("single-layer", *TIERED):
        assert value(rows[name], "final_load") > value(ours, "final_load") + 0.05
    for name in TIERED:
        assert value(rows[name], "deeper_noncritical") > value(ours, "deeper_noncritical")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_other_seeds_give_the_same_ordering(seed: int) -> None:
    told = list(streams("heavy", 64, seed=seed))
    loads = {n: value(row_of(m, POLICY, told), "final_load") for n, m in FAMILIES.items() if n in ("stagemem", *TIERED)}
    assert value(row_of(FAMILIES["stagemem"], POLICY, told), "recall") == 1.0
    assert loads["stagemem"] < min(loads[name] for name in TIERED)


@pytest.mark.parametrize("regime", ["low", "overflow"])
def test_low_and_overflow_pressure_lose_and_confuse_nothing(regime: str) -> None:
    row = row_of(FAMILIES["stagemem"], POLICY, list(streams(regime, 128)))
    assert [value(row, name) for name in CORE] == [1.0, 1.0, 1.0, 1.0, 0.0]


def test_settlement_and_staging_are_what_keeps_the_load_low() -> None:
    told = list(streams("heavy", 64))
    rows = {name: row_of(make, POLICY, told) for name, make in MECHANISMS.items()}
    ours = value(rows["stagemem"], "final_load")
    for name in ("weaker settlement", "confidence-only settlement", "no-staging single-layer"):
        assert value(rows[name], "final_load") > 2 * ours
    for name in ("weaker settlement", "confidence-only settlement"):
        assert value(rows[name], "deeper_noncritical") > value(rows["stagemem"], "deeper_noncritical") + 0.2
    assert value(rows["single-state memory"], "deeper_tier") == 0.0


def test_the_ordering_does_not_hang_on_a_constant_that_the_paper_leaves_open() -> None:
    told = list(streams("heavy", 64))
    single = value(row_of(FAMILIES["single-layer"], POLICY, told), "final_load")
    for name, policy in variations(POLICY).items():
        row = row_of(FAMILIES["stagemem"], policy, told)
        assert value(row, "recall") >= 0.98, name
        assert value(row, "final_load") < single / 2, name


def test_a_loosened_front_door_trades_omission_for_load() -> None:
    (bench,) = benches(samples=32, sweep="front-door")
    loads = [value(row, "final_load") for name, row in bench.rows.items() if name != "stagemem"]
    assert loads == sorted(loads, reverse=True)
    lax = bench.rows["mem0-style, from 0.45"]
    assert (lax["recall"].value, lax["final_load"].value) == (1.0, 1.0)


def test_streams_are_the_same_for_every_count_and_differ_by_seed() -> None:
    assert list(streams("heavy", 4))[:2] == list(streams("heavy", 2))
    assert list(streams("heavy", 2, seed=1)) != list(streams("heavy", 2))
    assert all(len(s.steps) == 26 for s in streams("heavy", 8))


def test_in_the_heavy_regime_no_single_sighting_of_the_target_is_plain() -> None:
    for stream in streams("heavy", 64):
        (target,) = stream.late
        sightings = [s for s in stream.steps if isinstance(s, Sighting)]
        told = [s.confidence for s in sightings if s.anchor == target]
        others = [s.confidence for s in sightings if s.anchor not in stream.critical]
        assert max(told) <= 0.65
        assert min(others) <= max(told)


def test_measures_by_hand() -> None:
    """Two of three entries fit: a filler is evicted for the second critical anchor."""
    steps = (
        Sighting("ana desk", "amber", 0.9), Sighting("ben bike", "birch", 0.5), Call("ana desk"),
        Sighting("cleo kiln", "cedar", 0.5),
    )  # fmt: skip
    asked = (Question("recall", "cleo kiln", "cedar"), Question("recall", "dov loom", "delta"))
    stream = Stream(steps, asked, frozenset({"ana desk", "cleo kiln"}), frozenset({"cleo kiln"}))
    found = measured(Flat(2), stream)
    assert found["recall"] == Tally(1, 2)
    assert found["hit@1"] == Tally(1, 2)
    assert found["mrr"] == Tally(1.0, 2)
    assert found["important_retained"] == Tally(1, 1)
    assert found["final_load"] == Tally(2, 2)
    assert found["noncritical"] == Tally(0, 2)
    assert found["budget_hit"] == Tally(3, 4)
    assert found["eviction_regret"] == Tally(0, 1)
    assert found["write_amplification"] == Tally(3, 2)


def test_a_weak_contradiction_replaces_nothing() -> None:
    steps = (Sighting("ana desk", "amber", 0.9, 1.0), Sighting("ana desk", "birch", 0.3))
    stream = Stream(
        steps, (Question("update", "ana desk", "amber"),), frozenset({"ana desk"}), doubts=(("ana desk", "birch"),)
    )
    for make in FAMILIES.values():
        found = measured(make(POLICY), stream)
        assert (found["update"].hits, found["wrong_overwrite"].hits) == (1, 0)


def test_every_table_reports_every_metric_of_the_paper() -> None:
    tables = {bench.name: bench for bench in benches(samples=4, sweep="none")}
    assert set(tables) == {"core", "family", "mechanisms"}
    assert tables["core"].columns == CORE
    assert tables["family"].columns == HEAVY
    assert set(tables["mechanisms"].columns) >= {*CORE, "recall", "important_retained", "final_load", "useful"}
    for bench in tables.values():
        for row in bench.rows.values():
            assert set(row) == set(bench.columns)


def test_the_command_writes_a_table_json_and_a_page(tmp_path: Path) -> None:
    out, page = tmp_path / "out.json", tmp_path / "out.html"
    arguments = ["eval", "lifecycle", "--limit", "4", "--set", "sweep=none", "--json", str(out), "--html", str(page)]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0, shown.output
    assert "stagemem" in shown.output
    body = json.loads(out.read_text(encoding="utf-8"))
    assert [Bench.model_validate(t).name for t in body["tables"]] == ["core", "family", "mechanisms"]
    assert "no-staging single-layer" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("given", [{"sweep": "sideways"}, {"depth": "3"}])
def test_a_setting_that_does_not_exist_is_refused(given: dict[str, str]) -> None:
    (name, text) = next(iter(given.items()))
    result = CliRunner().invoke(app, ["eval", "lifecycle", "--limit", "2", "--set", f"{name}={text}"])
    assert isinstance(result.exception, InvalidInputError)
    assert repr(text if name == "sweep" else name) in str(result.exception)


def test_the_suite_has_no_episodes_to_run_systems_on() -> None:
    with pytest.raises(InvalidInputError) as refused:
        run_suite([], settings=Settings(suite="lifecycle", fillers=0))
    assert "atma eval lifecycle" in str(refused.value)


def test_each_regime_is_known_by_its_name_to_the_generator_alone() -> None:
    assert set(REGIMES) == {"low", "overflow", "heavy"}
    for folder in ("lifecycle",):
        for path in (Path(__file__).parents[1] / "atma_overlay" / folder).glob("*.py"):
            assert not any(f'"{name}"' in path.read_text(encoding="utf-8") for name in REGIMES), path
