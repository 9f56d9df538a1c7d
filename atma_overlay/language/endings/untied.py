"""What a name is told to be over with, by what it was to the speaker: a membership, a marriage, a project.

*My membership at Sweatbox ran out*, *the divorce from Jory came through*, *they axed Kestrel*. Which records of that
name can have been such a tie is known to `state.resolution.untied`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay import re2
from atma_overlay.language.candidates import BY_REST, BY_TIE, DOUBTED, Candidate, Part, touches
from atma_overlay.language.doubts.happened import dated_long_ago
from atma_overlay.language.endings.partings import retired
from atma_overlay.language.endings.renounced import UNTOLD
from atma_overlay.language.scene import Scene
from atma_overlay.records import Act

COUPLE, WORK = "couple", "work"
"""The units of ties that are no paper; a membership or a contract has its own words as its unit."""
SIGNS = (
    r"\b(?:membership|subscription|contract|account|lease|tenancy) (?:at|with|to|for|of|has|ended|ran|lapsed|expired"
    r"|finished|came|is|was|got)\b",
    r"\b(?:divorce|separation|split|break-?up|annulment) (?:from|with)\b|\bmarriage (?:to|with)\b"
    r"|\b(?:breaking|splitting) up with\b|\bsplitting (?:from|with)\b|\bseparating from\b|\bdivorcing\b"
    r"|\b(?:since|after) i (?:split|broke|separated|divorced)\b",
    r"\b(?:killed|axed|shelved|canned|scrapped|binned|mothballed|discontinued|plug)\b|\b(?:was|been|got|is) cancel+ed\b"
    r"|\bcancel+ed (?:[^amot]|a[^ n]|m[^y]|o[^nu]|t[^h])",
)
"""One of these stands in each of the wordings."""
_PAPERS = frozenset("membership subscription contract account lease tenancy".split())
_PARTED = frozenset(
    """divorce separation split break-up breakup annulment marriage breaking splitting separating divorcing broke
    separated divorced""".split()
)
_ENDED_BY = frozenset(
    "killed axed shelved canned cancelled canceled scrapped binned mothballed discontinued plug".split()
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_WHEN = (
    r"(?:yesterday|today|recently|now|already|(?:last|this) (?:week|weekend|month|year|spring|summer|autumn|fall|winter"
    r"|night|morning|afternoon|quarter|\p{Lu}\p{Ll}+day)|on \p{Lu}\p{Ll}+day|at the end of (?:last month|\p{Lu}\p{Ll}+)"
    rf"|(?:back )?in (?:{_MONTHS})|(?:a|one|two|three|four|a few|a couple of) (?:days?|weeks?|months?) ago)"
)
_BEHIND = rf"(?: {_WHEN})*(?:$|[.,;!)–]| - | (?:and|so|because|as|since|after|which)\b)"
"""What may stand behind it."""
_NAME = r"(?:the )?(\p{Lu}[\p{L}\p{N}'’&.+-]*(?: (?:&|and|of|the|\p{Lu}[\p{L}\p{N}'’&.+-]*)){0,4}?)"
_PERSON = r"(\p{Lu}[\p{L}'’-]+)"
_HAS = r"(?:['’]s|['’]ve| has| have| just| finally| recently| now| officially| already| sadly| since| all)*"
_TIE = r"((?:\p{Ll}+ ){0,2}?(?:membership|subscription|contract|account|lease|tenancy))"
_RAN_OUT = (
    rf"{_HAS} (?:ended|ran out|run out|lapsed|expired|finished|(?:came|come) to an end|is (?:now )?over"
    r"|(?:been|was|were|got|is) (?:now )?(?:cancel+ed|terminated|closed|discontinued|ended))"
)
_TIED = (
    re2.compile(rf"\b(?:[Mm]y|[Oo]ur) {_TIE} (?:at|with|to|for|of) {_NAME}{_RAN_OUT}{_BEHIND}"),
    re2.compile(
        rf"\b(?:I|[Ww]e){_HAS} (?:cancel+ed|ended|terminated|closed) (?:my|our) {_TIE} (?:at|with|to|for|of) "
        rf"{_NAME}{_BEHIND}"
    ),
    re2.compile(
        rf"\b(?:I|[Ww]e){_HAS} let (?:my|our) {_TIE} (?:at|with|to|for|of) {_NAME} (?:lapse|expire|run out){_BEHIND}"
    ),
)
"""*My membership at Sweatbox ran out*, *I've closed my account with Monzo*."""
_TIED_BEFORE = re2.compile(
    rf"\b(?:[Mm]y|[Oo]ur) {_NAME} ((?:\p{{Ll}}+ )?(?:membership|subscription|contract|account)){_RAN_OUT}{_BEHIND}"
)
"""*My Costco membership has expired*."""
_NOT_RENEWED = re2.compile(
    r"(?i)(?:n['’]t|\bnot|\bnever|\bwithout|\bagainst|\bno (?:plans?|intention|point)|\bforgot|\brefus\p{L}+)"
    r"(?: \p{L}+){0,3} (?:re-?new|extend|re-?join)\p{L}*"
)
_RENEWED = re2.compile(
    r"(?i)\b(?:re-?new\p{L}*|extend\p{L}*|rolling|rolls?|rolled|new one|another|again|sign\p{L}*|stay\p{L}*|still|same"
    r"|re-?join\p{L}*|re-?start\p{L}*|re-?activat\p{L}*|re-?open\p{L}*|upgrad\p{L}*|month[- ]to[- ]month|monthly"
    r"|automatic\p{L}*|but|though|although|except|reviv\p{L}*|back|negotiat\p{L}*|reinstat\p{L}*|pay(?:ing|s)?"
    r"|by the month|per month|years ago|by mistake|by accident|of course|kidding|permanent\p{L}*|kept (?:me|us) on"
    r"|took (?:me|us) on|staff|open-ended|guest|day (?:tickets?|pass(?:es)?)|annual|yearly|sim-only|sorted|hire"
    r"|with them|from them|from work|as (?:the|an?) (?:title|code ?name|name)|only to|then un|backup|rebooked)\b"
)
"""What, in the same breath, keeps it going as often as not."""
_PARTING = r"(?:divorce|separation|split|break-?up|annulment)"
_BREAK = r"(?:divorce|split|break-?up|annulment)"
"""A separation may be one of miles."""
_OVER = (
    rf"(?: (?:has|is|was|got|been|finally|now|just|officially|all))*['’]?s?{_HAS} (?:came through|come through"
    r"|went through|gone through|final|finali[sz]ed|done|completed?|official)"
)
_MINE_BEHIND = r"(?:$|[.;!]|,? (?:I|I['’](?:ve|m|d)|[Ww]e|[Ww]e['’]ve|[Mm]y|[Tt]hings?|[Ll]ife|it['’]?s?)\b)"
_COUPLES = (
    re2.compile(rf"\b(?:[Tt]he|[Mm]y|[Oo]ur) {_PARTING} (?:from|with) {_PERSON}{_OVER}{_BEHIND}"),
    re2.compile(
        rf"\b(?:[Tt]he|[Mm]y|[Oo]ur) marriage (?:to|with) {_PERSON} (?:is (?:now )?over|(?:has )?ended){_BEHIND}"
    ),
    re2.compile(rf"\bI{_HAS} (?:got|have) (?:my|the|a) divorce from {_PERSON}{_BEHIND}"),
    re2.compile(
        rf"^(?:[Ss]ince|[Aa]fter|[Ff]ollowing|[Ee]ver since) (?:(?:the|my|our) {_BREAK} (?:from|with)"
        r"|(?:breaking|splitting) up with|splitting (?:from|with)|separating from|divorcing) "
        rf"{_PERSON}{_MINE_BEHIND}"
    ),
    re2.compile(
        rf"^(?:I|I['’](?:ve|m)|[Ww]e|[Mm]y|[Tt]hings?|[Ll]ife) [^,;:]* (?:since|after|following) (?:(?:the|my|our) "
        rf"{_BREAK} (?:from|with)|(?:breaking|splitting) up with|splitting (?:from|with)|separating from|divorcing) "
        rf"{_PERSON}(?:$|[.,;!])"
    ),
    re2.compile(
        rf"(?:[Ss]ince|[Aa]fter) I (?:split (?:up )?(?:from|with)|broke up with|separated from|divorced) {_PERSON}"
        rf"{_BEHIND}"
    ),
)  # fmt: skip
"""*The divorce from Jory came through*, *since breaking up with Dov I've …*."""
_KILLED = (
    r"(?:killed(?: off)?|axed|shelved|canned|cancel+ed|scrapped|binned|mothballed|discontinued|pulled the plug on)"
)
_WHO_KILLS = (
    r"(?:^|[,;:–] |\b(?:and|but|so|that|because|since) )(?:[Tt]hey|[Ww]e|(?:[Uu]pper |[Ss]enior )?[Mm]anagement"
    r"|[Ll]eadership|[Ff]inance|[Cc]orporate|HQ|[Hh]ead office|(?:(?:[Tt]he|[Oo]ur|[Mm]y) (?:\p{L}+ )?(?:board|company"
    r"|client|customer|committee|bosses|boss|execs?|executives|directors?|CEO|CTO|CFO|VP|department|investors?|sponsors?"
    r"|publisher|studio|business|firm|agency|university|council|ministry|funders?|management|leadership|owners?)))"
)
_PROJECT = r"(?:(?:[Pp]roject|[Tt]he) )*(\p{Lu}[\p{L}\p{N}'’&.+-]*(?: \p{Lu}[\p{L}\p{N}&.+-]*){0,2}?)(?: project)?"
_WORKS = (
    re2.compile(rf"{_WHO_KILLS}{_HAS} {_KILLED} {_PROJECT}{_BEHIND}"),
    re2.compile(
        rf"(?:^|[,;:–] |\b(?:and|but|so|that|because|since) ){_PROJECT}{_HAS} (?:been|was|got|is)(?: now| just)? "
        rf"(?:killed(?: off)?|axed|shelved|canned|cancel+ed|scrapped|binned|mothballed|discontinued){_BEHIND}"
    ),
    re2.compile(rf"\b[Tt]he plug{_HAS} (?:been|was|got) pulled on {_PROJECT}{_BEHIND}"),
)
"""*Management killed Dunnock*, *Osprey got canned*, *the plug was pulled on Tern*."""
_BACK_TOGETHER = re2.compile(
    r"(?i)\b(?:together|again|reconcil\p{L}*|made up|for (?:a|one|two|the) (?:day|week|month|bit|while|summer)|almost"
    r"|but|though|although|before we|kidding|years ago)\b"
)
_OF_ANOTHER = re2.compile(r"^, (?:the|an?|our|my|not|one of)\b")
"""*They axed Kestrel, the airline*: which one, where there is more than one."""
_UNTOLD = UNTOLD - {"never", "weekdays", "weekends", "show", "book", "series", "plan"}
_PLAYED = frozenset(
    """episode season level movie novel chapter comic process pid processes raid villain vampire zombie assassin dragon
    character plot finale sequel match quest nearly practically""".split()
)
"""Words of a sentence in which somebody is killed in a story, or a process on a machine."""


