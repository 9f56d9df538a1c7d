"""Data that is shown in prose: an entry of a calendar, settings, a log with its fields, a table without outer bars.

*SUMMARY:Flight AZ204*, *city=York, user_diet=omnivore*, *Insurer | Price*, over *Aviva | £540*.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span

_BEGINS = re2.compile(r"(?m)^[ \t]*BEGIN:[A-Z][\w-]*[ \t]*$")
_ENDS = re2.compile(r"(?m)^[ \t]*END:[A-Z][\w-]*[ \t]*$")
_PARAGRAPH = re2.compile(r"\n[ \t]*\n")
_KEYED = re2.compile(r"[ \t]*(?P<key>[A-Z][A-Z\d_-]{1,30})(?:;[^:\n]{1,60})?:[^\s/].*")
"""*LOCATION:Malpensa*: nobody sets a note down so without a space behind the colon."""
_ASIDES = frozenset("PS PPS NB FYI BTW TLDR EDIT UPDATE NOTE TODO PSA ETA IMO OK".split())
_PAIR = r"[\w.-]{1,40}=(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s,;&|]+)"
_PAIRS = re2.compile(rf"[^\n=]{{0,40}}?{_PAIR}(?:[,;&|]? ?{_PAIR})+[ \t.;,]*")
_ONE_PAIR = re2.compile(rf"[ \t]*{_PAIR}[ \t]*")
_OF_A_PROGRAM = re2.compile(r"(?:^|[\s,;&|])(?:[a-z\d]+[_.][\w.]*|[a-z]+[A-Z]\w*|[A-Z][A-Z\d_]+)=")
"""A key that nobody writes of themselves: *user_diet=*, *dietType=*, *CITY=*."""
_LOGGED = re2.compile(
    r"(?:^|[\s(])(?:[\w$]+\.)*\p{Lu}[\w$]*(?:Exception|Error)\b|FATAL EXCEPTION|^\s*[VDIWEF]/[\w.]+(?:\( *\d+\))?:"
    r"|^\s*(?:Traceback|Caused by:|Process: [\w.]+|npm ERR!|panic:|Segmentation fault)|^\s*at [\w$<>]+(?:\.[\w$<>]+)+\("
    r"|^\s*File \"[^\"\n]*\", line \d|\[(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\]|\bexit (?:code|status) \d"
    r"|^\s*(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)[: ]+[\w-]+[._][\w.]+"
)
_OPENS_A_LOG = re2.compile(
    r"^\s*(?:[VDIWEF]/[\w.]+|at [\w$<>]+(?:\.[\w$<>]+)+\(|Traceback|Caused by:|File \"|npm ERR!|\[[A-Z]+\])"
)
_LEVEL = re2.compile(r"[ \t]*(?:[^\s:]*\d\S* ){0,2}[\[(]?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE|CRITICAL)\b.*")
"""*INFO gym: FitWorks*: a line of a log where another one stands next to it."""
_FIELD = re2.compile(r"[ \t]*[\w ./()-]{1,30}: ?\S.{0,80}")
_SPEAKS = re2.compile(r"(?i)\b(?:i|we|my|our)\b")
_BAR = re2.compile(r"[ \t]\|[ \t]")
_RULED = re2.compile(r"[ \t:|+-]*-[ \t:|+-]*")
_LABELLED = re2.compile(r"^[ \t]*(?:[-*•] )?[^|:]{1,40}: ")
_MAY_HOLD = PatternSet(
    r"\b(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\b|Exception|Traceback",
    r"\w=\S",
    r"(?m)^[ \t]*[A-Z][A-Z\d_-]+(?:;[^:\n]*)?:\S",
    r"[ \t]\|[ \t]",
)
_LEAST = 2


def data_shown(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that are data, in no order."""
    if not _MAY_HOLD.found_in(text):
        return
    yield from _entries(text)
    lines = list(_lines(text))
    yield from _run(lines, [_is_keyed(said) for _, said in lines])
    yield from _run(lines, [_LEVEL.fullmatch(said) is not None and not _SPEAKS.search(said) for _, said in lines])
    yield from _logged(lines)
    yield from _barred(lines)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text, each with where it begins."""
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def _entries(text: str) -> Iterator[Span]:
    """From *BEGIN:VEVENT* to the last *END:*, or to the end of a paragraph where there is none."""
    first = _BEGINS.search(text)
    if first is None:
        return
    ends = [m.end() for m in _ENDS.finditer(text) if m.end() > first.end()]
    blank = _PARAGRAPH.search(text, first.end())
    yield first.start(), ends[-1] if ends else blank.start() if blank is not None else len(text)


def _is_keyed(line: str) -> bool:
    found = _KEYED.fullmatch(line)
    return found is not None and found.group("key") not in _ASIDES


def _run(lines: list[tuple[int, str]], held: list[bool]) -> Iterator[Span]:
    """Lines that are of a kind, where at least two stand together."""
    begin = 0
    for n in range(len(lines) + 1):
        if n < len(lines) and held[n]:
            continue
        if n - begin >= _LEAST:
            yield lines[begin][0], lines[n - 1][0] + len(lines[n - 1][1])
        begin = n + 1


def _logged(lines: list[tuple[int, str]]) -> Iterator[Span]:
    """Fields with *=* that only a program writes, or that stand next to a log, and those with *:* within one."""
    kinds = [_kind(said) for _, said in lines]
    above, below = _next_to_a_log(kinds), _next_to_a_log(kinds[::-1])[::-1]
    for n, (start, said) in enumerate(lines):
        beside = above[n] or below[n] or _OF_A_PROGRAM.search(said) is not None
        logged = kinds[n] == _LOG and _OPENS_A_LOG.search(said) is not None
        if logged or (kinds[n] == _PAIRED and beside) or (kinds[n] == _NAMED and above[n] and below[n]):
            yield start, start + len(said)


_ELSE, _NAMED, _PAIRED, _LOG = range(4)


def _kind(line: str) -> int:
    """Whether a line is of a log, or holds fields with *=* or *:*; none does that speaks of who writes."""
    if _SPEAKS.search(line):
        return _ELSE
    if _LOGGED.search(line):
        return _LOG
    if "=" in line and (_PAIRS.fullmatch(line) or _ONE_PAIR.fullmatch(line)):
        return _PAIRED
    return _NAMED if ":" in line and _FIELD.fullmatch(line) else _ELSE


def _next_to_a_log(kinds: list[int]) -> list[bool]:
    """For each line, whether fields alone stand between it and a log before it."""
    found, near = [], False
    for kind in kinds:
        found.append(near)
        near = kind == _LOG or (near and kind != _ELSE)
    return found


def _barred(lines: list[tuple[int, str]]) -> Iterator[Span]:
    """Rows of as many cells each, between which bars stand, and that speak of nobody in the first."""
    bars = [_bars(said) for _, said in lines]
    begin = 0
    for n in range(1, len(lines) + 1):
        if n < len(lines) and bars[n] == bars[begin] > 0:
            continue
        if bars[begin] and n - begin >= _LEAST and not _SPEAKS.search(lines[begin][1]):
            yield lines[begin][0], lines[n - 1][0] + len(lines[n - 1][1])
        begin = n


def _bars(line: str) -> int:
    """How many bars stand between the cells of a line; none where labels stand in it, or it opens with one."""
    if "|" not in line or line.lstrip()[:1] == "|" or _LABELLED.match(line):
        return 0
    return line.count("|") if _RULED.fullmatch(line) else len(_BAR.findall(line))
