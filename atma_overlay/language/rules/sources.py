"""What a value comes from: *the laptop my employer supplies*, *it comes with the flat*, *each branch has its own*.

Whatever hands a thing out, owns it, pays for it, prescribes it or is what it was made for takes it along when it goes:
a dependence without a replacement (MEME's absence), told by where a value is from rather than by *depends on*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.rules.rule_slots import Named, Rulebook
from atma_overlay.language.rules.source_wordings import HOLDINGS, MEMBERSHIPS, NO_SOURCES, SOURCE_GATE, told_at
from atma_overlay.records import ANY_CHANGE, Act, Trigger, TriggerKind

_ENOUGH = 0.6
_KEPT = w.KIN | w.PETS | frozenset("friend name age birthday identity kind mention partner".split())
"""What nobody loses with where it came from: *my wife, whom I met through work*."""


@dataclass(frozen=True, slots=True)
class Source:
    """A parent with the value that comes from it."""

    parent: Named
    when: Trigger
    child: Named


def sources(book: Rulebook, before: Sequence[Candidate] = ()) -> Iterator[Source]:
    """The first source that a sentence names for a value that it, or the sentence before it, states.

    Args:
        book: how slots are found.
        before: the candidates of the sentence and of those before it.
    """
    if not book.sentence.shows(SOURCE_GATE, book.sentence.lowered) or not any(_tells(c) for c in before):
        return
    tokens = book.sentence.tokens
    for i in range(len(tokens)):
        found = told_at(tokens, i)
        if found is None or _undone(tokens, found[1]):
            continue
        phrase, begins, pointing = found
        child = _child(book, before, begins, pointing=pointing)
        parent = _parent(book, phrase) if child is not None else None
        if parent is None or child is None:
            continue
        if not _differ(parent[0], child):  # "we use Loom as our client insists on it": taken for the client's name
            child = Named("", value=child.value)
        yield Source(*parent, child)
        return


def _differ(parent: Named, child: Named) -> bool:
    if parent.attribute:
        return (parent.attribute, parent.subject) != (child.attribute, child.subject)
    return parent.value != child.value


def _undone(tokens: Sequence[t.Tagged], begins: int) -> bool:
    """Whether the source is denied, wished for or asked of: *it isn't part of …*, *if it came with …*."""
    near = tokens[max(0, begins - 4) : begins + 8]
    return any(x.tag == t.NEG or x.lower in w.MODALS_UNREAL | {"if", "maybe", "perhaps", "used", "than"} for x in near)


def _parent(book: Rulebook, phrase: Phrase) -> tuple[Named, Trigger] | None:
    """The parent that a source phrase names, and what is waited for."""
    by_holding = phrase.head_lemma in HOLDINGS and phrase.owner not in w.POSSESSIVES | {None}
    if by_holding and phrase.owner is not None:
        return _owner(book, phrase)
    if phrase.is_name and phrase.owner is None and phrase.determiner is None:
        start, end = phrase_span(phrase)
        name = book.turn.text[start:end]
        return Named("", value=name), Trigger(TriggerKind.FROM, name)
    label = attribute_label(phrase)
    first, _, last = label.rpartition(" ")
    if last in MEMBERSHIPS and first:
        named = book.labelled(first)  # my gym membership goes with the gym
    elif phrase.owner is not None and phrase.owner not in w.POSSESSIVES and phrase.determiner in {"each", "every"}:
        named = book.labelled(phrase.owner)  # every group's director
    elif phrase.owner in {"my", "our"} or phrase.determiner not in {"each", "every"}:
        named = book.parent_of(phrase)
    else:
        named = book.labelled(label)
    return (named, ANY_CHANGE) if named is not None else None


def _owner(book: Rulebook, phrase: Phrase) -> tuple[Named, Trigger] | None:
    owner = phrase.owner or ""
    if phrase.owner_is_name:
        start = phrase.tokens[phrase.start].token.start
        name = book.turn.text[start : start + len(owner)]
        return Named("", value=name), Trigger(TriggerKind.FROM, name)
    named = book.labelled(owner) if owner not in NO_SOURCES else None
    return (named, ANY_CHANGE) if named is not None else None


def _child(book: Rulebook, before: Sequence[Candidate], begins: int, *, pointing: bool) -> Named | None:
    """The value that comes from the source: the nearest one stated before it, else that of the sentence before."""
    sentence = book.sentence
    limit = sentence.tokens[max(0, begins)].token.start
    here = [c for c in before if _tells(c) and sentence.sentence.start <= c.span[0] and c.span[1] <= limit + 1]
    if not here and pointing:
        last = book.turn.before(sentence)
        here = [c for c in before if last is not None and _tells(c) and c.span[0] >= last.sentence.start]
        here = [c for c in here if c.span[1] <= sentence.sentence.start]
    if not here:
        behind = [c for c in before if _tells(c) and sentence.sentence.start <= c.span[0]]
        here = behind[:1] if pointing and sentence.tokens[begins].lower in {"each", "every"} else []
    if not here:
        return None
    best = max(here, key=lambda c: (c.confidence >= _ENOUGH, c.span[0]))
    mine = best.subject == book.turn.speaker or best.subject.startswith("?")
    return Named(best.attribute, "" if mine else best.subject, best.value)


def _tells(candidate: Candidate) -> bool:
    stated = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.affirmed
    label = set(candidate.attribute.split("_"))
    anchored = candidate.value_kind in kinds.ANCHORED or candidate.confidence >= _ENOUGH
    return stated and anchored and candidate.confidence >= 0.4 and not label & (_KEPT | {"meet", "know", "marry"})
