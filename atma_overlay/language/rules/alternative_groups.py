"""A group that the speaker may come to be in: *tenants outside Block C park on Deck 2*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.alternative_parts import Alternative, span_of, tokens_of
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.consequences import read_outcomes
from atma_overlay.language.rules.outcomes import Topic
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.rules.rule_slots import Named, Rulebook
from atma_overlay.records import Trigger, TriggerKind

_BEHIND_A_VERB = frozenset({t.PREP, t.POSS, t.DET, t.NAME, t.TO})

_PEOPLE = frozenset(
    """people anyone anybody everyone everybody those teams team members member staff users folks employees residents
    students tenants services projects whoever colleagues players""".split()
)


_OUT = (("outside",), ("not", "in"), ("not", "on"), ("not", "at"), ("off",), ("without",), ("beyond",))


_IN = (("in",), ("on",), ("at",), ("with",), ("inside",))


def of_group(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    """The rules told of whoever is in a group or out of it; None where none is."""
    tokens = book.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower in _PEOPLE and _opens_group(tokens, i)), None)
    if at is None:
        return None
    i = at + 1
    if i < len(tokens) and tokens[i].lower in {"who", "that"}:
        i += 1
    negated = False
    while i < len(tokens) and (tokens[i].tag in t.BE_NEG_ADV or tokens[i].lower in {"isn't", "aren't", "n't"}):
        negated |= tokens[i].tag == t.NEG or tokens[i].lower in {"isn't", "aren't", "n't", "not"}
        i += 1
    run = next((r for r in (*_OUT, *_IN) if tuple(x.lower for x in tokens[i : i + len(r)]) == r), None)
    if run is None:
        return None
    group = _group(book, i + len(run))
    if group is None:
        return None
    phrase, value = group
    verb = phrase.end
    while verb < len(tokens) and tokens[verb].tag == t.ADV:
        verb += 1
    lemma = w.verb_lemma(tokens[verb].lower) if verb < len(tokens) - 1 else None
    present = lemma is not None and tokens[verb].lower in {lemma, f"{lemma}s", f"{lemma}es", "goes", "flies"}
    if not present or lemma in {"know", "call", "think", "say", "want", "like", "love", "be", "look", "seem"}:
        return None
    end = next((j for j in range(verb, len(tokens)) if tokens[j].tag == t.PUNCT), len(tokens))
    start = tokens[verb].token.start
    said = [
        word("I", start),
        replace(tokens[verb].token, text=lemma or "", lower=lemma or ""),
        *tokens_of(book, verb + 1, end),
    ]
    found = read_outcomes([_as_mine(x) for x in said], book, Topic())
    outside = (run in _OUT) != negated
    kind = TriggerKind.FROM if outside else TriggerKind.TO
    parent = Named("", value=value if outside else None)
    condition = Condition(parent, Trigger(kind, value))
    good = [o for o in found if o.value is not None and not o.kept]
    return [Alternative(condition, o, span_of(book, at, end)) for o in good] or None


def _as_mine(token: Token) -> Token:
    return replace(token, text="my", lower="my") if token.lower == "their" else token


def _opens_group(tokens: Sequence[t.Tagged], i: int) -> bool:
    before = tokens[i - 1] if i else None
    return before is None or before.tag in t.PUNCT_OR_CONJ or before.lower in {"that", "all", "most"}


def _group(book: Rulebook, i: int) -> tuple[Phrase, str] | None:
    """The name behind *outside*, *not on*: a value that the speaker may have or leave."""
    tokens = book.sentence.tokens
    phrase = read_phrase(tokens, i) if i < len(tokens) else None
    if phrase is None or phrase.pronoun is not None or phrase.owner is not None:
        return None
    last = phrase.end
    for at in range(phrase.core + 1, phrase.end):
        lemma = w.verb_lemma(tokens[at].lower)
        if lemma is not None and at < len(tokens) - 1 and tokens[at].tag != t.NAME and _then(tokens, at):
            last = at
            break
    head = max((j for j in range(phrase.core, last) if tokens[j].tag in t.NAME_OR_NOUN), default=phrase.core)
    phrase = replace(phrase, end=last, head=head, of=None)
    named = any(x.tag == t.NAME for x in tokens[phrase.core : last])
    if not named and phrase.determiner != "the":
        return None
    names = [x for x in tokens[phrase.core : last] if x.tag in t.NAME_OR_NUM]
    first, final = (names[0], names[-1]) if names else (tokens[phrase.core], tokens[last - 1])
    return phrase, book.turn.text[first.token.start : final.token.end]


def _then(tokens: Sequence[t.Tagged], at: int) -> bool:
    """*Tenants outside Block C park on …*: a preposition, an owner or an article behind what may be a verb."""
    return tokens[at + 1].tag in _BEHIND_A_VERB
