"""Values that stand before what they are of, or without a verb: *3 May for the audit*, *bus line: 41*, *two left*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import BY_REST, Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, Scene, value_text
from atma_overlay.records import Change

_PLACED = frozenset("in on at behind under over near inside outside by beside of after for since".split())
"""What may stand behind *two left*: a place, a time, or a whole; an object makes it somebody who goes."""
_REMAINING = frozenset({"left", "remaining"})
_MINE = frozenset("mine ours my our".split())
LABEL_WORDS = 6
"""Tokens of a label before its colon."""
_NO_LABELS = frozenset(
    """note question update edit example reminder summary answer step option context ps nb fyi tldr problem issue task
    idea plan goal request topic subject title warning tip fact result error version input output todo""".split()
)
"""Words before a colon that announce a text, and no value of their own."""


def fronted(scene: Scene) -> Iterator[Candidate]:
    """Every candidate of a sentence that opens with its value or with a label."""
    if scene.sentence.sentence.asks or not scene.sentence.tokens:
        return
    words = scene.sentence.words
    if "for" in words:
        yield from _value_for(scene)
    if ":" in words:
        yield from _labelled(scene)
    if not words.isdisjoint(_REMAINING):
        yield from _rest(scene)
    if "again" in words:
        yield from _ours_again(scene)


_TIMED_BUT_FREQUENCY = kinds.TIMED - {"frequency"}
_TIME_NOUNS_OR_KIN = w.TIME_NOUNS | w.KIN


def _value_for(scene: Scene) -> Iterator[Candidate]:
    """*3 May for the audit, and that is final*: a day or a time, and what it is for."""
    tokens = scene.sentence.tokens
    phrase = read_phrase(tokens, 0)
    if phrase is None or phrase.end + 1 >= len(tokens) or tokens[phrase.end].lower != "for":
        return
    kind, unit = kind_of(phrase)
    thing = read_phrase(tokens, phrase.end + 1)
    if kind not in _TIMED_BUT_FREQUENCY or thing is None or thing.is_name:
        return
    label = attribute_label(thing)
    closes = thing.end >= len(tokens) or tokens[thing.end].tag in t.PUNCT_OR_CONJ or tokens[thing.end].lower == "now"
    owned = thing.determiner == "the" or thing.owner in _MINE
    if not label or not closes or not owned or thing.head_lemma in _TIME_NOUNS_OR_KIN:
        return
    value, span = value_text(scene, phrase)
    attribute = scene.lexicon.fitting(label, phrase, kind) or f"{label} {kind}"
    yield make(scene, scene.turn.speaker, attribute, value, span, kind, unit, Change.SINCE, OPEN, affirmed=True)


_AUXILIARY_OR_VERB = t.AUXILIARY | {t.VERB}
_COUNTED_OR_TIMED_OR_CODE_OR_VERSION = kinds.COUNTED | kinds.TIMED | {"code", "version"}


def _labelled(scene: Scene) -> Iterator[Candidate]:
    """*Yeast strain this week: wb-amber*: a label, a colon, and one code, measure or time that ends the sentence."""
    tokens = scene.sentence.tokens
    colon = next((i for i, x in enumerate(tokens[: LABEL_WORDS + 1]) if x.text == ":"), 0)
    value = read_phrase(tokens, colon + 1) if 0 < colon < len(tokens) - 1 else None
    named = read_phrase(tokens, 0)
    if value is None or named is None or named.is_name or named.owner not in {None, "my", "our"}:
        return
    rest = tokens[named.end : colon]
    if not _ends(tokens, value) or any(x.tag in _AUXILIARY_OR_VERB for x in rest):
        return
    when = read_phrase(tokens, named.end) if rest else None
    if rest and (when is None or when.end != colon or when.head_lemma not in w.TIME_NOUNS):
        return
    kind, unit = kind_of(value)
    label = attribute_label(named)
    if kind not in _COUNTED_OR_TIMED_OR_CODE_OR_VERSION or not label or named.head_lemma in _NO_LABELS:
        return
    text, span = value_text(scene, value)
    attribute = scene.lexicon.fitting(label, value, kind) or label
    change = Change.SINCE if rest else scene.told
    found = make(scene, scene.turn.speaker, attribute, text, span, kind, unit, change, OPEN, affirmed=True)
    yield found.but(valid_to=None, temporary=False) if rest else found


def _ends(tokens: tuple[Tagged, ...], phrase: Phrase) -> bool:
    return all(x.text in {".", "!"} for x in tokens[phrase.end :])


_PLACED_OR_NOW = _PLACED | {"now"}


def _rest(scene: Scene) -> Iterator[Candidate]:
    """*Two left in the shed*: how many there still are of what is counted."""
    tokens = scene.sentence.tokens
    for i, token in enumerate(tokens[:-1]):
        if token.tag != t.NUM or token.token.kind == "money" or tokens[i + 1].lower not in _REMAINING:
            continue
        opens = i == 0 or tokens[i - 1].tag in t.PUNCT_CONJ_BE or tokens[i - 1].lower in {"only", "just"}
        behind = tokens[i + 2] if i + 2 < len(tokens) else None
        stays = behind is None or behind.tag in t.PUNCT_OR_CONJ or behind.lower in _PLACED_OR_NOW
        if opens and stays:
            span = (token.token.start, token.token.end)
            value = scene.turn.text[span[0] : span[1]]
            yield make(
                scene, scene.turn.speaker, BY_REST, value, span, "number", None, Change.TOLD, OPEN,
                part=Part.ADOPTED, affirmed=True, single=False,
            )  # fmt: skip


def _ours_again(scene: Scene) -> Iterator[Candidate]:
    """*Every Friday is ours again*: a day that is back in the place of another."""
    for clause in scene.sentence.clauses:
        subject = clause.subject
        if subject is None or clause.verb != "be" or clause.negated or clause.mood != "actual":
            continue
        kind, unit = kind_of(subject)
        said = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 3]]
        back = bool(_MINE & set(said[:1])) and "again" in said
        if back and kind in {"day", "frequency"} and unit is not None:
            value, span = value_text(scene, subject)
            found = make(
                scene, scene.turn.speaker, "", value, span, kind, unit, Change.TOLD, OPEN,
                part=Part.ADOPTED, affirmed=True, single=False,
            )  # fmt: skip
            yield found.but(valid_to=None, temporary=False)
