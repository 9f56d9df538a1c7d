"""What frames a text as a dream, a story, a role, a joke or a supposition: nothing told there is a fact."""

from __future__ import annotations

import re2

from atma_overlay.language.pattern_set import PatternSet

WORDS = frozenset(
    """screenplay monologue novella role-play roleplay roleplaying fanfic fiction fictional lyrics limerick
    protagonist villain narrator dreamt dreamed nightmare pretend imagine hypothetically hypothetical fantasy
    scenario skit sketch-comedy""".split()
)
"""Words that frame the sentence they stand in, and what follows it."""
_FRAMING = (
    r"\b(?:thought experiment|my character|main character|role play"
    r"|let's say|let's pretend|just kidding|short story|the line is|next line|opening line"
    r"|you're an?|you are an?|act as|as if i|april fools?|lol|(?:ha){2,}|joking|jk|yeah right|as if!"
    r"|in an alternate|in (?:another|(?:my|our|a|the) (?:next|other|parallel|different)) (?:life|universe|timeline)"
    r")\b|[.!?] (?:not!|psych\b|gotcha\b|i wish[.!]|no,? not really\b)|😂|🤣|(?:^|\s)/s(?:\s|$)"
)
"""What frames a whole turn as fiction, a role or a joke."""
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
_FRAMES = PatternSet(rf"\b(?:{_WORKS})s?\b", _FRAMING, *_PLAYED)
"""The first one is only a sign; each of the others is enough."""
_CUT = re2.compile(r"\b(?:where|in which)$|^in ")
_NO_WORK = frozenset(
    """club shop store studio industry fair group room design designer designing developer development dev engine team
    theory company job house car come came holiday home wedding seller shelf keeping keeper director maker production
    school festival night pass console server plan changer""".split()
)
_SUPPOSED = PatternSet(
    r"^\W*(?:and |but |so |now |just |let's |let us )?(?:suppose|what if"
    r"|(?:imagine|picture|visuali[sz]e|consider) (?:this|that|it|the following)\b\W)|, (?:what if|suppose)\b"
)
"""What frames a sentence, and what follows it, as supposition."""

_SUPPOSING = ("suppose", "what if", "imagine", "picture", "visuali", "consider")
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
    return bool(held) and (held[-1] > 0 or any(_tells(m) for m in _OF_A_WORK.finditer(lowered)))


def supposes(lowered: str) -> bool:
    """Whether a sentence, in lower case, opens a supposition."""
    return any(x in lowered for x in _SUPPOSING) and _SUPPOSED.found_in(lowered)


def asked_for(lowered: str) -> bool:
    """Whether a sentence, in lower case, asks for a story, a song or a scene."""
    return _INVENTS.found_in(lowered)


def _tells(match: object) -> bool:
    said, after = match.group(0), match.group("after") or ""  # type: ignore[attr-defined]  # of re2, untyped
    following = after.strip(" \t\n,:;.!?-")
    if after[:1] == " " and following in _NO_WORK:
        return False
    told = said[: len(said) - len(after)]
    dream = told.endswith(("dream", "dreams", "nightmare"))
    return dream or _CUT.search(told) is not None
