"""The audit of an existing store: what would be retired and blocked, told with its evidence, and nothing changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from atma_overlay import InvalidInputError, Overlay, Scope, Turn
from atma_overlay.adoption.intake import Voice
from atma_overlay.audit import AuditReport, audit
from atma_overlay.audit.page import audit_page
from atma_overlay.audit.store import ReadOnlyHost
from atma_overlay.errors import HostError
from atma_overlay.hosts import MemoryHost
from atma_overlay.ports.host import HostItem, HostMemory, HostPage
from tests.page_parts import ACTIVE, HOSTILE, Parts

ME = Scope(tenant="acme", user="u-42")
OTHER = Scope(tenant="acme", user="u-43")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
Said = tuple[str, str]
MOVE: Sequence[Said] = (
    ("user", "I live in Leeds. My flat has many stairs."),
    ("assistant", "I live in Paris."),
    ("user", "My sister Nadia lives in Bristol."),
    ("user", "I moved to York."),
    ("user", "My rent is £700."),
    ("user", "My rent went up to £800."),
)


class Undated(MemoryHost):
    """A host that keeps no dates, roles or names, and gives its memories in pages of two."""

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        found = super().page(scope=scope, cursor=cursor, limit=min(limit, 2))
        return replace(found, memories=tuple(map(_bare, found.memories)))


class HalfDated(MemoryHost):
    """A host that keeps the date of every other memory."""

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        found = super().page(scope=scope, cursor=cursor, limit=limit)
        return replace(found, memories=tuple(_bare(m) if n % 2 else m for n, m in enumerate(found.memories)))


def _bare(memory: HostMemory) -> HostMemory:
    return replace(memory, created_at=None, role=None, speaker=None)


def filled(host: MemoryHost, said: Sequence[Said] = MOVE, *, reverse: bool = False) -> MemoryHost:
    """One memory a month, in the order of saying or the other way round."""
    dated = list(enumerate(said))
    for month, (role, text) in reversed(dated) if reverse else dated:
        at = datetime(2025, 1 + month, 1, tzinfo=UTC)
        host.add([HostItem(f"m{month}", text, role, at)], scope=ME)
    return host


def audited(host: MemoryHost, *queries: str, role: str | None = None) -> AuditReport:
    return audit(host, scope=ME, queries=queries, role=role, clock=lambda: NOW)


def changes(report: AuditReport) -> list[tuple[str, str | None, str | None]]:
    return [(found.slot, found.old.value, found.new.value) for found in report.retired]


def contents(host: MemoryHost, scope: Scope) -> tuple[HostMemory, ...]:
    return MemoryHost.page(host, scope=scope).memories


@pytest.fixture
def store() -> MemoryHost:
    return filled(MemoryHost())


def test_a_slot_in_doubt_for_long_is_one_contest_with_each_side_once() -> None:
    towns = [f"{a}{b}ville" for a in "BCDF" for b in "aeio"][:12]
    said = [("user", "I live in Leeds."), *(("user", f"For now I live in {town}.") for town in towns)]
    host = MemoryHost()
    for day, (role, text) in enumerate(said):
        host.add([HostItem(f"m{day}", text, role, datetime(2025, 1, 1 + day, tzinfo=UTC))], scope=ME)
    [contest] = audited(host).contested
    assert sorted(str(side.value) for side in contest.sides) == sorted(["Leeds", *towns])


def test_what_would_be_retired_is_told_with_both_pieces_of_evidence(store: MemoryHost) -> None:
    report = audited(store)
    assert changes(report) == [("user / home city", "Leeds", "York"), ("user / rent", "£700", "£800")]
    assert report.by_kind == {"replaced": 2}
    move = report.retired[0]
    by_text = {m.text: m.id for m in contents(store, ME)}
    assert (move.old.evidence, move.old.said_at) == ("I live in Leeds.", datetime(2025, 1, 1, tzinfo=UTC))
    assert move.old.host_ids == (by_text["I live in Leeds. My flat has many stairs."],)
    assert (move.new.evidence, move.new.host_ids) == ("I moved to York.", (by_text["I moved to York."],))
    assert move.reason == "the change is told"
    assert move.confidence > 0.5


def test_the_dates_decide_and_not_the_order_of_the_pages(store: MemoryHost) -> None:
    assert changes(audited(filled(MemoryHost(), reverse=True))) == changes(audited(store))


def test_an_audit_finds_what_the_overlay_finds_when_it_is_told_the_same(store: MemoryHost) -> None:
    with Overlay(MemoryHost(), ledger="memory://", clock=lambda: NOW) as overlay:
        for month, (role, text) in enumerate(MOVE):
            overlay.remember(
                [Turn(text=text, role=role)], scope=ME, observed_at=datetime(2025, 1 + month, 1, tzinfo=UTC)
            )
        live = overlay.timeline(scope=ME)
    report = audited(store)
    assert report.records == len(live.records)
    assert {(f.old.value, f.new.value) for f in report.retired} == {
        (t.from_value, t.to_value) for t in live.transitions
    }


def test_what_the_assistant_said_states_nothing(store: MemoryHost) -> None:
    assert not any("Paris" in (found.old.value, found.new.value) for found in audited(store).retired)
    assert audited(store, "Where do I live?").inquiries[0].rows[0].value == "York"


def test_a_value_that_ends_without_a_successor_quotes_what_ended_it() -> None:
    host = filled(MemoryHost(), [("user", "I'm vegetarian."), ("user", "I am not vegetarian anymore.")])
    [ended] = audited(host).retired
    assert (ended.kind, ended.old.value, ended.new.value) == ("ended", "vegetarian", None)
    assert ended.new.evidence == "I am not vegetarian anymore."
    assert ended.new.host_ids == (contents(host, ME)[1].id,)


def test_a_finding_is_known_again_in_a_second_audit(store: MemoryHost) -> None:
    first, second = audited(store), audited(store)
    assert [f.key for f in first.retired] == [f.key for f in second.retired]
    assert len({f.key for f in first.retired}) == 2


def test_a_query_shows_the_hosts_rows_with_what_would_become_of_them(store: MemoryHost) -> None:
    [asked] = audited(store, "Since I live in Leeds, which market is near me?").inquiries
    assert [(p.text, p.current) for p in asked.blocked] == [("Leeds", ("York",))]
    leeds = next(row for row in asked.host_rows if row.text == "I live in Leeds. My flat has many stairs.")
    assert leeds.fate == "labelled"  # for its second sentence, which still holds
    assert leeds.why == ("user / home city: 'Leeds' superseded, now 'York'",)
    native = store.search(asked.query, scope=ME, limit=5).memories
    assert [row.host_id for row in asked.host_rows] == [memory.id for memory in native]


def test_a_host_row_whose_every_fact_is_over_would_be_suppressed(store: MemoryHost) -> None:
    [asked] = audited(store, "What is my rent?").inquiries
    fates = {row.text: row.fate for row in asked.host_rows}
    assert fates["My rent is £700."] == "suppressed"
    assert fates["My rent went up to £800."] == "labelled"


def test_a_store_without_dates_is_read_in_page_order_and_says_so() -> None:
    said = [(role, text) for role, text in MOVE if role == "user"]
    report = audited(filled(Undated(), said), role="user")
    assert report.order == "page"
    assert ("user / home city", "Leeds", "York") in changes(report)
    assert all(found.old.said_at is None and found.valid_at is None for found in report.retired)
    assert report.notes == (
        "no memory of this store has a date: they were read in the order of the host's pages",
        "5 memories do not say who spoke: they are read as user's words and trusted as the user's",
    )
    backwards = audited(filled(Undated(), said, reverse=True), role="user")
    assert ("user / home city", "Leeds", "York") not in changes(backwards)


def test_memories_that_do_not_say_who_spoke_state_nothing_in_an_audit_as_in_a_backfill() -> None:
    host = filled(Undated(), [(role, text) for role, text in MOVE if role == "user"])
    report = audited(host)
    assert (report.retired, report.proposed) == ((), ())
    assert report.notes[-1] == Voice().note(5)
    assert Voice().note(5).startswith("5 memories do not say who spoke: they count as the agent's and state nothing; ")


def test_a_large_store_without_dates_is_linked_to_the_last_memory() -> None:
    said = [("user", f"Note number {n}.") for n in range(1100)]
    host = Undated()
    host.add([HostItem(f"n{n}", text, "user", NOW) for n, (_, text) in enumerate(said)], scope=ME)
    last = HostItem("last", "My rent is £700.", "user", NOW)
    host.add([last, replace(last, key="very last", text="My rent went up to £800.")], scope=ME)
    report = audited(host, role="user")
    assert report.read == 1102
    [rise] = report.retired
    assert len(rise.old.host_ids) == len(rise.new.host_ids) == 1


def test_where_only_some_memories_have_dates_the_others_are_left_out_and_counted() -> None:
    report = audited(filled(HalfDated()))
    assert (report.memories, report.read, report.order) == (6, 3, "date")
    assert [each.reason for each in report.unread] == ["has no date, and other memories have one"] * 3
    assert "3 memories were left out, see `unread`" in report.notes


def test_a_memory_that_cannot_be_read_is_left_out_with_the_reason(store: MemoryHost) -> None:
    store.add([HostItem("late", "I live in Hull.", "user", NOW + timedelta(days=9))], scope=ME)
    store.add([HostItem("odd", "I live in Bath.", "narrator", NOW)], scope=ME)
    report = audited(store)
    assert (report.memories, report.read) == (8, 7)
    [left_out] = [each.reason for each in report.unread]
    assert left_out.startswith("observed_at: 2026-01-10T00:00:00+00:00 lies in the future")
    assert any(note.startswith("1 memories do not say who spoke: they count as the agent's") for note in report.notes)


def test_only_the_named_scope_is_read(store: MemoryHost) -> None:
    store.add([HostItem("theirs", "I moved to Hull.", "user", NOW)], scope=OTHER)
    assert audited(store).memories == 6
    assert "Hull" not in audited(store, "Where do I live?").model_dump_json()


def test_an_empty_store_has_an_empty_report() -> None:
    report = audited(MemoryHost(), "Where do I live?")
    assert (report.memories, report.retired, report.notes) == (0, (), ())
    assert report.inquiries[0].host_rows == ()


def test_the_store_is_the_same_after_an_audit(store: MemoryHost) -> None:
    before = contents(store, ME)
    found = store.search("home", scope=ME, limit=9)
    audited(store, "Since I live in Leeds, which market is near me?")
    assert contents(store, ME) == before
    assert store.search("home", scope=ME, limit=9) == found


def test_the_view_of_a_host_takes_nothing_new_and_deletes_nothing(store: MemoryHost) -> None:
    view = ReadOnlyHost(store)
    with pytest.raises(HostError, match="an audit changes nothing"):
        view.add([HostItem("k", "I live in Hull.", "user", NOW)], scope=ME)
    with pytest.raises(HostError, match="an audit changes nothing"):
        view.delete([contents(store, ME)[0].id], scope=ME)
    assert len(contents(store, ME)) == 6


def test_a_qdrant_folder_is_byte_for_byte_the_same_after_an_audit(tmp_path: Path) -> None:
    qdrant = pytest.importorskip("atma_qdrant")
    folder = tmp_path / "store"
    host = qdrant.QdrantHost(path=folder)
    for month, (role, text) in enumerate(MOVE):
        host.add([HostItem(f"m{month}", text, role, datetime(2025, 1 + month, 1, tzinfo=UTC))], scope=ME)
    host.close()
    before = dict(_bytes(folder))
    opened = qdrant.QdrantHost.from_existing(str(folder))
    report = audit(opened, scope=ME, queries=["Where do I live?"], clock=lambda: NOW)
    opened.close()
    assert ("user / home city", "Leeds", "York") in changes(report)
    assert dict(_bytes(folder)) == before


def _bytes(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        yield path.relative_to(folder).as_posix(), digest


def test_a_qdrant_store_that_is_not_there_is_refused_and_not_made(tmp_path: Path) -> None:
    qdrant = pytest.importorskip("atma_qdrant")
    with pytest.raises(InvalidInputError, match="is no folder with a Qdrant store"):
        qdrant.QdrantHost.from_existing(str(tmp_path))
    qdrant.QdrantHost(path=tmp_path / "store", collection="another").close()
    before = dict(_bytes(tmp_path))
    with pytest.raises(InvalidInputError, match="there is no 'atma_memories'"):
        qdrant.QdrantHost.from_existing(str(tmp_path / "store"))
    assert dict(_bytes(tmp_path)) == before


@pytest.mark.parametrize(
    ("queries", "limit", "problem"), [((" ",), 5, "queries"), ((), 0, "limit"), ((), 201, "limit")]
)
def test_bad_arguments_are_refused(store: MemoryHost, queries: Sequence[str], limit: int, problem: str) -> None:
    with pytest.raises(InvalidInputError, match=problem):
        audit(store, scope=ME, queries=queries, limit=limit)


def test_the_progress_is_told_to_the_end(store: MemoryHost) -> None:
    told: list[tuple[int, int]] = []
    audit(store, scope=ME, clock=lambda: NOW, on_progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (6, 6)


def test_a_report_is_the_same_after_a_round_through_json(store: MemoryHost) -> None:
    report = audited(store, "Since I live in Leeds, which market is near me?")
    assert AuditReport.model_validate_json(report.model_dump_json()) == report


def test_the_page_has_a_card_a_finding_with_three_marks(store: MemoryHost) -> None:
    report = audited(store, "Since I live in Leeds, which market is near me?")
    page = Parts(audit_page(report))
    assert page.carrying("data-key") == [found.key for found in report.retired]
    radios = [attributes["value"] for _, attributes in page.named("input") if attributes.get("type") == "radio"]
    assert radios == ["right", "wrong", "unsure"] * 2
    for shown in ("I live in Leeds.", "I moved to York.", "2025-04-01", "outdated", report.retired[0].new.host_ids[0]):
        assert shown in page.text


def test_the_page_of_a_store_without_findings_says_so() -> None:
    assert "would retire nothing" in audit_page(audited(MemoryHost()))


def test_no_memory_can_act_on_the_page() -> None:
    storable = HOSTILE.replace("\ud800", "")
    said = [("user", f"I live in Leeds. {storable}"), ("user", f"I moved to York. {storable}")]
    report = audited(filled(MemoryHost(), said), storable)
    report = report.model_copy(update={"host": HOSTILE, "notes": (HOSTILE,)})
    assert len(report.retired) == 1
    page = Parts(audit_page(report))
    assert [tag for tag, _ in page.named(*ACTIVE)] == ["script"]
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert "alert(1)" in page.text
    assert "\u202e" not in page.text
