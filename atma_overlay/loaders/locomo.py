"""LoCoMo (Maharana et al. 2024): long conversations between two named people."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.loaders.conversation import Conversation, Session
from atma_overlay.loaders.fields import Field
from atma_overlay.views import Turn

_SESSION = re2.compile(r"session_(\d{1,9})")


def read_locomo(record: Field) -> Conversation:
    """The conversation of one sample; sessions that have a date and no turns are left out.

    Both people have the role `user` and their name. Of a turn with an image the text is kept: the picture's
    caption was written by a model, and is nobody's statement. Turns carry `dia_id` in their key.
    """
    sample = record.at("sample_id").identifier()
    conversation = record.at("conversation")
    return Conversation(id=sample, sessions=tuple(_session(conversation, n, sample) for n in _numbers(conversation)))


def _numbers(conversation: Field) -> list[int]:
    """The numbers of the sessions that hold turns, in their order."""
    if not isinstance(conversation.value, dict):
        raise conversation.broken("must be an object")
    found = (_SESSION.fullmatch(key) for key in conversation.value)
    numbers = sorted(int(match.group(1)) for match in found if match)
    if not numbers:
        raise conversation.broken("holds no session: give it a `session_1` with turns")
    return numbers


def _session(conversation: Field, number: int, sample: str) -> Session:
    turns = conversation.at(f"session_{number}").items()
    return Session(
        at=conversation.at(f"session_{number}_date_time").instant(),
        turns=tuple(_turn(t, sample) for t in turns),
    )


def _turn(turn: Field, sample: str) -> Turn:
    key = f"{sample}/{turn.at('dia_id').identifier()}" if turn.has("dia_id") else None
    return Turn(text=turn.at("text").text(), role="user", name=turn.at("speaker").text(), key=key)
