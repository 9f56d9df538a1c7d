"""When a text shows a turn of the conversation, where gold is a turn to be found and not a value."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.wording import phrase
from atma_overlay.language.tokens import sentences

_UNMISTAKABLE = 4
"""Words from which on a turn within a longer text is that turn, and no phrase that any text may hold."""


def shows_turn(text: str, turn: str, *, forms: Iterable[str] = ()) -> bool:
    """Whether a text is the turn, holds it whole, or is a part of it that holds the answer.

    Args:
        text: what is shown.
        turn: what was said; white space is no difference.
        forms: the answer, in whatever forms; one of them must stand in a part.
    """
    shown, said = " ".join(text.split()), " ".join(turn.split())
    if not shown or not said:
        return False
    if shown == said or (len(said.split()) >= _UNMISTAKABLE and said in shown):
        return True
    return shown in said and any(mentions(phrase(shown), phrase(form)) for form in forms)


def turn_text(episode: Episode, place: tuple[int, int]) -> str:
    """What was said at (session, turn)."""
    session, turn = place
    return episode.sessions[session].turns[turn].text


def shows_every_session(
    texts: Collection[str], episode: Episode, turns: Collection[tuple[int, int]], *, forms: Collection[str]
) -> bool:
    """Whether of every session that the evidence names at least one evidence turn is shown.

    Evidence turns of one session tell the same thing, each of several sessions a part of the answer.
    """
    sessions = {session for session, _ in turns}
    said = {place: turn_text(episode, place) for place in turns}
    found = {
        place[0]
        for place, turn in said.items()
        if _tells_all_of(texts, turn) or any(shows_turn(text, turn, forms=forms) for text in texts)
    }
    return bool(sessions) and found == sessions


def _tells_all_of(texts: Collection[str], turn: str) -> bool:
    """Whether every sentence of a turn is shown: a packet tells records and the rest of their memory in rows apart."""
    parts = [" ".join(turn[s.start : s.end].split()) for s in sentences(turn)]
    shown = [" ".join(text.split()) for text in texts]
    return bool(parts) and all(any(part in text for text in shown) for part in parts)
