"""Conditions that tell what the speaker or somebody with a name does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import words_of
from atma_overlay.language.rules.condition_parts import LEAVING, STAYING, Condition, ReadClause
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.rules.rule_slots import OPEN_ENDED, Named
from atma_overlay.records import Trigger, TriggerKind

_JOINING = frozenset(
    """move switch join adopt start migrate go use pick choose hire sign buy get take begin change convert become post
    transfer relocate bring land""".split()
)
ENTERING = frozenset("change switch move transfer join start convert relocate migrate".split())
"""What somebody does who takes up another one for good; *goes to X* is a visit as often."""
_STEPPING_IN = frozenset("take start join come begin become".split())
_FORSAKING = frozenset("drop leave ditch abandon fire sack quit dump desert reject evict".split())
"""What somebody who leaves the speaker does: *should Brightwell drop us*."""


_PRESENT = frozenset("here around there aboard".split())
"""*As long as Imani's here*."""
_LEAVING_OR_MORE = LEAVING | {"step", "close", "shut", "raise", "fold", "die", "go", "resign", "fail"}
_STAYING_OR_BECOME = STAYING | {"become"}
_NAMED_OR_PERCENT = kinds.NAMED | {"percent"}


@dataclass(slots=True)
class OfPeople(ReadClause):
    """What the speaker or somebody with a name does: *I change gyms*, *Dana steps down*."""

    def _names_somebody(self, subject: Phrase) -> bool:
        return subject.is_name and subject.owner is None and subject.determiner != "the"

    def _of_name(self, subject: Phrase) -> Condition | None:
        """*Dana steps down*, *Barclays closes the branch*, *Dana takes over the team*: the subject is the value."""
        clause, lexicon = self.clause, self.book.lexicon
        name = self.book.text_of(subject)
        over = clause.verb in _LEAVING_OR_MORE
        over = over or clause.verb in lexicon.parting_verbs
        down = clause.particle in {"down", "out", "off", "away", "under", "up"} or not clause.complements
        acts = clause.verb in {"stop", "close", "shut", "leave", "quit", "cease", "retire", "cancel", "raise"}
        thing = clause.bare()
        forsakes = clause.verb in _FORSAKING and thing is not None and thing.pronoun in {"us", "me"}
        if (forsakes or (clause.verb == "give" and clause.particle in {"up", "in"})) and not clause.negated:
            return Condition(Named("", value=name), Trigger(TriggerKind.FROM, name))
        moves_on = clause.verb in {"leave", "quit"} and thing is not None and thing.is_name
        if over and not clause.negated and (down or acts) and not moves_on:
            return Condition(Named("", value=name), Trigger(TriggerKind.FROM, name))
        if clause.passive and clause.verb in LEAVING | lexicon.parting_verbs | {"replace", "retire"}:
            return Condition(Named("", value=name), Trigger(TriggerKind.FROM, name))
        states = {x.lower for x in clause.tokens[clause.verb_start : max(clause.end, clause.verb_end)]}
        if clause.verb in STAYING and states & _PRESENT and not clause.negated:
            return Condition(Named(""), Trigger(TriggerKind.TO, name), holds=True)
        if clause.verb == "be" and (clause.negated or states & lexicon.parting_states):
            post = self.book.slot_of(thing) if thing is not None and not thing.is_name else None
            return Condition(replace(post or Named(""), value=name), Trigger(TriggerKind.FROM, name))
        if clause.verb in _STAYING_OR_BECOME and thing is not None and not thing.is_name and thing.owner:
            post = self.book.slot_of(thing, words_of(subject))
            stays = clause.verb != "become"
            return Condition(post, Trigger(TriggerKind.TO, name), holds=stays) if post is not None else None
        running = any(c.mood != "infinitive" for c in self.book.reread(self.said).clauses[1:2])
        doing = clause.verb == "start" and (running or clause.bare() is not None)
        taking = clause.verb == "take" and any(x.lower == "over" for x in self.tokens)
        named = any(c.phrase.is_name for c in clause.complements)
        if clause.verb in _STEPPING_IN and (taking or (doing and not named)) and not named:
            return Condition(Named(""), Trigger(TriggerKind.TO, name))
        return None

    def _own_act(self) -> Condition | None:
        """*I change gyms*, *we drop Veltrion*, *I move*, *Tilly joins the Scouts*."""
        clause = self.clause
        known = self._announced()
        if known is not None and not self._named_value():
            return Condition(known)
        renewed = self._renewed() or self._noun_read_as_verb()
        if renewed is not None:
            return renewed
        value = self._named_value()
        if value is not None:
            return self._of_value(value)
        return self._stated() if not clause.negated else None

    def _noun_read_as_verb(self) -> Condition | None:
        """*I change plan*: a noun that is a verb as often, and that the lexicon or a record may know."""
        clause = self.clause
        at = clause.verb_end
        if clause.verb not in {"change", "switch", "swap"} or clause.complements or clause.negated:
            return None
        alone = at == len(self.tokens) - 2 and self.tokens[at].tag == t.VERB
        slot = self.book.labelled(self.tokens[at].lemma) if alone else None
        return Condition(slot) if slot is not None else None

    def _announced(self) -> Named | None:
        """*I move*, *I change jobs*, *we sell the house*: a change told without a value, by the lexicon."""
        clause = self.clause
        lemmas = [clause.verb, *(x.lemma for x in self.tokens[clause.verb_end : clause.end] if _telling(x))]
        found = self.book.lexicon.alteration(lemmas)
        return Named(found.id) if found is not None and not clause.negated else None

    def _named_value(self) -> Phrase | None:
        """The name or the tag that the act is about."""
        stopped = self._stopped()
        found = [c.phrase for c in self._complements() if kind_of(c.phrase)[0] in _NAMED_OR_PERCENT or _tag(c.phrase)]
        return stopped or (found[0] if found else None)

    def _stopped(self) -> Phrase | None:
        """*I stop training with Dana*: what stands behind the second verb."""
        if self.clause.verb not in {"stop", "quit", "start", "finish"}:
            return None
        rest = [x for x in self.tokens[self.clause.verb_end :] if x.tag in t.NAME_OR_NUM]
        if not rest:
            return None
        at = next(i for i, x in enumerate(self.tokens) if x is rest[0])
        return read_phrase(self.tokens, at)

    def _complements(self) -> list[Complement]:
        found = list(self.clause.complements)
        at = self.clause.verb_end
        if not found and at < len(self.tokens):
            phrase = read_phrase(self.tokens, at)
            found = [Complement(None, phrase)] if phrase is not None else []
        return found

    def _of_value(self, phrase: Phrase) -> Condition | None:
        clause, value = self.clause, self.book.text_of(phrase)
        preposition = next((c.preposition for c in clause.complements if c.phrase is phrase), None)
        hint = self._hint(phrase)
        hint = replace(hint, subject=hint.subject or self._actor())
        away = preposition in {"from", "off", "outside"} or {"away", "out"} & {x.lower for x in self.tokens}
        without = phrase.determiner == "no"
        left = clause.verb in LEAVING or away or without or (clause.negated and clause.verb not in LEAVING)
        left = left and (preposition not in {"to", "into", "onto"} or clause.negated)  # "I drop down to Silver"
        if left and clause.verb in LEAVING and clause.negated:
            return Condition(replace(hint, value=value), Trigger(TriggerKind.TO, value), holds=True)
        if left:
            return Condition(replace(hint, value=value), Trigger(TriggerKind.FROM, value))
        holds = clause.verb in STAYING | self.book.lexicon.stative_verbs - _JOINING or any(
            x.lower in {"still", "stay"} for x in self.tokens
        )
        return Condition(hint, Trigger(TriggerKind.TO, value), holds=holds)

    def _hint(self, phrase: Phrase) -> Named:
        """The slot that the act tells about, where the lexicon knows it; else only the value does."""
        clause = self.clause
        made = [c for c in self.book.stated(self.said) if c.known_attribute and c.confidence >= OPEN_ENDED]
        text = self.book.text_of(phrase)
        fits = [c for c in made if c.value == text]
        if fits and clause.verb in (self.book.lexicon.stative_verbs | {"be"}) - LEAVING:
            return Named(fits[0].attribute)
        return Named("")

    def _stated(self) -> Condition | None:
        """*I go vegan*, *I'm on nights*: a state that the lexicon knows."""
        spoken = [
            word("am", x.start) if x.lower in {"go", "turn", "become"} and n else x for n, x in enumerate(self.said)
        ]
        made = [c for c in self.book.stated(spoken) if c.known_attribute and c.confidence >= OPEN_ENDED]
        if not made or made[0].attribute == "does":
            return None
        holds = self.clause.verb in STAYING | self.book.lexicon.stative_verbs
        return Condition(Named(made[0].attribute), Trigger(TriggerKind.TO, made[0].value), holds=holds)


def _tag(phrase: Phrase) -> bool:
    """*#ops-alerts*, *db/main*, *ember-slim*: a word that is in no dictionary, bound to another."""
    word = phrase.tokens[phrase.head].lower
    if word.startswith("#") or "/" in word:
        return True
    common = w.common_words()
    rare = [x for x in word.split("-") if x not in common and w.lemma(x) not in common and w.verb_lemma(x) is None]
    return "-" in word and bool(rare) and phrase.owner is None and phrase.determiner is None


def _telling(token: t.Tagged) -> bool:
    return token.tag in t.NOUN_VERB_PREP or token.lower in {"away", "out", "up", "on", "abroad", "house"}
