"""What is told of a device and names no other one: what runs on it, how it is set, how much it has, who serves it."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.records import Statement

_DEVICES = frozenset(
    """phone laptop tablet computer camera headphones microphone printer game_console smartwatch watch tv television
    router car bike""".split()
)
_SYSTEMS = re2.compile(
    r"(?i)\b(?:android|ios|ipados|watchos|tvos|wear os|one ui|oxygenos|hyperos|miui|harmonyos|chromeos|firmware"
    r"|carplay|android auto|ram|ssd|storage|memory|dark mode|light mode)\b"
)
"""What runs on a device or is built into it, and is no device."""
_SET = re2.compile(
    r"(?i)\b(?:(?:set|sets|setting|switch(?:ed|ing)?|chang(?:e|ed|ing)|updat(?:e|ed|ing)|put|turn(?:ed|ing)?"
    r"|mov(?:e|ed|ing)|convert(?:ed|ing)?|flash(?:ed|ing)?) [^.;!?]{0,40}?\b(?:to|onto|into|on|in)"
    r"|(?:is|are|was|were|runs|running|still|now|currently) (?:now |still |currently )?(?:on|in)) $"
)
"""*Set my phone to German*, *my laptop is on Fedora*: right before a name without an article."""


def is_no_device(told: Statement) -> bool:
    """Whether a value in the slot of a device names none, so that it takes no device's place.

    Args:
        told: in any slot.
    """
    attribute = told.slot.attribute
    if attribute not in _DEVICES:
        return False
    before = told.evidence.partition(told.value)[0]
    if told.value_kind in NAMED and before.endswith(_ONE):
        return False  # a Falcotte Hatch
    thing = default_extractor().lexicon.thing_of(told.value)
    if thing is not None:
        return thing.id != attribute and thing.id not in _DEVICES
    if told.value_kind not in NAMED and told.unit is not None:
        return True
    return _SET.search(before) is not None or _SYSTEMS.search(told.value) is not None


_ONE = (" a ", " an ", " another ", " new ")
"""Before the name of a thing, and of none that runs on it."""
