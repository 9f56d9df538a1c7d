"""When a text shows a turn of the conversation, where gold is a turn to be found and not a value.

A text shows a turn when it is the turn, or holds it whole. A part of the turn shows it when the answer stands in
the part. An answer that stands nowhere in the turn has to be worked out from it (*yesterday* is 7 May, three
visits are a count): there a part will do when it holds every content word of the question that the turn holds,
and these are half of the question's or more. White space is no difference.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.statements import stems_of
from atma_overlay.evaluation.wording import phrase
from atma_overlay.language.grammar.sentences import sentences

_UNMISTAKABLE = 4
"""Words from which on a turn within a longer text is that turn, and no phrase that any text may hold."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a part of a turn must hold: one of the answer's forms, or else the question's words."""

    forms: Sequence[str] = ()
    question: str = ""


def wanted_by(probe: Probe) -> Wanted:
    """What a probe wants of a part of one of its evidence turns."""
    forms = [form for forms in probe.groups for form in forms]
    return Wanted([*forms, probe.reference] if probe.reference else forms, probe.query)


def shows_turn(text: str, turn: str, *, wanted: Wanted | None = None) -> bool:
    """Whether a text shows a turn; without `wanted`, no mere part of it does."""
    shown, said = " ".join(text.split()), " ".join(turn.split())
    if not shown or not said:
        return False
    if shown == said or (len(said.split()) >= _UNMISTAKABLE and said in shown):
        return True
    return wanted is not None and shown in said and _will_do(shown, said, wanted)


def _will_do(part: str, turn: str, wanted: Wanted) -> bool:
    if any(mentions(phrase(turn), phrase(form)) for form in wanted.forms):
        return any(mentions(phrase(part), phrase(form)) for form in wanted.forms)
    asked = stems_of(wanted.question)
    named = asked & stems_of(turn)
    return bool(asked) and 2 * len(named) >= len(asked) and named <= stems_of(part)


def turn_text(episode: Episode, place: tuple[int, int]) -> str:
    """What was said at (session, turn)."""
    session, turn = place
    return episode.sessions[session].turns[turn].text


def shows_every_session(
    texts: Collection[str], episode: Episode, turns: Collection[tuple[int, int]], *, wanted: Wanted
) -> bool:
    """Whether of every session that the evidence names at least one evidence turn is shown.

    Evidence turns of one session tell the same thing, each of several sessions a part of the answer.
    """
    sessions = {session for session, _ in turns}
    said = {place: turn_text(episode, place) for place in turns}
    found = {
        place[0]
        for place, turn in said.items()
        if _tells_all_of(texts, turn) or any(shows_turn(text, turn, wanted=wanted) for text in texts)
    }
    return bool(sessions) and found == sessions


def _tells_all_of(texts: Collection[str], turn: str) -> bool:
    """Whether every sentence of a turn is shown: a packet tells records and the rest of their memory in rows apart."""
    parts = [" ".join(turn[s.start : s.end].split()) for s in sentences(turn)]
    shown = [" ".join(text.split()) for text in texts]
    return bool(parts) and all(any(part in text for text in shown) for part in parts)
