"""What somebody does or has at a place or a firm, which says nothing of where they live or work.

*I got a parking fine in Leeds*, *I was born in Leeds*, *I'm meeting Acme tomorrow*. Nor is who is written to by name
thereby what they were to the asker: *ask Dr Shah for my records*.
"""

from __future__ import annotations

from atma_overlay.language.grammar import tags as t
from atma_overlay.reading.named_place import Place
from atma_overlay.reading.slots_thing import is_the_slots
from atma_overlay.reading.small_names import ADDRESSING
from atma_overlay.reading.whose import HELD, explained
from atma_overlay.records import Statement

_ELSEWHERE = frozenset("work study bear marry graduate commute travel meet buy".split())
"""What is done in a town that one need not live in."""
_SEEING = frozenset("meet visit interview pitch".split())
_HAVING = frozenset("have get lose keep own win receive".split())
"""*I have a storage unit in Leeds*; what is still looked for there is another matter (*I need a gym in Leeds*)."""
_IN = frozenset({"in", "at"})
_BY = frozenset({"by", "with", "about", "at"})


def is_elsewhere(place: Place, statement: Statement) -> bool:
    """Whether what is said where words name a value is said of something else there, or to somebody of that name.

    Args:
        place: where they name it.
        statement: what was said of it.
    """
    clause, said = place.clause, place.complement
    if clause is None or said is None or place.at != said.phrase.start:
        return False
    if explained(place.sentence, place.at, statement) is not None:
        return False  # near my house in Leeds, a school in Leeds, where we live
    thing, attribute = clause.bare(), statement.slot.attribute
    had = thing is not None and clause.verb in _HAVING and thing.determiner in {"a", "an"}
    stray = had and thing is not None and not _is_a_tie(thing.head_lemma, statement)
    if attribute == "home_city":
        return said.preposition in _IN and (clause.verb in _ELSEWHERE or stray)
    if clause.verb in ADDRESSING and said.preposition is None:
        return said.phrase.owner is None and not _names_what_they_are(place, statement)
    if attribute == "employer":
        return (said.preposition is None and clause.verb in _SEEING) or (said.preposition in _BY and stray)
    return False


def _names_what_they_are(place: Place, statement: Statement) -> bool:
    """*Ask Priya, since she's my manager*: whether the sentence has the word for what somebody was to the asker."""
    return any(x.tag == t.NOUN and is_the_slots(x.lemma, statement) for x in place.sentence.tokens)


def _is_a_tie(noun: str, statement: Statement) -> bool:
    return noun in HELD or is_the_slots(noun, statement)
