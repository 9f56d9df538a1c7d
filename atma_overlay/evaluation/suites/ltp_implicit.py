"""The suite `ltp-implicit`: STALE's pairs, which change a state without saying so, in the frame of `ltp`.

Each case is told once: the cases go round the speakers of all conversations in the order of the file, so that
neighbours in it, which are often about the same attribute, fall to different people.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from atma_overlay import re2
from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, GoldSpell, GoldState, Probe
from atma_overlay.evaluation.suites.choices import one_of, refuse_unknown
from atma_overlay.evaluation.suites.ltp_carrier import Carrier, Cue, Place, carriers
from atma_overlay.evaluation.suites.registry import Options, Suite
from atma_overlay.loaders.source import checked_path, json_values

TYPES = ("T1", "T2", "all")
SETTINGS = {"type": "T1 (the same attribute), T2 (propagated) or all; default T1"}

_USER = re2.compile(r"(?i)\bthe user\b")


@dataclass(frozen=True, slots=True)
class Case:
    """A case of STALE: the old statement, the new one, and the direct question about the old one."""

    id: str
    old: str
    new: str
    question: str


@dataclass(frozen=True, slots=True)
class _Told:
    case: Case
    speaker: str
    span: tuple[int, int]


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """One episode a LoCoMo conversation, with its share of the cases.

    Raises:
        InvalidInputError: not two paths, a file is missing or wrong, or a setting is unknown.
    """
    refuse_unknown(options.given, SETTINGS)
    kind = one_of(options.given, "type", allowed=TYPES, default="T1")
    if len(paths) != 2:
        raise InvalidInputError("paths", f"are {len(paths)}: pass locomo10.json, then STALE's core.jsonl")
    conversations = carriers(paths[0])
    shares = _dealt(cases(paths[1], kind=kind), conversations, seed=options.seed)
    made = [
        episode_of(carrier, shares[carrier.id], seed=options.seed) for carrier in conversations if shares[carrier.id]
    ]
    return made[: options.limit]


def cases(path: Path, *, kind: str) -> list[Case]:
    """The cases of a STALE file, of one type or of both.

    Raises:
        InvalidInputError: the file is missing or wrong, or holds none of that type.
    """
    found = []
    for record in json_values(checked_path(path)):
        named = record.at("type").text()
        if named not in TYPES[:2]:
            raise record.at("type").broken(f"{named!r} is no type of STALE: use T1 or T2")
        if kind in (named, "all"):
            question = record.at("probing_queries").at("dim1_query").text()
            identity = record.at("uid" if record.has("uid") else "index").identifier()
            found.append(Case(identity, record.at("M_old").text(), record.at("M_new").text(), question))
    if not found:
        raise InvalidInputError(f"{path.name} type", f"holds no case of {kind}: pass STALE's core.jsonl")
    return found


def _dealt(found: Sequence[Case], conversations: Sequence[Carrier], *, seed: int) -> dict[str, list[tuple[Case, str]]]:
    """The cases and who tells each, by conversation."""
    people = [(carrier.id, speaker) for carrier in conversations for speaker in carrier.speakers]
    Random(f"ltp-implicit {seed}").shuffle(people)
    shares: dict[str, list[tuple[Case, str]]] = {carrier.id: [] for carrier in conversations}
    for number, case in enumerate(found):
        conversation, speaker = people[number % len(people)]
        shares[conversation].append((case, speaker))
    return shares


def episode_of(carrier: Carrier, share: Sequence[tuple[Case, str]], *, seed: int) -> Episode:
    """The conversation with its cases told in it and the direct question about each."""
    chance = Random(f"ltp-implicit {seed} {carrier.id}")
    told = [_Told(case, speaker, carrier.two_sessions(chance)) for case, speaker in share]
    cues = [cue for one in told for cue in _cues(one)]
    sessions, places = carrier.told(cues, chance)
    return Episode(
        id=f"ltp-implicit-{carrier.id}",
        family="implicit",
        source="LoCoMo with STALE's pairs",
        sessions=sessions,
        states=tuple(_state(one) for one in told),
        probes=tuple(
            _probe(one, evidence=place, after=len(sessions) - 1) for one, place in zip(told, places[1::2], strict=True)
        ),
    )


def _cues(told: _Told) -> Iterator[Cue]:
    yield Cue(told.speaker, told.case.old, told.span[0])
    yield Cue(told.speaker, told.case.new, told.span[1])


def _state(told: _Told) -> GoldState:
    old, new = told.span
    return GoldState(
        slot=f"{told.speaker} / {told.case.id}",
        history=(
            GoldSpell(value=told.case.old, statement=True, from_session=old, until_session=new, ended_by="replaced"),
            GoldSpell(value=told.case.new, statement=True, from_session=new),
        ),
    )


def _probe(told: _Told, *, evidence: Place, after: int) -> Probe:
    return Probe(
        id=f"dim1-{told.case.id}",
        after_session=after,
        task="conflict",
        query=_USER.sub(told.speaker, told.case.question),
        view="current",
        expect="answer",
        gold=(told.case.new,),
        stale=(told.case.old,),
        category="SR",
        turns=(evidence,),
    )


SUITE = Suite(
    "ltp-implicit",
    "LoCoMo with STALE's implicit changes told by its speakers, in the frame of ltp",
    load,
    settings=SETTINGS,
)
