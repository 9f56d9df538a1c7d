"""What is fuzzed: each target takes bytes, and fails where the code behind it breaks a promise.

Bad input may be refused with the typed error and nothing else; whatever is accepted has to keep its invariants.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from atma_overlay import Overlay, Scope
from atma_overlay.errors import AtmaError, InvalidInputError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.dates.times import find_times
from atma_overlay.language.dates.zones import zone_named
from atma_overlay.language.extract import RulesExtractor
from atma_overlay.language.grammar.typed import with_care
from atma_overlay.language.queries.view import infer_view
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.ledger import open_ledger
from atma_overlay.ledger.transfer import export_jsonl, import_jsonl
from atma_overlay.loaders import load_conversations
from atma_overlay.loaders.instants import parse_instant
from atma_overlay.render import render_block, render_json
from atma_overlay.views import Label, Packet, Premise, PremiseVerdict, Row, View
from tests.fuzz.inputs import altered, json_seeds, text_of

NOW = datetime(2025, 6, 10, 9, 30, tzinfo=UTC)
ME = Scope(tenant="acme", user="u-1")
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
NONCE = "ab12cd34ef56"
STRING = r'"(?:[^"\\]|\\.)*"'
ROW = re.compile(
    rf"^(?:{'|'.join(Label)})(?: [\d-]*\.\.[\d-]*)?(?: {STRING} =)? {STRING}(?: from {STRING})?"
    rf"(?: said [\d-]+)?(?: note {STRING})?$"
)
PREMISE = re.compile(rf"^(?:OUTDATED|UNRESOLVED|SUPPORTED) premise {STRING}: ")


@cache
def _folder() -> Path:
    shared = Path("/dev/shm")  # files that are only read back belong in memory
    return Path(mkdtemp(prefix="atma-fuzz-", dir=shared if shared.is_dir() else None))


@cache
def _extractor() -> RulesExtractor:
    return RulesExtractor()


def extract(data: bytes) -> None:
    """Statements of any text: spans and evidence lie in it, and values but for words said twice or taken back."""
    text = text_of(data)
    found = _extractor().extract(text, speaker="user", at=_clock(data))
    text = text.encode("utf-8", "replace").decode("utf-8")
    for candidate in found.candidates:
        start, end = candidate.span
        assert 0 <= start < end <= len(text)
        assert candidate.evidence in text
        assert candidate.value in candidate.evidence or candidate.value in with_care(text)
        assert candidate.valid_to is None or candidate.valid_from <= candidate.valid_to
    assert all(rule.evidence in text for rule in found.contingencies)


def view(data: bytes) -> None:
    """The state view of any query: instants are aware, periods are not turned round."""
    asked = infer_view(text_of(data), _clock(data))
    assert asked.view in View
    assert asked.as_of is None or asked.as_of.tzinfo is not None
    assert asked.period is None or asked.period[0] <= asked.period[1]


def _clock(data: bytes) -> datetime:
    """Mostly the same; now and then one of the ends of the calendar."""
    return {0: datetime.min.replace(tzinfo=UTC), 1: datetime.max.replace(tzinfo=UTC)}.get(len(data) % 16, NOW)


def times(data: bytes) -> None:
    """The times of any text, whatever the clock: spans lie in it, in order, without overlap."""
    text = text_of(data)
    day = int.from_bytes(data[:3], "big") % 3_600_000
    now = datetime(1, 1, 2, tzinfo=UTC) + timedelta(days=day)
    before = 0
    for found in find_times(text, now):
        start, end = found.span
        assert before <= start < end <= len(text)
        before = end
        assert found.start.tzinfo is not None
        assert found.end is None or found.start <= found.end
    _refusing(lambda: parse_instant(text), ValueError)
    _refusing(lambda: zone_named(text))


def render(data: bytes) -> None:
    """A packet of any texts: the block is closed once, by its last line, and has no line but those of its structure."""
    parts = [text_of(bytes([data[0]]) + part) for part in data[1:].split(b"\xff")] if data else [""]

    def word(at: int) -> str:
        return parts[at % len(parts)]

    labels, verdicts = tuple(Label), tuple(PremiseVerdict)
    rows = tuple(
        Row.model_construct(
            label=labels[(len(parts) + n) % len(labels)], text=word(n), value=word(n + 1), subject=word(n + 2),
            attribute=word(n + 3), valid_from=NOW, valid_to=None, observed_at=NOW, note=word(n + 4),
        )
        for n in range(min(len(parts), 6))
    )  # fmt: skip
    premise = Premise.model_construct(
        text=word(0), verdict=verdicts[len(parts) % len(verdicts)], reason=word(2), current=(word(1),)
    )
    packet = Packet.model_construct(
        query=word(0), view=tuple(View)[len(data) % len(View)], as_of=None, known_at=None, rows=rows,
        premises=(premise,),
    )  # fmt: skip
    check_block(render_block(packet, nonce=NONCE), rows=len(rows), premises=1)
    json.loads(render_json(packet))


def check_block(block: str, *, rows: int, premises: int) -> None:
    """Whether a block is what its packet makes of it, whatever the texts in it say (law 10)."""
    lines = block.split("\n")
    assert lines == block.splitlines()
    assert (lines[0], lines[-1]) == (f"<memory {NONCE}>", f"</memory {NONCE}>")
    assert block.lower().count(NONCE) == 2
    assert sum(PREMISE.match(line) is not None for line in lines) == premises
    assert sum(ROW.match(line) is not None for line in lines) == rows
    assert all(c == "\n" or unicodedata.category(c) not in HIDDEN for c in block)


def conversations(data: bytes) -> None:
    """A file of any bytes, or one of a published form with parts changed: conversations, or the typed refusal."""
    if data and data[0] % 4 == 0:
        seeds = json_seeds()
        value = altered(seeds[data[0] // 4 % len(seeds)], data[1:])
        content, ending = json.dumps(value).encode(), ".json"
    else:
        content, ending = data[1:], (".txt", ".json", ".jsonl")[data[0] % 3] if data else ".txt"
    path = _folder() / f"conversation{ending}"
    path.write_bytes(content)
    for conversation in _refusing(lambda: list(load_conversations(path))) or ():
        assert conversation.id
        assert all(session.at.tzinfo is not None for session in conversation.sessions)


@cache
def _exported() -> tuple[Mapping[str, object], ...]:
    """The lines of a ledger that knows of a change, an end, a rule and a proposal."""
    told = (
        "I live in Leeds.", "I moved to York.", "My vet depends on where I live.", "My vet is Greenpaw.",
        "I use Notion.", "I no longer use Notion.", "I moved to Bonn.",
    )  # fmt: skip
    with closing(open_ledger("memory://")) as ledger:
        overlay = Overlay(MemoryHost(), ledger=ledger, clock=lambda: NOW)
        for day, text in enumerate(told):
            overlay.remember(text, scope=ME, observed_at=NOW - timedelta(days=60 - day))
        overlay.prune(scope=ME, older_than=timedelta(days=3))
        return tuple(json.loads(json.dumps(ledger.read(ME, lambda r: list(export_jsonl(r))))))


def imported(data: bytes) -> None:
    """An export with lines changed, dropped or doubled: refused whole, or a ledger that answers."""
    lines = list(_exported())
    for at in range(0, len(data), 8):
        line = data[at] % len(lines)
        lines[line] = altered(lines[line], data[at + 1 : at + 8])
    if not all(isinstance(line, dict) for line in lines):
        return
    with closing(open_ledger("memory://")) as ledger:
        changes = _refusing(lambda: import_jsonl(lines))
        if changes is None or _refusing(lambda: ledger.write(ME, lambda _: (changes, 1)), AtmaError) is None:
            return
        overlay = Overlay(MemoryHost(), ledger=ledger, clock=lambda: NOW, on_error="raise")
        _refusing(lambda: overlay.timeline(scope=ME), AtmaError)
        _refusing(lambda: overlay.review(scope=ME), AtmaError)
        _refusing(lambda: overlay.recall("Where do I live?", scope=ME, now=NOW), AtmaError)


def lexicon(data: bytes) -> None:
    """A lexicon file of any bytes: read, or refused with the place and the remedy."""
    path = _folder() / "own.toml"
    path.write_bytes(data)
    _refusing(lambda: Lexicon.load(path))


def overlay(data: bytes) -> None:
    """What is said and then asked, through both paths: stored once, shown in a block that stays closed."""
    said, _, asked = data.partition(b"\xff\xff")
    told, query = text_of(said), text_of(asked)
    with closing(open_ledger("memory://")) as ledger:
        memory = Overlay(MemoryHost(), ledger=ledger, clock=lambda: NOW, on_error="raise")
        memory.remember("I live in Leeds.", scope=ME, observed_at=NOW - timedelta(days=3))
        receipt = _refusing(lambda: memory.remember(told, scope=ME, observed_at=NOW - timedelta(days=2)))
        packet = _refusing(lambda: memory.recall(query, scope=ME, now=NOW))
        if packet is not None:
            check_block(packet.render(nonce=NONCE), rows=len(packet.rows), premises=len(packet.premises))
        known = {r.id for r in memory.timeline(scope=ME).records}
        assert receipt is None or {r.id for r in receipt.records} <= known


def _refusing(work: Callable[[], Any], refusal: type[Exception] = InvalidInputError) -> Any:
    """What work gives; None where it is refused as it should be."""
    try:
        return work()
    except refusal:
        return None


TARGETS: dict[str, Callable[[bytes], None]] = {
    "extract": extract,
    "view": view,
    "times": times,
    "render": render,
    "conversations": conversations,
    "import": imported,
    "lexicon": lexicon,
    "overlay": overlay,
}
