"""Two values of one slot that may both hold: of two sorts, or the one of the whole and the other of a part of it.

*Our cluster is EKS*, *our cluster is flaky*: which it is, and how. *My salary is 70k*, *it is paid on the
25th*; *it is on port 3000*, *on version 2*. *I love Rome*, *I hate Rome in August*.
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import COUNTED
from atma_overlay.language.grammar.qualities import GRADED, is_quality
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.devices import is_no_device
from atma_overlay.state.pairs.environments import of_another_environment
from atma_overlay.state.pairs.kept_too import is_kept
from atma_overlay.state.pairs.noun_sorts import of_another_sort
from atma_overlay.state.pairs.particulars import says_itself
from atma_overlay.state.pairs.still_that_one import is_still_that_one
from atma_overlay.values.sameness import same_value

__all__ = ["both_may_hold"]

_AMOUNTS = frozenset({"number", "quantity", "money"})
_NAMES = frozenset({"name", "place", "person", "code", "version"})
_IS = re2.compile(r"(?i)\b(?:is|are|was|were)\b|['’](?:s|re)\b")
_ORDINAL = re2.compile(r"^(?:the )?\d{1,2}(?:st|nd|rd|th)$")
_LONG_NUMBER = re2.compile(r"^[\d +()-]*\d[\d +()-]{5,}$")
_LABELLED = re2.compile(r"^(\p{Ll}+) v?\d[\d.]*$")
_NARROWED = re2.compile(
    r"^,? (?:in|on|at|during|before|after|when|whenever|while|if|that|which|who|where|with|without|for|as|because|of) "
)
_OPINION = "opinion_of_"
_LIKED = ("favourite", "favorite")


def both_may_hold(earlier: Statement, later: Statement) -> bool:
    """Whether two values of one slot stand side by side, whatever kinds they are read as.

    Args:
        earlier: what stands.
        later: what is told later.
    """
    if is_kept(earlier, later) or of_another_environment(earlier, later):
        return True
    if of_another_sort(earlier, later) and not (later.replaces and same_value(later.replaces, earlier.norm)):
        return True
    if is_no_device(earlier) != is_no_device(later) or is_still_that_one(earlier, later):
        return True
    if later.change is Change.TOLD or (later.replaces is not None and says_itself(earlier, later)):
        return False
    return _tells_how(earlier, later) or _of_two_sorts(earlier, later) or _is_narrower(later)


def _of_two_sorts(earlier: Statement, later: Statement) -> bool:
    """A day of the month beside an amount, a count beside a long number, a port beside a version."""
    if earlier.value_kind not in COUNTED and later.value_kind not in COUNTED:
        return False
    one, other = earlier.value.lower(), later.value.lower()
    if (_ORDINAL.search(one) is None) != (_ORDINAL.search(other) is None):
        return _AMOUNTS.issuperset((earlier.value_kind, later.value_kind))
    if (_LONG_NUMBER.search(one) is None) != (_LONG_NUMBER.search(other) is None):
        return (earlier.unit is None) != (later.unit is None) and "%" not in one + other
    labels = _LABELLED.search(earlier.value), _LABELLED.search(later.value)
    return labels[0] is not None and labels[1] is not None and labels[0].group(1) != labels[1].group(1)


def _is_narrower(later: Statement) -> bool:
    """*I hate dogs that jump up*: of some of them, and not of dogs."""
    if not later.slot.attribute.startswith(_OPINION) or later.change is not Change.NONE:
        return False
    _, said, behind = later.evidence.partition(later.value)
    return bool(said) and _NARROWED.search(behind) is not None


def _tells_how(earlier: Statement, later: Statement) -> bool:
    """Whether one says which it is, and the other how."""
    return _says_how(later, earlier) or _says_how(earlier, later)


def _says_how(told: Statement, named: Statement) -> bool:
    """Whether one of two tells how something is, and the other by a name, or a noun, which or who."""
    if told.value_kind == "name" and named.value_kind in _NAMES:
        how = _is_origin(told.value) and not _is_origin(named.value)
    elif told.value_kind == "phrase" and (named.value_kind in _NAMES or _is_typed_name(named)):
        liked = told.change is not Change.NONE and told.slot.attribute.startswith(_LIKED)
        how = not liked and is_quality(told.value)  # my favourite band is low now
    else:
        return False
    return how and _IS.search(told.evidence) is not None and GRADED.isdisjoint(told.slot.attribute.split("_"))


def _is_origin(value: str) -> bool:
    return value.lower() in default_extractor().lexicon.words_of("nationality")


def _is_typed_name(told: Statement) -> bool:
    """*our frontend is react*: one word without an article, in a text without capitals, that tells of no quality."""
    plain = told.value_kind == "phrase" and told.evidence.islower() and " " not in told.value
    return plain and not is_quality(told.value) and f"is {told.value}" in told.evidence
