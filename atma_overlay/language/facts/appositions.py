"""What a sentence calls the speaker's by now as it opens: *Pulse, my gym these days, is great*.

Without a word that says that it is so by now nothing is told to have changed: *Pulse, my gym, is great*.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import DULL_HEADS, attribute_label, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene
from atma_overlay.language.turn import owner_subject
from atma_overlay.records import Change

_BY_NOW = frozenset(
    """now nowadays currently these days since for the last past few couple of months weeks years year month week a
    recently""".split()
)
_SAYS_SO = frozenset("now nowadays currently days since".split())
_LONGEST = 6
"""Words between the noun and the comma that closes the apposition."""


def told_beside(scene: Scene) -> Iterator[Candidate]:
    """The value that opens a sentence, where a noun of the speaker's beside it says what it is by now.

    Args:
        scene: the sentence.
    """
    sentence, tokens = scene.sentence, scene.sentence.tokens
    if sentence.words.isdisjoint(_SAYS_SO):
        return
    comma = next((i for i, x in enumerate(tokens[:_LONGEST]) if x.text == ","), 0)
    value = sentence.phrase_at(0) if comma else None
    if value is None or value.end != comma or value.pronoun is not None or value.owner is not None:
        return
    at = comma + 1
    while at < len(tokens) and tokens[at].lower in {"now", "currently"}:
        at += 1
    thing = sentence.phrase_at(at) if at < len(tokens) else None
    if thing is None or thing.owner not in {"my", "our"} or thing.is_name:
        return
    closes = next((i for i in range(thing.end, len(tokens)) if tokens[i].text == ","), 0)
    said = [*tokens[comma + 1 : at], *tokens[thing.end : closes]]
    label = attribute_label(thing)
    if not closes or len(said) > _LONGEST or label in DULL_HEADS or not _is_so_by_now(scene, said):
        return
    yield from _called(scene, thing, value, label)


def _is_so_by_now(scene: Scene, said: list[t.Tagged]) -> bool:
    """Whether what stands beside the noun says so, and the sentence tells of what is."""
    words = [x.lower for x in said]
    if _SAYS_SO.isdisjoint(words) or not scene.sentence.clauses:
        return False
    dated = "since" in words
    known = all(x in _BY_NOW or dated for x in words)
    return known and scene.sentence.clauses[0].mood == "actual" and not scene.sentence.sentence.asks


def _called(scene: Scene, thing: Phrase, value: Phrase, label: str) -> Iterator[Candidate]:
    kind, unit = kind_of(value)
    if kind == "phrase" and value.determiner is None and value.tokens[value.head].token.capital:
        kind = "name"  # as it opens the sentence a word shows no capital of its own
    attribute = scene.lexicon.by_noun(label)
    if kind not in kinds.ANCHORED or attribute is None:
        return
    start, end = phrase_span(value)
    text = scene.turn.text[start:end]
    owner = owner_subject(thing, scene.turn)
    yield make(scene, owner, attribute, text, (start, end), kind, unit, Change.SINCE, COPULAR, affirmed=True)


def with_whom(scene: Scene, start: int, at: int) -> Phrase | None:
    """*I'm doing a PhD with Dr Brandt as my supervisor*: who is so, and not what is done with them.

    Args:
        scene: the sentence.
        start: the token from which somebody may be named.
        at: the *as* behind them.
    """
    led = next((i for i in range(at - 2, start - 1, -1) if scene.sentence.tokens[i].lower == "with"), None)
    named = scene.sentence.phrase_at(led + 1) if led is not None else None
    return named if named is not None and named.is_name and named.owner is None and named.end == at else None
