"""The page on which a person reviews an audit."""

from __future__ import annotations

from atma_overlay.audit.report import AuditReport
from atma_overlay.pages import rendered

LONGEST = 2000
"""Characters of one memory that the page shows at most; the JSON holds all of it."""


def audit_page(report: AuditReport) -> str:
    """One self-contained HTML page: a card a finding with both pieces of evidence, to be marked and exported.

    Raises:
        MissingExtraError: Jinja2 is not installed.
    """
    findings = (*report.retired, *report.proposed)
    scope = report.scope.model_dump()
    about = {"host": report.host, **scope, "audited_at": report.audited_at.isoformat(), "version": report.version}
    return rendered(
        "review.html",
        script="review.js",
        report=report,
        findings=findings,
        states=list(dict.fromkeys(f.state.value for f in findings)),
        kinds=sorted({f.kind.value for f in findings}),
        store="atma-audit:" + "/".join((report.host, *(str(part) for part in scope.values()))),
        about=about,
        longest=LONGEST,
    )
