"""The library that draws plots."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from atma_overlay.errors import MissingExtraError
from atma_overlay.pages.environment import EXTRA


@cache
def drawing() -> Any:
    """Pygal, without its import hook for map plugins: on Python 3.11 that one makes every later import warn.

    Raises:
        MissingExtraError: it is not installed.
    """
    hooks = list(sys.meta_path)
    try:
        import pygal as library  # noqa: PLC0415 - an extra, loaded when asked
        import pygal.style  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("pygal", EXTRA, error) from error
    sys.meta_path[:] = [hook for hook in sys.meta_path if hook in hooks or type(hook).__module__ != library.__name__]
    return library
