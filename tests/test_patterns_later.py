"""Patterns are compiled when they are first used: loading what a command needs compiles none; and each is a pattern."""

from __future__ import annotations

import gc
import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

import atma_overlay
from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet

_COUNTED = """
import re2
compiled = []
def counted(pattern, options=None, compile=re2.compile):
    compiled.append(pattern)
    return compile(pattern, options)
re2.compile = counted
import atma_overlay.overlay
print(len(compiled))
"""
_APART = (
    "atma_overlay.bench",
    "atma_overlay.cli",
    "atma_overlay.evaluation",
    "atma_overlay.testing",
    "atma_overlay.ledger.migrations",
)


def test_loading_an_overlay_compiles_next_to_no_pattern() -> None:
    told = subprocess.run([sys.executable, "-c", _COUNTED], capture_output=True, text=True, check=True)
    assert int(told.stdout) < 10


@pytest.mark.usefixtures("all_objects")
def test_every_pattern_and_every_set_of_patterns_is_one() -> None:
    for module in pkgutil.walk_packages(atma_overlay.__path__, "atma_overlay."):
        if not module.name.startswith(_APART):
            import_module(module.name)
    held = gc.get_objects()
    patterns = [one for one in held if type(one) is re2._Later]
    assert len(patterns) > 500
    for pattern in patterns:
        pattern.search("I live in Leeds now.")
    for automaton in [one for one in held if isinstance(one, PatternSet)]:
        automaton.held_by("I live in Leeds now.")


def test_what_is_no_pattern_is_told_when_it_is_first_used() -> None:
    broken = re2.compile("(")
    assert broken.pattern == "("
    with pytest.raises(Exception, match="missing"):
        broken.search("a text")


def test_a_pattern_finds_what_the_package_s_own_finds() -> None:
    pattern = re2.compile(r"(?P<town>Leeds|York)")
    assert [found.group("town") for found in pattern.finditer("Leeds, York")] == ["Leeds", "York"]
    assert (pattern.groups, pattern.groupindex, pattern.fullmatch("Hull")) == (1, {"town": 1}, None)
