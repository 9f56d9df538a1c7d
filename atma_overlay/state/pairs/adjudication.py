"""The rules' answer about one pair of statements of one slot (A-TMA's two questions; CUPMem's local update)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from atma_overlay import re2
from atma_overlay.altering import made_quickly
from atma_overlay.language.candidates import DOUBTED, LISTED
from atma_overlay.language.doubts.either_one import tells_of_one_of_several
from atma_overlay.language.doubts.partly import parts_named
from atma_overlay.language.facts.duties import may_be_shared
from atma_overlay.language.grammar.value_phrases import DURATIONS
from atma_overlay.language.work.work_names import is_status
from atma_overlay.records import Act, Cardinality, Change, Ruling, Statement
from atma_overlay.state.days_to_come import is_called_off, is_planned
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.state.pairs.ages import AGE, is_older
from atma_overlay.state.pairs.beside import both_may_hold
from atma_overlay.state.pairs.circumstances import is_one_more, other_circumstances
from atma_overlay.state.pairs.counting import counts_another_sort, counts_of_another, measures_another, told_for_each
from atma_overlay.state.pairs.grades import another_grade
from atma_overlay.state.pairs.of_what import of_something_else
from atma_overlay.state.pairs.particulars import maybe_another, says_itself
from atma_overlay.state.pairs.said_otherwise import is_another_offset, may_be_one, may_be_one_zone, same_rate
from atma_overlay.state.pairs.told_anew import is_told_anew, sets_against
from atma_overlay.state.pairs.told_behind import told_in_one_circumstance
from atma_overlay.values.belonging import are_numbered_apart, related
from atma_overlay.values.sameness import (
    all_words,
    content_words,
    found_by,
    one_form,
    refines,
    same_value,
    spelled_alike,
)

RULES = "rules/1"
_LONE, _DENIED = "\x00single", "\x00denied"
"""Keys that no word is."""
APPLY_AT = 0.6
"""Below this confidence of the later statement a retirement is proposed, not applied."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Answer:
    """A ruling with its decider, its reason and its confidence in [0, 1]."""

    ruling: Ruling
    decider: str
    reason: str
    confidence: float


_SAME = Answer(Ruling.SAME, RULES, "the same value", 1.0)
_REFINED = Answer(Ruling.REFINE, RULES, "one wording of the value is part of the other", 0.9)
_ONE_BREATH = Answer(Ruling.KEEP, RULES, "said in one breath", 0.9)
_BOTH = Answer(Ruling.KEEP, RULES, "both can hold", 0.9)


_REASONS = {
    Change.TOLD: "the change is told",
    Change.SINCE: "a new value from a stated start",
    Change.NONE: "a later value of a single-valued slot",
}


class Linker(Protocol):
    """Answers A-TMA's two questions of a pair: the same state variable? do their stances differ enough?"""

    def rule(self, earlier: Statement, later: Statement) -> Answer:
        """The answer for two statements of one slot, `later` after `earlier` in fold order."""


def pair_key(earlier: Statement, later: Statement) -> str:
    """The key of a pair: by what was said and when, so that an answer outlives a re-fold in another order."""
    said = [f"{s.digest}\x1f{s.observed_at.isoformat()}\x1f{s.position}\x1f{s.norm}" for s in (earlier, later)]
    return f"{slot_key(later.slot)}:{hashlib.sha256(chr(30).join(said).encode()).hexdigest()[:32]}"


