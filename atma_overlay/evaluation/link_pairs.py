"""Pairs for a linker's training from what the suites read: the shipped attributes, and SGD's slot changes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.suites.ltp_attributes import wordlist
from atma_overlay.evaluation.wording import phrase
from atma_overlay.linking.pairs import LinkPair
from atma_overlay.loaders.fields import Field
from atma_overlay.loaders.source import checked_path, json_values

__all__ = ["pairs_of_sgd", "pairs_of_wordlist"]

_DRAWS = 6
"""Pairs of each kind for an attribute."""


def pairs_of_wordlist(*, seed: int) -> Iterator[LinkPair]:
    """Pairs from the shipped everyday attributes: cues with two values, with one value, and of two attributes."""
    chance, words = Random(seed), wordlist()
    for attribute in words.attribute:
        near = [a for a in words.attribute if a.slot != attribute.slot and a.area == attribute.area] or [
            a for a in words.attribute if a.slot != attribute.slot
        ]
        for _ in range(_DRAWS):
            old, new = chance.sample(attribute.values, 2)
            one, two = chance.choice(attribute.said), chance.choice(attribute.said)
            now = chance.choice(words.now_in_cues)
            first = one.format(v=old, now="")
            yield LinkPair(first, two.format(v=new, now=now), same=True, differs=True, group=attribute.slot)
            yield LinkPair(first, two.format(v=old, now=now), same=True, differs=False, group=attribute.slot)
            other = chance.choice(near)
            said = chance.choice(other.said).format(v=chance.choice(other.values), now=now)
            yield LinkPair(first, said, same=False, differs=None, group=attribute.slot)


def pairs_of_sgd(path: Path) -> Iterator[LinkPair]:
    """Pairs of a user's turns around SGD's slot changes, held out by service.

    The turn that changes a slot and the last one before it that names the old value tell one variable with two
    stances; turns that change different slots of one dialogue tell two variables.

    Raises:
        InvalidInputError: there is no such file, or a record lacks a field.
    """
    for record in json_values(checked_path(path)):
        told = [(t.at("speaker").text() == "USER", t.at("utterance").text()) for t in record.at("turns").items()]
        changes = list(record.at("changes").items())
        for change in changes:
            place, service = change.at("turn").number(), change.at("service").text()
            before = [text for mine, text in told[:place] if mine and _names(text, change.at("old"))]
            if before and place < len(told) and _names(told[place][1], change.at("new")):
                yield LinkPair(before[-1], told[place][1], same=True, differs=True, group=service)
        for one, two in combinations(changes, 2):
            first, second = one.at("turn").number(), two.at("turn").number()
            apart = one.at("slot").text() != two.at("slot").text() and first < second < len(told)
            if apart and not _names(told[second][1], one.at("new")):
                yield LinkPair(
                    told[first][1], told[second][1], same=False, differs=None, group=one.at("service").text()
                )  # fmt: skip


def _names(text: str, forms: Field) -> bool:
    return any(mentions(phrase(text), phrase(form.text())) for form in forms.items())
