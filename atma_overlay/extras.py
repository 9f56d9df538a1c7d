"""What an import that failed lacks, and the command that mends it: a package, or another version of one."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

__all__ = ["what_is_missing"]

_REASON = 200
"""Characters of what an import says of itself."""


def what_is_missing(package: str, extra: str, error: ImportError | None) -> str:
    """A line that says what is missing and what to run.

    Args:
        package: the distribution that is needed.
        extra: the extra of this project that brings it.
        error: what the import raised; without one the package is not there at all.
    """
    wanted = f"'atma-overlay[{extra}]'"
    if error is None:
        return f"{package!r} is not installed: pip install {wanted}"
    if not isinstance(error, ModuleNotFoundError):
        reason = " ".join(str(error).split())[:_REASON]
        return f"{package!r} cannot be imported ({reason}): another version may do, {_upgrade(package, wanted)}"
    missing = error.name or package
    root, _, part = missing.partition(".")
    if part and _is_there(missing.rpartition(".")[0], package):
        changed = root if _is_distribution(root) else package
        problem = f"the {changed!r} that is installed has no {missing!r}"
        return f"{problem}: another version is needed, {_upgrade(changed, wanted)}"
    absent = missing if not part and _is_distribution(package) else package
    return f"{absent!r} is not installed: pip install {wanted}"


def _upgrade(package: str, wanted: str) -> str:
    return f"pip install --upgrade {package.replace('_', '-')} {wanted}"


def _is_there(module: str, package: str) -> bool:
    """Whether a module's distribution is installed; a namespace is there for whichever of several brought it."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return False
    return spec is not None and (spec.origin is not None or _is_distribution(package))


def _is_distribution(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True