class RulesLinker:
    """Precision first: what is not plainly a change is kept, and what is doubtful is proposed."""

    def rule(self, earlier: Statement, later: Statement) -> Answer:
        """See `Linker.rule`; pure, and alike in every order of arrival."""
        if earlier.affirmed == later.affirmed and _is_same(earlier, later):
            return _SAME
        more = refines(earlier.norm, later.norm) and not another_grade(
            later.slot.attribute, earlier.norm, later.norm, later.change
        )
        if earlier.affirmed and later.affirmed and more and not later.replaces:
            return _REFINED
        if earlier.observation_id == later.observation_id and not later.replaces and not _goes_on(earlier, later):
            return _ONE_BREATH
        if not self._competes(earlier, later) or _named_among(earlier, later) or both_may_hold(earlier, later):
            return _BOTH
        return retirement(earlier, later)

    @staticmethod
    def keys(statement: Statement) -> frozenset[str]:
        """See `KeyedLinker.keys`: the words of the value, and whether the slot is single-valued for it."""
        words = (content_words(statement.norm) or all_words(statement.norm)) | {one_form(statement.norm)}
        lone = {_LONE} if statement.cardinality is Cardinality.SINGLE else set()
        return frozenset(words | lone | ({_DENIED} if lone and not statement.affirmed else set()))

    @staticmethod
    def wanted(statement: Statement) -> frozenset[str] | None:
        """See `KeyedLinker.wanted`: what shares a word, what is named as replaced, and what leaves no room."""
        if not content_words(statement.norm) or (statement.replaces and not content_words(statement.replaces)):
            return None
        words = found_by(statement.norm) | (found_by(statement.replaces) if statement.replaces else frozenset())
        return frozenset(words | {_LONE if statement.cardinality is Cardinality.SINGLE else _DENIED})

    @staticmethod
    def _competes(earlier: Statement, later: Statement) -> bool:
        if later.replaces and same_value(later.replaces, earlier.norm):
            return True
        if earlier.affirmed != later.affirmed:
            return same_value(earlier.norm, later.norm) or (
                earlier.cardinality is Cardinality.SINGLE and later.affirmed
            )
        alike = compatible(later.value_kind, later.unit, earlier.value_kind, earlier.unit)
        alike = alike or _are_models(earlier, later)
        lone = earlier.cardinality is Cardinality.SINGLE and later.cardinality is Cardinality.SINGLE
        return lone and alike


_OF_ANOTHER = "told of another thing by its words"


def retirement(earlier: Statement, later: Statement) -> Answer:
    """The answer where two values compete: what origin, date and confidence leave of a retirement (laws 2 and 9).

    What is said to hold for a while, without an end, leaves what was before in doubt and no more.
    """
    certain = later.replaces or _settles(earlier, later)
    confidence = later.confidence if certain else min(later.confidence, earlier.confidence)
    if later.origin.trust < earlier.origin.trust:
        return Answer(Ruling.PROPOSE, RULES, f"a {later.origin} may not retire what a {earlier.origin} said", 0.3)
    if later.observed_at < earlier.observed_at:
        return Answer(Ruling.PROPOSE, RULES, "the retiring evidence is the older one", 0.3)
    if _of_long_before(earlier, later):
        return Answer(Ruling.PROPOSE, RULES, "it happened long before what it would retire was said to hold", 0.3)
    if earlier.affirmed and is_called_off(later):
        return Answer(Ruling.PROPOSE, RULES, "what is not to come may be so already", 0.3)
    if later.temporary and later.valid_to is None and not _of_one_part(earlier, later):
        return Answer(Ruling.PROPOSE, RULES, "said to hold for a while", 0.3)
    if later.act is Act.CORRECT and (later.confidence > DOUBTED or not later.contextual):  # or by its own words
        return _correction(earlier, later, confidence)
    doubt = _of_another(earlier, later)
    if doubt:
        return Answer(Ruling.PROPOSE, RULES, doubt, 0.3)
    ruling = Ruling.REPLACE if confidence >= APPLY_AT else Ruling.PROPOSE
    return Answer(ruling, RULES, _REASONS[later.change], confidence)


def _correction(earlier: Statement, later: Statement, confidence: float) -> Answer:
    """*My email is a@b.io*, *correction: my backup email is c@d.io*: which of them is mended, is in doubt."""
    if maybe_another(earlier, later):
        return Answer(Ruling.PROPOSE, RULES, _OF_ANOTHER, 0.3)
    return Answer(Ruling.CORRECT, RULES, "said as a correction", confidence)


def _settles(earlier: Statement, later: Statement) -> bool:
    """Whether a doubt is over: said for sure, after what was only perhaps so, and no plan for a day to come."""
    return earlier.confidence <= DOUBTED and not is_planned(earlier, at=later.observed_at)


