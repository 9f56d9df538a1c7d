"""What a rule waits for: *if I change gyms*, *once we drop Veltrion*, *if it passes 100 users*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from atma_overlay.language import kinds
from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.clauses import Clause, Complement
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.language.rewording import plain, stop, trimmed, word
from atma_overlay.language.rule_slots import OPEN_ENDED, Named, Rulebook
from atma_overlay.language.tokens import Token
from atma_overlay.language.turn import subject_of
from atma_overlay.language.value_phrases import attribute_label, phrase_span, value_of
from atma_overlay.records import ANY_CHANGE, Trigger, TriggerKind

_ALTERING = frozenset(
    "change switch swap alter move shift replace leave drop lose quit sell get find take hire pick".split()
)
_RENEWING = frozenset("get find take hire pick choose buy have need start".split())
"""With *another*, *a new* or *a different* one, these change it."""
_LEAVING = frozenset(
    """leave drop quit ditch abandon sell cancel lose stop finish scrap dump retire end exit outgrow remove cease
    part resign""".split()
)
_OVER = frozenset(
    """close shut end expire stop die retire quit leave fold break lapse fail go disappear vanish finish move merge
    resign dissolve collapse cease run fall change give sell cut lose""".split()
)
"""What a thing or somebody does that is then no longer there."""
_STAYING = frozenset("be stay remain keep".split())
_TURNING = frozenset("become change switch move turn go shift".split())
_PASSING = frozenset("pass exceed top hit reach cross outgrow surpass".split())
_GROWING = frozenset("grow go get rise climb come run be".split())
_SHRINKING = frozenset("drop fall shrink go dip sink get be".split())
_UP = frozenset("above over past beyond".split())
_DOWN = frozenset("below under beneath".split())
_ANOTHER = frozenset("another new different other".split())
_JOINING = frozenset(
    """move switch join adopt start migrate go use pick choose hire sign buy get take begin change convert become post
    transfer relocate bring land""".split()
)
_STEPPING_IN = frozenset("take start join come begin become".split())
_ANYWHERE = frozenset("anywhere anything anyone somewhere something any other another".split())
_BUT = frozenset("n't not but than except".split())
_FORSAKING = frozenset("drop leave ditch abandon fire sack quit dump desert reject evict".split())
"""What somebody who leaves the speaker does: *should Brightwell drop us*."""
_TAKING = frozenset("take withdraw revoke reclaim pull claim".split())
_FIRST = frozenset({"i", "we"})


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
    said = _told(trimmed(tokens), book, inverted=inverted)
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
    return reader.read()


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


def _told(tokens: list[Token], book: Rulebook, *, inverted: bool) -> list[Token]:
    if inverted:
        tokens = _unshopped(tokens, inverted=True)
        at = _base_form(tokens)
        if at is not None:
            subject = tokens[: at - 1] if tokens[at - 1].lower == "to" else tokens[:at]
            tokens = [*subject, word("will", tokens[at].start), *tokens[at:]]
    return plain(_unshopped(tokens))


def _unshopped(tokens: list[Token], *, inverted: bool = False) -> list[Token]:
    """*Harrow's folds* as *Harrow folds*."""
    shop = next((i for i in range(1, min(5, len(tokens) - 1)) if _named_shop(tokens, i, inverted=inverted)), None)
    return tokens if shop is None else [*tokens[:shop], *tokens[shop + 1 :]]


def _named_shop(tokens: Sequence[Token], i: int, *, inverted: bool) -> bool:
    """A shop by its owner's name, before what it does."""
    after = tokens[i + 1].lower
    over = w.verb_lemma(after) in _OVER and (inverted or after.endswith("s"))
    does = after in w.MODALS_FUTURE | w.MODALS_UNREAL or over
    return tokens[i].lower == "'s" and tokens[i - 1].text[:1].isupper() and does