def untied(scene: Scene) -> Iterator[Candidate]:
    """The names of what the speaker is no longer tied to, each with the tie as its unit."""
    sentence = scene.sentence
    if not _UNTOLD.isdisjoint(sentence.words) or '"' in sentence.text or "“" in sentence.text:
        return
    yield from _of_papers(scene) if not _PAPERS.isdisjoint(sentence.words) else ()
    if not _PARTED.isdisjoint(sentence.words):
        yield from _first(scene, _COUPLES, COUPLE)
    if not _ENDED_BY.isdisjoint(sentence.words) and _PLAYED.isdisjoint(sentence.words):
        yield from _first(scene, _WORKS, WORK)


def _of_papers(scene: Scene) -> Iterator[Candidate]:
    text = scene.sentence.text
    for pattern in _TIED:
        match = pattern.search(text)
        if match is not None:
            yield from _named(scene, match.span(2), match.group(1))
            return
    before = _TIED_BEFORE.search(text)
    if before is not None:
        yield from _named(scene, before.span(1), before.group(2))


def _first(scene: Scene, wordings: Sequence[re2._Regexp[str]], tie: str) -> Iterator[Candidate]:
    match = next((m for pattern in wordings if (m := pattern.search(scene.sentence.text)) is not None), None)
    if match is not None and _ON_A_DAY.search(match.group()) is None:
        yield from _named(scene, match.span(1), tie)


