"""What a read found is not looked for again until something is written; then it is, whoever wrote."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.kept import MAX_KEPT_CHARACTERS
from atma_overlay.ledger import SqlLedger, open_ledger
from atma_overlay.ledger.answers import MAX_MOVED, MAX_TOLD, Answers
from atma_overlay.ledger.kept_rows import KeptRows
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held, OutboxState, Slot, Status, Version
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.testing.ledger_samples import (
    ALICE,
    HOME,
    JOB,
    START,
    commit,
    contingency,
    link,
    observation,
    outbox_item,
    standing,
    statement,
    told,
    verdict,
)
from tests.emitted_sql import recorded

KEY = ("main", *ALICE.partition)
SAID, LATER = observation("o-1"), observation("o-2", "I live in Oslo.", minute=5)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqlLedger]:
    found = open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    assert isinstance(found, SqlLedger)
    commit(found, told(statement("s-1", SAID), by=SAID) + Changeset(links=(link("h-1", SAID),)))
    yield found
    found.close()


def asked(reader: LedgerReader) -> list[object]:
    return [
        reader.in_slots([HOME, JOB]),
        reader.carried(["h-1", "h-2"]),
        reader.latest_with("subject", {"user": 9, "nobody": 9}),
        reader.links(observation_ids=["o-1"]),
        reader.of_observations(["o-1"]),
        reader.slots_of("user", frozenset({HOME.attribute, JOB.attribute})),
    ]


def retiring(reader: LedgerReader) -> Changeset:
    """A move that was told, after its slot was read."""
    (home,) = reader.in_slots([HOME])
    gone = standing(home.statement, Status.SUPERSEDED)
    new = told(statement("s-2", LATER, "Oslo"), by=LATER)
    return new + Changeset(standings=(gone,))


def statements_of(ledger: SqlLedger) -> int:
    with recorded() as said:
        ledger.read(ALICE, asked)
    return len(said)


def test_where_nothing_was_written_a_read_asks_where_the_partition_stands_and_nothing_else(ledger: SqlLedger) -> None:
    first = ledger.read(ALICE, asked)
    assert statements_of(ledger) == 1
    assert ledger.read(ALICE, asked) == first


def test_what_is_new_in_a_question_is_all_that_is_asked_of_the_database(ledger: SqlLedger) -> None:
    ledger.read(ALICE, lambda r: r.in_slots([HOME]))
    with recorded() as said:
        assert [h.statement.id for h in ledger.read(ALICE, lambda r: r.in_slots([HOME, JOB]))] == ["s-1"]
    (slots,) = [each for each in said if "wanted" in each.text]
    assert JOB.attribute in slots.runs[0].values()
    assert HOME.attribute not in slots.runs[0].values()


def test_a_write_asks_again_nothing_that_a_read_before_it_found(ledger: SqlLedger) -> None:
    ledger.read(ALICE, asked)

    def work(reader: LedgerReader) -> tuple[Changeset, list[object]]:
        return told(statement("s-2", LATER, "Oslo"), by=LATER), asked(reader)

    without = ledger.read(ALICE, asked)
    with recorded() as said:
        assert ledger.write(ALICE, work) == without
    assert not [each for each in said if "wanted" in each.text or "links.host_id IN" in each.text]


def test_what_a_write_of_this_process_changed_is_told_without_looking_again(ledger: SqlLedger, tmp_path: Path) -> None:
    ledger.read(ALICE, asked)
    ledger.write(ALICE, lambda r: (retiring(r), None))
    with recorded() as said:
        found = ledger.read(ALICE, asked)
    assert [each for each in said if "wanted" in each.text or "terms." in each.text] == []
    elsewhere = open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    assert found == elsewhere.read(ALICE, asked)
    assert [h.standing.status for h in found[0]] == [Status.SUPERSEDED, Status.ACTIVE]  # type: ignore[attr-defined]
    elsewhere.close()


def test_what_an_observation_states_is_known_behind_its_write(ledger: SqlLedger, tmp_path: Path) -> None:
    ledger.write(ALICE, lambda r: (retiring(r), None))
    both = ("o-1", "o-2")
    with recorded() as said:
        found = ledger.read(ALICE, lambda r: r.of_observations(["o-2"]))
    assert [each for each in said if "observation_id IN" in each.text] == []
    assert [h.statement.id for h in found] == ["s-2"]
    ledger.read(ALICE, lambda r: r.of_observations(both))
    ended = standing(found[0].statement, Status.ENDED)
    ledger.write(ALICE, lambda r: (Changeset(standings=(ended,), withdrawn=("s-1",)), r.of_observations(both))[:2])
    with recorded() as said:
        now = ledger.read(ALICE, lambda r: r.of_observations(both))
    assert [each for each in said if "observation_id IN" in each.text] == []
    assert [(h.statement.id, h.standing.status) for h in now] == [("s-2", Status.ENDED)]
    elsewhere = open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    assert elsewhere.read(ALICE, lambda r: r.of_observations(both)) == now
    elsewhere.close()


def test_of_so_many_observations_alone_it_is_kept_what_they_state(ledger: SqlLedger) -> None:
    for number in range(MAX_TOLD + 9):
        commit(ledger, told(by=observation(f"o-n{number}", minute=number)))
    kept = ledger._kept.of(KEY).answers
    assert kept is not None
    assert list(kept.told) == [f"o-n{number}" for number in range(9, MAX_TOLD + 9)]


def test_where_a_write_changed_what_it_had_not_read_everything_is_looked_for_again(ledger: SqlLedger) -> None:
    ledger.read(ALICE, asked)
    commit(ledger, Changeset(standings=(standing(statement("s-1", SAID), Status.SUPERSEDED),)))
    kept = ledger._kept.of(KEY).answers
    assert kept is not None
    assert len(kept) == 0
    assert ledger.read(ALICE, lambda r: r.in_slots([HOME]))[0].standing.status is Status.SUPERSEDED


def test_a_write_moves_no_more_answers_than_a_few_hundred(ledger: SqlLedger) -> None:
    ledger.read(ALICE, lambda r: r.latest_with("subject", {f"word{n}": 9 for n in range(MAX_MOVED + 1)}))
    ledger.write(ALICE, lambda r: (retiring(r), None))
    kept = ledger._kept.of(KEY).answers
    assert kept is not None
    assert len(kept) == 0


def test_what_another_ledger_object_wrote_is_found(ledger: SqlLedger, tmp_path: Path) -> None:
    before = ledger.read(ALICE, asked)
    elsewhere = open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    commit(elsewhere, told(statement("s-2", LATER, "Oslo"), by=LATER) + Changeset(links=(link("h-2", LATER),)))
    after = ledger.read(ALICE, asked)
    assert after == elsewhere.read(ALICE, asked)
    assert all(len(str(now)) > len(str(then)) for now, then in zip(after[:3], before, strict=False))
    elsewhere.close()


def test_a_file_brought_back_from_a_backup_is_read_anew_though_its_revision_is_known(
    ledger: SqlLedger, tmp_path: Path
) -> None:
    commit(ledger, told(statement("s-2", LATER, "Oslo"), by=LATER))
    assert ledger.read(ALICE, lambda r: (r.revision(), len(r.in_slots([HOME])))) == (2, 2)
    other = open_ledger(f"sqlite:///{tmp_path / 'other.db'}")
    for said, value in ((SAID, "Bergen"), (LATER, "Kyoto")):
        commit(other, told(statement(f"t-{said.id}", said, value), by=said))
    swapped = SqlLedger.plane(ledger, "main")
    swapped._database = other._database  # type: ignore[attr-defined]  # as if the file had been replaced
    assert swapped.read(ALICE, lambda r: r.revision()) == 2
    found = swapped.read(ALICE, lambda r: r.in_slots([HOME]))
    assert [h.statement.value for h in found] == ["Bergen", "Kyoto"]
    other.close()


def test_a_row_that_was_kept_is_not_told_of_another_one_under_its_revision(tmp_path: Path) -> None:
    """As a backup leaves it that is brought back under a running process, when somebody else writes before it."""
    first, second = (open_ledger(f"sqlite:///{tmp_path / name}.db") for name in ("first", "second"))
    assert isinstance(first, SqlLedger)
    for number, (ledger, status) in enumerate(((first, Status.SUPERSEDED), (second, Status.CORRECTED))):
        commit(ledger, told(statement("s-1", SAID), by=SAID))
        home = ledger.read(ALICE, lambda r: r.in_slots([HOME]))[0]
        changed = Changeset(standings=(standing(home.statement, status),))
        ledger.write(ALICE, lambda r, changed=changed: (changed, r.in_slots([HOME])))  # type: ignore[misc]
        if number:  # what was written later here makes it look like progress
            commit(ledger, told(statement("s-2", LATER, "Oslo", slot=JOB), by=LATER))
    assert first.read(ALICE, lambda r: r.in_slots([HOME]))[0].standing.status is Status.SUPERSEDED
    first._database = second._database  # type: ignore[attr-defined]
    assert first.read(ALICE, lambda r: r.in_slots([HOME]))[0].standing.status is Status.CORRECTED
    second.close()


def test_what_was_known_earlier_is_not_answered_with_what_stands_now(ledger: SqlLedger) -> None:
    ledger.read(ALICE, asked)
    assert ledger.read(ALICE, lambda r: r.in_slots([HOME], known_at=START)) == []


def besides(reader: LedgerReader) -> list[object]:
    """What a write asks besides slots: what was said last, what is promised, what is stated and ruled."""
    return [reader.last_observation(), reader.outbox(), reader.contingencies(), reader.verdicts([slot_key(HOME)])]


def test_what_is_known_not_to_be_there_is_asked_for_once_and_again_when_somebody_wrote_it(
    ledger: SqlLedger, tmp_path: Path
) -> None:
    assert ledger.read(ALICE, besides) == [SAID, [], [], []]
    with recorded() as said:
        assert ledger.read(ALICE, besides) == [SAID, [], [], []]
        commit(ledger, told(statement("s-2", LATER, "Oslo"), by=LATER))
        assert ledger.read(ALICE, besides) == [LATER, [], [], []]
    asked_for = ("FROM outbox", "FROM contingencies", "FROM verdicts", "ORDER BY observations.observed_at DESC")
    assert [each.text for each in said if any(name in each.text for name in asked_for)] == []
    ruled, rule = verdict(f"{slot_key(HOME)}:pair"), contingency("c-1", LATER)
    waits = outbox_item("w-1", LATER)
    commit(ledger, Changeset(contingencies=(rule,), verdicts=(ruled,), outbox=(waits,)))
    elsewhere = open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    now = ledger.read(ALICE, besides)
    assert now == elsewhere.read(ALICE, besides)
    assert [bool(each) for each in now] == [True] * 4
    commit(elsewhere, Changeset(outbox=(replace(waits, state=OutboxState.DONE),)))
    commit(elsewhere, told(by=observation("o-0", minute=-5)))
    assert ledger.read(ALICE, besides) == [LATER, [], *now[2:]]
    elsewhere.close()


def test_what_was_said_last_is_not_kept_where_it_is_long(ledger: SqlLedger) -> None:
    ledger.read(ALICE, besides)
    commit(ledger, told(by=observation("o-3", "y" * (MAX_KEPT_CHARACTERS + 1), minute=9)))
    kept = ledger._kept.of(KEY).answers
    assert kept is not None
    assert kept.last == ()
    assert ledger.read(ALICE, lambda r: r.last_observation()) is not None
    kept = ledger._kept.of(KEY).answers
    assert kept is not None
    assert kept.last == ()


NOTE = Changeset(links=(link("h-9", LATER),), outbox=(replace(outbox_item("w-1", LATER), state=OutboxState.DONE),))


def noted(ledger: SqlLedger) -> list[object]:
    return ledger.read(ALICE, lambda r: [r.revision(), r.links(host_ids=["h-9"]), r.outbox()])


def test_a_note_of_a_host_is_stored_the_short_way_as_one_that_asks(ledger: SqlLedger, tmp_path: Path) -> None:
    commit(ledger, told(by=LATER) + Changeset(outbox=(outbox_item("w-1", LATER),)))
    with recorded() as said:
        commit(ledger, NOTE)
    # Where the partition stands, and whether the observation is erased, the first change asks itself.
    assert [each.text.split()[0] for each in said] == ["UPDATE", "INSERT", "DELETE"]
    elsewhere = open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    assert isinstance(elsewhere, SqlLedger)
    assert noted(ledger) == noted(elsewhere) == [3, [link("h-9", LATER)], []]
    elsewhere.close()


@pytest.mark.parametrize("erased", [False, True])
def test_a_note_behind_what_another_ledger_wrote_is_stored_behind_that(
    ledger: SqlLedger, tmp_path: Path, *, erased: bool
) -> None:
    commit(ledger, told(by=LATER) + Changeset(outbox=(outbox_item("w-1", LATER),)))
    elsewhere = open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    commit(elsewhere, Changeset(erased=(LATER.id,)) if erased else told(by=observation("o-4", minute=7)))
    commit(ledger, NOTE)
    found = elsewhere.read(ALICE, lambda r: (r.revision(), [x.text_hash for x in r.links(host_ids=["h-9"])]))
    assert found == (4, [""] if erased else [NOTE.links[0].text_hash])
    commit(ledger, told(by=observation("o-5", minute=8)))
    commit(ledger, NOTE)  # where the partition stands is known now
    assert elsewhere.read(ALICE, lambda r: [x.text_hash for x in r.links(host_ids=["h-9"])]) == found[1]
    elsewhere.close()


def test_a_note_of_what_is_not_there_is_refused_and_leaves_nothing(ledger: SqlLedger) -> None:
    ledger.read(ALICE, besides)
    with pytest.raises(ConflictError, match="does not fit"):
        commit(ledger, NOTE)
    assert noted(ledger) == [1, [], []]


def test_an_answer_that_came_late_does_not_take_the_place_of_a_newer_one() -> None:
    kept = KeptRows()
    of = kept.of(KEY)
    kept.add(KEY, of, [held("s-1")], Answers((2, 7), slots={HOME: (held("s-1"),)}))
    kept.add(KEY, of, [], Answers((1, 5), slots={JOB: ()}))
    assert kept.of(KEY).answers is not None
    assert kept.of(KEY).answers.slots.keys() == {HOME}  # type: ignore[union-attr]


def test_answers_count_among_what_is_kept() -> None:
    kept = KeptRows(limit=5)
    for user in ("a", "b"):
        key = ("main", "acme", user)
        kept.add(key, kept.of(key), [held("s-1")], Answers((1, 1), slots={HOME: (held("s-1"),), JOB: ()}))
    assert [len(kept.of(("main", "acme", user))) for user in ("b", "a")] == [3, 0]


def test_no_answer_is_kept_of_a_long_text_or_under_a_long_name() -> None:
    kept = KeptRows()
    long, name = held("s-1", "y" * MAX_KEPT_CHARACTERS), "h" * (MAX_KEPT_CHARACTERS + 1)
    found = Answers(
        (1, 1), slots={HOME: (long,), Slot(name, "city"): ()}, latest={("subject", name): (9, ())},
        carried={name: (), "h-1": (long,)},
        links={"o-1": (link(name, SAID),)},
    )  # fmt: skip
    kept.add(KEY, kept.of(KEY), [long], found)
    assert len(kept.of(KEY)) == 0


def held(identifier: str, value: str = "Chicago") -> Held:
    said = statement(identifier, SAID, value)
    return Held(said, Version(standing(said), START, 1))
