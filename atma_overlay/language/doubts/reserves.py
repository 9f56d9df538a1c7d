"""What stands ready to take a place: *Dr Weiss is lined up as my dentist*, *Jonas has dibs on the parking space*."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.stretches import stands_at
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import value_of
from atma_overlay.language.rules.rule_slots import Named, Rulebook

_READY: tuple[tuple[str, ...], ...] = (
    ("lined", "up"), ("pencilled", "in"), ("penciled", "in"), ("earmarked",), ("reserved",), ("set", "aside"),
    ("on", "standby"), ("standing", "by"), ("waiting",), ("booked",), ("chosen",), ("picked", "out"), ("in", "mind"),
    ("marked", "down"), ("put", "down"), ("agreed",), ("promised",), ("up", "my", "sleeve"),
)  # fmt: skip
_READY_OPENS = frozenset([run[0] for run in _READY])
_CLAIMING: tuple[tuple[str, ...], ...] = (
    ("has", "dibs", "on"), ("have", "dibs", "on"), ("has", "first", "dibs", "on"), ("has", "first", "refusal", "on"),
    ("has", "claimed",), ("has", "bagged",), ("claimed",), ("bagged",), ("has", "called", "dibs", "on"),
    ("is", "next", "in", "line", "for"), ("gets",), ("inherits",), ("is", "down", "for"), ("steps", "in", "as"),
)  # fmt: skip


def in_waiting(said: Sequence[Token], book: Rulebook) -> tuple[Named, str] | None:
    """The slot that something stands ready for, with what does; None where nothing does.

    Args:
        said: the words of a consequence.
        book: how slots are found.
    """
    tokens = book.reread(said).tokens
    return _ready(tokens, book) or _claimed(tokens, book)


def _ready(tokens: Sequence[t.Tagged], book: Rulebook) -> tuple[Named, str] | None:
    for i in range(1, len(tokens)):
        if tokens[i].lower not in _READY_OPENS:
            continue
        run = next((r for r in _READY if stands_at(tokens, i, r)), None)
        after = i + len(run) if run is not None else i
        if run is None or after + 1 >= len(tokens) or tokens[after].lower not in {"as", "for"}:
            continue
        post = read_phrase(tokens, after + 1)
        if post is None or post.pronoun is not None or not (post.owner in {"my", "our"} or post.determiner == "the"):
            continue
        value = _last_named(tokens[:i])
        slot = book.slot_of(post, [x.token for x in tokens[value.core : value.end]]) if value is not None else None
        return (slot, book.text_of(value)) if slot is not None and value is not None else None
    return None


def _claimed(tokens: Sequence[t.Tagged], book: Rulebook) -> tuple[Named, str] | None:
    """Somebody with a name who claims what is the speaker's or definite."""
    who = read_phrase(tokens, 0)
    if who is None or not who.is_name or who.owner is not None:
        return None
    at = who.end
    while at < len(tokens) and tokens[at].tag == t.ADV:
        at += 1
    run = next((r for r in _CLAIMING if stands_at(tokens, at, r)), None)
    thing = read_phrase(tokens, at + len(run)) if run is not None else None
    if thing is None or thing.pronoun is not None or not (thing.owner in {"my", "our"} or thing.determiner == "the"):
        return None
    slot = book.slot_of(thing, [x.token for x in tokens[who.core : who.end]])
    return (slot, book.text_of(who)) if slot is not None else None


def _last_named(tokens: Sequence[t.Tagged]) -> Phrase | None:
    """The last name before a word of readiness: *a studio on Mill Lane we've reserved*."""
    found: Phrase | None = None
    i = 0
    while i < len(tokens):
        phrase = read_phrase(tokens, i)
        if phrase is None:
            i += 1
            continue
        told, kind, _ = value_of(phrase)
        if kind in kinds.NAMED and phrase.pronoun is None:
            found = _name_beside(told)
        i = max(phrase.end, i + 1)
    return found


def _name_beside(phrase: Phrase) -> Phrase:
    """*My sister Tova*: the name alone."""
    tokens = phrase.tokens
    names = [i for i in range(phrase.core, phrase.head + 1) if tokens[i].tag == t.NAME]
    kin = phrase.owner is not None and names and names[0] > phrase.core
    return read_phrase(tokens, names[0]) or phrase if kin else phrase
