"""Filler sessions around the evidence: MEME's step 5.

Tokens are counted as characters over four, the usual estimate for English. The paper filters its fillers for
clashes with gold; so are those of a file, while generated chatter states nothing that could clash.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import EpisodeTurn
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.suites.meme_domain import chatter
from atma_overlay.evaluation.wording import phrase
from atma_overlay.loaders.source import checked_path, json_values

SESSION_TOKENS = 1800
"""About what a filler session of the paper has: 32K tokens in 18 sessions."""
CHARACTERS_A_TOKEN = 4
_ANSWER_SENTENCES = 12

Talk = tuple[EpisodeTurn, ...]


def tokens(talk: Iterable[EpisodeTurn]) -> int:
    """About how many tokens a session has."""
    return sum(len(turn.text) for turn in talk) // CHARACTERS_A_TOKEN


def haystack(size: int, chance: Random, *, file: Path | None, values: Collection[str]) -> list[Talk]:
    """Filler sessions of about `size` tokens, none for 0.

    Args:
        size: in tokens.
        chance: where the draws come from.
        file: sessions as `{"turns": [{"role", "content"}]}`, one a line; None for generated chatter.
        values: of the episode; a session of the file that mentions one is left out.

    Raises:
        InvalidInputError: the file is missing or wrong, or holds too little.
    """
    talks: Iterator[Talk] = _chatter(chance) if file is None else _of_file(file, chance, values)
    taken: list[Talk] = []
    total = 0
    while total < size:
        talk = next(talks, None)
        if talk is None:
            name = file.name if file else "chatter"
            raise InvalidInputError("filler_file", f"{name} holds about {total} tokens: ask for no more")
        taken.append(talk)
        total += tokens(talk)
    return taken


def interleaved(evidence: Sequence[Talk], fillers: Sequence[Talk], chance: Random) -> list[tuple[Talk, int | None]]:
    """All sessions in order, each with the place of the evidence session that it is.

    Every gap gets fillers, the one before the first session and the one after the last among them.
    """
    gaps: list[list[Talk]] = [[] for _ in range(len(evidence) + 1)]
    for number, filler in enumerate(fillers):
        gaps[number if number < len(gaps) else chance.randrange(len(gaps))].append(filler)
    out: list[tuple[Talk, int | None]] = [(filler, None) for filler in gaps[0]]
    for place, session in enumerate(evidence):
        out += [(session, place), *((filler, None) for filler in gaps[place + 1])]
    return out


def _chatter(chance: Random) -> Iterator[Talk]:
    words = chatter()
    while True:
        for topic in chance.sample(words.topics, len(words.topics)):
            turns: list[EpisodeTurn] = []
            questions = iter(chance.sample(words.questions, len(words.questions)))
            while tokens(turns) < SESSION_TOKENS:
                ask = next(questions, None) or chance.choice(words.closings)
                answer = " ".join(chance.sample(words.sentences, _ANSWER_SENTENCES))
                turns.append(EpisodeTurn(role="user", text=ask.replace("{topic}", topic)))
                turns.append(EpisodeTurn(role="assistant", text=answer.replace("{topic}", topic)))
            yield tuple(turns)


def _of_file(file: Path, chance: Random, values: Collection[str]) -> Iterator[Talk]:
    talks = _read(file)
    for talk in chance.sample(talks, len(talks)):
        if not any(mentions(phrase(turn.text), phrase(value)) for turn in talk for value in values):
            yield talk


@lru_cache(maxsize=2)
def _read(file: Path) -> tuple[Talk, ...]:
    found = []
    for record in json_values(checked_path(file)):
        turns = record.at("turns").turns(text_key="content")
        found.append(tuple(EpisodeTurn.model_validate({"role": t.role, "text": t.text}) for t in turns))
    return tuple(talk for talk in found if talk)
