"""Facts that something leads to on their own line: *Anna - My gym is …*, *a page says (My boss is …)*, a list of them.

A sentence that opens with *My* or *Our* behind a label, a dash, a bracket or a bullet is the speaker's own under a
heading that people put over news of their own (*Update - My gym is …*), or under none. Else it may be an example, an
answer of a form, or what somebody else said: it is in doubt, up to the end of its line.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.headings import heads_own_news, is_of_another

_LED = re2.compile(
    r"(?:[:)(\]•·*>–—-][ \t*_]{1,9}|[(\[*_]|^[ \t]*[^\p{L}\n]{1,12}[ \t])(?:My|Our|Its|It|This|The|These)\s+\p{L}"
)
_MARKED = re2.compile(r"^[ \t]*(?:[-*•·–—>☐☑✅✔👉➡▪]|\d{1,2}[.)]|\(?[a-zA-Z0-9][.)]|\[[ xX]?\])")
"""How an item of a list begins."""
_HOLDS_WORDS = re2.compile(r"\p{L}{2}|\p{L}\W*$")
_LETTERED = re2.compile(r"\(?\p{L}\)?")
"""*(a) My gym is …*, and not *A: My gym is …*."""
_SLANTED = re2.compile(r"[*_]\p{L}")
"""*\\*My gym is …\\**: perhaps a quotation."""
_NOT_TICKED = re2.compile(r"^[ \t>*•-]*(?:[☐□]|\[ ?\])[ \t]")
_SENTENCES = re2.compile(r"[.!?;] ")
_MINE = ("i ", "i'", "we ", "we'", "my ", "our ")
_MAY_LEAD = frozenset(":)(]•·*>–—-☐□")
_LONGEST = 120
"""Of what may be a heading; behind more a dash or a bracket belongs to the sentence, and leads to nothing told."""


def led_facts(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that something on their line, or the heading of their list, puts in doubt."""
    if text.isascii() and _MAY_LEAD.isdisjoint(text):
        return
    heading, place, judged = "", 0, {"": True}
    for line in text.splitlines(keepends=True):
        start, end, place = place, place + len(line), place + len(line)
        item = _MARKED.search(line) is not None
        if _NOT_TICKED.search(line) is not None:
            yield start, end
            continue
        for match in _LED.finditer(line):
            head = _head(line[max(0, match.start() - 2 * _LONGEST) : match.start() + 1])
            own = _is_own(head, judged) if head else (not item or _is_own(heading, judged))
            if not own or _SLANTED.match(line, match.start()) is not None:
                yield start + match.start(), end
                break
        if not item and line.strip():
            heading = line.strip()


def _head(before: str) -> str:
    """What stands before a fact in its sentence; nothing where that is no more than a mark of a list."""
    head = before[max((x.end() for x in _SENTENCES.finditer(before)), default=0) :]
    head = head[:-1] if head[-1:] in _MAY_LEAD - {")", ":"} else head
    held = _HOLDS_WORDS.search(head) is not None and _LETTERED.fullmatch(head.strip()) is None
    return head.strip() if held else ""


def _is_own(head: str, judged: dict[str, bool]) -> bool:
    if head not in judged:
        judged[head] = _told_by_the_speaker(head)
    return judged[head]


def _told_by_the_speaker(head: str) -> bool:
    if len(head) > _LONGEST or head.endswith("?"):
        return False
    lowered = head.lower().replace("’", "'").rstrip(":.!? ")
    if head.endswith((".", "!")) and lowered.startswith(_MINE):
        return not is_of_another(lowered)  # I moved last week.
    return heads_own_news(lowered)
