"""The command that says what the overlay would do to a memory that is there already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from atma_overlay.cli.adopting import RoleOption
from atma_overlay.cli.place import Place
from atma_overlay.cli.targets import file_to_write, keep_memory
from atma_overlay.cli.terminal import console, moment, note, styled, write_json
from atma_overlay.cli.values import groups, words
from atma_overlay.errors import AtmaError

if TYPE_CHECKING:
    from rich.console import Console

    from atma_overlay.audit import AuditReport, Contest, Finding, Inquiry, Side
    from atma_overlay.scope import Scope


def audit(
    place: Place,
    *,
    query: Annotated[list[str] | None, typer.Option(help="A question to ask it; repeatable.")] = None,
    limit: Annotated[int, typer.Option(help="At most this many packets an answer.")] = 5,
    role: RoleOption = None,
    html: Annotated[str | None, typer.Option(help="Write a page for review to this file.")] = None,
) -> None:
    """Show what would be retired and blocked in a host memory.

    The host is only read: nothing in it changes, and no ledger is opened or made.
    """
    scope, rows = place.scope, groups(limit)
    queries = [words("query", each) for each in query or ()]
    target = None if html is None else file_to_write("html", html)
    keep_memory(place, written={"html": target})
    if target is not None:
        from atma_overlay.pages import require_pages

        require_pages()  # before the host is read
    if place.redact is not None:
        note("what the host holds is quoted as it is: --redact keeps it out of a ledger, and an audit has none")
    report = _audited(place, scope=scope, queries=queries, limit=rows, role=role)
    if not report.memories:
        problem = f"the host {report.host!r} holds no memory of {scope.tenant}/{scope.user}"
        raise AtmaError(f"{problem}: name another store with --host, or whose it is with --tenant and --user")
    if target is not None:
        from atma_overlay.audit.page import audit_page

        target.touch(mode=0o600)  # like a ledger: what it quotes is for its owner
        target.write_text(audit_page(report), encoding="utf-8")
        note(f"the page for review is {target}")
    return write_json(report) if place.json else print_audit(console(), report)


def _audited(place: Place, *, scope: Scope, queries: list[str], limit: int, role: str | None) -> AuditReport:
    from atma_overlay.audit import audit as run
    from atma_overlay.cli.opening import host_of
    from atma_overlay.cli.progress import progress
    from atma_overlay.cli.tracing import recording
    from atma_overlay.hosts.registry import open_host

    reading = place.reading()
    with recording(wanted=place.trace) as provider:
        host = open_host(host_of(place), existing=True)
        try:
            with progress("memories") as advance:
                return run(
                    host, scope=scope, queries=queries, limit=limit, role=role, on_progress=advance,
                    tracer_provider=provider, **reading,
                )  # fmt: skip
        finally:
            host.close()


def print_audit(out: Console, report: AuditReport) -> None:
    """The report in words: what would be retired, asked, left contested, and blocked."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in report.by_kind.items())
    out.print(styled(f"{report.host}, {report.scope.tenant}/{report.scope.user}: {report.read} memories read", "bold"))
    out.print(f"{report.records} facts, {len(report.retired)} would be retired{f' ({kinds})' if kinds else ''}, "
              f"{len(report.proposed)} proposed, {len(report.contested)} contested; nothing was changed")  # fmt: skip
    for line in report.notes:
        out.print(styled(f"note: {line}", "dim"))
    _section(out, "would be retired", report.retired)
    _section(out, "would be proposed", report.proposed)
    _contests(out, report.contested)
    for asked in report.inquiries:
        _inquiry(out, asked)


def _heading(out: Console, text: str) -> None:
    out.print()
    out.print(styled(text, "bold underline"))


def _section(out: Console, title: str, findings: tuple[Finding, ...]) -> None:
    if findings:
        _heading(out, title)
    for found in findings:
        out.print(styled(f"{found.slot}: {found.old.value} → {found.new.value or 'nothing'}", "bold"))
        out.print(styled(f"  {found.kind}, {found.reason}, confidence {found.confidence:.2f}", "cyan"))
        _side(out, "old", found.old)
        _side(out, "new", found.new)


def _contests(out: Console, contests: tuple[Contest, ...]) -> None:
    if contests:
        _heading(out, "would be contested")
    for contest in contests:
        out.print(styled(contest.slot, "bold"))
        for side in contest.sides:
            _side(out, side.value or "", side)


def _side(out: Console, name: str, side: Side) -> None:
    where = ", ".join(side.host_ids)
    out.print(styled(f"  {name}: “{side.evidence}”").append(f"  {moment(side.said_at) or 'no date'}, {where}", "dim"))


def _inquiry(out: Console, asked: Inquiry) -> None:
    from atma_overlay.cli.tables import premise_line, table

    _heading(out, asked.query)
    for premise in asked.premises:
        out.print(premise_line(premise))
    rows = table("", "host row", "what becomes of it")
    for number, row in enumerate(asked.host_rows, start=1):
        labels = f" as {', '.join(row.labels)}" if row.fate == "labelled" else ""
        became = "; ".join((f"{row.fate}{labels}", *row.why))
        rows.add_row(str(number), styled(row.text), styled(became))
    out.print(rows)
    shown = table("overlay row", "value", "evidence")
    for each in asked.rows:
        shown.add_row(styled(each.label), styled(each.value), styled(each.text))
    out.print(shown)
