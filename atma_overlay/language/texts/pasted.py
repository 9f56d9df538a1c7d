"""Texts that may be somebody else's by what stands over them or before them, though no mark sets them apart.

*Could you reply for me? Hi! I moved, …* · *From the club's newsletter* · *Jess on the phone: I moved*. People greet
more than once, and give titles to what they tell: what stands there is in doubt, so that it is noted and retires
nothing. Texts that a request or a question is about are those of `leads`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.words import common_words
from atma_overlay.language.texts.headings import OWN
from atma_overlay.language.texts.reworked import close_of
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("handed_over.toml")
_DOCUMENT = rf"(?:{_GROUPS['documents']})"
_PERSON = (
    rf"(?:{_GROUPS['people']}|ex|nephew|niece|grandad|gran|grandma|grandpa|nan|student|tenant|boyfriend|girlfriend)"
)
_SENTENCE = r"(?:^|[\n.!?][\"”)]?)[ \t>*•-]*"

_HELLO = r"(?:dear|hi|hiya|hallo|hello|good (?:morning|afternoon|evening))"
_ALL = (
    r"(?:all|team|everyone|everybody|folks|guys|sir|madam|friends|customer|neighbou?rs?|colleagues|there|love|luv|mate"
    r"|it['’]s)"
)
_GREETED = (
    r"(?im)(?:\n[ \t]*|:[ \t]+)hey(?: \p{L}+)?[ ,!]"
    rf"|(?:\n[ \t]*|[:?][ \t]+|[–—-] ){_HELLO}(?:[ ][\p{{L}}\d.'’\[\]<>&-]+){{0,4}}[ \t]*(?:[,!.–—]|$)"
    r"|(?:\n[ \t]*|[?:]\s+)(?:dear|hey|hi|hiya|hallo|hello) (?-i:\p{Lu})[\p{L}.'’-]+"
    rf"|[.!]\s+(?:dear (?-i:\p{{Lu}})[\p{{L}}.'’-]+|(?:dear|hey|hi|hiya|hallo|hello) {_ALL}\b)"
)
_FROM = (
    r"(?im)^[ \t]*(?:(?:seen|found|posted|printed|overheard|heard|read|copied|quoted) )?(?:from|in|on|out of|via) "
    rf"(?:an?|the|this|his|her|their|our|my \w+['’]s|\w+['’]s) (?:[\w'’-]+ ){{0,4}}?{_DOCUMENT}\b[^\n.?!:]{{0,40}}?"
    r"(?:\n|:|[ ]?-{2,}| [–—-] )"
)
_HEADS = rf"(?i)^[ \t#*_=]*(?:[\w'’#-]+ ){{0,4}}?(?:{_GROUPS['heading_documents']})\b[^\n.!?]{{0,50}}[.!]?[ \t*_=]*\n"
_NAMED_FOR = (
    rf"(?i){_SENTENCE}(?:[\w'’-]+,? ){{0,4}}?{_DOCUMENT}(?: [\w'’-]+){{0,4}}? (?:for|of|by|from|on|at|in|under)"
    r" (?P<whom>[\w'’ -]{2,50}?)(?:,[^\n.!?:]{0,40})?(?::|!!+)"
)
_OF_PERSON = (
    rf"(?i){_SENTENCE}(?:[\w'’-]+,? ){{0,4}}?"
    rf"(?:(?:my|our) {_PERSON}(?:['’]?s)?|his|her|their|(?P<name>(?-i:\p{{Lu}}\w+))['’]s)"
    rf" (?:[\w'’-]+ ){{0,3}}?(?:{_DOCUMENT}|status)\b[^\n.!?:]{{0,60}}(?::|[.!?]*[ \t]*\n)"
)
_FOR_ANOTHER = (
    r"(?i)\b(?:on behalf of|in the (?:name|voice|style) of|in (?:his|her|their|my \w+['’]?s|\w+['’]s)"
    r" (?:name|voice|words?)|as (?:told|dictated|given|written|spoken) by|(?:spoken|said|written|voiced|narrated"
    r"|dictated) by|for \w+ to (?:post|send|read|say|sign|publish|give))\b[^\n.!?:]{0,80}:"
)
_WOULD_SAY = (
    r"(?i)\b(?:he|she|they|(?-i:\p{Lu}\w+)|my \w+)(?:['’]d| would| wants to| wanted to| will|['’]ll)"
    r" (?:say|says|write|put it|open|begin|start)\b[^.?!:\n]{0,40}: (?:i|we|my|our)\b"
)
_CHANNEL = (
    rf"(?:^|[\n.!?][\"”)]?)[ \t>*•-]*(?P<who>[\p{{L}}'’]+(?: [\p{{L}}'’]+){{0,3}}) (?i:{_GROUPS['channels']})(?: \w+)?:"
)
_TURNS = r"[.!?][\"”]?\s+(?:Me|Him|Her|Them|You|She|He|They|A|Q|A\d|Q\d): "
_MADE_UP = rf"(?i)\b(?:{_GROUPS['made_up_people']})s?\b[^.!?\n:]{{0,40}}:"
_OF_A_WORK = (
    r"(?i)\bwrit(?:e|ing) (?:an?|my|the|our) [^.!?:\n]{0,20}?\b(?:sitcom|novel|film|movie|play|series|story|comic"
    r"|script|screenplay|musical|opera|sketch|skit|radio play)\b[^.!?:\n]{0,40}[.:!]\s+(?-i:\p{Lu}\p{L}+): "
)
_LOOK_WHAT = (
    r"(?i)\b(?:listen to|look at|look|guess|this is|here['’]s|here is|read|check|see|get this,?|believe) what "
    r"(?P<who>[\w'’]+(?: [\w'’]+){0,2}?) (?:just |has |had )?(?:wrote|written|said|texted|posted|sent|told|messaged"
    r"|emailed)\b[^.!?:\n]{0,30}[.!?:…]+"
)
_NAMED_OVER = rf"(?i)^\s*(?P<over>[^\n?]{{0,60}}?\b(?:{_DOCUMENT}|{_GROUPS['named_over']})\b[^\n?]{{0,60}})\n"
_THIS = (
    r"(?:this|the following)(?: (?:in|on|at|by|under|to|for|as|yesterday|today|message|note|text|letter|mail|email"
    r"|review|post|comment|card|one|back|from|last|over|into|about|near|behind|above|below)\b"
)
_LIES_THERE = (
    rf"(?i){_SENTENCE}(?P<who>[\w'’]+(?: [\w'’]+){{0,4}}?) (?:{_GROUPS['came_by']})(?: me| us)?(?: back)?"
    rf" {_THIS}[^.!?:\n]{{0,60}})?(?:[.!:]*[ \t]*\n|!!+|:)"
    rf"|(?i){_SENTENCE}(?P<whom>[\w'’]+(?: [\w'’]+){{0,4}}?) (?:{_GROUPS['came_by']})(?: me| us)?(?: back)?"
    rf" {_THIS}[^.!?:\n]{{0,50}}\b(?:{_GROUPS['put_up_in']}))[.!]\s"
)
_ANNOUNCED = rf"(?im)^[ \t]*(?:{_GROUPS['announcing']})\b[^\n?:]{{0,60}}[.:]*[ \t]*\n"
_WORDED = (
    rf"(?i)\b(?P<who>[\w'’]+) (?:(?:{_GROUPS['opens_with']}) (?:[\w'’]+ ){{0,4}}?with"
    rf"|(?:{_GROUPS['words_as']}) (?:[\w'’]+ ){{0,4}}?as) (?:i|we)\b"
)
_SAYS = (
    r"(?i)(?P<as>\b(?:as|like|what|whatever|than|so) (?:[\w'’]+ ){0,3}?)?"
    rf"\b(?P<who>[\w'’]+) (?:{_GROUPS['says_so']})(?: \([^()\n]{{1,60}}\),?|,|\.\.\.|…| -) (?:i|we|my|our)\b"
)
_DASHED = (
    rf"(?i){_SENTENCE}(?:[\w'’-]+,? ){{0,4}}?{_DOCUMENT}"
    r"(?: (?:from|by|of|for) [\w'’. -]{2,40}?(?: \([^()\n]*\))?| \([^()\n]*\)) [–—-] "
)
_WROTE_A_WORK = (
    rf"(?i){_SENTENCE}(?P<who>[\w'’]+(?: [\w'’]+){{0,3}}?) (?:wrote|writes|made|made up|told|recorded|posted"
    r"|came up with|has written|performs|performed)(?: me| us)? (?:an?|this|the|another) (?:[\w'’-]+ ){0,2}?"
    rf"(?:{_GROUPS['works']})[.:!]+\s"
)
_WROTE_AND_GREETS = (
    rf"(?i){_SENTENCE}(?P<who>[\w'’]+(?: [\w'’]+){{0,4}}?) (?:just |has |have )?(?:texted|wrote|written|messaged"
    r"|e?mailed|dmed|pinged|posted|answered|replied)(?: me| us| back| again| today| yesterday| just now)*[.!…]+"
    r" (?:hi|hey|hello|dear)\b"
)
_LOGGED = (
    r"(?m)^[ \t]*(?:[*•-] )?(?:<[\w.@ -]{1,24}>|\d{1,2}[:.]\d\d(?:[:.]\d\d)?|(?:\d+[a-f]|[a-f]+\d)[0-9a-f]* \([^)\n]*\)"
    r"|[0-9a-f]{7,40})[ \t]+\S[^\n]*$"
)
_STARRED = r"(?m)^[ \t]*(?:[★☆⭐]+|[1-5] stars?\b)[^\n]*$"

_TOLD_OF_ONESELF = re2.compile(r"(?i)\b(?:i|we|my|our|me|us|mine|ours)\b")
_NOBODYS = frozenset("i i'm i've me mine myself we we're us you that this being all".split())
_NO_AUTHOR = frozenset("me us you mine ours myself today yesterday tomorrow work home now this last next".split())
_GREETING_WORDS = 4
"""So many words before a greeting show that it does not open the turn."""
_TITLE_BEFORE_DEAR = 2
_TITLE_WORDS = 10
_ASKED_FOR = frozenset("help question questions advice tips ideas needed wanted update news".split())
"""A title with one of these is that of the speaker's own request: *Cover letter help*."""
_MIN_LINES = 2


