"""What a standing instruction may set, and how its values are worded; data, `instructions.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.vocabulary.lexicon import Lexicon

Position = Literal["in", "be", "use"]
"""Where a value stands: behind *in*, as what answers are to be, or as what is to be used in them."""


_AS_WORDED = "as_worded"
_SOME = re2.compile(r"^(?:a (?:bit|touch|dash) of|a little|a few|some|more|plenty of|lots of|the|your|any)\s+")
USED, AVOIDED = "used", "avoided"
"""The two values of what replies have or have not: *emojis*, *no emojis*."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is set: the attribute, and the value as it is compared; what it is called stands in the text."""

    attribute: str
    norm: str


REPLY_LANGUAGE, EXAMPLE_LANGUAGE = "interface_language", "example_language"
_LANGUAGES = {REPLY_LANGUAGE: "languages_spoken", EXAMPLE_LANGUAGE: "programming_language"}
"""Whose values are a list of the lexicon's."""


def setting_of(words: str, position: Position, lexicon: Lexicon) -> Setting | None:
    """What some words set that stand in a position; None where they are no value of an instruction.

    Args:
        words: in lower case, without blanks around them.
        position: where they stand.
        lexicon: knows the languages.
    """
    values, wordings = _wordings()[position]
    for called in dict.fromkeys((words, _SOME.sub("", words))):
        for number in wordings.held_by(called):
            attribute, norm = values[number]
            return Setting(attribute, called if norm == _AS_WORDED else norm)
    return language(REPLY_LANGUAGE, words, lexicon) if position != "use" else None


def language(attribute: str, words: str, lexicon: Lexicon) -> Setting | None:
    """A language, of replies or of code; None for what is none."""
    known = words in lexicon.words_of(_LANGUAGES[attribute])
    return Setting(attribute, words) if known else None


@cache
def _wordings() -> dict[Position, tuple[list[tuple[str, str]], PatternSet]]:
    """By position the values, each an attribute with how it is compared, and the wordings of each in their order."""
    text = resources.files("atma_overlay.data").joinpath("instructions.toml").read_text(encoding="utf-8")
    held: dict[Position, dict[tuple[str, str], str]] = {"in": {}, "be": {}, "use": {}}
    for attribute, positions in tomllib.loads(text).items():
        for position, values in positions.items():
            for norm, wordings in values.items():
                held[position][attribute, norm] = "^(?:" + "|".join(wordings).replace(" ", r"\s+") + ")$"
    return {position: (list(values), PatternSet(*values.values())) for position, values in held.items()}
