"""Explicit pairs: an old cue and a current one from the same template, with a probe for either."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.suites.ltp_attributes import Attribute, Wordlist, wordlist
from atma_overlay.evaluation.wording import phrase

_LONGEST = 6
"""Words of the longest value that a text is searched for."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One attribute of one speaker, told twice."""

    speaker: str
    slot: str
    old: str
    current: str
    old_cue: str
    current_cue: str
    asks_now: str
    asks_before: str


def pairs(speakers: Sequence[str], texts: Iterable[str], *, how_many: int, chance: Random) -> tuple[Pair, ...]:
    """Pairs of different attributes, the speakers taking turns.

    No value of theirs stands in the conversation's own texts or in another value of the same draw, so that
    a row which gives it can only be a cue's.

    Raises:
        InvalidInputError: the word list holds too few attributes for that many.
    """
    drawn = list(islice(_draws(_spans(texts), chance, words=wordlist()), how_many))
    if len(drawn) < how_many:
        raise InvalidInputError("pairs", f"{how_many} are too many: this conversation takes {len(drawn)}")
    return tuple(
        _pair(attribute, values, speaker=speakers[place % len(speakers)], chance=chance)
        for place, (attribute, values) in enumerate(drawn)
    )


def _draws(said: set[tuple[str, ...]], chance: Random, *, words: Wordlist) -> Iterator[tuple[Attribute, list[str]]]:
    taken: list[str] = []
    for attribute in chance.sample(words.attribute, len(words.attribute)):
        free = [v for v in attribute.values if phrase(v).words not in said and not _clashes(v, taken)]
        chosen: list[str] = []
        for value in chance.sample(free, len(free)):
            if len(chosen) < 2 and not _clashes(value, chosen):
                chosen.append(value)
        if len(chosen) == 2:
            taken += chosen
            yield attribute, chosen


def _clashes(value: str, others: Sequence[str]) -> bool:
    one = phrase(value)
    return any(mentions(one, phrase(other)) or mentions(phrase(other), one) for other in others)


def _spans(texts: Iterable[str]) -> set[tuple[str, ...]]:
    """Every run of up to `_LONGEST` words in the texts."""
    found: set[tuple[str, ...]] = set()
    for text in texts:
        words = phrase(text).words
        found |= {words[i : i + n] for n in range(1, _LONGEST + 1) for i in range(len(words) - n + 1)}
    return found


def _pair(attribute: Attribute, values: Sequence[str], *, speaker: str, chance: Random) -> Pair:
    words, (old, current) = wordlist(), values
    template = chance.choice(attribute.said)
    marked, asked = chance.choice(words.now_in_cues), chance.choice(words.now_in_probes)
    return Pair(
        speaker=speaker,
        slot=f"{speaker} / {attribute.slot}",
        old=old,
        current=current,
        old_cue=opened(chance.choice(words.openings), template.format(v=old, now="")),
        current_cue=opened(chance.choice(words.openings), template.format(v=current, now=marked)),
        asks_now=chance.choice(attribute.asks_now).format(n=speaker, now=asked),
        asks_before=chance.choice(attribute.asks_before).format(n=speaker),
    )


def opened(opening: str, sentence: str) -> str:
    """The sentence after the opening, its first letter fitted to its place."""
    if not opening:
        return sentence[:1].upper() + sentence[1:]
    first = sentence.split(maxsplit=1)[0]
    keeps = first in {"I", "I'm", "I've"} or first not in {"My", "The", "It", "At", "In", "For", "On"}
    return opening + (sentence if keeps else sentence[:1].lower() + sentence[1:])
