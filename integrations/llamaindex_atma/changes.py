"""What changes took away: which sentence of a text still speaks for a value that no longer holds.

A sentence is stale where it is the evidence of a retired record, or says its value again. One that also names what
holds now compares the two and is kept, and so is one that speaks of the past as past. How little is enough depends on
where it stands: in a thread before the change, the value's name; after the change, or in a document, the same said of
the same person, since *I visit Lisbon next week* and *Lisbon is the capital of Portugal* stay true of whoever moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atma_overlay.views import StateRecord, Timeline, TransitionRecord

__all__ = ["Speaks", "Taken", "Told", "mentions", "restates", "screened", "taken_in"]

_RETIRED = frozenset({"superseded", "ended", "invalidated", "corrected", "retracted"})
_SHORTEST = 4
"""Characters below which a value is too common a word to be found by itself."""
_PERSON = frozenset("i i'm i've my me mine we we're our us you you're your yours user user's".split())
_PAST = frozenset("formerly previously former ex once".split())
_USED = ("used", "to")


@dataclass(frozen=True, slots=True)
class Taken:
    """A value that a change took away.

    Attributes:
        subject: whose it was, e.g. `user`.
        attribute: of what, e.g. `home_city`.
        value: what no longer holds.
        evidence: the sentence that stated it, verbatim.
        now: what holds in its place; empty where nothing is known.
        cause: the sentence that changed it; empty where it was changed by other means.
        at: when the change was recorded.
        affirmed: False where the value was a denial, which repeating its words does not repeat.
        elsewhere: what states the value of something else of the subject, where it still holds; its name alone then
            says nothing.
    """

    subject: str
    attribute: str
    value: str
    evidence: str
    now: tuple[str, ...]
    cause: str
    at: datetime
    affirmed: bool = True
    elsewhere: tuple[str, ...] = ()

    @property
    def slot(self) -> str:
        """Subject and attribute in words."""
        return f"{self.subject} / {self.attribute.replace('_', ' ')}"


Speaks = Callable[[str, Taken], bool]
"""Whether a sentence speaks for a value that a change took away."""


@dataclass(frozen=True, slots=True)
class Told:
    """A text without its stale sentences, and what each of those spoke for."""

    text: str
    stale: tuple[Taken, ...]


def taken_in(timeline: Timeline) -> tuple[Taken, ...]:
    """What the changes of a timeline took away and nothing has brought back."""
    ends: dict[str, TransitionRecord] = {}
    for transition in timeline.transitions:
        if transition.state.value == "applied":
            ends[transition.from_id] = transition
    live = [record for record in timeline.records if record.status.value == "active"]
    retired = [record for record in timeline.records if record.status.value in _RETIRED]
    found = []
    for record in retired:
        again = [r for r in live if _says_the_same(r, record)]
        if not any(_same_slot(r, record) for r in again):
            taken = _taken(record, ends.get(record.id), [r for r in live if _same_slot(r, record)])
            found.append(replace(taken, elsewhere=tuple(r.evidence for r in again)))
    return tuple(found)


def screened(text: str, taken: Sequence[Taken], *, by: Speaks, mark: Callable[[Taken], str] | None = None) -> Told:
    """A text without its stale sentences.

    Args:
        text: what was said or written.
        taken: what changes took away.
        by: when a sentence speaks for one of them: `mentions` or `restates`.
        mark: what stands in a stale sentence's place; nothing by default.
    """
    from atma_overlay.language.tokens import sentences

    named = [t for t in taken if _may_speak(text, t)]
    if not named:
        return Told(text, ())
    kept: list[str] = []
    stale: list[Taken] = []
    end = 0
    for sentence in sentences(text):
        said = text[sentence.start : sentence.end]
        gone = next((t for t in named if by(said, t)), None)
        if gone is None:
            kept.append(text[end : sentence.end])
        else:
            marked = mark(gone) if mark is not None and gone not in stale else ""
            kept += [" " if kept and marked else "", marked]
            stale.append(gone)
        end = sentence.end
    if not stale:
        return Told(text, ())
    return Told(("".join(kept) + text[end:]).strip(), tuple(dict.fromkeys(stale)))


def mentions(said: str, taken: Taken) -> bool:
    """Whether a sentence from before the change speaks for what it took away: by a name alone, or of the person."""
    if taken.elsewhere:
        return restates(said, taken)
    words = _words(said)
    if not words or _compares(words, taken):
        return False
    if _states(words, taken):
        return True
    return _says(words, taken) and (_is_a_name(taken.value) or _is_about(taken.subject, words))


def restates(said: str, taken: Taken) -> bool:
    """Whether a sentence from anywhere says again, and of the present, what a change took away."""
    words = _words(said)
    if not words or _compares(words, taken):
        return False
    if _states(words, taken):
        return True
    if not (_says(words, taken) and _is_about(taken.subject, words) and _shares(said, taken)):
        return False
    from atma_overlay.language.view import infer_view

    return infer_view(said, taken.at).view.value in {"current", "neutral"}


def _taken(record: StateRecord, end: TransitionRecord | None, live: Sequence[StateRecord]) -> Taken:
    now = tuple(dict.fromkeys(r.value for r in live if r.affirmed))
    at = end.recorded_at if end is not None else record.recorded_at
    cause = end.to_evidence if end is not None else ""
    return Taken(
        record.subject, record.attribute, record.value, record.evidence, now, cause, at, affirmed=record.affirmed
    )


def _same_slot(first: StateRecord, second: StateRecord) -> bool:
    return (first.subject, first.attribute) == (second.subject, second.attribute)


def _says_the_same(live: StateRecord, retired: StateRecord) -> bool:
    """Whether a live record has the retired one's value, in whatever slot of the same subject."""
    from atma_overlay.state.values import normalise, same_value

    if (live.subject, live.affirmed) != (retired.subject, retired.affirmed):
        return False
    return same_value(normalise(live.value), normalise(retired.value))


