"""Groups of wordings that ship as data: each is there for a rule, and stands by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import re2

import atma_overlay.language
from atma_overlay.word_lists import read_wordings

FILES = {
    "circumstances.toml": ("language/doubts/openings.py", "state/pairs/told_behind.py"),
    "pages.toml": ("language/texts/shown_there.py",),
    "reservations.toml": ("language/doubts/qualified.py",),
    "some_alone.toml": ("language/doubts/for_whom.py",),
}
PACKAGE = Path(atma_overlay.language.__file__).parent.parent
GROUPS = [(file, group, wordings) for file in FILES for group, wordings in read_wordings(file).items()]


@pytest.mark.parametrize(("file", "group", "wordings"), GROUPS)
def test_a_wording_is_a_pattern_of_its_own_and_stands_in_its_group_once(file: str, group: str, wordings: str) -> None:
    apart = re.split(r"\|(?![^(]*\))", wordings)  # but for the bars in brackets
    assert len(apart) == len(set(apart))
    for wording in apart:
        assert wording.strip() == wording
        assert wording
        re2.compile(wording)


@pytest.mark.parametrize(("file", "group"), [(file, group) for file, group, _ in GROUPS])
def test_a_group_is_there_for_the_rules_that_its_file_names(file: str, group: str) -> None:
    head = (PACKAGE / "data" / file).read_text(encoding="utf-8").partition("\n\n")[0]
    assert all(rule in head.replace("\n# ", " ") for rule in FILES[file])
    texts = [(PACKAGE / rule).read_text(encoding="utf-8") for rule in FILES[file]]
    assert any(f"'{group}'" in text or f'"{group}"' in text for text in texts)
