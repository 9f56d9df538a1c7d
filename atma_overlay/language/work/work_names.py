"""Which thing at work is named: *order 4411*, *the invoice for March*, *the Q2 audit*, *JIRA-204*, *5530*.

Which things there are is data (`progress.toml`). A key of letters and digits names a ticket or a change by itself, and
so does a number that nothing stands before: `state/pairs/numbered.py` finds of what it is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.word_lists import read_wordings

GROUPS = {group: phrases.split("|") for group, phrases in read_wordings("progress.toml").items()}
SORTS = ("work", "code", "trade", "paper", "run", "system", "switch")
SORT_OF = {thing: sort for sort in SORTS for thing in GROUPS[f"{sort}_things"]}
BARE = "bare"
"""The sort of what is named by its number alone."""
SAME = {x: first for line in GROUPS["same"] for first, *others in [line.split(" = ")] for x in others}
STATUS, PAYMENT, STAGE, PACE = "status", "payment", "stage", "pace"
SEVERITY, PRIORITY = "severity", "priority"
_TOLD = frozenset({STATUS, PAYMENT, STAGE, PACE, SEVERITY, PRIORITY})
_FIRST_WORDS = frozenset(thing.split()[0] for thing in SORT_OF)
_CALLED = frozenset(SORT_OF) | frozenset(SAME.values())
_KEYED = frozenset({"work", "code"})
_LONGEST = 4
"""Words of a name before the thing, at most."""

_TOKEN = re2.compile(r"[\p{L}\p{N}#][\p{L}\p{N}#&'/.-]*[\p{L}\p{N}]|[\p{L}\p{N}]|[^\s\p{L}\p{N}]")
_NUMBER = re2.compile(r"^#?(?:\p{L}{1,6}-)?\p{L}{0,2}\d[\d./-]*\p{L}?$")
_KEY = re2.compile(r"^\p{L}{2,6}-\d{2,}$")
_ALONE = re2.compile(r"^(?:#\d+|[03-9]\d{3}|1[0-8]\d\d|2[1-9]\d\d|\d{5,})$")
"""A number that is no year."""
_NUMBERING = frozenset("no no. nr nr. number id #".split())
STOPS = frozenset(',;:!.?()"“”–—-…')
JOINING = frozenset({"and", "but", "so", "because", "since"})
OPENERS = frozenset(
    """ok okay fyi update hey hi note btw great also well finally now today yesterday good bad news status quick heads
    heads-up up and but so just know you this morning as of the way by fine right then meanwhile""".split()
)
"""What a part of a sentence may open with, before it tells what it is of."""
_NOT_THIS = (
    w.DETERMINERS | w.POSSESSIVES | w.SUBJECT_PRONOUNS | w.PREPOSITIONS | frozenset(
        """other another second third next last previous former old first final some any no every each all both one two
        three half most many few if when whenever once unless until till whether that which who what where how why while
        and or but not so than as because me us him them yesterday today tomorrow same similar wrong right whole entire
        hypothetical example sample dummy fake today's yesterday's tonight's week's month's year's""".split()
    )
) - {"the"}  # fmt: skip
"""Words with which it is not told which one: *the other order*, *one of the tickets*, *yesterday's build*."""
_ARTICLES = frozenset({"the", "our", "my"})
_LEADING = frozenset({"the", "our", "my", "this", "that"})
_FACETS = frozenset({"status", "state", SEVERITY, PRIORITY})
_OPENING = 12
"""Words before a thing, at most, in which a sentence opens."""


class Word(NamedTuple):
    """A word or a sign of a sentence, in small letters, with where it stands."""

    text: str
    start: int
    end: int


class Named(NamedTuple):
    """A thing as a sentence names it: its kind, its sort, what it is called, and the words from first to last."""

    thing: str
    sort: str
    called: tuple[str, ...]
    start: int
    behind: int
    numbered: bool
    facet: str
    """What of it is spoken of, where it is told before it: *the status of order 5512*."""


def words_of(said: str) -> list[Word]:
    """The words and signs of a sentence in small letters.

    Args:
        said: the sentence.
    """
    return [Word(said[start:end], start, end) for start, end in (m.span() for m in _TOKEN.finditer(said))]


def named_at(text: str, words: Sequence[Word], at: int, *, opens: int = 0) -> Named | None:
    """The thing whose kind or whose number stands at a word; None where it is not told which one.

    Args:
        text: the sentence as written.
        words: its words.
        at: where the kind of thing, or its number alone, may begin.
        opens: the first word that may belong to its name.
    """
    sizes = (3, 2, 1) if words[at].text in _FIRST_WORDS else ()
    size = next((n for n in sizes if joined(words, at, at + n) in SORT_OF), 0)
    if not size:
        return _alone(text, words, at, opens)
    if at and joined(words, at - 1, at + size) in SORT_OF:
        return None
    thing, behind = joined(words, at, at + size), at + size
    number = ""
    if behind + 1 < len(words) and words[behind].text in _NUMBERING:
        behind += 1
    if behind < len(words) and (_NUMBER.search(words[behind].text) or _is_called(text, words, behind)):
        number, behind = words[behind].text.lstrip("#"), behind + 1
    alone = at == 0 or SORT_OF[thing] == "switch"  # SSO is off
    opens = max(opens, at - _OPENING)
    own = _own(text, words[opens:at], named=bool(number), alone=alone)
    if own is None:
        return None
    before, facet, start = own
    sort = SORT_OF[thing]
    kind = () if sort in _KEYED and _KEY.search(number) else (SAME.get(thing, thing),)
    called = (*before, *kind, *([number] if number else []))
    return Named(thing, sort, called, start + opens, behind, bool(number), facet)


