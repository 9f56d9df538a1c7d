"""The suite `ltp`: a reconstruction of LoCoMo Temporal Plus, which A-TMA evaluates on and which is unreleased.

What is known of it: into each of LoCoMo's ten conversations go 40 old cues and 40 current ones, asked about
by 40 historical and 40 conflict probes at top-k 5. The cues here are explicit pairs of our own, so figures
on this suite are not the paper's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, GoldSpell, GoldState, Probe
from atma_overlay.evaluation.suites.choices import count, refuse_unknown
from atma_overlay.evaluation.suites.ltp_carrier import Carrier, Cue, carriers
from atma_overlay.evaluation.suites.ltp_pairs import Pair, pairs
from atma_overlay.evaluation.suites.registry import Options, Suite

PAIRS = 40
"""Old cues a conversation, and as many current ones."""
SETTINGS = {"pairs": f"pairs of cues a conversation; default {PAIRS}"}


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """One episode a LoCoMo conversation.

    Raises:
        InvalidInputError: not one path, a file is missing or wrong, or a setting is unknown.
    """
    refuse_unknown(options.given, SETTINGS)
    how_many = count(options.given, "pairs", default=PAIRS, least=1)
    if len(paths) != 1:
        raise InvalidInputError("paths", f"are {len(paths)}: pass the path of locomo10.json")
    return [
        episode_of(carrier, how_many=how_many, seed=options.seed) for carrier in carriers(paths[0])[: options.limit]
    ]


def episode_of(carrier: Carrier, *, how_many: int, seed: int) -> Episode:
    """The conversation with its cues, what they say, and a historical and a conflict probe for each pair."""
    chance = Random(f"ltp {seed} {carrier.id}")
    drawn = pairs(carrier.speakers, carrier.texts(), how_many=how_many, chance=chance)
    spans = [carrier.two_sessions(chance) for _ in drawn]
    cues = [cue for pair, span in zip(drawn, spans, strict=True) for cue in _cues(pair, span)]
    sessions, _ = carrier.told(cues, chance)
    last = len(sessions) - 1
    return Episode(
        id=f"ltp-{carrier.id}",
        family="conflict",
        source="LoCoMo with explicit pairs (a reconstruction of LTP)",
        sessions=sessions,
        states=tuple(_state(pair, span) for pair, span in zip(drawn, spans, strict=True)),
        probes=tuple(probe for number, pair in enumerate(drawn) for probe in _probes(pair, number, after=last)),
    )


def _cues(pair: Pair, span: tuple[int, int]) -> tuple[Cue, Cue]:
    return (Cue(pair.speaker, pair.old_cue, span[0]), Cue(pair.speaker, pair.current_cue, span[1]))


def _state(pair: Pair, span: tuple[int, int]) -> GoldState:
    old, current = span
    return GoldState(
        slot=pair.slot,
        history=(
            GoldSpell(value=pair.old, from_session=old, until_session=current, ended_by="replaced"),
            GoldSpell(value=pair.current, from_session=current),
        ),
    )


def _probes(pair: Pair, number: int, *, after: int) -> Iterator[Probe]:
    yield Probe(
        id=f"historical-{number:02}",
        after_session=after,
        task="historical",
        query=pair.asks_before,
        view="historical",
        expect="answer",
        gold=(pair.old,),
        category="historical",
        reference=pair.old,
    )
    yield Probe(
        id=f"conflict-{number:02}",
        after_session=after,
        task="conflict",
        query=pair.asks_now,
        view="current",
        expect="answer",
        gold=(pair.current,),
        stale=(pair.old,),
        category="conflict",
        reference=pair.current,
    )


SUITE = Suite(
    "ltp",
    "LoCoMo with 40 explicit changes a conversation: a reconstruction of the unreleased LoCoMo Temporal Plus",
    load,
    settings=SETTINGS,
)
