"""Full text on PostgreSQL: a table of tokens that is its own index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from sqlalchemy import (
    Column,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    select,
)
from sqlalchemy import union as union_of

from atma_overlay.ledger.queries import MAX_TERMS
from atma_overlay.ledger.tables import SCOPE, versions
from atma_overlay.ledger.text_index import Place, plain
from atma_overlay.ledger.transaction import Transaction, scoped
from atma_overlay.ledger.words import Words, shortened

__all__ = ["PostgresTextIndex"]

metadata = MetaData()


def _scope() -> list[Column[str]]:
    return [Column(name, Words, nullable=False) for name in SCOPE]


texts = Table(
    "statement_text",
    metadata,
    *_scope(),
    Column("statement_id", Words, nullable=False),
    Column("tokens", Words, nullable=False),
    PrimaryKeyConstraint(*SCOPE, "statement_id"),
)
postings = Table(
    "statement_text_tokens",
    metadata,
    *_scope(),
    Column("token", Words, nullable=False),
    Column("written", Integer, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("statement_id", Words, nullable=False),
    PrimaryKeyConstraint(*SCOPE, "token", "written", "ordinal"),
    Index("ix_statement_text_tokens_statement", *SCOPE, "statement_id"),
)
_REMOVALS = tuple(delete(t).where(scoped(t), t.c.statement_id == bindparam("of")) for t in (postings, texts))
"""One by one: for a list of them a planner that thinks the scope small reads all of it."""


class PostgresTextIndex:
    """`TextIndex` on a B-tree that the scope leads: (scope, token, order of recording).

    A GIN index on `tsvector` cannot be led by the scope without an extension and does not know the newest match:
    it reads and sorts every match of a partition. Here the newest matches of a token are the end of its stretch.
    """

    def add(self, transaction: Transaction, documents: Iterable[tuple[str, Sequence[str]]], *, revision: int) -> None:
        """Index the tokens of statements by id, in the order of recording."""
        rows, tokens = [], []
        for ordinal, (identifier, document) in enumerate(documents):
            encoded = self.encoded(transaction, document)
            rows.append({"statement_id": identifier, "tokens": " ".join(encoded)})
            place = {"written": revision, "ordinal": ordinal, "statement_id": identifier}
            tokens += [{"token": token, **place} for token in dict.fromkeys(encoded)]
        transaction.insert(texts, rows)
        transaction.insert(postings, tokens)

    def remove(self, transaction: Transaction, statement_ids: Collection[str]) -> None:
        """Take statements out."""
        for removal in _REMOVALS:
            transaction.change(removal, [{"of": identifier} for identifier in dict.fromkeys(statement_ids)])

    def newest(
        self, transaction: Transaction, tokens: Sequence[str], *, known: int, limit: int
    ) -> list[tuple[Place, list[str]]]:
        """The last recorded statements with any of the tokens, the newest first."""
        found: dict[Place, tuple[tuple[int, int], list[str]]] = {}
        wanted = list(dict.fromkeys(self.encoded(transaction, tokens)))
        for start in range(0, len(wanted), MAX_TERMS):
            some = wanted[start : start + MAX_TERMS]
            # Counts are rounded up to powers of two, so that few statements serve every count.
            count = 1 << (len(some) - 1).bit_length()
            bound = {f"token_{number}": some[min(number, len(some) - 1)] for number in range(count)}
            rows = transaction.fetch(_newest(count), tuple, known=known, limit=limit, **bound)
            for identifier, text, written, ordinal, revision, since in rows:
                found[identifier, revision, since] = ((written, ordinal), text.split(" "))
        newest = sorted(found.items(), key=lambda entry: entry[1][0], reverse=True)
        return [(place, document) for place, (_, document) in newest[:limit]]

    def encoded(self, transaction: Transaction, tokens: Iterable[str]) -> list[str]:
        """In ASCII letters and digits; a long one as its beginning and its digest. The table is led by the scope."""
        return [shortened(plain(token)) for token in tokens]


@cache
def _newest(count: int) -> Select[tuple[object, ...]]:
    found = union_of(*(_newest_with(f"token_{number}") for number in range(count))).subquery()
    last = select(found).order_by(found.c.written.desc(), found.c.ordinal.desc()).limit(bindparam("limit")).subquery()
    return select(
        texts.c.statement_id, texts.c.tokens, last.c.written, last.c.ordinal, last.c.revision, last.c.recorded_from
    ).join_from(last, texts, and_(scoped(texts), texts.c.statement_id == last.c.statement_id))


def _newest_with(token: str) -> Select[tuple[object, ...]]:
    newest = (
        select(
            postings.c.written,
            postings.c.ordinal,
            postings.c.statement_id,
            versions.c.revision,
            versions.c.recorded_from,
        )
        .join(versions, and_(scoped(versions), versions.c.statement_id == postings.c.statement_id))
        .where(
            scoped(postings),
            postings.c.token == bindparam(token),
            versions.c.recorded_from <= bindparam("known"),
            versions.c.recorded_to > bindparam("known"),
        )
        .order_by(postings.c.written.desc(), postings.c.ordinal.desc())
        .limit(bindparam("limit"))
        .subquery()
    )
    return select(newest)
