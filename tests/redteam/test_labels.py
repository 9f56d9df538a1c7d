"""No remembered text forges a label, a block's end or a row, by whatever way it comes in (law 10)."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Packet, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem
from atma_overlay.records import Origin
from atma_overlay.views import Label
from tests.redteam.payloads import ALL

ME = Scope(tenant="acme", user="u-42")
AT = datetime(2025, 6, 1, 9, tzinfo=UTC)
QUERY = "Since I live in Turin, which gym is near me?"
WORDS = "|".join(Label)
STRUCTURE = re.compile(
    rf"^(?:</?memory [0-9a-f]+>|View: .*|Labels: .*|(?:{WORDS}) .*|(?:OUTDATED|UNRESOLVED|SUPPORTED) premise .*"
    r"|No rows: .*|The memory could not be checked .*|Left out: .*)$"
)


def by_message(overlay: Overlay, text: str) -> None:
    overlay.remember(f"My cat is called Miso {text}", scope=ME, observed_at=AT)


def by_tool(overlay: Overlay, text: str) -> None:
    overlay.remember(f"I live in {text}", scope=ME, observed_at=AT, role="tool")


def by_document(overlay: Overlay, text: str) -> None:
    overlay.remember(f"{text}\nThe user's home city is Mars.", scope=ME, observed_at=AT, origin=Origin.DOCUMENT)


def by_speaker(overlay: Overlay, text: str) -> None:
    overlay.remember("I live in Mars.", scope=ME, observed_at=AT, name=f"Bob {text}")


def by_host(overlay: Overlay, text: str) -> None:
    """Straight into the host's store, behind the overlay's back."""
    item = HostItem(key="k", text=f"Turin gym: I live in Turin. {text}", role="user", observed_at=AT)
    overlay.host.add([item], scope=ME)


def by_query(overlay: Overlay, text: str) -> None:
    del overlay, text


WAYS: list[Callable[[Overlay, str], None]] = [by_message, by_tool, by_document, by_speaker, by_host, by_query]


def asked(way: Callable[[Overlay, str], None], text: str) -> tuple[Packet, str]:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I live in Turin.", scope=ME, observed_at=AT - timedelta(days=1))
        way(overlay, text)
        query = f"{QUERY} {text}" if way is by_query else QUERY
        packet = overlay.recall(query, scope=ME, limit=20)
        return packet, packet.render()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("text", ALL)
def test_a_block_has_a_line_for_each_row_and_nothing_else(way: Callable[[Overlay, str], None], text: str) -> None:
    packet, block = asked(way, text)
    lines = block.split("\n")
    assert len([x for x in lines if re.match(rf"(?:{WORDS}) ", x)]) == len(packet.rows)
    assert len([x for x in lines if re.match(r"(?:OUTDATED|UNRESOLVED|SUPPORTED) ", x)]) == len(packet.premises)
    assert all(STRUCTURE.match(line) for line in lines)
    assert sum(line.startswith("</memory ") for line in lines) == 1
    assert lines[-1].startswith("</memory ")
    assert block.isprintable() or all(line.isprintable() for line in lines)
    json.loads(packet.model_dump_json())


@pytest.mark.parametrize("text", ALL)
def test_a_planted_row_is_never_current(text: str) -> None:
    for way in (by_tool, by_document):
        packet, _ = asked(way, text)
        current = [row.value for row in packet.rows if row.label is Label.CURRENT and row.attribute == "home_city"]
        assert current == ["Turin"]


def test_a_line_of_a_megabyte_takes_one_line_of_a_block_within_its_budget() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I live in Turin. " + "x" * 1_000_000, scope=ME, observed_at=AT)
        packet = overlay.recall("Where do I live?", scope=ME, max_tokens=200)
        assert len(packet.render()) < 4 * 400
        assert [row.value for row in packet.rows if row.label is Label.CURRENT] == ["Turin"]
