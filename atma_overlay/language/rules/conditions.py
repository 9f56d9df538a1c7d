"""What a rule waits for: *if I change gyms*, *once we drop Veltrion*, *if it passes 100 users*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.rules.as_done import EXCHANGING, changed
from atma_overlay.language.rules.condition_acts import ENTERING, OfPeople
from atma_overlay.language.rules.condition_parts import OVER, Condition
from atma_overlay.language.rules.condition_things import OfThings
from atma_overlay.language.rules.condition_wordings import reworded
from atma_overlay.language.rules.rewording import plain, stop, trimmed, word
from atma_overlay.language.rules.rule_slots import Named, Rulebook
from atma_overlay.records import Trigger, TriggerKind

_ANYWHERE = frozenset("anywhere anything anyone somewhere something any other another".split())
_BUT = frozenset("n't not but than except".split())
_FIRST = frozenset({"i", "we"})
_RELATED = w.KIN | w.PETS
"""Who stays what they are to the speaker whatever they do; a landlord who sells is no longer one."""


def read_condition(
    tokens: Sequence[Token], book: Rulebook, *, inverted: bool = False, unreal: bool = False
) -> Condition | None:
    """The condition that the words tell, or None where they name no state of the speaker's world.

    Args:
        tokens: the words behind *if*.
        book: how slots are found.
        inverted: the verb stands in its base form behind its subject (*should my gym close*).
        unreal: a past form speaks of what may come (*if we moved, I'd …*), not of what was.
    """
    said = _told(trimmed(tokens), inverted=inverted)
    if len(said) < 2:
        return None
    sentence = book.reread([*said, stop(said[-1].end)])
    elsewhere = _elsewhere(sentence.tokens, book)
    if elsewhere is not None:
        return elsewhere
    clause = sentence.clauses[0] if sentence.clauses else None
    if clause is None or clause.subject is None:
        return None
    bare = sentence.tokens[clause.verb_end - 1].lower == clause.verb  # "the day I quit"
    if clause.tense in {"past", "habit_past"} and not unreal and not bare:
        return None
    reader = _Reader(book, clause, sentence.tokens, said)
    if clause.verb in EXCHANGING:
        return changed(said, clause, book) or reader.read()
    return reader.read() or changed(said, clause, book)


def _elsewhere(tokens: Sequence[t.Tagged], book: Rulebook) -> Condition | None:
    """*It deploys anywhere that isn't Fly*, *we run on anything but Fly*: leaving what is named."""
    lowers = [x.lower for x in tokens]
    at = next((i for i, x in enumerate(lowers) if x in _ANYWHERE), None)
    if at is None:
        return None
    behind = next((i for i in range(at + 1, len(lowers) - 1) if lowers[i] in _BUT), None)
    phrase = read_phrase(tokens, behind + 1) if behind is not None else None
    if phrase is None or kind_of(phrase)[0] not in kinds.NAMED:
        return None
    start, end = phrase_span(phrase)
    value = book.turn.text[start:end]
    return Condition(Named("", value=value), Trigger(TriggerKind.FROM, value))


def _told(tokens: list[Token], *, inverted: bool) -> list[Token]:
    if inverted:
        tokens = _unshopped(tokens, inverted=True)
        at = _base_form(tokens)
        if at is not None:
            subject = tokens[: at - 1] if tokens[at - 1].lower == "to" else tokens[:at]
            tokens = [*subject, word("will", tokens[at].start), *tokens[at:]]
    return reworded(plain(_unshopped(tokens)))


def _unshopped(tokens: list[Token], *, inverted: bool = False) -> list[Token]:
    """*Harrow's folds* as *Harrow folds*."""
    shop = next((i for i in range(1, min(5, len(tokens) - 1)) if _named_shop(tokens, i, inverted=inverted)), None)
    return tokens if shop is None else [*tokens[:shop], *tokens[shop + 1 :]]


_MODALS_FUTURE_OR_MODALS_UNREAL = w.MODALS_FUTURE | w.MODALS_UNREAL


def _named_shop(tokens: Sequence[Token], i: int, *, inverted: bool) -> bool:
    """A shop by its owner's name, before what it does."""
    after = tokens[i + 1].lower
    over = w.verb_lemma(after) in OVER and (inverted or after.endswith("s"))
    does = after in _MODALS_FUTURE_OR_MODALS_UNREAL or over
    return tokens[i].lower == "'s" and tokens[i - 1].text[:1].isupper() and does


_LEADING = w.POSSESSIVES | w.DETERMINERS | w.PREPOSITIONS - {"to"}
_BE_OR_MORE = w.BE | {"change", "become", "move", "close", "end", "stop"}


def _base_form(tokens: Sequence[Token]) -> int | None:
    """The verb of *should my home town change*: the first base form that can stand behind a subject."""
    for i in range(1, len(tokens)):
        lower, before = tokens[i].lower, tokens[i - 1].lower
        led = before in _LEADING or before == "'s"
        after = tokens[i + 1].lower if i + 1 < len(tokens) else ""
        compound = after in _BE_OR_MORE and lower != "be"
        if w.verb_lemma(lower) == lower and not led and not (compound and w.lemma(after) != lower):
            return i
    return None


@dataclass(slots=True)
class _Reader(OfThings, OfPeople):
    """Whoever or whatever the clause is about."""

    def read(self) -> Condition | None:
        subject = self.clause.subject
        if subject is None or self.clause.tense == "habit_past":
            return None
        measured = self._threshold(subject) or self._taken() or self._exchanged()
        if measured is not None:
            return measured
        if subject.pronoun in {"it", "that"}:
            return self._of_it()
        if subject.pronoun in _FIRST or (subject.pronoun in {"they"} and self.clause.bare() is None):
            return self._own_act()
        if subject.pronoun in {"he", "she"}:
            return self._of_somebody(subject.pronoun)
        if subject.pronoun is not None:
            return None
        return self._of_called(subject)

    def _of_called(self, subject: Phrase) -> Condition | None:
        if self._names_somebody(subject):
            return self._of_name(subject) or self._own_act()
        if subject.head_lemma in _RELATED and self._actor():
            return self._of_relation(subject)
        return self._of_thing(subject)

    def _of_relation(self, subject: Phrase) -> Condition | None:
        """*My sister moves to Porto*, *my son changes school*: what changes is theirs, and not who they are."""
        found = self._own_act()
        if found is None:
            gone = self.clause.verb in OVER and not self.clause.complements
            return self._of_thing(subject) if gone else None
        verb = self.book.lexicon.alteration([self.clause.verb])
        entered = found.when.kind is TriggerKind.TO and self.clause.verb in ENTERING
        if not (found.parent.attribute or verb is not None or found.when.kind is TriggerKind.FROM or entered):
            return None  # of no slot that is known: it is met by being told
        theirs = not found.parent.subject or found.parent.subject.startswith("?")
        return replace(found, parent=replace(found.parent, subject=self._actor())) if theirs else found

    def _of_somebody(self, pronoun: str) -> Condition | None:
        """*If she moves to Bremen*: nobody says who she is, but the value tells whose change it will be."""
        found = self._own_act()
        named = found is not None and not found.parent.attribute and found.when.value is not None
        if found is None or not named or found.when.kind not in {TriggerKind.TO, TriggerKind.FROM}:
            return None
        return replace(found, parent=replace(found.parent, subject=f"?{pronoun}"))
