"""What extraction hands to resolution: candidate statements, before anything known earlier is looked at."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from atma_overlay.altering import altered
from atma_overlay.records import ANY_CHANGE, Act, Basis, Cardinality, Change, Trigger
from atma_overlay.values.normal import normalise


class Part(StrEnum):
    """What a candidate needs from what is already known."""

    STATEMENT = "statement"
    """Nothing, unless its subject is a pronoun or it marks a change of an attribute that goes by other words."""
    ADOPTED = "adopted"
    """A value that takes the place of something retired in the same breath; its slot is that one's."""
    RETIRED = "retired"
    """A mention of something that stopped: matched against the values that are known."""
    PARTED = "parted"
    """A mention beside a word of parting (*my old fob at …*): it counts only if something took its place."""
    REQUESTED = "requested"
    """A value that the listener is asked to set: proposed where something is known of its slot."""
    RETRACTED = "retracted"
    """A topic that the user asks not to be used: matched against everything known."""


TOLD, RETIRE, ADOPT = 0.9, 0.85, 0.7
"""Confidence of what is told to have changed, of what is told to be over, and of what is only told to be taken up."""
DOUBTED = 0.4
"""Confidence of what others say of the speaker, or may only become true: no wording makes it surer."""
LISTED = 0.6
"""Confidence of what stands in a list of labels that says not whose it is: it retires nothing surer."""

BY_ACTOR = "by_subject"
"""The attribute of a mention that ended by somebody's act: only that somebody's records can be meant."""
BY_THING = "by_thing"
"""Likewise, where what acts is a thing of the speaker's: *my office moved to …*."""


IT = "it"
"""What a candidate's doer begins with where a pronoun acts: *it switched to Zed*."""
BY_LOSS = "by_loss"
"""The attribute of a mention of somebody who is gone: only somebody can be meant, no thing."""


ABOUT_RULE = "by_rule"
"""The attribute of a topic that is a stated rule: the request takes back the rule, and no fact."""
BY_REST = "by_rest"
"""The attribute of how many there still are: only a count of what the turn speaks of can be meant."""
BY_TOTAL = "by_total"
"""The attribute of how many there are with some more or some fewer: only the count that this gives can be meant."""
BY_HEADS = "by_heads"
"""The attribute of how many *we* are: only a count of people can be meant."""
BY_ABSENCE = "by_absence"
"""The attribute of a mention of what is gone: only a thing can be meant, since whoever is gone may be out."""
BY_DOING = "by_doing"
"""The attribute of what somebody does no more, told by its verb alone: all that was told of doing so is meant."""
BY_HAVING = "by_having"
"""The attribute of a mention of what is had no more: only what is told to be had by its noun can be meant."""
BY_TIE = "by_tie"
"""The attribute of a name whose tie to the speaker, its unit, is over: only what tells such a tie can be meant."""
BY_VALUE = "by_value"
"""The attribute of a mention that can mean a value only: *finished reading a book* is of no book that is known."""
HELD = "held"
"""The kind of a mention that names a slot: whatever the slot holds is meant."""
BY_CONTRAST = "by_contrast"
"""The attribute of a mention of what was before, set against what is now: *… rather than Vim*."""
BY_FALLING_OUT = "by_falling_out"
"""The attribute of a mention of what fell out or falls short: it counts only beside a new value of the same slot."""
BY_OLD = "by_old"
"""The attribute of what takes the place of a value that is named: only the one record of that value can be meant."""
BY_PASSING = "by_passing"
"""The attribute of what took the place of something by the way: only what is named as over can be meant."""
BY_BOOKING = "by_booking"
"""The attribute of what something was booked for anew: only what is booked can be meant."""
BY_PLATFORM = "by_platform"
"""The attribute of where a project was cut over to: only what it runs on can be meant."""
BY_NAME = "by_name"
"""The attribute of what something is called now: only what is held under its old name can be meant."""
BY_LABEL = "by_label"
"""The attribute of what a thing is called now: only what is held as the name of a thing called so can be meant."""
BY_HANDOVER = "by_handover"
"""The attribute of who has something from somebody: only a record of that somebody and that thing can be meant."""
BY_POST = "by_post"
"""The attribute of who came into a post: only a record of who has that post can be meant."""
BY_PLAN = "by_plan"
"""The attribute of what a plan that fell away was to change to: only what was told for a day to come can be meant."""
BY_LAST = "by_last"
"""The attribute of what mends the turn before: only the one fact of that turn that it fits can be meant."""
BY_TYPING = "by_typing"
"""Likewise, as one puts right what was typed wrong: *\\*Leeds*. Only what is written much like it can be meant."""
BY_TOLD = "by_told"
"""The attribute of what the speaker told and says to be wrong, by its noun: only the one record of it can be meant."""
BY_RETURN = "by_return"
"""The attribute of what somebody went back to: only a value that was given up before can be meant."""


