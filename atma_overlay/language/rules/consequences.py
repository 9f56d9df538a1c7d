"""What follows from a rule's condition: *my trainer becomes Dana*, *I'd go back to Monzo*, *that has to change*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atma_overlay.language.doubts.reserves import in_waiting
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import FREQUENCIES
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import attribute_label, value_of, words_of
from atma_overlay.language.rules.as_done import as_done
from atma_overlay.language.rules.open_outcomes import left_open
from atma_overlay.language.rules.outcome_wordings import begun, inclined, it_is_for, unframed, without_old, without_verb
from atma_overlay.language.rules.outcomes import Outcome, Topic, cleft, shown, untold, verbatim, worth
from atma_overlay.language.rules.rewording import plain, stop, trimmed, word
from atma_overlay.language.rules.rule_slots import Named, Rulebook

_VERBAL = frozenset({t.VERB, t.BE, t.HAVE, t.DO})
_BECOMING = frozenset("become be change switch move turn go shift revert pass fall return".split())
_TO = frozenset({"to", "into", "back", "over", "onto", "with", "at", "on", "in", "via", "from"})


_STAYING = frozenset("stay remain keep".split())
_BEING = _STAYING | {"be", "become"}


_NO_MORE = frozenset("history gone toast".split())
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
    told, old = without_old(list(tokens), book) if tokens else ([], None)
    said = shown(trimmed(plain(shown(unframed(trimmed(told))))))
    if not said or len(said) > _LONGEST or said[0].lower in _ADDRESSED | {"let", "please"} or inclined(said):
        return []
    found = _outcomes(said, book, topic)
    if {"still", "anyway", "regardless"} & {x.lower for x in tokens}:
        found = [replace(o, kept=True) for o in found if o.value is not None]
    return found if old is None else [replace(o, child=replace(o.child, value=o.child.value or old)) for o in found]


def _outcomes(said: list[Token], book: Rulebook, topic: Topic) -> list[Outcome]:
    purposed = it_is_for(said, book) or without_verb(said, book)
    if purposed is not None:
        return [purposed]
    said = begun(said)
    waiting = in_waiting(cleft(said, book), book)
    if waiting is not None:
        return [Outcome(*waiting)]
    said = cleft(said, book)
    if len(said) <= _SHORT and not any(x.tag in _VERBAL for x in book.reread(said).tokens):
        return _bare(said, book, topic)
    found = _Reader(book, said, topic).read()
    return [untold(found, said, book)] if found is not None else []


def _telling(kind: str) -> int:
    """How well a kind of value tells one thing from another: a name first, then what is measured."""
    return 2 if kind in kinds.NAMED else int(kind in kinds.ANCHORED)


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
        if clause is None or clause.asked or self._of_others(clause) or _over(clause):
            return None
        opened = left_open(self.said, clause, self.book, self.topic)
        if opened is not None:
            return opened
        if clause.negated:
            return self._no_longer(clause)
        done = as_done(self.said, clause, self.book)
        named = clause.subject is not None and clause.subject.is_name
        if done is not None and (done.child.value is not None or named):
            return done
        return self._told(clause) or done

    def _told(self, clause: Clause) -> Outcome | None:
        if clause.subject is None:
            return self._ordered(clause)
        if clause.subject.pronoun in _POINTING:
            return self._of_topic(clause)
        if clause.subject.pronoun is None:
            return self._of_thing(clause, clause.subject)
        return self._of_speaker(clause)

    def _no_longer(self, clause: Clause) -> Outcome | None:
        """*The coach won't be Marek any more*, *Marek isn't my coach any more*: what is denied leaves the slot open."""
        subject, thing = clause.subject, clause.bare()
        if subject is None or subject.pronoun is not None or clause.verb not in _BEING:
            return None
        post = thing if subject.is_name and subject.owner is None else subject
        if post is None or post.pronoun is not None or not (post.owner in {"my", "our"} or post.determiner == "the"):
            return None
        slot = self.book.slot_of(post)
        return Outcome(slot, None) if slot is not None else None

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
        after = clause.tokens[clause.verb_end].lower if clause.verb_end < len(clause.tokens) else ""
        if clause.verb == "be" and subject.is_name and after in _NO_MORE:  # "Corefit is history as my gym"
            return Outcome(Named("", value=self.book.text_of(subject)), None)
        if clause.verb in _BECOMING | _STAYING:
            value = self._value_after(clause)
            owned = clause.bare()
            if subject.is_name and owned is not None and owned.owner not in {None, "your"} and clause.verb in _BEING:
                slot = self.book.slot_of(owned, words_of(subject))
                return Outcome(slot, self.book.text_of(subject), kept) if slot is not None else None
            if value:
                slot = self.book.slot_of(subject, value) if self._known(subject) else self._works_as(clause)
                if slot is not None:
                    return Outcome(slot, verbatim(value, self.book), kept)
        serving = self._serves(clause, subject)
        if serving is not None:
            return serving
        working = self._works_as(clause)
        if working is not None:
            return Outcome(working, self.book.text_of(subject), kept=True)
        if clause.verb in {"want", "need", "have", "get", "like"}:
            return self._had_done(clause)
        stated = self._by_statement(self.said)
        if stated is not None and (kept or not subject.is_name):
            return Outcome(stated.child, stated.value, kept)
        return stated or self._posted(clause, subject)

    def _serves(self, clause: Clause, subject: Phrase) -> Outcome | None:
        """*Sune coaches me*: who does something for the speaker is what that makes somebody."""
        thing = clause.bare()
        if not subject.is_name or subject.owner is not None or thing is None or thing.pronoun not in {"me", "us"}:
            return None
        agents = (clause.verb, f"{clause.verb}er", f"{clause.verb}r", f"{clause.verb}or")
        known = next((x for x in agents if self.book.lexicon.by_noun(x) is not None), None)
        slot = self.book.labelled(known) if known is not None else None
        return Outcome(slot, self.book.text_of(subject)) if slot is not None else None

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
        name = self.book.text_of(subject)
        if thing is None:
            return None
        if thing.pronoun in _POINTING | {"them"}:
            return Outcome(self.topic.named, name) if self.topic.named is not None else None
        slot = self.book.slot_of(thing, words_of(subject))
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
        thing = clause.bare()
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
                return Outcome(self.topic.named, self.book.text_of(phrase))
        return None

    def _by_statement(self, tokens: list[Token]) -> Outcome | None:
        """What the words state, read as a fact by the rules for facts."""
        names = self.book.names  # "seeing Marta on Fridays": a name is no attribute
        made = [c for c in self.book.stated(self._settled(tokens)) if worth(c) and c.attribute not in names]
        if not made:
            return None
        best = max(made, key=lambda c: (c.known_attribute, _telling(c.value_kind), c.confidence))
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


def _over(clause: Clause) -> bool:
    """Whether a clause tells what was: *when I'm home, I've been listening to …* tells a habit."""
    if clause.tense in {"past", "habit_past"}:
        return clause.verb not in {"pick", "choose"}
    return clause.tense == "perfect" and clause.mood == "actual"
