"""How an occurrence is meant: as holding now, as holding once, or denied. Read from the words around it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from atma_overlay.evaluation.matchers.atoms import Atom, Pause, Word
from atma_overlay.evaluation.matchers.occurrences import Span

REACH = 8
"""How many words before a value a denial or a word of the past may stand."""

_DENIALS = frozenset("not no never without neither nor none cannot".split())
_ENDED = "nolonger"
_PAST_BEFORE = frozenset("previously formerly former previous originally initially earlier prior nolonger".split())
_PAST_BEHIND = frozenset("previously formerly originally initially before until earlier thenbecame".split())
_TURNS = frozenset("but now currently and then whereas while nowadays today".split())
"""What is said before these words says nothing of what follows."""
_PAIRS_BEFORE = (("instead", "of"), ("rather", "than"))
_LEFT_BEHIND = (("from", frozenset({"to"})), ("replaced", frozenset({"with", "by"})), ("replace", frozenset({"with"})))
_LEAVING = frozenset({"left", "leaving"})
_AWAY = (("away", "from"), ("out", "of"))
_COPULAS = frozenset("is are was were does do did has have would will".split())


class Standing(Enum):
    """How a value is meant."""

    NOW = "now"
    PAST = "past"
    DENIED = "denied"


def standing(said: Sequence[Atom], span: Span) -> Standing:
    """How the occurrence is meant."""
    before, behind = _before(said, span.start), _behind(said, span.end)
    if _is_past(before, behind):
        return Standing.PAST
    denied_behind = len(behind) > 1 and behind[0] in _COPULAS and behind[1] in _DENIALS
    pair = tuple(before[-2:]) in _PAIRS_BEFORE
    if pair or denied_behind or _DENIALS.intersection(_since_turn(before)):
        return Standing.DENIED
    return Standing.NOW


def _is_past(before: Sequence[str], behind: Sequence[str]) -> bool:
    near = _since_turn(before)
    if _PAST_BEFORE.intersection(near) or _used_to(near) or _is_old(near):
        return True
    if _LEAVING.intersection(near[-1:]) or tuple(near[-2:]) in _AWAY:
        return True
    if behind[:1] and behind[0] in _PAST_BEHIND:
        return True
    if len(behind) > 1 and behind[0] in _COPULAS and behind[1] in {_ENDED, *_PAST_BEHIND}:
        return True
    return any(before[-1:] == [word] and onward.intersection(behind) for word, onward in _LEFT_BEHIND)


def _used_to(words: Sequence[str]) -> bool:
    return any(pair == ("used", "to") for pair in pairwise(words))


def _is_old(words: Sequence[str]) -> bool:
    """Whether something is called old; a number of years is no such thing."""
    return any(word == "old" and (not place or words[place - 1]) for place, word in enumerate(words))


def _since_turn(before: Sequence[str]) -> Sequence[str]:
    for place in range(len(before) - 1, -1, -1):
        if before[place] in _TURNS:
            return before[place + 1 :]
    return before


def _before(said: Sequence[Atom], place: int) -> list[str]:
    """The words of the clause before the place, the nearest last."""
    words: list[str] = []
    while place > 0 and len(words) < REACH and not isinstance(said[place - 1], Pause):
        place -= 1
        words.insert(0, _text(said[place]))
    return words


def _behind(said: Sequence[Atom], place: int) -> list[str]:
    words: list[str] = []
    while place < len(said) and len(words) < REACH and not isinstance(said[place], Pause):
        words.append(_text(said[place]))
        place += 1
    return words


def _text(atom: Atom) -> str:
    return atom.text if isinstance(atom, Word) else ""
