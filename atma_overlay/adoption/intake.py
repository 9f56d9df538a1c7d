"""Host memories as observations: what was said, when, and who is taken to have said it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from atma_overlay.adoption.ordering import Ordered, Unread, in_order_of_saying, instant_of
from atma_overlay.digest import digest
from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.host_powers import EarlierText
from atma_overlay.records import HostLink, LinkState, Observation, Origin
from atma_overlay.redaction import Redact
from atma_overlay.scope import Scope
from atma_overlay.views import Turn
from atma_overlay.writing.observing import MOST_IN_A_NAME, ROLES, observe

MOST_IN_AN_ID = 2_400
"""Bytes of a host's name, an id there and who owns the memory: an index of PostgreSQL takes some 2,700 in a row, and
the one of keys holds a digest and a date besides."""
_UNKNOWN_ROLE = "assistant"
_NEVER = datetime.max.replace(tzinfo=UTC) - timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Voice:
    """Who is taken to speak in memories that do not say so.

    Without a role they count as the agent's, which states nothing of its own (an origin that is not known is the
    least trusted). With `user` they are read as the user's own words and may retire what the user said.

    Attributes:
        role: user, assistant, tool or system; None where it is not known.
        origin: who stands behind them, where it is not who the role says: facts about the user that a model wrote
            down are `document`s or the `tool`'s, are read, and retire nothing that the user says.
    """

    role: str | None = None
    origin: Origin | None = None

    @property
    def trusted(self) -> str:
        """Whose words they are trusted as."""
        return self.origin or self.role or Origin.AGENT

    def role_of(self, memory: HostMemory) -> str:
        """Whose turn a memory is: its own, the one that is taken for all that do not say so, or else the agent's."""
        return (memory.role if says_who_spoke(memory) else self.role) or _UNKNOWN_ROLE

    def note(self, count: int) -> str:
        """What a reader has to know of so many memories that do not say who spoke."""
        said = f"{count} memories do not say who spoke: "
        if self.role is None and self.origin is None:
            return said + "they count as the agent's and state nothing; pass a role if they are all the user's"
        return said + f"they are read as {self.role or 'nobody'}'s words and trusted as the {self.trusted}'s"


def says_who_spoke(memory: HostMemory) -> bool:
    """Whether a host kept whose turn a memory was."""
    return memory.role in ROLES


@dataclass(frozen=True, slots=True)
class Entry:
    """One text of a host memory, as something that was said.

    Attributes:
        host_id: the memory that carries it, or carried it.
        observation: the text with its time and speaker, without what may not be kept of it.
        text_hash: the digest of the text as the host has it, by which the memory is known again.
        state: LIVE for what the memory says now, OVERWRITTEN for what it said before.
        edited: whether the memory carried another observation until now.
    """

    host_id: str
    observation: Observation
    text_hash: str
    state: LinkState
    edited: bool

    def link(self, host: str, observation_id: str) -> HostLink:
        """The link of the memory to the observation that the text became."""
        return HostLink(host, self.host_id, observation_id, self.text_hash, self.text_hash, self.state)


