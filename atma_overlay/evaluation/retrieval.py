"""The retrieval level: what a packet shows, against the gold of its probe.

Which probes count for what: `current_recall` and `current_labelled_recall` those that want an answer in the
current or neutral view, `history_recall` those that want one in the historical or change view, the stale
rates those with stale strings, the premise rates those that expect *blocked* and *supported*. A probe with
several groups of gold counts when every group is met, for `tracking` in the order of time.

A gold value counts wherever a row tells it, in its value or in the evidence it quotes; only for
`current_labelled_recall` it must be the value that the label is on, as a stale string must be for the stale rates.

Gold comes in three sorts. A value is looked for in what a row shows (`shown`). A whole statement (a spell with
`statement`) is shown by a row about a record that stands for it, or by an untracked row that tells it or is the
turn that tells it (`statements`). Where the gold of a probe is turns, one evidence turn of every session that
they name must be shown (`turns`), and its values and reference only tell whether a part of a turn will do: a
value that many turns hold would be found in any of them. Stale gold is looked for in the same three ways.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.bank import gold_spells
from atma_overlay.evaluation.episodes import Episode, GoldSpell, Probe
from atma_overlay.evaluation.matching import Bank, Pairing, SpellKey, mentions, value_phrase
from atma_overlay.evaluation.shown import Shown, in_time, quoted, shown
from atma_overlay.evaluation.statements import telling_turns, tells
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.evaluation.turns import Wanted, shows_every_session, shows_turn, turn_text, wanted_by
from atma_overlay.evaluation.wording import phrase
from atma_overlay.records import Status
from atma_overlay.views import Label, Packet, Premise, Row, StateRecord

PRECISION = "precision_by_view"
NAMES = (
    "current_recall",
    "current_labelled_recall",
    "history_recall",
    "stale_as_current_rate",
    "held_change_stale_as_current",
    "stale_exposed_rate",
    "label_accuracy",
    "held_label_accuracy",
    PRECISION,
    "premise_block_recall",
    "premise_false_block_rate",
    "suppressed",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A probe with what came back, and the ledger at that moment; a bare host has no ledger."""

    episode: Episode
    probe: Probe
    packet: Packet
    bank: Bank | None = None
    pairing: Pairing | None = None

    @property
    def by_id(self) -> Mapping[str, StateRecord]:
        """The ledger's records by id."""
        return {r.id: r for r in self.bank.timeline.records} if self.bank else {}

    def shown(self, row: Row) -> tuple[Shown, ...]:
        """What a row shows."""
        return shown(row, self.by_id)

    def told(self, row: Row) -> tuple[Shown, ...]:
        """What a row shows and, but for a transition's, the evidence that it quotes."""
        return self.shown(row) if row.label is Label.TRANSITION else (*self.shown(row), quoted(row))

    def gives(self, piece: Shown, forms: Iterable[str], *, besides: Sequence[str] = ()) -> bool:
        """Whether a piece gives one of the forms, values or statements."""
        return any(
            self._tells(piece, keys, form) if (keys := self.spells_of(form)) else piece.gives((form,), besides=besides)
            for form in forms
        )

    def exposes(self, piece: Shown) -> bool:
        """Whether a piece shows something stale, whatever its label."""
        if self.probe.stale_turns:
            return any(
                shows_turn(piece.source, turn_text(self.episode, place), wanted=Wanted(self.probe.stale))
                for place in self.probe.stale_turns
            )
        return any(
            self._tells(piece, keys, form)
            if (keys := self.spells_of(form))
            else piece.exposes((form,), besides=_gold(self))
            for form in self.probe.stale
        )

    def meets(self, pieces: Sequence[Shown], *, besides: Sequence[str] = ()) -> bool:
        """Whether the pieces together show all that the probe wants."""
        probe = self.probe
        if not probe.turns:
            return all(any(self.gives(piece, forms, besides=besides) for piece in pieces) for forms in probe.groups)
        return shows_every_session([p.source for p in pieces], self.episode, probe.turns, wanted=wanted_by(probe))

    def is_relevant(self, piece: Shown) -> bool:
        """Whether a piece shows something that the probe wants."""
        if not self.probe.turns:
            return any(self.gives(piece, forms) for forms in self.probe.groups)
        said = (turn_text(self.episode, place) for place in self.probe.turns)
        return any(shows_turn(piece.source, turn, wanted=wanted_by(self.probe)) for turn in said)

    def spells_of(self, form: str) -> list[SpellKey]:
        """The gold spells that are this very statement; none where the form is a value."""
        return [key for key, spell in gold_spells(self.episode) if spell.statement and spell.value == form]

    def _tells(self, piece: Shown, keys: Sequence[SpellKey], statement: str) -> bool:
        if piece.tracked:
            paired = self.pairing.spells.get(piece.record or "", ()) if self.pairing else ()
            return any(key in paired for key in keys)
        return tells(piece.source, statement) or any(
            shows_turn(piece.source, turn) for key in keys for turn in self._telling(key, statement)
        )

    def _telling(self, key: SpellKey, statement: str) -> list[str]:
        spell = self.episode.states[key[0]].history[key[1]]
        said = [turn.text for turn in self.episode.sessions[spell.from_session].turns]
        return [said[place] for place in telling_turns(said, statement)]


