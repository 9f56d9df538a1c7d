"""What a judge is shown: the turns, what the rules noted from them, and the records that stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from atma_overlay.judge.readings import behind
from atma_overlay.judge.settings import ASIDE
from atma_overlay.language.candidates import Candidate, Found
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import (
    RULE_ID,
    STATING,
    Act,
    Contingency,
    Observation,
    Origin,
    Slot,
    Standing,
    Statement,
    Status,
)
from atma_overlay.render import estimate_tokens
from atma_overlay.scope import Scope
from atma_overlay.state.workspace import Workspace

LONGEST_TURN = 8000
"""Characters of a turn that a question shows: a longer one is a document, and is read by its opening."""
_TELLS = (Act.ASSERT, Act.CORRECT, Act.END)


@dataclass(frozen=True, slots=True)
class Question:
    """One batch of turns and what they meet.

    Attributes:
        turns: the observations to read, by the label that the model sees.
        notes: what the rules found in them, by label; it opens the affected search like the model's own.
        records: the open records of the scope, by label, the latest last.
        contested: pairs of statement ids that the rules left undecided.
        left_over: observations of the batch that the budget has no room for.
        behind: what the rules found that a note comes from, by its label, where that can be told.
        answers: observations that the rules read by what an agent had asked, which is not shown.
        sources: the observations whose words are shown, by id.
        longest: characters of a turn that are shown.
    """

    turns: Mapping[str, Observation]
    notes: Mapping[str, Statement]
    records: Mapping[str, Statement]
    contested: frozenset[tuple[str, str]]
    left_over: tuple[Observation, ...] = ()
    behind: Mapping[str, Candidate] = field(default_factory=dict)
    answers: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    longest: int = LONGEST_TURN

    def shorter(self) -> Question:
        """The question with less of its longest turns."""
        shown = max(min(len(o.text), self.longest) for o in self.turns.values())
        return replace(self, longest=shown * 3 // 4)

    def without(self, notes: Collection[str]) -> Question:
        """The question without some of its notes."""
        return replace(self, notes={label: s for label, s in self.notes.items() if label not in notes})

    def only(self, records: Sequence[str]) -> Question:
        """The question with some of its records, under their labels."""
        kept = set(records)
        return replace(self, records={label: s for label, s in self.records.items() if label in kept})

    @property
    def slots(self) -> frozenset[Slot]:
        """The slots of the records."""
        return frozenset(s.slot for s in self.records.values())


def question_of(
    reader: LedgerReader, workspace: Workspace, batch: Sequence[Observation], *, found: Mapping[str, Found],
    scope: Scope, room: int, model: str | None = None, without: Collection[str] = (),
) -> Question:  # fmt: skip
    """The question that a batch of observations raises, given the ledger with what the rules make of them.

    Args:
        reader: the ledger as it is.
        workspace: the write in the making; untouched where the batch is stored already.
        batch: observations; only what users, tools and documents say is read.
        found: what the rules found in them, by observation.
        scope: only records said in it are shown.
        room: estimated tokens for the turns.
        model: who is asked; records of what it has no answer for are not shown to it again.
        without: observations of which no record is shown either.
    """
    read: list[Observation] = []
    left: list[Observation] = []
    for observation in batch:
        if observation.origin is Origin.AGENT:
            continue
        cost = estimate_tokens(observation.text)
        (read if not left and (cost <= room or not read) else left).append(observation)
        room -= cost
    ids = {o.id for o in read}
    standings = {h.statement.id: (h.statement, workspace.stands(h)) for h in reader.all_held()}
    standings |= {s.id: (s, workspace.standing(s)) for s in workspace.added}
    mine = [(s, standing) for s, standing in standings.values() if standing and scope.admits(s.agent, s.session)]
    mine.sort(key=lambda each: _order(each[0]))
    notes = [s for s, standing in mine if s.observation_id in ids and _is_news(s, standing)]
    records = [(s, standing) for s, standing in mine if s.observation_id not in ids and _is_open(s, standing)]
    hidden = {*without, *(_set_aside(records, reader, model) if model is not None else ())}
    records = [(s, standing) for s, standing in records if s.observation_id not in hidden]
    labelled = {f"n{n}": s for n, s in enumerate(notes, start=1)}
    made = {i: behind(s, found[s.observation_id].candidates) for i, s in labelled.items() if s.observation_id in found}
    return Question(
        turns={f"t{n}": o for n, o in enumerate(read, start=1)},
        notes=labelled,
        records={f"r{n}": s for n, (s, _) in enumerate(records, start=1)},
        contested=frozenset((s.id, other) for s, standing in mine for other in standing.contested_with),
        left_over=tuple(left),
        behind={i: c for i, c in made.items() if c is not None},
        answers=frozenset(i for i, each in found.items() if each.by_question),
        sources=frozenset(ids | _sources([s for s, _ in records], {i: s for i, (s, _) in standings.items()}, reader)),
    )


def _set_aside(records: Sequence[tuple[Statement, Standing]], reader: LedgerReader, model: str) -> set[str]:
    told_in = list(dict.fromkeys(s.observation_id for s, _ in records))
    return {e.observation_id for e in reader.extractions(told_in) if e.extractor == f"{ASIDE}{model}"}


def _sources(records: Sequence[Statement], known: Mapping[str, Statement], reader: LedgerReader) -> set[str]:
    """The observations that records were told in, or follow from; with the ids of what they follow by."""
    waiting, met = list(records), set[str]()
    rules: dict[str, Contingency] | None = None
    while waiting:
        record = waiting.pop()
        for i in {record.observation_id, *record.lineage} - met:
            met.add(i)
            if i in known:
                waiting.append(known[i])
            elif i.startswith(RULE_ID):
                rules = {c.id: c for c in reader.contingencies()} if rules is None else rules
                met |= {rules[i].observation_id, *rules[i].lineage} if i in rules else set()
    return met


def _order(s: Statement) -> tuple[object, ...]:
    """By content to the end, so that the same conversation puts the same question again: ids are drawn at random."""
    told = (s.slot.subject, s.slot.attribute, s.norm, s.act, s.affirmed, s.value, s.valid_from)
    return (s.observed_at, s.position, s.digest, s.span, *told, s.extractor, s.basis, s.confidence, s.id)


def _is_news(statement: Statement, standing: Standing) -> bool:
    return statement.act in _TELLS and standing.status is Status.ACTIVE


def _is_open(statement: Statement, standing: Standing) -> bool:
    names_it = standing.record_id == statement.id and statement.act in STATING
    return names_it and standing.status is Status.ACTIVE and standing.valid_to is None
