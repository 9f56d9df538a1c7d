"""Who may do or own something at work: a person by name, a team, a part of a firm that goes by one word."""

from __future__ import annotations

from atma_overlay.language.grammar import words as w
from atma_overlay.word_lists import read_wordings

_GROUPS = {group: frozenset(phrases.split("|")) for group, phrases in read_wordings("duties.toml").items()}
NOBODY = (
    w.SUBJECT_PRONOUNS | w.POSSESSIVES | w.DAY_NAMES | w.MONTH_NAMES | frozenset(
        "who what which it that this these those each other them him us me no nobody everyone everybody someone".split()
    )
) - {"our", "my"}  # fmt: skip
"""Words of which none is in what somebody is called."""


def is_somebody(called: str) -> bool:
    """Whether words, as written, are what somebody is called: *Ana*, *the data team*, *procurement*.

    Args:
        called: the words.
    """
    words = called.split()
    if not words or not NOBODY.isdisjoint(x.lower() for x in words):
        return False
    return is_a_team(called) or all(x[:1].isupper() for x in words)


def is_a_team(called: str) -> bool:
    """Whether words are what a team or a part of a firm is called.

    Args:
        called: the words, in whatever letters.
    """
    words = called.lower().split()
    tier = len(words) == 2 and words[0] in {"tier", "level", "line"} and words[1].isdigit()
    return tier or words[-1] in _GROUPS["teams"] or " ".join(words) in _GROUPS["departments"]