def retrieval_tallies(asked: Asked) -> dict[str, Tally]:
    """The retrieval metrics of one probe; a metric that the probe says nothing about is left out."""
    probe, out = asked.probe, {"suppressed": Tally(asked.packet.suppressed.total, 1)}
    if probe.asks_now:
        out["current_recall"] = Tally.of([recalls_current(asked)])
        out["current_labelled_recall"] = Tally.of([recalls_current(asked, labelled=True)])
    if probe.asks_past:
        out["history_recall"] = Tally.of([recalls_history(asked)])
    if probe.stale:
        as_current = Tally.of([stale_as_current(asked)])
        out["stale_as_current_rate"] = as_current
        out["stale_exposed_rate"] = Tally.of([stale_exposed(asked)])
        if holds_change(asked):
            out["held_change_stale_as_current"] = as_current
    if probe.expect == "answer":
        out[f"{PRECISION}.{probe.view}"] = Tally.of(_is_relevant(asked, row) for row in asked.packet.rows)
    if probe.expect == "blocked":
        out["premise_block_recall"] = Tally.of([blocks(asked)])
    if probe.expect == "supported":
        out["premise_false_block_rate"] = Tally.of([bool(asked.packet.blocked)])
    verdicts = _label_verdicts(asked)
    out["label_accuracy"] = Tally.of(right for right, _ in verdicts)
    out["held_label_accuracy"] = Tally.of(right for right, held in verdicts if held)
    return out


def recalls_current(asked: Asked, *, labelled: bool = False) -> bool:
    """Whether every gold value is in a row not labelled past; with `labelled`, the value of one labelled current."""
    if labelled:
        rows = [row for row in asked.packet.rows if row.label is Label.CURRENT]
        pieces = [piece for row in rows for piece in asked.shown(row)]
    else:
        pieces = [piece for row in asked.packet.rows for piece in asked.told(row) if not piece.past]
    return asked.meets(pieces, besides=asked.probe.stale)


def recalls_history(asked: Asked) -> bool:
    """Whether every gold value is in a row, whatever its label; for `tracking` in the order of time."""
    pieces = [piece for row in in_time(asked.packet.rows) for piece in asked.shown(row)]
    if asked.probe.task != "tracking" or asked.probe.turns:
        return asked.meets([*pieces, *map(quoted, asked.packet.rows)])
    return _in_order(pieces, asked.probe.groups)


def _in_order(pieces: Sequence[Shown], groups: Sequence[Sequence[str]]) -> bool:
    """Whether the groups are met one after another; a whole text may tell several of them."""
    start = 0
    for forms in groups:
        found = next((i for i in range(start, len(pieces)) if pieces[i].gives(forms)), None)
        if found is None:
            return False
        start = found + pieces[found].tracked
    return True


def stale_as_current(asked: Asked) -> bool:
    """Whether a stale value is in a row labelled current."""
    rows = (row for row in asked.packet.rows if row.label is Label.CURRENT)
    return any(asked.exposes(piece) for row in rows for piece in asked.shown(row))


def stale_exposed(asked: Asked) -> bool:
    """Whether a stale value is in a row without a label that says it is past."""
    pieces = (piece for row in asked.packet.rows for piece in asked.shown(row) if not piece.past)
    return any(asked.exposes(piece) for piece in pieces)


