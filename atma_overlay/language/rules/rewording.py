"""Parts of a sentence said over as plain facts: *I'd go back to Monzo* as *I go back to Monzo*.

A rule tells states under a condition; said plainly, its parts can be read by the rules that read statements. The
tokens keep their places in the utterance, so that what is found is found there; a word put in has no length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clause_reading import read_clauses
from atma_overlay.language.grammar.sentences import Sentence
from atma_overlay.language.grammar.stretches import stands_at
from atma_overlay.language.grammar.tagging import tag
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.turn import ReadSentence

_FUTURE = frozenset("will 'll would 'd should can could might may shall gonna".split())
_LOOSE = frozenset(
    "ever ideally instead probably then maybe perhaps just rather simply definitely certainly eventually".split()
)
_ASIDES = (
    ("one", "day"), ("some", "day"), ("at", "some", "point"), ("in", "the", "future"), ("down", "the", "line"),
    ("at", "any", "time"), ("any", "time"), ("at", "all"), ("from", "then", "on"), ("after", "that"),
    ("as", "well"),
    ("for", "any", "reason"), ("in", "the", "end"), ("sooner", "or", "later"), ("at", "that", "point"),
    ("when", "the", "time", "comes"), ("by", "default"), ("of", "course"), ("for", "good"),
    ("my", "plan", "is", "that"),
)  # fmt: skip
_ASIDES_AT = {run[0]: tuple(r for r in _ASIDES if r[0] == run[0]) for run in _ASIDES}
_DUE = frozenset("have has need needs want wants ought".split())
_OPENERS = frozenset("then and so , - – — ; : but well".split())


def word(text: str, at: int) -> Token:
    """A word that nobody said, at a place in the utterance."""
    return Token(text, text.lower(), "word", at, at)


def stop(at: int) -> Token:
    """A full stop that nobody wrote."""
    return Token(".", ".", "punct", at, at)


def is_gerund(lower: str) -> bool:
    """Whether a word is a verb's form in *-ing*: *moving*."""
    return lower.endswith("ing") and w.verb_lemma(lower) is not None


def read(tokens: Sequence[Token], text: str, names: frozenset[str]) -> ReadSentence:
    """Tokens as a sentence of their own, told as a fact.

    Args:
        tokens: in their order; not empty.
        text: the utterance that they are of.
        names: lower-case words known to be names.
    """
    tagged = tuple(tag(list(tokens), names))
    clauses = tuple(read_clauses(tagged, asks=False))
    start, end = tokens[0].start, max(x.end for x in tokens)
    said = " ".join(x.text for x in tokens)
    return ReadSentence(Sentence(tuple(tokens), start, end), tagged, clauses, said or text[start:end], framed=False)


_LOOSE_OR_MORE = _LOOSE | {"again", "too", "and", "then", "though"}


def trimmed(tokens: Sequence[Token]) -> list[Token]:
    """Tokens without what only joins or closes them, and without *ever*, *one day*, *instead*."""
    kept = _without_asides(list(tokens))
    while kept and (kept[0].lower in _OPENERS or kept[0].lower in _LOOSE):
        kept.pop(0)
    while kept and (kept[-1].kind == "punct" or kept[-1].lower in _LOOSE_OR_MORE):
        kept.pop()
    return kept


def _without_asides(tokens: list[Token]) -> list[Token]:
    kept: list[Token] = []
    i = 0
    while i < len(tokens):
        aside = next((a for a in _ASIDES_AT.get(tokens[i].lower, ()) if stands_at(tokens, i, a)), None)
        if aside is not None:
            i += len(aside)
        elif tokens[i].lower in _LOOSE and kept:
            i += 1
        else:
            kept.append(tokens[i])
            i += 1
    return kept


def plain(tokens: Sequence[Token]) -> list[Token]:
    """What would be, as what is: *my gym will be Apex* as *my gym is Apex*, *I'd have to use X* as *I use X*."""
    out: list[Token] = []
    i, n = 0, len(tokens)
    while i < n:
        token, after = tokens[i], tokens[i + 1].lower if i + 1 < n else ""
        if token.lower in _FUTURE and i and i + 1 < n:
            i = _skip_due(tokens, i + 1)
            if i < n:
                out.append(_finite(tokens[i], out))
                i += 1
        elif token.lower == "going" and after == "to" and out and out[-1].lower in w.BE:
            i += 2
            if i < n and tokens[i].lower == "be":
                i += 1
            elif i < n:
                out[-1] = _finite(tokens[i], out[:-1])
                i += 1
        elif token.lower in _DUE and after == "to" and i + 2 < n and w.verb_lemma(tokens[i + 2].lower):
            i += 2
            out.append(_finite(tokens[i], out))
            i += 1
        elif token.lower == "'s" and out and after in _BEHIND_IS:
            out.append(word("is", token.start))  # "my pension's with Nordwell"
            i += 1
        elif token.lower in {"get", "gets"} and out and _participle(after):
            out.append(_finite(replace(token, text="be", lower="be"), out))
            i += 1
        else:
            out.append(token)
            i += 1
    return out


_BEHIND_IS = frozenset("with at in on by under the a an from not".split())


def _participle(lower: str) -> bool:
    """*Gets kept*, *get reassigned*: what is done to a thing."""
    lemma = w.verb_lemma(lower)
    return (lemma is not None and lemma != lower and not lower.endswith(("s", "ing"))) or lower.endswith("assigned")


_PLAIN_ADVERBS = w.ADVERBS - {"not", "never", "n't", "no"}


def _skip_due(tokens: Sequence[Token], i: int) -> int:
    """Past *have to*, *need to*, *like to*, *always* behind a modal."""
    n = len(tokens)
    while i < n and (tokens[i].lower in _PLAIN_ADVERBS or tokens[i].lower == "rather"):
        i += 1
    if i + 2 < n and tokens[i].lower in {"have", "need", "want", "like", "get", "go"} and tokens[i + 1].lower == "to":
        return i + 2 if w.verb_lemma(tokens[i + 2].lower) == tokens[i + 2].lower else i
    return i


def _finite(token: Token, before: Sequence[Token]) -> Token:
    """The present form of a base form, by what stands before it."""
    subject = next((x.lower for x in reversed(before) if x.lower not in w.ADVERBS), "")
    if token.lower == "be":
        form = "am" if subject == "i" else ("are" if subject in {"we", "you", "they"} else "is")
        return replace(token, text=form, lower=form)
    plural = subject in {"i", "we", "you", "they", "us"} or not before
    if plural or w.verb_lemma(token.lower) != token.lower:
        return token
    form = third(token.lower)
    return replace(token, text=form, lower=form)


def third(verb: str) -> str:
    """The third person of a base form."""
    special = {"have": "has", "do": "does", "go": "goes", "be": "is"}.get(verb)
    if special is not None:
        return special
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
