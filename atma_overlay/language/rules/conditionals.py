"""Conditional sentences: what a rule told as *if …, …* waits for, and what it gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from atma_overlay.language.candidates import Candidate, Part, StatedContingency
from atma_overlay.language.doubts.suppositions import courteous, polite
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import ANCHORED, NAMED, kind_of, value_kind
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.tokens import Span, Token
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.rules.awaited import awaits
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.conditions import read_condition
from atma_overlay.language.rules.consequences import read_outcomes
from atma_overlay.language.rules.outcomes import Outcome, Topic
from atma_overlay.language.rules.rule_parts import Parts, Sort, clause_follows
from atma_overlay.language.rules.rule_slots import Named, Rulebook
from atma_overlay.records import Trigger, TriggerKind


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one sentence, and the stretches that say what would be rather than what is."""

    stated: tuple[StatedContingency, ...] = ()
    supposed: tuple[Span, ...] = ()


NO_RULES = Rules()


def told_rule(book: Rulebook, condition: Condition, outcome: Outcome, trigger: str | None) -> StatedContingency:
    """A rule as the sentence of the book states it.

    Args:
        book: the sentence.
        condition: what the rule waits for.
        outcome: what it gives.
        trigger: the words of the condition, where it has some of its own.
    """
    sentence, parent, child = book.sentence, condition.parent, outcome.child
    return StatedContingency(
        parent.attribute, trigger, child.attribute, outcome.value, (sentence.sentence.start, sentence.sentence.end),
        sentence.text, condition.when, parent.subject, child.subject, parent.value, child.value,
    )  # fmt: skip


