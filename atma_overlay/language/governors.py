"""What something depends on, as the words name it: a slot, a value, or an indirect question (*where we live*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.language import tags as t
from atma_overlay.language.condition_parts import Condition
from atma_overlay.language.outcomes import Outcome
from atma_overlay.language.phrases import read_phrase
from atma_overlay.language.rewording import word
from atma_overlay.language.rule_slots import SOMETHING, Named, Rulebook
from atma_overlay.language.value_phrases import attribute_label, phrase_span


@dataclass(frozen=True, slots=True)
class Dependence:
    """A child that has to change when its parent does."""

    condition: Condition
    outcome: Outcome


def differ(parent: Named, child: Named) -> bool:
    """Whether two slots are told apart; one that only a value names is never the other."""
    return (parent.attribute, parent.subject) != (child.attribute, child.subject) or not parent.attribute


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
    phrase = read_phrase(tokens, i)
    if phrase is None or phrase.pronoun is not None:
        return None
    if phrase.is_name and phrase.owner is None and phrase.determiner is None:
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
        phrase = read_phrase(book.reread(rest).tokens, 0)
        if phrase is not None and phrase.pronoun is None:
            return book.labelled(attribute_label(phrase))
    if not rest:
        return None
    told = [*rest, *([word("in", rest[-1].end)] if asked == "where" else []), word(SOMETHING, rest[-1].end)]
    made = [c for c in book.stated(told) if c.span[0] >= rest[-1].end and c.known_attribute]
    return Named(made[0].attribute) if made else None
