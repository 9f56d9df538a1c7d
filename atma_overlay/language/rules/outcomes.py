"""What a consequence comes to: a child with its value, and when a statement names a slot well enough for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.rules.rule_slots import OPEN_ENDED, Named, Rulebook
from atma_overlay.values.normal import normalise


@dataclass(frozen=True, slots=True)
class Outcome:
    """The child of a rule with its value; None where the old value goes and none is told."""

    child: Named
    value: str | None
    kept: bool = False
    """Whether it tells what stays as it is: *my gym stays Apex*."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What *it*, *that* and a bare new value are about."""

    named: Named | None = None


def cleft(said: list[Token], book: Rulebook) -> list[Token]:
    """*It's the Anchor we meet at* as *we meet at the Anchor*."""
    if len(said) < _CLEFT or said[0].lower != "it" or said[1].lower not in w.BE:
        return said
    value = read_phrase(book.reread(said).tokens, 2)
    if value is None or value.pronoun is not None or value.end + 1 >= len(said):
        return said
    at = value.end + 1 if said[value.end].lower in {"that", "which"} else value.end
    first = said[at].lower in {"i", "we"}
    return [*said[at:], *said[2 : value.end]] if first and said[-1].lower in w.PREPOSITIONS else said


_CLEFT = 5


_WHICH = frozenset("whichever whatever whoever wherever whatever's whoever's".split())


def untold(outcome: Outcome, said: list[Token], book: Rulebook) -> Outcome:
    """*My dentist will be whoever is closest*, *I'd train with whichever coach they have*: no value is told."""
    if outcome.value is None or outcome.value.lower().split(" ")[0] not in _WHICH:
        return outcome
    at = next((i for i, x in enumerate(said) if x.lower in _WHICH), None)
    phrase = read_phrase(book.reread(said[at + 1 :]).tokens, 0) if at is not None and at + 1 < len(said) else None
    label = attribute_label(phrase) if phrase is not None and phrase.pronoun is None else ""
    named = book.labelled(label) if label and outcome.child.attribute not in book.lexicon.attributes else None
    return Outcome(named or outcome.child, None)


def shown(tokens: list[Token]) -> list[Token]:
    """Up to where the words turn to something else; *that* as *it*, which can be nothing but a subject."""
    end = len(tokens)
    for i in range(2, len(tokens) - 1):
        turned = tokens[i].text == "," and tokens[i + 1].lower in _TURNING
        if turned:
            end = i
            break
    kept = tokens[:end]
    if kept and kept[0].lower in {"that", "this"} and len(kept) > 1 and kept[1].lower in _AUX:
        kept[0] = word("it", kept[0].start)
    if len(kept) > 2 and kept[0].lower == "it" and kept[1].lower == "'s":
        kept[1] = word("is", kept[1].start)
    return kept


_TURNING = frozenset("i but which so because since though although as not we and who".split())


_AUX = w.BE | w.HAVE | w.DO | w.MODALS_FUTURE | w.MODALS_UNREAL | frozenset("changes becomes goes has moves".split())


_LOOSE_SLOTS = frozenset(
    "does go_to go_back_to switch_to move_to kind identity mention be_in be_at be_on be_with dating_partner".split()
)


_HABITS = frozenset(
    """shop buy order get train swim eat bank park study print book spend rehearse practise practice meet sleep sit
    climb play row sail skate lunch dine drink exercise store teach worship volunteer""".split()
)
"""What one does at a place as a habit, where a rule speaks of it: *I'd shop at Lund & Daughters*."""


_TIMED_HABITS = frozenset("train swim meet rehearse practise practice play row lunch shop run dance sing".split())
_HABIT_LINKS = frozenset({"at", "from", "with", "in", "on"})


def worth(candidate: Candidate, *, told: bool = True) -> bool:
    """Whether a statement names a slot well enough for a rule to write to it.

    Args:
        candidate: what the words state.
        told: whether a value has to be told, and does not only stand in its place.
    """
    verb, _, link = candidate.attribute.partition("_")
    habit = verb in _HABITS and link in _HABIT_LINKS and candidate.value_kind in kinds.NAMED
    timed = verb in _TIMED_HABITS and link in {"day", "time", "on", "at"} and candidate.value_kind in kinds.TIMED
    sure = (habit or timed or candidate.confidence >= OPEN_ENDED) and candidate.attribute not in _LOOSE_SLOTS
    return (
        sure
        and (bool(normalise(candidate.value)) or not told)
        and not candidate.attribute.startswith(("go_", "be_", "switch_", "opinion_of_"))
    )


def verbatim(tokens: Sequence[Token], book: Rulebook) -> str:
    """The words of a value as told, without an article."""
    kept = [x for x in tokens if x.start < x.end or x.text]
    while len(kept) > 1 and kept[0].lower in {"a", "an", "the", "just"}:
        kept.pop(0)
    while len(kept) > 1 and (kept[-1].lower in {"then", "again", "instead", "too"} or kept[-1].text in {".", ","}):
        kept.pop()
    text = book.turn.text[kept[0].start : kept[-1].end]
    return text[1:-1] if kept[0].kind == "quote" and len(kept) == 1 else text
