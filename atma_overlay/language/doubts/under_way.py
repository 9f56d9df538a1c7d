"""What is about to happen, on no day that is said: *I'm moving to York*, *we're replacing Jira*, *my rent is going up*.

Until then they live, work, use and pay as they did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from atma_overlay.language.candidates import BY_TOTAL, Candidate, Part
from atma_overlay.language.dates.days_ahead import SOON, in_a_while
from atma_overlay.language.dates.times import TimeSpan
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.kinds import TIMED
from atma_overlay.language.grammar.stretches import Cover, end_of_clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Change

OF_AMOUNTS = frozenset("go rise increase drop fall climb decrease shrink grow".split())
_LAST = datetime.max.replace(tzinfo=UTC) - SOON
_CHANGING = frozenset(
    """switch replace swap trade convert drop raise lower cut increase reduce sell ditch cancel close retire scrap phase
    change exchange migrate upgrade downgrade join adopt port rename abandon sunset deprecate move transfer leave
    shift""".split()
)
"""What is a change once it is done, and until then leaves what is as it is: *I'm selling my Volvo*."""
_OF_MONEY = frozenset({"rent", "salary", "budget"})
_LEAVING = frozenset("move relocate leave quit transfer".split())
_OF_LIVES = frozenset(
    "home_city home_address housing_kind living_arrangement employer work_city by_subject by_return".split()
)
"""Where somebody lives and works, and what one leaves."""
_TURNING = frozenset("switch change move migrate convert shift".split())
_CHANGING_OR_GOING = _CHANGING | _TURNING | {"go"}
_ONTO = frozenset({"to", "onto"})
_OF_A_CHANGE = frozenset({Part.ADOPTED, Part.RETIRED, Part.PARTED})
_LEFT_SO = frozenset("alone out behind it them aside".split())
_WHITHER = frozenset("to into in out from back onto".split())


@dataclass(frozen=True, slots=True)
class AboutTo:
    """What a sentence tells to be about to happen.

    Attributes:
        leaving: the stretches by which somebody is moving or leaving.
        rising: those by which something is going up or down to an amount.
        changing: those by which somebody is at a change.
        turning: what a change is to, without a word of what it is from.
        by: when it is taken to have happened.
        guessed: whether the sentence says nothing of when.
    """

    leaving: Cover
    rising: Cover
    changing: Cover
    turning: Cover
    by: datetime
    guessed: bool

    def holds(self, span: Span) -> bool:
        """Whether something stands in one of the stretches."""
        return self.leaving.holds(span) or self.rising.holds(span) or self.changing.holds(span)

    def turns_to(self, candidate: Candidate) -> bool:
        """Whether it is what somebody is switching to, by a name that tells its slot: *we're switching to Linear*."""
        return candidate.known_attribute and candidate.part is Part.STATEMENT and self.turning.holds(candidate.span)

    def doubts(self, candidate: Candidate) -> bool:
        """Whether it says where somebody lives or works, or what is paid; a temperature on the rise may be there.

        Of what somebody is at it is the change itself, but for an hour or a day: *we're moving the standup to 10*.
        """
        changed = candidate.change is Change.TOLD or candidate.part in _OF_A_CHANGE
        changed = changed and candidate.attribute != BY_TOTAL  # two more are joining, so 20
        if changed and candidate.value_kind not in TIMED and self.changing.holds(candidate.span):
            return True
        if self.turns_to(candidate):
            return True
        if candidate.attribute in _OF_LIVES and self.leaving.holds(candidate.span):
            return True
        paid = candidate.value_kind == "money" or candidate.attribute in _OF_MONEY
        return paid and self.rising.holds(candidate.span)


def about_to(sentence: ReadSentence, times: Sequence[TimeSpan], at: datetime) -> AboutTo | None:
    """What a sentence tells to be about to happen; None for nothing, what is so today, or what has a day of its own.

    Args:
        sentence: as read.
        times: its time expressions.
        at: when it was said.
    """
    leaving, rising, changing = list(_leaving(sentence)), list(_rising(sentence)), list(_changing(sentence))
    by = _by(times, at) if leaving or rising or changing else None
    if by is None:
        return None
    turning = Cover(_turning(sentence))
    return AboutTo(Cover(leaving), Cover(rising), Cover(changing), turning, by, guessed=not times)


def _by(times: Sequence[TimeSpan], at: datetime) -> datetime | None:
    if not times:
        return in_a_while(at) if at < _LAST else None
    around = [x.end for x in times if x.start <= at and x.end is not None and at < x.end and x.grain != "day"]
    return min(around) if len(around) == len(times) else None


def _leaving(sentence: ReadSentence) -> Iterator[Span]:
    for clause in sentence.clauses:
        if clause.verb in _LEAVING and is_under_way(clause) and _is_of_place(clause):
            yield _stretch(sentence, clause)


def _changing(sentence: ReadSentence) -> Iterator[Span]:
    if "from now on" in sentence.said:
        return
    for clause in sentence.clauses:
        if clause.verb in _CHANGING_OR_GOING and is_under_way(clause):
            yield _stretch(sentence, clause)


def _turning(sentence: ReadSentence) -> Iterator[Span]:
    for clause in sentence.clauses:
        turns = clause.verb in _TURNING or (clause.verb == "go" and clause.particle == "over")
        if turns and is_under_way(clause) and clause.bare() is None:
            yield from (c.phrase.offsets() for c in clause.complements if c.preposition in _ONTO)


def _rising(sentence: ReadSentence) -> Iterator[Span]:
    for clause in sentence.clauses:
        if clause.verb in OF_AMOUNTS and is_under_way(clause) and any(map(_to_amount, clause.complements)):
            yield _stretch(sentence, clause)


def _stretch(sentence: ReadSentence, clause: Clause) -> Span:
    return clause.tokens[clause.start].token.start, end_of_clause(sentence, clause.verb_start)


def is_under_way(clause: Clause) -> bool:
    """Whether a clause tells what somebody is at, and has not done: *I'm moving to York*."""
    told = clause.progressive and clause.tense == "present" and clause.mood == "actual"
    return told and not clause.negated and not clause.asked


def _is_of_place(clause: Clause) -> bool:
    """*Moving to York*, *leaving Acme*; not *moving forward*, *leaving Acme alone*."""
    if clause.verb in {"leave", "quit"}:
        return not any(x.lower in _LEFT_SO for x in clause.tokens[clause.verb_end : clause.end])
    return clause.particle in _WHITHER or any(c.preposition in _WHITHER for c in clause.complements)


def _to_amount(complement: Complement) -> bool:
    phrase = complement.phrase
    said = phrase.tokens[phrase.start : phrase.end]
    return complement.preposition == "to" and any(c.isdigit() for x in said for c in x.text)
