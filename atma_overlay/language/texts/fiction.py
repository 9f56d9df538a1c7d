"""What frames a text as a dream, a story, a role, a joke or a supposition: nothing told there is a fact.

Where somebody only laughs about what they tell, it may be so: it is in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.dictated import end_of_sentence

WORDS = frozenset(
    """screenplay monologue novella role-play roleplay roleplaying fanfic fiction fictional lyrics limerick
    protagonist villain narrator dreamt dreamed nightmare pretend imagine hypothetically hypothetical fantasy
    scenario skit sketch-comedy""".split()
)
"""Words that frame the sentence they stand in, and what follows it."""
_FRAMING = (
    r"\b(?:thought experiment|my character|main character|role play"
    r"|let's say|let's pretend|just kidding|short story|the line is|next line|opening line"
    r"|my (?:d&d|dnd|rpg|larp|wow|game|player|role-?play) (?:character|backstory)|for the sake of (?:the )?argument"
    r"|in (?:my|this|our|the|a) (?:d&d|dnd|rpg|larp|ttrpg) (?:campaign|game|session|world|story)"
    r"|once upon a time,? (?:there|in an?|an?|two|three)"
    r"|simulate (?:an?|the) (?:\w+ )?(?:call|chat|conversation|interview|dialog(?:ue)?|customer|meeting)"
    r"|as (?:if|though) you were me"
    r"|you(?:'ll| will)? (?:play|be) (?:the|an?|my) [^.!?\n]{1,30}?(?:,|,? and|,? while)"
    r" i(?:'m|(?:'ll| will)? (?:play|be|am)) (?:the|an?|your|my)"
    r"|as if i|april fools?|joking|jk|yeah right|as if!"
    r"|in an alternate|in (?:another|(?:my|our|a|the) (?:next|other|parallel|different)) (?:life|universe|timeline)"
    r")\b|^\W*(?:so,? |ok,? |now,? )?say (?:that )?(?:i|we)\b[^?]{1,300}\?\W*$"
    r"|(?:^|[.!?\n] ?)let['’]?s (?:play|act)(?: pretend)?\W*[:–—-] "
    r"|[.!?] (?:not!|psych\b|gotcha\b|i wish[.!]|no,? not really\b)|(?:^|\s)/s(?:\s|$)"
)
"""What frames a whole turn as fiction, a role or a joke."""
_CAST = r"\b(?:you're an?|you are an?|act as)\b"
_CAST_THERE = re2.compile(_CAST)
"""What gives the assistant a role, in which the speaker may have one as well."""
_HELPS = re2.compile(
    r"\b(?:act as(?: an?| my| our| the)? (?:[\w-]+,? ){0,3}?(?:coach|advis[oe]r|consultant|planner|mentor|tutor"
    r"|specialist|strategist|nutritionist|dietitian|accountant|copywriter|editor|proofreader|travel agent|tour guide)"
    r"|you(?:'re| are) an? (?:[\w-]+,? ){0,2}?(?:life ?saver|star|genius|legend|gem|saint|angel|great help|big help))\b"
)
"""A role in which the assistant helps with what is so, and praise; a whole prompt opens with *You are a …*."""
_PLAYS_ALONG = re2.compile(
    r"\b(?:(?:i'm|i am|i'll be|i will be|i play|i'll play) (?:an?|the|your)|role-?play\w*|let's|pretend|game|imagine"
    r"|interview|practi[cs]e|simulate|scene|character|conversation)\b"
)
"""What gives the speaker a role beside it."""
_OPENS = r"(?:^|[.!?\n])[^\p{L}\p{N}.!?\n]*(?:(?:and|so|now|ok|okay|yes|right|well|alright|let's)\W+)*"
_PLAYED = (
    r"(?:back|stay(?:ing)?|remain(?:ing)?) in[- ]character\b|^\W*(?:still )?in[- ]character\b"
    r"|^\W*ic(?:[:)\]*]| (?:i|we)\b)",
    rf"{_OPENS}(?:go |going |get |getting )?back to (?:the|our|my|this) (?:\w+ )?(?:story|game|scene|adventure|campaign"
    r"|play|plot|tale|quest|role-?play|rp|fiction)\b",
    rf"{_OPENS}(?:a |the |our |my |start(?:ing)? a )?(?:new|next) (?:story|campaign|adventure"
    r"|character|scenario|persona|quest|scene|role-?play|rp)\W*[:,.!–—-]",
    rf"{_OPENS}(?:scene|act|chapter|episode) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\W*[:,.!–—-]",
    rf"{_OPENS}(?:some |more |quick |today's )?(?:dialogue|dialog|conversation|speaking|writing|grammar|vocabulary"
    r"|sentence|translation|tense) (?:practice|exercise|drill)s?\W*[:,.!–—-]",
)
"""What frames a whole turn as a game that goes on, or as practice: *back in character*, *new story: …*."""
_WORKS = "dream|nightmare|novel|story|book|film|movie|series|sitcom|comic|manga|anime|song|play|musical|opera|poem|game"
_OF_A_WORK = re2.compile(
    rf"\b(?:in (?:my|a|an|the|that|this|our|some|her|his|last night's) (?:\w+ ){{0,2}}?(?:{_WORKS})s?"
    rf"|(?:writ(?:e|es|ing|ten)|wrote|read(?:ing)?|watch(?:ed|ing)?|saw|seen|invent(?:ed|ing)?|hav(?:e|ing)|had)"
    rf" (?:a|an|this|that|the|another|such an?|my|our|some)(?: \w+){{0,3}}? (?:{_WORKS})"
    r"(?: (?:where|in which))?)\b(?P<after>[\s,:;.!?-]+\w+)?"
)
"""A dream or a work that is told of; *in the book club* and *a dream come true* are none."""
_FRAMES = PatternSet(rf"\b(?:{_WORKS})s?\b", _CAST, _FRAMING, *_PLAYED)
"""The first two are only signs; each of the others is enough."""
_OF_MY_WORK = re2.compile(
    rf"{_OPENS}in (?:my|our) (?:\w+ ){{0,2}}?(?:novel|book|story|series|film|movie|comic|manga|musical|opera|play)\b"
)
"""*In my novel …* tells of it from there on."""
_IN_EARNEST = PatternSet(
    r"\b(?:stop(?:ped)?|end(?:ed)?|pause|exit|leave|leaving|out of|enough (?:of|with)|done with) (?:with )?"
    r"(?:(?:the|this|our|that) )?(?:role-?play(?:ing)?|rp|game|story|scene|character|pretending)\b"
    r"|\b(?:role-?play|rp|game|story|scene)(?: is|'s)? over\b",
    r"^\W*(?:(?:and|but|ok|okay|so|now|though|no|yes|well)\W+)*(?:in real life|irl|jokes? aside|joking aside"
    r"|kidding aside|all (?:jokes|joking|kidding) aside|seriously (?:though|tho)|really though|in all seriousness"
    r"|on a (?:more )?serious note|out of character|ooc|in reality|real talk|back to (?:reality|real life)"
    r"|before (?:we|i|you) (?:start|begin|get (?:going|started)|go on|continue))\b"
    r"|^\W*(?:(?:no|ok|okay|nah|well|yeah|right|alright|and|lol|(?:ha)+h?)\W+)*but (?:really|seriously|for real)\b",
    r"\b(?:not (?:even )?(?:kidding|joking|a joke|a drill)|no joke|i'm (?:dead |totally |being )?serious)\b",
)
"""What ends a game or a joke: *game over*, *in real life …*, *but really, …*."""
_READS_IT = re2.compile(
    r"\bi(?:['’]m| am| was|['’]ve)? (?:just |now |currently )?(?:read|watch|writ|wrote|saw|finish|play)\w*"
)
_OF_ONESELF = re2.compile(r"\b(?:i|we|my|our|me|us|myself)\b")
"""Without it a sentence tells, of a work, what others do there: *in the book I'm reading he lives in Oslo*."""
_DREAMT = ("dream", "dreams", "nightmare")
_CUT = re2.compile(r"\b(?:where|in which)$|^in ")
_NO_WORK = frozenset(
    """club shop store studio industry fair group room design designer designing developer development dev engine team
    theory company job house car come came holiday home wedding seller shelf keeping keeper director maker production
    school festival night pass console server plan changer""".split()
)
_SUPPOSED = PatternSet(
    r"^\W*(?:and |but |so |now |just |let's |let us )?(?:suppose|assume|what if|say it(?:'s|’s| is|'d be) \d{4}"
    r"|(?:let us|let's|let’s) (?:just |now )?(?:assume|say|pretend)"
    r"|(?:imagine|picture|visuali[sz]e|consider) (?:this|that|it|the following)\b\W)|, (?:what if|suppose)\b"
)
"""What frames a sentence, and what follows it, as supposition."""

