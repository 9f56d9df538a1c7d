"""What a readout shows: the query, and the rows that may bear on it, each with the state the ledger has settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from atma_overlay.judge.regions import domains_of
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.reading.gather import Gathered
from atma_overlay.reading.hosted import still_said
from atma_overlay.reading.rank import Ranked
from atma_overlay.reading.rows import Evidence
from atma_overlay.reading.selection import Selection
from atma_overlay.reading.spans import NEVER
from atma_overlay.records import Held
from atma_overlay.state.present import is_retired, label_of
from atma_overlay.values.terms import terms
from atma_overlay.views import Label


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """One query and what it is read against.

    Attributes:
        query: as asked.
        at: the query's clock.
        rows: records by the label that the model sees, in the order of saying.
        hits: what the host's memories say that stands on no record, by label.
        after: by label of a retired record, the labels of what stands in its place elsewhere.
    """

    query: str
    at: datetime
    rows: Mapping[str, Held]
    hits: Mapping[str, Evidence]
    after: Mapping[str, tuple[str, ...]]

    def label(self, row: str) -> Label:
        """The state of a row, as it is shown."""
        if row in self.hits:
            return Label.UNTRACKED
        return label_of(self.rows[row], at=self.at, unresolved=True)

    def only(self, rows: Sequence[str], *, hits: int) -> ReadQuestion:
        """The question with some of its records, under their labels, and with the first of the host's texts."""
        kept = set(rows)
        return replace(
            self, rows={label: h for label, h in self.rows.items() if label in kept},
            hits=dict(list(self.hits.items())[:hits]),
        )  # fmt: skip


def read_question(
    held: Iterable[Held], gathered: Gathered, ranked: Sequence[Ranked], *, query: str, at: datetime, lexicon: Lexicon,
    limit: int,
) -> tuple[ReadQuestion, tuple[str, ...]]:  # fmt: skip
    """The question that a query raises, and its rows' labels, the likeliest first.

    Args:
        held: every statement of the scope, as it stands for it.
        gathered: what the rules touch for the query.
        ranked: the same as the rules rank it.
        query: as asked.
        at: its clock.
        lexicon: the domains of attributes.
        limit: records at most; what was forgotten or never true is none of them.
    """
    open_ = {h.statement.id: h for h in held if h.is_record and h.standing.status not in NEVER}
    likeliest = _ordered(open_, gathered, ranked, query, lexicon)[:limit]
    shown = sorted((open_[i] for i in likeliest), key=_said)
    label = {h.statement.id: f"r{n}" for n, h in enumerate(shown, start=1)}
    rows = {label[h.statement.id]: h for h in shown}
    after = {
        label[i]: tuple(label[h.statement.id] for h in following if h.statement.id in label)
        for i, following in gathered.after.items()
        if i in label
    }
    hosted, _ = still_said(Selection(), gathered, ranked)
    hits = {f"h{n}": row for n, row in enumerate((row for h in hosted for row in h.untold()), start=1)}
    return ReadQuestion(query, at, rows, hits, after), tuple(label[i] for i in likeliest)


def _said(held: Held) -> tuple[object, ...]:
    """By content to the end, so that the same ledger puts the same question again: ids are drawn at random."""
    s = held.statement
    return (s.observed_at, s.position, s.digest, s.span, s.slot.subject, s.slot.attribute, s.norm, s.id)


def _ordered(
    open_: Mapping[str, Held], gathered: Gathered, ranked: Sequence[Ranked], query: str, lexicon: Lexicon
) -> list[str]:
    """What the rules find, then what has changed, then the query's own domains, the latest first."""
    found = [r.held.statement.id for r in ranked if r.strong and r.held.statement.id in open_]
    changed = _changed(open_, gathered)
    asked, words = domains_of(query, "", lexicon), set(terms(query))

    def rank(held: Held) -> tuple[object, ...]:
        s = held.statement
        near = bool(domains_of(f"{s.value} {s.evidence}", s.slot.attribute, lexicon) & asked)
        return (s.id in changed, near, len(words & set(terms(s.evidence))), s.observed_at, s.digest, s.norm, s.id)

    rest = sorted(open_.values(), key=rank, reverse=True)
    return list(dict.fromkeys([*found, *(h.statement.id for h in rest)]))


def _changed(open_: Mapping[str, Held], gathered: Gathered) -> set[str]:
    """What was retired and what took its place: what an answer is likeliest to get wrong."""
    retired = [h for h in open_.values() if is_retired(h)]
    slots = {h.statement.slot for h in retired}
    moved = {h.statement.id for h in open_.values() if h.statement.slot in slots}
    return moved | {h.statement.id for following in gathered.after.values() for h in following}
