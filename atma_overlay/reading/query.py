"""A recall as asked, and what reads it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo

from atma_overlay.judge.settings import Judge
from atma_overlay.language.grammar.tokens import MAX_ANALYSED_CHARACTERS
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.lifecycle.touches import TouchQueue
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.scope import Scope
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.steady import latest
from atma_overlay.views import View


@dataclass(frozen=True, slots=True)
class Query:
    """A recall as asked. `now` is its clock; `valid_at` and `known_at` read the past on either clock.

    `dated` tells that the caller said when it is asked.
    """

    text: str
    scope: Scope
    now: datetime
    limit: int
    asker: str
    valid_at: datetime | None = None
    known_at: datetime | None = None
    view: View | None = None
    max_tokens: int | None = None
    zone: tzinfo = UTC
    dated: bool = False

    def on(self, ledger: LedgerReader) -> Query:
        """As it is asked of a ledger to which somebody may have written by a clock that is ahead."""
        if self.dated:
            return self
        now = latest(self.now, ledger.recorded_at())
        return self if now == self.now else replace(self, now=now)

    @property
    def asked(self) -> str:
        """What is read of the text here: a host is given all of it, and searches as it sees fit."""
        return self.text[:MAX_ANALYSED_CHARACTERS]


@dataclass(frozen=True, slots=True)
class Reader:
    """What the read flow needs."""

    lexicon: Lexicon
    linker: Linker
    over_fetch: int
    on_error: str
    mode: str
    touches: TouchQueue | None = None
    """Where recalls wait for the next write to reinforce what they showed; None without a lifecycle."""
    judge: Judge | None = None
    """Reads queries too, where its `reads` says so."""
    instructs: bool = True
    """Whether packets hold the asker's standing instructions, whatever is asked."""
