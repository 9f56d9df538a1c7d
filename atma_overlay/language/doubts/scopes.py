"""Where alone something holds: *in the test environment the database is …*, *my manager for this project is …*.

What a thing is in one place, for one purpose or in one setting is a state of its own beside what it is elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.scene import Scene
from atma_overlay.records import Act, Cardinality, Change

_PLACING = frozenset("in on at for inside within under".split())
_TIMES = (
    w.TIME_NOUNS
    | w.DAY_NAMES
    | w.MONTH_NAMES
    | w.SEASONS
    | frozenset("past youth childhood first last twenty thirty forty sixty seventy eighty ninety".split())
)
_EVERYWHERE = frozenset(
    """record end hand moment meantime meanwhile fact total general case theory practice principle paper average
    opinion view mind sum short brief news life reality truth way whole face place time now sure instance note side
    top addition contrast result regard respect terms work home office job production prod live company team house
    flat department group world context person rest question matter reason purpose start beginning future past
    present""".split()
)
"""What opens a sentence, or says no more than what is so for the speaker anyway."""
_COPIES = frozenset(
    """test tests testing staging stage dev development sandbox demo example examples tutorial docs documentation
    preview simulation exercise template emulator mock mocks fixture fixtures qa uat readme sample playground prototype
    branch fork""".split()
)
"""Settings that are none of what is really run: they hold apart even what is said to be so now."""
_APART = frozenset("old other second former previous spare private personal secondary backup".split())
"""*On my old laptop*: the speaker's, and not what is used by now."""
_FRESH = frozenset("new current main next".split())
"""*In the new flat the rent is 900*: where the speaker is by now."""


def scope_of(scene: Scene, thing: Phrase) -> str:
    """In which setting alone a clause says something of a thing, in plain words; empty where it says it of all.

    Args:
        scene: the clause.
        thing: its subject.
    """
    behind = _behind(scene, thing)
    place = behind or _before(scene, thing)
    if place is None:
        return ""
    said = [x.lower for x in place.tokens[place.core : place.end]]
    if _is_a_copy(place):
        return _named(place)
    told = scene.told is not Change.NONE or not _FRESH.isdisjoint(said)
    own = place.owner in {"my", "our"} and _APART.isdisjoint(said)
    ours = own or (behind is None and place.head_lemma in _EVERYWHERE) or place.pronoun is not None
    timed = place.head_lemma in _TIMES or kind_of(place)[0] in kinds.TIMED | kinds.COUNTED
    return "" if told or ours or timed else _named(place)


def set_apart(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a clause, beside what is known where they are told of one setting alone.

    *In the course I drive a Fiat*, *at the client we use GitLab*. What is told with *for* is told of its purpose, and
    that is what one has it for: *for CI we use GitLab*.

    Args:
        found: what the clause tells.
        scene: the clause.
    """
    doer = scene.clause.subject
    place = _before(scene, doer) if found and doer is not None else None
    if place is None or doer is None or scene.clause.verb == "be":
        return found
    led = place.tokens[place.start - 1].lower
    apart = scope_of(scene, doer) if led != "for" or _is_a_copy(place) else ""
    if not apart:
        return found
    return [
        c.but(cardinality=Cardinality.MULTI, additive=True)
        if c.part is Part.STATEMENT and c.act is Act.ASSERT and c.change is Change.NONE
        else c
        for c in found
    ]


def _is_a_copy(place: Phrase) -> bool:
    return not _COPIES.isdisjoint([x.lower for x in place.tokens[place.core : place.end]])


def _behind(scene: Scene, thing: Phrase) -> Phrase | None:
    """*My manager for this project is …*."""
    return _placed(scene.clause.tokens, thing.end, scene.clause.verb_start)


def _before(scene: Scene, thing: Phrase) -> Phrase | None:
    """*In the test environment the database is …*."""
    tokens, opens = scene.clause.tokens, 0
    while opens < thing.start and tokens[opens].tag in t.PUNCT_CONJ_ADV:
        opens += 1
    ends = thing.start - 1 if thing.start and tokens[thing.start - 1].text == "," else thing.start
    return _placed(tokens, opens, ends)


def _placed(tokens: Sequence[Tagged], start: int, end: int) -> Phrase | None:
    """The phrase of a setting, where its preposition stands at `start` and it ends at `end`."""
    if start >= end - 1 or tokens[start].lower not in _PLACING:
        return None
    place = read_phrase(tokens, start + 1)
    return place if place is not None and all(x.tag == t.ADV for x in tokens[place.end : end]) else None


def _named(place: Phrase) -> str:
    said = [x for x in place.tokens[place.core : place.end] if x.tag in t.NOMINAL]
    return " ".join(x.lower for x in said)
