"""A change that is a noun or a verbal noun: *a change of landlord would …*, *losing Brightwell would …*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.rules.alternative_parts import (
    MODAL,
    Alternative,
    sentence_end,
    span_of,
    telling,
    tokens_of,
    topic_of,
)
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.conditions import read_condition
from atma_overlay.language.rules.consequences import read_outcomes
from atma_overlay.language.rules.open_outcomes import thing_named
from atma_overlay.language.rules.outcomes import Outcome, Topic
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.rules.rule_slots import Named, Rulebook
from atma_overlay.records import Trigger, TriggerKind

_NOUNS = frozenset("change switch move shift swap loss".split())


GERUNDS: dict[str, str] = {
    "changing": "change", "switching": "switch", "losing": "lose", "leaving": "leave", "dropping": "drop",
    "quitting": "quit", "moving": "move", "selling": "sell", "replacing": "replace", "joining": "join",
}  # fmt: skip


def nominal(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    """The rules that a noun or a verbal noun of change opens; None where none does."""
    tokens = book.sentence.tokens
    for i, token in enumerate(tokens):
        opens = i == 0 or tokens[i - 1].tag in t.PUNCT_OR_CONJ or tokens[i - 1].lower in {"that", "and", "but", "know"}
        if not opens:
            continue
        modal = next((j for j in range(i + 2, min(i + 14, len(tokens))) if tokens[j].lower in _MODAL_OR_MEANS), None)
        if modal is None or any(x.tag == t.PUNCT for x in tokens[i:modal]):
            continue
        said = _change_told(tokens, i, modal)
        condition = read_condition(said, book, unreal=True) if said is not None else _had(book, i, modal)
        if condition is None:
            continue
        begin = modal if tokens[modal].lower in _MEANS else modal + 1
        while begin < len(tokens) - 1 and tokens[begin].tag == t.ADV:
            begin += 1
        end = sentence_end(book, begin)
        if token.lower not in GERUNDS and token.lower != "the" and condition.parent.attribute:
            condition = _of_anybody(condition, tokens[i + 1 : modal])
        outcome = _caused(book, begin, end, topic_of(book, before, until=token.token.start))
        if outcome is not None:
            return [Alternative(condition, outcome, span_of(book, i, end))]
    return None


def _had(book: Rulebook, i: int, modal: int) -> Condition | None:
    """*Full membership would mean …*, *a work visa would let me …*: what would be had is the value to come."""
    tokens = book.sentence.tokens
    value = read_phrase(tokens, i)
    after = tokens[modal + 1].lower if modal + 1 < len(tokens) and tokens[modal].lower in MODAL else tokens[modal].lower
    if value is None or value.end != modal or value.pronoun is not None or value.owner is not None or value.is_name:
        return None
    described = value.head > value.core and value.determiner in {None, "a", "an"}
    if not described or after not in _MEANS | {"let"} or tokens[value.core].lower in _MORE:
        return None
    start, end = phrase_span(value)
    text = book.turn.text[start:end]
    return Condition(Named("", value=None), Trigger(TriggerKind.TO, text))


_MORE = frozenset("more less fewer another new different bad good nice heavy".split())


def _of_anybody(condition: Condition, words: Sequence[t.Tagged]) -> Condition:
    """*A change of dentist*, with nobody said to change: the speaker's or somebody's in the speaker's care."""
    if condition.parent.subject or any(x.lower in {"my", "our", "job", "jobs", "house"} for x in words):
        return condition
    return replace(condition, parent=replace(condition.parent, subject="?"))


_MEANS = frozenset({"means", "mean", "meant"})
_MODAL_OR_MEANS = MODAL | _MEANS


def _change_told(tokens: Sequence[t.Tagged], i: int, modal: int) -> list[Token] | None:
    """The words of a change, as what the speaker does: *a move to Leipzig* as *I move to Leipzig*."""
    at = tokens[i].token.start
    lower = tokens[i].lower
    verb = GERUNDS.get(lower)
    if verb is not None and i + 1 < modal:
        return [word("I", at), word(verb, at), *_plain_rest(tokens, i + 1, modal)]
    if lower not in {"a", "any", "another", "the"} or i + 1 >= modal:
        return None
    head = i + 1
    if tokens[head].lower in {"new", "different"} or lower == "another":
        noun = head if lower == "another" else head + 1
        if noun >= modal or tokens[noun].tag not in t.NOUN_OR_VERB or tokens[noun].lower in w.TIME_NOUNS:
            return None
        rest = [x.token for x in tokens[noun:modal]]
        return [word("I", at), word("get", at), word("a", at), word("new", at), *rest]
    if tokens[head].lemma not in _NOUNS or head + 2 > modal - 1:
        return None
    link, rest = tokens[head + 1].lower, [x.token for x in tokens[head + 2 : modal]]
    if link in {"of", "in"}:
        return [word("I", at), word("change", at), *_owned(tokens, head + 2, rest, at)]
    if link in {"to", "into"}:
        return [word("I", at), word("move", at), word("to", at), *rest]
    return [word("I", at), word("leave", at), *rest] if link in {"from"} else None


