"""What reads sentences knows nothing of whose state they tell, and what folds state nothing of who keeps it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "atma_overlay"
FLOORS = (
    {"kept", "re2", "word_lists"},
    {"values"},
    {"language"},
    {"state"},
    {"ledger", "lifecycle", "linking"},
    {"reading", "writing"},
    {"readout"},
    {"packing", "read_path", "write_path"},
    {"async_overlay", "cli", "hosts", "overlay", "requests", "threads", "upkeep"},
)
"""From the ground up: nothing on a floor imports anything of one above it."""
FLOOR = {part: floor for floor, parts in enumerate(FLOORS) for part in parts}


def imported(path: Path) -> set[str]:
    """The parts of the package that a module imports from, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == ROOT.name:
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module.split(".")[1]} if node.module.startswith(f"{ROOT.name}.") else set()
        elif isinstance(node, ast.Import):
            found |= {name.name.split(".")[1] for name in node.names if name.name.startswith(f"{ROOT.name}.")}
    return found


@pytest.mark.parametrize("part", sorted(FLOOR))
def test_nothing_of_a_floor_imports_what_stands_above_it(part: str) -> None:
    module = ROOT / f"{part}.py"
    modules = [module] if module.exists() else sorted((ROOT / part).rglob("*.py"))
    assert modules
    for path in modules:
        above = {other for other in imported(path) if FLOOR.get(other, -1) > FLOOR[part]}
        assert not above, path
