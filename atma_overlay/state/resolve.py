"""Slot resolution: candidates of one utterance to statements, in the light of what was said before it.

Two statements compete only if they address the same slot. Similarity shortlists and never decides: a later sentence
reaches an earlier slot through the old value that it names, through the attribute's head word, or through a frame that
is alike but for one value.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

import re2

from atma_overlay.language.candidates import ABOUT_RULE, BY_ACTOR, BY_LOSS, BY_RETURN, Candidate, Found, Part
from atma_overlay.language.kinds import COUNTED, NAMED, TIMED
from atma_overlay.language.words import ACQUAINTANCES, KIN, PETS, verb_lemma
from atma_overlay.records import Act, Basis, Cardinality, Change, Observation, Slot, Statement
from atma_overlay.state.adjudication import APPLY_AT, compatible
from atma_overlay.state.displacement import (
    OPEN_AT,
    alike_but_for_value,
    called_alike,
    displaces,
    may_be_framed,
    other_sort,
    wholly,
)
from atma_overlay.state.links import Links, naming_terms
from atma_overlay.state.templates import successor_of, told_apart
from atma_overlay.state.terms import terms
from atma_overlay.state.topics import topic_records
from atma_overlay.state.twins import twins
from atma_overlay.state.values import normalise, refines, same_value
from atma_overlay.state.workspace import Workspace

_ANIMALS = frozenset(
    {"pet_dog", "pet_cat", "other_pet", "other_pet_name", "grandfather", "grandmother", "parent_in_law"}
)
PEOPLE = KIN | ACQUAINTANCES | PETS | {"child", "identity", "friend", "spouse", "pet"}
"""Attributes whose values are somebody: people are not swapped for things in passing."""
MAX_RETIREMENTS = 8
"""Per observation; what is beyond is proposed, not applied."""
UNNAMED = 0.5
"""Confidence of what is told of a *she* or a *he* that no name explains."""
_NAME_WORDS = 4
_SAYS_WHAT = re2.compile(
    r"\b(?:job|post|position|laid off|fired|sacked|let go|redundant|resigned|sold|cancel\p{L}*|broke up|"
    r"split up|divorced|membership|subscription|contract|lease)\b"
)
"""What tells, beside the name, what it was that ended: one leaves a town as well as a firm."""
_SWITCHED = re2.compile(r"\b(?:switch|migrat|chang|convert|port|transfer|upgrad|downgrad|swap|mov)\p{L}*\b")
"""What tells a change where *from … to …* tells a journey as well."""
REACH = 360
"""Characters between something that stopped and what took its place."""
_BOUNDARY = re2.compile(r"[,;:.()]| - | and | but | so | because | since | when | after ")
TOLD_TOGETHER = 0.8
"""Confidence of a replacement whose two halves are told in one breath."""


def resolve(found: Found, observation: Observation, workspace: Workspace) -> list[Statement]:
    """The statements of one utterance; what cannot be placed is left out."""
    return _Resolution(found, observation, workspace).run()


class _Resolution:
    def __init__(self, found: Found, observation: Observation, workspace: Workspace) -> None:
        self.found, self.observation, self.workspace = found, observation, workspace
        self.links = Links(observation, workspace)
        self.out: list[Statement] = []
        self.retiring = 0

    def run(self) -> list[Statement]:
        """What is retracted first, then what stopped and what took its place, then what is stated."""
        placed = [c.but(subject=s) for c in self.found.candidates if (s := self._subject(c)) is not None]
        placed += [_unnamed(c) for c in self.found.candidates if self._subject(c) is None and _worth_keeping(c)]
        adrift = [c for c in self.found.candidates if c.part is Part.STATEMENT and self._subject(c) is None]
        by_part = {part: [c for c in placed if c.part is part] for part in Part}
        for candidate in by_part[Part.RETRACTED]:
            self._retract(candidate)
        leaving = by_part[Part.RETIRED] + by_part[Part.PARTED]
        used = self._retire(leaving, by_part[Part.ADOPTED], by_part[Part.STATEMENT] + adrift)
        for candidate in by_part[Part.ADOPTED]:
            if id(candidate) not in used:
                self._adopt(candidate)
        for candidate in by_part[Part.STATEMENT]:
            if id(candidate) not in used:
                self._state(candidate)
        return self.out

    def _subject(self, candidate: Candidate) -> str | None:
        subject = candidate.subject
        if subject.startswith("?"):
            return self.links.antecedent(candidate) or self.links.holder_of(candidate)
        if "'s " in subject:
            owner, _, relation = subject.partition("'s ")
            known = self.workspace.active(Slot(owner, relation.replace(" ", "_")))
            if len(known) == 1 and known[0].value_kind == "name":
                return known[0].value.lower()
        return subject

    def _retract(self, candidate: Candidate) -> None:
        if candidate.attribute == ABOUT_RULE:
            return
        named = self.workspace.active(Slot(candidate.subject, candidate.attribute)) if candidate.attribute else []
        meant = named or topic_records(candidate.value, self.workspace)
        meant += [w for m in meant for w in twins(m, self.workspace, any_slot=True, past=True) if w not in meant]
        for target in dict.fromkeys(meant):
            self._put(candidate, target.slot, value=target.value, norm=target.norm, cardinality=target.cardinality,
                      contextual=True, affirmed=target.affirmed)  # fmt: skip

    def _retire(self, retired: list[Candidate], adopted: list[Candidate], stated: list[Candidate]) -> set[int]:
        used: set[int] = set()
        left: set[str] = set()
        replaced = {normalise(c.replaces) for c in adopted if c.replaces}
        for candidate in retired:
            if candidate.norm in replaced:
                continue
            parted = candidate.part is Part.PARTED
            old = self.links.mentioned(candidate.value, candidate.subject, by_value=parted)
            if old is None or old.id in left or old.observation_id == self.observation.id:
                continue
            if candidate.attribute == BY_ACTOR and old.slot.subject != candidate.subject:
                continue
            if candidate.attribute == BY_LOSS and not _somebody(old):
                continue
            options = [c for c in adopted if c.replaces is None and c.act is Act.ASSERT]
            options += [c for c in stated if _of_slot(c, old) and self._may_follow(c, candidate, old)]
            if parted and old.slot.attribute in PEOPLE:
                options = [o for o in options if o.attribute == old.slot.attribute]
            partner = self._partner(candidate, old, [o for o in options if id(o) not in used])
            if partner is not None:
                used.add(id(partner))
                left.add(old.id)
                self._replace(partner.but(confidence=max(partner.confidence, TOLD_TOGETHER)), old)
            elif not parted and _stands_alone(old):
                left.add(old.id)
                self._put(
                    candidate, old.slot, value=old.value, norm=old.norm, cardinality=old.cardinality, contextual=True
                )
        return used

    def _may_follow(self, candidate: Candidate, retired: Candidate, old: Statement) -> bool:
        """Whether a statement can be what took the place of something that stopped.

        It marks a start, or it stands in the same sentence, behind, and names something that was not known.
        """
        if candidate.additive:
            return False
        if candidate.change is not Change.NONE:
            return True
        fresh = candidate.value_kind in NAMED and not self.links.names_known_value(candidate.value)
        if candidate.evidence != retired.evidence:
            named = naming_terms(candidate.attribute) & naming_terms(old.slot.attribute)
            return fresh and candidate.place > retired.place and bool(named) and candidate.confidence >= APPLY_AT
        return candidate.place > retired.place and fresh and _apart(retired, candidate)

    def _partner(self, retired: Candidate, old: Statement, options: list[Candidate]) -> Candidate | None:
        near = [
            c
            for c in options
            if not (retired.part is Part.PARTED and c.subject not in {old.slot.subject, retired.subject})
            and not (c.value_kind == "phrase" and old.value_kind == "name" and c.attribute != old.slot.attribute)
            and abs(c.place - retired.place) <= REACH
            and compatible(c.value_kind, c.unit, old.value_kind, old.unit)
            and not other_sort(c, old)
            and not same_value(c.norm, old.norm)
            and not refines(c.norm, old.norm)
        ]
        return min(near, key=lambda c: (c.place < retired.place, abs(c.place - retired.place)), default=None)

    def _adopt(self, candidate: Candidate) -> None:
        if candidate.attribute == BY_RETURN:
            self._return(candidate)
            return
        if candidate.replaces is not None:
            self._adopt_for(candidate, candidate.replaces)
            return
        if candidate.act is Act.CORRECT:
            target = self.links.just_said(candidate)
            if target is not None:
                self._replace(candidate, target)
            return
        old = self.links.topical(candidate)
        measured = candidate.value_kind == "frequency" or (candidate.value_kind in COUNTED and candidate.unit)
        if old is None and measured:
            old = self.links.moved(candidate)
        if old is not None:
            self._replace(candidate, old)

    def _return(self, candidate: Candidate) -> None:
        """What was given up holds again, in place of the one value that its slot has had since."""
        former = self.links.former(candidate)
        if former is None:
            return
        since = [s for s in self.workspace.active(former.slot) if s.affirmed and s.norm != former.norm]
        known = candidate.but(value_kind=former.value_kind, unit=former.unit)
        if len(since) == 1:
            self._replace(known, since[0])
        elif not since:
            self._put(known, former.slot, cardinality=former.cardinality, contextual=True)

    def _adopt_for(self, candidate: Candidate, replaces: str) -> None:
        """A value that is told with what it replaces; with nothing known to replace, it opens a slot of its own."""
        old = self.links.mentioned(replaces, candidate.subject)
        if old is not None and candidate.attribute == BY_ACTOR and old.slot.subject != candidate.subject:
            return
        if old is not None and old.value_kind == "phrase" and candidate.value_kind in NAMED:
            themed = self.links.associated(candidate.but(attribute="_".join(terms(replaces))))
            purpose = old.slot.attribute.endswith(("_for", "_about", "_like"))
            old = themed or (None if purpose else old)
        if old is not None and compatible(candidate.value_kind, candidate.unit, old.value_kind, old.unit):
            self._replace(candidate, old)
        elif candidate.act is not Act.ASSERT:
            return
        elif (moved := self.links.associated(candidate.but(attribute="_".join(terms(replaces))))) is not None:
            self._replace(candidate, moved)
        elif candidate.value_kind in COUNTED | TIMED:
            label = "_".join(terms(replaces))
            if label:
                self._state(candidate.but(attribute=label, replaces=None, cardinality=Cardinality.SINGLE))
        elif candidate.known_attribute:
            slot = Slot(candidate.subject, candidate.attribute)
            if not self._from_unheard_of(candidate, slot, replaces):
                self._state(candidate.but(replaces=None))
        elif candidate.thing is not None:
            known = candidate.but(attribute=candidate.thing, known_attribute=True, replaces=None)
            if not self._from_unheard_of(known, Slot(candidate.subject, candidate.thing), replaces):
                self._state(known.but(cardinality=Cardinality.MULTI))
        else:
            slot = Slot(candidate.subject, "switched_to")
            if not self._from_unheard_of(candidate, slot, replaces):
                self._put(candidate, slot, cardinality=Cardinality.MULTI, replaces=None)

    def _from_unheard_of(self, candidate: Candidate, slot: Slot, replaces: str) -> bool:
        """*We switched from Trello to Linear*, where nothing was known: both, and the change between them."""
        named = (
            f"from {replaces}" in candidate.evidence
            and replaces[:1].isupper()
            and len(replaces.split()) <= _NAME_WORDS
            and candidate.value_kind in NAMED
        )
        held = [s for s in self.workspace.statements(slot).values() if same_value(s.norm, normalise(replaces))]
        named = named and _SWITCHED.search(candidate.evidence.lower()) is not None
        if not named or held or candidate.change is not Change.TOLD or candidate.confidence < TOLD_TOGETHER:
            return False
        both = candidate.but(cardinality=Cardinality.MULTI)
        self._presuppose(both, slot, replaces)
        self._put(both, slot, contextual=True, replaces=normalise(replaces), change=Change.TOLD)
        return True

    def _replace(self, candidate: Candidate, old: Statement) -> None:
        if same_value(candidate.norm, old.norm):
            self._put(candidate, old.slot, cardinality=old.cardinality, contextual=True, replaces=None)
            return
        self._put(
            candidate, old.slot, cardinality=old.cardinality, contextual=True, replaces=old.norm, change=Change.TOLD
        )

    def _take_for_granted(self, candidate: Candidate, slot: Slot, rivals: list[Statement]) -> None:
        """It competes with nothing that stands, unless it tells a change that the slot has not seen."""
        if candidate.change is not Change.NONE:
            known = self.workspace.statements(slot).values()
            if not any(same_value(s.norm, candidate.norm) for s in known):
                self._state(candidate.but(basis=Basis.SAID))
        elif candidate.cardinality is Cardinality.MULTI or all(same_value(s.norm, candidate.norm) for s in rivals):
            self._put(candidate, slot, contextual=True)

    def _state(self, candidate: Candidate) -> None:
        slot = Slot(candidate.subject, candidate.attribute)
        active = self.workspace.recent(slot)
        rivals = [s for s in active if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)]
        if candidate.act is Act.CORRECT:
            self._mend(candidate, slot, active)
            return
        if candidate.act is not Act.ASSERT:
            if candidate.act is Act.END and self._unheard_of(candidate, slot, active):
                self._presuppose(candidate, slot, candidate.value)
            self._put(candidate, slot, replaces=candidate.replaces)
            return
        if candidate.basis is Basis.PRESUPPOSED:
            self._take_for_granted(candidate, slot, rivals)
            return
        apart = [s for s in active if told_apart(s, candidate)]
        near = [s for s in active if s not in apart and s.observation_id != self.observation.id]
        aligned = successor_of(candidate, near)
        if aligned is not None:
            sure = candidate.but(confidence=max(candidate.confidence, OPEN_AT))
            self._put(sure, slot, replaces=aligned.norm, contextual=True)
            return
        elsewhere = None if active else self.links.aligned(candidate)
        if elsewhere is not None:
            self._replace(candidate.but(confidence=max(candidate.confidence, OPEN_AT)), elsewhere)
            return
        if apart:
            candidate = candidate.but(cardinality=Cardinality.MULTI)
        if rivals or (active and candidate.change is Change.NONE):
            old = self._sole_rival(candidate, near)
            if old is not None:
                self._put(candidate, slot, replaces=old.norm, contextual=True)
                return
        elif candidate.change is Change.NONE and candidate.value_kind in COUNTED and candidate.unit:
            old = self.links.same_measure(candidate)
            if old is not None:
                self._replace(candidate, old)
                return
        elif candidate.change is not Change.NONE and not candidate.additive:
            old = self.links.moved(candidate)
            if old is not None and not told_apart(old, candidate) and not _beside(candidate, old):
                self._replace(candidate, old)
                return
        self._put(candidate, slot)

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

    def _presuppose(self, candidate: Candidate, slot: Slot, value: str) -> None:
        """Record what the telling of an end or a change takes for granted: that it was so until then."""
        start = candidate.evidence.find(value)
        offset = candidate.span[0] - candidate.evidence.find(candidate.value)
        span = (offset + start, offset + start + len(value)) if start >= 0 else candidate.span
        before = candidate.but(
            act=Act.ASSERT, value=value, norm=normalise(value), span=span, replaces=None, change=Change.NONE,
            basis=Basis.PRESUPPOSED, valid_to=None, temporary=False, valid_from=self.observation.observed_at,
        )  # fmt: skip
        self._put(before, slot, contextual=True)

    def _mend(self, candidate: Candidate, slot: Slot, active: list[Statement]) -> None:
        """A correction mends the value that it contradicts: in its own slot, else what was just said of its kind."""
        if candidate.replaces is not None:
            self._put(candidate, slot, replaces=candidate.replaces)
            return
        rivals = [
            s
            for s in active
            if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)
            and s.cardinality is Cardinality.SINGLE
            and s.observation_id != self.observation.id
        ]
        old = max(rivals, key=lambda s: (s.observed_at, s.position), default=None) or self.links.by_attribute(candidate)
        if old is None or same_value(old.norm, candidate.norm):
            self._put(candidate.but(act=Act.ASSERT), slot)
            return
        self._put(candidate, old.slot, cardinality=old.cardinality, replaces=old.norm, contextual=True)

    def _sole_rival(self, candidate: Candidate, active: list[Statement]) -> Statement | None:
        """In a slot that may hold several: the one value that the new one displaces, if the wording leaves no doubt."""
        if candidate.cardinality is Cardinality.SINGLE or candidate.additive:
            return None
        rivals = [
            s
            for s in active
            if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)
            and not same_value(s.norm, candidate.norm)
            and not refines(s.norm, candidate.norm)
            and s.affirmed == candidate.affirmed
            and s.observation_id != self.observation.id
        ]
        framed = [s for s in rivals if alike_but_for_value(s, candidate) and may_be_framed(candidate)]
        if len(framed) == 1 and framed[0].value_kind == candidate.value_kind:
            return framed[0]
        if candidate.change is Change.NONE or len(rivals) != 1 or not displaces(candidate, rivals[0]):
            return None
        same_noun = called_alike(rivals[0], candidate)
        plain = candidate.change is Change.TOLD or wholly(candidate.evidence) or same_noun
        return None if candidate.known_attribute and not plain else rivals[0]

    def _displaces(self, candidate: Candidate, slot: Slot, norm: str | None) -> bool:
        """Whether a plain statement takes the place of another value by standing in its slot."""
        if candidate.cardinality is Cardinality.MULTI:
            return False
        stated = candidate.norm if norm is None else norm
        others = (s for s in self.workspace.active(slot) if s.observation_id != self.observation.id)
        return any(not same_value(s.norm, stated) for s in others)

    def _put(  # noqa: PLR0913 - the fields that resolution decides
        self, candidate: Candidate, slot: Slot, *, value: str | None = None, norm: str | None = None,
        cardinality: Cardinality | None = None, contextual: bool = False, replaces: str | None = None,
        change: Change | None = None, affirmed: bool | None = None,
    ) -> None:  # fmt: skip
        retires = replaces is not None or candidate.act is not Act.ASSERT or self._displaces(candidate, slot, norm)
        self.retiring += retires
        confidence = (
            min(candidate.confidence, 0.5) if self.retiring > MAX_RETIREMENTS and retires else candidate.confidence
        )
        statement = statement_of(candidate, self.observation, slot)
        statement = replace(
            statement,
            value=candidate.value if value is None else value,
            norm=candidate.norm if norm is None else norm,
            cardinality=cardinality or candidate.cardinality,
            contextual=contextual or candidate.subject != slot.subject,
            replaces=replaces,
            change=change or candidate.change,
            affirmed=candidate.affirmed if affirmed is None else affirmed,
            confidence=confidence,
        )
        statement = replace(statement, id=_statement_id(statement))
        self.out.append(statement)
        self.workspace.add(statement)


def _beside(candidate: Candidate, old: Statement) -> bool:
    """*I've started learning Korean*: a start in a known slot of several takes nothing from another such slot."""
    several = candidate.cardinality is old.cardinality is Cardinality.MULTI
    elsewhere = candidate.attribute != old.slot.attribute
    return several and elsewhere and candidate.known_attribute and candidate.change is Change.SINCE


