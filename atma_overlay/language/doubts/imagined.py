"""What is set in what is not real, told untruly, wished or waited for: *in the mock-up I live in …*, *I lied that …*.

Which words tell so is data (`imagined.toml`). What is said of a statement behind it: `commented`.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.word_lists import read_wordings

__all__ = ["echoed", "imagined", "weighed"]

_GROUPS = read_wordings("imagined.toml")
_FRONT = (
    r"(?:^|, and |; )\W*(?:(?:and|but|so|well|also|oh|ok|okay|now|then|yes|no|btw|by the way|say|just|only"
    r"|at least|purely|solely)\b,? )*"
)
_LED = r"(?:(?:back |over |down )?in|on|under|inside|within|as per|per|according to|throughout|during)"
_WHICH = r"(?:(?:the|this|that|these|my|our|your|his|her|their|a|an|some|one|another|every) )?(?:[\w'’-]+ ){0,3}?"
_ONE = r"(?:i|we|my|our|the|it|there|let's say|treat it|take it|assume|imagine|suppose)\b"
_STARTS = rf"(?:(?: [^,;:.!?]{{1,50}})?[,:] | (?:-|–|—) | )(?:and )?{_ONE}"
_ENDS = (
    r"(?: (?:at least|only|anyway|that is|though|i'm (?:playing|making|building|writing)|we(?:'re"
    r"| are) running))?[)\]]?\W*$"
)
_MINE = r"(?: that)? (?:i|we|my|our|the [\w'’-]+(?: [\w'’-]+)? (?:is|are|has|have|was|were))\b"
"""What opens a clause of the speaker's, or of a thing there is one of: *the deadline has …*."""


def _set_in(places: str) -> str:
    """Patterns of a sentence that opens, or ends, with such a place."""
    place = rf"{_LED} {_WHICH}(?:{places})"
    behind = rf"(?:,|[–—(-]|\.\.+) ?(?:at least |only )?{place}[^,;:.!?]{{0,60}}(?:, that is)?\W*$"
    return rf"{_FRONT}{place}{_STARTS}|(?:^|[\s,(–—-]){place}{_ENDS}|{behind}"