_SUPPOSING = (
    "suppose", "assume", "say it", "let us", "let's", "let’s", "what if", "imagine", "picture", "visuali", "consider",
)  # fmt: skip
_INVENTS = PatternSet(
    r"(?:^\W*|\b(?:please|can you|could you|would you|will you|you to|and|then|now|just|let's|help me|want a|"
    r"need a)\W+)"
    r"(?:write|compose|create|generate|make up|invent|tell|give|draft|improvise|continue|finish|start)(?: me| us)?"
    r" (?:(?:a|an|another|some|the|this|my|our|one)\b )?(?:[\w'’-]+ ){0,4}?(?:story|stories|tale|poem|song|rap|"
    r"scene|dialogue|dialog"
    r"|monologue|haiku|limerick|sonnet|ballad|screenplay|script|sketch|fable|riddle|chapter|lyrics|parody|fanfic|"
    r"skit|verse"
    r"|stanza|play|novel|novella|soliloquy|persona|character|backstory|blurb)\b"
)
"""What asks for something to be made up: it frames what follows, and not what was told before."""


def frames_turn(lowered: str) -> bool:
    """Whether a text, in lower case, is a role, a joke or the telling of a dream or a story as a whole."""
    held = _FRAMES.held_by(lowered)
    if not held:
        return False
    if held[-1] > 1 or (1 in held and _is_cast(lowered)):
        return True
    opened = {m.end() for m in _OF_MY_WORK.finditer(lowered)}
    return any(
        _tells(m) and m.end() - len(m.group("after") or "") not in opened and not _others_act(lowered, m)
        for m in _OF_A_WORK.finditer(lowered)
    )


