"""Changes of the one that is known, and not to another one: when it is now, where, or how.

*I switched my gym to mornings*, *I moved my dentist to another branch*.
"""

from __future__ import annotations

from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.qualities import GRADED, is_quality
from atma_overlay.language.grammar.words import DAY_NAMES
from atma_overlay.records import Statement

_CALLED = frozenset({"name", "person", "place"})
"""Kinds of names: what is known is one of them."""
_WHEN = DAY_NAMES | frozenset(
    """morning mornings afternoon afternoons evening evenings night nights daytime lunchtime lunchtimes summer winter
    spring autumn fall monthly weekly fortnightly yearly annually billing instalments installments""".split()
)
_WHERE = frozenset(
    """branch location locations floor basement attic corner aisle entrance wing annexe annex upstairs downstairs
    outside inside indoors outdoors online mode""".split()
)
_BY_QUALITIES = GRADED | frozenset("theme scheme colour color style look skin font tone".split())
"""What is called by adjectives: *my theme is Solarized*, *I switched my theme to dark*."""


def is_still_that_one(earlier: Statement, later: Statement) -> bool:
    """Whether a change tells when, where or how the one is by now whose name is known.

    Args:
        earlier: what stands.
        later: what is told to have changed in its slot.
    """
    if later.value_kind != "phrase" or not _BY_QUALITIES.isdisjoint(earlier.slot.attribute.split("_")):
        return False
    last = later.value.lower().rpartition(" ")[2]
    if last in _WHEN:
        return earlier.value_kind in _CALLED or earlier.value_kind == "code"
    if earlier.value_kind not in _CALLED or not later.evidence.partition(later.value)[0].endswith(_TO):
        return False
    return last in _WHERE or (not _may_be_typed_small(later) and is_quality(later.value))


_TO = (" to ", " to the ", " to a ", " to another ", " onto ", " into ")


def _may_be_typed_small(told: Statement) -> bool:
    """*our tracker is linear*: a name that is a word of English, too, where capitals are left out."""
    return told.evidence.islower() or default_extractor().lexicon.thing_of(told.value.title()) is not None