@dataclass(slots=True)
class Conditionals:
    """Reads the rules of a sentence that has a word of condition.

    Args:
        book: the sentence, and how slots are found.
        before: what was found in the sentence and in those before it.
    """

    book: Rulebook
    before: Sequence[Candidate]

    def conditional(self, found: Parts) -> Rules:
        """The rules of a sentence that has a word of condition."""
        sentence = self.book.sentence
        opener = found.condition[0] - 1
        waited = sentence.tokens[found.condition[0] : found.condition[1]]
        wondered = any(x.lower == "whether" for x in waited)  # "ask me once I've moved whether I'll switch"
        if wondered or courteous(sentence.tokens, opener) or self._addressed(found.condition):
            return Rules()
        topic = self._topic(found)
        words = self._tokens(found.condition)
        condition = (self._condition(words, found) or self._told_one_day(found)) if words else None
        if condition is None or not self._to_come(found):
            return Rules()
        pairs = list(self._pairs(found, condition, topic))
        start, end = self._offsets(found.condition)
        trigger = self.book.turn.text[start:end]
        stated = [told_rule(self.book, c, o, trigger) for c, o in pairs if _says_something(o) and _are_two(c, o)]
        if condition.when.kind is TriggerKind.TOLD:
            stated = [r for r in stated if self._sure(r)]
        spans = [self._offsets(r) for r in self._supposed(found)] if stated else []
        return Rules(tuple(stated[:MAX_RULES]), tuple(spans))

    def _condition(self, words: list[Token], found: Parts) -> Condition | None:
        word_of = self.book.sentence.tokens[found.marker.end - 1].lower
        main = {x.lower for x in self._tokens(found.main)}
        unreal = bool(main & w.MODALS_UNREAL) and word_of in {"if", "unless"}
        condition = read_condition(words, self.book, inverted=found.marker.inverted, unreal=unreal)
        if condition is not None:
            return condition
        return self._pointing(words, found)

    def _to_come(self, found: Parts) -> bool:
        """Whether what stands behind *after* is to follow once: *after I finish work I cycle* tells a habit."""
        tokens = self.book.sentence.tokens
        if tokens[found.marker.start].lower != "after":
            return True
        main = tokens[found.main[0] : found.main[1]]
        return any(x.tag in _AHEAD for x in main) or main[0].tag not in _OF_ONESELF

    def _sure(self, rule: StatedContingency) -> bool:
        """Whether what follows leaves no doubt: a name, a measure, a place, or a slot that the lexicon knows."""
        if rule.value is None:
            return False
        placed = rule.child.rpartition("_")[2] in {"in", "on", "at", "by", "with", "from"}
        known = rule.child in self.book.lexicon.attributes
        return placed or known or value_kind(rule.value)[0] in ANCHORED

    def _told_one_day(self, found: Parts) -> Condition | None:
        """*If Per moves out*: of no slot that is known; it is met by being told in these words."""
        if found.marker.sort not in {Sort.WHEN, Sort.UNTIL} or found.marker.inverted:
            return None
        sentence = self.book.sentence
        inside = [c for c in sentence.clauses if found.condition[0] <= c.verb_start < found.condition[1]]
        opener = sentence.tokens[found.marker.end - 1].lower
        if len(inside) != 1 or inside[0].tense in {"past", "habit_past", "perfect"} or not awaits(inside[0], opener):
            return None
        return Condition(Named(""), Trigger(TriggerKind.TOLD))

    def _pointing(self, words: list[Token], found: Parts) -> Condition | None:
        """*If that changes*, *as long as it's Jenkins*: the parent was spoken of just before."""
        lowers = [x.lower for x in words if x.lower not in w.ADVERBS]
        if lowers[:1] not in (["that"], ["it"], ["this"], ["they"]) or len(lowers) < 2 or len(lowers) > _POINTED:
            return None
        verb = w.verb_lemma(lowers[-1])
        if verb not in _ENDING:
            return None
        parent = self._reason(found.marker.start)
        return Condition(parent) if parent is not None else None

    def _reason(self, end: int) -> Named | None:
        """What stands behind *because* before the condition."""
        clauses = [c for c in self.book.sentence.clauses if c.verb_start < end]
        because = next((c for c in clauses if c.intro in {"because", "since", "as"} and c.subject is not None), None)
        if because is not None:
            return self.book.slot_of(because.subject)
        tokens = self.book.sentence.tokens
        at = next((i for i in range(end) if tokens[i].lower == "because"), None)
        phrase = None
        if at is not None and at + 2 < end and tokens[at + 1].lower == "of":
            phrase = read_phrase(tokens, at + 2)
        return self.book.slot_of(phrase)

    def _pairs(self, found: Parts, condition: Condition, topic: Topic) -> Iterator[tuple[Condition, Outcome]]:
        main = self._outcomes(found.main, topic)
        if not any(o.value for o in main):
            told = (self._outcomes(r, topic) for r in found.behind)
            main = next((x for x in told if any(o.value for o in x)), main)
        if not main and found.marker.sort in _LASTING:
            main = self._by_its_value(found.main)
        if not main and found.others and topic.named is not None and topic.named.value is not None:
            main = [Outcome(topic.named, topic.named.value, kept=True)]  # who is spoken of, whatever the post
        own = Topic(main[0].child) if main else self._spoken_of(found.main, topic)
        others = [o for r in found.others for o in read_outcomes(self._tokens(r), self.book, own)]
        sort = self._sort(found, condition)
        if sort is Sort.WHEN and condition.holds and condition.when.value is None:
            return  # a state that lasts is no change: *when the dogs are out*
        if sort is Sort.WHEN:
            visits = self.book.sentence.tokens[found.marker.end - 1].lower == "time" and condition.holds
            if visits:
                return  # "next time I'm in York"
            again = self.book.sentence.tokens[found.marker.start].lower in {"every", "each"}
            main = [o for o in main if o.value is None or not again]  # "every time I …" tells a habit
            yield from ((condition, o) for o in main if not o.kept)
            yield from ((condition.opposed(), o) for o in others if not o.kept)
        elif sort is Sort.UNLESS and condition.holds:
            yield from ((condition.opposed(), o) for o in main if not o.kept)
        elif sort in {Sort.UNLESS, Sort.UNTIL}:
            yield from self._replaced(condition, main, others)
        elif condition.holds or condition.when.value is not None:
            yield from self._held(found, condition, main, others)

    def _sort(self, found: Parts, condition: Condition) -> Sort:
        """*Provided we move, I'll switch*: of what is to come, what is granted is waited for."""
        tokens = self.book.sentence.tokens
        granted = tokens[found.marker.start].lower in _GRANTING and not condition.holds
        ahead = any(x.tag in _AHEAD for x in tokens[found.main[0] : found.main[1]])
        return Sort.WHEN if granted and ahead else found.marker.sort

    def _outcomes(self, main: tuple[int, int], topic: Topic) -> list[Outcome]:
        """What a stretch says; where that gives no value, what stands behind a comma or *so* in it."""
        whole = read_outcomes(self._tokens(main), self.book, topic)
        if any(o.value is not None for o in whole):
            return whole
        tokens = self.book.sentence.tokens
        for i in range(main[0] + 1, main[1] - 1):
            if tokens[i].lower not in _GOING_ON or not clause_follows(tokens, i + 1):
                continue
            rest = read_outcomes(self._tokens((i + 1, main[1])), self.book, topic)
            if any(o.value is not None and not o.kept for o in rest):
                return rest
        return whole

    def _spoken_of(self, main: tuple[int, int], topic: Topic) -> Topic:
        """*Payroll is done by her; after that it's Rafael*: what the main clause is about, though it gives no value."""
        clause = next((c for c in self.book.sentence.clauses if main[0] <= c.verb_start < main[1]), None)
        named = self._subject_slot(clause)
        thing = clause.bare() if clause is not None and clause.verb in {"do", "run", "handle", "take"} else None
        if named is None and thing is not None and thing.pronoun is None and not thing.is_name:
            named = self.book.labelled(attribute_label(thing))
        return Topic(named) if named is not None and named.attribute else topic

    def _by_its_value(self, main: tuple[int, int]) -> list[Outcome]:
        """*We'll be with Hallam Vets as long as …*: what holds meanwhile is known by its one name."""
        clause = next((c for c in self.book.sentence.clauses if main[0] <= c.verb_start < main[1]), None)
        mine = clause is not None and clause.subject is not None and clause.subject.pronoun in {"i", "we"}
        if clause is None or not mine or clause.negated or clause.asked or clause.tense not in {"present", "perfect"}:
            return []
        named = [c.phrase for c in clause.complements if c.phrase.is_name and kind_of(c.phrase)[0] in NAMED]
        if len(named) != 1 or named[0].end > main[1]:
            return []
        start, end = phrase_span(named[0])
        value = self.book.turn.text[start:end]
        return [Outcome(Named("", value=value), value, kept=True)]

    def _replaced(
        self, condition: Condition, main: list[Outcome], others: list[Outcome]
    ) -> Iterator[tuple[Condition, Outcome]]:
        """*My gym stays Apex unless I move; then it becomes Nova*."""
        if others:
            yield from ((condition, _beside(o, main)) for o in others)
        else:
            yield from ((condition, _open(o)) for o in main if o.value is not None or o.kept)

    def _held(
        self, found: Parts, condition: Condition, main: list[Outcome], others: list[Outcome]
    ) -> Iterator[tuple[Condition, Outcome]]:
        """*My gym is Apex as long as we live here, otherwise Nova*."""
        gone = condition.opposed()
        if others:
            yield from ((gone, _beside(o, main)) for o in others)
            if condition.when.kind is TriggerKind.TO:
                yield from ((condition, replace(o, kept=False)) for o in main if o.value is not None)
            return
        plain_while = self.book.sentence.tokens[found.marker.start].lower == "while"
        if found.only or not plain_while:
            yield from ((gone, _open(o)) for o in main if o.value is not None or o.kept)

    def _topic(self, found: Parts) -> Topic:
        """What *it*, *that* or a bare new value stands for: the main thing said just before."""
        sentence = self.book.sentence
        edge = min(found.condition[0], found.main[0])
        limit = sentence.tokens[max(0, min(edge, len(sentence.tokens) - 1))].token.start
        clauses = [c for c in sentence.clauses if c.verb_start < found.marker.start]
        if found.main[0] < found.marker.start:
            inside = next((c for c in clauses if c.verb_start >= found.main[0]), None)
            named = self._subject_slot(inside)
            if named is not None:
                return Topic(named)
        named = next((n for c in clauses if (n := self._subject_slot(c)) is not None), None)
        if named is not None and named.attribute:
            return Topic(named)
        stated = [c for c in self.before if c.part is Part.STATEMENT and c.span[0] >= sentence.sentence.start]
        first = next((c for c in stated if c.span[0] < limit and c.value_kind in ANCHORED), None)
        if named is not None and first is not None:
            return Topic(Named("", value=first.value))
        if named is not None:
            return Topic(named)
        told = [c for c in self.before if c.part is Part.STATEMENT and c.span[0] < limit and _anchored(c)]
        if told:
            last = self._surest(told)
            mine = "" if last.subject == self.book.turn.speaker or last.subject.startswith("?") else last.subject
            return Topic(Named(last.attribute, mine, last.value))
        earlier = [s for s in self.book.turn.sentences if s.sentence.end <= sentence.sentence.start]
        if earlier and not earlier[-1].sentence.asks and earlier[-1].clauses:
            return Topic(self._subject_slot(earlier[-1].clauses[0]))
        return Topic()

    def _surest(self, told: list[Candidate]) -> Candidate:
        """The surest of what the nearest sentence states, the first of them where several are."""
        near = max(
            (s.sentence.start for s in self.book.turn.sentences if s.sentence.start <= told[-1].span[0]), default=0
        )
        return max((c for c in told if c.span[0] >= near), key=lambda c: (c.confidence, -c.span[0]))

    def _subject_slot(self, clause: Clause | None) -> Named | None:
        subject = clause.subject if clause is not None else None
        if subject is None or subject.pronoun is not None:
            return None
        if subject.is_name and subject.owner is None:
            start, end = phrase_span(subject)
            return Named("", value=self.book.turn.text[start:end])
        return self.book.slot_of(subject)

    def _supposed(self, found: Parts) -> list[tuple[int, int]]:
        """What is said to be under a condition; what holds now, by the words, is left to stand."""
        now = found.marker.sort is not Sort.WHEN and bool(found.others)
        return [*([] if now else [found.condition, found.main]), *found.others]

    def _addressed(self, condition: tuple[int, int]) -> bool:
        clause = next((c for c in self.book.sentence.clauses if condition[0] <= c.verb_start < condition[1]), None)
        return clause is not None and polite(clause)

    def _tokens(self, part: tuple[int, int]) -> list[Token]:
        return [x.token for x in self.book.sentence.tokens[part[0] : part[1]]]

    def _offsets(self, part: tuple[int, int]) -> Span:
        tokens = self.book.sentence.tokens
        return tokens[part[0]].token.start, tokens[max(part[0], part[1] - 1)].token.end


