"""What the user says as the ledger hears it: each time it is said once, and without what no ledger takes."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from atma_overlay.effects import Flow, LedgerRead
from atma_overlay.errors import InvalidInputError
from atma_overlay.keys import ids_under
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Observation, Origin
from atma_overlay.redaction import Redact
from atma_overlay.scope import Scope
from atma_overlay.threads.faces import AnyOverlay, remembered
from atma_overlay.threads.learning import digest, fresh_turns
from atma_overlay.views import Turn, WriteReceipt
from atma_overlay.writing.observing import observe

__all__ = ["Hearing", "hear", "heard"]

_LOG = logging.getLogger(__name__)
_RETRIED_WITHIN = timedelta(days=1)
"""Behind that, the same words are no retry of a request."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """How what is said is learnt.

    Attributes:
        scope: whose memory, and what of it is known already.
        session: under which it is written where the scope names none: a short correction mends what was said there.
        origin: who stands behind it.
        wait: whether the host and the judge are waited for.
        alone: whether one turn, of no thread, is all that was handed over: it may be said again, in the same words.
    """

    scope: Scope
    session: str | None = None
    origin: Origin = Origin.USER
    wait: bool = True
    alone: bool = False

    @property
    def writing(self) -> Scope:
        """Where it is written."""
        scope = self.scope
        session = scope.session or _name_of(self.session)
        return Scope(tenant=scope.tenant, user=scope.user, agent=scope.agent, session=session)

    @property
    def behind(self) -> Scope | None:
        """Whose writes the host is handed behind the call; None where it waited for that."""
        return None if self.wait else self.writing


def _name_of(session: str | None) -> str | None:
    """A thread's id as the name of a session; its digest where it can be none."""
    if session is None:
        return None
    try:
        Scope(tenant="-", user="-", session=session)
    except InvalidInputError:
        return digest(session)
    return session


def hear(overlay: AnyOverlay, turns: Sequence[Turn], hearing: Hearing) -> Flow[WriteReceipt | None]:
    """Store those turns of a conversation that are not known yet, in one batch; None where there is none."""
    fresh: list[Turn] = yield LedgerRead(hearing.writing, lambda reader: _fresh(reader, overlay, turns, hearing))
    return (yield from heard(overlay, fresh, hearing))


def heard(overlay: AnyOverlay, turns: Sequence[Turn], hearing: Hearing) -> Flow[WriteReceipt | None]:
    """Store turns in one batch; None where there is none.

    One that no ledger takes is passed over, with a warning: its thread has it for good, and goes on without.
    """
    if not turns:
        return None
    try:
        return (yield from remembered(overlay, turns, scope=hearing.writing, origin=hearing.origin, wait=hearing.wait))
    except InvalidInputError:
        taken = [turn for turn in turns if _is_taken(overlay, turn, hearing)]
        if len(taken) == len(turns):
            raise
    return (yield from heard(overlay, taken, hearing))


def _is_taken(overlay: AnyOverlay, turn: Turn, hearing: Hearing) -> bool:
    clock = overlay.writer.clock
    try:
        observe([turn], scope=hearing.writing, observed_at=None, origin=hearing.origin, clock=clock, redact=None)
    except InvalidInputError as error:
        _LOG.warning("a message is passed on and not learnt: %s", error)
        return False
    return True


def _fresh(reader: LedgerReader, overlay: AnyOverlay, turns: Sequence[Turn], hearing: Hearing) -> list[Turn]:
    fresh = fresh_turns(reader, turns, scope=hearing.scope, redact=overlay.writer.redact)
    if fresh or not turns or not hearing.alone:
        return fresh
    again = _said_again(reader, overlay, turns[-1], hearing)
    return [again] if again is not None else []


def _said_again(reader: LedgerReader, overlay: AnyOverlay, turn: Turn, hearing: Hearing) -> Turn | None:
    """A turn whose words are known, under a key of its own where it is said anew; None for a request that is retried.

    Without a date it is anew where something else was said since: a retry follows upon what it repeats.
    """
    known = _known(reader, turn, hearing.scope, redact=overlay.writer.redact)
    if known is None:
        return None
    if turn.observed_at is not None:
        marker, retried = turn.observed_at.astimezone(UTC).isoformat(), known.observed_at == turn.observed_at
    else:
        last, latest = _last_said(reader, hearing, overlay.writer.clock()), reader.last_observation()
        marker = latest.id if latest is not None else ""
        retried = last is not None and (last.text, last.speaker) == (known.text, known.speaker)
    return None if retried else turn.model_copy(update={"key": f"langchain:{digest(turn.key or '', marker)}"})


def _known(reader: LedgerReader, turn: Turn, scope: Scope, *, redact: Redact | None) -> Observation | None:
    found = reader.observations(ids_under(reader, [turn.key or ""], scope, redact=redact).values())
    return found[0] if found else None


def _last_said(reader: LedgerReader, hearing: Hearing, now: datetime) -> Observation | None:
    """What the same voice said last, in what is written together, within a retry's reach."""
    place = (hearing.writing.agent, hearing.writing.session)
    since = reader.observed_after((now - _RETRIED_WITHIN, -1, ""))
    said = [o for o in since if o.role == "user" and o.origin is hearing.origin and (o.agent, o.session) == place]
    return said[-1] if said else None