def _spoken_for(match: object) -> bool:
    """Whether somebody other than the speaker is named there."""
    groups = match.groupdict()  # type: ignore[attr-defined]  # of re2, untyped
    named = groups.get("who") or groups.get("whom")
    who = named.lower().replace("’", "'").split()
    return _NOBODYS.isdisjoint(who[:1]) and OWN.isdisjoint((who[0], who[-1]))


def _authored(match: object) -> bool:
    whom = match.group("whom").lower().split()  # type: ignore[attr-defined]  # of re2, untyped
    return bool(whom) and _NO_AUTHOR.isdisjoint((whom[0], whom[-1]))


def _named(match: object) -> bool:
    name = match.group("name")  # type: ignore[attr-defined]  # of re2, untyped
    return name is None or name.lower() not in common_words()


def _a_title(match: object) -> bool:
    over = match.group("over")  # type: ignore[attr-defined]  # of re2, untyped
    words = re2.findall(r"[\p{L}'’-]+", over.lower())
    titled = len(words) <= _TITLE_WORDS and words[0] not in OWN and _ASKED_FOR.isdisjoint(words)
    return titled and _TOLD_OF_ONESELF.search(over) is None


def _said_by_another(match: object) -> bool:
    return match.group("as") is None and _spoken_for(match)  # type: ignore[attr-defined]  # of re2, untyped


