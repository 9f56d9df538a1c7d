"""The suites: each turns files of a benchmark into episodes, so that all of them run in one frame."""

from atma_overlay.evaluation.suites.registry import SUITES, Options, Suite, suite_named

__all__ = ["SUITES", "Options", "Suite", "suite_named"]
