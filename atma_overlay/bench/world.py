"""Made-up facts that fill a ledger: who lives where and works for whom, and what became of it.

The statements are those that the rules would find in the sentences; the fold makes their standings and transitions, so
that a filled ledger is one that the overlay could have written, without the time that reading a million sentences
takes. Everything follows from the numbers of the scope and of the fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache

from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.language.candidates import Candidate, Part, to_json
from atma_overlay.language.candidates import Found as FoundCandidates
from atma_overlay.promises import link_to
from atma_overlay.records import (
    Act,
    Basis,
    Cardinality,
    Change,
    Decision,
    DecisionState,
    Extraction,
    Observation,
    Origin,
    Slot,
    Statement,
    Transition,
)
from atma_overlay.scope import Scope
from atma_overlay.state.contents import content_id
from atma_overlay.state.folds.fold import fold_slot
from atma_overlay.state.pairs.adjudication import RulesLinker
from atma_overlay.values.normal import normalise

EPOCH = datetime(2024, 1, 1, tzinfo=UTC)
CHANGED = 3
"""One in so many slots has taken a second value."""
_ONSETS = "b br c d dr f g gr h k l m n p pr r s st t tr v w".split()
_VOWELS = "a e i o u".split()
_CODAS = "l n r s x m nd rt".split()


@dataclass(frozen=True, slots=True)
class Sort:
    """An attribute with the sentences that state it of the user and of somebody else, and its kind of value."""

    attribute: str
    mine: str
    theirs: str
    kind: str = "name"


SORTS = (
    Sort("home_city", "I live in {v} now.", "{s} lives in {v} now.", "place"),
    Sort("employer", "I work at {v} these days.", "{s} works at {v} these days."),
    Sort("gym", "My gym is {v}.", "{s}'s gym is {v}."),
    Sort("manager", "My manager is {v}.", "{s}'s manager is {v}.", "person"),
    Sort("bank", "I bank with {v}.", "{s} banks with {v}."),
    Sort("car", "I drive a {v}.", "{s} drives a {v}."),
    Sort("code_editor", "My code editor is {v}.", "{s}'s code editor is {v}."),
    Sort("project", "My project is called {v}.", "{s}'s project is called {v}."),
    Sort("landlord", "My landlord is {v}.", "{s}'s landlord is {v}.", "person"),
    Sort("dentist", "My dentist is {v}.", "{s}'s dentist is {v}.", "person"),
)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence with what it states."""

    subject: str
    sort: Sort
    value: str
    at: datetime

    @property
    def text(self) -> str:
        """The sentence."""
        form = self.sort.mine if self.subject == "user" else self.sort.theirs
        return form.format(v=self.value, s=self.subject.title())


def name_of(number: int) -> str:
    """A pronounceable name, another one for every number."""
    syllables, rest = [], number + 1
    while rest:
        rest, onset = divmod(rest, len(_ONSETS))
        rest, vowel = divmod(rest, len(_VOWELS))
        syllables.append(_ONSETS[onset] + _VOWELS[vowel])
    return "".join(syllables).title() + _CODAS[number % len(_CODAS)]


def told(scope_number: int, first: int, count: int) -> Iterator[list[Told]]:
    """The sentences of a scope, slot by slot, from its fact `first` on; `count` at least: a slot's stay together."""
    slot, seen = first, 0
    while seen < count:
        said = _slot(scope_number, slot)
        seen += len(said)
        slot += 1
        yield said


def subject_of(scope_number: int, person: int) -> str:
    """Somebody whom a scope speaks of; the first is the user."""
    return "user" if person == 0 else name_of(scope_number * 7919 + person * 31).lower()


def _slot(scope_number: int, slot: int) -> list[Told]:
    person, sort = divmod(slot, len(SORTS))
    subject = subject_of(scope_number, person)
    values = 2 if slot % CHANGED == 0 else 1
    return [
        Told(
            subject, SORTS[sort], name_of(scope_number * 104_729 + slot * 17 + n * 5),
            EPOCH + timedelta(minutes=slot * 3 + n),
        )
        for n in range(values)
    ]  # fmt: skip


