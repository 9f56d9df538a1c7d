"""Packets as nodes: one packet is one node, whose text says what each of its rows is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from llama_index.core.schema import NodeWithScore, TextNode

if TYPE_CHECKING:
    from atma_overlay.threads.outdated import Outdated, Said
    from atma_overlay.views import Packet, Premise, Row

__all__ = ["merged", "nodes_of", "said_in", "scored", "screened_nodes", "state_node"]


def nodes_of(packet: Packet) -> list[TextNode]:
    """A node for each packet of rows, best first; an abstention is a node too, since no node asks no model.

    A premise stands with the rows that decide it, so that an outdated one never comes without what replaced it; how to
    answer stands in the first node.
    """
    groups = [tuple(rows) for _, rows in groupby(packet.rows, key=lambda row: row.packet)] or [()]
    home = [_home(premise, groups) for premise in packet.premises]
    out = []
    for place, rows in enumerate(groups):
        premises = tuple(p for p, at in zip(packet.premises, home, strict=True) if at == place)
        update: dict[str, object] = {"rows": rows, "premises": premises}
        if place:
            update |= {"suppressed": type(packet.suppressed)(), "instructions": ()}
        out.append(_node(packet.model_copy(update=update)))
    return out


def state_node(packet: Packet) -> TextNode | None:
    """One node with all that the ledger knows about a query, or None where it knows nothing.

    Rows that only the host vouches for are left to the pipeline, which has retrieved its own.
    """
    tracked = tuple(row for row in packet.rows if row.label.value != "untracked")
    if not tracked and not packet.premises and not packet.instructions:
        return None
    return _node(packet.model_copy(update={"rows": tracked}))


def scored(nodes: Sequence[TextNode | NodeWithScore]) -> list[NodeWithScore]:
    """Nodes in this order with scores that say so, from 1 down to above a half: a cut-off drops what has none."""
    step = 0.5 / max(1, len(nodes))
    bare = [n.node if isinstance(n, NodeWithScore) else n for n in nodes]
    return [NodeWithScore(node=node, score=round(1.0 - place * step, 6)) for place, node in enumerate(bare)]


def said_in(nodes: Iterable[NodeWithScore]) -> list[Said]:
    """The texts of retrieved nodes, in order."""
    from atma_overlay.threads.outdated import Said

    return [Said(each.node.text) for each in nodes if isinstance(each.node, TextNode)]


def screened_nodes(nodes: Iterable[NodeWithScore], outdated: Sequence[Sequence[Outdated]]) -> list[NodeWithScore]:
    """Retrieved nodes without their stale sentences; one of which nothing is left is dropped.

    Args:
        nodes: as they were retrieved.
        outdated: by text, in the order of `said_in`; empty where nothing is.
    """
    from atma_overlay.threads.wording import without

    found = iter(outdated)
    out = []
    for each in nodes:
        stale = next(found, ()) if isinstance(each.node, TextNode) else ()
        if not stale or not isinstance(each.node, TextNode):
            out.append(each)
        elif text := without(each.node.text, stale, note=None):
            node = each.node.model_copy(deep=True)
            node.set_content(text)
            out.append(NodeWithScore(node=node, score=each.score))
    return out


def merged(packet: Packet, nodes: Sequence[NodeWithScore], *, limit: int) -> list[NodeWithScore]:
    """Packets and retrieved nodes in turn, best first, the packets' first; what a packet shows is not shown again."""
    hosted = {host_id for row in packet.rows for host_id in row.host_ids}
    texts = {row.text for row in packet.rows}
    rest = [n for n in nodes if n.node_id not in hosted and n.get_content().strip() not in texts]
    says_nothing = not (packet.rows or packet.premises or packet.instructions) and packet.degraded is None
    told: list[TextNode | NodeWithScore] = [] if rest and says_nothing else [*nodes_of(packet)]
    taking = sorted(
        [
            *((place, 0, node) for place, node in enumerate(told)),
            *((place, 1, node) for place, node in enumerate(rest)),
        ],
        key=lambda each: each[:2],
    )
    return scored([node for _, _, node in taking[:limit]])


def _home(premise: Premise, groups: Sequence[Sequence[Row]]) -> int:
    ids = set(premise.record_ids)
    return next((n for n, rows in enumerate(groups) if any(ids & set(row.record_ids) for row in rows)), 0)


def _node(packet: Packet) -> TextNode:
    metadata: dict[str, object] = {
        "view": packet.view.value,
        "labels": [row.label.value for row in packet.rows],
        "record_ids": _distinct(i for row in packet.rows for i in row.record_ids),
        "transition_ids": _distinct(i for row in packet.rows for i in row.transition_ids),
        "host_ids": _distinct(i for row in packet.rows for i in row.host_ids),
        "outdated_premises": [premise.text for premise in packet.blocked],
    }
    hidden = list(metadata)
    return TextNode(
        id_=_identity(packet),
        text=packet.render(),
        metadata=metadata,
        excluded_llm_metadata_keys=hidden,
        excluded_embed_metadata_keys=hidden,
    )


def _identity(packet: Packet) -> str:
    """What a node is known by: nodes are told apart by their ids, so a current and a past value need their own."""
    rows = [
        f"{r.label}|{','.join(r.record_ids)}|{','.join(r.transition_ids)}|{','.join(r.host_ids)}"
        for r in (*packet.instructions, *packet.rows)
    ]
    said = "\n".join([packet.view, *rows, *(f"{p.verdict}|{p.text}" for p in packet.premises)])
    return f"atma-{hashlib.sha256(said.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"


def _distinct(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(ids))
