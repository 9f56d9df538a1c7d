"""Records that are reached by a value: that an utterance names, that somebody had, or that a pronoun stands for."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import COUNTED, HAD
from atma_overlay.language.grammar.ties import of_other_gender
from atma_overlay.records import Observation, Slot, Statement, Status
from atma_overlay.state.earlier import EarlierRecords
from atma_overlay.state.pairs.displacement import OPEN_AT
from atma_overlay.state.pairs.written import is_typed_small, is_written
from atma_overlay.state.slots.holders import speaker_of
from atma_overlay.state.slots.mentions import (
    another_one,
    is_called_by,
    is_named_by,
    mention_score,
)
from atma_overlay.state.slots.several import STAYS, likeliest
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import stem, terms


class ByValue(EarlierRecords):
    """The records that one utterance reaches by values, of what was said before it.

    Attributes:
        told: everything that the utterance tells, as far as that is known.
        unsure: the ids of records that were taken to be meant where another slot's might be.
    """

    def __init__(self, observation: Observation, workspace: Workspace) -> None:
        super().__init__(observation, workspace)
        self.told: Sequence[Candidate] = ()
        self.unsure: set[str] = set()

    def antecedent(self, candidate: Candidate) -> str | None:
        """Whom a pronoun stands for: the one named just before, else the one other subject with that attribute."""
        named = self.workspace.conversation.last_named(self.observation)
        if named is not None:
            return named
        me = speaker_of(self.observation)
        asked = terms(candidate.attribute.replace("_", " "))
        known = self.found("attribute", asked) if asked else []
        others = {s.slot.subject for s in known if s.slot.attribute == candidate.attribute and s.slot.subject != me}
        others = {s for s in others if not of_other_gender(candidate.subject, s)}
        if len(others) == 1:
            return next(iter(others))
        return me if candidate.subject == "?it" else None

    def holder_of(self, candidate: Candidate) -> str | None:
        """Who a pronoun stands for by what they had: the one other person with the value that is told to be over."""
        old = candidate.replaces or (candidate.value if candidate.value_kind == "mention" else "")
        if not old:
            return None
        me, norm = speaker_of(self.observation), candidate.old_norm or candidate.norm
        held = self.found("value", terms(old), lambda s: same_value(s.norm, norm))
        others = {s.slot.subject for s in held if s.slot.subject != me}
        others = {s for s in others if not of_other_gender(candidate.subject, s)}
        return next(iter(others)) if len(others) == 1 else None

    def mentioned(self, told: Candidate, *, replaced: bool = False, by_value: bool = False) -> Statement | None:
        """The open record whose value is named in a sentence: wholly, or by a name that is part of it.

        Args:
            told: what names it, as its value, or as what it replaces.
            replaced: whether as that.
            by_value: whether it can be the value alone, and no attribute.
        """
        mention, norm = (told.replaces or "", told.old_norm) if replaced else (told.value, told.norm)
        subject, said, asked = told.subject, told.evidence, terms(mention)
        if not asked:
            return None
        best: list[tuple[float, Statement]] = []
        for statement in self.found("value", asked):
            if statement.observation_id == self.observation.id or another_one(mention, statement):
                continue
            score = mention_score(statement, mention, norm, set(asked))
            if score and not (is_typed_small(said) or is_written(said, statement, mention)):
                continue
            if score and statement.slot.subject == subject:
                score += 0.5
            if score:
                best.append((score, statement))
        if best:
            return self._likeliest(best, told)
        if by_value:
            return None
        asked = terms(mention.replace("-", " ")) or asked
        named = self.found("attribute", asked, self.of_subject(subject))
        exact = [
            s
            for s in named
            if set(asked) <= set(terms(s.slot.attribute.replace("_", " ")))
            and s.observation_id != self.observation.id
            and s.confidence >= OPEN_AT
            and s.value_kind != "phrase"
            and is_called_by(mention, s)
        ]
        return exact[0] if len({s.slot for s in exact}) == 1 else None

    def _likeliest(self, scored: Sequence[tuple[float, Statement]], told: Candidate) -> Statement:
        if len(scored) == 1:
            return scored[0][1]
        most = max(score for score, _ in scored)
        tied = [statement for score, statement in scored if score == most]
        if len(tied) == 1:
            return tied[0]
        old, unsure = likeliest(tied, told, self.told, told.evidence)
        if unsure:
            self.unsure.add(old.id)
        return old

    def held(self, candidate: Candidate) -> Statement | None:
        """The one open record of the slot that a mention names, unless the slot had it only after it is said to end."""
        mine = self.observation.id
        active = [s for s in self.workspace.active(Slot(candidate.subject, candidate.attribute)) if s.affirmed]
        if len(active) != 1 or active[0].observation_id == mine or active[0].confidence < OPEN_AT:
            return None
        last = candidate.valid_to or candidate.valid_from  # the time that is told may be a month
        return active[0] if last >= active[0].valid_from else None

    def had_until_now(self, candidate: Candidate) -> Statement | None:
        """The one thing that a mention names of those that the speaker says to have.

        None where what is named differs from it by a word of its own (*my old bike*, *the exercise bike*), or where
        several are known to be had, by a count or by their names.
        """
        said = frozenset(terms(candidate.value))
        known = self.had(candidate.value, candidate.subject)
        meant = [s for s in known if is_named_by(candidate.value, s)]
        if len(meant) != 1 or meant[0].confidence < OPEN_AT:
            return None
        noun = default_extractor().lexicon.by_noun(candidate.value.split()[-1])
        alike = [s for s in self.found("attribute", sorted(said)) if s.slot.subject == candidate.subject]
        counted = [s for s in alike if s.value_kind in COUNTED and stem(s.slot.attribute.rpartition("_")[2]) in said]
        named = self.workspace.active(Slot(candidate.subject, noun.id)) if noun is not None else ()
        several = bool(counted) or len([s for s in named if s.value_kind != HAD]) > 1
        return meant[0] if not several and candidate.valid_from >= meant[0].valid_from else None

    def former(self, candidate: Candidate) -> Statement | None:
        """The one slot's record of this value that was replaced or ended, and that is not open elsewhere.

        Where somebody lives is left out: one goes back to a town for a day.
        """
        met = self.workspace.found("value", terms(candidate.value), open_only=False)
        past = [
            s
            for s in met
            if same_value(s.norm, candidate.norm)
            and s.slot.subject == candidate.subject
            and s.slot.attribute not in STAYS
            and is_written(candidate.evidence, s, candidate.value)
            and self._gone(s)
        ]
        open_ones = any(same_value(s.norm, candidate.norm) for s in self.found("value", terms(candidate.value)))
        return past[0] if past and not open_ones and len({s.slot for s in past}) == 1 else None

    def _gone(self, statement: Statement) -> bool:
        standing = self.workspace.standing(statement)
        return standing is not None and standing.status in (Status.SUPERSEDED, Status.ENDED)

    def names_known_value(self, told: Candidate) -> bool:
        """Whether an open record has this value."""
        return any(same_value(s.norm, told.norm) for s in self.found("value", terms(told.value)))
