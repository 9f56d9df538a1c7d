"""What a hook takes out is nowhere; what a user calls *today* is a day where the user is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from atma_overlay import AsyncOverlay, InvalidInputError, NotFoundError, Overlay, PremiseVerdict, Scope, Turn, View
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.ledger import SqlLedger
from atma_overlay.ports.host import HostItem
from atma_overlay.testing.scripted_model import ScriptedModel
from atma_overlay.threads.faces import remembered, write
from atma_overlay.threads.learning import fresh_turns
from tests.dated_worlds import AT_HOME, FIRST, ME

SECRET = "4111 1111 1111 1111"
KEY = "sk-quetzalcoatl"
AT = datetime(2026, 3, 3, 23, 30, tzinfo=UTC)
"""Tuesday evening in UTC, Wednesday morning in Sydney, Tuesday afternoon in New York."""


def without_secrets(text: str) -> str:
    return re.sub(r"(\d{4} ){3}\d{4}|sk-\w+", "[secret]", text)


def test_no_byte_of_a_secret_is_in_ledger_host_or_question(tmp_path: Path) -> None:
    host, model = MemoryHost(), ScriptedModel([])
    ledger = SqlLedger(f"sqlite:///{tmp_path}/ledger.db")
    overlay = Overlay(host, ledger=ledger, judge=Judge(model), redact=without_secrets)
    overlay.remember(f"My card is {SECRET} and I live in Leeds.", scope=ME, observed_at=FIRST, name=f"Ann {KEY}")
    overlay.remember([Turn(text=f"My API key is {KEY}."), Turn(text="I work at Acme.")], scope=ME, observed_at=FIRST)
    record = next(r for r in overlay.timeline(scope=ME).records if r.value == "Leeds")
    overlay.correct(record.id, f"York {KEY}", scope=ME)
    packet = overlay.recall(f"What is {KEY} for, and where do I live?", scope=ME)
    ledger.close()
    seen = [path.read_bytes() for path in tmp_path.iterdir()]
    seen += [repr(host.page(scope=ME)).encode(), repr(model.requests).encode(), packet.render().encode()]
    assert len(model.requests) > 0
    assert all(secret.encode() not in some for some in seen for secret in (SECRET, KEY, "quetzalcoatl"))
    assert b"[secret]" in b"".join(seen)


def in_a_file(ledger: Path) -> bytes:
    return b"".join(path.read_bytes() for path in ledger.parent.iterdir())


def test_no_secret_is_in_a_key_a_persons_name_or_what_a_host_held_before(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    host = MemoryHost()
    host.add([HostItem(key="k", text=f"I work at Acme, my key is {KEY}.", role="user", observed_at=FIRST)], scope=ME)
    with Overlay(host, ledger=f"sqlite:///{file}", redact=without_secrets) as overlay:
        assert overlay.backfill(scope=ME).taken == 1
        host.add([HostItem(key="l", text=f"I play chess with {KEY}.", role="user", observed_at=FIRST)], scope=ME)
        assert overlay.reconcile(scope=ME).taken == 1
        overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST, key=f"call {KEY}")
        moved = overlay.remember("I moved to York.", scope=ME, observed_at=FIRST + timedelta(days=1))
        overlay.undo(moved.transitions[0].id, scope=ME, by=f"Ann {KEY}")
        assert b"quetzalcoatl" not in in_a_file(file)
        assert b"person:Ann [secret]" in in_a_file(file)


def test_a_memory_is_known_again_at_its_host_although_its_secret_is_not_stored() -> None:
    host = MemoryHost()
    host.add([HostItem(key="k", text=f"I work at Acme, my key is {KEY}.", role="user", observed_at=FIRST)], scope=ME)
    with Overlay(host, ledger="memory://", redact=without_secrets) as overlay:
        overlay.backfill(scope=ME)
        assert overlay.backfill(scope=ME).already_linked == 1
        again = overlay.reconcile(scope=ME)
        assert (again.agreed, again.differences, again.taken) == (1, (), 0)
    assert [memory.text for memory in host.page(scope=ME).memories] == [f"I work at Acme, my key is {KEY}."]


def test_a_key_with_a_secret_still_stores_once_and_is_no_other_key() -> None:
    with Overlay(MemoryHost(), ledger="memory://", redact=without_secrets) as overlay:
        keys = (f"call {KEY}", f"call {KEY}", "call sk-other", "call", "call")
        told = [overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST, key=key) for key in keys]
        assert [receipt.duplicates for receipt in told] == [0, 1, 0, 0, 1]


def test_what_is_to_be_forgotten_is_sought_without_its_secret_and_not_quoted_with_it() -> None:
    with Overlay(MemoryHost(), ledger="memory://", redact=without_secrets) as overlay:
        with pytest.raises(NotFoundError) as caught:
            overlay.forget(f"my parrot {KEY}", scope=ME)
        assert KEY not in str(caught.value)
        assert KEY not in caught.value.identifier


def test_a_record_is_forgotten_by_its_id_also_where_the_hook_takes_ids_for_secrets() -> None:
    with Overlay(MemoryHost(), ledger="memory://", redact=lambda text: re.sub(r"\w{20,}", "[x]", text)) as overlay:
        overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
        (record,) = overlay.timeline(scope=ME).records
        assert len(overlay.forget(record.id, scope=ME).transitions) == 1


@pytest.mark.parametrize("scope", [ME, AT_HOME])
def test_a_turn_whose_key_has_a_secret_is_known_again_and_not_handed_over_once_more(scope: Scope) -> None:
    overlay = Overlay(MemoryHost(), ledger="memory://", redact=without_secrets)
    turns = [Turn(text="I live in Leeds.", key=f"call {SECRET}"), Turn(text="I work at Acme.", key="call 2")]

    def fresh(thread: list[Turn]) -> list[Turn]:
        redact = overlay.writer.redact
        return overlay.ledger.read(scope, lambda reader: fresh_turns(reader, thread, scope=scope, redact=redact))

    for learnt in (1, 2):
        news = fresh(turns[:learnt])
        assert news == [turns[learnt - 1]]
        write(overlay, remembered(overlay, news, scope=scope))
    assert fresh(turns) == []
    assert fresh(turns[:1]) == []


def test_who_asks_and_whose_timeline_it_is_are_known_by_the_names_that_are_kept() -> None:
    overlay = Overlay(MemoryHost(), ledger="memory://", redact=lambda text: text.replace("Ann Smith", "[name]"))
    for day, (text, name) in enumerate(
        [("I live in York.", "Ann Smith"), ("I live in Bath.", "Bob"), ("I moved to Leeds.", "Ann Smith")]
    ):
        overlay.remember(text, scope=ME, name=name, observed_at=FIRST + timedelta(days=day))
    packet = overlay.recall("Since I live in York, which gym is near me?", scope=ME, asker="Ann Smith")
    assert [(p.verdict, p.current) for p in packet.premises] == [(PremiseVerdict.OUTDATED, ("Leeds",))]
    assert [r.value for r in overlay.timeline(scope=ME, subject="Ann Smith").records] == ["York", "Leeds"]
    assert [r.value for r in overlay.timeline(scope=ME, subject="[name]").records] == ["York", "Leeds"]


def test_a_hook_that_fails_or_returns_nothing_stores_nothing_and_is_not_quoted() -> None:
    def fails(text: str) -> str:
        raise ValueError(text)

    host = MemoryHost()
    for hook, problem in ((fails, "raised ValueError"), (lambda text: None, "returned NoneType")):
        overlay = Overlay(host, ledger="memory://", redact=hook)  # type: ignore[arg-type]
        with pytest.raises(InvalidInputError, match=problem) as caught:
            overlay.remember(f"My key is {KEY}.", scope=ME)
        assert KEY not in str(caught.value)
        assert caught.value.__cause__ is None
        assert overlay.timeline(scope=ME).records == ()
    assert host.page(scope=ME).memories == ()


@pytest.mark.parametrize(
    ("zone", "first", "last"),
    [
        ("UTC", datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 3, 9, tzinfo=UTC)),
        ("Australia/Sydney", datetime(2026, 3, 1, 13, tzinfo=UTC), datetime(2026, 3, 8, 13, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 3, 2, 5, tzinfo=UTC), datetime(2026, 3, 9, 4, tzinfo=UTC)),
    ],
)
def test_a_week_begins_and_ends_where_the_user_is(zone: str, first: datetime, last: datetime) -> None:
    """New York's clocks went forward on 8 March."""
    overlay = Overlay(MemoryHost(), ledger="memory://", timezone=zone)
    overlay.remember("This week I'm working from Lyon.", scope=ME, observed_at=AT)
    (record,) = overlay.timeline(scope=ME).records
    assert record.valid_to == last
    assert first <= record.valid_from <= AT


