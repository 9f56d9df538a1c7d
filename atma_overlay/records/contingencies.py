"""Rules between slots that somebody stated, and what they wait for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from atma_overlay.altering import made_quickly
from atma_overlay.records.observations import Origin
from atma_overlay.records.statements import Slot


class TriggerKind(StrEnum):
    """Which changes of the parent a contingency waits for."""

    ANY = "any"
    """Any change of the value: another one in its place, or none any more."""
    TO = "to"
    """A change to a given value: *if they post him to Aix*."""
    FROM = "from"
    """Leaving a given value, whatever follows: *if we drop Veltrion*, *anywhere that isn't Corvid*."""
    ENDS = "ends"
    """The parent stops with nothing in its place: *were I to stop with a private teacher*."""
    ABOVE = "above"
    """A quantity that comes to lie above a threshold: *once it goes over 900*."""
    BELOW = "below"
    """A quantity that comes to lie below a threshold."""
    TOLD = "told"
    """The words of the condition are told as having come true: *if Per moves out*, of no slot that is known."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """A typed condition on the parent of a contingency.

    `value` is the value as told: the one to come (`to`), the one to leave (`from`), or the threshold with its unit
    (`above`, `below`); None for `any` and `ends`, and for `from` where the parent's present value is meant.
    """

    kind: TriggerKind = TriggerKind.ANY
    value: str | None = None


ANY_CHANGE = Trigger()


UNRECORDED = datetime.min.replace(tzinfo=UTC)
"""The recorded time of what no ledger has stored yet."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Contingency:
    """A stated dependency between slots, with a replacement value or without (MEME's cascade and absence).

    `parent` and `child` are the slots as told; an attribute is empty where only a value names the slot: then
    `parent_value` (*if we drop Veltrion*) or `child_value` (*Juno's Hatch*, the café near the gym) does.
    """

    id: str
    observation_id: str
    parent: Slot
    trigger: str | None
    """The narrower condition on the parent, in the words of the text; None for any change."""
    child: Slot
    value: str | None
    evidence: str
    span: tuple[int, int]
    valid_from: datetime
    observed_at: datetime
    origin: Origin
    recorded_at: datetime
    """`UNRECORDED` until a ledger stores it."""
    when: Trigger = ANY_CHANGE
    """The condition, typed."""
    parent_value: str | None = None
    child_value: str | None = None
    lineage: tuple[str, ...] = ()
    """The other observations that its slots take words from: it is erased with any of them."""
