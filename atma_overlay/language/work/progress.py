"""How far things at work have come: *order 4411 has shipped*, *the invoice for March is paid*, *the build is green*.

Each thing, by its number or its name, has a status of its own, of which the latest applies. What things go through is
data (`progress.toml`); a state that a thing of its sort does not go through tells nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.signs import WORDS, Sign
from atma_overlay.language.making import make
from atma_overlay.language.scene import TYPED, Scene
from atma_overlay.language.work.work_names import (
    BARE,
    GROUPS,
    JOINING,
    PACE,
    PAYMENT,
    SAME,
    SORT_OF,
    SORTS,
    STAGE,
    STATUS,
    STOPS,
    Named,
    Word,
    joined,
    more_of,
    named_at,
    words_of,
)
from atma_overlay.records import Change

IS, DONE, DID = "is", "done", "did"
STATES = {(sort, how): frozenset(GROUPS[f"{sort}_{how}"]) for sort in SORTS for how in (IS, DONE, DID)}
STATES |= {(BARE, how): STATES["work", how] | STATES["code", how] for how in (IS, DONE, DID)}
_PAYMENT, _PAID_ITSELF, _STAGE, _PACE, _BILLED, _UNPAID_STILL, _SENT = (
    frozenset(GROUPS[x]) for x in ("payment", "paid_itself", "stage", "pace", "billed", "unpaid_still", "sent_on")
)
_LONGEST = 4
"""Words of a state, at most."""

_THINGS = "|".join(sorted(SORT_OF, key=len, reverse=True))
SHOWN = Sign(rf"\b(?:{_THINGS})\b|\d{{4}}|\p{{L}}-\d{{2}}|#\d", family=WORDS)
"""What names a thing at work."""
BEING = {"is": IS, "are": IS, "was": DONE, "were": DONE, "got": DONE, "has": DID, "have": DID}
ADVERBS = frozenset(
    """now still already finally currently just again also all fully officially since today only actually successfully
    immediately automatically recently meanwhile""".split()
)
_TIMED = (
    r"again|now|already|today|yesterday|tonight|just now|at last|finally|at the moment|right now|currently|too|as well"
    r"|this (?:morning|afternoon|evening|week|month)|last (?:night|week|month|\p{L}+day)|successfully|in full|early"
    r"|late|(?:on|since|as of|from) (?:\p{L}+day|\d{1,2}(?:st|nd|rd|th)? \p{L}+|\p{L}+ \d{1,2}(?:st|nd|rd|th)?|today"
    r"|yesterday|this morning|last \p{L}+|the \d{1,2}(?:st|nd|rd|th))|(?:at|since|around) \d{1,2}(?::\d\d)?(?: ?[ap]m)?"
    r"|(?:a|an|two|three|\d+) (?:minutes?|hours?|days?|weeks?) ago|in the meantime|for good"
)
_DONE_HOW = r"(?:by|to|from|with|as|after|via|through|due to|because of|thanks to|without) [^,;:.!?]{1,40}?"
_END = r"(?:$|[.!,;:)–—-]|(?: and| but| so| which| because| since| thanks?)\b)"
BEHIND = {
    IS: re2.compile(rf"^(?: (?:{_TIMED}))*{_END}"),
    DONE: re2.compile(rf"^(?: (?:{_TIMED}))*(?: {_DONE_HOW})?(?: (?:{_TIMED}))*{_END}"),
}
"""What may follow a state, with the end of what is told; *until May*, *if …* and *on the branch* tell it of less."""
GOES_ON = re2.compile(
    r"^[^,;:.!?]*?(?:[ ,;:–—-]|\b(?:and|but|then|so)\b)+(?:then|later|by (?:mistake|accident)|in error"
    r"|prematurely|is|was|were|has|had|got|isn't|wasn't|hasn't|if|unless|once|when|until|or|right"
    r"|i (?:think|guess|hope|believe|suppose)|probably|maybe|supposedly|apparently|hopefully)\b"
)
"""What may take back what stands before it: *was closed and was reopened*, *is closed, I think*."""
DEPENDING = re2.compile(
    r"\b(?:if|when|whenever|once|unless|until|till|whether|in case|as soon as|as long as|suppos(?:e|ing)|imagine"
    r"|pretend|assum(?:e|ing)|provided|hop(?:e|es|ing)|think|thinks|thought|guess|believes?|said|says|told|claims?|heard"
    r"|reckons?"
    r"|apparently|allegedly|supposedly|probably|maybe|perhaps|possibly|might|may|should|would|could|must|will|wish"
    r"|not sure|no idea|remind|ask|check|see|verify|confirm|tell|let me know|let us know|wait|waiting|before|after"
    r"|example|say|hypothetically|rumou?r|rumours|rumors)\b"
)
"""What a sentence holds before what it does not tell as so."""


class Told(NamedTuple):
    """The status of a thing, and the words by which it is told which one it is: *Lumen* of the contract with Lumen."""

    candidate: Candidate
    of: tuple[str, ...]


def progress(scene: Scene, words: Sequence[Word]) -> Iterator[Told]:
    """The status of each thing of which a sentence tells how far it has come.

    Args:
        scene: the sentence, with a clause that spans it.
        words: those that may tell something of a thing at work, see `told_words`.
    """
    depends = DEPENDING.search(scene.sentence.said) if words else None
    for at in range(len(words)):
        if depends is not None and depends.end() <= words[at].start:
            return
        told = _told_from(scene, words, at)
        if told is not None:
            yield told


def told_words(scene: Scene) -> list[Word]:
    """The words of a sentence that may tell something of a thing at work; none where it asks or names no such thing.

    Args:
        scene: the sentence.
    """
    sentence, said = scene.sentence, scene.sentence.said
    plain = not sentence.sentence.asks and len(said) == len(sentence.text)
    return words_of(said) if plain and sentence.shows(SHOWN, said) else []


def _told_from(scene: Scene, words: Sequence[Word], at: int) -> Told | None:
    """What is told of the thing whose name begins at a word."""
    named = named_at(scene.sentence.text, words, at)
    if named is None or named.facet not in {"", "status", "state"}:
        return None
    verb = _verb(words, named.behind)
    if verb is None or (named.sort == BARE and words[verb].text in {"are", "were", "have"}):
        return None
    of = more_of(words[named.behind : verb])
    if of is None:
        return None
    named = named._replace(called=(*of, *named.called), behind=verb)
    made = _stated(scene, words, named)
    return None if made is None else Told(made, of)


_PLACING = frozenset("for with of from in to about on at".split())
"""What may say of which thing it is."""
LOOKED_AT = 200
"""Characters behind a state in which what is told of it ends."""
_REACH = 6
"""Words between a thing and its verb, at most: *the invoice for the new website*."""


def _verb(words: Sequence[Word], behind: int) -> int | None:
    """Where the verb stands, right behind a thing or behind what says which one: *the invoice for March is …*."""
    if behind >= len(words):
        return None
    if words[behind].text not in _PLACING:
        return behind
    return next((n for n in range(behind + 2, min(behind + _REACH, len(words))) if words[n].text in BEING), None)


def _stated(scene: Scene, words: Sequence[Word], named: Named) -> Candidate | None:
    verb = named.behind
    how, at = BEING.get(words[verb].text, ""), verb + bool(words[verb].text in BEING)
    at = past_adverbs(words, at)
    if how == DID and at < len(words) and words[at].text == "been":
        how, at = "been", past_adverbs(words, at + 1)
    told = _state(words, at, named.sort, how)
    if told is None:
        return None
    state, last, kind = told
    if says_nothing(named, state) or not ends_here(scene, words[last].end, IS if kind == IS else DONE):
        return None
    return made_of(scene, named, state, (words[at].start, words[last].end))


def ends_here(scene: Scene, at: int, kind: str) -> bool:
    """Whether what is told ends behind a state, but for when it was; nothing behind it takes it back.

    Args:
        scene: the sentence.
        at: where the state ends in it.
        kind: `IS` where nothing may tell how it came about, `DONE` where that may follow.
    """
    rest = scene.sentence.said[at:][:LOOKED_AT]
    return BEHIND[kind].search(rest) is not None and GOES_ON.search(rest) is None


def made_of(scene: Scene, named: Named, state: str, place: tuple[int, int], facet: str = "") -> Candidate:
    """The candidate of a state of a thing.

    Args:
        scene: the sentence.
        named: the thing.
        state: as told.
        place: where the state stands in the sentence.
        facet: what of the thing it tells; by the state itself where it is empty.
    """
    begin = scene.sentence.sentence.start
    span = (begin + place[0], begin + place[1])
    made = make(
        scene, scene.turn.speaker, f"{' '.join(named.called)} {facet or _facet(named, state)}",
        scene.turn.text[slice(*span)], span, "phrase", None, Change.NONE, TYPED, affirmed=True,
    )  # fmt: skip
    return made.but(norm=SAME.get(state, state), valid_to=None, temporary=False)


def says_nothing(named: Named, state: str) -> bool:
    """Whether a state leaves open how far a thing has come: an invoice that was sent is paid or not, a contract signed.

    Args:
        named: the thing.
        state: as told.
    """
    return state in (_UNPAID_STILL if named.thing in _BILLED else _SENT if named.sort == "paper" else ())


def _facet(named: Named, state: str) -> str:
    if state in _PACE and named.sort != "trade":
        return PACE
    if state in _PAYMENT and named.thing not in _PAID_ITSELF:
        return PAYMENT
    return STAGE if named.sort == "system" and state in _STAGE else STATUS


def past_adverbs(words: Sequence[Word], at: int) -> int:
    """The first word from a place on that is no adverb of time.

    Args:
        words: of a sentence.
        at: where to begin.
    """
    while at < len(words) and words[at].text in ADVERBS:
        at += 1
    return at


_KINDS = {IS: (IS, DONE), DONE: (DONE,), DID: (DID,), "been": (DONE, IS), "": (DID,)}
"""By the verb, which states may follow: *is closed*, *was closed*, *has shipped*, *has been open*, *shipped*."""
_WAITING = {"waiting": 2, "awaiting": 1, "pending": 1}
"""How many words lead what is waited for: *waiting for approval*, *awaiting a signature*."""


def _state(words: Sequence[Word], at: int, sort: str, how: str) -> tuple[str, int, str] | None:
    """The state that stands at a word, with its last word and its kind."""
    waits = _WAITING.get(words[at].text, 0) if at < len(words) and IS in _KINDS[how] else 0
    led = f"{joined(words, at, at + waits)} *" if waits else ""
    last = at + waits
    while led in STATES[sort, IS] and last < min(at + waits + 3, len(words)) and _is_waited_for(words[last]):
        last += 1
    if waits and last > at + waits:
        return joined(words, at, last), last - 1, IS
    for size in range(_LONGEST, 0, -1):
        phrase = joined(words, at, at + size)
        kind = next((k for k in _KINDS[how] if phrase in STATES[sort, k]), None) if phrase else None
        if kind is not None:
            return phrase, at + size - 1, kind
    return None


def _is_waited_for(word: Word) -> bool:
    return word.text not in STOPS | JOINING | ADVERBS | w.PREPOSITIONS
