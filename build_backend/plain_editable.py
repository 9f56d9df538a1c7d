"""The build backend: setuptools, with editable installs that are a plain path file.

For a project with several source roots setuptools installs an import hook, which type checkers and editors
cannot follow. A path file naming the roots says the same to all of them. Every other hook is setuptools' own.
"""

import base64
import hashlib
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from setuptools.build_meta import (
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

_WHEEL = "Wheel-Version: 1.0\nGenerator: plain_editable\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_editable(
    wheel_directory: str,
    config_settings: dict[str, str | list[str] | None] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Builds an editable wheel: the project's metadata and one path file (PEP 660).

    Args:
        wheel_directory: where the wheel is written.
        config_settings: passed on to setuptools.
        metadata_directory: not used; the metadata is cheap to prepare again.

    Returns:
        The wheel's file name.
    """
    with TemporaryDirectory() as scratch:
        info = Path(scratch, prepare_metadata_for_build_editable(scratch, config_settings))
        files = {path.relative_to(scratch).as_posix(): path.read_bytes() for path in _files(info)}
    distribution = info.name.removesuffix(".dist-info")
    files[f"{info.name}/WHEEL"] = _WHEEL.encode()
    files[f"__editable__.{distribution}.pth"] = "".join(f"{root}\n" for root in _source_roots()).encode()
    files[f"{info.name}/RECORD"] = _record(files, itself=f"{info.name}/RECORD").encode()
    name = f"{distribution}-py3-none-any.whl"
    with ZipFile(Path(wheel_directory, name), "w", ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
    return name


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _source_roots() -> list[Path]:
    """The folders in which the top-level import packages stand; hooks run in the project's folder."""
    with Path("pyproject.toml").open("rb") as file:
        package_dir: dict[str, str] = tomllib.load(file)["tool"]["setuptools"]["package-dir"]
    return sorted({Path(folder).resolve().parent for folder in package_dir.values()})


def _record(files: dict[str, bytes], *, itself: str) -> str:
    lines = [f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items()]
    return "".join([*lines, f"{itself},,\n"])


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