def _of_another(earlier: Statement, later: Statement) -> str:
    """Why what is told may be told of another thing than what stands; empty where nothing says so."""
    measured = measures_another(earlier, later) or counts_another_sort(earlier, later) or told_for_each(earlier, later)
    if measured or maybe_another(earlier, later):
        return _OF_ANOTHER
    others = counts_of_another(earlier, later) or (bool(earlier.value) and of_something_else(earlier, later))
    if later.value and others:
        return "told of other stuff, or of somebody else"
    beside = _beside(earlier, later)
    if beside:
        return beside
    if earlier.affirmed == later.affirmed:
        if (_told_plainly(later) and may_be_one(earlier, later)) or _may_be_alike(earlier, later):
            return "maybe the same value, said otherwise"
        if _belong(earlier, later):
            return "the one may belong to the other"
    if is_one_more(earlier, later):
        return "told as one more"
    if told_in_one_circumstance(earlier, later):
        return "told of one circumstance alone"
    return "told of another purpose or occasion" if other_circumstances(earlier, later) else ""


def _beside(earlier: Statement, later: Statement) -> str:
    """Why what is told may leave what stands as it is; empty where nothing says so."""
    if later.confidence <= LISTED < earlier.confidence and later.change is Change.NONE:
        return "from a list that says not whose it is"
    if later.value_kind == "day" and earlier.value_kind == "date" and later.change is Change.NONE:
        return "the day of the week that the date may be"
    if tells_of_one_of_several(later.evidence) or _is_one_of_a_series(earlier, later):
        return "told of one of several"
    if _is_still_so(later):
        return "told to be as it was, when something else was known"
    if _are_called_so(earlier, later):
        return "another of its kind may be called so"
    if later.change is Change.NONE and may_be_shared(later.slot.attribute):
        return "one of several who may be on call"
    if earlier.slot.attribute == AGE and not is_older(earlier, later):
        return "another's age, one to come, or a figure of speech"
    return ""


_REBOOKED = re2.compile(r"\b(?:re-?book|reschedul|rearrang)")


def _is_one_of_a_series(earlier: Statement, later: Statement) -> bool:
    """*My yoga class is on Mondays*, *I rescheduled my yoga class for Thursday*: that of one week, or of all."""
    weekly = earlier.value_kind == "frequency" or earlier.unit == "weekly"
    once = later.value_kind in {"day", "date"} and later.unit is None
    return weekly and once and _REBOOKED.search(later.evidence.lower()) is not None


def _are_called_so(earlier: Statement, later: Statement) -> bool:
    """*The branch is called main*, *the branch is called fix-login*: there are several, unless a renaming is told."""
    called = earlier.change is Change.NONE and later.change is Change.NONE and later.slot.attribute.endswith("_name")
    return called and " called " in earlier.evidence and " called " in later.evidence


def _is_still_so(later: Statement) -> bool:
    """*Ticket 8821 is still open*: nothing has changed, and it may be blocked or in review all the same."""
    return later.change is Change.NONE and is_status(later.slot.attribute) and " still " in later.evidence.lower()


def _belong(earlier: Statement, later: Statement) -> bool:
    """*I drive a VW*, *I bought a Golf*, *I drive a VW*: what one has, more or less exactly."""
    if later.replaces is not None and says_itself(earlier, later):
        return False  # we moved from Postgres to Aurora
    if later.change is Change.TOLD and are_numbered_apart(earlier.norm, later.norm):
        return False  # we upgraded to Postgres 16
    return related(earlier.norm, later.norm, by_distance=later.change is not Change.TOLD)


def _may_be_alike(earlier: Statement, later: Statement) -> bool:
    """Whether a change is told between what the lists call one thing or zone, or between one rate in two spans."""
    if same_rate(earlier, later):
        return True
    if spelled_alike(earlier.norm, later.norm):
        return False
    named = later.replaces is not None and says_itself(earlier, later)
    one_zone = may_be_one_zone(earlier, later) and not is_another_offset(earlier, later)
    if not named and (one_zone or same_value(earlier.norm, later.norm)):
        return True
    return is_told_anew(earlier, later) and not sets_against(earlier, later)


