"""What the write flow needs, and what it makes of an observation's words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import partial

from atma_overlay.judge.outcome import NOTHING
from atma_overlay.judge.settings import Judge
from atma_overlay.language.answers.answered import found_in_answer
from atma_overlay.language.candidates import Found
from atma_overlay.language.dates.zones import WallClock
from atma_overlay.language.extract import RulesExtractor
from atma_overlay.ports.host_powers import HostPowers
from atma_overlay.records import Origin
from atma_overlay.redaction import Redact
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.writing.observing import MOST_IN_A_NAME, Said, speaker_of


@dataclass(frozen=True, slots=True)
class Writer:
    """What the write flow needs."""

    extractor: RulesExtractor
    linker: Linker
    host_name: str
    clock: Callable[[], datetime]
    mode: str
    powers: HostPowers
    judge: Judge | None = None
    redact: Redact | None = None


def extract(extractor: RulesExtractor, said: Said, *, zone: tzinfo = UTC) -> Found:
    """What an observation states, said in a time zone; an agent's words state nothing of their own.

    What a user answers is read by what was asked, and what they say in a game by that.
    """
    observation = said.observation
    if observation.origin is Origin.AGENT:
        return NOTHING
    clock, speaker = WallClock(observation.observed_at, zone), speaker_of(observation)
    read = partial(extractor.extract, speaker=speaker, at=clock.reading)
    read = partial(read, play=said.play) if said.play else read
    answers = bool(said.answering) and observation.origin is Origin.USER
    if answers:
        told = found_in_answer(observation.text, said.answering, read, lexicon=extractor.lexicon)
    else:
        told = read(observation.text)
    found = clock.found(told)
    return found if len(observation.text) <= MOST_IN_A_NAME else _with_names(found, speaker)


def _with_names(found: Found, speaker: str) -> Found:
    """Without what a text says of something that no name is long enough for: encoded data, as a rule."""

    def named(*names: str) -> bool:
        return all(len(name) <= MOST_IN_A_NAME or name == speaker for name in names)

    candidates = tuple(c for c in found.candidates if named(c.subject, c.attribute))
    rules = tuple(r for r in found.contingencies if named(r.parent, r.child, r.parent_subject, r.child_subject))
    return replace(found, candidates=candidates, contingencies=rules, named=tuple(x for x in found.named if named(x)))
