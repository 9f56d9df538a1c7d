"""What a judge did, on a line of the terminal or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from atma_overlay.views import Judging, Readout


def print_judging(out: Console, done: Judging | None) -> None:
    """One line of what a judge did, where there was one."""
    if done is None:
        return
    from atma_overlay.cli.terminal import counted, styled

    parts = [
        counted(done.statements, "statement"), counted(done.verdicts, "verdict"), _cost(done),
        *([f"{counted(len(done.rejected), 'note')} of the rules rejected"] if done.rejected else []),
        *([f"{sum(done.refused.values())} refused"] if done.refused else []),
        *([f"{done.pending} wait to be judged: atma rejudge"] if done.pending else []),
        *([f"{counted(done.set_aside, 'text')} set aside: no answer"] if done.set_aside else []),
        *([f"failed: {_failure(done)}"] if done.error else []),
    ]  # fmt: skip
    out.print(styled(f"judged by {done.model}: {', '.join(parts)}", "yellow" if done.error else "dim"))


def print_readout(out: Console, read: Readout | None) -> None:
    """What a judge made of a query, where it was asked: applied, told beside the rules' answer, or failed."""
    if read is None:
        return None
    from atma_overlay.cli.terminal import styled

    if read.error:
        told = f"query not read by {read.model}: {_failure(read)}; the answer is that of the rules"
        return out.print(styled(told, "yellow"))
    parts = [
        *([f"view {read.view}"] if read.view is not None else []),
        *([f"takes for granted: {'; '.join(read.presupposed)}"] if read.presupposed else []),
        *([f"depends on: {', '.join(read.basis)}"] if read.basis else []),
        _cost(read),
        *([f"{sum(read.refused.values())} refused"] if read.refused else []),
    ]
    outcome = "" if read.applied else ", the answer is that of the rules"
    out.print(styled(f"query read by {read.model}{outcome}: {', '.join(parts)}", "dim"))
    if read.would_be is not None:
        from atma_overlay.cli.tables import print_packet

        out.print(styled("what it would have shown:", "dim"))
        print_packet(out, read.would_be)
    return None


def _failure(done: Judging | Readout) -> str:
    return f"{done.error}, {done.cause}" if done.cause else str(done.error)


def _cost(done: Judging | Readout) -> str:
    from atma_overlay.cli.terminal import counted

    guessed = " (estimated)" if done.estimated else ""
    return f"{counted(done.asked, 'call')}, {done.tokens_in}+{done.tokens_out} tokens{guessed}"