def _base_form(tokens: Sequence[Token]) -> int | None:
    """The verb of *should my home town change*: the first base form that can stand behind a subject."""
    for i in range(1, len(tokens)):
        lower, before = tokens[i].lower, tokens[i - 1].lower
        led = before in w.POSSESSIVES | w.DETERMINERS | w.PREPOSITIONS - {"to"} or before == "'s"
        after = tokens[i + 1].lower if i + 1 < len(tokens) else ""
        compound = after in w.BE | {"change", "become", "move", "close", "end", "stop"} and lower != "be"
        if w.verb_lemma(lower) == lower and not led and not (compound and w.lemma(after) != lower):
            return i
    return None


@dataclass(slots=True)
class _Reader:
    book: Rulebook
    clause: Clause
    tokens: tuple[t.Tagged, ...]
    said: list[Token]

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
        if subject.pronoun is not None:
            return None
        if self._names_somebody(subject):
            return self._of_name(subject) or self._own_act()
        return self._of_thing(subject)

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
            value = self._text(thing)
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
        return Condition(slot, ANY_CHANGE if vague else Trigger(TriggerKind.TO, self._text(behind)))

    def _of_it(self) -> Condition | None:
        """*As long as it's Jenkins*: a value of what was spoken of, known by the value alone."""
        thing = self.clause.bare()
        if self.clause.verb not in _STAYING or thing is None or not thing.is_name:
            return None
        return self._valued(Named(""), self._text(thing))

    # What a thing does

    def _of_thing(self, subject: Phrase) -> Condition | None:  # noqa: PLR0911 - one wording a line
        """*My gym closes*, *our framework becomes Veltrion*, *the lease runs out*."""
        clause = self.clause
        dropped = clause.passive and clause.negated and kind_of(subject)[0] in kinds.NAMED | {"number"}
        if dropped and clause.verb in {"support", "use", "allow", "offer", "sell", "make", "maintain", "need"}:
            value = self._text(subject)
            return Condition(Named("", value=value), Trigger(TriggerKind.FROM, value))
        renamed = self._change_of(subject)
        if renamed is not None:
            return renamed
        turned = self._turned()
        if turned is not None:
            value, phrase = turned
            slot = self.book.slot_of(subject, self._words(phrase))
            return self._valued(slot, value)
        if clause.verb in {"change", "switch", "swap"} and clause.bare() is not None:
            return self._renewed()
        given_up = self._given_up()
        if given_up is not None:
            return given_up
        slot = self.book.parent_of(subject)
        if slot is None:
            return None
        gone = clause.passive and clause.verb in _ALTERING | _OVER | _LEAVING | self.book.lexicon.parting_verbs
        if (clause.verb in _OVER | self.book.lexicon.parting_verbs or gone) and not clause.negated:
            return Condition(slot)
        states = {x.lower for x in clause.tokens[clause.verb_start : max(clause.end, clause.verb_end)]}
        if clause.verb == "be" and states & (self.book.lexicon.parting_states | {"different", "new"}):
            return Condition(slot)
        if clause.verb in _STAYING | {"hold", "last", "continue", "run", "exist"}:
            return Condition(slot, ANY_CHANGE, holds=True)
        return None

    def _given_up(self) -> Condition | None:
        """*My landlord sells the flat*, *they close the branch*: what somebody does away with is the parent."""
        thing = self.clause.bare()
        if thing is None or self.clause.verb not in _LEAVING | {"close", "shut", "cut"} or self.clause.negated:
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
        if clause.verb in _STAYING | {"become"}:
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
        return (self._text(phrase), phrase) if plainly and not loose else None

    def _stopped_being(self) -> Complement | None:
        at = self.clause.verb_end
        if at < len(self.tokens) - 1 and self.tokens[at].lower in {"being", "using"}:
            phrase = read_phrase(self.tokens, at + 1)
            return Complement(None, phrase) if phrase is not None else None
        return None

    def _valued(self, slot: Named | None, value: str) -> Condition | None:
        """A value that is taken up, kept or left."""
        if slot is None:
            return None
        clause = self.clause
        lowers = {x.lower for x in self.tokens}
        left = clause.negated or clause.verb in {"stop", "cease"} or bool(lowers & {"anymore", "longer"})
        if left:
            return Condition(replace(slot, value=value), Trigger(TriggerKind.FROM, value))
        holds = clause.verb in _STAYING or "still" in lowers
        return Condition(slot, Trigger(TriggerKind.TO, value), holds=holds)

    # What somebody with a name does

    def _names_somebody(self, subject: Phrase) -> bool:
        return subject.is_name and subject.owner is None and subject.determiner != "the"

    def _of_name(self, subject: Phrase) -> Condition | None:
        """*Dana steps down*, *Barclays closes the branch*, *Dana takes over the team*: the subject is the value."""
        clause, lexicon = self.clause, self.book.lexicon
        name = self._text(subject)
        over = clause.verb in _LEAVING | {"step", "close", "shut", "raise", "fold", "die", "go", "resign", "fail"}
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
        if clause.passive and clause.verb in _LEAVING | lexicon.parting_verbs | {"replace", "retire"}:
            return Condition(Named("", value=name), Trigger(TriggerKind.FROM, name))
        states = {x.lower for x in clause.tokens[clause.verb_start : max(clause.end, clause.verb_end)]}
        if clause.verb == "be" and (clause.negated or states & lexicon.parting_states):
            post = self.book.slot_of(thing) if thing is not None and not thing.is_name else None
            return Condition(replace(post or Named(""), value=name), Trigger(TriggerKind.FROM, name))
        if clause.verb in _STAYING | {"become"} and thing is not None and not thing.is_name and thing.owner:
            post = self.book.slot_of(thing, self._words(subject))
            stays = clause.verb != "become"
            return Condition(post, Trigger(TriggerKind.TO, name), holds=stays) if post is not None else None
        running = any(c.mood != "infinitive" for c in self.book.reread(self.said).clauses[1:2])
        doing = clause.verb == "start" and (running or clause.bare() is not None)
        taking = clause.verb == "take" and any(x.lower == "over" for x in self.tokens)
        named = any(c.phrase.is_name for c in clause.complements)
        if clause.verb in _STEPPING_IN and (taking or (doing and not named)) and not named:
            return Condition(Named(""), Trigger(TriggerKind.TO, name))
        return None

    # What the speaker or somebody does

    def _own_act(self) -> Condition | None:
        """*I change gyms*, *we drop Veltrion*, *I move*, *Tilly joins the Scouts*."""
        clause = self.clause
        known = self._announced()
        if known is not None and not self._named_value():
            return Condition(known)
        renewed = self._renewed()
        if renewed is not None:
            return renewed
        value = self._named_value()
        if value is not None:
            return self._of_value(value)
        return self._stated() if not clause.negated else None

    def _announced(self) -> Named | None:
        """*I move*, *I change jobs*, *we sell the house*: a change told without a value, by the lexicon."""
        clause = self.clause
        lemmas = [clause.verb, *(x.lemma for x in self.tokens[clause.verb_end : clause.end] if _telling(x))]
        found = self.book.lexicon.alteration(lemmas)
        return Named(found.id) if found is not None and not clause.negated else None

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
        leaves = clause.verb in _LEAVING and mine
        renews = clause.verb in _RENEWING | {"change", "move", "switch"} and another
        if not (alters or leaves or renews) or kind_of(thing)[0] in kinds.NAMED | kinds.COUNTED:
            return None
        subject = self._actor()
        slot = self.book.parent_of(thing) if thing.owner is not None or thing.determiner == "the" else None
        slot = slot or self.book.labelled(label)
        if slot is None:
            return None
        return Condition(replace(slot, subject=slot.subject or subject))

    def _actor(self) -> str:
        """Whose slot it is where somebody named acts; empty for the speaker's."""
        subject = self.clause.subject
        if subject is None or subject.pronoun is not None or not subject.is_name:
            return ""
        return subject_of(subject, self.book.turn) or ""

    def _named_value(self) -> Phrase | None:
        """The name or the tag that the act is about."""
        stopped = self._stopped()
        found = [
            c.phrase for c in self._complements() if kind_of(c.phrase)[0] in kinds.NAMED | {"percent"} or _tag(c.phrase)
        ]
        return stopped or (found[0] if found else None)

    def _stopped(self) -> Phrase | None:
        """*I stop training with Dana*: what stands behind the second verb."""
        if self.clause.verb not in {"stop", "quit", "start", "finish"}:
            return None
        rest = [x for x in self.tokens[self.clause.verb_end :] if x.tag in {t.NAME, t.NUM}]
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
        clause, value = self.clause, self._text(phrase)
        preposition = next((c.preposition for c in clause.complements if c.phrase is phrase), None)
        hint = self._hint(phrase)
        hint = replace(hint, subject=hint.subject or self._actor())
        away = preposition in {"from", "off", "outside"} or {"away", "out"} & {x.lower for x in self.tokens}
        left = clause.verb in _LEAVING or away or (clause.negated and clause.verb not in _LEAVING)
        if left and clause.verb in _LEAVING and clause.negated:
            return Condition(replace(hint, value=value), Trigger(TriggerKind.TO, value), holds=True)
        if left:
            return Condition(replace(hint, value=value), Trigger(TriggerKind.FROM, value))
        holds = clause.verb in _STAYING | self.book.lexicon.stative_verbs - _JOINING or any(
            x.lower in {"still", "stay"} for x in self.tokens
        )
        return Condition(hint, Trigger(TriggerKind.TO, value), holds=holds)

    def _hint(self, phrase: Phrase) -> Named:
        """The slot that the act tells about, where the lexicon knows it; else only the value does."""
        clause = self.clause
        made = [c for c in self.book.stated(self.said) if c.known_attribute and c.confidence >= OPEN_ENDED]
        text = self._text(phrase)
        fits = [c for c in made if c.value == text]
        if fits and clause.verb in (self.book.lexicon.stative_verbs | {"be"}) - _LEAVING:
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
        holds = self.clause.verb in _STAYING | self.book.lexicon.stative_verbs
        return Condition(Named(made[0].attribute), Trigger(TriggerKind.TO, made[0].value), holds=holds)

    # Thresholds

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
                slot = self.book.slot_of(subject, self._words(complement.phrase))
            if slot is None:
                return None
            trigger = TriggerKind.BELOW if less else TriggerKind.ABOVE
            return Condition(slot, Trigger(trigger, self._text(complement.phrase)))
        return None

    def _text(self, phrase: Phrase) -> str:
        start, end = phrase_span(phrase)
        return self.book.turn.text[start:end]

    def _words(self, phrase: Phrase) -> list[Token]:
        return [x.token for x in phrase.tokens[phrase.start : phrase.end]]


def _tag(phrase: Phrase) -> bool:
    """*#ops-alerts*, *db/main*, *ember-slim*: a word that is in no dictionary, bound to another."""
    word = phrase.tokens[phrase.head].lower
    if word.startswith("#") or "/" in word:
        return True
    common = w.common_words()
    rare = [x for x in word.split("-") if x not in common and w.lemma(x) not in common and w.verb_lemma(x) is None]
    return "-" in word and bool(rare) and phrase.owner is None and phrase.determiner is None


def _telling(token: t.Tagged) -> bool:
    return token.tag in {t.NOUN, t.VERB, t.PREP} or token.lower in {"away", "out", "up", "on", "abroad", "house"}


def personal(tokens: Sequence[t.Tagged]) -> bool:
    """Whether the words speak of the speaker's world: *I*, *my*, *our*."""
    return any(x.lower in {"i", "we", "my", "our", "me", "us"} for x in tokens) or any(
        x.tag == t.NAME and x.lower not in w.DAY_NAMES for x in tokens
    )
