"""Wordings of a query that reading goes by, told by one walk over it."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.kept import kept
from atma_overlay.language.grammar.kinds import COUNTED, NAMED, TIMED
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.queries.question import is_past_form

_WANTED = (
    (
        (
            r"(?i)\bhow (many|much|old|big|heavy|tall|long|early|late|far|fast|high|deep|wide|hot|cold|strong)\b|"
            r"\bwhat(?:'s| is| was)?(?: (?:the|my|our|your|his|her|their|its))?(?: \w+)? (price|size|share|amount|"
            r"score|mark|weight|height|length|distance|speed|temperature|dose|dosage|rate|limit|fee|fare|rent|cost|salary|"
            r"budget|age|count|percentage|allowance|ration)\b"
        ),
        COUNTED | {"number"},
    ),
    (
        (r"(?i)\bwhat(?:'s| is| was)?(?: (?:the|my|our|your|his|her|their|its))?(?: \w+)? (number|code|pin)\b"),
        COUNTED | {"number", "code"},
    ),
    (
        (r"(?i)\b(when|what time|which day|on which day|what day|which weekday|how often|what hours|which evening)\b"),
        TIMED | COUNTED,
    ),
    ((r"(?i)\bwho(m|se)?\b|\bwhat'?s .{0,30}\b(called|name)\b"), NAMED),
    (
        (r"(?i)\bwhere\b|\bwhich (city|town|place|country|company|firm|school|gym|street)\b"),
        NAMED | {"phrase"},
    ),
)
_VERBATIM = (
    r"(?i)\b(exact(ly)?|verbatim|word for word|wording|precise(ly)?|full text|in full|quote|recite|own words|"
    r"the (very )?words|to the letter|as (given|written|said)|"
    r"(printed|written|engraved|inscribed|embroidered|painted|carved|lettered) (on|onto|across|into)|"
    r"what (should|did|does|will|was) (the|my|our|his|her|their) .{0,20}(sign|plaque|card|label|banner|inscription) "
    r"(say|read))\b"
)
"""Asked for words as they were said, or to go on something."""
_WHERE = r"(?i)\bwhere\b|\b(city|town|village|country|place)\b"
_THEME = (
    r"(?i)\beverything\b|\ball about\b|\btell me (all |more )?about\b|\bwhat do you (know|remember|have) (about|on)\b"
)
_PAST = (
    r"(?i)\b(used to|back when|when (i|we|he|she|they) (still )?(was|were|lived|worked|had|did|went)|formerly|"
    r"did (i|we) (live|work|study|bank|drive|use|own|rent)|(was|were) (i|we) [a-z]+ing|"
    r"previously|(my|our) (previous|prior)|in my [a-z]+ (years|days)|former|ex-|no longer|"
    r"not ([^.,;:?!]* )?any ?(more|longer)|old|legacy|leftover|left-over|defunct)\b|"
    r"n['’]t ([^.,;:?!]* )?any ?(more|longer)\b"
)
_ONCE = (
    r"(?i)\b(before(hand)?|once|previously|earlier) *([.,;:!?)]|$)|\b(in the past|back then|at the time|in those days|"
    r"(years|months|ages) ago|as a (child|kid|teenager|student)|until|till|up to|ever|"
    r"for (\w+ ){0,2}(years|months|weeks|ages|decades|a while|(a|some) (long )?time)|(years|months|decades) of|once|"
    r"at (one|some) point|at first|(origin|initi)ally|formerly)\b"
)
"""What a past beside it is over by: *I trained at FitWorks for years*, *I've lived in Leeds before*."""
_BEFORE_NOW = r"(?i)\b(before(hand)?|previously|earlier) *([.,;:!?)]|$)|\b(in the past|ever)\b"
"""What a perfect is over by: *I've lived in Leeds for years* is not."""
_AGE = r"(?i)\b(years?|months?|weeks?|days?|how)[ -]old\b|\bold[ -](fashioned|school)\b"
"""*My three-year-old*: no word of the past."""
_BEFORE = r"(?i)\bbefore (?:i|we|he|she|they) (?:\w+ly |first |even |last )?(\w+)"
_REQUEST = (
    r"(?i)\b(recommend|suggest|plan|help|advise|advice|draft|write|book|find|list|put|make|give|set up|sketch|choose|"
    r"pick|should i|what should|how should|can you|could you|would you|ideas?|tips|options|looking for|need)\b"
)
_NEARBY = (
    r"(?i)\b(near|close to|closest to|nearest to|around|by) (me|us|home|here)\b|\bnearby\b|\bnearest\b|"
    r"\b(near|close to|closest to|around|at|from|to) (my|our) (home|place|house|flat|apartment|address|door)\b|"
    r"\bin (my|our|this) (area|neighbou?rhood|city|town|part of town)\b"
)
GRANTING = (
    r"(?:\b(?:since|because|as|given(?: that| how)?|seeing (?:as|that)|now that|what with|considering(?: that)?)|"
    r"(?:^|[,;:.!?(–—-] ?)being) "
)
"""What opens a clause that a query takes for granted."""
_GRANTS = rf"(?i){GRANTING}[^,;:.?!]{{3}}"
_PATTERNS = (
    *(pattern for pattern, _ in _WANTED), _VERBATIM, _WHERE, _THEME, _PAST, _AGE, _BEFORE, _REQUEST, _NEARBY, _GRANTS,
    _ONCE, _BEFORE_NOW,
)  # fmt: skip
_OF_AGE, _OF_BEFORE, _OF_THE_PAST = re2.compile(_AGE), re2.compile(_BEFORE), re2.compile(_PAST)
_FOUND = PatternSet(*_PATTERNS)
_WERE = frozenset({"was", "were", "had", "did"})


