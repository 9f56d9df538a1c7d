"""Conditions that tell of a thing: it closes, turns into another, is taken away, passes a figure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.clauses import Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, value_of, words_of
from atma_overlay.language.rules.condition_parts import LEAVING, OVER, STAYING, Condition, ReadClause
from atma_overlay.language.rules.rule_slots import Named
from atma_overlay.records import ANY_CHANGE, Trigger, TriggerKind

_ALTERING = frozenset(
    "change switch swap alter move shift replace leave drop lose quit sell get find take hire pick".split()
)
_TURNING = frozenset("become change switch move turn go shift".split())
_PASSING = frozenset("pass exceed top hit reach cross outgrow surpass".split())
_GROWING = frozenset("grow go get rise climb come run be".split())
_SHRINKING = frozenset("drop fall shrink go dip sink get be".split())
_UP = frozenset("above over past beyond".split())
_DOWN = frozenset("below under beneath".split())
_TIES = frozenset("contract deal membership subscription agreement lease tenancy plan account policy".split())
_TAKING = frozenset("take withdraw revoke reclaim pull claim".split())


_NAMED_OR_NUMBER = kinds.NAMED | {"number"}
_ALTERING_OR_OVER_OR_LEAVING = _ALTERING | OVER | LEAVING
_STAYING_OR_MORE = STAYING | {"hold", "last", "continue", "run", "exist"}
_LEAVING_OR_MORE = LEAVING | {"close", "shut", "cut"}
_STAYING_OR_BECOME = STAYING | {"become"}


@dataclass(slots=True)
class OfThings(ReadClause):
    """What a thing does, or is done to it: *my gym closes*, *the lease runs out*, *it passes 100 users*."""

    def _taken(self) -> Condition | None:
        """*The council takes the hall off us*, *they take the flat back*: what is taken from the speaker is left."""
        clause, thing = self.clause, self.clause.bare()
        if clause.verb not in _TAKING or thing is None or thing.pronoun is not None or clause.negated:
            return None
        lowers = [x.lower for x in self.tokens[thing.end :]]
        ours = any(a in {"off", "from", "away"} and b in {"us", "me"} for a, b in pairwise(lowers))
        if not ours and lowers[:1] not in (["back"], ["away"]):
            return None
        if thing.is_name or kind_of(thing)[0] in kinds.NAMED:
            value = self.book.text_of(thing)
            return Condition(Named("", value=value), Trigger(TriggerKind.FROM, value))
        slot = self.book.parent_of(thing) if thing.owner or thing.determiner == "the" else None
        return Condition(slot) if slot is not None else None

    def _exchanged(self) -> Condition | None:
        """*The landlady replaces the boiler with a heat pump*: what comes in its place is waited for."""
        clause, thing = self.clause, self.clause.bare()
        if clause.verb not in {"replace", "swap", "exchange"} or thing is None or thing.is_name or clause.negated:
            return None
        behind = next((c.phrase for c in clause.complements if c.preposition in {"with", "for", "by"}), None)
        if behind is None or behind.pronoun is not None or not (thing.owner or thing.determiner in {"the", "this"}):
            return None
        slot = self.book.slot_of(thing)
        if slot is None:
            return None
        vague = behind.head_lemma == "one" or {"new", "another"} & {
            x.lower for x in behind.tokens[behind.start : behind.end]
        }
        return Condition(slot, ANY_CHANGE if vague else Trigger(TriggerKind.TO, self.book.text_of(behind)))

    def _of_it(self) -> Condition | None:
        """*As long as it's Jenkins*: a value of what was spoken of, known by the value alone."""
        thing = self.clause.bare()
        if self.clause.verb not in STAYING or thing is None or not thing.is_name:
            return None
        return self._valued(Named(""), self.book.text_of(thing))

    def _of_thing(self, subject: Phrase) -> Condition | None:  # noqa: PLR0911 - one wording a line
        """*My gym closes*, *our framework becomes Veltrion*, *the lease runs out*."""
        clause = self.clause
        dropped = clause.passive and clause.negated and kind_of(subject)[0] in _NAMED_OR_NUMBER
        if dropped and clause.verb in {"support", "use", "allow", "offer", "sell", "make", "maintain", "need"}:
            value = self.book.text_of(subject)
            return Condition(Named("", value=value), Trigger(TriggerKind.FROM, value))
        renamed = self._change_of(subject)
        if renamed is not None:
            return renamed
        turned = self._turned()
        if turned is not None:
            value, phrase = turned
            slot = self.book.slot_of(subject, words_of(phrase))
            return self._valued(slot, value)
        altered = clause.bare()
        own = altered is not None and altered.owner in {"its", "their"} and clause.verb == "move"
        if own or (clause.verb in {"change", "switch", "swap"} and altered is not None):
            return self._renewed()
        replaced = clause.passive and clause.verb in {"replace", "sell", "scrap", "retire"} and not clause.negated
        if replaced and subject.is_name and subject.determiner == "the":
            value = self.book.text_of(subject)
            return Condition(Named("", value=value), Trigger(TriggerKind.FROM, value))
        named = subject.is_name and subject.determiner == "the" and not clause.complements
        if named and clause.verb in OVER and not clause.negated:
            value = self.book.text_of(subject)  # "the Golf dies"
            return Condition(Named("", value=value), Trigger(TriggerKind.FROM, value))
        given_up = self._given_up()
        if given_up is not None:
            return given_up
        if clause.verb == "do" and not clause.complements and not clause.negated:
            slot = self.book.parent_of(subject)  # "the supplier changes whenever the head chef does"
            return Condition(slot) if slot is not None else None
        tied = self._tied_with(subject)
        if tied is not None and (clause.verb in OVER or {"up", "over"} & {x.lower for x in self.tokens}):
            return Condition(Named("", value=tied), Trigger(TriggerKind.FROM, tied))
        slot = self.book.parent_of(subject)
        if slot is None:
            return None
        gone = clause.passive and clause.verb in _ALTERING_OR_OVER_OR_LEAVING | self.book.lexicon.parting_verbs
        if (clause.verb in OVER | self.book.lexicon.parting_verbs or gone) and not clause.negated:
            return Condition(slot)
        states = {x.lower for x in clause.tokens[clause.verb_start : max(clause.end, clause.verb_end)]}
        if clause.verb == "be" and states & (self.book.lexicon.parting_states | {"different", "new"}):
            return Condition(slot)
        if clause.verb in _STAYING_OR_MORE:
            return Condition(slot, ANY_CHANGE, holds=True)
        return None

    def _tied_with(self, subject: Phrase) -> str | None:
        """*My contract with EE*: with whom one is tied."""
        at = subject.end
        if (
            subject.head_lemma not in _TIES
            or subject.owner not in {"my", "our"}
            or at + 1 >= len(self.tokens)
            or self.tokens[at].lower not in {"with", "at"}
        ):
            return None
        phrase = read_phrase(self.tokens, at + 1)
        return self.book.text_of(phrase) if phrase is not None and phrase.is_name and phrase.owner is None else None

    def _given_up(self) -> Condition | None:
        """*My landlord sells the flat*, *they close the branch*: what somebody does away with is the parent."""
        thing = self.clause.bare()
        if thing is None or self.clause.verb not in _LEAVING_OR_MORE or self.clause.negated:
            return None
        if thing.is_name or thing.pronoun is not None or not (thing.owner or thing.determiner == "the"):
            return None
        slot = self.book.parent_of(thing)
        return Condition(slot) if slot is not None else None

    def _change_of(self, subject: Phrase) -> Condition | None:
        """*A change of dentist happens*: the subject names the change, its *of* what changes."""
        if subject.head_lemma in {"change", "switch", "move"} and subject.of is not None:
            slot = self.book.parent_of(subject.of)
            return Condition(slot) if slot is not None else None
        return None

    def _turned(self) -> tuple[str, Phrase] | None:
        """The value that a thing is said to have, come to have or have no longer."""
        clause = self.clause
        found: Complement | None = None
        if clause.verb in _STAYING_OR_BECOME:
            found = next((c for c in clause.complements if c.preposition in {None, "on", "at", "in", "with"}), None)
        elif clause.verb in _TURNING:
            found = next((c for c in clause.complements if c.preposition in {"to", "into"}), None)
        elif clause.verb in {"stop", "cease"}:
            found = self._stopped_being()
        if found is None or found.phrase.pronoun is not None:
            return None
        phrase, kind, _ = value_of(found.phrase)
        plainly = kind in kinds.ANCHORED or phrase.owner is None
        words = {x.lower for x in phrase.tokens[phrase.start : phrase.end]}
        loose = words & (self.book.lexicon.parting_states | {"different", "new"}) and kind not in kinds.ANCHORED
        return (self.book.text_of(phrase), phrase) if plainly and not loose else None

    def _stopped_being(self) -> Complement | None:
        at = self.clause.verb_end
        if at < len(self.tokens) - 1 and self.tokens[at].lower in {"being", "using"}:
            phrase = read_phrase(self.tokens, at + 1)
            return Complement(None, phrase) if phrase is not None else None
        return None

    def _threshold(self, subject: Phrase) -> Condition | None:
        """*It passes 100 users*, *the team grows past twelve*, *our bill drops below 40 euros*."""
        clause = self.clause
        for complement in clause.complements:
            kind, _ = kind_of(complement.phrase)
            if kind not in kinds.COUNTED:
                continue
            preposition, words = complement.preposition, {x.lower for x in self.tokens}
            more = clause.verb in _PASSING or (clause.verb in _GROWING and preposition in _UP) or "more" in words
            less = (clause.verb in _SHRINKING and preposition in _DOWN) or bool({"fewer", "less"} & words)
            if not more and not less:
                continue
            counted = attribute_label(complement.phrase) or attribute_label(complement.phrase.of)
            things = kind == "quantity" and counted not in {"", "people", "person", "member", "percent"}
            slot = self.book.labelled(counted) if counted and (things or subject.pronoun is not None) else None
            if slot is None and subject.pronoun is None:
                slot = self.book.slot_of(subject, words_of(complement.phrase))
            if slot is None:
                return None
            trigger = TriggerKind.BELOW if less else TriggerKind.ABOVE
            return Condition(slot, Trigger(trigger, self.book.text_of(complement.phrase)))
        return None