def _is_same(earlier: Statement, later: Statement) -> bool:
    """Whether both tell one value; whoever says that they changed from the one to the other tells two."""
    if later.change is Change.TOLD and not spelled_alike(earlier.norm, later.norm):
        return False
    return same_value(earlier.norm, later.norm)


def _told_plainly(later: Statement) -> bool:
    """Whether its words say of no change."""
    plain = later.change is Change.NONE and later.act is Act.ASSERT
    return plain and (later.replaces is None or later.contextual)


def _named_among(earlier: Statement, later: Statement) -> bool:
    """*I report to both Dana and Ravi*, told after *my boss is Dana Kim*: a list that has the earlier value, too."""
    parts = later.norm.split(" and ") if later.affirmed and not later.replaces else ()
    return len(parts) > 1 and any(same_value(p, earlier.norm) or refines(p, earlier.norm) for p in parts)


_LONG = timedelta(days=366)
"""A change of last year may be news of what was told since; one of years ago is a story."""
_LONG_OF_A_MEASURE = timedelta(days=90)
"""What is counted moves more often: *last spring the budget was raised to 90k* is the story of a budget told since."""

_SEASONS_AGO = re2.compile(
    r"\b(?:last (?:spring|summer|autumn|fall|winter|year)|(?:months|year|years) ago|(?:19|20)\d\d)\b"
)
"""When it was, in so many words: which May *in May* is, is a guess."""


def _of_long_before(earlier: Statement, later: Statement) -> bool:
    """*In 2015 I moved to York*, told after *I live in Leeds*: the move was made before anybody lived in Leeds."""
    measured = later.value_kind in _COUNTED and _SEASONS_AGO.search(later.evidence.lower()) is not None
    long = _LONG_OF_A_MEASURE if measured and earlier.change is Change.NONE else _LONG
    named = later.replaces is not None and says_itself(earlier, later)
    told = later.change is Change.TOLD and later.act is Act.ASSERT and not named
    return told and earlier.valid_from - later.valid_from > long


def _of_one_part(earlier: Statement, later: Statement) -> bool:
    """*At work I use Vim*, *at work I use Emacs now*: what was told of a part is replaced in that part."""
    if not earlier.temporary or earlier.valid_to is not None:
        return False
    parts = parts_named(later.evidence.lower())
    return bool(parts) and parts == parts_named(earlier.evidence.lower())


def _goes_on(earlier: Statement, later: Statement) -> bool:
    """*My manager is Priya. My manager is Tomas now.*: a sentence further on says that it is different by now.

    So does a change that is told with a later date: *I moved to York in January, and in March to Hull*.
    """
    if earlier.change is later.change is Change.TOLD:
        return later.valid_from > earlier.valid_from
    marked = later.change is not Change.NONE and earlier.change is Change.NONE
    return marked and later.evidence != earlier.evidence and later.span[0] > earlier.span[0]


_NAMED = frozenset({"name", "place", "person", "code", "quote", "version", "phrase", "role", "activity"})
_COUNTED = frozenset({"number", "quantity", "money", "percent"})
_TIMED = frozenset({"time", "day", "date", "frequency"})


def _are_models(earlier: Statement, later: Statement) -> bool:
    """*An iPhone 13*, *an iphone 15*: numbers behind one word, of which small letters hide that it is a name."""
    one, other = earlier.norm.split(), later.norm.split()
    numbered = len(one) == len(other) > 1 and one[:-1] == other[:-1] and one[0].isalpha()
    return numbered and {earlier.value_kind, later.value_kind} == {"name", "number"}


def compatible(kind: str, unit: str | None, other: str, other_unit: str | None) -> bool:
    """Whether two values can stand in one slot: both named, both counted in one unit, or both times."""
    if kind in _COUNTED and other in _COUNTED:
        if unit in DURATIONS or other_unit in DURATIONS:
            return unit == other_unit
        return unit == other_unit or unit is None or other_unit is None
    if kind in _TIMED and other in _TIMED:
        return kind == other or {kind, other} <= {"day", "date"} or {kind, other} <= {"day", "frequency"}
    return kind in _NAMED and other in _NAMED