def tells_of_others(lowered: str) -> bool:
    """Whether a sentence, in lower case, tells of a work and of nobody but others there."""
    if not _FRAMES.found_in(lowered):
        return False
    return any(_tells(m) and _others_act(lowered, m) for m in _OF_A_WORK.finditer(lowered))


def _others_act(lowered: str, match: Any) -> bool:
    """Whether the sentence of *in the book …* speaks of others alone; a dream is always the dreamer's."""
    said = match.group(0)
    if not said.startswith("in ") or said[: len(said) - len(match.group("after") or "")].endswith(_DREAMT):
        return False
    begins = max(lowered.rfind(mark, 0, match.start()) for mark in ".!?\n") + 1
    ends = end_of_sentence(lowered, match.start())
    behind = match.end() - len(match.group("after") or "")
    rest = lowered[begins : match.start()] + _READS_IT.sub("", lowered[behind:ends])
    return bool(rest.strip(" .!?\n,")) and _OF_ONESELF.search(rest) is None


def _is_cast(lowered: str) -> bool:
    """Whether a role is given in which something is played: a *career coach* is asked about what is so."""
    helps = len(_HELPS.findall(lowered)) == len(_CAST_THERE.findall(lowered))
    return not helps or _PLAYS_ALONG.search(lowered) is not None


def invents_on(lowered: str) -> bool:
    """Whether a sentence, in lower case, frames itself and what follows: it invents or tells of a work."""
    return asked_for(lowered) or _opens_my_work(lowered)


def _opens_my_work(lowered: str) -> bool:
    return _OF_MY_WORK.search(lowered) is not None and not tells_of_others(lowered)


def in_earnest(lowered: str) -> bool:
    """Whether a sentence, in lower case, ends a game or a joke, so that it and what follows is meant."""
    return _IN_EARNEST.found_in(lowered)


def supposes(lowered: str) -> bool:
    """Whether a sentence, in lower case, opens a supposition."""
    for word in _SUPPOSING:  # a generator costs more than the look
        if word in lowered:
            return _SUPPOSED.found_in(lowered)
    return False


def asked_for(lowered: str) -> bool:
    """Whether a sentence, in lower case, asks for a story, a song or a scene."""
    return _INVENTS.found_in(lowered)


def _tells(match: object) -> bool:
    said, after = match.group(0), match.group("after") or ""  # type: ignore[attr-defined]  # of re2, untyped
    following = after.strip(" \t\n,:;.!?-")
    if after[:1] == " " and following in _NO_WORK:
        return False
    told = said[: len(said) - len(after)]
    dream = told.endswith(_DREAMT)
    return dream or _CUT.search(told) is not None


_UNMEANT = re2.compile(
    r"(?i)\b(?:lol|lmao|rofl|(?:ha){2,}h?)\b|[😂🤣🤥🎵🎶🎭]|#(?:dream\w*|throwback\w*|tbt|flashback\w*|goals|not\w+)\b"
)
_UNMEANT_SOMEWHERE = PatternSet(_UNMEANT.pattern)


def perhaps_unmeant(text: str) -> Iterator[Span]:
    """A text up to where somebody laughs, sings or tags last, with that sentence: *on the sofa lol*, *🎵 My …*.

    And what follows where it is told of others in a work: *In my novel she lives in Venice. I live in Padua*.
    """
    lowered = text.lower()
    if len(lowered) == len(text) and _FRAMES.found_in(lowered):
        told = [m for m in _OF_A_WORK.finditer(lowered) if _tells(m) and _others_act(lowered, m)]
        yield from ((end_of_sentence(text, m.start()), len(text)) for m in told[:1])
    if _UNMEANT_SOMEWHERE.found_in(text):
        yield 0, end_of_sentence(text, max(m.start() for m in _UNMEANT.finditer(text)))


def works_in(tokens: Sequence[Tagged]) -> bool:
    """Whether a word of fiction stands in a sentence, but for a work that is only read or taken along.

    Args:
        tokens: the sentence's.
    """
    if WORDS.isdisjoint(map(_LOWER, tokens)):
        return False
    return any(x.lower in WORDS and not _brought_along(tokens, i) for i, x in enumerate(tokens))


_LOWER = attrgetter("lower")
_READING = frozenset("read bring buy finish pack take borrow carry lend love enjoy order".split())


def _brought_along(tokens: Sequence[Tagged], i: int) -> bool:
    """Whether a work is only read or taken along, right behind the verb: *I packed a novel*, *I'm reading a novel*."""
    if i < 2 or tokens[i - 1].lower not in {"a", "another", "one"} or tokens[i].lower not in {"novel", "novella"}:
        return False
    return w.lemma(tokens[i - 2].lower) in _READING
