"""The paper's training configuration: its figures, that it names this environment, and one step of it on a GPU."""

import shutil
import subprocess
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from atma_supersede import GRPO_CONFIG

installed = pytest.mark.skipif(
    find_spec("verifiers") is None, reason="verifiers is not installed: pip install 'atma-overlay[verifiers]'"
)
trainer = shutil.which("rl") if find_spec("prime_rl") else None


def configuration() -> dict[str, Any]:
    return tomllib.loads(GRPO_CONFIG.read_text())


def source() -> dict[str, Any]:
    (only,) = configuration()["orchestrator"]["train"]["source"]
    found: dict[str, Any] = only["env"]
    return found


def test_the_figures_are_those_of_the_paper() -> None:
    told = configuration()
    assert told["model"]["name"] == "Qwen/Qwen2.5-3B-Instruct"
    assert told["trainer"]["model"]["lora"] == {"rank": 32, "alpha": 64}
    assert told["trainer"]["optim"]["lr"] == 1e-5
    assert (told["orchestrator"]["batch_size"], told["orchestrator"]["group_size"]) == (32, 8)
    assert sum(told["deployment"].values()) == 4
    assert told["max_steps"] >= 175


def test_the_reward_is_the_current_part_alone_over_bounded_notes() -> None:
    env = source()
    assert env["taskset"]["task"] == {"matcher": "lenient", "stale_weight": 0.0}
    assert (env["taskset"]["count"], env["taskset"]["history"]) == (2000, "short")
    assert (env["agent"]["harness"]["memory"], env["agent"]["harness"]["budget"]) == ("notes", 300)


@installed
@pytest.mark.slow
def test_the_environment_that_it_names_loads_with_its_settings() -> None:
    import verifiers.v1 as vf

    env = vf.load_environment(vf.resolve_env_config(source()))
    task = next(iter(env.taskset))
    assert (task.config.matcher, task.config.stale_weight) == ("lenient", 0.0)
    assert env.config.agent.harness.budget == 300


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(shutil.which("nvidia-smi") is None, reason="no GPU here: nvidia-smi is not on the path")
@pytest.mark.skipif(trainer is None, reason="prime-rl is not installed: see github.com/PrimeIntellect-ai/prime-rl")
def test_one_step_of_the_training_runs(tmp_path: Path) -> None:
    assert trainer is not None
    arguments = [trainer, "@", str(GRPO_CONFIG), "--max-steps", "1", "--output-dir", str(tmp_path)]
    finished = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr[-2000:]
