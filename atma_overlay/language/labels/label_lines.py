"""Label lines of a turn: *db: Postgres 14, cache: Redis*, *- rent: 950*, rows of tables of two columns.

Each is told of the speaker, of whom its heading names, or of nobody; see `label_headings`. What looks like a file of
settings or a recipe is nobody's unless its heading says that it is the speaker's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from atma_overlay import re2
from atma_overlay.language.grammar.tokens import MAX_ANALYSED_CHARACTERS, Span
from atma_overlay.language.labels import cards
from atma_overlay.language.labels.label_headings import MY_HEADING, OPEN_HEADING, Heading, Whose, heading_of, owned_by
from atma_overlay.language.labels.label_values import beside_value
from atma_overlay.language.labels.label_words import (
    GROUPS,
    holds,
    is_value,
    names_a_thing,
    names_whom,
    orders,
    told_under_a_heading_alone,
)
from atma_overlay.values.normal import UNIT_OF

MAX_ENTRIES = 24
_COLON = re.compile(r"(?:\*\*|__|`)?:(?:\*\*|__|`)?[ \t]+")
_MAY_HOLD = re2.compile(r":(?:\*\*|__|`)?[ \t]|\||(?m:^[^.!?:\n]{2,40} [$€£]?\d)")
_BULLET = re.compile(r"^[ \t]*(?:(?:[-*•+–]|\d{1,2}[.)])[ \t]+)?(?:\[(?P<box>[ xX✓✔])\][ \t]+)?(?:\*\*|__|`)?")
_BREAK = re.compile(r"(?:[,;|(]|[.!?]|[ \t][-–—])[ \t]+(?:\*\*|__)?(?:and )?")
_STOP = re.compile(r"[.!;](?:[ \t]+|$)")
_TITLES = frozenset("mr mrs ms dr prof st no vs approx".split())
_BARE = re.compile(r"(\w[\w'’]*(?: [^\W\d]\w*){0,2}) ([$€£]?\d[\d.,]*(?:[kKmM%]\b|%)?(?: ?([^\W\d]{1,7}))?)")
"""A noun with a figure behind it, and nothing else: *min sdk 21*, *weight 82 kg*."""
_LONGEST_BARE = 100
_NO_RELATIONS = frozenset(
    "street road avenue day month year week session question version page line chapter part number no room flat".split()
)
_ROW = re2.compile(r"^[ \t]*\|[ \t]*([^|\n]{1,40}?)[ \t]*\|[ \t]*([^|\n]{1,80}?)[ \t]*\|[ \t]*$")
_OPEN_ROW = re2.compile(r"^[ \t]*([^|:\n]{1,40}?)[ \t]+\|[ \t]+([^|:\n]{1,80}?)[ \t]*$")
"""One of a table without outer bars, where it does not stand alone."""
_RULED = re2.compile(r"^[ \t]*\|[ \t|:-]*$")
_OWNER = re2.compile(r"^((?:(?:[Mm]y|[Oo]ur|[Tt]he|[Aa]n?|[Nn]ext|[Ll]ast) )?\S+['’]s) (\S.*)$")
_MINE = re2.compile(r"^(?:[Mm]y|[Oo]ur) (\S.*)$")
_IN_THE_KITCHEN = re.compile(r"(?i)^\d[\d.,/½¼¾]* ?(?:g|ml|l|dl|cl|tbsp|tsp|cups?|oz|pinch|cloves?|slices?)\b")
_KEY = re.compile(r"^[a-z][\w.-]*$")
_KEYS = frozenset(GROUPS["settings_keys"].split("|"))
_LEAST_KEYS, _LEAST_MEASURED = 3, 2
_SAID_BESIDE = "(~"
_MANY = 4
"""Labels that nobody sets down of themselves without a heading as often as they copy them."""


class State(StrEnum):
    """What a label tells."""

    TOLD = "told"
    LISTED = "listed"
    """Told in a list that says not whose it is: it takes the place of nothing surer."""
    DOUBTED = "doubted"
    """It may be of something else."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Entry:
    """A label with its value.

    Attributes:
        label: the noun, as it was typed.
        owner: whose it is, in the words that stand before the noun; empty for the speaker.
        place: where the label begins in the turn.
        span: where the value stands.
        whose: whose it is by its owner or its heading.
        state: whether it tells something, and how surely.
        row: whether it stands in a table.
        bare: whether it has no colon.
        now: the sentence that tells it as a change, where one does; see `brief_tellings`.
        beside: whether it stands within a sentence, and so takes the place of nothing.
        aside: where it names what was or may be beside its value: *MySQL → Postgres*, *Pulse (ex FitWorks)*.
    """

    label: str
    owner: str
    place: int
    span: Span
    whose: Whose
    state: State
    row: bool
    bare: bool
    now: str = ""
    beside: bool = False
    aside: Span | None = None


