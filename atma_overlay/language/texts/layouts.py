"""Layouts that show a text to be somebody's mail, chat, log or data rather than what the speaker tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.labels.label_words import is_label_line
from atma_overlay.language.texts.mail_ends import end_of_mail

_FENCE = re2.compile(r"(?m)^[ \t]*(?:```|~~~)")
_CODE_IN_LINE = re2.compile(r"(?:^|[^`\p{L}\p{N}])(`[^`\n]*[ ][^`\n]*`)(?:[^`\p{L}\p{N}]|$)")
"""*Run `echo I live in York`*; a name or a value set so is not found here any more, see `marked_up`."""
_QUOTED_LINE = re2.compile(r"(?m)^[ \t]*(?:>|\|).*$")
_HEADERS = re2.compile(
    r"(?im)^(?:from|to|cc|subject|sent|date|reply-to):[ \t]*\S.*\n"
    r"(?:(?:from|to|cc|bcc|subject|sent|date|reply-to):.*\n)+"
)
_SUBJECT = re2.compile(r"(?i)^\s*(?:subject|re|fwd?):[^\n]*\n[ \t]*\n")
_FORWARDED = re2.compile(
    r"(?im)^(?:-{2,}[ \t]*(?:forwarded|original) message|begin forwarded message|on .{6,80} wrote:[ \t]*$)"
)
_RULE = re2.compile(
    r"(?m)^[ \t]*(?:(?:-{3,}|={3,}|\*{3,}|_{3,}|~{5,}|#{5,})[ \t]*|[-=*_~#<>]{3,} ?[^\n]{1,80}? ?[-=*_~#<>]{3,}[ \t]*)$"
)
_COMMENT = re2.compile(r"(?m)^[ \t]*(?://|/\*|<!--|;;|REM ).*$")
_STAMP = (
    r"(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})?[T,]?[ ]?"
    r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d+)?Z?(?:[ ]?[apAP]\.?[mM]\.?)?"
)
_STAMPED = re2.compile(
    rf"(?m)^[ \t]*(?:[\[(<][^\])>\n]{{0,24}}{_STAMP}[^\])>\n]{{0,8}}[\])>][ \t]*\S.*|{_STAMP}[ \t]*[-–|"
    rf"][ \t]*[^\n:]{{1,40}}:.*"
    rf"|{_STAMP}[ \t]+(?:\S+[ \t]+){{0,3}}?\S+:.*|\d{{4}}-\d{{2}}-\d{{2}}[T ]\d{{2}}:\d{{2}}.*"
    rf"|[^\n:,(]{{1,30}}[ \t]?(?:, |\(|\[|— |- ){_STAMP}[)\]]?:.*)(?:\n[ \t]+\S.*)*$"
)
"""A line with its time, and what is set in below it."""
_LABEL = re2.compile(
    r"(?m)^[ \t]*(?:\*\*|[-*•] )?(?P<who>[^\s:*•-][^\s:]*(?: [^\s:]+){0,2})(?:\*\*)?:(?:\*\*)?[ \t]+(?P<said>\S.*)$"
)
_ROLES = frozenset(
    """user assistant human ai bot chatbot system agent customer client caller support rep representative operator
    interviewer interviewee candidate patient doctor nurse seller buyer guest host student teacher narrator op moderator
    recruiter landlord tenant witness attorney lawyer officer speaker person tester q a question answer me him her
    them they he she boss mum mom dad wife husband""".split()
)
"""Who speaks in a transcript, where a label says it."""
_TOPICS = frozenset(
    """home house flat address city town country location place work job employer company role title diet food gym
    fitness sport pet pets dog cat car transport phone laptop email manager boss team rent money budget health
    sleep hosting app project stack database editor school kids family news update updates note notes edit ps
    pps psa fyi btw todo status summary changes change old new now before after reminder correction question
    date time name age hobby hobbies so also anyway first second third finally today yesterday monday tuesday
    wednesday thursday friday saturday sunday background context facts fact goal situation problem issue result
    plan housing living career life personal professional big quick small good bad breaking current""".split()
)
"""What the speaker's own lists and notes are headed by."""
_SALUTATION = re2.compile(
    r"(?im)^[ \t]*(?:dear|hi|hello|hey|hiya|good (?:morning|afternoon|evening)|to) "
    r"(?P<whom>[^\s,!:]+(?: [^\s,!:]+){0,3})[,!:]?[ \t]*\n"
)
_ANYBODY = frozenset("all team sir madam both folks everyone colleagues hiring customer neighbour neighbor".split())
_CLOSING = re2.compile(
    r"(?im)^[ \t]*(?:best|best wishes|all the best|(?:kind |warm |best |many )?regards|cheers|sincerely|yours|"
    r"love|xoxo|x+|"
    r"(?:many )?thanks(?: in advance)?|thank you|take care|respectfully|yours (?:sincerely|faithfully|truly)|"
    r"lots of love|cordially|warmly|hugs)[,.! ]*\n+[ \t]*(?:[-–—~] ?)?[\p{L}][^\n]{0,40}$"
)
_TAGGED = re2.compile(r"<([A-Za-z][\w-]*)(?:\s[^<>]*)?>")
_KEYED = re2.compile(r"[{\[][^{}\[\]]*[\"'“‘][\w -]+[\"'”’]\s*:[^{}\[\]]*[}\]]")
_CUE_TIMES = re2.compile(r"(?m)^[^\n]*\d\d:\d\d[:.,\d]* *--> *[^\n]*\n(?:[^\n]*\S[^\n]*(?:\n|$))*")
_CELLS = re2.compile(r"(?m)^[^,;\t\n]*\p{L}[^,;\t\n]*(?:[,;\t][^ ,;\t\n][^,;\t\n]*)+$")
_SCENE = re2.compile(r"(?m)^[ \t]*(?:INT\.|EXT\.|FADE (?:IN|OUT)|CUT TO|ACT [IVX\d]+|SCENE \d)")
_CUED = re2.compile(r"(?m)^[ \t]*[A-Z][A-Z' .]{1,24}(?: \([^)\n]{1,30}\))?[ \t]*\n[ \t]*[^\sA-Z]?[^\n]*[a-z][^\n]*$")
_NAMED_CUE = re2.compile(r"(?m)^[ \t]*[A-Z][A-Z' ]{1,24}\.(?: \([^)\n]{1,40}\))? \S[^\n]*$")
_TICKET = re2.compile(
    r"(?m)^[ \t]*(?:\[?[A-Z]{2,8}-\d{1,6}\b|#\d{2,6}\b|ticket #?\d+)[^\n]*\n(?:[^\n]*\S[^\n]*(?:\n|$))*"
)
_TIMED = re2.compile(
    rf"(?m)^[ \t]*[^\n:.!?]{{1,30}}?[ ,·—(\[-]+(?:(?:today|yesterday|"
    rf"\w+day)(?: at)? )?{_STAMP}[)\]]?[ \t]*\n(?:[^\n]*\S[^\n]*(?:\n|$))+"
)
_INDENTED = re2.compile(r"(?m)^[ \t]*(?:- )?[\w.-]+:(?:[ \t].*)?\n(?:(?:[ \t]+\S|- ).*(?:\n|$))+")
_ATTRIBUTED = re2.compile(r"(?m)(?:^[ \t]*(?:[—–]|--) ?[A-HJ-Z][^\n.!?]{2,50}|\(by [^)\n]{3,80}\)[^\n]*)$")
_DASHED_NAME = re2.compile(r"\n[ \t]*[-~] ?\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*){0,2}\s*$")
"""*… - Bob* on a last line of its own, where no list stands above it."""
_LISTED = re2.compile(r"(?m)^[ \t]*-")
_SAYS_WHO = re2.compile(
    r"(?m)^[ \t]*(?P<who>[\p{L}@][^\n:.,!?]{0,30}?) (?:wrote|writes|said|says|texted|messaged|replied|posted)[ \t]*\n"
)
_DOTTED = re2.compile(r"^- ([^:]{1,60}):[ \t]+(\S.*)$")
_ONESELF = re2.compile(r"(?i)\b(?:i|we)\b")
_LONG_QUOTE = re2.compile(r"(?:^|[\s(:])([\"“«][^\"“”«»]*[\"”»])")
_SINGLE_QUOTE = re2.compile(
    r"(?:^|[\s(:,])(['‘](?:\p{L}['’]\p{L}|[^\s'’‘])(?:[^'’‘\n]|\p{L}['’]\p{L})*[^\s'’‘]['’])(?:[\s.,;:!?)]|$)"
)
_OTHER_QUOTE = re2.compile(
    "„[^„“”\n]*[“”]|[「『][^「」『』\n]*[」』]|《[^《》\n]*》|‹[^‹›\n]*›|»[^«»\n]*«"
    + r'|(?s:"{3}.*?"{3})|(?s:\'{3}.*?\'{3})'
)
"""Quotation marks of other languages, and of code; what they hold is cited however short it is."""
_WHO_SAYS = re2.compile(r"(?m)^[ \t]*<[\w.@| -]{1,40}>[ \t]+\S.*$")
"""*<bob> I left*: a line of a chat, with who says so."""
_ASSIGNED = re2.compile(r"(?m)^[ \t]*(?:(?:export|set|let|const|var) )?[\w.$\[\]-]{1,40}[ ]?(?::?=|<?<-)[ ]?[\"'\w].*$")
"""*msg=I left*, *text := I left*, *text <- I left*: data; *rent = £900* is a note of one's own."""
_CITED = re2.compile(
    r"(?i)(?:\b(?:says?|said|saying|reads?|reading|states?|stated|shows?|claims?|claimed|goes|writes|wrote|tweeted|posted"
    r"|(?:the|a|this|that|its|their|your|my|our|his|her|old|word|words) (?:line|text|title|heading|headline|header"
    r"|caption|label|comment|sign|banner|message|string|slogan|subject|sentence|phrase|note|words?))[:,]?) ?$"
)
"""Before a quotation: *the page says '…'*, *the heading '…'*."""
_MIN_CITED_WORDS, _BEFORE_QUOTE = 2, 24
_CODED = re2.compile(
    r"(?im)^[ \t>$#]*(?:(?:assert|expect|print|printf|puts|it|test|describe|console\.\w+)(?: \w+)?\(|assert \w"
    r"|echo [\"']|insert into |update \w+ set |select [^\n]{1,60} from |values ?\()[^\n]*[\"'][^\n]*$"
)
"""A line of a program or a query that holds a text."""
_KEYS = re2.compile(r"(?m)^[ \t]*(?:- )?[\w.-]+:[ \t]*(?:\||>|[\w\"'].*)?\n[ \t]*(?:[ \t]{2,}|- )\S")
_SPEAKS = re2.compile(r"(?i)\b(?:i|we|my|our|me|us)\b")
"""Of what is said between single quotation marks; without it they hold a title: *'The Dark Side of the Moon'*."""
_MIN_QUOTED_WORDS = 3
_MIN_LINES = 2

