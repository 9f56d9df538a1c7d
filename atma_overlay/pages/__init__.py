"""Self-contained HTML pages: one file, no network, every text in it escaped."""

from atma_overlay.pages.environment import EXTRA, plain, rendered, require_pages

__all__ = ["EXTRA", "plain", "rendered", "require_pages"]