@dataclass(frozen=True, slots=True)
class _Part:
    """What stands before a label, or a label with its value."""

    lead: str = ""
    label: str = ""
    place: int = 0
    span: Span = (0, 0)
    row: bool = False
    bare: bool = False
    undone: bool = False
    """Whether it stands behind an empty box: *[ ] gym: Pulse*."""


def entries(text: str) -> list[Entry]:
    """The label lines of a turn, in order; none where it is a card about one of many (see `cards`)."""
    if _MAY_HOLD.search(text) is None:
        return []
    read = list(_lines(text[:MAX_ANALYSED_CHARACTERS]))
    parts = [part for line in read for part in line]
    labelled = [part for part in parts if part.label]
    copied = _are_settings(labelled, text) or _are_measured(labelled, text)
    if not labelled or (not copied and cards.is_of_one_of_many(text.lower())):
        return []
    lines = sum(any(part.label for part in line) for line in read)
    asked = lines > 1 and any(part.lead.endswith("?") for part in parts)
    many = lines > 1 and len(labelled) >= _MANY
    out: list[Entry] = []
    heading = OPEN_HEADING
    for part in parts:
        if part.lead:
            heading = _under(heading, heading_of(part.lead))
            continue
        listed = lines > 1 or (bool(out) and out[-1].whose is Whose.OPEN)
        state = State.NOTHING if copied or asked or part.undone else State.DOUBTED if many else _AS_LISTED[listed]
        entry = _entry(part, heading, text, state=state)
        if entry is None:
            continue
        out.append(entry)
        if entry.whose is Whose.OPEN and names_whom(entry.label) and _is_called(text, part.span):
            heading = Heading(Whose.NAMED, f"{text[part.span[0] : part.span[1]]}'s")
    return out[:MAX_ENTRIES]


_AS_LISTED = {True: State.LISTED, False: State.TOLD}


def _entry(part: _Part, heading: Heading, text: str, *, state: State) -> Entry | None:
    """A label with whose it is; None where the label names nothing that has a value.

    Args:
        part: the label and its value.
        heading: what stands above it.
        text: of the turn.
        state: how surely it is told where nothing says whose it is.
    """
    owned, mine = _OWNER.match(part.label), _MINE.match(part.label)
    label = part.label
    if owned is not None:
        label, heading = owned.group(2), _under(heading, owned_by(owned.group(1)))
    elif mine is not None:
        label, heading = mine.group(1), MY_HEADING
    was = beside_value(text, _of_value(part.span, text))
    span, aside, changed = was.span, was.aside, was.changed
    value = text[span[0] : span[1]]
    if not names_a_thing(label) or not is_value(value) or orders(value):
        return None
    if heading.whose is not Whose.OWN and (part.row or told_under_a_heading_alone(label)):
        return None
    if not holds(value) or heading.whose is Whose.NOBODYS or state is State.NOTHING:
        state = State.NOTHING
    elif not changed and any(mark in text[part.span[0] : part.span[1]] for mark in _SAID_BESIDE):
        state = State.DOUBTED  # MySQL (deprecated)
    elif heading.mine or heading.owner:
        state = State.TOLD
    elif heading.whose is Whose.OTHER:
        state = State.NOTHING if state is not State.TOLD else State.DOUBTED
    elif heading.whose is Whose.OWN and state in {State.LISTED, State.DOUBTED}:
        state = State.TOLD
    elif part.bare:
        state = State.LISTED
    now = text[part.place : part.span[1]] if changed and state in {State.TOLD, State.LISTED} else ""
    return Entry(label, heading.owner, part.place, span, heading.whose, state, part.row, part.bare, now, aside=aside)


def _of_value(span: Span, text: str) -> Span:
    """Where a value stands, without a clause behind it: *lemon, she's off chocolate*."""
    value = text[span[0] : span[1]]
    head, comma, _ = value.partition(",")
    return (span[0], span[0] + len(head)) if comma and not is_value(value) and is_value(head) else span


def _under(before: Heading, heading: Heading) -> Heading:
    """What stands under a heading of nobody's stays so until somebody says *my*."""
    return before if before.whose is Whose.NOBODYS and not heading.mine else heading


def _is_called(text: str, span: Span) -> bool:
    words = text[span[0] : span[1]].split()
    return 0 < len(words) < 4 and all(x[:1].isupper() for x in words)