_PURPOSE = (
    rf"{_FRONT}(?:for|as) {_WHICH}(?:{_GROUPS['unreal_purposes']}|(?:quick |simple |pure )?(?:test|example"
    r"|hypothetical))"
    rf"{_STARTS}|{_FRONT}(?:to play|playing) devil's advocate\b"
    rf"|[\s,(–—-](?:for) {_WHICH}(?:{_GROUPS['unreal_purposes']}){_ENDS}"
)
_TOLD = r"(?:told|said|wrote|posted|texted|typed|announced|claimed|tweeted|replied|answered)"
_LIED = (
    rf"\b(?:i|we)\b[^,;.:]{{0,30}}? {_TOLD}\b[^,;.:]{{0,40}}?{_MINE}[^;.:]{{1,60}}?"
    rf" (?:to|so as to|in order to) (?:{_GROUPS['for_effect']})\b|"
    rf"\b(?:{_GROUPS['lying']})\b(?: [^,.;:!?]{{1,60}}?)?"
    r"(?:,? (?:and|by|when i|when we)(?: jokingly)? (?:said|say|saying|told|tell|telling|claimed|claiming|wrote"
    rf"|writing)(?: \w+){{0,3}}?)?{_MINE}"
    rf"|\b(?:{_GROUPS['untruly']}) (?:said|told|wrote|claimed|replied|tweeted)(?: \w+){{0,3}}?{_MINE}"
)
_WOULD_BE = (
    rf"\b(?:would|'d)(?: \w+)? (?:be (?:so |really |quite |very )?(?:{_GROUPS['would_be']})|give (?:\w+ ){{1,3}}?|love"
    rf"|like|kill|pay (?:\w+ ){{0,3}}?) ?to (?:(?:be able|get) to )?(?:{_GROUPS['saying']})(?: \w+ say)?{_MINE}"
    r"|\b(?:hopes?|dreams?|goals?|wish(?:es)?|ambition)\b[^,;.:]{0,40} (?:is|would be) (?:that one day"
    r"|to (?:(?:be able|get) to )?"
    rf"(?:{_GROUPS['saying']})){_MINE}"
)
_SEEM_TO_THINK = (
    rf"\b(?:seems?|seemed|appears?|appeared|tends?|continues?) to (?:still )?(?:{_GROUPS['believing']}){_MINE}"
    r"|\b(?:(?:don't|do not|no idea|not sure|wonder)(?: know)?) (?:who|where|why|how)\b[^,;.:]{0,30}? (?:told"
    r"|said|got|get"
    rf"|heard|hear|read|think|thinking|claim|say)\b(?: you| the idea| it| from)*{_MINE}"
    rf"|\b(?:under the (?:\w+ )?impression|got it into (?:\w+ )?heads?|convinced (?:him|her|them)sel(?:f|ves)){_MINE}"
)
_ASKED_WHENCE = (
    r"\b(?:where|why|how|when) (?:\w+ )??(?:did|do|does|would|could) (?:you|he|she|they|people|anyone|anybody"
    r"|someone)\b"
    rf"[^,;.:]{{0,30}}? (?:told|said|got|get|heard|hear|read|think|thinking|claim|say)\b(?: the idea| it| from)*{_MINE}"
)
_BIDDING = (
    r"\b(?:remind|tell|ping|alert|notify|call|text|email|warn|message|nudge) (?:me|us)(?: \w+){0,4}? (?:when|once"
    rf"|as soon as|after|the moment|if){_MINE}|\blet (?:me|us) know (?:when|once|as soon as|if){_MINE}"
    rf"|\b(?:when the time comes|the day|the moment) (?:that |when )?(?:i can (?:finally )?(?:say|tell \w+))?{_MINE}"
)
_CLOSE_TO = (
    rf"\b(?:assuming|supposing|presuming|imagining|pretending)(?: \w+){{1,4}}?{_MINE}|"
    r"(?:\bnot|n't)(?: \w+)?? (?:settled|decided|official|confirmed|agreed|final)(?: yet)?"
    rf"(?: that)?{_MINE}|"
    rf"\b(?:this|so|very|that) close to \w+ing\b[^,;.:]{{0,30}}?{_MINE}"
    rf"|(?:don't|do not|didn't|wouldn't|never) want (?:\w+ ){{1,3}}to (?:{_GROUPS['saying']}"
    rf"|{_GROUPS['believing']}){_MINE}"
)
_UNSAID = (
    r"\b(?:by no means|in no way|nowhere|not once|at no point) (?:does|do|did|is|was|have|has)\b[^,;.:]{0,30}?"
    rf"(?:imply|mean|say|said|suggest|state|claim){_MINE}|"
    r"\b(?:can't|cannot|couldn't|wouldn't|won't|not|never did (?:i|we)|nor did (?:i|we)) (?:\w+ )??"
    rf"(?:say|saying|claim|claiming|suggesting|pretend|pretending){_MINE}"
    rf"|(?:\bnot|n't) because{_MINE}|^\W*(?:is|are|was) there (?:any|a|some) (?:chance|way|possibility|sign|hope"
    rf"|record|evidence)\b[^,;.:]{{0,30}}?{_MINE}"
    rf"|^\W*(?:and |so |but )?(?:does|did|would|could) (?:that|this|it) (?:mean|imply|suggest|follow){_MINE}"
)
_WAITING = rf"\bwaiting (?:for|to hear|on)\b[^,;.:]{{0,40}}?(?: confirming| saying| telling me| to say)?{_MINE}"
_HEADED = (
    rf"{_FRONT}(?:[\w'’-]+ ){{0,3}}(?:game|premise|set-?up|riddle|punch ?line|role|gag|skit|improv|scenario): {_ONE}"
)
_PLAYED = rf"{_FRONT}(?:for|as part of|with) {_WHICH}(?:{_GROUPS['played_for']}){_STARTS}"
_WHOLES = (_HEADED, _PLAYED, _set_in(_GROUPS["unreal_places"]), _PURPOSE)
_BEGINNINGS = (_LIED, _WOULD_BE, _SEEM_TO_THINK, _ASKED_WHENCE, _BIDDING, _WAITING, _CLOSE_TO, _UNSAID)
_WHOLE = re2.compile("|".join(_WHOLES))
_FROM = re2.compile("|".join(_BEGINNINGS))
_IMAGINES = PatternSet(*_WHOLES, *_BEGINNINGS)
_REALLY = re2.compile(
    r"(?:[,;–—-]|\bbut|\bthough|\bwhereas|\bwhile)+ ?(?:\w+ )?(?:in (?:reality|real life|fact|truth)|irl|really"
    r"|actually|the truth is)\b"
)
"""From there on it is told how it is: *in the game I live in Rome, but in real life …*."""
_WEIGHED_WHOLE = (
    rf"(?:,| [-–—(]) ?(?:{_GROUPS['hoping']})[)\]]?\W*$",
    _set_in(_GROUPS["doubtful_places"]),
    r"\bas far as (?:the |my |our |his |her |their )?(?:[\w'’-]+ ){1,3}?(?:is|are|was|were) concerned\b",
)
_ECHOED = re2.compile(
    r"^\W*(?:wait|hang on|hold on|huh|what|hm+|sorry|oh|er|um|really|so|and),? (?:i|we|my|our|the)\b[^:;.!?]*\?\W*$"
)
"""*Wait, I live in York?*: asked, though in the words of a statement."""
_WEIGHED_FROM = (
    r"^\W*(?:and |but |so )?(?:i|we)(?:'m| am| are)? (?:do |really |just |sincerely |still )*(?:hope|hoping)"
    rf"(?: that)?(?:,? by [\w' ]+?,?)?{_MINE}",
    rf"\b(?:almost|nearly) {_TOLD}\b[^,;.:]{{0,40}}?{_MINE}",
    r"\b(?:option|idea|plan|possibility|proposal|suggestion|scenario|thought|theory|excuse|story|line|claim|rumou?r"
    r"|assumption)\b[^,;.:]{0,40} (?:is|was|would be) (?:that (?:i|we|my|our|the)|i|we)\b",
    rf"\b(?:(?:fingers|everything) crossed|can't wait|cannot wait)\b[^,;.:]{{0,60}}?{_MINE}",
    r"\b(?:the (?:one|version|bit|part|ending)|world|scenario|universe|point|stage|version|timeline|future|reality"
    r"|situation|life|story) (?:where|in which) (?:i|we|my|our|the)\b",
    r"^\W*(?:just )?to (?:get|make|avoid|stop|shut|keep|please|impress|end|calm|cheer)\b[^;.:]{1,50}?,? (?:i|we)"
    rf" (?:just )?{_TOLD}(?: \w+)??{_MINE}",
)
_IS_WEIGHED, _IS_WEIGHED_FROM = re2.compile("|".join(_WEIGHED_WHOLE)), re2.compile("|".join(_WEIGHED_FROM))
_WEIGHING = PatternSet(*_WEIGHED_WHOLE, *_WEIGHED_FROM)
_OWN_PART = re2.compile(r"as far as (?:i|we) (?:am|are)\b")