_ON_A_DAY = re2.compile(r"\bcancel+ed .* (?:on|last) \p{Lu}\p{Ll}+day")
"""*They cancelled Atlas on Friday*: a meeting of that day, as often as the project."""


WHOLE = frozenset({BY_REST, BY_TIE})
"""Marks of what is told whole: nothing else is stated by its words."""


def told_whole(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates of a sentence without what its other rules read in words that are told whole."""
    left = [c.span for c in found if c.attribute == BY_REST]
    tied = [c.span for c in found if c.attribute == BY_TIE]
    kept = [c for c in found if c.attribute == BY_REST or not touches(c.span, left)]
    return [c for c in kept if c.part is not Part.STATEMENT or c.act is Act.END or not touches(c.span, tied)]


def _named(scene: Scene, within: tuple[int, int], tie: str) -> Iterator[Candidate]:
    start = scene.sentence.sentence.start
    span = (start + within[0], start + within[1])
    behind = scene.turn.text[span[1] :]
    if _OF_ANOTHER.match(behind) is not None:
        return
    undone = _BACK_TOGETHER.search(behind) if tie == COUPLE else _RENEWED.search(_NOT_RENEWED.sub("", behind))
    if undone is not None:
        return
    found = retired(scene, scene.turn.text[span[0] : span[1]], span).but(attribute=BY_TIE, unit=tie)
    yield found.but(confidence=DOUBTED) if dated_long_ago(found, scene) else found
