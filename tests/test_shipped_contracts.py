"""The contracts and fakes that are shipped: there by the package's name, and loaded when they are asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import atma_overlay.testing as shipped

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", shipped.__all__)
def test_everything_that_is_shipped_is_there_by_name(name: str) -> None:
    assert getattr(shipped, name).__name__ == name


def test_what_is_not_shipped_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="GuestContract"):
        _ = shipped.GuestContract


@pytest.mark.parametrize(
    ("asked", "loaded"), [("__all__", "False"), ("ScriptedModel", "False"), ("HostContract", "True")]
)
def test_only_who_asks_for_a_contract_loads_pytest(asked: str, loaded: str) -> None:
    code = f"import sys; from atma_overlay.testing import {asked}; print('pytest' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == loaded
