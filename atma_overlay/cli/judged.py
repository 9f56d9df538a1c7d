"""What a judge did, on one line of the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from atma_overlay.views import Judging


def print_judging(out: Console, done: Judging | None) -> None:
    """One line of what a judge did, where there was one."""
    if done is None:
        return
    from atma_overlay.cli.terminal import styled

    parts = [
        f"{done.statements} statements", f"{done.verdicts} verdicts", f"{done.asked} calls",
        f"{done.tokens_in}+{done.tokens_out} tokens{' (estimated)' if done.estimated else ''}",
        *([f"{len(done.rejected)} notes of the rules rejected"] if done.rejected else []),
        *([f"{sum(done.refused.values())} refused"] if done.refused else []),
        *([f"{done.pending} wait to be judged: atma rejudge"] if done.pending else []),
        *([f"failed: {done.error}"] if done.error else []),
    ]  # fmt: skip
    out.print(styled(f"judged by {done.model}: {', '.join(parts)}", "yellow" if done.error else "dim"))