@pytest.mark.parametrize(
    ("zone", "day"),
    [("UTC", datetime(2026, 3, 2, tzinfo=UTC)), ("Australia/Sydney", datetime(2026, 3, 2, 13, tzinfo=UTC))],
)
def test_yesterday_is_the_day_before_the_users_today(zone: str, day: datetime) -> None:
    overlay = Overlay(MemoryHost(), ledger="memory://")
    overlay.remember("I moved to York yesterday.", scope=ME, observed_at=AT, timezone=zone)
    (record,) = overlay.timeline(scope=ME).records
    assert record.valid_from == day


async def test_a_question_is_read_where_it_is_asked() -> None:
    overlay = AsyncOverlay(MemoryHost(), ledger="memory://")
    await overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    for zone, middle in (("UTC", 12), ("Asia/Tokyo", 3)):
        packet = await overlay.recall("Where did I live on 3 May 2025?", scope=ME, now=AT, timezone=zone)
        assert packet.view is View.HISTORICAL
        assert packet.as_of == datetime(2025, 5, 3, middle, tzinfo=UTC)


@pytest.mark.parametrize("bad", ["Mars/Olympus", "", "../etc/passwd", "Europe"])
def test_a_zone_that_is_none_is_refused(bad: str) -> None:
    with pytest.raises(InvalidInputError, match="Europe/Berlin"):
        Overlay(MemoryHost(), ledger="memory://", timezone=bad)
    overlay = Overlay(MemoryHost(), ledger="memory://")
    with pytest.raises(InvalidInputError, match="timezone"):
        overlay.remember("I live in Leeds.", scope=ME, timezone=bad)


