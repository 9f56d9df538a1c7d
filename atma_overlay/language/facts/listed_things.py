"""Names behind one that is known by what it is of: *we're on Python 3.11, Postgres 14 and Redis 6*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.stretches import token_at
from atma_overlay.language.scene import COPULAR, Scene, value_text
from atma_overlay.records import Act, Change
from atma_overlay.values.normal import normalise

_MOST = 6
_JOINING = frozenset({",", "and", "&", "with"})


def beside(found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
    """What stands in one list with a thing that a statement tells, each as of its own attribute.

    Args:
        found: what the clauses tell.
        scene: the whole sentence.
    """
    told = [c for c in found if _opens(c, scene)]
    if len(told) != 1:
        return
    first = told[0]
    tokens = scene.sentence.tokens
    at = token_at(scene.sentence, first.span[1])
    for _ in range(_MOST):
        start = at
        while start < len(tokens) and tokens[start].lower in _JOINING:
            start += 1
        phrase = read_phrase(tokens, start) if at < start < len(tokens) else None
        if phrase is None or not _is_listed(phrase):
            return
        value, span = value_text(scene, phrase)
        thing = scene.lexicon.thing_of(value)
        if thing is None or thing.id in {first.attribute, first.thing} or not _stands_alone(phrase):
            return
        kind, unit = kind_of(phrase)
        yield first.but(
            attribute=thing.id, thing=thing.id, cardinality=thing.cardinality, value=value, norm=normalise(value),
            value_kind=kind, unit=unit, span=span, place=span[0], confidence=min(first.confidence, COPULAR),
            sort=None, replaces=None, cumulative=False,
        )  # fmt: skip
        at = phrase.end


def _opens(candidate: Candidate, scene: Scene) -> bool:
    stated = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.affirmed
    known = candidate.known_attribute and candidate.thing == candidate.attribute
    return stated and known and candidate.change is Change.NONE and candidate.subject == scene.turn.speaker


def _is_listed(phrase: Phrase) -> bool:
    return phrase.is_name and phrase.owner is None and phrase.determiner is None and kind_of(phrase)[0] in kinds.NAMED


def _stands_alone(phrase: Phrase) -> bool:
    """Whether behind a name stands the next one, or nothing more of it: *and Marta owns …* is another clause."""
    tokens, end = phrase.tokens, phrase.end
    return end >= len(tokens) or tokens[end].tag in t.PUNCT_OR_CONJ or tokens[end].tag == t.PREP
