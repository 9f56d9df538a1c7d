"""Which piece of a frame is its value, and what the words of the rest call it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.frames import Piece
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import DULL_HEADS
from atma_overlay.values.terms import STOP_WORDS

MEASURES = frozenset("quantity money frequency day time".split())
LIGHT = frozenset("have be get use go do take keep make see come give put find".split())
_APART = frozenset("for about like than without against between of".split())
_INVARIANT = frozenset("put set cut hit read shut quit cost spread bet let".split())


@dataclass(frozen=True, slots=True)
class Frame:
    """A value, over tokens [start, end), and the words that name what it is of."""

    start: int
    end: int
    kind: str
    unit: str | None
    label: tuple[str, ...]
    named: bool = False
    """Whether the words are a noun that the value is said to be, rather than what is done with it."""


def valued(
    tokens: Sequence[Tagged], verb: tuple[int, str], pieces: list[Piece], *, habitual: bool, noun: tuple[str, ...] = ()
) -> Frame | None:  # fmt: skip
    """The one value among the pieces behind a verb, and the words of the rest, behind those of the subject."""
    value = _value_of(tokens, verb[1], pieces, habitual=habitual)
    if value is None:
        return None
    roles = [p for p in pieces if p.lead == "as" and p.owned]
    label = noun
    for piece in roles or pieces:
        if piece is not value:
            label = joined(label, content(tokens, piece.start, piece.end))
    if roles:
        return Frame(value.start, value.end, value.kind, value.unit, label, named=len(pieces) == len(roles) + 1)
    own = tuple(lemma_of(x) for x in tokens[verb[0] + 1 : value.start] if x.tag == t.VERB and value.kind != "phrase")
    if (
        value.kind == "phrase"
        and not value.lead
        and value.end - value.start > 1
        and (not label or _kept_at(value, pieces))
    ):
        label = joined(content(tokens, value.end - 1, value.end), label)
    verbs = () if (verb[1] in LIGHT and label) or noun else (verb[1],)
    led = (value.lead,) if value.lead and (value.kind in {"name", "ordinal"} or value.lead == "with") else ()
    often = ("frequency",) if value.kind in {"frequency", "period"} else ()
    kind = {"ordinal": "phrase", "period": "frequency"}.get(value.kind, value.kind)
    whole = joined(verbs, own, label, led, often)
    return Frame(value.start, value.end, kind, value.unit, whole) if 0 < len(whole) <= 7 and (label or own) else None


def _value_of(
    tokens: Sequence[Tagged], verb: str, pieces: list[Piece], *, habitual: bool
) -> Piece | None:  # fmt: skip
    measured = [p for p in pieces if p.kind in MEASURES]
    often = [p for p in pieces if p.kind in {"frequency", "period", "day"} or (p.kind == "part" and p.lead == "")]
    regular = bool(often) or habitual or any(p.kind == "part" for p in pieces)
    if any(p.lead == "as" and not p.owned for p in pieces) or (verb in _INVARIANT and not regular):
        return _put_in(tokens, pieces) if verb == "put" else None
    if measured:
        return _measured(measured, often, pieces, habitual=habitual)
    names = [p for p in pieces if p.kind == "name"]
    others = [p for p in pieces if p.kind not in {"name", "pronoun"}]
    if names:
        lone = len(names) == 1 and bool(others) and names[0].lead not in _APART
        return names[0] if lone else None
    had_with = _had_with(tokens, pieces)
    if had_with is not None:
        return had_with
    objects = [p for p in pieces if p.kind == "phrase" and not p.lead and not p.definite]
    whole = [p for p in pieces if p.kind in {"phrase", "ordinal"} and not p.lead]
    if len(objects) == 1 and len(whole) == 1 and noun_like(tokens[objects[0].end - 1]):
        role = any(p.lead == "as" and p.owned for p in pieces)
        meant = any(p.lead == "for" and p.kind == "phrase" and (p.owned or not p.definite) for p in pieces)
        part = any(p.kind == "part" and p.lead for p in pieces) or bool(often) or habitual
        part = part or _kept_at(objects[0], pieces)
        if role or (meant and len(pieces) == 2) or part:
            return objects[0] if verb not in {"go", "get", "keep", "stay"} else None
    periods = [p for p in pieces if p.kind == "period"]
    if periods and any(p.owned or p.definite for p in pieces):
        return periods[0]
    ordinals = [p for p in pieces if p.kind == "ordinal" and p.lead in {"on", "in", "to"}]
    if len(ordinals) == 1 and not objects:
        return ordinals[0]
    return _chosen_at(tokens, pieces)


def _put_in(tokens: Sequence[Tagged], pieces: list[Piece]) -> Piece | None:
    """*I put X in my N*: a stuff or several, not one thing that was laid somewhere."""
    if len(pieces) != 2 or pieces[0].lead or pieces[0].definite or pieces[0].kind != "phrase":
        return None
    place = pieces[1].owned and pieces[1].lead in {"in", "on"} and tokens[pieces[0].start - 1].tag != t.DET
    return pieces[0] if place and noun_like(tokens[pieces[0].end - 1]) else None


_PEOPLE = w.KIN | w.ACQUAINTANCES | w.PETS


def _had_with(tokens: Sequence[Tagged], pieces: list[Piece]) -> Piece | None:
    """*I take my N with X*: what one's own goes with."""
    if len(pieces) != 2 or pieces[0].lead or not pieces[0].owned or pieces[1].lead != "with":
        return None
    beside = pieces[1]
    bare = beside.kind == "phrase" and not beside.definite and tokens[beside.start - 1].tag != t.DET
    people = _PEOPLE
    fits = bare and noun_like(tokens[beside.end - 1]) and w.lemma(tokens[beside.end - 1].lower) not in people
    return beside if fits else None


