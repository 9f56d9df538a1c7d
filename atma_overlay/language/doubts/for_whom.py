"""Of whom, where or on what alone something is so: *19 euros for students*, *35 in Switzerland*, *on Anna's laptop*."""

from __future__ import annotations

import re

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.doubts.bounded import MONTHS
from atma_overlay.language.grammar.kinds import MEASURED
from atma_overlay.language.grammar.signs import BROAD, Sign
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act, Change
from atma_overlay.word_lists import read_wordings

__all__ = ["named_alone", "so_of_some_alone"]

_GROUPS = read_wordings("some_alone.toml")
_THEM = rf"for (?:[a-z-]+ ){{0,3}}(?:[a-z]+[^isu]s|{_GROUPS['many']})"
_ONE = rf"for (?:my|our|the|an?) (?:[a-z-]+ )?(?:{_GROUPS['one']})"
_NO_THEM = re2.compile(rf"^for (?:[a-z-]+ ){{0,3}}(?:{_GROUPS['of_all']})$")
"""How long, why or on what occasion, which are told of all of it."""
_WHERE = (
    r"in (?:the )?(?:\p{Lu}[\p{L}.-]+(?: \p{Lu}[\p{L}-]+)?"
    rf"|(?:{_GROUPS['which_part']}) (?:{_GROUPS['parts']}))"
)
_NO_PLACE = re2.compile(rf"(?i)^in (?:the )?(?:{MONTHS}|q[1-4]|{_GROUPS['no_places']})\b")
_BEHIND = re2.compile(rf"^ (?P<whom>{_THEM}|{_ONE})(?:[.,;!]|$| now\b)|^ (?P<where>{_WHERE})(?:[.,;!]|$| now\b)")
_ON_ONES = rf"\bon (?:my |our |the )?\w+['’]s? (?:\w+ ){{0,2}}(?:{_GROUPS['devices']})\b"
_ON_WHOSE = re2.compile(_ON_ONES)
_FOR_SOMEBODY = re2.compile(
    r"^for (?:my|our|the) (?:[\w'’-]+ ){1,2}(?:the |my |our )?[\w'’-]+(?: [\w'’-]+)? (?:is|are)\b"
)
_OF_A_SORT = re2.compile(r"^(?P<sort>[a-z]+s),? (?:we|i) (?:now |only |always )?[a-z]+\b")
"""*Hotfixes we deploy on Mondays*: of those alone; *mondays we deploy* tells when."""
_NO_SORT = frozenset(_GROUPS["no_sorts"].split("|"))
_BEGUN = re2.compile(rf"\b(?:{_GROUPS['begun']})\b")
_SHOWN = Sign(
    r"\bfor [a-z]", r"\bin (?:the )?[a-z]", _ON_ONES, _OF_A_SORT.pattern,
    family=BROAD,
)  # fmt: skip


def so_of_some_alone(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence, beside what is known where they are told of some alone: they only propose.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if not found or not sentence.shows(_SHOWN, sentence.lowered):
        return found
    whole = _ON_WHOSE.search(sentence.said) is not None or _is_of_a_sort(sentence.said)
    whole = whole or _FOR_SOMEBODY.search(sentence.said) is not None
    return [c.but(temporary=True) if _may_be_so(c) and (whole or _of_some(c, sentence)) else c for c in found]


def named_alone(said: str) -> frozenset[str]:
    """Of whom a sentence tells, in its own words.

    Args:
        said: the sentence, in lower case.
    """
    found = (m.group("whom") for m in _WHOM.finditer(said))
    return frozenset(whom for whom in found if _NO_THEM.search(whom) is None)


_WHOM = re2.compile(
    rf"(?:\d\S*|\b(?:{_GROUPS['measures']})) "
    rf"(?P<whom>{_THEM}|{_ONE})(?:[.,;!]|$| now\b)"
)


def _may_be_so(c: Candidate) -> bool:
    return c.act is Act.ASSERT and c.part is not Part.RETRACTED and c.valid_to is None


def _of_some(candidate: Candidate, sentence: ReadSentence) -> bool:
    """Whether an amount or a date, or what somebody began, is told of some alone right behind it."""
    measured = candidate.value_kind in MEASURED
    begun = candidate.change is not Change.NONE and _BEGUN.search(sentence.said) is not None
    if not measured and not begun:
        return False
    behind = _BEHIND.match(sentence.text[candidate.span[1] - sentence.sentence.start :])
    if behind is None:
        return False
    whom, where = behind.group("whom"), behind.group("where")
    if where is not None:
        return _NO_PLACE.search(where) is None
    return measured and _is_whom(whom, candidate)


def _is_whom(whom: str, candidate: Candidate) -> bool:
    """*For my tenant*, not *for two weeks*, nor what the amount itself is of: *£900 for rent*."""
    named = frozenset(re.findall(r"[a-z]+", whom))
    return _NO_THEM.search(whom) is None and named.isdisjoint(candidate.attribute.split("_"))


def _is_of_a_sort(said: str) -> bool:
    found = _OF_A_SORT.match(said)
    return found is not None and found.group("sort") not in _NO_SORT
