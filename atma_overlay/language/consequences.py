"""What follows from a rule's condition: *my trainer becomes Dana*, *I'd go back to Monzo*, *that has to change*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.language import kinds
from atma_overlay.language import tags as t
from atma_overlay.language import words as w
from atma_overlay.language.clauses import Clause
from atma_overlay.language.kinds import FREQUENCIES, kind_of
from atma_overlay.language.outcomes import Outcome, Topic, cleft, shown, untold, verbatim, worth
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.language.reserves import in_waiting
from atma_overlay.language.rewording import plain, stop, trimmed, word
from atma_overlay.language.rule_slots import Named, Rulebook
from atma_overlay.language.tokens import Token
from atma_overlay.language.value_phrases import attribute_label, phrase_span, value_of

_BECOMING = frozenset("become be change switch move turn go shift revert pass fall return".split())


_TO = frozenset({"to", "into", "back", "over", "onto", "with", "at", "on", "in", "via", "from"})


_STAYING = frozenset("stay remain keep".split())


_CHANGING = frozenset("change end go stop expire lapse vanish disappear move update differ follow reset".split())


_DECIDING = frozenset(
    """choose decide find pick redo rethink reconsider revisit replace sort settle update redefine set agree
    negotiate""".split()
)


_OPEN = ("up in the air", "'s guess", "to be seen", "have to see", "gone", "no longer", "off the table", "anew")


_SEEKING = frozenset("need find look get choose pick want".split())


_ADOPTING = frozenset(
    "switch go change move swap use join turn shift revert return take train shop buy book sign try have run".split()
)


_SWAPPING = frozenset("switch swap change move go revert return".split())


_POINTING = frozenset({"it", "that", "this", "they", "these", "those"})


_LISTENING = frozenset("let's let know tell remind call ask help see thank wait think hope".split())


_ADDRESSED = frozenset({"you", "your"})


def read_outcomes(tokens: Sequence[Token], book: Rulebook, topic: Topic) -> list[Outcome]:
    """What the words say of a slot, part by part; empty where they say nothing of one.

    Args:
        tokens: the words of the consequence.
        book: how slots are found.
        topic: what a pronoun stands for.
    """
    said = shown(trimmed(plain(shown(trimmed(tokens)))))
    if not said or len(said) > _LONGEST or said[0].lower in _ADDRESSED | {"let", "please"}:
        return []
    waiting = in_waiting(cleft(said, book), book)
    if waiting is not None:
        return [Outcome(*waiting)]
    said = cleft(said, book)
    if len(said) <= _SHORT and not any(x.tag in t.VERB_BE_HAVE_DO for x in book.reread(said).tokens):
        return _bare(said, book, topic)
    found = _Reader(book, said, topic).read()
    return [untold(found, said, book)] if found is not None else []


_LONGEST, _SHORT = 40, 7


def _bare(said: list[Token], book: Rulebook, topic: Topic) -> list[Outcome]:
    """*…, otherwise Nelworth Care*: a value of what was spoken of."""
    if topic.named is None:
        return []
    phrase = read_phrase(book.reread(said).tokens, 0)
    kept = [x for x in said if x.lower not in {"to", "at", "on", "with", "it"}]
    if phrase is None or not kept or phrase.pronoun is not None:
        return []
    return [Outcome(topic.named, verbatim(kept, book))]


@dataclass(slots=True)
class _Reader:
    book: Rulebook
    said: list[Token]
    topic: Topic

    def read(self) -> Outcome | None:
        sentence = self.book.reread([*self.said, stop(self.said[-1].end)])
        clause = next((c for c in sentence.clauses if c.mood != "infinitive"), None)
        if clause is None or clause.asked or self._of_others(clause):
            return None
        if clause.tense in {"past", "habit_past"} and clause.verb not in {"pick", "choose"}:
            return None
        if clause.tense == "perfect" and clause.mood == "actual":
            return None  # *when I'm home, I've been listening to …* tells a habit
        imperative = clause.subject is None
        if imperative:
            return self._ordered(clause)
        if self._unsettled(clause):
            return self._open(clause)
        subject = clause.subject
        if subject is not None and subject.pronoun in _POINTING:
            return self._of_topic(clause)
        if subject is not None and subject.pronoun is None:
            return self._of_thing(clause, subject)
        return self._of_speaker(clause)

    def _of_others(self, clause: Clause) -> bool:
        subject = clause.subject
        theirs = subject is not None and (
            subject.pronoun in {"you", "he", "she", "who", "there"} or subject.owner == "your"
        )
        return theirs or clause.verb in _LISTENING

    # *Switch my alerts to Loki*

    def _ordered(self, clause: Clause) -> Outcome | None:
        thing = clause.bare()
        if clause.verb in {"switch", "change", "move", "set", "point", "put", "turn", "make"} and thing is not None:
            return self._moved(clause, thing)
        if clause.verb in {"use", "take"}:
            return self._by_statement([word("I", self.said[0].start), *self.said])
        return None

    def _moved(self, clause: Clause, thing: Phrase) -> Outcome | None:
        at = next(
            (i for i in range(thing.end, len(clause.tokens)) if clause.tokens[i].lower in {"to", "at", "on"}), None
        )
        if at is None:
            return None
        value = [x.token for x in clause.tokens[at + 1 :]]
        close = next((i for i, x in enumerate(value) if x.text in {",", ".", ";"} or x.lower == "instead"), len(value))
        value = value[:close]
        slot = self.book.slot_of(thing, value) if value else None
        return Outcome(slot, verbatim(value, self.book)) if slot is not None else None

    # *That would have to be decided again*

    def _unsettled(self, clause: Clause) -> bool:
        text = f" {' '.join(x.lower for x in self.said)} "
        if any(f" {o} " in text for o in _OPEN):
            return True
        verb = clause.verb
        valued = any(kind_of(c.phrase)[0] in kinds.ANCHORED for c in clause.complements)
        aimed = any(c.preposition in {"to", "into"} for c in clause.complements) or " to " in text
        if clause.passive and verb in _DECIDING | _CHANGING and not aimed:
            return True
        return verb in _CHANGING and not valued and not aimed and clause.bare() is None

    def _open(self, clause: Clause) -> Outcome | None:
        subject = clause.subject
        if subject is None:
            return None
        if subject.pronoun in _POINTING or subject.determiner in {"this", "that"}:
            return Outcome(self.topic.named, None) if self.topic.named is not None else None
        if subject.pronoun is not None:
            return None
        slot = self.book.slot_of(subject)
        return Outcome(slot, None) if slot is not None else None

    # *It becomes Dana*, *that would be Monzo*

    def _of_topic(self, clause: Clause) -> Outcome | None:
        if clause.verb in _BECOMING and self.topic.named is not None:
            value = self._value_after(clause)
            if value:
                return Outcome(self.topic.named, verbatim(value, self.book))
        return None

    # *My trainer becomes Dana*

    def _of_thing(self, clause: Clause, subject: Phrase) -> Outcome | None:
        kept = clause.verb in _STAYING
        if clause.verb in _BECOMING | _STAYING:
            value = self._value_after(clause)
            owned = clause.bare()
            if (
                subject.is_name
                and owned is not None
                and owned.owner in {"my", "our"}
                and clause.verb in {"be", "become"}
            ):
                slot = self.book.slot_of(owned, self._words(subject))
                return Outcome(slot, self._text(subject), kept) if slot is not None else None
            if value:
                slot = self.book.slot_of(subject, value) if self._known(subject) else self._works_as(clause)
                if slot is not None:
                    return Outcome(slot, verbatim(value, self.book), kept)
        working = self._works_as(clause)
        if working is not None:
            return Outcome(working, self._text(subject), kept=True)
        if clause.verb in {"want", "need", "have", "get", "like"}:
            return self._had_done(clause)
        stated = self._by_statement(self.said)
        if stated is not None and (kept or not subject.is_name):
            return Outcome(stated.child, stated.value, kept)
        return stated or self._posted(clause, subject)

    def _had_done(self, clause: Clause) -> Outcome | None:
        """*Ops wants the alerts sent to Loki*: what is to be done with a thing gives its value."""
        thing = clause.bare()
        if (
            thing is None
            or thing.is_name
            or thing.pronoun is not None
            or not (thing.owner or thing.determiner == "the")
        ):
            return None
        done = clause.tokens[thing.end] if thing.end < len(clause.tokens) else None
        moved = done is not None and w.verb_lemma(done.lower) in {"point", "move", "switch", "change", "set", "put"}
        return self._moved(clause, thing) if moved else None

    def _known(self, subject: Phrase) -> bool:
        """Whether a thing is the speaker's own, or one that the lexicon knows: *safety is top priority* is neither."""
        owned = subject.owner is not None or subject.determiner in {"the", "this"}
        return owned or self.book.by_words(attribute_label(subject)) is not None

    def _works_as(self, clause: Clause) -> Named | None:
        """*Apex only works as my gym*: the slot behind *as*."""
        found = next((c.phrase for c in clause.complements if c.preposition == "as"), None)
        return self.book.slot_of(found) if found is not None else None

    def _posted(self, clause: Clause, subject: Phrase) -> Outcome | None:
        """*Noor owns it*, *Odo takes over the gardening*: who is named takes a post."""
        if not subject.is_name or clause.verb not in {"own", "take", "handle", "run", "get", "do"}:
            return None
        thing = next((c.phrase for c in clause.complements), None)
        name = self._text(subject)
        if thing is None:
            return None
        if thing.pronoun in _POINTING | {"them"}:
            return Outcome(self.topic.named, name) if self.topic.named is not None else None
        slot = self.book.slot_of(thing, self._words(subject))
        return Outcome(slot, name) if slot is not None else None

    def _value_after(self, clause: Clause) -> list[Token]:
        """The words of the value behind *becomes*, *is*, *switches to*."""
        n = len(clause.tokens)
        at = clause.verb_end
        while at < n and clause.tokens[at].tag in {t.ADV} and clause.tokens[at].lower not in FREQUENCIES:
            at += 1
        led = clause.verb in _BECOMING - {"become", "be"}
        while at < n and clause.tokens[at].lower in _TO and (led or clause.verb == "be"):
            led = False
            at += 1
        if led:
            return []
        value: list[Token] = []
        for tagged in clause.tokens[at:]:
            if tagged.text in {",", ".", ";"} or tagged.lower in {"instead", "because", "since", "so", "which"}:
                break
            value.append(tagged.token)
        if not value or (len(value) > 1 and value[0].lower.endswith("ing") and w.verb_lemma(value[0].lower)):
            return []
        if len(value) == 1 and value[0].lower in FREQUENCIES:
            return value
        phrase = read_phrase(self.book.reread(value).tokens, 0)
        return value if phrase is not None and phrase.pronoun is None else []

    # *I'd go back to Monzo*

    def _of_speaker(self, clause: Clause) -> Outcome | None:
        seeking = clause.verb in _SEEKING and clause.bare() is not None
        another = any(x.lower in {"new", "another", "different"} for x in clause.tokens[clause.verb_end : clause.end])
        thing = clause.bare()
        if seeking and another and thing is not None and not thing.is_name:
            slot = self.book.labelled(attribute_label(thing))
            return Outcome(slot, None) if slot is not None else None
        if (
            thing is not None
            and clause.verb in {"switch", "change", "move", "point"}
            and not thing.is_name
            and thing.owner
        ):
            moved = self._moved(clause, thing)
            if moved is not None:
                return moved
        stated = self._by_statement(self.said)
        adopted = self._adopted(clause) if clause.verb in _SWAPPING else None
        known = stated is not None and stated.child.attribute in self.book.lexicon.attributes
        if stated is not None and (known or adopted is None):
            return stated
        return adopted or self._adopted(clause)

    def _adopted(self, clause: Clause) -> Outcome | None:
        """*I'd switch to Planet Fitness*: a new value of what was spoken of before."""
        if clause.verb not in _ADOPTING or self.topic.named is None or clause.negated:
            return None
        for complement in clause.complements:
            phrase, kind, _ = value_of(complement.phrase)
            if kind in kinds.NAMED and complement.preposition in {None, "to", "with", "at", "from", "back"}:
                return Outcome(self.topic.named, self._text(phrase))
        return None

    def _by_statement(self, tokens: list[Token]) -> Outcome | None:
        """What the words state, read as a fact by the rules for facts."""
        made = [c for c in self.book.stated(self._settled(tokens)) if worth(c)]
        if not made:
            return None
        best = max(made, key=lambda c: (c.known_attribute, c.confidence))
        subject = "" if best.subject == self.book.turn.speaker or best.subject.startswith("?") else best.subject
        return Outcome(Named(best.attribute, subject), best.value)

    def _settled(self, tokens: list[Token]) -> list[Token]:
        """*Go back to cycling*, *start shopping at*: the second verb is what is done."""
        tagged = self.book.reread(tokens).tokens
        for i, token in enumerate(tagged):
            done = i > 1 and token.lower.endswith("ing") and tagged[i - 1].tag in t.POSS_OR_DET
            if done and tagged[i - 2].lower == "do" and w.verb_lemma(token.lower) and tagged[0].lower in {"i", "we"}:
                return [tokens[0], word(w.verb_lemma(token.lower) or "", tokens[i].start), *tokens[i + 1 :]]
            begun = token.lower.endswith("ing") and token.tag == t.VERB and i + 1 < len(tagged)
            led = {x.lower for x in tagged[max(0, i - 3) : i]} & {"to", "start", "be", "am", "are", "go"}
            if begun and led and i and tagged[0].lower in {"i", "we"}:
                return [tokens[0], word(token.lemma, tokens[i].start), *tokens[i + 1 :]]
        return tokens

    def _text(self, phrase: Phrase) -> str:
        start, end = phrase_span(phrase)
        return self.book.turn.text[start:end]

    def _words(self, phrase: Phrase) -> list[Token]:
        return [x.token for x in phrase.tokens[phrase.start : phrase.end]]
