"""Systems without a ledger: the host alone, rankings over every turn, and the ceiling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from atma_overlay.evaluation.episodes import Probe
from atma_overlay.evaluation.shown import host_packet
from atma_overlay.evaluation.systems.moment import Moment
from atma_overlay.ports.host import HostMemory, HostSearch
from atma_overlay.render import estimate_tokens
from atma_overlay.views import Label, Packet, Premise, PremiseVerdict, Row, View

_UNDATED = datetime.min.replace(tzinfo=UTC)
_OVER_FETCH = 4


def nothing(moment: Moment, probe: Probe) -> Packet:
    """No rows: of a system that answers by itself."""
    return host_packet(probe.query, HostSearch(()))


def host(moment: Moment, probe: Probe) -> Packet:
    """The host's own first k rows."""
    return host_packet(probe.query, moment.search(probe.query, limit=moment.k))


def host_sorted(moment: Moment, probe: Probe) -> Packet:
    """The host's first k rows, the latest first: for a reader that believes what it sees first."""
    found = moment.search(probe.query, limit=moment.k).memories
    latest = sorted(found, key=lambda m: m.created_at or _UNDATED, reverse=True)
    return host_packet(probe.query, HostSearch(tuple(latest)))


def volume_matched(moment: Moment, probe: Probe) -> Packet:
    """The host's rows until they are as many as the packet's and hold as many tokens."""
    packet = moment.recall(probe.query)
    tokens = packet_tokens(packet)
    found = moment.search(probe.query, limit=moment.k * _OVER_FETCH).memories
    return host_packet(probe.query, HostSearch(tuple(_as_much(found, rows=len(packet.rows), tokens=tokens))))


def _as_much(memories: Iterable[HostMemory], *, rows: int, tokens: int) -> Iterator[HostMemory]:
    used = 0
    for place, memory in enumerate(memories):
        used += estimate_tokens(memory.text)
        if place >= rows and used > tokens:
            return
        yield memory


def bm25(moment: Moment, probe: Probe) -> Packet:
    """Every turn ranked by Okapi BM25 over stemmed words."""
    return host_packet(probe.query, HostSearch(moment.corpus.by_words(probe.query, limit=moment.k)))


def dense(moment: Moment, probe: Probe) -> Packet:
    """Every turn ranked by the cosine of its embedding."""
    return host_packet(probe.query, HostSearch(moment.corpus.by_meaning(probe.query, limit=moment.k)))


def gold_facts(moment: Moment, probe: Probe) -> Packet:
    """Only what the probe needs, rightly labelled: what a reader can do with perfect retrieval."""
    view = View(probe.view)
    label = Label.HISTORICAL if view in (View.HISTORICAL, View.CHANGE) else Label.CURRENT
    facts = [Row(label=label, text=forms[0], value=forms[0], packet=place) for place, forms in enumerate(probe.groups)]
    turns = [moment.episode.sessions[session].turns[turn].text for session, turn in probe.turns]
    told = [Row(label=Label.UNTRACKED, text=text, value=text, packet=len(facts) + n) for n, text in enumerate(turns)]
    blocked = probe.expect == "blocked"
    current = tuple(forms[0] for forms in probe.groups)
    text = next(iter(probe.stale), probe.query)
    premise = Premise(text=text, verdict=PremiseVerdict.OUTDATED, current=current)
    return Packet(
        query=probe.query, view=view, as_of=None, known_at=None, rows=(*facts, *told),
        premises=(premise,) if blocked else (),
    )  # fmt: skip


def packet_tokens(packet: Packet) -> int:
    """About how many tokens the rows of a packet hold, and the premises that it blocks."""
    rows = sum(
        estimate_tokens(row.text if row.label is Label.UNTRACKED else row.text + row.value) for row in packet.rows
    )
    return rows + sum(estimate_tokens(premise.text + " ".join(premise.current)) for premise in packet.premises)