def _alone(text: str, words: Sequence[Word], at: int, opens: int) -> Named | None:
    """*JIRA-204 is blocked*, *5530 is closed now*: a key or a number that names a thing by itself."""
    word = words[at]
    if not word.text[-1].isdigit():
        return None
    keyed = _KEY.search(word.text) is not None and text[word.start : word.end].isupper()
    if not keyed and _ALONE.search(word.text) is None:
        return None
    before = [x.text for x in words[max(opens, at - _OPENING) : at]]
    cut = max((n + 1 for n, x in enumerate(before) if x in (STOPS - {".", "-"}) | JOINING), default=0)
    if any(x not in OPENERS or x in _LEADING for x in before[cut:]):
        return None
    number = word.text.lstrip("#")
    return Named(
        "", BARE, (number if keyed or _ALONE.search(number) else word.text,), at, at + 1, numbered=True, facet=""
    )


def more_of(words: Sequence[Word]) -> tuple[str, ...] | None:
    """What further words say of which thing it is: *for the new website*; None where they do not tell which.

    Args:
        words: those behind a thing, from the preposition on.
    """
    of = [x.text.removesuffix("'s") for x in words][1:]
    if not (_NOT_THIS.isdisjoint(of) or _NOT_THIS.intersection(of) <= {"our", "my"}):
        return None
    return tuple(x for x in of if x not in _ARTICLES)


def is_ticket(value: str) -> bool:
    """Whether a value is a ticket or a change to code by its number: *ticket 8821*, which is there when it is closed.

    Args:
        value: as a sentence has it.
    """
    thing, _, number = value.lower().rpartition(" ")
    if not thing:
        return value.isupper() and _KEY.search(number) is not None
    return SORT_OF.get(thing.removeprefix("the ")) in _KEYED and _NUMBER.search(number) is not None


def is_status(attribute: str) -> bool:
    """Whether an attribute tells how far a thing at work has come: *order_4411_status*, and not *marital_status*.

    Args:
        attribute: as a candidate or a record has it.
    """
    said, _, last = attribute.rpartition("_")
    if last not in _TOLD:
        return False
    words = said.split("_")
    if len(words) == 1 and (_KEY.search(said) or _ALONE.search(said)):
        return True
    words = words[:-1] if len(words) > 1 and words[-1] not in _CALLED else words
    return any(" ".join(words[-n:]) in _CALLED for n in (1, 2, 3))


def number_alone(attribute: str) -> str:
    """The number by which alone a thing is named in an attribute: *5530* of *5530_status*; empty where it is not.

    Args:
        attribute: as a candidate has it.
    """
    said, _, last = attribute.rpartition("_")
    return said.lstrip("#") if last in _TOLD and _ALONE.search(said) is not None else ""


def joined(words: Sequence[Word], start: int, end: int) -> str:
    """The words from one place to another, with a space between two; empty beyond the last.

    Args:
        words: of a sentence.
        start: the first.
        end: behind the last.
    """
    return " ".join(x.text for x in words[start:end]) if end <= len(words) else ""


def _is_called(text: str, words: Sequence[Word], at: int) -> bool:
    """*Project Falcon is on hold*: whether a name stands behind a thing."""
    named = text[words[at].start].isupper() and text[words[at - 1].start].isupper() and words[at].text not in w.BE
    return named and at + 1 < len(words) and words[at + 1].text in w.BE | {"has", "have", "got"}


def _own(text: str, words: Sequence[Word], *, named: bool, alone: bool) -> tuple[list[str], str, int] | None:
    """The words before a thing that say which one it is, what of it is told, and where its name begins."""
    opens = len(words)
    while opens and words[opens - 1].text not in STOPS | JOINING:
        opens -= 1
    before, facet = list(words[opens:]), ""
    of = next((n for n, x in enumerate(before) if x.text == "of"), 0)
    if of and before[of - 1].text in _FACETS and all(x.text in _LEADING | OPENERS for x in before[: of - 1]):
        facet = before[of - 1].text
        before, named = before[of + 1 :], True  # the status of order 5512
    led = next((n for n in range(len(before) - 1, -1, -1) if before[n].text in _LEADING), None)
    if led is None:
        while before and before[0].text in OPENERS:
            before.pop(0)
        plain = not before and (named or alone)
        capitals = bool(before) and all(text[x.start].isupper() for x in before)
        known = plain or (capitals and _tells_which(before))
        return ([_bare(x) for x in before], facet, len(words) - len(before)) if known else None
    opening, own = before[:led], before[led + 1 :]
    if len(own) > _LONGEST or any(x.text not in OPENERS for x in opening) or not _tells_which(own):
        return None
    return [_bare(x) for x in own], facet, len(words) - len(own)


def _tells_which(own: Sequence[Word]) -> bool:
    return all(x.text not in _NOT_THIS for x in own)


def _bare(word: Word) -> str:
    return word.text.removesuffix("'s").removesuffix("'")
