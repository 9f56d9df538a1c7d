"""How far things at work have come: *order 4411 has shipped*, *the invoice for March is paid*, *the build is green*.

Each thing, by its number or its name, has a status of its own, of which the latest applies. Which things there are and
what they go through is data (`progress.toml`); a state that a thing of its sort does not go through tells nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import re2

from atma_overlay.language import words as w
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.making import make
from atma_overlay.language.scene import TYPED, Scene
from atma_overlay.language.signs import WORDS, Sign
from atma_overlay.language.words import read_wordings
from atma_overlay.records import Change

_GROUPS = {group: phrases.split("|") for group, phrases in read_wordings("progress.toml").items()}
_SORTS = ("work", "code", "trade", "paper", "run", "system")
_IS, _DONE, _DID = "is", "done", "did"
_STATES = {(sort, how): frozenset(_GROUPS[f"{sort}_{how}"]) for sort in _SORTS for how in (_IS, _DONE, _DID)}
_SORT_OF = {thing: sort for sort in _SORTS for thing in _GROUPS[f"{sort}_things"]}
_SAME = {x: first for line in _GROUPS["same"] for first, *others in [line.split(" = ")] for x in others}
_PAYMENT, _PAID_ITSELF = frozenset(_GROUPS["payment"]), frozenset(_GROUPS["paid_itself"])
_STATUS, _PAID = "status", "payment"
_LONGEST = 4
"""Words of a state, at most."""

_THINGS = "|".join(sorted(_SORT_OF, key=len, reverse=True))
_SHOWN = Sign(rf"\b(?:{_THINGS})\b", family=WORDS)
_TOKEN = re2.compile(r"[\p{L}\p{N}#][\p{L}\p{N}#&'/.-]*[\p{L}\p{N}]|[\p{L}\p{N}]|[^\s\p{L}\p{N}]")
_NUMBER = re2.compile(r"^#?(?:\p{L}{1,6}-)?\p{L}{0,2}\d[\d./-]*\p{L}?$")
_NUMBERING = frozenset("no no. nr nr. number id #".split())
_STOPS = frozenset(',;:!.?()"“”–—-…')
_OPENERS = frozenset(
    """ok okay fyi update hey hi note btw great also well finally now today yesterday good bad news status quick heads
    heads-up up and but so just know you this morning as of the way by fine right then meanwhile""".split()
)
"""What a part of a sentence may open with, before it tells what it is of."""
_PLACING = frozenset("for with of from in to about on at".split())
_BEING = {"is": _IS, "are": _IS, "was": _DONE, "were": _DONE, "got": _DONE, "has": _DID, "have": _DID}
_ADVERBS = frozenset(
    """now still already finally currently just again also all fully officially since today only actually successfully
    immediately automatically recently meanwhile""".split()
)
_TIMED = (
    r"again|now|already|today|yesterday|tonight|just now|at last|finally|at the moment|right now|currently|too|as well"
    r"|this (?:morning|afternoon|evening|week|month)|last (?:night|week|month|\p{L}+day)|successfully|in full|early"
    r"|late"
    r"|(?:on|since|as of|from) (?:\p{L}+day|\d{1,2}(?:st|nd|rd|th)? \p{L}+|\p{L}+ \d{1,2}(?:st|nd|rd|th)?|today"
    r"|yesterday|this morning|last \p{L}+|the \d{1,2}(?:st|nd|rd|th))|(?:at|since|around) \d{1,2}(?::\d\d)?(?: ?[ap]m)?"
    r"|(?:a|an|two|three|\d+) (?:minutes?|hours?|days?|weeks?) ago|in the meantime|for good"
)
_DONE_HOW = r"(?:by|to|from|with|as|after|via|through|due to|because of|thanks to|without) [^,;:.!?]{1,40}?"
_END = r"(?:$|[.!,;:)–—-]|(?: and| but| so| which| because| since| thanks?)\b)"
_BEHIND = {
    _IS: re2.compile(rf"^(?: (?:{_TIMED}))*{_END}"),
    _DONE: re2.compile(rf"^(?: (?:{_TIMED}))*(?: {_DONE_HOW})?(?: (?:{_TIMED}))*{_END}"),
}
"""What may follow a state, with the end of what is told; *until May*, *if …* and *on the branch* tell it of less."""
_GOES_ON = re2.compile(
    r"^[^,;:.!?]*?(?:[ ,;:–—-]|\b(?:and|but|then|so)\b)+(?:then|later|is|was|were|has|had|got|isn't|wasn't|hasn't|if"
    r"|unless|once|when|until|or|right|i (?:think|guess|hope|believe|suppose)|probably|maybe|supposedly|apparently"
    r"|hopefully)\b"
)
"""What may take back what stands before it: *was closed and was reopened*, *is closed, I think*."""
_DEPENDING = re2.compile(
    r"\b(?:if|when|whenever|once|unless|until|till|whether|in case|as soon as|as long as|suppos(?:e|ing)|imagine"
    r"|pretend|assum(?:e|ing)|provided|hop(?:e|es|ing)|think|thinks|thought|guess|believes?|said|says|told|claims?|heard"
    r"|reckons?"
    r"|apparently|allegedly|supposedly|probably|maybe|perhaps|possibly|might|may|should|would|could|must|will|wish"
    r"|not sure|no idea|remind|ask|check|see|verify|confirm|tell|let me know|let us know|wait|waiting|before|after"
    r"|example|say|hypothetically|rumou?r|rumours|rumors)\b"
)
"""What a sentence holds before what it does not tell as so."""
_NOT_THIS = (
    w.DETERMINERS | w.POSSESSIVES | w.SUBJECT_PRONOUNS | w.PREPOSITIONS | frozenset(
        """other another second third next last previous former old first final some any no every each all both one two
        three half most many few if when whenever once unless until till whether that which who what where how why while
        and or but not so than as because me us him them yesterday today tomorrow same similar wrong right whole entire
        hypothetical example sample dummy fake today's yesterday's tonight's week's month's year's""".split()
    )
) - {"the"}  # fmt: skip
"""Words with which it is not told which one: *the other order*, *one of the tickets*, *yesterday's build*."""


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def progress(scene: Scene) -> Iterator[Candidate]:
    """The status of each thing of which a sentence tells how far it has come.

    Args:
        scene: the sentence, with a clause that spans it.
    """
    sentence = scene.sentence
    said = sentence.said
    if sentence.sentence.asks or not sentence.shows(_SHOWN, said) or len(said) != len(sentence.text):
        return
    words = [_Word(m.group(), *m.span()) for m in _TOKEN.finditer(said)]
    for at in range(len(words)):
        told = _told_from(scene, words, at)
        if told is not None:
            yield told


