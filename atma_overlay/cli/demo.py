"""The demonstration: two years of a conversation, and what the overlay makes of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from importlib.resources import as_file, files
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from atma_overlay.cli.ingesting import Plan, Report, plan_of, take_in
from atma_overlay.cli.opening import host_of, opened
from atma_overlay.cli.place import Place
from atma_overlay.cli.terminal import console, counted, moment, styled, write_json

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from rich.console import Console

    from atma_overlay.views import Packet, TransitionRecord


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the demonstration and what it shows."""

    title: str
    query: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the demonstration found."""

    report: Report
    supersession: tuple[TransitionRecord, ...]
    packets: tuple[Packet, ...]
    seconds: float


QUESTIONS = (
    Question("The current answer", "Where do I live?"),
    Question("A historical answer", "Where did I live in summer 2023?"),
    Question("The change itself", "How has my rent changed?"),
    Question("A premise that no longer holds", "Since I live in Leeds, which market is near me?"),
    Question("A premise that still holds", "Since I work at Kite Maps, which trail should I try?"),
    Question("Someone else's fact", "Where does my sister Nadia live?"),
)
CHANGED = ("user", "home_city")
ROWS = 3


def demo(place: Place) -> None:
    """Take in two years of talk and ask it things.

    It works in a folder of its own, which is removed afterwards: no memory of yours is read or changed.
    """
    with TemporaryDirectory(prefix="atma-demo-") as folder, as_file(conversation()) as file:
        away = replace(place, ledger=f"sqlite:///{folder}/demo.db", host=None, tenant="demo", user="demo")
        plan = plan_of(away, str(file), format="episodes", undated=None, one_user=True)
        if not place.json:
            _introduce(console(), plan, host_of(away))
        outcome = _run(away, plan)
    if place.json:
        return write_json(_document(outcome))
    return _show(console(), outcome)


def _document(outcome: Outcome) -> dict[str, object]:
    return {
        "report": asdict(outcome.report),
        "supersession": outcome.supersession,
        "answers": [
            {"title": question.title, "packet": packet}
            for question, packet in zip(QUESTIONS, outcome.packets, strict=True)
        ],
        "seconds": outcome.seconds,
    }


def conversation() -> Traversable:
    """The demo's conversation, as episodes."""
    return files("atma_overlay.data") / "demo.jsonl"


def _run(place: Place, plan: Plan) -> Outcome:
    start = perf_counter()
    with opened(place, new=True) as overlay:
        report = take_in(overlay, plan, lambda done, of: None)
        now = max(s.at for c in plan.conversations() for s in c.sessions) + timedelta(days=1)
        packets = tuple(overlay.recall(q.query, scope=place.scope, limit=ROWS, now=now) for q in QUESTIONS)
        timeline = overlay.timeline(scope=place.scope, subject=CHANGED[0], attribute=CHANGED[1])
    return Outcome(report, timeline.transitions, packets, round(perf_counter() - start, 2))


def _introduce(out: Console, plan: Plan, host: str) -> None:
    sessions = [session for conversation in plan.conversations() for session in conversation.sessions]
    first, last = moment(sessions[0].at)[:10], moment(sessions[-1].at)[:10]
    out.print(styled("A conversation over two years", "bold"))
    name = host.partition(":")[0]
    out.print(f"{len(sessions)} sessions, {plan.turns} turns, {first} to {last}; host {name}, ledger SQLite\n")


def _show(out: Console, outcome: Outcome) -> None:
    from atma_overlay.cli.chart import arrow
    from atma_overlay.cli.tables import print_packet

    report = outcome.report
    out.print(
        f"taken in: {counted(report.records, 'record')}, {counted(report.applied, 'transition')} applied, "
        f"{report.proposed} proposed, {counted(report.contingencies, 'rule')}, in {report.seconds} s "
        f"({report.turns_per_second} turns per second)\n"
    )
    out.print(styled("A supersession, with both utterances", "bold underline"))
    for transition in outcome.supersession:
        out.print(arrow(transition, quoted=True))
    for question, packet in zip(QUESTIONS, outcome.packets, strict=True):
        out.print()
        out.print(styled(question.title, "bold underline").append(f"  “{question.query}”", style="not underline"))
        print_packet(out, packet)
    out.print()
    out.print(styled(f"all of it took {outcome.seconds} s", "dim"))