def _kept_at(thing: Piece, pieces: list[Piece]) -> bool:
    """*I have a MOD N on my M*: of which sort the one thing is that stands there."""
    places = [p for p in pieces if p.lead in {"on", "in", "at"} and p.owned and p.kind == "phrase"]
    return len(places) == 1 and len(pieces) == 2 and thing.end - thing.start > 1


def _chosen_at(tokens: Sequence[Tagged], pieces: list[Piece]) -> Piece | None:
    """*At the N I go for X*: what is chosen at a known place."""
    places = [p for p in pieces if p.lead in {"at", "in", "on"} and p.definite and p.kind == "phrase"]
    chosen = [p for p in pieces if p.lead in {"for", ""} and p.kind == "phrase" and not p.definite]
    fits = len(places) == 1 and len(chosen) == 1 and len(pieces) == 2 and noun_like(tokens[chosen[0].end - 1])
    return chosen[0] if fits and places[0].start < chosen[0].start else None


def _measured(
    measured: list[Piece], often: list[Piece], pieces: list[Piece], *, habitual: bool
) -> Piece | None:  # fmt: skip
    amounts = [p for p in measured if p.kind in {"quantity", "money"}]
    if len(amounts) > 1 or (not amounts and len(measured) > 1):
        return None
    value = amounts[0] if amounts else measured[0]
    extent = value.kind == "quantity" and value.unit in {"day", "week", "month", "year", "h", "min"}
    if extent and not often and not habitual:
        return None
    counted = value.kind == "quantity" and not value.lead and not often and not habitual
    others = [p for p in pieces if p is not value and p.kind not in {"pronoun", "part"}]
    return None if counted and not others else value


_FUNCTION_WORDS = w.PREPOSITIONS | w.DETERMINERS | w.CONJUNCTIONS | w.MODALS_FUTURE | w.BE


def present(token: Tagged, *, third: bool) -> bool:
    """Whether a word can be a verb of the simple present, by its form."""
    word = token.lower
    if not word.isalpha() or token.tag == t.PRON or word in _FUNCTION_WORDS:
        return False
    known = w.verb_lemma(word) or ("have" if word in w.HAVE else "do" if word in w.DO else None)
    if third:
        return word.endswith("s") and not word.endswith("ss") and known != word
    return known == word or (known is None and not word.endswith(("ed", "ing", "s")))


def lemma_of(token: Tagged) -> str:
    """The lemma of a verb, or of a noun where it is none."""
    word = token.lower
    if word in w.HAVE:
        return "have"
    return w.verb_lemma(word) or w.lemma(word)


def noun_like(token: Tagged) -> bool:
    """Whether a word ends a phrase that names something, rather than judges it."""
    return token.tag == t.NOUN and token.lemma not in DULL_HEADS and not token.lower.endswith(("ful", "ous", "ive"))


def content(tokens: Sequence[Tagged], start: int, end: int) -> tuple[str, ...]:
    """The words of a stretch that name something, as lemmas."""
    kept = (x for x in tokens[start:end] if x.tag in t.NOUN_NAME_VERB and x.lower not in STOP_WORDS)
    return tuple(lemma_of(x) if x.tag == t.VERB else w.lemma(x.lower) for x in kept)


def joined(*parts: tuple[str, ...]) -> tuple[str, ...]:
    """The words of all parts in order, each once."""
    return tuple(dict.fromkeys(x for part in parts for x in part if x))