def imagined(sentence: ReadSentence) -> Iterator[Span]:
    """The stretches of a sentence, as offsets into the text, that are of nothing real.

    Args:
        sentence: as read.
    """
    said = sentence.said
    if not _IMAGINES.found_in(said):
        return
    start, end = sentence.sentence.start, sentence.sentence.end
    if _WHOLE.search(said) is not None:
        real = _REALLY.search(said)
        yield start, end if real is None or real.start() == 0 else start + real.start()
    match = _FROM.search(said)
    if match is not None:
        yield start + match.start(), end


def echoed(sentence: ReadSentence) -> list[Span]:
    """The whole of a sentence that asks in the words of a statement, as offsets into the text.

    Args:
        sentence: as read.
    """
    if _ECHOED.search(sentence.said) is None:
        return []
    return [(sentence.sentence.start, sentence.sentence.end)]


def weighed(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that may be so: hoped, drafted, or one way to see it.

    Args:
        sentence: as read.
    """
    said = sentence.said
    if not _WEIGHING.found_in(said):
        return []
    start, end = sentence.sentence.start, sentence.sentence.end
    whole = _IS_WEIGHED.search(said)
    if whole is not None and _OWN_PART.search(whole.group()) is None:
        return [(start, end)]
    match = _IS_WEIGHED_FROM.search(said)
    return [] if match is None else [(start + match.start(), end)]
