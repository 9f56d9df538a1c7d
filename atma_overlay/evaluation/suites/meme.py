"""The suite `meme`: MEME's own JSON where a path is given, else episodes generated after its five steps.

The generator has its own entities, names and wordings, at least twelve for every kind of rule; the paper's
are one template a pattern and a fixed pool of names. Its figures are therefore not the paper's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.matching import Bank, Pairing
from atma_overlay.evaluation.suites.choices import count, one_of, refuse_unknown
from atma_overlay.evaluation.suites.meme_domain import DOMAINS, domain
from atma_overlay.evaluation.suites.meme_draw import Deck
from atma_overlay.evaluation.suites.meme_episode import assembled
from atma_overlay.evaluation.suites.meme_failures import loss
from atma_overlay.evaluation.suites.meme_file import read_meme
from atma_overlay.evaluation.suites.meme_plan import REPLACING, planned
from atma_overlay.evaluation.suites.meme_story import RuleDecks, written
from atma_overlay.evaluation.suites.registry import Options, Suite

EPISODES = 60
"""How many episodes are generated where no limit is given."""
FILLER_TOKENS = 32_000
"""Of an episode where nothing else is said: the paper's main condition (Table 7)."""
HOPS = ("1", "2", "3")
SETTINGS = {
    "filler_tokens": "tokens of filler around the evidence, e.g. 0, 32k or 128k; default 32k, the paper's",
    "filler_file": 'sessions as {"turns": [{"role", "content"}]}, one a line, in the place of generated chatter',
    "hops": "1, 2, 3 or all: how far consequences go from the change; default all",
    "domain": "personal, software or all; default all",
}


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """The episodes of MEME files, or generated ones.

    Raises:
        InvalidInputError: a file is missing or wrong, or a setting is unknown or does not go with files.
    """
    refuse_unknown(options.given, SETTINGS)
    if paths and options.given:
        raise InvalidInputError(next(iter(options.given)), "is for generated episodes: pass no path with it")
    if paths:
        return [read_meme(path) for path in _files(paths)[: options.limit]]
    return list(islice(_generated(options), EPISODES if options.limit is None else options.limit))


def _files(paths: Sequence[Path]) -> list[Path]:
    """The files; a folder stands for its `*.json` files."""
    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    if not files:
        raise InvalidInputError("paths", "hold no episode: pass MEME's JSON files, or a folder with *.json files")
    return files


def _generated(options: Options) -> Iterator[Episode]:
    given = options.given
    size = count(given, "filler_tokens", default=FILLER_TOKENS, least=0)
    file = Path(given["filler_file"]) if "filler_file" in given else None
    depth = one_of(given, "hops", allowed=(*HOPS, "all"), default="all")
    place = one_of(given, "domain", allowed=(*DOMAINS, "all"), default="all")
    chance = Random(f"meme {options.seed}")
    decks, kinds = RuleDecks(chance), Deck(REPLACING, chance)
    for number, (name, root, hops) in enumerate(_rounds(place, depth)):
        own = Random(f"meme {options.seed} {number}")
        graph = domain(name)
        plan = planned(graph, graph.roots[root % len(graph.roots)], hops=hops, kinds=kinds, chance=own)
        story = written(plan, decks, own)
        identity = f"meme-{name}-{hops}-{number:03}"
        yield assembled(plan, story, identity=identity, filler_tokens=size, filler_file=file, chance=own)


def _rounds(place: str, depth: str) -> Iterator[tuple[str, int, int]]:
    """Domain, root and hops of each episode: every combination comes up before one comes again."""
    domains = DOMAINS if place == "all" else (place,)
    hops = [int(h) for h in HOPS] if depth == "all" else [int(depth)]
    number = 0
    while True:
        turn, inner = divmod(number, len(domains))
        yield domains[inner], turn // len(hops) if len(hops) > 1 else turn, hops[turn % len(hops)]
        number += 1


def _loss(episode: Episode, probe: Probe, bank: Bank, pairing: Pairing) -> str:
    return loss(episode, probe, bank=bank, pairing=pairing)


SUITE = Suite(
    "meme",
    "MEME's JSON, or without a path generated episodes of its six tasks over rules between facts",
    load,
    needs_path=False,
    loss=_loss,
    settings=SETTINGS,
)
