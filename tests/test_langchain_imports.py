"""What importing costs: the core no SDK at all, the package next to nothing beside its framework."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import langchain_atma
from atma_overlay.errors import MissingExtraError

ROOT = Path(__file__).parent.parent
MOST_SECONDS = 0.1


def python(code: str) -> str:
    path = os.pathsep.join([str(ROOT), str(ROOT / "adapters"), str(ROOT / "integrations")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_importing_the_package_loads_no_framework() -> None:
    heavy = "[m for m in sys.modules if m.partition('.')[0] in ('langchain', 'langchain_core', 'langgraph')]"
    assert python(f"import sys, langchain_atma; print({heavy})") == "[]"


def test_importing_the_core_loads_no_framework() -> None:
    heavy = "[m for m in sys.modules if m.partition('.')[0] in ('langchain', 'langchain_core', 'langgraph')]"
    assert python(f"import sys, atma_overlay; from atma_overlay import Overlay; print({heavy})") == "[]"


def test_importing_the_package_adds_little_to_the_frameworks_own_import() -> None:
    code = (
        "import time, langchain.agents; start = time.process_time(); import langchain_atma; "
        "print(time.process_time() - start)"
    )
    assert float(python(code)) < MOST_SECONDS


@pytest.mark.parametrize("name", langchain_atma.__all__)
def test_everything_that_is_offered_is_there(name: str) -> None:
    assert getattr(langchain_atma, name).__name__ == name


def test_what_is_not_offered_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="AtmaChatHistory"):
        _ = langchain_atma.AtmaChatHistory


@pytest.mark.parametrize(
    ("package", "name", "extra"),
    [
        ("langchain", "AtmaMiddleware", "langchain"),
        ("langgraph", "AtmaStore", "langchain"),
        ("langchain_core", "AtmaRetriever", "langchain"),
        ("langchain_classic", "AtmaMemory", "langchain-classic"),
    ],
)
def test_a_missing_framework_names_its_extra(
    package: str, name: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [m for m in sys.modules if m.partition(".")[0] == "langchain_atma" and m != "langchain_atma"]:
        monkeypatch.delitem(sys.modules, module)
    for module in [m for m in sys.modules if m == package or m.startswith(f"{package}.")]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"atma-overlay\[{extra}\]"):
        getattr(langchain_atma, name)
