"""What it cost to ask a probe: tokens of the packet, texts embedded, completions."""

from __future__ import annotations

from atma_overlay.evaluation.systems.baselines import packet_tokens
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.ports.model import Usage
from atma_overlay.views import Packet


def cost_of(packet: Packet, *, embeddings: int, spent: Usage) -> dict[str, Tally]:
    """The cost metrics of one asked probe; `spent` is what models took for it."""
    return {
        "packet_tokens": Tally(packet_tokens(packet), 1),
        "embeddings": Tally(embeddings, 1),
        "model_calls": Tally(spent.completions, 1),
        "tokens_in": Tally(spent.tokens_in, 1),
        "tokens_out": Tally(spent.tokens_out, 1),
    }


def read_cost(packet: Packet) -> Usage:
    """What a judge that reads queries has cost."""
    read = packet.readout
    return Usage(read.tokens_in, read.tokens_out, read.completions, read.estimated) if read else Usage()


def used(before: Usage, after: Usage) -> Usage:
    """What was used between two readings of a meter."""
    return Usage(
        tokens_in=after.tokens_in - before.tokens_in,
        tokens_out=after.tokens_out - before.tokens_out,
        completions=after.completions - before.completions,
        estimated=after.estimated,
    )
