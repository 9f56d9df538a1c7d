"""Changes of the one that is known, and not to another one: when it is now, where, or how.

*I switched my gym to mornings*, *I moved my dentist to another branch*, *my therapist moved to Leeds*.
"""

from __future__ import annotations

from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import MEASURED
from atma_overlay.language.grammar.qualities import GRADED, is_quality
from atma_overlay.language.grammar.words import DAY_NAMES
from atma_overlay.records import Statement
from atma_overlay.state.pairs.belonging import is_place

_CALLED = frozenset({"name", "person", "place"})
_WHEN = DAY_NAMES | frozenset(
    """morning mornings afternoon afternoons evening evenings night nights daytime lunchtime lunchtimes summer winter
    spring autumn fall monthly weekly fortnightly yearly annually billing instalments installments""".split()
)
_WHERE = frozenset(
    """branch location locations floor basement attic corner aisle entrance wing annexe annex upstairs downstairs
    outside inside indoors outdoors online mode""".split()
)
_ALSO_PEOPLE = frozenset(
    """adelaide alice ashton aurora austin brooklyn camden carolina carson chad charlotte chelsea cheyenne clifton
    dakota dallas denver devon diego eugene florence geneva georgia helena houston hudson india indiana ireland israel
    jackson jordan kent kenya london lorraine madison milan montana nancy paris phoenix preston santiago
    savannah sydney trenton troy tyler valencia verona victoria vienna virginia weston""".split()
)
"""Places that people are called after."""


_BY_QUALITIES = GRADED | frozenset("theme scheme colour color style look skin font tone".split())
"""What is called by adjectives: *my theme is Solarized*, *I switched my theme to dark*."""


def is_still_that_one(earlier: Statement, later: Statement) -> bool:
    """Whether a change tells when, where or how the one is by now whose name is known.

    Args:
        earlier: what stands.
        later: what is told to have changed in its slot.
    """
    attribute = earlier.slot.attribute
    if not _BY_QUALITIES.isdisjoint(attribute.split("_")):
        return False
    last = later.value.lower().rpartition(" ")[2]
    if later.value_kind == "phrase" and last in _WHEN and earlier.value_kind in _CALLED | {"code"}:
        return True
    if earlier.value_kind not in _CALLED:
        return False
    if later.value_kind == "phrase":
        return last in _WHERE or is_quality(later.value)
    if later.value_kind in MEASURED | {"version"} and not any(map(str.isdigit, earlier.value)):
        return True  # we upgraded the database to version 16
    known = default_extractor().lexicon.attributes.get(attribute)
    of_somebody = known is not None and "person" in known.values and "place" not in known.values
    return of_somebody and is_place(later.norm) and later.norm not in _ALSO_PEOPLE
