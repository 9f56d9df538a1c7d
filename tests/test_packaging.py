"""What is installed is what is on disk: packages, data, entry points and pins."""

import re
import shutil
import tomllib
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from build import ProjectBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from pyproject_hooks import quiet_subprocess_runner

import atma_overlay

ROOT = Path(__file__).parent.parent
NOT_SOURCE = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist", "*.egg-info"
)


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


NAMESPACE = "llama_index"
"""A namespace that others' packages share: none of its folders above the packages of ours is a package."""


def source_roots(project: Path = ROOT) -> tuple[Path, ...]:
    return (project / "adapters", project / "integrations", project)


def top_packages(project: Path = ROOT) -> list[Path]:
    patterns = ("*/__init__.py", f"{NAMESPACE}/*/*/__init__.py")
    return [init.parent for root in source_roots(project) for pattern in patterns for init in root.glob(pattern)]


def located(path: Path, project: Path = ROOT) -> Path:
    """A path below its source root, as it is imported."""
    return path.relative_to(next(root for root in source_roots(project) if path.is_relative_to(root)))


def dotted(folder: Path) -> str:
    return ".".join(located(folder).parts)


def pins(file: str = "constraints.txt") -> dict[str, str]:
    lines = [line for line in (ROOT / file).read_text().splitlines() if not line.startswith("#")]
    return {canonicalize_name(name): pin for name, _, pin in (line.partition("==") for line in lines)}


def lowest_allowed(requirement: Requirement) -> str:
    """The version that a requirement starts from."""
    (found,) = (s.version for s in requirement.specifier if s.operator == ">=")
    return found


def third_party_requirements() -> list[Requirement]:
    project = pyproject()["project"]
    declared = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    return [requirement for requirement in map(Requirement, declared) if requirement.name != project["name"]]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy to build in, since a build leaves its traces beside the sources."""
    return shutil.copytree(ROOT, tmp_path_factory.mktemp("build") / "checkout", ignore=NOT_SOURCE)


def test_the_listed_packages_are_the_folders_on_disk() -> None:
    on_disk = {dotted(init.parent) for top in top_packages() for init in top.rglob("__init__.py")}
    assert sorted(on_disk) == pyproject()["tool"]["setuptools"]["packages"]


def test_every_top_level_package_is_mapped_to_its_source_root() -> None:
    outermost = {
        root / located(top).parts[0] for top in top_packages() for root in source_roots() if root in top.parents
    }
    on_disk = {folder.name: folder.relative_to(ROOT).as_posix() for folder in outermost if folder.is_dir()}
    assert on_disk == pyproject()["tool"]["setuptools"]["package-dir"]


def test_every_folder_with_modules_is_a_package() -> None:
    folders = {module.parent for top in top_packages() for module in top.rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_the_package_tells_the_version_that_is_installed() -> None:
    assert atma_overlay.__version__ == version("atma-overlay")


def test_every_top_level_package_is_typed() -> None:
    assert [top.name for top in top_packages() if not (top / "py.typed").exists()] == []


@pytest.mark.parametrize("folder", ["adapters", "integrations", "tests", "examples"])
def test_a_source_root_is_no_package(folder: str) -> None:
    assert not (ROOT / folder / "__init__.py").exists()


def test_no_folder_of_a_shared_namespace_is_a_package() -> None:
    folders = [folder for root in source_roots() for folder in (root / NAMESPACE, *(root / NAMESPACE).glob("*"))]
    assert [folder for folder in folders if (folder / "__init__.py").exists()] == []
    assert {dotted(top) for top in top_packages() if located(top).parts[0] == NAMESPACE} == {
        "llama_index.memory.atma", "llama_index.postprocessor.atma", "llama_index.retrievers.atma",
    }  # fmt: skip


def test_constraints_are_plain_pins() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line)] == []


def test_every_declared_requirement_is_pinned_within_its_range() -> None:
    pinned = pins()
    missing = [r for r in third_party_requirements() if canonicalize_name(r.name) not in pinned]
    assert missing == []
    assert [r for r in third_party_requirements() if pinned[canonicalize_name(r.name)] not in r.specifier] == []


def test_what_is_declared_as_lowest_is_what_is_tested_as_lowest() -> None:
    pinned, project = pins("constraints-lowest.txt"), pyproject()["project"]
    declared = [*project["dependencies"], *project["optional-dependencies"]["otel"]]
    for requirement in map(Requirement, declared):
        lowest, tested = (Version(v).release for v in (lowest_allowed(requirement), pinned[requirement.name.lower()]))
        assert tested[: len(lowest)] == lowest, f"{requirement}: make constraints-lowest.txt anew, as its head says"


@pytest.mark.slow
def test_the_wheel_carries_every_file_of_every_package(checkout: Path, tmp_path: Path) -> None:
    tops = top_packages(checkout)
    on_disk = {located(f, checkout).as_posix() for top in tops for f in top.rglob("*") if f.is_file()}
    wheel = ProjectBuilder(checkout, runner=quiet_subprocess_runner).build("wheel", tmp_path)
    with ZipFile(wheel) as archive:
        carried = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert carried == on_disk


@pytest.mark.slow
def test_an_editable_install_is_a_plain_path_file(checkout: Path, tmp_path: Path) -> None:
    wheel = ProjectBuilder(checkout, runner=quiet_subprocess_runner).build("editable", tmp_path)
    with ZipFile(wheel) as archive:
        beside_metadata = [name for name in archive.namelist() if ".dist-info/" not in name]
        lines = archive.read(beside_metadata[0]).decode().splitlines()
    assert beside_metadata == ["__editable__.atma_overlay-0.1.0.pth"]
    assert lines == [str(checkout), str(checkout / "adapters"), str(checkout / "integrations")]