def _somebody(old: Statement) -> bool:
    return old.slot.attribute in PEOPLE | _ANIMALS


def _worth_keeping(candidate: Candidate) -> bool:
    """What is told of somebody whom nothing names: kept beside the pronoun, too faint to retire anything."""
    told = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.confidence >= APPLY_AT
    return told and candidate.subject in {"?she", "?he"}


def _unnamed(candidate: Candidate) -> Candidate:
    return candidate.but(
        subject=candidate.subject[1:], confidence=UNNAMED, cardinality=Cardinality.MULTI, change=Change.NONE
    )


def _of_slot(candidate: Candidate, old: Statement) -> bool:
    """Whether a statement can be of an old value's slot: a known attribute only if it is that one, or one sort."""
    one_sort = candidate.sort is not None and old.unit == f"sort:{candidate.sort}"
    return not candidate.known_attribute or candidate.attribute == old.slot.attribute or one_sort


def _apart(retired: Candidate, candidate: Candidate) -> bool:
    """Whether a value stands in another clause than what stopped: *Pell is moving to Crete* replaces nobody."""
    start = candidate.evidence.find(retired.value)
    end = candidate.evidence.find(candidate.value, start)
    between = candidate.evidence[start + len(retired.value) : end] if 0 <= start < end else ","
    return bool(_BOUNDARY.search(between.lower()))


