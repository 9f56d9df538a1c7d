"""Requests to forget, by how they are asked: an act, a wish, a refusal to have something kept, a right that is claimed.

What the verb is said of decides whether the memory is meant; see `forget_objects`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.endings import forget_words as f
from atma_overlay.language.endings.forget_objects import Behind, Object, clause_end, is_of_memory, object_of
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.signs import Sign

_WORDS = r"(?:my|our) [^,;!?]+?"
_ACT = re2.compile(rf"(?P<lead>{f.OPENS}|(?P<polite>{f.POLITE}) (?:{f.LEAD}))(?P<verb>{f.FORGET})\b")
_WISH = re2.compile(
    rf"{f.WISHED} (?:would |could |please |just |might )*"
    rf"(?:(?P<verb>{f.FORGET})|(?:no longer|didn't|did not|never|stopped) (?P<keep>{f.KEEP}))\b"
)
_NOT = r"(?:don't|do not|dont|never|no longer|stop|quit|cease|avoid|refrain from)"
_BY_YOU = (
    r"(?:no need (?:for you )?to|you (?:needn't|(?:no longer|don't|do not) (?:need|have) to)"
    r"|you (?:should|must|may)(?:n't| not| no longer)(?: still| even)?|(?:can|could|will|would) you(?: please)?"
    r" (?:not|stop)"
    r"|please (?:not|stop)|make sure (?:that )?you (?:don't|do not|no longer)"
    r"|(?:i|we) (?:don't|do not|no longer|never|did not|didn't)(?: really| ever)? "
    r"(?:want(?:ed)?|agreed?|consent(?:ed)?|allow(?:ed)?|like|permit(?:ted)?)(?: to| for)? you(?:r)?(?: to)?"
    r"|(?:i|we)(?:'d| would) (?:rather|prefer)(?: it)?(?: if)? (?:you (?:didn't|did not|not|no longer)|not to)"
    r"|not (?:comfortable|happy|ok|okay) with you(?:r)?"
    r"|(?:withdraw(?:ing)?|revok(?:e|ing)|tak(?:e|ing) back|rescind(?:ing)?|cancel(?:ling)?) my "
    r"(?:permission|consent|approval|agreement) (?:for you )?(?:to|for)(?: you(?:r)?)?)"
)
_REFUSAL = re2.compile(
    rf"(?:{f.OPENS}(?P<not>{_NOT})|\b(?P<you>{_BY_YOU}))(?: (?:ever|even|actually|also|to))* (?P<verb>{f.KEEP})\b"
)
_IN_MEMORY = rf"(?:in|on|with|from|out of|off) (?:any of )?(?:{f.YOUR_MEMORY}|you\b|file|record|{f.WHAT_YOU_KNOW})"
_STATED = tuple(
    re2.compile(x)
    for x in (
        rf"\b(?:can|could|may|should|must|would) ({_WORDS}) (?:please )?be {f.GONE}.* {_IN_MEMORY}",
        rf"(\b{_WORDS}) (?:should|must|has to|have to|needs? to|ought to|is to|are to)(?: now| please)?"
        rf" (?:be {f.GONE}|go|disappear|vanish).* {_IN_MEMORY}",
        rf"(\b{_WORDS}) (?:should not|shouldn't|must not|mustn't|is not to|are not to|may not|cannot|can't)"
        rf"(?: still| even)? (?:(?:be|stay|remain|stand) {_IN_MEMORY}|be {f.KEPT})",
        rf"\bnothing (?:about|of|on|regarding) ({_WORDS}) (?:should|must|may|is to|ought to)"
        rf"(?: still)? (?:(?:stay|remain|be)(?: left)? {_IN_MEMORY}|be {f.KEPT})",
        rf"\b(?:appreciate it if|want|like|prefer) ([^,;!?]+? (?:were|to be|be|was) no longer {f.KEPT} as (?:my|our)"
        rf" [^,;!?]+)",
        rf"\b(?:want|like|need|prefer|have|get|see|appreciate it if|rather have) (?:to have )?({_WORDS}|[^,;!?]+?)"
        rf" (?:to be |were |was |be |to )?(?:(?:{f.GONE}|out|vanish|disappear).* {_IN_MEMORY}"
        rf"|(?:to )?(?:no longer|not) (?:be )?{f.KEPT})",
        rf"\b(?:better|safer|happier|grateful|glad|good|prefer it|like it) if ({_WORDS}) (?:were|was|is)(?:n't| not"
        rf"| no longer) {f.KEPT}",
        rf"^({f.WHAT_YOU_KNOW} (?:about|on|of) {_WORDS}) (?:should|must|has to|needs to|ought to|is to)"
        rf" (?:be {f.GONE}|go)\b",
        rf"\b(?:make sure|see to it|ensure|take care)(?: that)? ({_WORDS}) (?:is|are)(?:n't| not| no longer)"
        rf"(?: still| any longer)? (?:{_IN_MEMORY}|{f.KEPT})",
        rf"\b(?:don't|do not|no longer|never) (?:want|wish|like)(?: to have| to see)? ({_WORDS})"
        rf" (?:to be )?(?:{_IN_MEMORY}|{f.KEPT})",
        r"\b(?:request|ask for|asking for|demand|require|want|insist on)(?:ing)? (?:the )?(?:immediate |full )?"
        rf"(?:erasure|deletion|removal)(?: of)? (.*\b{_WORDS})(?:$|[.!,]| {_IN_MEMORY})",
        rf"\b(?:as though|as if|like) (?:i(?:'d| had)? never (?:ever )?{f.SPOKEN}(?: to)?(?: you)?"
        r"|you(?:'d| had)? never (?:heard|known|learned|learnt|been told)) (.+)",
        r"\byou to have no (?:idea|knowledge|memory|recollection|record) (?:of )?(.+)",
        rf"^(?:{f.LEAD})((?:the fact )?that [^;!?]+?) (?:must not|mustn't|should not|shouldn't|is not to|may not"
        rf"|has to|must|should|needs to|ought to) (?:be (?:{f.KEPT}|{f.GONE})|go\b|stay {_IN_MEMORY}|be forgotten)",
        rf"(.+)\bnot to be {f.KEPT}",
        rf"\bno need to (?:keep|hang on to|hold on to|remember|store|save) ({_WORDS})(?:$|[.,;!])",
    )
)
_STATING = PatternSet(*(x.pattern for x in _STATED))
_DENIED = re2.compile(
    r"\b(?:don't|do not|never|not|didn't|wouldn't|doesn't|nothing (?:about|of|on)) ?(?:really |ever )?$"
)
_POINTS_BACK = re2.compile(
    rf"^(?:{f.LEAD}|i )*(?:(?:that|it|this)(?: (?:one|line|part|bit|entry))? (?:has to|must|should|needs to)"
    rf" (?:go|be {f.GONE})|(?:i|we) (?:don't|do not) want (?:that|it|this) (?:to be )?{f.KEPT}"
    rf"|(?:i|we)(?:'d)? (?:want|like|need) (?:that|it|this) (?:to be )?{f.GONE}"
    rf"|forget (?:that )?i (?:ever |just )?{f.SPOKEN} (?:it|that|so|anything))\b[a-z' ,]*[.!]*$"
)
_IS_DONE_AWAY = re2.compile(rf"\b(?:go|{f.GONE})\b")
_SUPPOSED = re2.compile(
    r"\b(?:imagine|suppose|supposing|pretend|what (?:would|will|happens)|hypothetically|in theory)\b|\bif a user\b"
    r"|\bfor (?:this|the|my|a) (?:poem|story|game|scene|song|essay|sketch|quiz|role[- ]?play)\b"
    r"|\b(?:would|will|could|can) you .*\b(?:if|when|once|after) (?:i|we) [a-z]+\b"
    r"|\bwould you (?:really|ever|actually)\b"
)
_IN_A_CONDITION = re2.compile(
    r"\b(?:if|when|whenever|unless|in case|before|until|once) (?:i|you|we|he|she|they|some(?:one|body)|any(?:one|body))"
    rf"\b[^,.;:!?]*\b(?:{f.PLAIN}|{f.GONE}|remov(?:e|ed|ing)|discard(?:ed)?|drop(?:ped)?|los[et])\b"
)
_NOT_ASKED = re2.compile(
    r"\b(?:never|not|don't|didn't|doesn't|won't|wouldn't|isn't|nobody|no one|who|why|how (?:can|do|would) (?:i|we))"
    rf"\b[^,;!?]*\b(?:ask(?:ed|ing)?|want(?:ed)?|tell|told|get|need(?:ed)?|let|allow(?:ed)?|expect(?:ed)?|like)\b"
    rf"[^,;!?]*\byou (?:to )?(?:ever )?{f.FORGET}\b"
    rf"|\b(?:not|never) (?:to )?{f.FORGET}\b|^(?:{f.LEAD})(?:should|shall|must|may|do|did) (?:you|i|we)\b"
    rf"[^,;!?]*\b{f.FORGET}\b|, should (?:you|i|we)\b"
)
"""*I never asked you to forget my rent*, *you're not to forget it*, *should you delete it?*"""
_WISHES = re2.compile(f.WISHED)
_HABIT = re2.compile(
    rf"^(?:{f.LEAD})(?:(?:why|when|how|how often|since when) )?(?:do|did|does|have|had|has|are|were|was|will it"
    r"|is it (?:ok|okay|safe|fine|allowed|legal|right|normal|wise))"
    rf"(?:n't)? (?:you|it|they|this|that|to)\b[^,]*\b(?:{f.FORGET}|{f.GONE}|out of|off)\b.*\?"
    rf"|^(?:{f.LEAD})(?:do|did|ca|could|wo|would|have|are|is)n't (?:you|it|they)\b.*\?"
    rf"|^(?:{f.LEAD})(?:has|have|is|are|was|were|why) [^,]*\b{f.GONE} (?:from|out of)\b.*\?"
)
_MIND = re2.compile(r"\b(?:do|would) you mind\b")
_OF_WHAT = (
    r"(?:it|that|this|them|those|these|my|our|what|the|everything|anything|all|whatever|just|one|about|any|every|each"
    r"|both|some|an?)"
)
MAY_FORGET = Sign(
    rf"\b(?:{f.PLAIN}|{f.GONE}|erasure|deletion|removal|{f.YOUR_MEMORY})\b|\b{f.LOOSE} {_OF_WHAT}\b",
    rf"(?:n't|\b(?:dont|not|never|stop|quit|cease|longer|avoid|need|from|you|your|to|for))(?: [a-z]+){{0,2}}"
    rf" {f.KEEP}\b",
    r"\bnever (?:told|heard|said)|has to go\b|no (?:idea|knowledge|memory|recollection)\b",
)
"""What any of these requests holds; most sentences with one of it ask nothing of the kind."""


