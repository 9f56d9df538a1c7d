"""Links: the slot that an utterance reaches, by a value it names, an attribute in other words, or a measure that moved.

Similarity shortlists and never decides: a link stands only where exactly one open record fits.
"""

from __future__ import annotations

from datetime import timedelta

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.facts.copula_things import CARRIED
from atma_overlay.language.grammar.discourse import of_the_present
from atma_overlay.language.grammar.kinds import COUNTED, MONEY, NAMED, TIMED
from atma_overlay.language.grammar.ties import another_body
from atma_overlay.language.grammar.words import PREPOSITIONS
from atma_overlay.language.scene import STARTS
from atma_overlay.language.vocabulary.facets import employs
from atma_overlay.records import Cardinality, Change, Slot, Statement
from atma_overlay.state.pairs.adjudication import compatible
from atma_overlay.state.pairs.displacement import OPEN_AT, USE
from atma_overlay.state.pairs.institutions import has_another_tie
from atma_overlay.state.pairs.of_what import of_another_frame
from atma_overlay.state.pairs.particulars import of_another_slot
from atma_overlay.state.slots.association import associated, may_be_associated, told_apart
from atma_overlay.state.slots.by_value import ByValue
from atma_overlay.state.slots.holders import is_somebody, speaker_of
from atma_overlay.state.slots.measure_links import by_count, by_evidence
from atma_overlay.state.slots.mentions import (
    FREQUENCY,
    names_something_else,
    naming_terms,
    only_qualifies,
    tells_what_is_beside,
)
from atma_overlay.state.slots.project_settings import SETTINGS, is_of_some_other, is_part_of_a_project
from atma_overlay.state.slots.several import STAYS
from atma_overlay.state.slots.templates import successor_of, wholly_aligned
from atma_overlay.values.terms import stem, terms

_BEGINNINGS = frozenset(stem(x) for x in STARTS)


_PARTICLES_APART = frozenset({"use_up", "use_to"})
"""*Used up the flour*, *got used to it*: nothing that is used."""
_PASSING_BY = frozenset("visit prepare see tour meet travel read hear apply mention".split())
_BEEN_THERE = frozenset({"be_to", "go_past", "be_by"})
"""What is told of an institution by somebody who need not be of it."""


