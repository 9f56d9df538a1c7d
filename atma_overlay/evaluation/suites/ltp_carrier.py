"""LoCoMo's conversations as the haystack that cues are told in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import EpisodeSession, EpisodeTurn
from atma_overlay.loaders.conversation import Conversation, ConversationFormat, Session
from atma_overlay.loaders.reading import load_conversations

Place = tuple[int, int]
"""(session, turn)."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Something that one of the two says in a session of the conversation."""

    speaker: str
    text: str
    session: int


@dataclass(frozen=True, slots=True)
class Carrier:
    """A conversation between two named people, its sessions in order of time."""

    id: str
    speakers: tuple[str, str]
    sessions: tuple[Session, ...]

    def texts(self) -> Iterator[str]:
        """What is said in it."""
        return (turn.text for session in self.sessions for turn in session.turns)

    def two_sessions(self, chance: Random) -> tuple[int, int]:
        """An earlier and a later session."""
        earlier, later = sorted(chance.sample(range(len(self.sessions)), 2))
        return earlier, later

    def told(self, cues: Sequence[Cue], chance: Random) -> tuple[tuple[EpisodeSession, ...], tuple[Place, ...]]:
        """The sessions with the cues as turns at random places, and where each cue came to stand."""
        due: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for number, cue in enumerate(cues):
            due[cue.session].append((chance.randint(0, len(self.sessions[cue.session].turns)), number))
        places: dict[int, Place] = {}
        sessions = []
        for index, session in enumerate(self.sessions):
            turns = [EpisodeTurn(role="user", text=t.text, name=t.name) for t in session.turns]
            for shift, (place, number) in enumerate(sorted(due[index])):
                cue = cues[number]
                turns.insert(place + shift, EpisodeTurn(role="user", text=cue.text, name=cue.speaker))
                places[number] = (index, place + shift)
            sessions.append(EpisodeSession(at=session.at, turns=tuple(turns)))
        return tuple(sessions), tuple(places[number] for number in range(len(cues)))


def carriers(path: Path) -> list[Carrier]:
    """The conversations of a LoCoMo file.

    Raises:
        InvalidInputError: the file is missing or wrong, or a conversation cannot carry cues.
    """
    return [_carrier(path, c) for c in load_conversations(path, format=ConversationFormat.LOCOMO)]


def _carrier(path: Path, conversation: Conversation) -> Carrier:
    where = f"{path.name} {conversation.id}"
    sessions = tuple(session for session in conversation.sessions if session.turns)
    if len(sessions) < 2:
        raise InvalidInputError(f"{where} conversation", "has fewer than two sessions: a change needs two")
    if any(b.at < a.at for a, b in pairwise(sessions)):
        raise InvalidInputError(f"{where} conversation", "has sessions out of the order of time: number them by date")
    names = list(dict.fromkeys(t.name for session in sessions for t in session.turns if t.name))
    if len(names) != 2:
        raise InvalidInputError(f"{where} speaker", f"names {len(names)} people: a conversation has two")
    return Carrier(conversation.id, (names[0], names[1]), sessions)
