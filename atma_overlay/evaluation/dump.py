"""One episode as a readable text: what was said, what the ledger made of it, what the probes brought back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from atma_overlay.evaluation.bank import judged
from atma_overlay.evaluation.diagnosis import failure
from atma_overlay.evaluation.episodes import Episode, GoldSpell
from atma_overlay.evaluation.matching import Bank, Pairing, is_retired
from atma_overlay.evaluation.retrieval import Asked
from atma_overlay.records import DecisionState
from atma_overlay.views import Row, StateRecord


def dumped(
    episode: Episode,
    bank: Bank,
    pairing: Pairing,
    *,
    said: Sequence[Sequence[str]],
    asked: Mapping[str, Sequence[Asked]],
) -> str:
    """The text of an episode.

    Args:
        episode: the gold.
        bank: the ledger after the last session.
        pairing: of that bank.
        said: the observation ids of each session, in the order of its turns.
        asked: the probes with their packets, by system.
    """
    parts = (
        [f"{episode.id}  family {episode.family}  {episode.source}"],
        _turns(episode, bank, said),
        _transitions(episode, bank, pairing),
        _states(episode, pairing),
        *(_probes(name, probes) for name, probes in asked.items()),
    )
    return "\n".join(line for part in parts for line in (*part, "")) + "\n"


def _turns(episode: Episode, bank: Bank, said: Sequence[Sequence[str]]) -> Iterator[str]:
    for index, session in enumerate(episode.sessions):
        yield f"== session {index}  {session.at:%Y-%m-%d %H:%M}"
        for turn, observation in zip(session.turns, said[index], strict=False):
            yield f"{turn.name or turn.role}: {turn.text}"
            for record in bank.timeline.records:
                if record.observation_id == observation:
                    yield f"    + {_record(record)}"
                elif observation in record.restated_by:
                    yield f"    = {_record(record)}"


def _record(record: StateRecord) -> str:
    denied = "" if record.affirmed else "NOT "
    until = f"{record.valid_to:%Y-%m-%d}" if record.valid_to else ""
    marks = [
        mark
        for mark, applies in (
            ("temporary", record.temporary),
            ("contested", bool(record.contested_with)),
            (record.basis.value, record.basis.value != "said"),
        )
        if applies
    ]
    told = " ".join([record.status.value, *marks])
    return f"[{record.slot}] {denied}{record.value!r}  {record.valid_from:%Y-%m-%d}..{until}  {told}"


def _transitions(episode: Episode, bank: Bank, pairing: Pairing) -> Iterator[str]:
    verdicts = {j.transition.id: j for j in judged(episode, bank, pairing)}
    yield "== transitions"
    for change in bank.timeline.transitions:
        if change.id in verdicts:
            found = verdicts[change.id]
            verdict = found.judgement.upper() + (" by a filler" if found.by_filler else "")
        elif change.from_id in bank.sessions and change.state is not DecisionState.APPLIED:
            verdict = change.state.value
        else:
            continue
        yield (
            f"{verdict:9} {change.kind.value} [{change.subject} / {change.attribute}] "
            f"{change.from_value!r} → {change.to_value!r}  {change.reason}"
        )
        yield f"          from: {change.from_evidence}"
        yield f"          to:   {change.to_evidence}"


def _states(episode: Episode, pairing: Pairing) -> Iterator[str]:
    yield "== gold states"
    for index, state in enumerate(episode.states):
        slot = pairing.slots.get(index)
        yield f"{state.slot}  ~  {' / '.join(slot) if slot else 'NO SLOT'}"
        for place, spell in enumerate(state.history):
            yield f"    {_spell(spell, pairing.records.get((index, place), ()))}"


def _spell(spell: GoldSpell, records: Sequence[StateRecord]) -> str:
    until = "" if spell.until_session is None else f"{spell.until_session} {spell.ended_by}"
    value = f"{spell.value!r} {spell.from_session}..{until}"
    if not records:
        return f"MISSED  {value}"
    retired = all(is_retired(record) for record in records)
    note = ""
    if spell.until_session is not None and not retired:
        note = "  CHANGE MISSED"
    elif spell.until_session is None and retired:
        note = "  FALSELY RETIRED"
    return f"held    {value}{note}  ~  {'; '.join(_record(r) for r in records)}"


def _probes(name: str, asked: Sequence[Asked]) -> Iterator[str]:
    yield f"== probes, system {name}"
    for each in asked:
        probe = each.probe
        lost = failure(each)
        verdict = f"FAILED at {lost.stage}: {', '.join(lost.reasons)}" if lost else "ok"
        yield f"{probe.id} (after {probe.after_session}, {probe.task}, expects {probe.expect})  {verdict}"
        yield f"    {probe.query}"
        view = f"{each.packet.view} (gold: {probe.view})" if each.bank else f"{probe.view}"
        yield f"    view {view}  gold {probe.groups}  stale {probe.stale}"
        for row in each.packet.rows:
            yield f"    - {_row(row)}"
        for premise in each.packet.premises:
            yield f"    ? {premise.verdict} {premise.text!r} now {premise.current}  {premise.reason}"


def _row(row: Row) -> str:
    text = row.text.replace("\n", " ")
    shown = f"{row.label:10} "
    if row.subject or row.attribute:
        shown += f"[{row.subject} / {row.attribute}] {row.value!r}  "
    return shown + (text if len(text) <= 160 else text[:160] + "…")
