"""What something depends on, as the words name it: a slot, a value, or an indirect question (*where we live*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.outcomes import Outcome
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.rules.rule_slots import OPEN_ENDED, SOMETHING, Named, Rulebook


@dataclass(frozen=True, slots=True)
class Dependence:
    """A child that has to change when its parent does."""

    condition: Condition
    outcome: Outcome


def differ(parent: Named, child: Named) -> bool:
    """Whether two slots are told apart; one that only a value names is never the other."""
    return (parent.attribute, parent.subject) != (child.attribute, child.subject) or not parent.attribute


def opening(book: Rulebook, end: int) -> Named | None:
    """The slot that a sentence opens with, up to its verb, where the clause has no subject to show.

    *The scaling I use is …*; *shirt numbers are …*, whose noun reads as a verb.
    """
    tokens = book.sentence.tokens[:end]
    phrase = read_phrase(tokens, 0) if tokens else None
    if phrase is None or phrase.pronoun is not None or phrase.is_name or phrase.owner == "your":
        return None
    behind = [x.lower for x in tokens[phrase.end :]]
    if behind[:1] in (["that"], ["which"]):
        behind.pop(0)
    if len(behind) in {2, 3} and behind[0] in {"i", "we"}:
        return book.labelled(attribute_label(phrase), phrase if phrase.owner else None)
    if len(tokens) in {2, 3} and phrase.owner is None and phrase.determiner in {None, "the"} and len(behind) == 1:
        first = phrase.core
        return book.labelled(" ".join([*(x.lower for x in tokens[first:-1]), w.lemma_of_noun(tokens[-1].lower)]))
    return None


def skip_adverbs(tokens: Sequence[t.Tagged], i: int) -> int:
    """Past adverbs that stand before what a verb governs."""
    while i < len(tokens) and tokens[i].tag == t.ADV and tokens[i].lower not in {"on", "with", "to"}:
        i += 1
    return i


def parent_at(book: Rulebook, i: int) -> Named | None:
    """The slot or the value that the words at a token name as what something depends on."""
    tokens = book.sentence.tokens
    if i >= len(tokens):
        return None
    if tokens[i].lower in {"where", "who", "which", "what", "how", "whether"}:
        return wondered(book, i, len(tokens))
    if tokens[i].lower.endswith("ing") and w.verb_lemma(tokens[i].lower) and i + 2 < len(tokens):
        i += 2 if tokens[i + 1].tag == t.PREP else 1  # "linked to living in Norwich"
    phrase = read_phrase(tokens, i)
    if phrase is None or phrase.pronoun is not None:
        return None
    if phrase.is_name and phrase.owner is None and phrase.determiner in {None, "the"}:
        start, end = phrase_span(phrase)
        return Named("", value=book.turn.text[start:end])
    return book.parent_of(phrase) if phrase.owner is not None or phrase.determiner in {"the", "this"} else None


def wondered(book: Rulebook, start: int, end: int) -> Named | None:
    """The slot that an indirect question is about: *where we live*, *which vet we use*."""
    tokens = book.sentence.tokens[start:end]
    if not tokens:
        return None
    opened = next((i for i, x in enumerate(tokens) if x.lower in {"where", "who", "which", "what"}), None)
    if opened is None:
        return None
    asked, rest = tokens[opened].lower, [x.token for x in tokens[opened + 1 :] if x.text not in {".", ",", "!"}]
    if asked in {"which", "what"} and rest:
        phrase = read_phrase(book.reread(_noun_of(rest)).tokens, 0)
        if phrase is not None and phrase.pronoun is None:
            return book.labelled(attribute_label(phrase))
    if not rest:
        return None
    if asked in {"who", "what"} and rest[0].lower in w.BE:
        phrase = read_phrase(book.reread(rest[1:]).tokens, 0) if len(rest) > 1 else None
        return book.labelled(attribute_label(phrase)) if phrase is not None and not phrase.is_name else None
    if asked == "who" and rest[-1].lower in w.BE and len(rest) > 1:
        phrase = read_phrase(book.reread(rest[:-1]).tokens, 0)  # "who my trainer is"
        if phrase is not None and not phrase.is_name and phrase.end >= len(rest) - 1:
            return book.parent_of(phrase) if phrase.owner or phrase.determiner == "the" else None
    return _done_there(book, asked, rest)


def _noun_of(rest: list[Token]) -> list[Token]:
    """*Which gym I'm at*: up to who is spoken of, whose pronoun would read as one more noun."""
    end = next((i for i, x in enumerate(rest) if i and x.lower in {"i", "we", "i'm", "we're"}), len(rest))
    return rest[:end]


def _done_there(book: Rulebook, asked: str, rest: list[Token]) -> Named | None:
    """*Where I swim*, *who cuts my hair*: what is done at the place or by the person that is asked for."""
    at = rest[-1].end
    for led in (("in",), ("at",), ("to",)) if asked == "where" else ((),):
        told = [*rest, *(word(x, at) for x in led), word(SOMETHING, at)]
        made = [c for c in book.stated(told) if c.span[0] >= at and c.confidence >= OPEN_ENDED]
        known = [c for c in made if c.known_attribute and c.attribute != "does"]
        if known:
            return Named(known[0].attribute)
        if led != ("in",) and made and not made[0].attribute.startswith(("be_", "go_", "does")):
            return Named(made[0].attribute)
    return None
