"""What is done by now and comes about later: *my rent was raised as of 1 May*, *I got the job, I start in May*.

Somebody who accepted an offer or ordered something has neither yet, whatever day is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.dates.days_ahead import days_ahead
from atma_overlay.language.dates.times import find_times
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.value_phrases import is_time_adjunct
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon

__all__ = ["AGREEING", "Beginning", "beginning", "is_agreed"]

_BEGINNING = frozenset({"start", "begin"})
_INTO_EFFECT = frozenset({"take", "come", "go"})
_I = frozenset({"i", "we"})
_OTHERS = frozenset({"he", "she", "they", "who"})
_IT = frozenset({"it", "this", "that", "which"})
_MATTERS = frozenset(
    """job role post position contract lease tenancy change increase rise raise rent price rate schedule plan tariff
    salary pay course membership subscription policy shift""".split()
)
_WORK = frozenset("employer occupation university school salary college course".split())
_AT_WORK = "work_and_schedule"
_THERE = frozenset({"there", "work", "job"})
_DATES = w.DAY_NAMES | w.MONTH_NAMES
_OFFERED = frozenset("offer job role position post place".split())
_ORDERING = frozenset({"order", "preorder", "pre-order", "reserve"})
AGREEING = _ORDERING | {"accept"}
"""Verbs of what is agreed, and not there yet."""
_CAME = frozenset("arrive come deliver collect fetch receive pick use love".split())


@dataclass(frozen=True, slots=True)
class Beginning:
    """When what a sentence tells as settled begins.

    Attributes:
        by: the day.
        who: whether it is told of the speaker ("i"), of somebody else ("they") or of what was settled ("it").
        before: the offset into the text up to which it is told of.
        until: where what tells so ends: in the sentence itself, or behind it.
    """

    by: datetime
    who: str
    before: int
    until: int

    def doubts(self, candidate: Candidate, sentence: ReadSentence, lexicon: Lexicon) -> bool:
        """Whether a candidate is of what was settled: told as done, and of work where it is somebody who starts."""
        if candidate.span[0] >= self.before or not _is_done(candidate, sentence):
            return False
        if self.who == "it":
            return True
        known = lexicon.attributes.get(candidate.attribute) if candidate.known_attribute else None
        of_work = known is not None and (known.id in _WORK or known.domain == _AT_WORK)
        return of_work or (self.who == "they" and candidate.value_kind == "person")


def beginning(sentence: ReadSentence, turn: ReadTurn) -> Beginning | None:
    """When what a sentence tells begins, by its own words or those of the sentence behind it; None where neither says.

    One of *start*, *begin*, *effect* and *kick* stands in a text that does.

    Args:
        sentence: as read.
        turn: that it is of.
    """
    if "new" not in sentence.words and not any(c.done for c in sentence.clauses):
        return None
    place = next((n for n, x in enumerate(turn.sentences) if x is sentence), len(turn.sentences))
    for one in (sentence, *turn.sentences[place + 1 : place + 2]):
        for clause in one.clauses if one is sentence else one.clauses[:1]:
            who = _who_starts(clause)
            by = _day_of(clause, one, turn) if who is not None else None
            if who is not None and by is not None:
                start = clause.tokens[clause.start].token.start
                before = start if one is sentence else sentence.sentence.end
                return Beginning(by, who, before, one.sentence.end)
    return None


def is_agreed(clause: Clause, sentence: ReadSentence) -> bool:
    """Whether a clause tells that something was accepted or ordered, and nothing tells that it has come."""
    thing = clause.bare()
    if thing is None or not clause.done or clause.passive:
        return False
    agreed = clause.verb == "accept" and thing.head_lemma in _OFFERED
    return agreed or (clause.verb in _ORDERING and sentence.verbs.isdisjoint(_CAME))


def _who_starts(clause: Clause) -> str | None:
    told = clause.mood in {"actual", "future"} or (clause.mood == "imperative" and clause.start > 0)  # … and start then
    if clause.asked or clause.negated or not told or clause.tense != "present":
        return None
    if clause.verb in _BEGINNING:
        if not all(map(_is_beside, clause.complements)):
            return None
    elif not _comes_into_force(clause):
        return None
    return _of_whom(clause)


def _of_whom(clause: Clause) -> str | None:
    subject = clause.subject
    if subject is None:
        of_itself = clause.intro in _IT or clause.verb not in _BEGINNING  # …, kicks in on the 1st
        return "it" if of_itself else "they" if clause.intro == "who" else "i"
    if subject.pronoun in _I:
        return "i" if clause.verb in _BEGINNING else None
    if subject.pronoun in _OTHERS:
        return "they"
    return "it" if subject.pronoun in _IT or (subject.head_lemma in _MATTERS and subject.owner is None) else None


def _is_beside(complement: Complement) -> bool:
    """Whether a complement only tells when or where somebody starts: *I start there on Monday*, *start work in May*."""
    phrase = complement.phrase
    when = phrase.head_lemma in _DATES or is_time_adjunct(complement, kind_of(phrase)[0])
    return when or phrase.head_lemma in _THERE


def _comes_into_force(clause: Clause) -> bool:
    """*It kicks in on Monday*, *it takes effect in May*, *it goes into effect then*."""
    if clause.verb == "kick":
        return clause.particle == "in"
    return clause.verb in _INTO_EFFECT and any(c.phrase.head_lemma == "effect" for c in clause.complements)


def _day_of(clause: Clause, sentence: ReadSentence, turn: ReadTurn) -> datetime | None:
    """A day to come behind the verb, which the tense of the clauses around it says nothing of."""
    verb, end = clause.tokens[clause.verb_end - 1].token.end, max(clause.offsets[1], clause.tokens[-1].token.end)
    said = f"It will start{turn.text[verb : min(end, sentence.sentence.end)]}"
    times = [x.start for x in find_times(said, turn.at)]
    times += [x.start for x in days_ahead(sentence, turn.at) if x.span[0] >= verb]
    return min((start for start in times if start > turn.at), default=None)


def _is_done(candidate: Candidate, sentence: ReadSentence) -> bool:
    """Whether it is told as done, or of somebody or something as new: *my new boss is Tom*."""
    before = [c for c in sentence.clauses if c.offsets[0] <= candidate.span[0]]
    return bool(before) and (max(before, key=lambda c: c.offsets[0]).done or "new" in sentence.words)
