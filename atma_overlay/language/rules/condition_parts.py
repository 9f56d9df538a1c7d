"""The condition of a rule, and what is read of its clause whoever it is about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.rules.rule_slots import Named, Rulebook
from atma_overlay.language.turn import subject_of
from atma_overlay.records import ANY_CHANGE, Trigger, TriggerKind

_RENEWING = frozenset("get find take hire pick choose buy have need start".split())
"""With *another*, *a new* or *a different* one, these change it."""
LEAVING = frozenset(
    """leave drop quit ditch abandon sell cancel lose stop finish scrap dump retire end exit outgrow remove cease
    part resign""".split()
)
OVER = frozenset(
    """close shut end expire stop die retire quit leave fold break lapse fail go disappear vanish finish move merge
    resign dissolve collapse cease run fall change give sell cut lose""".split()
)
"""What a thing or somebody does that is then no longer there."""
STAYING = frozenset("be stay remain keep".split())
_ANOTHER = frozenset("another new different other".split())
_OURS = frozenset({"my", "our"})


@dataclass(frozen=True, slots=True)
class Condition:
    """The parent of a rule and the change of it that the rule waits for."""

    parent: Named
    when: Trigger = ANY_CHANGE
    holds: bool = False
    """Whether the words tell a lasting state (*we stay on Postgres*), of which the opposite is the change."""

    def opposed(self) -> Condition:
        """The condition that this one is no longer so."""
        value = self.when.value
        if self.when.kind is TriggerKind.TO:
            left = replace(self.parent, value=self.parent.value or value)
            return Condition(left, Trigger(TriggerKind.FROM, value))
        if self.when.kind is TriggerKind.FROM and value is not None:
            return Condition(replace(self.parent, value=None), Trigger(TriggerKind.TO, value))
        return self


_RENEWING_OR_MORE = _RENEWING | {"change", "move", "switch"}
_NAMED_OR_COUNTED = kinds.NAMED | kinds.COUNTED


@dataclass(slots=True)
class ReadClause:
    """The clause of a condition, and what every reading of it asks."""

    book: Rulebook
    clause: Clause
    tokens: tuple[t.Tagged, ...]
    said: list[Token]

    def _valued(self, slot: Named | None, value: str) -> Condition | None:
        """A value that is taken up, kept or left."""
        if slot is None:
            return None
        clause = self.clause
        lowers = {x.lower for x in self.tokens}
        left = clause.negated or clause.verb in {"stop", "cease"} or bool(lowers & {"anymore", "longer"})
        if left:
            return Condition(replace(slot, value=value), Trigger(TriggerKind.FROM, value))
        holds = clause.verb in STAYING or "still" in lowers
        return Condition(slot, Trigger(TriggerKind.TO, value), holds=holds)

    def _actor(self) -> str:
        """Whose slot it is where somebody else acts, by name or as *my sister*; empty for the speaker's."""
        subject, turn, thing = self.clause.subject, self.book.turn, self.clause.bare()
        if subject is None or subject.pronoun is not None or (thing is not None and thing.owner in _OURS):
            return ""
        named = subject_of(subject, turn) or ""
        return named if subject.is_name or named.startswith(f"{turn.speaker}'s ") else ""

    def _renewed(self) -> Condition | None:
        """*I change gyms*, *we get a new team lead*, *I sell the car*."""
        clause, thing = self.clause, self.clause.bare()
        if thing is None or thing.pronoun is not None or clause.negated or thing.is_name:
            return None
        label = attribute_label(thing)
        another = any(x.lower in _ANOTHER for x in thing.tokens[thing.start : thing.head])
        plural = thing.tokens[thing.head].lower != thing.head_lemma and thing.determiner is None
        mine = thing.owner is not None or thing.determiner == "the"
        alters = clause.verb in {"change", "switch", "swap", "move", "alter", "replace"} and (
            plural or mine or self.book.by_words(label)
        )
        leaves = clause.verb in LEAVING and mine
        renews = clause.verb in _RENEWING_OR_MORE and another
        if not (alters or leaves or renews) or kind_of(thing)[0] in _NAMED_OR_COUNTED:
            return None
        subject = self._actor()
        slot = self.book.parent_of(thing) if thing.owner is not None or thing.determiner == "the" else None
        slot = slot or self.book.labelled(label)
        if slot is None:
            return None
        return Condition(replace(slot, subject=slot.subject or subject))
