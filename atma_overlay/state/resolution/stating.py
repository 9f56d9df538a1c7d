"""What is stated plainly: to the slot that it names, or to the one that its wording shows."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar.discourse import of_the_present
from atma_overlay.language.grammar.kinds import COUNTED, DOSED, HAD, NAMED, TIMED
from atma_overlay.records import Act, Basis, Cardinality, Change, Observation, Slot, Statement
from atma_overlay.state.open_ones import content_order
from atma_overlay.state.pairs import whole_weeks
from atma_overlay.state.pairs.acting import may_change
from atma_overlay.state.pairs.adjudication import APPLY_AT, compatible
from atma_overlay.state.pairs.aspects import other_aspect, other_grain
from atma_overlay.state.pairs.displacement import (
    OPEN_AT,
    alike_but_for_value,
    called_alike,
    displaces,
    may_be_framed,
    surer,
    wholly,
)
from atma_overlay.state.pairs.doses import other_medicines
from atma_overlay.state.pairs.grades import another_grade
from atma_overlay.state.pairs.mailboxes import EMAIL, may_be_asked
from atma_overlay.state.pairs.namesakes import named_for
from atma_overlay.state.pairs.numbered import known_by_number
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.state.resolution import amounts
from atma_overlay.state.resolution.away import is_here_for_a_stay
from atma_overlay.state.resolution.now_called import now_called
from atma_overlay.state.resolution.placing import Placing
from atma_overlay.state.slots import bare_deadlines
from atma_overlay.state.slots.holders import perhaps_of_another, speaker_of
from atma_overlay.state.slots.measure_links import counted_by_name, same_measure
from atma_overlay.state.slots.mentions import naming_terms
from atma_overlay.state.slots.named_old import holder_of_old, is_about
from atma_overlay.state.slots.project_settings import SETTINGS
from atma_overlay.state.slots.templates import successor_of, told_apart
from atma_overlay.values.sameness import amount_of, refines, same_value
from atma_overlay.values.terms import terms, word_set

_SAYS_WHAT = re2.compile(
    r"\b(?:job|post|position|laid off|fired|sacked|let go|redundant|resigned|sold|cancel\p{L}*|broke up|"
    r"split up|divorced|membership|subscription|contract|lease)\b"
)
"""What tells, beside the name, what it was that ended: one leaves a town as well as a firm."""


class Stating:
    """Resolution of plain statements."""

    def __init__(self, placing: Placing) -> None:
        self.placing = placing
        self.observation, self.workspace, self.links = placing.observation, placing.workspace, placing.links
        self._speaker = speaker_of(placing.observation)

    def state(self, candidate: Candidate) -> None:
        """Place a statement; a correction mends, an end ends."""
        slot = Slot(candidate.subject, candidate.attribute)
        active = self.workspace.recent(slot)
        if candidate.act is Act.CORRECT:
            self._mend(candidate, slot, active)
            return
        if candidate.act is not Act.ASSERT:
            self._end(candidate, slot, active)
            return
        if candidate.basis is Basis.PRESUPPOSED:
            self._take_for_granted(candidate, slot, _rivals(candidate, active))
            return
        if candidate.attribute in whole_weeks.SLOTS and self._days_anew(candidate, slot, active):
            return
        if "ere" in candidate.evidence and is_here_for_a_stay(candidate, self.workspace, self.observation):
            candidate = candidate.but(temporary=True)
        renamed = now_called(candidate, self.links) if candidate.subject != self._speaker else None
        if renamed is not None:
            self.placing.replace_old(candidate.doubted(), renamed)
            return
        several = candidate.change is not Change.NONE and " " in candidate.norm
        if several and amounts.told_anew(candidate, active, self.placing):
            return
        if candidate.unit in DOSED and amounts.told_by_name(candidate, self.placing):
            return
        if not candidate.replaces and (candidate.value_kind == HAD or _is_one_more(candidate, active)):
            # Goats now take no place of the hens, nor do eggs of the nuts, nor an office in York of that in Leeds.
            self.placing.put(candidate.but(cardinality=Cardinality.MULTI) if active else candidate, slot)
            return
        if other_grain(candidate, active):
            candidate = candidate.doubted()
        self._assert(candidate, slot, active)

    def request(self, candidate: Candidate) -> None:
        """Place what is asked to be set; of open vocabulary only where that changes something that is known."""
        held = self.workspace.recent(Slot(candidate.subject, candidate.attribute))
        stated = candidate.but(part=Part.STATEMENT)
        if candidate.attribute == EMAIL and not may_be_asked(stated, held):
            return
        stated = surer(stated, OPEN_AT) if candidate.attribute == EMAIL else stated
        if candidate.known_attribute or held or self.links.aligned(stated) or self.links.moved(stated):
            self.state(stated)

    def _days_anew(self, candidate: Candidate, slot: Slot, active: Sequence[Statement]) -> bool:
        """Whether a day is one of all that are told anew, so that those before it are over."""
        over = whole_weeks.days_over(candidate, active)
        for old in over:
            self.placing.put(
                candidate.but(act=Act.END), slot, value=old.value, norm=old.norm, cardinality=old.cardinality
            )
        if over:
            self.placing.put(candidate, slot)
        return bool(over)

    def _assert(self, candidate: Candidate, slot: Slot, active: list[Statement]) -> None:
        """In place of the one record that the wording leaves no doubt of, or beside what there is."""
        near, apart = ([], False) if _comes_beside(candidate) else self._near(candidate, active)
        aligned = _replaced(candidate.old_norm, near) or successor_of(candidate, near)
        if aligned is not None:
            self.placing.put(surer(candidate, OPEN_AT), slot, replaces=aligned.norm, contextual=True)
            return
        numbered = known_by_number(candidate, self.links)
        if numbered is not None:
            self.placing.replace_old(candidate, numbered)
            return
        named = holder_of_old(candidate, self.links) if candidate.replaces and not active else None
        if named is not None and is_about(_told_of(candidate, self.observation), named):
            self.placing.replace_old(candidate, named)
            return
        if named is not None and not candidate.known_attribute:  # the student fee is 15 euros instead of 20
            self.placing.put(candidate.but(change=Change.NONE), slot)
            return
        elsewhere = None if active else self.links.aligned(candidate)
        if elsewhere is not None and _day_and_hour(candidate, elsewhere):
            elsewhere = None  # my class is at 10, my class is on Tuesdays now
        if not active and elsewhere is None and candidate.attribute in bare_deadlines.SLOTS:
            elsewhere = bare_deadlines.deadline_meant(candidate, self.links)
        if elsewhere is not None and may_change(candidate, elsewhere) and not of_another_one(elsewhere, candidate):
            self.placing.replace_old(surer(candidate, OPEN_AT), elsewhere)
            return
        if apart:
            candidate = candidate.but(cardinality=Cardinality.MULTI)
        if active and (candidate.change is Change.NONE or _rivals(candidate, active)):
            old = self._sole_rival(candidate, near)
            if old is not None:
                self.placing.put(candidate, slot, replaces=old.norm, contextual=True)
                return
        elif candidate.change is Change.NONE and candidate.value_kind in COUNTED and candidate.unit:
            old = None if candidate.additive else same_measure(self.links, candidate)
            if old is not None:
                self.placing.replace_old(candidate, old)
                return
        elif candidate.change is not Change.NONE and not candidate.additive:
            old = self.links.moved(candidate)
            meant = old is not None and not told_apart(old, candidate) and may_change(candidate, old)
            if candidate.replaces and candidate.value_kind in TIMED and old is not None:
                meant = meant and same_value(old.norm, candidate.old_norm)  # on Fridays rather than Mondays
            meant = meant or (old is not None and counted_by_name(candidate) == old.unit)
            if old is not None and meant and not _beside(candidate, old) and not of_another_one(old, candidate):
                told_apart_already = candidate.attribute in SETTINGS and not candidate.subject.endswith(" team")
                unsure = not told_apart_already and perhaps_of_another(candidate.subject, old)
                self.placing.replace_old(candidate.doubted() if unsure else candidate, old)
                return
        self.placing.put(candidate, slot)

    def _near(self, candidate: Candidate, active: Sequence[Statement]) -> tuple[list[Statement], bool]:
        """The open records whose place a statement may take, and whether any other is one that is told apart."""
        told = {
            s.id
            for s in active
            if not may_change(candidate, s)
            or _day_and_hour(candidate, s)
            or other_aspect(candidate, s)
            or of_another_one(s, candidate)
            or self._told_apart(s, candidate, active)
        }
        near = [s for s in active if s.id not in told and s.observation_id != self.observation.id]
        return near, bool(told)

    def _told_apart(self, old: Statement, candidate: Candidate, active: Sequence[Statement]) -> bool:
        """Whether they are of two things; a known attribute is not told apart by what else its sentence told."""
        if not candidate.known_attribute:
            return told_apart(old, candidate)
        return told_apart(old, candidate, besides=lambda words: self._besides(old, active, words))

    def _besides(self, old: Statement, active: Sequence[Statement], words: frozenset[str]) -> frozenset[str]:
        """Those of some words that an utterance told in other slots: *I moved to X, I now work at Y, my gym is Z*."""
        found: frozenset[str] = frozenset()
        for s in self.workspace.told_beside(old, among=active):
            told = words & _as_said(old.evidence, s.value)
            if not told <= found and self.workspace.is_record(s):
                found |= told
                if words <= found:
                    break  # what is left may have to be read
        return found

    def _end(self, candidate: Candidate, slot: Slot, active: list[Statement]) -> None:
        """An end, unless it is of something that is only called after what is held: *the Norvane football team*."""
        if candidate.act is Act.END:
            if any(named_for(candidate.value, s) for s in active):
                return
            taken = [s for s in active if amount_of(s.norm, candidate.norm)]
            if len({s.norm for s in taken}) == 1 and not any(same_value(s.norm, candidate.norm) for s in active):
                self.placing.put(candidate, slot, norm=taken[0].norm, contextual=True)
                return
            if self._unheard_of(candidate, slot, active):
                self.placing.presuppose(candidate, slot, candidate.value, norm=candidate.norm)
        self.placing.put(candidate, slot, replaces=candidate.replaced or candidate.replaces)

    def _take_for_granted(self, candidate: Candidate, slot: Slot, rivals: list[Statement]) -> None:
        """It competes with nothing that stands, unless it tells a change that the slot has not seen."""
        if candidate.change is not Change.NONE:
            known = self.workspace.statements(slot).values()
            if not any(same_value(s.norm, candidate.norm) for s in known):
                self.state(candidate.but(basis=Basis.SAID))
        elif candidate.cardinality is Cardinality.MULTI or all(same_value(s.norm, candidate.norm) for s in rivals):
            self.placing.put(candidate, slot, contextual=True)

    def _unheard_of(self, candidate: Candidate, slot: Slot, active: list[Statement]) -> bool:
        """*I lost my job at Hooli*: an end that tells whole what it ends, of which nothing was known.

        Where the slot holds another value, the end is of something older, and that value stays.
        """
        served = any(f" as {a}{candidate.value}" in candidate.evidence for a in ("", "a ", "an ", "the "))
        whole = candidate.value_kind in NAMED - {"phrase"} or served
        told = candidate.known_attribute and whole and bool(candidate.norm)
        plain = _SAYS_WHAT.search(candidate.evidence.lower()) is not None
        sure = (
            plain and candidate.confidence >= APPLY_AT and not any(s.cardinality is Cardinality.SINGLE for s in active)
        )
        known = self.workspace.statements(slot).values()
        elsewhere = self.workspace.found("value", terms(candidate.value), open_only=False)
        return told and sure and not any(same_value(s.norm, candidate.norm) for s in (*known, *elsewhere))

    def _mend(self, candidate: Candidate, slot: Slot, active: list[Statement]) -> None:
        """A correction mends the value that it contradicts: in its own slot, else what was just said of its kind."""
        if candidate.replaces is not None:
            self.placing.put(candidate, slot, replaces=candidate.replaced or candidate.replaces)
            return
        rivals = [
            s
            for s in active
            if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)
            and s.cardinality is Cardinality.SINGLE
            and s.observation_id != self.observation.id
        ]
        told = sorted(rivals, key=content_order)  # of several told at one instant the same one, however they came
        old = max(told, key=lambda s: (s.observed_at, s.position), default=None) or self.links.by_attribute(candidate)
        unsaid = old is not None and not candidate.affirmed  # I don't live in York, that's wrong: not Leeds
        if old is None or unsaid or same_value(old.norm, candidate.norm):
            self.placing.put(candidate.but(act=Act.ASSERT), slot)
            return
        self.placing.put(candidate, old.slot, cardinality=old.cardinality, replaces=old.norm, contextual=True)

    def _sole_rival(self, candidate: Candidate, active: list[Statement]) -> Statement | None:
        """In a slot that may hold several: the one value that the new one displaces, if the wording leaves no doubt."""
        lone = candidate.cardinality is Cardinality.SINGLE
        if candidate.additive or (lone and (candidate.change is Change.NONE or not candidate.known_attribute)):
            return None
        any_old = " old " in candidate.evidence or " " not in candidate.norm  # took me off my old heart tablets
        rivals = [
            s
            for s in active
            if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)
            and not same_value(s.norm, candidate.norm)
            and (any_old or not other_medicines(s.norm, candidate.norm))
            and (
                not refines(s.norm, candidate.norm)
                or another_grade(candidate.attribute, s.norm, candidate.norm, candidate.change)
            )
            and s.affirmed == candidate.affirmed
            and s.observation_id != self.observation.id
            and not (lone and s.cardinality is Cardinality.SINGLE)  # those compete as they are
        ]
        framed = [s for s in rivals if alike_but_for_value(s, candidate)] if may_be_framed(candidate) else []
        if len(framed) == 1 and framed[0].value_kind == candidate.value_kind:
            return framed[0]
        if candidate.change is Change.NONE or len(rivals) != 1 or not displaces(candidate, rivals[0]):
            return None
        same_noun = called_alike(rivals[0], candidate)
        plain = candidate.change is Change.TOLD or wholly(candidate.evidence) or same_noun
        return None if candidate.known_attribute and not plain else rivals[0]


@kept_short(4096)
def _as_said(sentence: str, value: str) -> frozenset[str]:
    """The words of a value, where a sentence has any of its terms."""
    return frozenset() if set(terms(sentence)).isdisjoint(terms(value)) else word_set(value)


def _told_of(candidate: Candidate, observation: Observation) -> str:
    """*Kyoto is 3 nights instead of 4*, *the student fee is …*: what a change is told of."""
    if candidate.subject != speaker_of(observation):
        return candidate.subject
    return " ".join(sorted(naming_terms(candidate.attribute))) or candidate.attribute.replace("_", " ")


def _day_and_hour(candidate: Candidate, old: Statement) -> bool:
    """*Standup is at nine*, *standup is on Fridays now*: when it is by one clock says nothing of the other."""
    timed = candidate.value_kind in TIMED and old.value_kind in TIMED and not candidate.replaces
    return timed and not compatible(candidate.value_kind, candidate.unit, old.value_kind, old.unit)


def _rivals(candidate: Candidate, active: Sequence[Statement]) -> list[Statement]:
    return [s for s in active if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)]


def _comes_beside(candidate: Candidate) -> bool:
    """Whether a statement takes no place, whatever is there: one of several, in whose telling nothing moved."""
    plain = candidate.change is Change.NONE and not candidate.replaces and not may_be_framed(candidate)
    return plain and candidate.cardinality is Cardinality.MULTI and not of_the_present(candidate.evidence)


def _is_one_more(candidate: Candidate, active: Sequence[Statement]) -> bool:
    """Whether a value comes beside the others by what it is of: not *100 mg of sertraline* beside 50 mg of it."""
    if not candidate.cumulative:
        return False
    if candidate.norm[:1].isdigit():
        named = set(terms(candidate.value))
        return all(named.isdisjoint(terms(s.value)) for s in active)
    if candidate.thing is not None and any(_of_one_part(candidate, s) for s in active):
        return False
    return not any(same_value(s.norm, candidate.norm) or refines(s.norm, candidate.norm) for s in active)


def _of_one_part(candidate: Candidate, old: Statement) -> bool:
    """*We deploy the docs to Netlify now*, after *… to Heroku*: the part of which it is told was told of before."""
    said, before = set(terms(candidate.evidence)), set(terms(old.evidence))
    own = said - set(terms(candidate.value)) - _OF_NOW
    of_a_part = candidate.thing in SETTINGS or " for " in candidate.evidence  # a library supports several versions
    return of_a_part and len(own) > 1 and own <= before


_OF_NOW = frozenset({"now", "today", "current"})


def _beside(candidate: Candidate, old: Statement) -> bool:
    """*I've started learning Korean*: a start in a known slot of several takes nothing from another such slot."""
    several = candidate.cardinality is old.cardinality is Cardinality.MULTI
    elsewhere = candidate.attribute != old.slot.attribute
    return several and elsewhere and candidate.known_attribute and candidate.change is Change.SINCE


def _replaced(norm: str, active: list[Statement]) -> Statement | None:
    """The one value of a slot that *from …* names, wholly or by its beginning: *£18* of *£18 a month*."""
    if not norm:
        return None
    named = [s for s in active if (same_value(s.norm, norm) or refines(norm, s.norm))]
    return named[0] if len(named) == 1 else None
