"""Whatever is written, a SQL ledger answers as the in-memory one does."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger import MemoryLedger, SqlLedger
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.records import DecisionState, LinkState, Observation, OutboxState, Slot, Status, Version
from atma_overlay.testing.ledger_samples import (
    ALICE,
    HOME,
    JOB,
    START,
    ManualClock,
    contingency,
    decision,
    extraction,
    link,
    observation,
    outbox_item,
    standing,
    statement,
    transition,
    verdict,
)
from tests.postgres_server import missing, server

ORACLE_CLOCK = ManualClock()
NUMBERS = st.integers(0, 4)
SLOTS = [HOME, JOB, Slot("anna", "home_city")]
VALUES = ["Chicago", "Oslo harbour", "Müllers Straße", "O'Brien", "chicago oslo"]
STEPS = [timedelta(0), timedelta(microseconds=1), timedelta(seconds=1), timedelta(seconds=-1)]
OBSERVATIONS = [f"o-{n}" for n in range(5)]
STATEMENTS = [f"s-{n}" for n in range(5)]


def _observations() -> st.SearchStrategy[Observation]:
    return st.builds(
        lambda n, minute, position, key: observation(
            f"o-{n}", f"I said {VALUES[n]}.", minute=minute, position=position, digest=f"d{n % 2}", key=key
        ),
        NUMBERS,
        st.integers(0, 1),
        st.integers(0, 1),
        st.one_of(st.none(), st.sampled_from(["k-1", "k-2"])),
    )


def _of(n: int) -> Observation:
    return observation(f"o-{n}", f"I said {VALUES[n]}.", minute=n % 2, digest=f"d{n % 2}")


STATED = st.builds(
    lambda n, of, value, slot, lineage: statement(
        f"s-{n}", _of(of), VALUES[value], slot=slot, unit="km" if n == 1 else None, lineage=lineage
    ),
    NUMBERS,
    NUMBERS,
    NUMBERS,
    st.sampled_from(SLOTS),
    st.sampled_from([(), ("o-0",), ("s-1",), ("c-1", "s-2")]),
)
STANDINGS = st.builds(
    lambda n, status, contest: replace(standing(statement(f"s-{n}", _of(0)), status), contested_with=contest),
    NUMBERS,
    st.sampled_from([Status.ACTIVE, Status.ENDED]),
    st.sampled_from([(), ("s-0", "s-1")]),
)
VERSIONS = st.builds(
    lambda s, start, length, revision: Version(
        s,
        START + timedelta(seconds=start),
        revision,
        None if length is None else START + timedelta(seconds=start + length),
    ),
    STANDINGS,
    st.integers(-3, 3),
    st.one_of(st.none(), st.integers(0, 3)),
    st.integers(1, 9),
)
TRANSITIONS = st.builds(
    lambda n, a, b, cause, slot: transition(f"t-{n}", f"s-{a}", b, cause=cause, slot=slot),
    NUMBERS,
    NUMBERS,
    st.one_of(st.none(), st.sampled_from(STATEMENTS)),
    st.sampled_from(["o-1", "t-1", "rules"]),
    st.sampled_from(SLOTS),
)
DECISIONS = st.builds(
    lambda n, state, at: replace(decision(f"t-{n}", state, note="noted"), valid_at=at),
    NUMBERS,
    st.sampled_from(DecisionState),
    st.sampled_from([None, None, START, START - timedelta(days=9)]),
)
CONTINGENCIES = st.builds(
    lambda n, of, slot, beside: replace(contingency(f"c-{n}", _of(of), parent=slot), lineage=beside),
    NUMBERS,
    NUMBERS,
    st.sampled_from(SLOTS),
    st.sampled_from([(), ("o-1",), ("o-2", "o-3")]),
)
LINKS = st.builds(
    lambda n, of, text_hash, seen, state: link(f"h-{n}", _of(of), text_hash=text_hash, seen_hash=seen, state=state),
    NUMBERS,
    NUMBERS,
    st.sampled_from(["", "5f", "6f"]),
    st.sampled_from([None, "7a"]),
    st.sampled_from(LinkState),
)
ITEMS = st.builds(
    lambda n, of, state: replace(outbox_item(f"w-{n}", _of(of)), state=state, error="why"),
    NUMBERS,
    NUMBERS,
    st.sampled_from(OutboxState),
)
PARTS: dict[str, st.SearchStrategy[object]] = {
    "observations": _observations(),
    "extractions": st.builds(lambda n: extraction(_of(n)), NUMBERS),
    "statements": STATED,
    "standings": STANDINGS,
    "withdrawn": st.sampled_from(STATEMENTS),
    "transitions": TRANSITIONS,
    "decisions": DECISIONS,
    "verdicts": st.builds(lambda n: verdict(f"home:{n}" if n else "other"), NUMBERS),
    "contingencies": CONTINGENCIES,
    "links": LINKS,
    "outbox": ITEMS,
    "erased": st.sampled_from(OBSERVATIONS),
    "versions": VERSIONS,
}


@st.composite
def changesets(draw: st.DrawFn) -> Changeset:
    """A few records of any kind; that some do not fit is part of the game."""
    changes = Changeset()
    for name in draw(st.lists(st.sampled_from(sorted(PARTS)), max_size=4)):
        changes += replace(Changeset(), **{name: (draw(PARTS[name]),)})  # type: ignore[arg-type]
    return changes


BASE = Changeset(
    observations=tuple(_of(n) for n in range(4)),
    statements=tuple(statement(f"s-{n}", _of(n), VALUES[n]) for n in range(3)),
    standings=tuple(standing(statement(f"s-{n}", _of(n), VALUES[n])) for n in range(3)),
    transitions=tuple(transition(f"t-{n}", f"s-{n}", f"s-{n + 1}") for n in range(2)),
    decisions=tuple(decision(f"t-{n}") for n in range(2)),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("oracle")
    SqlLedger(f"sqlite:///{folder}/empty.db").close()
    return folder


@pytest.mark.timeout(600)  # a hundred and fifty histories, each on a file of its own
@settings(max_examples=150, deadline=None)
@given(writes=st.lists(st.tuples(st.sampled_from(STEPS), changesets()), max_size=8))
def test_the_sqlite_ledger_answers_as_the_memory_one_does(
    folder: Path, writes: list[tuple[timedelta, Changeset]]
) -> None:
    clock = ManualClock()
    with TemporaryDirectory(dir=folder) as place:
        file = Path(place) / "ledger.db"
        shutil.copy(folder / "empty.db", file)
        memory = MemoryLedger(clock=clock)
        sqlite, elsewhere = (SqlLedger(f"sqlite:///{file}", clock=clock) for _ in range(2))
        try:
            _compare(memory, (sqlite, elsewhere), clock, writes)
        finally:
            elsewhere.close()
            sqlite.close()


@pytest.fixture(scope="module")
def postgres() -> Iterator[tuple[SqlLedger, SqlLedger]]:
    url = server().new_url()
    ledgers = SqlLedger(url, clock=ORACLE_CLOCK), SqlLedger(url, clock=ORACLE_CLOCK)
    yield ledgers
    for ledger in ledgers:
        ledger.close()


@pytest.mark.service
@pytest.mark.skipif(missing() is not None, reason=missing() or "")
@pytest.mark.timeout(600)  # sixty histories, each on a plane of its own
@settings(max_examples=60, deadline=None)
@given(writes=st.lists(st.tuples(st.sampled_from(STEPS), changesets()), max_size=8))
def test_the_postgres_ledger_answers_as_the_memory_one_does(
    postgres: tuple[SqlLedger, SqlLedger], writes: list[tuple[timedelta, Changeset]]
) -> None:
    ORACLE_CLOCK.now = START
    plane = uuid.uuid4().hex
    sql, elsewhere = (ledger.plane(plane) for ledger in postgres)
    _compare(MemoryLedger(clock=ORACLE_CLOCK), (sql, elsewhere), ORACLE_CLOCK, writes)


def _compare(
    memory: MemoryLedger, ledgers: tuple[SqlLedger, SqlLedger], clock: ManualClock,
    writes: list[tuple[timedelta, Changeset]],
) -> None:  # fmt: skip
    """Two processes' ledgers write by turns; what one keeps of what it read is asked for again, too."""
    instants: dict[datetime | None, None] = dict.fromkeys([None, START - timedelta(seconds=1), START])
    for number, (step, changes) in enumerate([(timedelta(0), BASE), *writes]):
        clock.now += step
        instants[clock.now] = None
        assert _written(memory, changes) == _written(ledgers[number // 2 % 2], changes)
        # One transaction for all: beginning and ending one takes a server as long as three of the questions.
        everything = partial(_everything, instants=list(instants))
        now = partial(_everything, instants=[None])
        assert ledgers[0].read(ALICE, everything) == memory.read(ALICE, everything)
        for ledger in ledgers:
            assert ledger.read(ALICE, now) == memory.read(ALICE, now)


def test_a_deletion_that_is_owed_stands_behind_the_promises_of_its_write(folder: Path) -> None:
    late = Changeset(
        links=(link("h-0", _of(0), state=LinkState.LIVE),),
        outbox=(replace(outbox_item("w-0", _of(0)), state=OutboxState.PENDING),),
    )
    waiting = []
    for ledger in (MemoryLedger(), SqlLedger(f"sqlite:///{folder / 'owed.db'}")):
        for changes in (BASE, Changeset(erased=("o-0",)), late):
            assert _written(ledger, changes)
        waiting.append([(i.operation, i.observation_id) for i in ledger.read(ALICE, lambda r: r.outbox())][-2:])
        ledger.close()
    assert waiting == [[("add", "o-0"), ("delete", "o-0")]] * 2


def _written(ledger: Ledger, changes: Changeset) -> bool:
    try:
        # A write has read what it changes: what it keeps of that, it moves along.
        ledger.write(ALICE, lambda reader: (changes, _known(reader, at=None)))
    except ConflictError:
        return False
    return True


def _everything(reader: LedgerReader, *, instants: Sequence[datetime | None]) -> list[list[object]]:
    return [*(_known(reader, at=instant) for instant in instants), _answers(reader)]


def _known(reader: LedgerReader, *, at: datetime | None) -> list[object]:
    return [
        reader.all_held(known_at=at),
        reader.in_slots([HOME, SLOTS[2]], known_at=at),
        reader.held(STATEMENTS, known_at=at),
        reader.of_observations(["o-1", "o-2"], known_at=at),
        reader.carried(["h-0", "h-1", "h-2", "h-9"], known_at=at),
        reader.latest_with("value", {"chicago": 2, "oslo": 1, "nowhere": 3}, known_at=at),
        reader.search(["chicago", "harbour", "straße", "o'brien", "said"], limit=3, known_at=at),
    ]


def _answers(reader: LedgerReader) -> list[object]:
    return [
        reader.revision(),
        reader.observed_after(None),
        reader.tombstones(),
        reader.observed_after((START, 0, "d0")),
        reader.observations(OBSERVATIONS),
        reader.last_observation(),
        reader.observation_by_key("k-1"),
        reader.extractions(OBSERVATIONS),
        reader.history(),
        reader.history(["s-1", "s-4"]),
        reader.transitions(),
        reader.transitions(["s-1"]),
        reader.transition("t-0"),
        reader.provenance(STATEMENTS),
        reader.verdicts(),
        reader.verdicts(["home"]),
        reader.verdicts(["home:1", "other"]),
        reader.contingencies(),
        reader.contingencies([HOME]),
        reader.links(host_ids=["h-1", "h-2"], observation_ids=["o-1"]),
        reader.outbox(),
        reader.outbox(limit=1),
        reader.outbox(pending_at="memory"),
        reader.given_up("memory"),
        reader.with_terms("value", ["chicago", "harbour"]),
        reader.with_terms("subject", ["user"], limit=2),
        reader.with_terms("unit", ["km"]),
    ]