_HINTS = PatternSet(
    r"[>|<{\[«‘„「『《‹»=`]", r'"""|\'\'\'', "```", "~~~", "--", r"(?m)^\s*(?:={3,}|\*{3,}|_{3,}|#{5,})", "(?m)^[ \t]*(?://|/\\*|;;|"
    r"REM )", r"\d[:.]\d\d",
    r"(?m)^[^\n:]{1,60}: ", r"(?m)^[^\n]{1,60}:$", r"\n[^\n]{0,60}\n", r"(?:^|"
    r"[\s(:,])'\p{L}", r"[\"“][^\"“”\n]*\n", r"(?i)^\s*(?:subject|re|fwd?):",
    r"\n[ \t]*[-~] ?\p{Lu}[\p{L} .'’-]*\s*$", r"(?m)(?:wrote|writes|said|says|texted|messaged|replied|posted)[ \t]*\n",
    r"\w\([\"']|(?i:insert into|echo |select )",
)  # fmt: skip
"""Without one of these a text is laid out like any other."""


def laid_out(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that its layout shows to be material, in no order."""
    if not _HINTS.found_in(text):
        return
    yield from _fenced(text, _FENCE)
    if "`" in text:
        yield from (m.span(1) for m in _CODE_IN_LINE.finditer(text))
    yield from (m.span() for m in _QUOTED_LINE.finditer(text))
    yield from _quoted(text)
    for pattern in (_HEADERS, _SUBJECT, _FORWARDED):
        match = pattern.search(text)
        if match is not None:
            yield match.start(), end_of_mail(text, match.start())
    yield from _letters(text)
    yield from _tagged(text)
    for pattern in (_COMMENT, _STAMPED, _KEYED, _CUE_TIMES, _TICKET, _OTHER_QUOTE, _WHO_SAYS):
        yield from (m.span() for m in pattern.finditer(text))
    yield from (m.span() for m in _CODED.finditer(text) if _SPEAKS.search(m.group()))
    if "=" in text or "<-" in text:
        yield from (m.span() for m in _ASSIGNED.finditer(text) if _SPEAKS.search(m.group()))
    if "\n" in text:
        marks = [m.start() for m in _RULE.finditer(text)]
        yield from ((marks[n], marks[n + 1]) for n in range(0, len(marks) - 1, 2))
        yield from _spoken(text)
        yield from _played(text)
        yield from (m.span() for m in _TIMED.finditer(text))
        yield from (
            m.span() for m in _INDENTED.finditer(text) if _KEYS.search(m.group()) and not _lists_labels(m.group())
        )
        yield from ((0, m.end()) for m in _ATTRIBUTED.finditer(text))
        yield from _named(text)
        yield from _table(text)


def _named(text: str) -> Iterator[Span]:
    """What stands over the name of who said it, and under *Bob wrote* on a line of its own."""
    below = _DASHED_NAME.search(text)
    if below is not None and not _LISTED.search(text[: below.start()]):
        yield 0, len(text)
    yield from ((m.end(), len(text)) for m in _SAYS_WHO.finditer(text) if not _ONESELF.search(m.group("who")))


def _fenced(text: str, fence: object) -> Iterator[Span]:
    """Between a fence and the next; one that is never closed reaches to the end."""
    marks = [m.start() for m in fence.finditer(text)]  # type: ignore[attr-defined]  # of re2, untyped
    for place in range(0, len(marks), 2):
        yield marks[place], marks[place + 1] if place + 1 < len(marks) else len(text)


def _quoted(text: str) -> Iterator[Span]:
    """Quotations that reach over lines, or stand in marks that tokens do not know."""
    for match in _LONG_QUOTE.finditer(text):
        said = match.group(1)
        if "\n" in said or said[0] == "«":
            yield match.span(1)
    for match in _SINGLE_QUOTE.finditer(text):
        words, start = len(match.group(1).split()), match.start(1)
        spoken = words >= _MIN_QUOTED_WORDS and _SPEAKS.search(match.group(1))
        if spoken or (words >= _MIN_CITED_WORDS and _CITED.search(text[max(0, start - _BEFORE_QUOTE) : start])):
            yield match.span(1)


def _letters(text: str) -> Iterator[Span]:
    """From a salutation to the signature: *Dear Tom, … Best, Jenny*."""
    opening = _SALUTATION.search(text)
    whom = next(iter(opening.group("whom").split()), "") if opening is not None else ""
    if opening is None or not (whom[:1].isupper() or whom[:1] in "[<{" or whom.lower() in _ANYBODY):
        return
    closing = _CLOSING.search(text[opening.end() :])
    if closing is not None:
        yield opening.start(), opening.end() + closing.end()


def _tagged(text: str) -> Iterator[Span]:
    """Between a tag and the one that closes it."""
    done = 0
    for match in _TAGGED.finditer(text):
        if match.start() < done:
            continue
        closed = text.find(f"</{match.group(1)}>", match.end())
        if closed >= 0:
            done = closed + len(match.group(1)) + 3
            yield match.start(), done


def _spoken(text: str) -> Iterator[Span]:
    """The lines of a conversation that say who speaks: roles, a name that comes back, or two names by turns.

    What only names a thing and its value (*rent: 950*) is nobody's turn; see `label_lines`.
    """
    lines = [(m.span(), m.group("who").lower(), m) for m in _LABEL.finditer(text)]
    if len(lines) < _MIN_LINES:
        return
    often = Counter(who for _, who, _ in lines)
    roles = {who for who in often if who.rstrip("0123456789 #").split()[-1:] and who.split()[0] in _ROLES}
    roles -= {who for _, who, m in lines if " " in who and is_label_line(who, m.group("said"))}  # guest count: 90
    named = {who for who in often if _TOPICS.isdisjoint(who.split())} - roles
    talk = bool(roles) or any(often[who] >= _MIN_LINES for who in named) or len(named) >= _MIN_LINES
    if talk:
        spoken = ((span, m) for span, who, m in lines if who in roles or who in named)
        yield from (span for span, m in spoken if roles or not is_label_line(m.group("who"), m.group("said")))


def _lists_labels(text: str) -> bool:
    """Whether each line is a dot of a list with a label and its value: *- rent: 950*, which is no file of settings."""
    found = [_DOTTED.match(line) for line in text.rstrip("\n").split("\n")]
    return all(m is not None and is_label_line(m.group(1), m.group(2)) for m in found)


def _played(text: str) -> Iterator[Span]:
    """A script: from its first heading, or its first cue where there are two."""
    heading = _SCENE.search(text)
    cues = sorted(m.start() for cue in (_CUED, _NAMED_CUE) for m in cue.finditer(text))
    if heading is not None:
        yield heading.start(), len(text)
    elif len(cues) >= _MIN_LINES:
        yield cues[0], len(text)


def _table(text: str) -> Iterator[Span]:
    """Rows of cells, as many in each."""
    rows: list[tuple[Span, int]] = []
    for match in _CELLS.finditer(text):
        row = match.group()
        cells = sum(row.count(mark) for mark in ",;\t")
        adjacent = rows and match.start() == rows[-1][0][1] + 1 and rows[-1][1] == cells
        if not adjacent:
            yield from _rows(rows)
            rows = []
        rows.append((match.span(), cells))
    yield from _rows(rows)


def _rows(rows: list[tuple[Span, int]]) -> Iterator[Span]:
    if len(rows) >= _MIN_LINES:
        yield rows[0][0][0], rows[-1][0][1]