def blocks(asked: Asked) -> bool:
    """Whether the outdated premise is blocked: this one, not another of the same query."""
    return any(_is_about(asked, premise) for premise in asked.packet.blocked)


def holds_change(asked: Asked) -> bool:
    """Whether the ledger holds the change that made the stale value stale: the old value is retired."""
    pairing = asked.pairing
    return pairing is not None and any(pairing.retired(key) for key, _ in _outdated(asked))


def _outdated(asked: Asked) -> list[tuple[SpellKey, GoldSpell]]:
    """The gold spells that are over when the probe is asked, and whose value its stale strings name."""
    forms = [phrase(form) for form in asked.probe.stale]
    told = [turn_text(asked.episode, place) for place in asked.probe.stale_turns]
    return [
        (key, spell)
        for key, spell in gold_spells(asked.episode)
        if spell.ended_at(asked.probe.after_session)
        and (
            spell.value in told
            if told
            else any(mentions(phrase(spell.value), f) or mentions(f, phrase(spell.value)) for f in forms)
        )
    ]


def _gold(asked: Asked) -> Sequence[str]:
    return [form for forms in asked.probe.groups for form in forms]


def _is_relevant(asked: Asked, row: Row) -> bool:
    return any(asked.is_relevant(piece) for piece in asked.shown(row))


def _is_about(asked: Asked, premise: Premise) -> bool:
    """By a value it names or mends; a statement has no value to be named: there a record of it must be behind."""
    told = [key for form in (*asked.probe.stale, *_gold(asked)) for key in asked.spells_of(form)]
    if told:
        paired = asked.pairing.spells if asked.pairing else {}
        return any(key in told for name in premise.record_ids for key in paired.get(name, ()))
    stale = [phrase(form) for form in asked.probe.stale]
    behind = [value_phrase(asked.by_id[name]) for name in premise.record_ids if name in asked.by_id]
    named = any(mentions(text, form) for text in (phrase(premise.text), *behind) for form in stale)
    gold = [phrase(form) for form in _gold(asked)]
    mended = any(mentions(phrase(value), form) for value in premise.current for form in gold)
    return named or mended or not (stale or gold)


def _label_verdicts(asked: Asked) -> list[tuple[bool, bool]]:
    """For every row about a record of a gold spell: whether its label is right, and whether the ledger's state is."""
    if asked.pairing is None:
        return []
    verdicts = ((_label_is_right(asked, asked.pairing, row), _is_held(asked, row)) for row in asked.packet.rows)
    return [(right, held) for right, held in verdicts if right is not None]


def _is_held(asked: Asked, row: Row) -> bool:
    """Whether the ledger knows of the row's record what gold says: that it stands, or that it is over."""
    keys = asked.pairing.spells.get(row.record_ids[0], ()) if asked.pairing and row.record_ids else ()
    over = [asked.episode.states[s].history[place].ended_at(asked.probe.after_session) for s, place in keys]
    record = asked.by_id.get(row.record_ids[0]) if row.record_ids else None
    return record is not None and any(gone == (record.status is not Status.ACTIVE) for gone in over)


def _label_is_right(asked: Asked, pairing: Pairing, row: Row) -> bool | None:
    """None where gold has no say: no gold spell behind the row, or a value bounded in time by its wording."""
    session = asked.probe.after_session
    first = row.record_ids[0] if row.record_ids else ""
    record, keys = asked.by_id.get(first), pairing.spells.get(first, ())
    spells = [asked.episode.states[state].history[place] for state, place in keys]
    if record is None or not spells or row.label is Label.UNTRACKED:
        return None
    if record.status is Status.ACTIVE and record.valid_to is not None:
        return None
    if row.label is Label.CURRENT:
        return any(spell.standing_at(session) for spell in spells)
    if row.label is Label.CONTESTED:
        return False
    return any(_fits(row.label, spell) for spell in spells if spell.ended_at(session))


def _fits(label: Label, spell: GoldSpell) -> bool:
    unknown_now: Collection[str | None] = ("invalidated", "retracted", "ended")
    return label is not Label.UNRESOLVED or spell.ended_by in unknown_now
