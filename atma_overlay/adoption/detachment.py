"""Taking the overlay out of a host: what it left beside the memories goes, the memories stay."""

from __future__ import annotations

from atma_overlay.adoption.claims import claim, claims_flow
from atma_overlay.adoption.drift import Comparison, Drift
from atma_overlay.adoption.reports import DetachReport
from atma_overlay.effects import Flow, HostDetach, LedgerRead, Stage
from atma_overlay.hosts.pages import pages_flow
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.host_powers import HostDetachment
from atma_overlay.promises import promised
from atma_overlay.scope import Scope
from atma_overlay.writing.writer import Writer


def detach_flow(writer: Writer, scope: Scope) -> Flow[DetachReport]:
    """Remove the overlay's traces from the memories of a scope.

    Writes that were stored and not confirmed are linked first: without their keys nobody would know them again.
    """
    yield Stage("search")
    memories: tuple[HostMemory, ...] = yield from pages_flow(scope, host=writer.host_name)
    comparison = Comparison(writer.host_name, writer.powers.rewrites)
    drift: Drift = yield LedgerRead(scope, lambda reader: comparison.drift(reader, memories, ()))
    yield Stage("commit")
    yield from claims_flow(scope, claim(drift, writer.host_name))
    yield Stage("host")
    done = _undetachable(memories)
    if writer.powers.detaches:
        done = yield HostDetach(scope)
    yield Stage(None)
    found = {observation_id for _, observation_id in drift.promised}
    return DetachReport(
        host=writer.host_name, scope=scope, memories=len(memories), cleared=done.cleared, remaining=done.remaining,
        pending=sum(item.observation_id not in found for item in drift.pending),
    )  # fmt: skip


def _undetachable(memories: tuple[HostMemory, ...]) -> HostDetachment:
    keyed = sum(promised(m.key) is not None for m in memories)
    line = f"{keyed} memories keep the keys of their writes, and this host cannot take them out: remove them there"
    return HostDetachment(0, (line,) if keyed else ())