def is_status(candidate: Candidate) -> bool:
    """Whether a candidate is the status of a thing, or of its payment."""
    return candidate.attribute.endswith((f"_{_STATUS}", f"_{_PAID}"))


def _told_from(scene: Scene, words: Sequence[_Word], at: int) -> Candidate | None:
    """What is told of the thing whose name begins at a word."""
    size = next((n for n in (3, 2, 1) if _joined(words, at, at + n) in _SORT_OF), 0)
    if not size or (at and _joined(words, at - 1, at + size) in _SORT_OF):
        return None
    thing, behind = _joined(words, at, at + size), at + size
    number = ""
    if behind + 1 < len(words) and words[behind].text in _NUMBERING:
        behind += 1
    if behind < len(words) and _NUMBER.search(words[behind].text):
        number, behind = words[behind].text.lstrip("#"), behind + 1
    own = _own(scene.sentence.text, words, at, named=bool(number))
    verb = _verb(words, behind)
    if own is None or verb is None or _DEPENDING.search(scene.sentence.said[: words[at].start]) is not None:
        return None
    of = [x.text.removesuffix("'s") for x in words[behind:verb]][1:]
    if not (_NOT_THIS.isdisjoint(of) or _NOT_THIS.intersection(of) <= {"our", "my"}):
        return None
    named = [x for x in of if x not in _ARTICLES]
    called = " ".join((*named, *own, _SAME.get(thing, thing), *([number] if number else [])))
    return _stated(scene, words, verb, thing, called)


_ARTICLES = frozenset({"the", "our", "my"})


def _joined(words: Sequence[_Word], start: int, end: int) -> str:
    return " ".join(x.text for x in words[start:end]) if end <= len(words) else ""