def _not_first(match: object) -> bool:
    start, text = match.start(), match.string  # type: ignore[attr-defined]  # of re2, untyped
    opened = text[start] in ":?" or text[:start].rstrip()[-1:] in {":", "?"}
    enough = _TITLE_BEFORE_DEAR if "dear" in match.group().lower() else _GREETING_WORDS  # type: ignore[attr-defined]
    return opened or len(text[:start].split()) >= enough


def _anyhow(match: object) -> bool:
    return match is not None


_BEFORE: tuple[tuple[str, Callable[[object], bool]], ...] = (
    (_GREETED, _not_first),
    (_FROM, _anyhow),
    (_HEADS, _anyhow),
    (_NAMED_FOR, _authored),
    (_OF_PERSON, _named),
    (_FOR_ANOTHER, _anyhow),
    (_WOULD_SAY, _anyhow),
    (_CHANNEL, _spoken_for),
    (_MADE_UP, _anyhow),
    (_OF_A_WORK, _anyhow),
    (_LOOK_WHAT, _spoken_for),
    (_NAMED_OVER, _a_title),
    (_LIES_THERE, _spoken_for),
    (_ANNOUNCED, _anyhow),
    (_DASHED, _anyhow),
    (_WROTE_A_WORK, _spoken_for),
    (_WROTE_AND_GREETS, _spoken_for),
    (_WORDED, _spoken_for),
    (_SAYS, _said_by_another),
)
"""What stands before a text, and what else has to hold of it."""
_WITHIN_LINE = 2
"""So many of them, the last, say whose the rest of the line is; behind the others it may be all that follows."""
_READ = [re2.compile(pattern) for pattern, _ in _BEFORE]
_LINES = re2.compile(_LOGGED)
_RATED = re2.compile(_STARRED)
_TURN_BY_TURN = re2.compile(_TURNS)
_MARKS = r"[:\n…★⭐]|[.!?,] | - | \(| (?:with|as) (?:I|i )"
"""Without one of them nothing stands before anything: most of what is told."""
_SET_APART = r"[:\n…★☆⭐]|[.!?]\s|[–—-] |--|!!| star"
"""Without one of these nothing does but what may stand within a clause."""
_MORE_THAN_STOPS = r"[:\n…★☆⭐]|[–—-] |--|!!| star"
"""Without one of these nothing does but what may stand within a clause, or between two sentences."""
_MARKED = PatternSet(_MARKS, _SET_APART, _MORE_THAN_STOPS)
_ALL_BEFORE = (*(pattern for pattern, _ in _BEFORE), _LOGGED, _STARRED, _TURNS)


