"""The oracle of the readout: it knows a probe's gold, and says which of the shown rows carry it.

What a row's state is, what took its place and what is shown are the overlay's; the oracle names rows alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from atma_overlay.evaluation.episodes import Episode, GoldSpell, Probe
from atma_overlay.evaluation.matching import carries, mentions
from atma_overlay.evaluation.statements import stems_of
from atma_overlay.evaluation.wording import phrase
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.ports.model import ModelRequest
from atma_overlay.reading.presumed import presumed
from atma_overlay.readout import Read, SaidNeed, SaidPremise, SaidRow

SURE = 0.95
_ASKED_ON = "Query, asked on "
_RETIRED = frozenset({"historical", "unresolved"})
Line = Mapping[str, str]


def read_by_gold(request: ModelRequest, episode: Episode) -> Read:
    """The answer to a readout's question about one of the episode's probes; a fallback where it is none of them."""
    lines: list[Line] = [json.loads(x) for x in request.messages[-1].text.splitlines() if x.startswith("{")]
    probe = _probe(next(line["text"] for line in lines if line["id"] == "q"), _today(request), episode)
    if probe is None:
        return Read(intent="unknown", view="current", fallback=True, confidence=SURE)
    rows = [line for line in lines if line["id"] != "q"]
    due = list(_due(rows, probe, episode))
    gone = [row for row in rows if _tells(row, probe.stale, episode) and row["state"] in _RETIRED]
    chosen = due if probe.view != "current" else [row for row in due if row["state"] not in _RETIRED]
    if not chosen or probe.expect in {"uncertain", "absent"}:
        chosen = [*chosen, *(row for row in gone if row not in chosen)]
    return Read(
        intent=probe.task, view=probe.view, presupposed=tuple(_presupposed(probe, due, gone)),
        basis=(SaidNeed(state=probe.task, rows=tuple(r["id"] for r in chosen)),) if chosen else (),
        selected=tuple(SaidRow.model_validate({"row": r["id"], "role": r["state"]}) for r in chosen),
        fallback=not chosen, confidence=SURE,
    )  # fmt: skip


def _today(request: ModelRequest) -> date:
    """The day that the question names as the query's."""
    line = next(x for x in request.messages[-1].text.splitlines() if x.startswith(_ASKED_ON))
    return date.fromisoformat(line.removeprefix(_ASKED_ON).rstrip(":"))


def _probe(query: str, today: date, episode: Episode) -> Probe | None:
    """The probe that asks it; what is asked before a change and after it in the same words is told by the day."""
    asked = [p for p in episode.probes if p.query == query and episode.sessions[p.after_session].at.date() <= today]
    return max(asked, key=lambda p: p.after_session, default=None)


def _due(rows: Sequence[Line], probe: Probe, episode: Episode) -> Iterator[Line]:
    """By group of gold, the rows whose value it is; where it is no row's, those that tell it among other things."""
    seen: set[str] = set()
    for forms in probe.groups:
        telling = [row for row in rows if _tells(row, forms, episode)] or [row for row in rows if _names(row, forms)]
        yield from (row for row in telling if row["id"] not in seen)
        seen |= {row["id"] for row in telling}


def _names(row: Line, forms: Sequence[str]) -> bool:
    told = phrase(f"{row.get('value', '')} {row.get('said', '')}")
    return any(mentions(told, phrase(form)) for form in forms)


def _forms(gold: Sequence[str | Sequence[str]]) -> list[str]:
    return [form for each in gold for form in ([each] if isinstance(each, str) else each)]


def _tells(row: Line, wanted: Sequence[str], episode: Episode) -> bool:
    """Whether a row carries one of the values, or one of the statements where the gold is whole statements."""
    whole = {s.value for state in episode.states for s in state.history if s.statement}
    return any(stands_for(row, GoldSpell(value=w, from_session=0, statement=w in whole)) for w in wanted)


def stands_for(record: Line, spell: GoldSpell) -> bool:
    """Whether a shown record stands for a gold value."""
    if spell.statement:
        said, wanted = stems_of(record.get("said", record.get("value", ""))), stems_of(spell.value)
        return bool(said & wanted) and 2 * len(said & wanted) >= min(len(said), len(wanted))
    value = record.get("value", record.get("said", ""))
    denied = value.startswith("not ")
    told = phrase(value.removeprefix("not "), affirmed=not denied)
    return any(carries(told, phrase(form)) for form in (spell.value, *spell.also))


def _presupposed(probe: Probe, due: Sequence[Line], gone: Sequence[Line]) -> Iterator[SaidPremise]:
    ids = tuple(r["id"] for r in gone) if probe.expect == "blocked" else ()
    if probe.expect == "supported":
        ids = tuple(r["id"] for r in due if r["state"] == "current")
    if ids:
        verdict = "OUTDATED" if probe.expect == "blocked" else "SUPPORTED"
        yield SaidPremise.model_validate(
            {"text": _clause(probe), "state": probe.task, "rows": ids, "verdict": verdict}
        )  # fmt: skip


def _clause(probe: Probe) -> str:
    """The words of the query that take it for granted: the clause or sentence with most of the words at stake."""
    clauses = [clause for clause, _ in presumed(probe.query)]
    parts = clauses or [probe.query[s.start : s.end] for s in sentences(probe.query)] or [probe.query]
    wanted = stems_of(" ".join([*_forms(probe.gold), *probe.stale]))
    return max(parts, key=lambda part: len(stems_of(part) & wanted))[:200]
