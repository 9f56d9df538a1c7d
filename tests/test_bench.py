"""A bench fills a ledger that the overlay could have written, and says what it measured, at which size."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.bench import Figure, Plan, as_json, measures
from atma_overlay.bench.adopting import slowing
from atma_overlay.bench.figures import timed
from atma_overlay.bench.filling import Filled
from atma_overlay.bench.hosts import HOST, ListHost
from atma_overlay.bench.machine import Machine
from atma_overlay.bench.measures import Bench
from atma_overlay.bench.run import with_growth
from atma_overlay.bench.world import name_of
from atma_overlay.errors import InvalidInputError
from atma_overlay.ledger import open_ledger
from atma_overlay.state.folds.fold import fold_slot
from atma_overlay.state.pairs.adjudication import RulesLinker
from atma_overlay.views import Label, Packet, PremiseVerdict
from tests.cli_shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], Path]:
    """The rows of a run of two sizes beside a host, and where it put its plots."""
    if find_spec("pygal") is None:  # importing it here would leave its import hook behind
        pytest.skip("pygal is not installed")
    folder = tmp_path_factory.mktemp("bench")
    run = Shell(folder)("bench", "--records", "100,300", "--repeats", "2", "--backfill", "10", "--json", "bench.json",
                        "--plots", "plots", "--host", "memory@20")  # fmt: skip
    assert run.code == 0, run.err
    return json.loads((folder / "bench.json").read_text(encoding="utf-8"))["rows"], folder / "plots"


def test_a_run_measures_everything_at_each_size(measured: tuple[list[dict[str, Any]], Path]) -> None:
    rows, _ = measured
    sizes = sorted({row["records"] for row in rows if row["measure"] == "recall_tax"})
    assert len(sizes) == 2
    assert sizes[0] >= 100
    assert sizes[1] >= 300
    wanted = {
        "recall_tax", "remember_durable", "remember_one_slot", "remember_no_slot", "recall_after_remember", "label_20",
        "timeline", "as_of",
    }  # fmt: skip
    for size in sizes:
        of_size = {row["measure"] for row in rows if row["records"] == size}
        assert wanted | {f"{m}_large_scope" for m in wanted} | {"memory", "disk_per_record"} <= of_size
        beside = {row["measure"] for row in rows if row["records"] == size and row["ledger"] == "machine"}
        assert beside == {"commit_of_three", "python_work"}
        assert {f"{write}write_beside_{act}" for write in ("", "longest_") for act in ("erase", "late")} <= of_size
        often = {"remember_long_slot", "recall_long_slot", "recall_session_long_slot"}
        assert often | {"remember_by_turns", "remember_long_slot_anew"} <= of_size
    assert [row["ratio_to"] for row in rows if row["measure"] == "backfill_per_s"] == ["1/s"]
    assert all(row["p50_ms"] > 0 for row in rows if row["p50_ms"] is not None)


def test_the_first_recall_of_a_user_is_measured_on_users_of_whom_nothing_else_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(measures, "SCOPES", 2)
    filled = Filled(open_ledger("memory://"))
    filled.grow(700)
    bench = Bench(filled, kind="memory", repeats=2)
    recalled: list[Scope] = []
    recall = bench.overlay.recall

    def noted(query: str, *, scope: Scope, **rest: Any) -> Packet:
        recalled.append(scope)
        return recall(query, scope=scope, **rest)

    monkeypatch.setattr(bench.overlay, "recall", noted)
    names = [(len(recalled), figure.measure) for figure in bench.figures(Machine(tmp_path, name="m.db"))]
    measured_at = [name for _, name in names].index("recall_first")
    firsts = recalled[names[measured_at - 1][0] : names[measured_at][0]]
    assert len(firsts) == 2
    assert all(recalled.count(scope) == 1 for scope in firsts)


@pytest.mark.parametrize(("said", "slots"), [(measures._news, 3), (measures._one_news, 1), (measures._chatter, 0)])
def test_what_is_remembered_touches_as_many_slots_as_its_measure_says(
    said: Callable[[int, int], str], slots: int
) -> None:
    me = Scope(tenant="bench", user="small-2")
    with Overlay(ListHost(), ledger="memory://") as overlay:
        for number in range(3):
            receipt = overlay.remember(said(number, 2), scope=me)
            assert len(receipt.records) == slots
            assert len(receipt.transitions) == (slots if number else 0)


def test_growth_is_told_against_the_smallest_size() -> None:
    figures = with_growth(
        [Figure("sqlite", 100, "recall_tax", 2.0, 4.0), Figure("sqlite", 900, "recall_tax", 3.0, 5.0)]
    )
    assert [(f.ratio, f.ratio_to) for f in figures] == [(None, None), (1.5, "sqlite at 100")]


def test_a_figure_is_the_median_and_the_slowest_twentieth() -> None:
    figure = timed("sqlite", 100, "recall_tax", [n / 1000 for n in range(1, 102)])
    assert figure.p50_ms == pytest.approx(51)
    assert figure.p95_ms == pytest.approx(96)


def test_a_backfill_s_last_tenth_is_told_by_its_first_without_the_batch_that_reads_the_host() -> None:
    assert slowing([9.0, *[1.0] * 10, *[1.5] * 9]) == 1.5
    assert slowing([9.0, *[1.0] * 9]) is None


def test_the_json_has_the_published_form() -> None:
    row = {"ledger": "sqlite", "records": 100, "measure": "recall_tax", "p50_ms": 1.5, "p95_ms": 2.0,
           "ratio": None, "ratio_to": None}  # fmt: skip
    assert json.loads(as_json([Figure("sqlite", 100, "recall_tax", 1.5, 2.0)])) == {"rows": [row]}


def test_a_filled_ledger_is_what_a_fold_of_its_statements_makes_of_them() -> None:
    filled = Filled(open_ledger("memory://"))
    filled.grow(1200)
    for scope in (filled.large, filled.scope(1), filled.scope(filled.small)):
        held = filled.ledger.read(scope, lambda reader: reader.all_held())
        assert len(held) >= 100
        slots = {h.statement.slot for h in held}
        for slot in slots:
            members = [h for h in held if h.statement.slot == slot]
            folded = fold_slot([h.statement for h in members], linker=RulesLinker(), rulings={}, closures={})
            assert {h.statement.id: h.standing for h in members} == folded.standings


def test_a_filled_ledger_answers_recalls_with_labels_and_blocks_what_is_outdated() -> None:
    filled = Filled(open_ledger("memory://"))
    filled.grow(200)
    host = ListHost()
    scope = filled.scope(1)
    host.lists[scope.partition] = filled.memories(1, 20)
    overlay = Overlay(host, ledger=filled.ledger, on_error="raise")
    homes = overlay.timeline(scope=scope, subject="user", attribute="home_city").records
    assert len(homes) == 2
    old, new = (record.value for record in homes)
    packet = overlay.recall(f"Since I live in {old}, where should I shop?", scope=scope)
    assert [(p.verdict, p.current) for p in packet.premises] == [(PremiseVerdict.OUTDATED, (new,))]
    assert any(row.label is Label.CURRENT and row.value == new for row in packet.rows)
    assert all(row.value != old for row in packet.rows)
    linked = filled.ledger.read(scope, lambda r: r.links(host_ids=[m.id for m in host.lists[scope.partition]]))
    assert {link.host for link in linked} == {HOST}
    assert len(linked) == 20


def test_names_differ_from_number_to_number() -> None:
    assert len({name_of(n) for n in range(20_000)}) == 20_000


def test_sizes_out_of_bounds_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="records"):
        Plan((5,))
    for repeats in (0, 100_001):
        with pytest.raises(InvalidInputError, match=r"repeats: .* is not between 1 and 100000: pass"):
            Plan((100,), repeats=repeats)


def test_the_command_writes_rows_and_plots(measured: tuple[list[dict[str, Any]], Path]) -> None:
    rows, plots = measured
    assert {tuple(row) for row in rows} == {("ledger", "records", "measure", "p50_ms", "p95_ms", "ratio", "ratio_to")}
    assert any(row["ledger"] == "memory" and row["measure"] == "search" and row["records"] == 20 for row in rows)
    assert any(row["measure"] == "recall_tax" and row["ratio_to"] == "memory search at 20" for row in rows)
    assert (plots / "sqlite_recall_tax.svg").read_bytes().lstrip().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("option", "value", "named"),
    [
        ("--records", "many", "records"),
        ("--host", "mem0", "host"),
        ("--host", "nohost@5", "'nohost' is not the name"),
        ("--records", "1", "100"),
    ],
)
def test_what_cannot_be_measured_is_refused(option: str, value: str, named: str, shell: Shell) -> None:
    run = shell("bench", option, value)
    assert run.code == 2
    assert named in run.err
    assert run.err.count("\n") == 1


def test_what_was_measured_is_kept_where_a_long_run_breaks_off(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "bench.json"
    run = shell("bench", "--records", "100", "--repeats", "1", "--backfill", "0", "--json", str(out), "--host",
                "python:nomodule:make@5")  # fmt: skip
    assert run.code == 2
    assert "nomodule" in run.err
    assert {row["measure"] for row in json.loads(out.read_text(encoding="utf-8"))["rows"]} >= {"recall_tax", "as_of"}