def _own(text: str, words: Sequence[_Word], at: int, *, named: bool) -> list[str] | None:
    """The words before a thing that say which one it is; None where they do not, or are no part of its name."""
    opens = at
    while opens and words[opens - 1].text not in _STOPS and words[opens - 1].text not in _JOINING:
        opens -= 1
    before = list(words[opens:at])
    led = next((n for n in range(len(before) - 1, -1, -1) if before[n].text in _LEADING), None)
    if led is None:
        while before and before[0].text in _OPENERS:
            before.pop(0)
        plain = not before and (named or at == 0)
        capitals = bool(before) and all(text[x.start].isupper() for x in before)
        return [_bare(x) for x in before] if plain or (capitals and _tells_which(before)) else None
    opening, own = before[:led], before[led + 1 :]
    if len(own) > _LONGEST or any(x.text not in _OPENERS for x in opening) or not _tells_which(own):
        return None
    return [_bare(x) for x in own]


_LEADING = frozenset({"the", "our", "my", "this", "that"})
_JOINING = frozenset({"and", "but", "so", "because", "since"})


def _tells_which(own: Sequence[_Word]) -> bool:
    return all(x.text not in _NOT_THIS for x in own)


def _bare(word: _Word) -> str:
    return word.text.removesuffix("'s").removesuffix("'")


_REACH = 6
"""Words between a thing and its verb, at most: *the invoice for the new website*."""


def _verb(words: Sequence[_Word], behind: int) -> int | None:
    """Where the verb stands, right behind a thing or behind what says which one: *the invoice for March is …*."""
    if behind >= len(words):
        return None
    if words[behind].text not in _PLACING:
        return behind
    return next((n for n in range(behind + 2, min(behind + _REACH, len(words))) if words[n].text in _BEING), None)


def _stated(scene: Scene, words: Sequence[_Word], verb: int, thing: str, called: str) -> Candidate | None:
    how, at = _BEING.get(words[verb].text, ""), verb + bool(words[verb].text in _BEING)
    at = _past_adverbs(words, at)
    if how == _DID and at < len(words) and words[at].text == "been":
        how, at = "been", _past_adverbs(words, at + 1)
    told = _state(words, at, _SORT_OF[thing], how)
    if told is None:
        return None
    state, last, kind = told
    rest = scene.sentence.said[words[last].end :]
    behind = _BEHIND[_IS if kind == _IS else _DONE]
    if behind.search(rest) is None or _GOES_ON.search(rest) is not None:
        return None
    begin = scene.sentence.sentence.start
    span = (begin + words[at].start, begin + words[last].end)
    of = _PAID if state in _PAYMENT and thing not in _PAID_ITSELF else _STATUS
    made = make(
        scene, scene.turn.speaker, f"{called} {of}", scene.turn.text[slice(*span)], span, "phrase", None, Change.NONE,
        TYPED, affirmed=True,
    )  # fmt: skip
    return made.but(norm=_SAME.get(state, state), valid_to=None, temporary=False)


def _past_adverbs(words: Sequence[_Word], at: int) -> int:
    while at < len(words) and words[at].text in _ADVERBS:
        at += 1
    return at


_KINDS = {_IS: (_IS, _DONE), _DONE: (_DONE,), _DID: (_DID,), "been": (_DONE, _IS), "": (_DID,)}
"""By the verb, which states may follow: *is closed*, *was closed*, *has shipped*, *has been open*, *shipped*."""
_WAITING = {"waiting": 2, "awaiting": 1}
"""How many words lead what is waited for: *waiting for approval*, *awaiting a signature*."""


def _state(words: Sequence[_Word], at: int, sort: str, how: str) -> tuple[str, int, str] | None:
    """The state that stands at a word, with its last word and its kind."""
    for size in range(_LONGEST, 0, -1):
        phrase = _joined(words, at, at + size)
        kind = next((k for k in _KINDS[how] if phrase in _STATES[sort, k]), None) if phrase else None
        if kind is not None:
            return phrase, at + size - 1, kind
    waits = _WAITING.get(words[at].text, 0) if at < len(words) and _IS in _KINDS[how] else 0
    led = f"{_joined(words, at, at + waits)} *" if waits else ""
    if led not in _STATES[sort, _IS]:
        return None
    last = at + waits
    while last < min(at + waits + 3, len(words)) and words[last].text not in _STOPS | _JOINING | w.PREPOSITIONS:
        last += 1
    return (_joined(words, at, last), last - 1, _IS) if last > at + waits else None