def _places(*patterns: str) -> tuple[int, ...]:
    return tuple(n for n, pattern in enumerate(_ALL_BEFORE) if pattern in patterns)


_WITHIN_CLAUSE = _places(_LOOK_WHAT, _WORDED, _SAYS)
_BESIDE_STOPS = _places(_LOOK_WHAT, _WORDED, _SAYS, _GREETED, _LIES_THERE, _WROTE_A_WORK, _WROTE_AND_GREETS)
_OVER_LINES = _places(_HEADS, _NAMED_OVER, _ANNOUNCED)
_BEHIND_MARKS = tuple(n for n in range(len(_ALL_BEFORE)) if n not in {*_BESIDE_STOPS, *_OVER_LINES})
_HOLDS = {
    places: PatternSet(*(_ALL_BEFORE[n] for n in places))
    for places in (_WITHIN_CLAUSE, _BESIDE_STOPS, _OVER_LINES, _BEHIND_MARKS)
}
"""Apart, since gaps multiply: one automaton of them all would take as many states as a text has words."""


def perhaps_pasted(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that may be somebody else's, in no order."""
    marked = _MARKED.held_by(text)
    if 0 not in marked:
        return
    for held in _held(text, marked):
        if held < len(_BEFORE):
            holds = _BEFORE[held][1]
            places = [m.end() for m in _READ[held].finditer(text) if holds(m)]
            within_line = held >= len(_BEFORE) - _WITHIN_LINE
            yield from (
                (place - 1, _line(text, place)[1] if within_line else close_of(text, place)) for place in places
            )
        elif held == len(_BEFORE):
            lines = [m.span() for m in _LINES.finditer(text)]
            yield from lines if len(lines) >= _MIN_LINES else ()
        elif held == len(_BEFORE) + 1:
            yield from (m.span() for m in _RATED.finditer(text))
        else:
            yield from (_line(text, m.start()) for m in _TURN_BY_TURN.finditer(text))


def _held(text: str, marked: list[int]) -> list[int]:
    """Which patterns a text holds, by their places; `marked` tells which of the marks it has."""
    groups = [_BESIDE_STOPS if 1 in marked else _WITHIN_CLAUSE]
    if 2 in marked:
        groups.append(_BEHIND_MARKS)
    if "\n" in text:
        groups.append(_OVER_LINES)
    return sorted(places[n] for places in groups for n in _HOLDS[places].held_by(text))


def _line(text: str, place: int) -> Span:
    end = text.find("\n", place)
    return text.rfind("\n", 0, place) + 1, end if end >= 0 else len(text)