@dataclass(slots=True, unsafe_hash=True)
class Candidate:
    """One candidate; `span` and `evidence` are of the observation's text.

    Never changed once it is made; not frozen, since making a frozen one costs three times as much.

    `subject` is a canonical subject, or `?he`, `?she`, `?it`, `?they` for a pronoun that the turn itself does not
    explain. `attribute` is a lexicon id or open vocabulary (lower-case words joined by underscores).
    `place` orders the candidates of one observation.
    """

    part: Part
    act: Act
    subject: str
    attribute: str
    known_attribute: bool
    cardinality: Cardinality
    value: str
    norm: str
    value_kind: str
    unit: str | None
    affirmed: bool
    span: tuple[int, int]
    evidence: str
    valid_from: datetime
    valid_to: datetime | None
    temporary: bool
    change: Change
    replaces: str | None
    confidence: float
    basis: Basis = Basis.SAID
    place: int = 0
    additive: bool = False
    cumulative: bool = False
    """Whether it ends nothing that is not told to be over: one more allergy."""
    sort: str | None = None
    """The sort of institution that a name tells (*Academy*: school)."""
    thing: str | None = None
    """The attribute that a proper name tells by itself (*Obsidian*: note_app)."""
    doer: str | None = None
    """What acts in its clause, in lower case, where that is neither the speaker nor somebody known (*the team*).

    Empty where what is told of changes by itself: *Fitworks is called Basement now*.
    """
    extractor: str = "rules/1"
    """Who found it: the rules, or a model with its prompt version."""
    grounds: Annotated[tuple[str, ...], Field(exclude=True)] = ()
    """Other observations whose words its value has; never kept with it, see `judge.quotes`."""
    replaced: str | None = None
    """The norm of what it replaces, where the user's lexicon has that by another name."""

    @property
    def old_norm(self) -> str:
        """The norm of what it replaces; empty where it tells nothing of that."""
        if self.replaces is None:
            return ""
        return normalise(self.replaces) if self.replaced is None else self.replaced

    def but(self, **changes: Any) -> Candidate:
        """A copy with some fields changed."""
        return altered(self, **changes)

    def doubted(self) -> Candidate:
        """A copy that retires nothing: what it would take the place of is proposed."""
        return self.but(confidence=min(self.confidence, DOUBTED))


def is_plain(candidate: Candidate) -> bool:
    """Whether a candidate states what holds: no change, no end and no stretch of time is told with it."""
    told = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.change is Change.NONE
    return told and candidate.valid_to is None


def takes_a_place(candidate: Candidate) -> bool:
    """Whether something may have to give way to a candidate; what is only noted beside the rest takes no place."""
    if candidate.part is not Part.STATEMENT:
        return candidate.part is not Part.RETRACTED
    told = candidate.change is Change.TOLD or candidate.replaces is not None
    return told or candidate.cardinality is Cardinality.SINGLE or candidate.known_attribute


@dataclass(frozen=True, slots=True)
class StatedContingency:
    """A dependency between slots as told.

    `parent` and `child` are attributes, lexicon ids where there is one, else lower-case words joined by underscores;
    empty where only a value names the slot. A subject is canonical, and empty for the speaker. `parent_value` and
    `child_value` are present values of the two slots that the wording names. `trigger` is the condition in the words of
    the text and `when` the same, typed; `value` is what the child becomes, verbatim, or None where nothing is told.
    """

    parent: str
    trigger: str | None
    child: str
    value: str | None
    span: tuple[int, int]
    evidence: str
    when: Trigger = ANY_CHANGE
    parent_subject: str = ""
    child_subject: str = ""
    parent_value: str | None = None
    child_value: str | None = None
    place: Annotated[int | None, Field(exclude=True)] = None
    """Its place among those of its observation, where others of them are left out."""
    grounds: Annotated[tuple[str, ...], Field(exclude=True)] = ()
    """The other observations that name its slots."""


@dataclass(frozen=True, slots=True)
class Found:
    """Everything found in one observation; `named` lists the people and things it names, latest last."""

    candidates: tuple[Candidate, ...]
    contingencies: tuple[StatedContingency, ...]
    named: tuple[str, ...]
    by_question: Annotated[bool, Field(exclude=True)] = False
    """Whether it was read by what an agent had asked: it may have words that are not the observation's own."""


BY_QUESTION = ", by question"
"""What the version of a reading ends in that has words of a question: it is said anew once those are erased (law 7)."""


def overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether two spans share a character."""
    return a[0] < b[1] and b[0] < a[1]


def touches(span: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    """Whether a span shares a character with one of several."""
    start, end = span
    for first, last in others:  # noqa: SIM110 - asked for each candidate: a generator costs more than the look
        if start < last and first < end:
            return True
    return False


def within(span: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    """Whether one of several holds all of a span."""
    return any(start <= span[0] and span[1] <= end for start, end in others)


_ADAPTER: TypeAdapter[Found] = TypeAdapter(Found)


def to_json(found: Found) -> str:
    """The candidates as JSON, for the ledger."""
    return _ADAPTER.dump_json(found).decode()


def from_json(text: str) -> Found:
    """The candidates as kept by the ledger."""
    # pydantic's own reader of JSON keeps short texts for the whole process, where nobody can make it forget (law 7).
    return _ADAPTER.validate_python(json.loads(text))