class Unknown(tzinfo):
    """A zone that knows no offset."""

    def utcoffset(self, at: datetime | None) -> timedelta | None:
        """None: what is in it is naive."""
        return None

    def dst(self, at: datetime | None) -> timedelta | None:
        """Likewise."""
        return None

    def tzname(self, at: datetime | None) -> str | None:
        """It has none."""
        return None


class Halfway(Unknown):
    """A zone that knows its offset, and cannot be converted to for want of summer time."""

    def utcoffset(self, at: datetime | None) -> timedelta:
        """An hour."""
        return timedelta(hours=1)


class Broken(Unknown):
    """A zone of somebody's own that fails."""

    def utcoffset(self, at: datetime | None) -> timedelta:
        """Never."""
        raise NotImplementedError


@pytest.mark.parametrize("zone", [Unknown(), Halfway(), Broken()])
def test_a_zone_that_cannot_tell_what_its_clock_shows_is_refused(zone: tzinfo) -> None:
    overlay = Overlay(MemoryHost(), ledger="memory://")
    for act in (
        lambda: Overlay(MemoryHost(), ledger="memory://", timezone=zone),
        lambda: overlay.remember("I moved to Leeds today.", scope=ME, timezone=zone),
        lambda: overlay.recall("Where do I live today?", scope=ME, timezone=zone),
    ):
        with pytest.raises(InvalidInputError, match=r"^timezone: .*: pass a name like 'Europe/Berlin'$"):
            act()
    assert overlay.timeline(scope=ME).records == ()


def test_an_instant_in_a_zone_without_an_offset_is_naive() -> None:
    at = datetime(2024, 1, 1, tzinfo=Unknown())
    overlay = Overlay(MemoryHost(), ledger="memory://")
    with pytest.raises(InvalidInputError, match=r"^observed_at: has no time zone"):
        overlay.remember("I live in Leeds.", scope=ME, observed_at=at)
    with pytest.raises(InvalidInputError, match=r"^valid_at: has no time zone"):
        overlay.recall("Where do I live?", scope=ME, valid_at=at)
    with pytest.raises(InvalidInputError, match=r"^known_at: has no time zone"):
        overlay.timeline(scope=ME, known_at=at)
    with pytest.raises(InvalidInputError, match=r"^clock: gave no aware datetime"):
        Overlay(MemoryHost(), ledger="memory://", clock=lambda: at).remember("I live in Leeds.", scope=ME)
    overlay.remember("I live in Leeds.", scope=ME, observed_at=at.replace(tzinfo=Halfway()))
    assert [r.valid_from for r in overlay.timeline(scope=ME).records] == [datetime(2023, 12, 31, 23, tzinfo=UTC)]