def _lines(text: str) -> Iterator[list[_Part]]:
    """The parts of each line of a text."""
    start, headed = 0, False
    lines = text.split("\n")
    for n, line in enumerate(lines):
        barred = line.lstrip()[:1] == "|"
        if barred or (_OPEN_ROW.match(line) is not None and _is_in_a_table(lines, n)):
            headed = n + 1 < len(lines) and _RULED.match(lines[n + 1]) is not None
            row = None if headed or _RULED.match(line) is not None else (_ROW if barred else _OPEN_ROW).match(line)
            if row is not None:
                begin, end = row.span(2)
                yield [
                    _Part("", row.group(1).strip("*_` "), start + row.start(1), (start + begin, start + end), row=True)
                ]
        else:
            yield list(_parts(line, start))
        start += len(line) + 1


def _is_in_a_table(lines: list[str], place: int) -> bool:
    """Whether a row without outer bars stands next to another one."""
    return any(_OPEN_ROW.match(x) for x in (*lines[max(place - 1, 0) : place], *lines[place + 1 : place + 2]))


def _parts(line: str, start: int) -> Iterator[_Part]:
    """The parts of a line that begins at `start`."""
    marks = list(_COLON.finditer(line)) if ":" in line else []
    if not marks:
        bare = _bare(line, start)
        yield from bare or _lead(line)
        return
    bullet = _BULLET.match(line)
    begin = bullet.end() if bullet is not None else 0
    undone = bullet is not None and bullet.group("box") == " "
    label, place = "", begin
    for mark in marks:
        breaks = list(_BREAK.finditer(line[begin : mark.start()]))
        behind = begin + breaks[-1].end() if breaks else begin
        before = begin + breaks[-1].start() if breaks else begin
        shown = before + 1 if breaks and line[before] in ".!?" else before
        if label and before > begin:
            yield from _told(line, (label, place), (begin, before), start)
        elif label:
            yield from _lead(f"{label} ")
        else:
            yield from _lead(line[begin:shown])
        label, place, begin = line[behind : mark.start()].strip("*_` "), behind, mark.end()
    for part in _told(line, (label, place), (begin, len(line)), start):
        yield replace(part, undone=undone)


def _bare(line: str, start: int) -> list[_Part]:
    """Figures behind their nouns that open a line without a verb: *min sdk 21, target 34*, *Budget 40k, from June*."""
    if len(line) > _LONGEST_BARE or not any(x.isdigit() for x in line) or line.rstrip()[-1:] in {"?", "!"}:
        return []
    bullet = _BULLET.match(line)
    place = bullet.end() if bullet is not None else 0
    out: list[_Part] = []
    pieces = line[place:].split(", ")
    for piece in pieces:
        found = _BARE.fullmatch(piece.rstrip(" ."))
        if found is None or not _NO_RELATIONS.isdisjoint(found.group(1).lower().split()):
            break
        if found.group(3) is not None and found.group(3).lower() not in UNIT_OF:
            break
        begin, end = found.span(2)
        out.append(_Part("", found.group(1), start + place, (start + place + begin, start + place + end), bare=True))
        place += len(piece) + 2
    return out if len(out) == len(pieces) or (out and is_value(line[place:])) else []


def _told(line: str, labelled: tuple[str, int], rest: Span, start: int) -> Iterator[_Part]:
    """A label with its value, up to where its sentence ends, and what stands behind that."""
    begin, end = rest
    stop = next((m for m in _STOP.finditer(line[begin:end]) if not _abbreviates(line[begin : begin + m.start()])), None)
    closed = end if stop is None else begin + stop.start()
    value = line[begin:closed].rstrip(" \t*_`,")
    if value:
        yield _Part("", labelled[0], start + labelled[1], (start + begin, start + begin + len(value)))
    if stop is not None:
        yield from _lead(line[begin + stop.end() : end])


def _abbreviates(before: str) -> bool:
    last = before.rpartition(" ")[2]
    return last.lower() in _TITLES or (len(last) == 1 and last.isupper())


def _lead(text: str) -> Iterator[_Part]:
    """The last sentence of what stands before labels."""
    said = text.strip()
    if said:
        ends = [m.end() for m in _STOP.finditer(said) if m.end() < len(said)]
        yield _Part(said[ends[-1] if ends else 0 :])


def _are_settings(labelled: list[_Part], text: str) -> bool:
    """Whether labels are the keys of a file: *host: a.local*, *port: 5432*, *user: app*."""
    keys = [x.label for x in labelled if _KEY.match(x.label) and " " not in text[x.span[0] : x.span[1]]]
    known = sum(x in _KEYS for x in keys)
    return len(keys) >= _LEAST_KEYS and known * 2 >= len(keys)


def _are_measured(labelled: list[_Part], text: str) -> bool:
    """Whether labels are what a dish is made of: *flour: 200 g*, *milk: 300 ml*."""
    return sum(_IN_THE_KITCHEN.match(text[x.span[0] : x.span[1]]) is not None for x in labelled) >= _LEAST_MEASURED
