"""What of a conversation's texts no longer holds, sentence by sentence; knows nothing of any framework.

A text that was learnt is judged by what the ledger makes of its own statements. Any other text, an assistant's reply
or a summary, is judged as the premises of a query are: by the retired values that it takes for granted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from atma_overlay import re2
from atma_overlay.keys import ids_under
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.calls import also_called, as_recorded, calls
from atma_overlay.reading.premises import check_premises
from atma_overlay.reading.presumed import presumed
from atma_overlay.reading.whose import Asked
from atma_overlay.records import STATING, Held, Origin, Slot, Statement, Status
from atma_overlay.redaction import Redact
from atma_overlay.scope import Scope
from atma_overlay.state.folds.fold import in_force
from atma_overlay.state.folds.narrowing import narrowed
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.values.normal import fold_case
from atma_overlay.values.own_names import OwnNames
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms
from atma_overlay.views import PremiseVerdict, View
from atma_overlay.views.boundary import well_formed

__all__ = ["Conversation", "Outdated", "Said", "outdated_in"]

MOST_VALUES = 1000
"""Statements whose value a conversation names, at most; the latest observed first."""
SHORTEST_NAME = 4
"""Characters below which a value is too common a word to be found by itself."""
_RETIRED = frozenset({Status.SUPERSEDED, Status.ENDED, Status.INVALIDATED, Status.CORRECTED, Status.RETRACTED})
_AS_PAST = re2.compile(r"(?i)\b(lived|worked|used to|previously|formerly|until|before that|at the time|back then)\b")
"""What a reply says of the past by its own words presents nothing as current."""


@dataclass(frozen=True, slots=True)
class Said:
    """One text of a conversation; `key` is the one it was learnt under, None where it is not what the user said.

    A lone surrogate is read as a question mark, as it is learnt, and every character keeps its place.
    """

    text: str
    key: str | None = None

    def __post_init__(self) -> None:
        """Have what RE2 and the ledger can take."""
        object.__setattr__(self, "text", well_formed(self.text))


@dataclass(frozen=True, slots=True)
class Outdated:
    """Characters [start, end) of a text that no longer hold, and what holds in their place, if that is known.

    `whole` says that it is a sentence; otherwise it is one value in a sentence that says more.
    """

    start: int
    end: int
    slot: Slot
    current: tuple[str, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Conversation:
    """Texts, and whose state they are judged by."""

    said: Sequence[Said]
    scope: Scope
    linker: Linker
    lexicon: Lexicon
    at: datetime
    speakers: frozenset[str] = frozenset({"user"})
    """The subjects that *I* and *you* may stand for in them."""
    redact: Redact | None = None
    """The hook that what was learnt of them went through."""
    written: Scope | None = None
    """Under what they were learnt, if not under the scope: one session's keys may be another's too."""


def outdated_in(reader: LedgerReader, conversation: Conversation) -> list[tuple[Outdated, ...]]:
    """For each text its outdated stretches, in order."""
    known = _statements(reader, conversation)
    own = conversation.lexicon.names
    worded = [_words_and_names(said.text, own) for said in conversation.said]
    names = sorted(frozenset().union(*worded))
    named = reader.with_terms("value", names, limit=MOST_VALUES) if names else []
    touched = {h.statement.slot for members in known.values() for h in members} | {h.statement.slot for h in named}
    held = narrowed(reader.in_slots(touched), conversation.scope, reader=reader, linker=conversation.linker)
    judge = _Judge(held, conversation)
    stated = [known.get(said.key or "", []) for said in conversation.said]
    return [
        tuple(judge.judged(said, own)) if judge.concerns(words, own) else ()
        for said, words, own in zip(conversation.said, worded, stated, strict=True)
    ]


def _words_and_names(text: str, own: OwnNames) -> frozenset[str]:
    return frozenset((*terms(text), *also_called(text, own, in_small_letters=True)))


def _is_called(statement: Statement, said: str, own: OwnNames) -> bool:
    """Whether a sentence has another name of a value: *NYC*, where *New York City* was said."""
    return as_recorded(said, calls(said, own), value=statement.value, norm=statement.norm, own=own) is not None


def _statements(reader: LedgerReader, conversation: Conversation) -> dict[str, list[Held]]:
    """What each learnt text states, by its key."""
    keys = {said.key for said in conversation.said if said.key}
    said = ids_under(reader, keys, conversation.scope, redact=conversation.redact)
    if conversation.written is not None:
        said |= ids_under(reader, keys, conversation.written, redact=conversation.redact)
    key_of = {observation_id: key for key, observation_id in said.items()}
    found: dict[str, list[Held]] = {}
    for held in reader.of_observations(key_of):
        found.setdefault(key_of[held.statement.observation_id], []).append(held)
    return found


class _Judge:
    """The slots that a conversation touches, and what its sentences say of them."""

    def __init__(self, held: Sequence[Held], conversation: Conversation) -> None:
        self._at, self._speakers, self._lexicon = conversation.at, conversation.speakers, conversation.lexicon
        self._standing = {h.statement.id: h for h in held}
        self._slots: dict[Slot, list[Held]] = {}
        self._named: dict[str, set[Slot]] = {}
        for h in held:
            self._slots.setdefault(h.statement.slot, []).append(h)
            for term in terms(h.statement.value):
                self._named.setdefault(term, set()).add(h.statement.slot)
        self._gone = {term for h in held if self._is_gone(h) for term in terms(h.statement.value)}

    def concerns(self, words: frozenset[str], learnt: Sequence[Held]) -> bool:
        """Whether a text with these words names or states anything that is gone."""
        return not self._gone.isdisjoint(words) or any(self._is_gone(self._now(h)) for h in learnt)

    def _now(self, held: Held) -> Held:
        return self._standing.get(held.statement.id, held)

    def judged(self, told: Said, learnt: Sequence[Held]) -> Iterator[Outdated]:
        """The outdated stretches of a text, by what it states or, where it states nothing, by what it repeats."""
        text, stated = told.text, [self._now(h) for h in learnt]
        whose = Origin.AGENT if told.key is None else Origin.USER
        for sentence in sentences(text):
            said = text[sentence.start : sentence.end]
            own = [h for h in stated if h.statement.evidence in said or said in h.statement.evidence]
            if own:
                yield from self._stated(said, sentence.start, own)
            else:
                yield from self._repeated(said, sentence.start, whose)

    def _stated(self, said: str, start: int, own: Sequence[Held]) -> Iterator[Outdated]:
        gone = [h for h in own if self._is_gone(h)]
        live = [h for h in own if h not in gone]
        told = {h.statement.slot for h in live}
        gone = [h for h in gone if h.statement.slot not in told]
        if gone and not live:
            yield self._finding(gone[0], (start, start + len(said)))
            return
        found = ((said.find(h.statement.value), h) for h in gone)
        for at, held in sorted(((at, h) for at, h in found if at >= 0), key=lambda pair: pair[0]):
            span = (start + at, start + at + len(held.statement.value))
            yield self._finding(held, span, whole=False)

    def _repeated(self, said: str, start: int, whose: Origin) -> Iterator[Outdated]:
        if _AS_PAST.search(said):
            return
        words = frozenset(terms(said))
        named = _words_and_names(said, self._lexicon.names)
        slots = {slot: self._slots[slot] for word in named for slot in self._named.get(word, ())}
        if not any(self._is_gone(h) for members in slots.values() for h in members):
            return
        forgotten = next((h for members in slots.values() for h in members if self._is_forgotten(h, said)), None)
        if forgotten is not None:
            yield self._finding(forgotten, (start, start + len(said)))
            return
        asked = Asked(
            said, self._at, self._speakers, askers=self._speakers, whose=whose, told=True, names=self._lexicon.names
        )
        for premise in check_premises(slots, asked, view=View.CURRENT):
            if premise.verdict is not PremiseVerdict.OUTDATED:
                continue
            held = self._standing[premise.record_ids[0]]
            told = any(fold_case(value) in fold_case(said) for value in premise.current)  # old beside new: a change
            clauses = (clause for clause, _ in presumed(said))
            if not told and self._is_about(held, words, said, granted=premise.text in clauses):
                yield self._finding(held, (start, start + len(said)))
                return

    def _is_forgotten(self, held: Held, said: str) -> bool:
        """Whether a sentence repeats what the user asked not to be used, which its value alone says."""
        value = held.statement.value
        named = len(value) >= SHORTEST_NAME and fold_case(value) in fold_case(said)
        named = named or _is_called(held.statement, said, self._lexicon.names)
        return named and held.standing.status is Status.RETRACTED and self._is_gone(held)

    def _is_about(self, held: Held, words: frozenset[str], said: str, *, granted: bool) -> bool:
        """Whether a sentence speaks of the slot, not only of its value: a train to Leeds says nothing of a home.

        `granted` says that a clause of it does: *since you have hypertension*.
        """
        statement = held.statement
        value = statement.value
        names = [part for part in value.split() if part[:1].isupper()]
        if names and not any(part in said for part in names) and not _is_called(statement, said, self._lexicon.names):
            return False
        if granted:
            return True
        spoken = words - frozenset(terms(value))
        near = frozenset((*terms(statement.slot.attribute.replace("_", " ")), *terms(statement.evidence)))
        return bool(spoken & near) or any(a.id == statement.slot.attribute for a, _ in self._lexicon.asked(spoken))

    def _is_gone(self, held: Held) -> bool:
        if held.statement.act not in STATING:
            return False
        standing = held.standing
        over = held.statement.temporary and standing.valid_to is not None and standing.valid_to <= self._at
        if standing.status not in _RETIRED and not over:
            return False
        return not any(same_value(h.statement.norm, held.statement.norm) for h in self._in_force(held.statement.slot))

    def _in_force(self, slot: Slot) -> list[Held]:
        members = self._slots.get(slot, [])
        return [
            h
            for h in members
            if h.is_record and h.standing.status is Status.ACTIVE and in_force(h.standing, at=self._at)
        ]

    def _finding(self, held: Held, span: tuple[int, int], *, whole: bool = True) -> Outdated:
        slot = held.statement.slot
        current = tuple(dict.fromkeys(h.statement.value for h in self._in_force(slot)))
        return Outdated(*span, slot, current, whole)
