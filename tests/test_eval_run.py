"""Episodes are read, filled with distractors, and run in order of time."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.clock import Clock
from atma_overlay.evaluation.episodes import Episode, load_episodes
from atma_overlay.evaluation.fillers import filler_dates, fillers
from atma_overlay.evaluation.results import EpisodeResult
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.evaluation.trial import run_episode
from atma_overlay.executor import Executor
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import Host, HostItem
from atma_overlay.scope import Scope
from atma_overlay.views import (
    Packet,
    StateRecord,
    Timeline,
    Turn,
    View,
    WriteReceipt,
)
from tests.gold_worlds import START, WEEK, moved, packet, probe, record, row


class TestLoading:
    def written(self, folder: Path, *lines: Mapping[str, Any] | str) -> Path:
        path = folder / "own.jsonl"
        path.write_text("".join((x if isinstance(x, str) else json.dumps(x)) + "\n" for x in lines))
        return path

    def test_a_file_and_its_folder_give_the_same_episodes(self, tmp_path: Path) -> None:
        path = self.written(tmp_path, moved().model_dump(mode="json"), "")
        assert load_episodes([path]) == load_episodes([tmp_path]) == (moved(),)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"family": "romance"}, "own.jsonl:2 family: input should be"),
            ({"sessions": []}, "own.jsonl:2 sessions: "),
            ({"sessions": [{"at": "2025-03-01T09:00:00", "turns": []}]}, "own.jsonl:2 sessions.0.at: "),
            ({"surprise": 1}, "own.jsonl:2 surprise: extra inputs are not permitted"),
            (
                {"states": [{"slot": "a / b", "history": [{"value": "c", "from_session": 9}]}]},
                "own.jsonl:2: states: ",
            ),
            ({"probes": [{"id": "p"}]}, "own.jsonl:2 probes.0.after_session: field required"),
        ],
    )
    def test_a_wrong_episode_is_named_by_line_and_field(
        self, tmp_path: Path, change: Mapping[str, Any], message: str
    ) -> None:
        good = moved().model_dump(mode="json")
        path = self.written(tmp_path, good, {**good, "id": "e2", **change})
        with pytest.raises(InvalidInputError) as caught:
            load_episodes([path])
        assert str(caught.value).startswith(message)

    @pytest.mark.parametrize(
        ("lines", "message"),
        [
            ((), "paths: hold no episode"),
            (("{not json",), "own.jsonl:1: invalid JSON"),
            ((moved().model_dump(mode="json"), moved().model_dump(mode="json")), "own.jsonl:2 id: 'e1'"),
        ],
    )
    def test_empty_broken_and_repeated_episodes_are_refused(
        self, tmp_path: Path, lines: Sequence[Mapping[str, Any] | str], message: str
    ) -> None:
        with pytest.raises(InvalidInputError) as caught:
            load_episodes([self.written(tmp_path, *lines)])
        assert str(caught.value).startswith(message)

    def test_a_missing_file_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidInputError, match=r"nowhere\.jsonl: there is no such file"):
            load_episodes([tmp_path / "nowhere.jsonl"])

    @pytest.mark.parametrize("gold", [["Leeds", "York"], []])
    def test_gold_must_fit_the_task(self, gold: list[str]) -> None:
        with pytest.raises(ValueError, match="gold"):
            probe(task="tracking", view="historical", gold=gold)


class TestFillers:
    def test_they_are_spread_over_the_time_of_the_episode_and_as_much_before(self) -> None:
        dates = filler_dates(START, START + 60 * WEEK, 4)
        assert [(date - START) / WEEK for date in dates] == [-45, -15, 15, 45]

    def test_without_a_file_they_are_made_up_and_different(self) -> None:
        made = fillers(100)
        assert len({filler.turns[0].text for filler in made}) == 100

    def test_a_file_gives_its_first_sessions(self, tmp_path: Path) -> None:
        path = tmp_path / "chat.jsonl"
        session = {
            "sha1": "x",
            "turns": [{"role": "user", "content": "Hello?"}, {"role": "user", "content": " "}],
        }
        path.write_text(json.dumps(session) + "\n")
        assert [turn.text for turn in fillers(1, path)[0].turns] == ["Hello?"]
        with pytest.raises(InvalidInputError, match=r"holds 1 sessions"):
            fillers(2, path)

    def test_a_wrong_session_is_named_by_line_and_field(self, tmp_path: Path) -> None:
        path = tmp_path / "chat.jsonl"
        path.write_text('{"turns": [{"role": "user"}]}\n')
        with pytest.raises(InvalidInputError, match=r"chat\.jsonl:1 turns\.0\.content: field required"):
            fillers(1, path)


class AppendOnly:
    """A memory that takes *I live in X* for a record, retires nothing, and shows every record as current."""

    def __init__(self, host: Host, clock: Clock) -> None:
        self.host, self.clock = host, clock
        self.executor = Executor(host, open_ledger("memory://", clock=clock))
        self.records: list[StateRecord] = []
        self.asked_at: list[datetime | None] = []
        self.said: list[tuple[datetime, str]] = []
        self.closed = False

    def remember(self, text: Sequence[Turn], *, scope: Scope, observed_at: datetime | None = None) -> WriteReceipt:
        assert observed_at is not None
        names = [f"{observed_at.isoformat()} {place}" for place in range(len(text))]
        items = zip(names, text, strict=True)
        self.host.add([HostItem(n, t.text, t.role, observed_at) for n, t in items], scope=scope)
        self.said += [(observed_at, turn.text) for turn in text]
        for name, turn in zip(names, text, strict=True):
            if turn.text.startswith("I live in "):
                place = turn.text.removeprefix("I live in ").rstrip(".")
                self.records.append(record(place, 0, id=name, observation_id=name, recorded_at=self.clock()))
        return WriteReceipt(observation_ids=tuple(names), records=(), transitions=())

    def recall(
        self, query: str, *, scope: Scope, limit: int = 5, now: datetime | None = None, view: View | None = None
    ) -> Packet:
        self.asked_at.append(now)
        return packet(*(row(each.value, record_ids=(each.id,)) for each in self.records[:limit]))

    def timeline(self, *, scope: Scope) -> Timeline:
        return Timeline(records=tuple(self.records), transitions=())

    def close(self) -> None:
        self.closed = True


def told(**changes: Any) -> Episode:
    """The move as it is told: Leeds in the first session, York in the third."""
    texts = ("I live in Leeds.", "Nice weather.", "I live in York.", "Thanks.")
    sessions = [
        {"at": (START + week * WEEK).isoformat(), "turns": [{"role": "user", "text": text}]}
        for week, text in enumerate(texts)
    ]
    early = probe(id="p0", after_session=0, task="exact_recall", gold=["Leeds"], stale=[])
    return moved(**{"sessions": sessions, "probes": [early.model_dump(), probe().model_dump()]} | changes)


class TestTrial:
    def run(self, **settings: Any) -> tuple[EpisodeResult, AppendOnly]:
        opened: list[AppendOnly] = []

        def open_memory(host: Host, clock: Clock) -> AppendOnly:
            opened.append(AppendOnly(host, clock))
            return opened[0]

        chosen = Settings(**({"fillers": 8, "dumped": True} | settings))
        return run_episode(told(), chosen, opened=open_memory), opened[0]

    def test_an_append_only_memory_is_found_out(self) -> None:
        found, memory = self.run()
        bank = found.bank["as kept"]
        assert bank["state_recall"] == Tally(2, 3)
        assert bank["supersession_recall"] == Tally(0, 1)
        assert bank["records_per_turn"] == Tally(2, 4)
        early, late = found.probes["full"]
        assert early.failure is None
        assert late.tallies["stale_as_current_rate"] == Tally(1, 1)
        assert late.failure is not None
        assert late.failure.stage == "bank"
        assert memory.closed

    def test_a_probe_is_asked_an_hour_after_its_session_and_not_before(self) -> None:
        _, memory = self.run()
        hour = timedelta(hours=1)
        assert memory.asked_at == [START + hour, START + 3 * WEEK + hour]

    def test_everything_is_handed_over_in_the_order_of_time(self) -> None:
        _, memory = self.run(fillers=30)
        dates = [date for date, _ in memory.said]
        assert dates == sorted(dates)
        assert len(dates) == 30 * 3 + 4

    def test_the_host_is_asked_over_the_same_memories(self) -> None:
        found, _ = self.run()
        late = found.probes["host"][1]
        assert late.tallies["current_recall"] == Tally(1, 1)
        assert late.tallies["stale_exposed_rate"] == Tally(1, 1)

    def test_fillers_may_be_kept_from_the_ledger(self) -> None:
        _, memory = self.run(fillers_in="host")
        scope = Scope(tenant="evaluation", user="episode e1")
        assert len(memory.said) == 4
        assert len(memory.host.page(scope=scope).memories) == 8 * 3 + 4

    def test_the_dump_tells_what_was_made_of_each_turn_and_what_was_missed(self) -> None:
        text = self.run()[0].dump
        for line in (
            "user: I live in Leeds.\n    + [user / home city] 'Leeds'",
            "held    'Leeds' 0..2 replaced  CHANGE MISSED",
            "MISSED  'Bath' 1..",
            "p1 (after 3, conflict, expects answer)  FAILED at bank: stale as current",
        ):
            assert line in text
