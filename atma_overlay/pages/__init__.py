"""Self-contained HTML pages: one file, no network, every text in it escaped."""

from atma_overlay.pages.drawing import drawing
from atma_overlay.pages.environment import EXTRA, plain, rendered, require_pages

__all__ = ["EXTRA", "drawing", "plain", "rendered", "require_pages"]