def _may_speak(text: str, taken: Taken) -> bool:
    """Whether a text has what any of its sentences needs: most of a thread is told apart without reading it closely."""
    folded, value = _folded(text), _words(taken.value)
    return bool(value and value[0] in folded) or _folded(taken.evidence).rstrip(" .!?") in folded


def _compares(words: Sequence[str], taken: Taken) -> bool:
    """Whether a sentence also says what holds: the new value, or the old one of what it still holds of."""
    return any(_within(_words(text), words) for text in (*taken.now, *taken.elsewhere))


def _states(words: Sequence[str], taken: Taken) -> bool:
    """Whether a sentence is the evidence, or all or part of it."""
    stated = _words(taken.evidence)
    return _within(stated, words) or (len(words) > 2 and _within(words, stated))


def _says(words: Sequence[str], taken: Taken) -> bool:
    """Whether a sentence has the value's words, and not as something past."""
    if not taken.affirmed or len(taken.value) < _SHORTEST or not _within(_words(taken.value), words):
        return False
    return not (set(words) & _PAST or _within(_USED, words))


def _shares(said: str, taken: Taken) -> bool:
    """Whether a sentence says the value in the evidence's own terms, or in the attribute's."""
    from atma_overlay.state.terms import terms

    own = {*terms(taken.evidence), *terms(taken.attribute.replace("_", " "))} - set(terms(taken.value))
    return bool(own & set(terms(said)))


def _is_a_name(value: str) -> bool:
    return any(word[:1].isupper() or any(c.isdigit() for c in word) for word in value.split())


def _is_about(subject: str, words: Sequence[str]) -> bool:
    """Whether a sentence names the subject; *I* and *you* are the user, and so is *the user*."""
    named = set(_words(subject)) - _PERSON
    return bool(named & set(words)) if named else bool(_PERSON & set(words))


@lru_cache(maxsize=65536)
def _words(text: str) -> tuple[str, ...]:
    from atma_overlay.state.terms import words

    return tuple(words(_folded(text)))


@lru_cache(maxsize=8192)
def _folded(text: str) -> str:
    from atma_overlay.state.values import fold_case

    return fold_case(text)


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    size = len(part)
    return 0 < size <= len(whole) and any(tuple(whole[i : i + size]) == tuple(part) for i in range(len(whole)))
