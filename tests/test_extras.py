"""What an optional import that failed is told of: a package that is not there, or one of another version."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import langchain_atma
from atma_overlay.errors import MissingExtraError


def lacking(module: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"No module named {module!r}", name=module)


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Distributions: `one-sdk`, whose package is `one_sdk`, and `two-parts`, a part of a namespace."""
    for folder, name in (("one_sdk", "one_sdk"), ("shared_name/two", "two-parts")):
        (tmp_path / folder / "inner").mkdir(parents=True)
        (tmp_path / folder / "inner" / "__init__.py").touch()
        (tmp_path / f"{name.replace('-', '_')}-1.0.dist-info").mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        (tmp_path / f"{name.replace('-', '_')}-1.0.dist-info" / "METADATA").write_text(metadata)
    (tmp_path / "one_sdk" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize(
    ("package", "error", "told"),
    [
        ("none-sdk", None, "'none-sdk' is not installed: pip install 'atma-overlay[x]'"),
        ("none-sdk", lacking("none_sdk"), "'none-sdk' is not installed: pip install 'atma-overlay[x]'"),
        ("none-sdk", lacking("none_sdk.inner"), "'none-sdk' is not installed: pip install 'atma-overlay[x]'"),
        ("three-parts", lacking("shared_name.three"), "'three-parts' is not installed: pip install 'atma-overlay[x]'"),
        (
            "one-sdk", lacking("one_sdk.decisions"),
            "the 'one_sdk' that is installed has no 'one_sdk.decisions': another version is needed, "
            "pip install --upgrade one-sdk 'atma-overlay[x]'",
        ),
        (
            "two-parts", lacking("shared_name.two.decisions"),
            "the 'two-parts' that is installed has no 'shared_name.two.decisions': another version is needed, "
            "pip install --upgrade two-parts 'atma-overlay[x]'",
        ),
        ("one-sdk", lacking("its_own_need"), "'its_own_need' is not installed: pip install 'atma-overlay[x]'"),
        (
            "one-sdk", ImportError("cannot import name 'Decision'\nfrom 'one_sdk'", name="one_sdk"),
            "'one-sdk' cannot be imported (cannot import name 'Decision' from 'one_sdk'): another version may do, "
            "pip install --upgrade one-sdk 'atma-overlay[x]'",
        ),
    ],
)  # fmt: skip
def test_only_what_is_not_there_is_called_not_installed(package: str, error: ImportError | None, told: str) -> None:
    assert str(MissingExtraError(package, "x", error)) == told


def test_a_framework_of_another_version_is_not_called_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("langchain_core")
    for module in [m for m in sys.modules if m.partition(".")[0] == "langchain_atma" and m != "langchain_atma"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "langchain_core.retrievers", None)
    with pytest.raises(MissingExtraError, match=r"has no 'langchain_core\.retrievers'.*--upgrade langchain-core"):
        getattr(langchain_atma, "AtmaRetriever")  # noqa: B009 - it is imported by being asked for
