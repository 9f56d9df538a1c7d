"""Full text over statements: the port, and its implementation on SQLite's FTS5."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from hashlib import blake2b
from typing import Any, Protocol

from sqlalchemy import text

from atma_overlay.ledger.transaction import Transaction

__all__ = ["Fts5Index", "Place", "TextIndex"]

Place = tuple[str, int, int]
"""A statement's id, with the revision and the instant of a version of it."""


class TextIndex(Protocol):
    """Finds the newest statements of a partition that hold any of some tokens; it does not rank them."""

    def add(self, transaction: Transaction, documents: Iterable[tuple[str, Sequence[str]]], *, revision: int) -> None:
        """Index the tokens of the statements that a revision records, by id, in the order of recording."""

    def remove(self, transaction: Transaction, statement_ids: Collection[str]) -> None:
        """Take statements out so that no part of their text stays in the index."""

    def newest(
        self, transaction: Transaction, tokens: Sequence[str], *, known: int, limit: int
    ) -> list[tuple[Place, list[str]]]:
        """The last recorded statements with any of the tokens and a version at `known`, the newest first.

        Each comes as its place, and its tokens, which are in the form that `encoded` gives.
        """

    def encoded(self, transaction: Transaction, tokens: Iterable[str]) -> list[str]:
        """Tokens in the form that `newest` returns."""


_PAGES = 500
"""How many pages of the index are merged in one transaction, in which others wait: some 40 ms."""
_MERGED = 2
"""So many changes are counted of a merge that had something to do."""


class Fts5Index:
    """One FTS5 table for all partitions.

    A row's text is the mark of its partition followed by its terms, each behind the mark's beginning and encoded into
    one token of ASCII letters and digits: so a term's list of rows is its partition's own, short and beside the
    partition's others however many partitions there are, the tokenizer has nothing to decide, and no term can carry
    the syntax of a query. `detail=none` keeps row numbers only: nothing else is asked for.
    """

    _ADD = text("INSERT INTO statement_text (tokens, statement_id) VALUES (:tokens, :statement_id)")
    _ROWS = text("SELECT rowid, statement_id FROM statement_text WHERE statement_text MATCH :query")
    _REMOVE = text("DELETE FROM statement_text WHERE rowid = :row_id")
    _OPTIMIZE = text("INSERT INTO statement_text (statement_text) VALUES ('optimize')")
    _MERGE = "INSERT INTO statement_text (statement_text, rank) VALUES ('merge', ?)"
    _NEWEST = text(
        "SELECT f.statement_id, v.revision, v.recorded_from, f.tokens FROM statement_text AS f CROSS JOIN versions AS v"
        " WHERE f.statement_text MATCH :query AND v.plane = :scope_plane AND v.tenant = :scope_tenant"
        " AND v.user_id = :scope_user_id AND v.statement_id = f.statement_id"
        " AND v.recorded_from <= :known AND v.recorded_to > :known ORDER BY f.rowid DESC LIMIT :limit"
    )

    def add(self, transaction: Transaction, documents: Iterable[tuple[str, Sequence[str]]], *, revision: int) -> None:
        """Index the tokens of statements by id, in the order of recording."""
        mark, each = self._mark(transaction), list(documents)
        beginning = mark[:_BEGINNING]
        # The statements of one sentence share most of their tokens.
        encoded = {token: beginning + plain(token) for token in {token for _, tokens in each for token in tokens}}
        rows = [
            {"tokens": " ".join([mark, *map(encoded.__getitem__, tokens)]), "statement_id": identifier}
            for identifier, tokens in each
        ]
        transaction.change(self._ADD, rows)

    def remove(self, transaction: Transaction, statement_ids: Collection[str]) -> None:
        """Take statements out, and rewrite the index: a deletion alone leaves the terms in old segments."""
        gone = set(statement_ids)
        rows = transaction.fetch(self._ROWS, tuple, query=self._mark(transaction))
        transaction.change(self._REMOVE, [{"row_id": row} for row, statement_id in rows if statement_id in gone])
        transaction.change(self._OPTIMIZE, [{}])

    def merge_some(self, raw: Any, *, first: bool) -> bool:
        """Merge some pages towards one segment of all that there are at the `first` call; whether more are left."""
        before = raw.total_changes
        raw.execute(self._MERGE, (-_PAGES if first else _PAGES,))
        return bool(raw.total_changes - before >= _MERGED)

    def newest(
        self, transaction: Transaction, tokens: Sequence[str], *, known: int, limit: int
    ) -> list[tuple[Place, list[str]]]:
        """The last recorded statements with any of the tokens, the newest first."""
        query = " OR ".join(self.encoded(transaction, tokens))
        return transaction.fetch(
            self._NEWEST,
            lambda row: ((row[0], row[1], row[2]), row[3].split()[1:]),
            query=query,
            known=known,
            limit=limit,
        )

    def encoded(self, transaction: Transaction, tokens: Iterable[str]) -> list[str]:
        """Each behind the mark's beginning: itself where it is plain, or its bytes in hexadecimal behind an `x`."""
        # Of 48 bits: should two partitions share it, `newest` leaves out what it finds of the other.
        beginning = self._mark(transaction)[:_BEGINNING]
        return [beginning + plain(token) for token in tokens]

    def _mark(self, transaction: Transaction) -> str:
        return "xs" + blake2b("\0".join(transaction.key).encode(), digest_size=12).hexdigest()


_BEGINNING = 14
"""Characters of a mark that lead every token of its partition."""


def plain(token: str) -> str:
    """A token of ASCII letters and digits: itself, or its bytes in hexadecimal behind an `x`."""
    return token if _PLAIN.fullmatch(token) else "x" + token.encode().hex()


_PLAIN = re.compile(r"[0-9a-wyz][0-9a-z]*")
