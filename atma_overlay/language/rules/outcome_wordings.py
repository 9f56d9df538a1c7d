"""Consequences said over plainly: *the plan is to swim at X* as *I swim at X*, *X instead of Y* as *X*, known by Y."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.stretches import stands_at
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.rules.open_outcomes import thing_named
from atma_overlay.language.rules.outcomes import Outcome, verbatim
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.rules.rule_slots import Rulebook

_PLANS = frozenset("plan idea intention deal agreement arrangement backup fallback".split())
_MEANING_TO = frozenset("plan intend aim mean promise agree expect decide".split())
_IN_PLACE = (("instead", "of"), ("rather", "than"), ("in", "place", "of"), ("and", "not"), ("not",), ("over",))


def unframed(tokens: Sequence[Token]) -> list[Token]:
    """A consequence without the plan that it is told as: *the plan is to swim at X*, *I plan to swim at X*."""
    said = list(tokens)
    n = len(said)
    if n > 4 and said[0].lower in {"the", "my", "our"} and said[1].lower in _PLANS and said[2].lower in w.BE:
        behind = said[3:]
        if behind[0].lower == "that":
            return behind[1:]
        if behind[0].lower == "to" and _base(behind[1].lower):
            first = "we" if said[0].lower == "our" else "I"
            return [word(first, said[0].start), *behind[1:]]
        return said
    if n > 3 and said[0].lower in {"i", "we"}:
        at = 1
        while at < n - 2 and (said[at].lower in w.BE | w.HAVE or said[at].lower in w.ADVERBS - {"not", "never", "n't"}):
            at += 1
        meant = w.verb_lemma(said[at].lower) in _MEANING_TO or said[at].lower == "planning"
        if meant and said[at + 1].lower == "to" and _base(said[at + 2].lower):
            return [said[0], *said[at + 2 :]]
        if meant and said[at + 1].lower == "on" and said[at + 2].lower.endswith("ing"):
            lemma = w.verb_lemma(said[at + 2].lower)
            return [said[0], word(lemma, said[at + 2].start), *said[at + 3 :]] if lemma else said
    return said


def begun(said: list[Token]) -> list[Token]:
    """*Swimming at X*, meant by a change: what the speaker then does."""
    lemma = w.verb_lemma(said[0].lower) if said and said[0].lower.endswith("ing") else None
    if lemma is None or len(said) < 3 or said[1].lower in w.BE | _MOVING:
        return said
    return [word("I", said[0].start), word(lemma, said[0].start), *said[1:]]


_MOVING = frozenset("moves goes shifts switches becomes changes".split())
_LEADS = frozenset({"to", "on", "at", "in"})
_BYE = frozenset({"bye", "goodbye", "farewell"})


def without_verb(said: list[Token], book: Rulebook) -> Outcome | None:
    """*Swimming moves to X*, *X for swimming*, *bye bye X*: consequences without a verb of anybody's."""
    if len(said) > 2 and said[0].lower.endswith("ing") and said[1].lower in _MOVING | {"is"}:
        at = 3 if said[2].lower in _LEADS and len(said) > 3 else 2
        slot, value = book.labelled(said[0].lower), read_phrase(book.reread(said).tokens, at)
        whole = value is not None and value.pronoun is None and value.end >= len(said)
        anchored = value is not None and kind_of(value)[0] in kinds.ANCHORED
        return Outcome(slot, verbatim(said[at:], book)) if slot is not None and whole and anchored else None
    if len(said) > 1 and said[0].lower in _BYE:
        at = next(i for i, x in enumerate(said) if x.lower not in _BYE | {"to"} or i == len(said) - 1)
        thing = read_phrase(book.reread(said).tokens, at)
        named = thing_named(thing, book) if thing is not None and thing.is_name else None
        return Outcome(named, None) if named is not None else None
    purposed = any(x.lower == "for" for x in said)
    if purposed and _VERBAL.isdisjoint([x.tag for x in book.reread(said).tokens]):
        return it_is_for([word("it", said[0].start), word("is", said[0].start), *said], book)
    return None


_VERBAL = frozenset({t.VERB, t.BE, t.HAVE, t.DO})


def without_old(said: list[Token], book: Rulebook) -> tuple[list[Token], str | None]:
    """What is said without *instead of Beale Pool*, and the old value that this names."""
    for i in range(2, len(said) - 1):
        run = next((r for r in _IN_PLACE if stands_at(said, i, r)), None)
        if run is None or run == ("over",) or (run == ("not",) and said[i - 1].text != ","):
            continue
        at = i + len(run)
        if at >= len(said):
            continue
        tagged = book.reread(said).tokens
        phrase = read_phrase(tagged, at)
        if phrase is None or phrase.pronoun is not None:
            return (said, None)
        anchored = kind_of(phrase)[0] in kinds.ANCHORED
        start, end = phrase_span(phrase)
        before = i - 1 if said[i - 1].text == "," else i
        rest = [*said[:before], *said[phrase.end :]]
        return rest, (book.turn.text[start:end] if anchored else None)
    return said, None


def it_is_for(said: list[Token], book: Rulebook) -> Outcome | None:
    """*It's Brass Monkey for coffee*, *it'd be Tollen for me for swimming*: the purpose names the slot."""
    if len(said) < _FOR or said[0].lower not in {"it", "that"} or said[1].lower not in w.BE:
        return None
    tagged = book.reread(said).tokens
    at = 2
    while at < len(said) - 2 and said[at].lower in {"back", "over", "to", "just", "straight", "off"}:
        at += 1
    value = read_phrase(tagged, at)
    if value is None or value.pronoun is not None or kind_of(value)[0] not in kinds.ANCHORED:
        return None
    behind = value.end
    if behind < len(said) - 1 and said[behind].lower == "for" and said[behind + 1].lower in {"me", "us"}:
        behind += 2
    if behind >= len(said) - 1 or said[behind].lower not in {"for", "as"}:
        return None
    purpose = read_phrase(tagged, behind + 1)
    if purpose is None or purpose.pronoun is not None or kind_of(purpose)[0] in kinds.ANCHORED:
        return None
    label = attribute_label(purpose)
    slot = book.slot_of(purpose, said[at : value.end]) if purpose.owner else book.labelled(label, None)
    return Outcome(slot, verbatim(said[at : value.end], book)) if slot is not None else None


_FOR = 5


def _base(text: str) -> bool:
    return w.verb_lemma(text) == text


def inclined(said: Sequence[Token]) -> bool:
    """*I'm open to paying more*: what somebody would put up with is no plan."""
    words = [x.lower for x in said]
    return any(x in _INCLINED and words[i + 1 : i + 2] == ["to"] for i, x in enumerate(words))


_INCLINED = frozenset("open happy willing glad tempted keen looking forward inclined hoping".split())
