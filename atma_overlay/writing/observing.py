"""Observing: turns as dated observations, checked."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from atma_overlay.digest import digest
from atma_overlay.errors import InvalidInputError
from atma_overlay.keys import place_named
from atma_overlay.language.candidates import Found
from atma_overlay.language.texts.played import LONGEST_PAUSE, play_after
from atma_overlay.language.texts.weights import Weight
from atma_overlay.records import LATER, Change, Observation, Origin
from atma_overlay.redaction import Redact, redacted, redacted_turn
from atma_overlay.scope import Scope
from atma_overlay.views import Turn

MAX_TEXT_CHARACTERS = 10_000_000
MOST_IN_A_NAME = 300
"""Characters of a subject or an attribute: an index of PostgreSQL takes no more than some 2,700 bytes of a slot."""
MOST_IN_A_KEY = 2_600
"""Bytes of a key and of whose it is, likewise."""
MAX_CLOCK_SKEW = timedelta(hours=24)
"""Observations dated further ahead than this are refused: a forged date may not outrank what is said later."""
EARLIEST = datetime.min.replace(tzinfo=UTC)
_ORIGINS = {"user": Origin.USER, "assistant": Origin.AGENT, "system": Origin.AGENT, "tool": Origin.TOOL}
ROLES = tuple(_ORIGINS)
"""Whose turn it can be."""


def speaker_subject(name: str | None) -> str:
    """The canonical subject that *I* stands for when `name` speaks."""
    return name.strip().lower() if name else "user"


def speaker_of(observation: Observation) -> str:
    """The canonical subject that *I* stands for in an observation."""
    return speaker_subject(observation.speaker)


def observe(
    turns: Sequence[Turn],
    *,
    scope: Scope,
    observed_at: datetime | None,
    origin: Origin | None,
    clock: Callable[[], datetime],
    redact: Redact | None,
) -> list[Observation]:
    """The observations of a batch of turns, checked, without what the hook takes out of them.

    Raises:
        InvalidInputError: a naive or far-off date, an empty or oversized text, an oversized name, an empty or
            oversized key, an unknown role, a hook that failed.
    """
    now = clock()
    out = []
    for position, given in enumerate(turns):
        turn = redacted_turn(given, redact)
        at = turn.observed_at or observed_at
        _check(turn, at or now, now, position, len(turns))
        _check_ids(turn, scope, f"turns[{position}]." if len(turns) > 1 else "")
        out.append(_observation(turn, position, scope, at, now, origin))
    return out


@dataclass(frozen=True, slots=True)
class Said:
    """An observation with what an agent had said right before it.

    Attributes:
        observation: what was said.
        answering: the agent's words, as they may be kept; empty where there were none.
        play: what is played or practised with the agent when it is said.
    """

    observation: Observation
    answering: str = ""
    play: Weight = Weight.MEANT


def with_questions(observations: Sequence[Observation], turns: Sequence[Turn], *, redact: Redact | None) -> list[Said]:
    """A batch's observations, a user's with what it may answer, and in the game that it is said in.

    Raises:
        InvalidInputError: a hook that failed.
    """
    out = []
    for place, (observation, turn) in enumerate(zip(observations, turns, strict=True)):
        before = observations[place - 1] if place else None
        if turn.role != "user":
            out.append(Said(observation))
        elif turn.answering is not None:
            out.append(Said(observation, redacted(turn.answering, redact)))
        elif before is not None and before.role == "assistant":
            out.append(Said(observation, before.text))
        else:
            out.append(Said(observation))
    return _in_play(out)


def _in_play(batch: Sequence[Said]) -> list[Said]:
    """A batch with the game that each turn of a user's is said in: it goes on until the user steps out of it.

    Where no agent speaks there is nobody to play with.
    """
    if all(said.observation.origin is not Origin.AGENT for said in batch):
        return list(batch)
    play, last, out = Weight.MEANT, EARLIEST, []
    for said in batch:
        observation = said.observation
        if observation.origin is Origin.USER:
            play = play if observation.observed_at - last <= LONGEST_PAUSE else Weight.MEANT
            out.append(replace(said, play=play))
            play, last = play_after(observation.text, play), observation.observed_at
        else:
            out.append(said)
    return out


def _observation(
    turn: Turn, position: int, scope: Scope, dated: datetime | None, now: datetime, origin: Origin | None
) -> Observation:
    """An undated turn is new each time it is handed over; a dated one is known by its date, place and words."""
    at = (dated or now).astimezone(UTC)
    stands_for = origin or _ORIGINS[turn.role]
    place = place_named(scope.agent), place_named(scope.session)
    content = digest(turn.role, turn.name or "", stands_for, *place, turn.text)
    key = turn.key
    if key is None:
        key = digest(at.isoformat(), str(position), content, characters=64) if dated else secrets.token_hex(16)
    return Observation(
        f"obs_{secrets.token_hex(10)}", turn.text, turn.role, turn.name, stands_for, at, now,
        position, content, scope.agent, scope.session, key,
    )  # fmt: skip


def in_its_place(observation: Observation, found: Found) -> Observation:
    """An observation with its place among those of one instant and position, by what was found in it.

    Of two told at once, what marks a change (*now*, *moved to*) is the later one. Its digest says so, and with it every
    order of saying: what is read behind something is folded behind it.
    """
    if observation.digest.startswith(LATER) or all(c.change is Change.NONE for c in found.candidates):
        return observation
    return replace(observation, digest=LATER + observation.digest)


def _check_ids(turn: Turn, scope: Scope, where: str) -> None:
    """Refuse what no index of a ledger takes, whichever ledger it is: a file may move to a server; and a blank key."""
    if len(turn.name or "") > MOST_IN_A_NAME:
        raise InvalidInputError(f"{where}name", f"is longer than {MOST_IN_A_NAME} characters: pass a name, not a text")
    if _bytes(*scope.partition, turn.name or "") > MOST_IN_A_KEY - MOST_IN_A_NAME:  # which what is said of it may take
        problem = "is too long to be looked up, with its tenant and user: pass a shorter name, or shorter ids"
        raise InvalidInputError(f"{where}name", problem)
    if turn.key is not None and not turn.key.strip():  # of a variable that is not set: no retry would be known by it
        raise InvalidInputError(f"{where}key", "is empty: pass an id of the utterance, or None")
    if _bytes(*scope.partition, turn.key or "") > MOST_IN_A_KEY:
        problem = f"is of {len(turn.key or '')} characters, too long to be looked up: pass an id, not a text"
        raise InvalidInputError(f"{where}key", problem)


def _bytes(*parts: str) -> int:
    return sum(len(part.encode("utf-8", "surrogatepass")) for part in parts)


def _check(turn: Turn, at: datetime, now: datetime, position: int, count: int) -> None:
    where = f"turns[{position}]." if count > 1 else ""
    if at.utcoffset() is None:
        raise InvalidInputError(f"{where}observed_at", "has no time zone: pass an aware datetime, e.g. with tzinfo=UTC")
    if at - now > MAX_CLOCK_SKEW:
        raise InvalidInputError(f"{where}observed_at", f"{at.isoformat()} lies in the future: pass when it was said")
    if at < EARLIEST:
        raise InvalidInputError(f"{where}observed_at", f"{at.isoformat()} is outside of the calendar: pass a later one")
    if not turn.text.strip():
        raise InvalidInputError(f"{where}text", "is empty: leave the turn out")
    if len(turn.text) > MAX_TEXT_CHARACTERS:
        raise InvalidInputError(f"{where}text", f"is longer than {MAX_TEXT_CHARACTERS} characters: split the document")
    if turn.role not in _ORIGINS:
        raise InvalidInputError(f"{where}role", f"{turn.role!r} is not one of {', '.join(_ORIGINS)}")