def changes(slots: Sequence[Sequence[Told]], *, scope: Scope, host: str, now: datetime) -> Changeset:
    """What a ledger holds once these sentences were remembered, the host's memories linked."""
    out = Changeset()
    parts: list[Changeset] = []
    for said in slots:
        observations = [_observation(each, scope, now) for each in said]
        statements = [_statement(each, o) for each, o in zip(said, observations, strict=True)]
        folded = fold_slot(statements, linker=_LINKER, rulings={}, closures={})
        parts.append(
            Changeset(
                observations=tuple(observations),
                extractions=tuple(
                    Extraction(o.id, "rules/1", _candidates(s)) for o, s in zip(observations, statements, strict=True)
                ),
                statements=tuple(statements),
                standings=tuple(folded.standings.values()),
                transitions=tuple(
                    Transition(
                        d.id,
                        d.slot,
                        d.from_id,
                        d.to_id,
                        d.kind,
                        d.cause,
                        d.decider,
                        d.reason,
                        d.confidence,
                        d.valid_at,
                        now,
                    )
                    for d in folded.drafts
                ),
                decisions=tuple(
                    Decision(d.id, DecisionState.APPLIED if d.applied else DecisionState.PROPOSED, d.decider, now, 0)
                    for d in folded.drafts
                ),
                links=tuple(link_to(host, memory_of(o.id), o) for o in observations),
            )
        )
    names = Changeset.__dataclass_fields__
    return replace(out, **{name: tuple(x for part in parts for x in getattr(part, name)) for name in names})


_LINKER = RulesLinker()


def memory_of(observation_id: str) -> str:
    """The id of the host memory that carries an observation."""
    return f"mem_{observation_id[4:]}"


def observation_id(said: Told, scope: Scope) -> str:
    """The id of the observation that a sentence is."""
    return f"obs_{digest(scope.user, said.text, said.at.isoformat())[:20]}"


def _observation(said: Told, scope: Scope, now: datetime) -> Observation:
    identifier = observation_id(said, scope)
    return Observation(
        identifier, said.text, "user", None, Origin.USER, said.at, now, 0, digest(said.text), scope.agent,
        scope.session, identifier,
    )  # fmt: skip


def _statement(said: Told, observation: Observation) -> Statement:
    start = said.text.index(said.value)
    changed = Change.SINCE if "now" in said.text else Change.NONE
    made = Statement(
        "", observation.id, Slot(said.subject, said.sort.attribute), Cardinality.SINGLE, Act.ASSERT, said.value,
        normalise(said.value), said.sort.kind, None, True, (start, start + len(said.value)), said.at, None, False, None,
        changed, 0.9, Basis.SAID, observation.origin, "rules/1", said.at, 0, observation.digest, said.text,
    )  # fmt: skip
    return replace(made, id=content_id(made))


def _candidates(statement: Statement) -> str:
    """What an extractor notes of such a sentence, its size above all."""
    return (
        _template()
        .replace("\0value", statement.value)
        .replace("\0evidence", statement.evidence)
        .replace("\0subject", statement.slot.subject)
        .replace("\0attribute", statement.slot.attribute)
    )


@cache
def _template() -> str:
    candidate = Candidate(
        Part.STATEMENT, Act.ASSERT, "@subject@", "@attribute@", True, Cardinality.SINGLE, "@value@", "@value@", "name",
        None, True, (10, 16), "@evidence@", EPOCH, None, False, Change.NONE, None, 0.9,
    )  # fmt: skip
    text = to_json(FoundCandidates((candidate,), (), ()))
    for name in ("subject", "attribute", "value", "evidence"):
        text = text.replace(f"@{name}@", f"\0{name}")
    return text