def _stands_alone(old: Statement) -> bool:
    """Whether a value is known well enough to be ended by its bare name: no *one*, no *projects* of some verb."""
    verbal = any(verb_lemma(x) for x in old.slot.attribute.split("_"))
    return old.value_kind != "phrase" or not verbal or len(old.norm.split()) > 1


def statement_of(candidate: Candidate, observation: Observation, slot: Slot) -> Statement:
    """A candidate as a statement of a slot."""
    sort = f"sort:{candidate.sort}" if candidate.sort else None
    statement = Statement(
        "", observation.id, slot, candidate.cardinality, candidate.act, candidate.value, candidate.norm,
        candidate.value_kind, candidate.unit or sort, candidate.affirmed, candidate.span, candidate.valid_from,
        candidate.valid_to, candidate.temporary, candidate.replaces, candidate.change, candidate.confidence,
        candidate.basis, observation.origin, candidate.extractor, observation.observed_at, observation.position,
        observation.digest, candidate.evidence, agent=observation.agent, session=observation.session,
    )  # fmt: skip
    return replace(statement, id=_statement_id(statement))


def _statement_id(statement: Statement) -> str:
    parts = (
        statement.observation_id, str(statement.span), statement.act, str(statement.slot), statement.norm,
        statement.replaces or "", str(statement.affirmed),
    )  # fmt: skip
    return "rec_" + hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:20]