def _are_two(condition: Condition, outcome: Outcome) -> bool:
    """Whether a rule is about two slots; a child that only its value tells may be any."""
    parent, child = condition.parent, outcome.child
    return (parent.attribute, parent.subject) != (child.attribute, child.subject) or not child.attribute


def _says_something(outcome: Outcome) -> bool:
    return outcome.value is None or any(x.isalnum() for x in outcome.value)


def _anchored(candidate: Candidate) -> bool:
    return candidate.value_kind in ANCHORED or (candidate.known_attribute and candidate.attribute != "does")


_POINTED = 4
_GRANTING = frozenset({"provided", "providing", "assuming"})
_GOING_ON = frozenset({",", "and", "so", "because", "since", "why"})
"""Behind what a clause of its own may go on."""
_AHEAD = frozenset({t.MODAL, t.FUTURE})
_OF_ONESELF = frozenset({t.PRON, t.VERB})
_LASTING = frozenset({Sort.WHILE, Sort.UNTIL, Sort.UNLESS})


_ENDING = frozenset("change end stop close go expire fail move".split())


MAX_RULES = 4
"""More than one sentence can plausibly state."""


def _open(outcome: Outcome) -> Outcome:
    """The child without a value: what it is now does not last."""
    child = outcome.child
    return Outcome(replace(child, value=child.value or outcome.value), None)


def _beside(outcome: Outcome, main: list[Outcome]) -> Outcome:
    """The child known also by its present value, as the main clause tells it."""
    if not main or main[0].child.attribute != outcome.child.attribute:
        return outcome
    return replace(outcome, child=replace(outcome.child, value=outcome.child.value or main[0].value), kept=False)