@kept(64)
def _worded(query: str) -> frozenset[str]:
    """The patterns that a query holds; a recall asks for one after the other."""
    return frozenset(_PATTERNS[number] for number in _FOUND.held_by(query))


_ASKING = frozenset(
    "what what's whats who whose whom where when why which is are do does did can could should would".split()
)


def asks(text: str) -> bool:
    """Whether a text as a whole is a question, by its last sign, or by its first word where it is one sentence."""
    first, _, rest = text.lstrip().partition(" ")
    bare = bool(rest) and not any(sign in rest for sign in ":;.\n")
    return text.rstrip().endswith("?") or (bare and first.lower() in _ASKING)


def wanted_kinds(query: str) -> frozenset[str]:
    """The kinds of value that the query's question word asks for; empty when it asks for none in particular."""
    worded = _worded(query)
    return next((frozenset(kinds) for pattern, kinds in _WANTED if pattern in worded), frozenset())


def asks_theme(query: str) -> bool:
    """Whether a query asks for all that is known of a theme."""
    return _THEME in _worded(query)


def asks_verbatim(query: str) -> bool:
    """Whether a query asks for words as they were said."""
    return _VERBATIM in _worded(query)


def asks_where(query: str) -> bool:
    """Whether a query asks for a place."""
    return _WHERE in _worded(query)


def tells_of_the_past(query: str) -> bool:
    """Whether a query speaks of what was: it takes nothing of the present for granted."""
    worded = _worded(query)
    if _PAST in worded and (_AGE not in worded or _OF_THE_PAST.search(_OF_AGE.sub(" ", query)) is not None):
        return True
    return _BEFORE in worded and any(_is_past(x.lower()) for x in _OF_BEFORE.findall(query))


def is_of_once(text: str, *, perfect: bool = False) -> bool:
    """Whether what a text tells in the past, or in the perfect, is over by what stands beside it."""
    return (_BEFORE_NOW if perfect else _ONCE) in _worded(text)


def _is_past(word: str) -> bool:
    return word in _WERE or is_past_form(word)


def requests(query: str) -> bool:
    """Whether a query asks for something to be done, rather than told."""
    return _REQUEST in _worded(query)


def asks_nearby(query: str) -> bool:
    """Whether what a query asks for depends on where the asker lives: *is there a pharmacy near me?*."""
    return _NEARBY in _worded(query)


def takes_for_granted(text: str) -> bool:
    """Whether a clause of a text opens as one that takes something for granted."""
    return _GRANTS in _worded(text)