@dataclass(frozen=True, slots=True)
class Intake:
    """What there is to take in, in the order of saying, and what was left out.

    Attributes:
        entries: in the order of saying.
        unread: memories that cannot be taken in.
        ordered: the order of all the store's memories.
        without_role: how many of the memories to take in do not say who spoke.
        undated: how many of them have no date of their own.
    """

    entries: tuple[Entry, ...]
    unread: tuple[Unread, ...]
    ordered: Ordered
    without_role: int
    undated: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a store's memories are taken in, and what is known of their past.

    Attributes:
        added: memories without a link, by id.
        edited: memories with another text than they are linked for, by id, and when they were edited.
        earlier: what memories said before, by id.
    """

    added: frozenset[str]
    edited: Mapping[str, datetime]
    earlier: Mapping[str, tuple[EarlierText, ...]]


@dataclass(frozen=True, slots=True)
class Reading:
    """How memories are read: for whom, as whose words, from which host, at what time, and without which secrets."""

    scope: Scope
    voice: Voice
    host: str
    clock: Callable[[], datetime]
    redact: Redact | None

    def intake(self, memories: Sequence[HostMemory], wanted: Wanted) -> Intake:
        """Read the wanted ones of a store's memories.

        Args:
            memories: all of the store's in the order of its pages: a memory's place among those of its instant
                stays the same when some of them were taken in before.
            wanted: which of them.
        """
        ordered = in_order_of_saying([m for m in memories if m.id not in wanted.edited])
        places: Counter[datetime] = Counter()
        entries: list[Entry] = []
        unread = [u for u in ordered.unread if u.host_id in wanted.added]
        now = self.clock()
        for memory in (*ordered.memories, *(m for m in memories if m.id in wanted.edited)):
            at = wanted.edited.get(memory.id) or instant_of(memory) or now
            place, places[at] = places[at], places[at] + 1
            if memory.id in wanted.added or memory.id in wanted.edited:
                try:
                    entries += self._entries(memory, at, place, wanted)
                except InvalidInputError as error:
                    unread.append(Unread(host_id=memory.id, reason=str(error)))
        entries.sort(key=lambda e: e.observation.order)
        taken = {e.host_id for e in entries}
        mine = [m for m in memories if m.id in taken]
        return Intake(
            tuple(entries), tuple(unread), ordered,
            without_role=sum(not says_who_spoke(m) for m in mine), undated=sum(m.created_at is None for m in mine),
        )  # fmt: skip

    def _entries(self, memory: HostMemory, at: datetime, place: int, wanted: Wanted) -> list[Entry]:
        """What the memory said before, then what it says now, which is as old as its last overwriting."""
        earlier, edited = wanted.earlier.get(memory.id, ()), memory.id in wanted.edited
        since, entries = at, []
        for text in earlier:
            entries.append(self._entry(memory, text.text, text.since or since, place, LinkState.OVERWRITTEN, edited))
            since = text.until
        now = at if edited or not earlier or since >= _NEVER else since
        return [*entries, self._entry(memory, memory.text, now, place, LinkState.LIVE, edited)]

    def _entry(
        self,
        memory: HostMemory,
        text: str,
        at: datetime,
        place: int,
        state: LinkState,
        edited: bool,  # noqa: FBT001
    ) -> Entry:
        self._check(memory)
        turn = Turn(
            text=text, role=self.voice.role_of(memory), name=memory.speaker, observed_at=at,
            key=f"{self.host}|{memory.id}|{digest(text)}|{at.isoformat()}",
        )  # fmt: skip
        scope = Scope(
            tenant=self.scope.tenant, user=self.scope.user, agent=self.scope.agent or memory.agent,
            session=self.scope.session or memory.session,
        )  # fmt: skip
        origin = None if says_who_spoke(memory) else self.voice.origin
        [observation] = observe(
            [turn], scope=scope, observed_at=None, origin=origin, clock=self.clock, redact=self.redact
        )  # fmt: skip
        return Entry(memory.id, replace(observation, position=place), digest(text), state, edited)

    def _check(self, memory: HostMemory) -> None:
        """Refuse what no index of a ledger takes, whichever ledger it is: the batch would be refused with it."""
        named = "".join((self.scope.tenant, self.scope.user, self.host, memory.id))
        if len(named.encode("utf-8", "surrogatepass")) > MOST_IN_AN_ID:
            raise InvalidInputError("id", f"is of {len(memory.id)} characters, too long to be linked: store it anew")
        if len(memory.speaker or "") > MOST_IN_A_NAME:
            raise InvalidInputError(
                "speaker", f"is longer than the {MOST_IN_A_NAME} characters of a name: store it anew"
            )