_PLEASE = re2.compile(r"\b(?:please|pls|plz|kindly|would you|will you)\b")
_STOPS = ("stop", "quit", "cease")
"""*Stop knowing that …* is asked; *I don't know that …* is not."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to forget in a sentence.

    Attributes:
        start: where the words for what is to be forgotten begin.
        end: where they end.
        points: whether they only point at what was said before.
        of_memory: whether the verb is one of remembering, and not said of things as well (*throw it away*).
    """

    start: int
    end: int
    points: bool = False
    of_memory: bool = True


def is_supposed(said: str) -> bool:
    """Whether a sentence, in lower case, only weighs that something might be forgotten, or asks whether it is."""
    if _NOT_ASKED.search(said) or _SUPPOSED.search(said) or (_HABIT.match(said) and not _MIND.search(said)):
        return True
    condition = _IN_A_CONDITION.search(said)
    if condition is None:
        return False
    return _WISHES.search(said[: condition.end()]) is None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sentence asks.

    Attributes:
        requests: what is surely to be forgotten.
        open: whether it asks for such an act whose words leave open what of, or in words that are not known here.
        elsewhere: whether all that it asks to be done away with is something of the world.
    """

    requests: tuple[Request, ...]
    open: bool
    elsewhere: bool


NOTHING = Asked((), open=False, elsewhere=False)


def asked_in(said: str) -> Asked:
    """What a sentence asks to forget.

    Args:
        said: the sentence, in lower case with plain apostrophes.
    """
    objects = [(Object.OTHER if v.done else object_of(v), v, start, end) for v, start, end in _verbs(said)]
    of = {what for what, *_ in objects}
    found = [Request(start, end, x is Object.POINTED, is_of_memory(v)) for x, v, start, end in objects if x in _SURE]
    found = found or list(_by_statement(said))
    return Asked(
        tuple(found),
        open=not of.isdisjoint(_SURE | {Object.OPEN}) or (not of and _KEEPS_NO_MORE.search(said) is not None),
        elsewhere=of == {Object.OTHER} and not found,
    )


_KEEPS_NO_MORE = re2.compile(
    rf"\byou(?: are|'re)? (?:no longer|not to|never) {f.KEEP}\b|\b(?:no longer|never|not) wish you to {f.KEEP}\b"
)
"""*She asks that you no longer hold it*."""
_LED_BY_A_TOPIC = re2.compile(
    rf"^(?:{f.LEAD})(?:(?:regarding|about|as for|as to|concerning|with regard to) [^,:;]{{3,80}}?[,:]"
    rf"|(?:that|those|the|this) [^,:;]{{3,80}}?{f.TOLD}[^,:;]{{0,40}}[,:])"
)


def is_led_by_a_topic(said: str) -> bool:
    """Whether what is to be forgotten is named ahead: *that result I gave you, don't hang on to it*.

    Args:
        said: the words before a request that points at them.
    """
    return _LED_BY_A_TOPIC.match(said) is not None


_SURE = frozenset({Object.KNOWN, Object.POINTED})


def _by_statement(said: str) -> Iterator[Request]:
    if _POINTS_BACK.match(said):
        yield Request(0, len(said), points=True, of_memory=_IS_DONE_AWAY.search(said) is None)
        return
    held = _STATING.held_by(said)
    found = _STATED[held[0]].search(said) if held else None
    if found is not None and not _DENIED.search(said[: found.start()]):
        yield Request(found.start(1), found.end(1))


def _verbs(said: str) -> Iterator[tuple[Behind, int, int]]:
    """The verbs that are asked for, or that are not to go on, each with where what it is said of stands."""
    for match in _ACT.finditer(said):
        asked = match.group("polite") is not None or _PLEASE.search(said) is not None
        idle = match.group().endswith("let's forget")
        if not idle and not said.startswith("'", match.end()):  # let's
            done = match.group("polite") is None and _is_past(match.group("verb"))
            yield _behind(said, match.group("verb"), match.end(), asked=asked, keeps=False, done=done)
    for match in _WISH.finditer(said):
        verb = match.group("verb")
        yield _behind(said, verb or match.group("keep"), match.end(), asked=True, keeps=verb is None)
    for match in _REFUSAL.finditer(said):
        by_you = match.group("you") is not None
        of_oneself = not by_you and match.group("verb").startswith(("know", "hav"))
        if of_oneself and not match.group("not").startswith(_STOPS):
            continue
        yield _behind(
            said, match.group("verb"), match.end(), asked=by_you or _PLEASE.search(said) is not None, keeps=True
        )


_PASTS = frozenset({"forgot", "forgotten", "lost", "struck"})


def _is_past(verb: str) -> bool:
    """*Deleted my deck*, without a subject: what somebody did. Who asks for an act has the bare verb."""
    first = verb.partition(" ")[0]
    return first in _PASTS or (first.endswith("ed") and first != "shred")


def _behind(
    said: str, verb: str, at: int, *, asked: bool, keeps: bool, done: bool = False
) -> tuple[Behind, int, int]:  # fmt: skip
    end = clause_end(said, at)
    return Behind(verb, said[at:end], said[end:], asked, keeps, done), at, end
