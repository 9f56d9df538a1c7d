"""The HTML report of an evaluation: one self-contained page with plots, tables and the failed probes."""

from atma_overlay.evaluation.page.document import report_page, require_page

__all__ = ["report_page", "require_page"]
