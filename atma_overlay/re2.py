"""Patterns of RE2 (linear time), each compiled when it is first used: a process uses a few of the hundreds there are.

Stands before the package of that name, whose other names are here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import re2
from re2 import Options, Set, escape, findall, fullmatch, search

if TYPE_CHECKING:
    from re2 import Match, _Match, _Regexp

__all__ = ["Match", "Options", "Set", "_Match", "_Regexp", "compile", "escape", "findall", "fullmatch", "search"]


def compile(pattern: str, options: Options | None = None) -> _Regexp:
    """A pattern that is compiled when it is first used; what is no pattern raises then."""
    return _Later(pattern, options)


class _Later:
    """A pattern that asks the compiled one for each of its methods once."""

    def __init__(self, pattern: str, options: Options | None) -> None:
        self._given = (pattern, options)
        self._compiled: Any = None
        self.pattern = pattern

    def __getattr__(self, name: str) -> Any:
        """What the compiled pattern has under a name, which is found without this from then on."""
        if name.startswith("_"):
            raise AttributeError(name)
        if self._compiled is None:
            self._compiled = re2.compile(*self._given)
        found = getattr(self._compiled, name)
        self.__dict__[name] = found
        return found