def _owned(tokens: Sequence[t.Tagged], i: int, rest: list[Token], at: int) -> list[Token]:
    """*A change of landlord*: the speaker's own."""
    return [word("my", at), *rest] if tokens[i].tag not in t.POSS_OR_DET else rest


def _plain_rest(tokens: Sequence[t.Tagged], i: int, modal: int) -> list[Token]:
    """*Losing Brightwell as a client*: without the role; *changing schools*: as it stands."""
    role = next((j for j in range(i + 1, modal) if tokens[j].lower == "as"), modal)
    return [x.token for x in tokens[i:role]]


_GONE = (("no", "more"), ("no",), ("losing",), ("the", "end", "of"), ("goodbye", "to"))
_HANDING = frozenset("let hand pass give put place leave land make turn bring shift move get".split())


_ONTO = frozenset("to on with at in onto under into over back".split())


def _caused(book: Rulebook, begin: int, end: int, topic: Topic) -> Outcome | None:
    """*… pass the gardening on to Odo*, *… make Dr Arnim our vet*, *… mean my bank becomes Revolut*."""
    tokens = book.sentence.tokens
    if begin >= end:
        return None
    verb = w.verb_lemma(tokens[begin].lower)
    if verb == "mean":
        return _meaning(book, begin, end, topic)
    if verb not in _HANDING:
        return None
    thing = read_phrase(tokens, begin + 1)
    if thing is None:
        return None
    if thing.pronoun in {"me", "us"}:
        return _allowed(book, thing, end, topic) if verb == "let" else _landed(book, thing.end, end)
    behind = tokens[thing.end] if thing.end < end else None
    if verb == "make" and behind is not None:
        start = thing.end + 1 if behind.lower in {"as", "into"} else thing.end
        return _made(book, thing, start, end)
    at = thing.end
    while at < end and tokens[at].lower in _ONTO:
        at += 1
    value = read_phrase(tokens, at) if thing.end < at < end else None
    if value is None or value.pronoun is not None or thing.pronoun is not None:
        return None
    slot = book.slot_of(thing, tokens_of(book, value.start, value.end))
    return Outcome(slot, _said(book, value)) if slot is not None and telling(value) else None


def _allowed(book: Rulebook, thing: Phrase, end: int, topic: Topic) -> Outcome | None:
    """*… let me work forty hours a week*: what the speaker then does."""
    rest = [word("I", thing.tokens[thing.start].token.start), *tokens_of(book, thing.end, end)]
    return next((o for o in read_outcomes(rest, book, topic) if o.value is not None), None)


def _meaning(book: Rulebook, begin: int, end: int, topic: Topic) -> Outcome | None:
    """*… mean my bank becomes Revolut*, *… mean no more Dr Hale*."""
    tokens = book.sentence.tokens
    rest = tokens_of(book, begin + 1, end)
    while rest and rest[0].lower == "that":
        rest.pop(0)
    gone = next((r for r in _GONE if tuple(x.lower for x in rest[: len(r)]) == r), None)
    if gone is None:
        return next(iter(read_outcomes(rest, book, topic)), None) if rest else None
    thing = read_phrase(tokens, end - len(rest) + len(gone)) if len(rest) > len(gone) else None
    slot = thing_named(thing, book) if thing is not None and thing.pronoun is None else None
    return Outcome(slot, None) if slot is not None else None


def _landed(book: Rulebook, begin: int, end: int) -> Outcome | None:
    """*… land me with Dr Haas as my hygienist*."""
    tokens = book.sentence.tokens
    start = begin + 1 if begin < end and tokens[begin].lower in {"with", "on", "at"} else begin
    value = read_phrase(tokens, start) if start < end else None
    if value is None or value.end >= end or tokens[value.end].lower not in {"as", "for"}:
        return None
    return _made(book, value, value.end + 1, end)


def _made(book: Rulebook, value: Phrase, begin: int, end: int) -> Outcome | None:
    post = read_phrase(book.sentence.tokens, begin) if begin < end else None
    if post is None or post.pronoun is not None or not (post.owner in {"my", "our"} or post.determiner == "the"):
        return None
    slot = book.slot_of(post, tokens_of(book, value.core, value.end))
    return Outcome(slot, _said(book, value)) if slot is not None and telling(value) else None


def _said(book: Rulebook, phrase: Phrase) -> str:
    start, end = phrase_span(phrase)
    return book.turn.text[start:end]
