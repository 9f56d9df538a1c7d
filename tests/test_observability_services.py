"""The kits and the exports against real servers: Arize Phoenix, Prometheus, and checkers of what cannot run."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from atma_overlay.errors import HostError, ModelError
from atma_overlay.hosts import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.testing.scripted_model import ScriptedModel
from tests import judge_worlds as judges
from tests.services import absent, program
from tests.traced_worlds import ATLANTA, CHICAGO, GYM, ME, day

ROOT = Path(__file__).parent.parent
KITS = ROOT / "examples" / "observability"
GRAFANA = KITS / "grafana"
pytestmark = [pytest.mark.service, pytest.mark.filterwarnings("ignore::ResourceWarning")]
_COMPARED = re.compile(r"\s(?:==|!=|>=|<=|>|<)\s")
WRITE = [
    "atma.adjudicate", ["atma.adjudicate", "chat judge"], "atma.commit", "atma.extract", "atma.propagate",
    "upsert_memory",
]  # fmt: skip


def dashboard() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((GRAFANA / "dashboards" / "atma.json").read_text(encoding="utf-8"))
    return read


def targets(kind: str, field: str) -> list[str]:
    """The queries of the dashboard for one kind of data source."""
    return [t[field] for p in dashboard()["panels"] if p["datasource"]["type"] == kind for t in p["targets"]]


def rules() -> list[dict[str, Any]]:
    """The recording and alerting rules."""
    groups = yaml.safe_load((GRAFANA / "rules.yaml").read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def expressions() -> list[str]:
    """Every PromQL expression of the kit; of an alert what it compares, since it returns nothing while all is well."""
    panels = [e.replace("$__rate_interval", "30s") for e in targets("prometheus", "expr")]
    recorded = [r["expr"] for r in rules() if "record" in r]
    alerts = [_COMPARED.split(part)[0] for r in rules() if "alert" in r for part in re.split(r"\sand\s", r["expr"])]
    links = yaml.safe_load((GRAFANA / "datasources.yaml").read_text(encoding="utf-8"))["datasources"]
    queries = [q["query"] for d in links for q in d["jsonData"].get("tracesToMetrics", {}).get("queries", ())]
    return [*panels, *recorded, *alerts, *queries]


@contextmanager
def prometheus(folder: Path, exposed: int) -> Iterator[str]:
    """A Prometheus on loopback that scrapes one target under the rules of the kit; its address."""
    server = program("prometheus")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    shutil.copy(GRAFANA / "rules.yaml", folder / "rules.yaml")
    config = {
        "global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
        "rule_files": ["rules.yaml"],
        "scrape_configs": [{"job_name": "atma", "static_configs": [{"targets": [f"127.0.0.1:{exposed}"]}]}],
    }
    (folder / "prometheus.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    with (folder / "log.txt").open("wb") as log:
        process = subprocess.Popen(
            [server, f"--config.file={folder / 'prometheus.yaml'}", f"--storage.tsdb.path={folder / 'data'}",
             f"--web.listen-address=127.0.0.1:{port}"],
            stdout=log, stderr=log,
        )  # fmt: skip
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def asked(url: str, expression: str) -> list[float]:
    """The values that an expression has now; none where it returns nothing, or no number."""
    query = urllib.parse.urlencode({"query": expression})
    try:
        with urllib.request.urlopen(f"{url}/api/v1/query?{query}", timeout=10) as answer:
            result = json.load(answer)["data"]["result"]
    except OSError:  # it is starting
        return []
    values = (float(sample["value"][1]) for sample in result)
    return [value for value in values if not math.isnan(value)]


class Moody(MemoryHost):
    """A host that fails now and then."""

    calls = 0

    def search(self, query: str, **asked: Any) -> Any:
        self.calls += 1
        if self.calls % 3 == 0:
            raise HostError("memory", "search", "it is down")
        return super().search(query, **asked)


def moody(request: Any) -> Any:
    """A judge that fails where it is told to."""
    return ModelError("scripted:judge", "down") if "bees" in request.messages[-1].text else judges.diligent(request)


def traffic(meters: Any, number: int) -> None:
    """Everything that the dashboard shows, once: failures of host, ledger and judge included."""
    from atma_overlay import Overlay

    judge = Judge(ScriptedModel(moody, name="scripted:judge"))
    with Overlay(Moody(), ledger="memory://", meter_provider=meters, judge=judge) as overlay:
        for month, text in enumerate((CHICAGO, ATLANTA, judges.GARLIC, judges.JAIN, f"I keep {number} bees."), start=1):
            overlay.remember(text, scope=ME, observed_at=day(month))
        for query in (GYM, "Where do I live?", "What do I know of garlic?"):
            overlay.recall(query, scope=ME, now=day(8)).render()
        with pytest.raises(LookupError):
            overlay.why("rec_none", scope=ME)


@pytest.mark.timeout(180)
def test_every_promql_expression_of_the_kit_returns_data_from_a_live_prometheus(tmp_path: Path) -> None:
    from opentelemetry.exporter.prometheus import PrometheusMetricReader
    from opentelemetry.sdk.metrics import MeterProvider
    from prometheus_client import start_http_server

    meters = MeterProvider([PrometheusMetricReader()], shutdown_on_exit=False)
    server, thread = start_http_server(0, addr="127.0.0.1")
    firing = 'ALERTS{alertname="AtmaStageErrors"}'  # a third of the searches fail
    missing = [*expressions(), firing]
    assert len(missing) > 30
    try:
        with prometheus(tmp_path, server.server_port) as url:
            until = time.monotonic() + 120
            for number in range(1_000_000):
                traffic(meters, number)
                time.sleep(0.5)
                missing = [e for e in missing if not asked(url, e)]
                if not missing or time.monotonic() > until:
                    break
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        meters.shutdown()
    assert missing == [], (tmp_path / "log.txt").read_text(encoding="utf-8")[-2000:]


def test_promtool_accepts_the_configuration_and_the_rules_fire_when_they_should() -> None:
    promtool = program("promtool")
    for command in (["check", "config", "prometheus.yaml"], ["check", "rules", "rules.yaml"],
                    ["test", "rules", "rules.test.yaml"]):  # fmt: skip
        done = subprocess.run([promtool, *command], cwd=GRAFANA, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_is_tested_both_ways() -> None:
    tests = yaml.safe_load((GRAFANA / "rules.test.yaml").read_text(encoding="utf-8"))["tests"]
    cases = [case for test in tests for case in test.get("alert_rule_test", ())]
    assert {c["alertname"] for c in cases if c["exp_alerts"]} == {r["alert"] for r in rules() if "alert" in r}


@pytest.mark.parametrize("kit", ["jaeger", "grafana"])
def test_a_compose_file_is_valid_pins_its_images_and_listens_on_this_machine_alone(kit: str) -> None:
    file = KITS / kit / "compose.yaml"
    composed = yaml.safe_load(file.read_text(encoding="utf-8"))["services"]
    assert all(re.fullmatch(r"[\w./-]+:v?\d+\.\d+\.\d+", s["image"]) for s in composed.values())
    assert all(port.startswith("127.0.0.1:") for s in composed.values() for port in s.get("ports", ()))
    mounted = [v.partition(":")[0] for s in composed.values() for v in s.get("volumes", ())]
    assert all((file.parent / place).exists() for place in mounted)
    command = [program("docker-compose"), "-f", str(file), "config", "-q"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_traceql_query_of_the_dashboard_is_in_the_grammar() -> None:
    folder = program("the grammar of TraceQL", variable="ATMA_TRACEQL")
    node = program("node")
    queries = targets("tempo", "query")
    assert len(queries) >= 4
    broken = "{ name = && }"
    done = subprocess.run(
        [node, str(ROOT / "tests" / "traceql.mjs"), folder], input=json.dumps([*queries, broken]),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [broken]


def tree(spans: list[dict[str, Any]], name: str) -> list[Any]:
    """The spans below the one of this name, sorted; one without children is its name alone."""
    (root,) = (s for s in spans if s["name"] == name)

    def below(span: dict[str, Any]) -> list[Any]:
        return sorted(
            ([s["name"], *below(s)] if below(s) else s["name"]
             for s in spans if s["parent_id"] == span["context"]["span_id"]),
            key=lambda child: child if isinstance(child, str) else child[0],
        )  # fmt: skip

    return below(root)


def in_a_network_of_its_own(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command where there is nothing but a loopback."""
    unshare = [program("unshare"), "--net"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    if subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode:
        absent("no network namespace can be made here")
    paths = os.pathsep.join(str(ROOT / part) for part in (".", "adapters", "integrations"))
    environment = {k: v for k, v in os.environ.items() if not k.startswith("ATMA_")} | {"PYTHONPATH": paths}
    return subprocess.run(
        [*unshare, "--", *command], capture_output=True, text=True, check=False, timeout=580, env=environment
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_phoenix_keeps_the_tree_of_a_session_sent_over_http_and_grpc() -> None:
    server = program("Arize Phoenix", variable="ATMA_PHOENIX")
    done = in_a_network_of_its_own([sys.executable, str(ROOT / "tests" / "phoenix_session.py"), server])
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for protocol in ("http", "grpc"):
        garlic, jain, recall = found[protocol]
        for write in (garlic, jain):
            assert tree(write, "test") == [["upsert_memory", *WRITE]]
        assert tree(recall, "test") == [[
            "search_memory", "atma.build_packet", "atma.check_premises", "atma.infer_view", "atma.link", "atma.render",
            "search_memory",
        ]]  # fmt: skip
        (event,) = (e for s in jain for e in s["events"] if e["name"] == "atma.transition")
        assert event["attributes"]["atma.decider"] == "model"
        assert event["attributes"]["atma.transition.state"] == "applied"
        (chat,) = (s for s in jain if s["name"] == "chat judge")
        assert chat["attributes"]["gen_ai.usage.input_tokens"] > 0
        assert {s["status_code"] for s in (*garlic, *jain, *recall)} == {"UNSET"}
    assert not [word for word in ("garlic", "Jain", "recipes") if word in done.stdout]
    for told in found["demo"].values():
        assert re.fullmatch(r"sent to http://\S+: \d+ turns, 6 recalls, 7 other calls\n", told), told
