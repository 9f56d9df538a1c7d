"""What can be said of an SDK's error without its words, which may hold memory text."""

from __future__ import annotations

__all__ = ["always", "never", "of_kind", "status_of"]


def always(_: BaseException) -> bool:
    """The same call may succeed later."""
    return True


def never(_: BaseException) -> bool:
    """The same call fails again."""
    return False


def of_kind(error: BaseException) -> str:
    """The failure's class alone: what it says may hold memory text."""
    return type(error).__name__


def status_of(error: BaseException) -> int | None:
    """The status that a server answered with, of the error itself or of the response that it carries."""
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int):
            return status
    return None
