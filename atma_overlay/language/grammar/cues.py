"""Words that say that what is told holds from now on, whatever it is that they are said of."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.kept import kept
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.pattern_set import PatternSet

_PERIOD = (
    r"(?:today|tonight|now|here|then|this (?:week|month|year|term|season|morning|spring|summer|autumn|winter)"
    r"|next (?:week|month|year|term|season)|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow"
    r"|the (?:first|1st|new year|weekend|start))"
)
_FROM_NOW = re2.compile(
    r"\b(?:now|nowadays|anymore|any more|these days|henceforth|permanently|for good|until further notice"
    r"|going forward|at (?:long )?last|from now on(?:wards)?|from here on(?: out| in)?"
    r"|as of|as from|effective (?:from|as of)"
    rf"|(?:from|starting|beginning) {_PERIOD}(?: on(?:wards?)?)?"
    r"|at the moment i'm|instead|since the [a-z]+"
    r"|since (?:we|they|i) (?:moved|merged|changed|switched|started|left))\b"
)
_SAYS_NOW = PatternSet(_FROM_NOW.pattern)
_ONCE = re2.compile(
    r"\b(?:just for|only for|for now|for the time being|by now|now and (?:then|again)|now that|until now|till now"
    r"|right now|just now|(?:days?|weeks?|months?|quarters?|years?) from now|any \w+ now|instead of)\b"
)
"""*Now* that says nothing of a change: *now and then*, *for now*."""
_NOW_AND_THEN = re2.compile(r"\bnow and (?:then|again)\b")


def now_and_then(text: str) -> bool:
    """Whether a text, in lower case, says *now* of what is so at some times: *every now and again*."""
    return _NOW_AND_THEN.search(text) is not None


_NEW = re2.compile(r"\b(?:new|brand-new|newest)\s+((?:[\p{L}\p{N}'’-]+\s*){1,3})")
_NEW_TIMES = frozenset("year week month term season day york zealand".split())


@kept(256)
def holds_from_now(text: str) -> bool:
    """Whether a clause says that something holds from now on: *these days*, *as of May*, *from this week*.

    Args:
        text: the clause, in lower case.
    """
    if not _SAYS_NOW.found_in(text):  # nearly every clause ends here
        return False
    return _FROM_NOW.search(_ONCE.sub(" ", text)) is not None


def renewed(text: str) -> frozenset[str]:
    """The lemmas of what a text calls new: *our new team lead* names a new lead.

    Args:
        text: a sentence, in lower case.
    """
    if "new" not in text:
        return frozenset()
    found: set[str] = set()
    for match in _NEW.finditer(text):
        following = [w.lemma(x) for x in match.group(1).split()]
        if following[0] not in _NEW_TIMES:
            found |= set(following)
    return frozenset(found)


_ONE_OFF = re2.compile(
    r"\bon (?:\w+ )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|\b(?:today|tomorrow|tonight|yesterday"
    r"|this (?:once|time only|week only|friday|monday|tuesday|wednesday|thursday|saturday|sunday)|one-off|christmas"
    r"|easter|bank holiday|new year's)\b"
)


def one_off(text: str) -> bool:
    """Whether a sentence tells of one day, and does not say that it holds from then on.

    Args:
        text: the sentence, in lower case.
    """
    return _ONE_OFF.search(text) is not None and not holds_from_now(text)