class Links(ByValue):
    """The slots that one utterance reaches, through the open records of what was said before it."""

    def topical(self, candidate: Candidate) -> Statement | None:
        """The record of the attribute that the sentence names near its value, where it is its slot's only one."""
        if candidate.unit in {"nth", "weekly"}:
            rotas = self.found("unit", [candidate.unit], self.of_subject(candidate.subject))
            if len({s.slot for s in rotas}) == 1:
                return rotas[0]
        at = max(candidate.evidence.find(candidate.value), 0)
        said = set(terms(candidate.evidence[max(at - _NEAR, 0) : at + _NEAR]))
        for s in self.found("attribute", sorted(said), self.of_subject(candidate.subject)):
            fits = compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit) and s.value_kind != "phrase"
            fits = fits and (candidate.value_kind not in NAMED or naming_terms(s.slot.attribute) <= said)
            fits = fits and not only_qualifies(s.slot.attribute, candidate.evidence, candidate.value)
            fits = fits and s.slot.attribute != USE  # got used to it
            if fits and len(self.workspace.active(s.slot)) == 1:
                return s
        return None

    def moved(self, candidate: Candidate) -> Statement | None:
        """The record that a told change is about, where its slot goes by another name.

        A bare mention reaches what is called as it is, and nothing that only has words in common with it.
        """
        if candidate.attribute.rpartition("_")[0] in CARRIED or another_body(candidate.subject.split()) is not None:
            return None  # my car is in York, our partner team is on BigQuery now
        if not candidate.known_attribute and tells_what_is_beside(candidate.attribute):
            return None
        if candidate.valid_to is not None and candidate.value_kind in TIMED:
            return None  # hiked on Saturday
        if candidate.attribute in SETTINGS and is_part_of_a_project(candidate.subject, candidate.evidence):
            return None  # what our GPU jobs run on is not what we run on
        if candidate.confidence < OPEN_AT and not candidate.known_attribute:
            if candidate.attribute.rpartition("_")[2] in PREPOSITIONS:
                return None  # my manager at Acme is …
            return self.by_attribute(candidate) or self.by_sort(candidate)
        found = (
            self._elsewhere(candidate)
            or self.by_attribute(candidate)
            or self.by_sort(candidate)
            or self._by_stay(candidate)
            or self._by_job(candidate)
            or by_evidence(self, candidate)
            or by_count(self, candidate)
            or self.associated(candidate)
        )
        other = found is None or of_another_slot(candidate, found) or self._is_of_some_other(candidate, found)
        return None if other else found

    def _is_of_some_other(self, candidate: Candidate, old: Statement) -> bool:
        theirs = candidate.attribute in SETTINGS and candidate.subject != speaker_of(self.observation)
        return theirs and is_of_some_other(candidate.subject, old, lambda words: self.found("value", words))

    def aligned(self, candidate: Candidate) -> Statement | None:
        """The one open record of the speaker whose sentence is this one but for the value, in whatever slot."""
        if candidate.change is Change.NONE and not of_the_present(candidate.evidence):
            return None
        subject = terms(candidate.subject) or (candidate.subject,)
        mine = self.found("subject", subject, self.of_subject(candidate.subject))
        if candidate.known_attribute:  # *moved to the Brandt team*, *moved to the coast*: one frame, two known slots
            mine = [s for s in mine if naming_terms(s.slot.attribute) & naming_terms(candidate.attribute)]
        alike = (s for s in mine if wholly_aligned(s, candidate))
        return successor_of(candidate, [s for s in alike if not of_another_frame(candidate, s)])

    def associated(self, candidate: Candidate) -> Statement | None:
        """The one open record that shares most with a told change, where its lead leaves no doubt."""
        if not may_be_associated(candidate):
            return None
        subjects = {candidate.subject, speaker_of(self.observation)}
        asked = [x for subject in sorted(subjects) for x in (terms(subject) or (subject,))]
        holds = self.held_with(candidate.subject)
        met = {s.id: s for s in self.found("subject", asked, holds)}
        met |= {s.id: s for s in self.found("value", terms(candidate.value), holds)}
        met |= {s.id: s for s in self.found("attribute", sorted(naming_terms(candidate.attribute)), holds)}
        return associated(candidate, list(met.values()), self.observation)

    def of_theme(self, candidate: Candidate, theme: str) -> Statement | None:
        """The same by the words of what is replaced, which may be those of a slot: *I changed my name to …*."""
        named = default_extractor().lexicon.by_noun(theme)
        found = self.associated(candidate.but(attribute="_".join(terms(theme))))
        known = named.id if named is not None else None
        return None if found is None or of_another_slot(candidate, found, known=known) else found

    def by_attribute(self, candidate: Candidate) -> Statement | None:
        """The one open record whose attribute is this one in other words: *goal* for *savings goal*.

        Words that each has and the other has not tell two slots apart: *API timeout*, *database timeout*.
        """
        attribute = naming_terms(candidate.attribute)
        bare = candidate.attribute == FREQUENCY
        if bare or (not attribute and candidate.value_kind in COUNTED and candidate.unit is not None):
            attribute = frozenset(terms(candidate.attribute.replace("_", " ")))
        if not attribute - _BEGINNINGS or attribute <= MONEY:
            return None  # what is paid in pounds
        matching = []
        for s in self.found("attribute", sorted(attribute), self.held_with(candidate.subject)):
            own = naming_terms(s.slot.attribute)
            if not own or of_another_slot(candidate, s):
                continue
            measured = candidate.value_kind in COUNTED
            if bare or (measured and (candidate.value_kind, candidate.unit) == (s.value_kind, s.unit)):
                own |= set(terms(s.slot.attribute.replace("_", " ")))  # *rollout of dark mode*, *40% for dark mode*
            if not (attribute <= own or own <= attribute) or told_apart(candidate.attribute, s.slot.attribute):
                continue
            if _says_where(candidate) and s.value_kind in NAMED and not _says_where(s):
                continue  # my car is in York
            several = candidate.cardinality is s.cardinality is Cardinality.MULTI
            if {candidate.attribute, s.slot.attribute} & _PARTICLES_APART:
                continue
            if candidate.known_attribute and several and own != attribute:
                continue  # *languages spoken*, *language learnt*: two known slots that share a word
            if s.confidence < OPEN_AT or s.value_kind == "quote" or candidate.value_kind == "quote":
                continue
            vague = "phrase" in {candidate.value_kind, s.value_kind} and (
                not candidate.known_attribute or own != attribute
            )
            if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit) and not vague:
                matching.append(s)
        slots = {s.slot for s in matching}
        return matching[0] if len(slots) == 1 else None

    def _elsewhere(self, candidate: Candidate) -> Statement | None:
        """The one open record of the same known setting: a project goes by several names (*the API*, *it*)."""
        if not candidate.known_attribute or candidate.attribute not in SETTINGS or is_somebody(candidate.subject):
            return None  # the client's database
        asked = terms(candidate.attribute.replace("_", " "))
        options = self.found("attribute", asked, lambda s: s.slot.attribute == candidate.attribute)
        options = [s for s in options if not is_somebody(s.slot.subject)]  # my sister's database
        return options[0] if len(options) == 1 else None

    def by_sort(self, candidate: Candidate) -> Statement | None:
        """The one other institution of the same sort that the subject has: *Oakdale Academy* for *Elm Primary*."""
        if candidate.sort is None or candidate.sort in _PLACES or candidate.value_kind not in NAMED:
            return None
        if candidate.attribute.partition("_")[0] in _PASSING_BY or candidate.attribute in _BEEN_THERE:
            return None  # I've been to Harvard University
        options = [
            s
            for s in self.found("unit", [f"sort:{candidate.sort}"], self.of_subject(candidate.subject))
            if s.confidence >= OPEN_AT and s.value_kind in NAMED and not has_another_tie(candidate, s)
        ]
        if candidate.sort in _ROOMS:
            options = [s for s in options if not names_something_else(candidate.attribute, s.slot.attribute)]
        return options[0] if len({s.norm for s in options}) == 1 else None

    def _by_stay(self, candidate: Candidate) -> Statement | None:
        """Where somebody else has been for weeks takes the place of where they stayed before; who is *back* is not."""
        me, held = speaker_of(self.observation), self.observation.observed_at - candidate.valid_from
        settled = held >= _SETTLED or (held > timedelta(0) and not candidate.attribute.startswith("be_"))
        there = candidate.attribute in STAYS and candidate.value_kind in NAMED and " back " not in candidate.evidence
        if candidate.subject == me or not (settled and there):
            return None
        options = [s for a in STAYS for s in self.workspace.active(Slot(candidate.subject, a)) if s.value_kind in NAMED]
        return options[0] if len(options) == 1 else None

    def _by_job(self, candidate: Candidate) -> Statement | None:
        """Who somebody works for now takes the place of the one that was told by its sort: *the council*, *a bank*."""
        if candidate.attribute != "employer":
            return None
        worked = [s for a in _WORKED for s in self.workspace.active(Slot(candidate.subject, a)) if s.affirmed]
        employed = len(worked) == 1 and (
            worked[0].value_kind == "name" or employs(worked[0].value, default_extractor().lexicon)
        )
        return worked[0] if employed else None


_SETTLED = timedelta(days=21)
_NEAR = 120
"""Characters around a value in which the noun of its slot stands: speech may have no stops at all."""
_WORKED = ("work_for", "work_at")

_PLACES = frozenset({"street", "station", "park", "stable"})
"""Sorts of places: one does not leave one for another as one leaves a bank."""
_ROOMS = frozenset({"room", "building_wing"})
"""Sorts of what is in a building, where one has more than one thing: *my office*, *my locker*."""
_WHERE = frozenset("in near by behind under beside".split())


def _says_where(told: Candidate | Statement) -> bool:
    attribute = told.attribute if isinstance(told, Candidate) else told.slot.attribute
    return attribute.rpartition("_")[2] in _WHERE or attribute in STAYS or "place" in attribute
