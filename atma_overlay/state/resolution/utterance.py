"""The statements of one utterance.

Two statements compete only if they address the same slot. Similarity shortlists and never decides: a later sentence
reaches an earlier slot through the old value that it names, through the attribute's head word, or through a frame that
is alike but for one value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.language.candidates import ABOUT_RULE, BY_LAST, BY_PASSING, BY_VALUE, Candidate, Found, Part
from atma_overlay.language.endings.forget_topics import MEANT
from atma_overlay.records import Act, Cardinality, Change, Observation, Slot, Statement
from atma_overlay.state.pairs.acting import of_nobody
from atma_overlay.state.pairs.adjudication import APPLY_AT
from atma_overlay.state.resolution.adopting import Adopting
from atma_overlay.state.resolution.leaving import Leaving
from atma_overlay.state.resolution.placing import Placing
from atma_overlay.state.resolution.stating import Stating
from atma_overlay.state.resolution.untied import untie
from atma_overlay.state.slots.holders import called, speaker_of
from atma_overlay.state.slots.meant import meant_records
from atma_overlay.state.slots.topics import topic_records
from atma_overlay.state.slots.twins import twins
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.sameness import same_value

UNNAMED = 0.5
"""Confidence of what is told of a *she* or a *he* that no name explains."""
_PARTS = tuple(Part)
_STATING = frozenset({Part.STATEMENT, Part.REQUESTED})


def resolve(found: Found, observation: Observation, workspace: Workspace) -> list[Statement]:
    """The statements of one utterance; what cannot be placed is left out."""
    return _Resolution(found, observation, workspace).run() if found.candidates else []


class _Resolution:
    def __init__(self, found: Found, observation: Observation, workspace: Workspace) -> None:
        self.found, self.workspace, self.speaker = found, workspace, speaker_of(observation)
        self.observation = observation
        self.placing = Placing(observation, workspace)
        self.links = self.placing.links
        self.links.told = found.candidates
        self.stating = Stating(self.placing)
        self.adopting = Adopting(self.placing, self.stating)

    def run(self) -> list[Statement]:
        """What is retracted first, then what stopped and what took its place, then what is stated."""
        subjects = [(c, self._subject(c)) for c in _of_either(self.found.candidates)]
        placed = [c if s == c.subject else c.but(subject=s) for c, s in subjects if s is not None]
        nobodys = [c for c, s in subjects if s is None]
        placed += [_unnamed(c) for c in nobodys if _worth_keeping(c)]
        adrift = [c for c in nobodys if c.part is Part.STATEMENT]
        self.workspace.load(Slot(c.subject, c.attribute) for c in placed if c.part in _STATING)
        by_part: dict[Part, list[Candidate]] = {part: [] for part in _PARTS}
        for candidate in placed:
            by_part[candidate.part].append(candidate)
        for candidate in by_part[Part.RETRACTED]:
            self._retract(candidate)
        passing = {
            c.old_norm for c in by_part[Part.ADOPTED] if c.attribute == BY_PASSING and self.adopting.in_passing(c)
        }
        by_part[Part.ADOPTED] = [c for c in by_part[Part.ADOPTED] if c.attribute != BY_PASSING]
        leaving = [c for c in by_part[Part.RETIRED] + by_part[Part.PARTED] if c.norm not in passing]
        used: set[int] = set()
        if leaving:
            leaving = untie(leaving, self.placing)
            used = Leaving(self.placing).retire(leaving, by_part[Part.ADOPTED], by_part[Part.STATEMENT] + adrift)
        for candidate in by_part[Part.ADOPTED]:
            if id(candidate) not in used:
                self.adopting.adopt(candidate)
        for candidate in by_part[Part.STATEMENT]:
            if id(candidate) not in used:
                self.stating.state(candidate)
        for candidate in by_part[Part.REQUESTED]:
            self.stating.request(candidate)
        return self.placing.out

    def _subject(self, candidate: Candidate) -> str | None:
        subject = candidate.subject
        pronoun, of, relation = subject.partition("'s ")
        if pronoun.startswith("?") and of:  # his sister's: of whoever was named, and no state of that one's
            whose = self.workspace.conversation.last_named(self.observation)
            return None if whose is None else called(f"{whose}'s {relation}", self.workspace.active, candidate.evidence)
        if subject.startswith("?"):
            found = self.links.antecedent(candidate) or self.links.holder_of(candidate)
            return None if found == self.speaker and of_nobody(candidate) else found
        return called(subject, self.workspace.active, candidate.evidence)

    def _retract(self, candidate: Candidate) -> None:
        if candidate.attribute == ABOUT_RULE:
            return
        if candidate.attribute == BY_LAST:
            self._put_retracted(candidate, self.adopting.correcting.all_told(candidate))
            return
        meant = self._meant(candidate)
        meant += [w for m in meant for w in twins(m, self.workspace, any_slot=True, past=True) if w not in meant]
        self._put_retracted(candidate, meant)

    def _meant(self, candidate: Candidate) -> list[Statement]:
        if candidate.value_kind == MEANT:
            return meant_records(candidate, self.workspace)
        named = self.workspace.active(Slot(candidate.subject, candidate.attribute)) if candidate.attribute else []
        meant = named or topic_records(candidate.value, self.workspace)
        if candidate.attribute == BY_VALUE:
            return [s for s in meant if same_value(s.norm, candidate.norm)]
        return meant

    def _put_retracted(self, candidate: Candidate, meant: Sequence[Statement]) -> None:
        for target in dict.fromkeys(meant):
            self.placing.put(
                candidate, target.slot, value=target.value, norm=target.norm, cardinality=target.cardinality,
                contextual=True, affirmed=target.affirmed,
            )  # fmt: skip


def _of_either(found: Sequence[Candidate]) -> Iterator[Candidate]:
    """*His cousin gave up football, he plays rugby now*: who *he* is, where the sentence names one of his before.

    It may be either, so that nothing is taken from the one of whom it is told.
    """
    named = {(c.evidence, c.subject.partition("'s ")[0]) for c in found if c.subject.startswith(_OWNED)}
    for candidate in found:
        yield candidate.doubted() if (candidate.evidence, candidate.subject) in named else candidate


_OWNED = ("?he's ", "?she's ")


def _worth_keeping(candidate: Candidate) -> bool:
    """What is told of somebody whom nothing names: kept beside the pronoun, too faint to retire anything."""
    told = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.confidence >= APPLY_AT
    return told and candidate.subject.partition("'s ")[0] in {"?she", "?he"}


_THEIRS = {"?she's ": "her ", "?he's ": "his "}


def _unnamed(candidate: Candidate) -> Candidate:
    pronoun, of, relation = candidate.subject.partition("'s ")
    return candidate.but(
        subject=_THEIRS[pronoun + of] + relation if of else pronoun[1:],
        confidence=UNNAMED,
        cardinality=Cardinality.MULTI,
        change=Change.NONE,
    )
