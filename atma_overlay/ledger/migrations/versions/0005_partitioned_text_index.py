"""Full text on SQLite with every term behind the mark of its partition, which was a term of its own before."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_TABLE = "(tokens, statement_id UNINDEXED, tokenize='ascii', detail='none', columnsize=0)"
_MARK, _TERMS, _BEGINNING = "substr(tokens, 1, 26)", "substr(tokens, 27)", "substr(tokens, 1, 14)"
"""The mark of a row, its terms with the space before each, and the part of the mark that now leads each term."""


def upgrade() -> None:
    """The index is written anew: some ten seconds for a million statements."""
    _rewrite(f"{_MARK} || replace({_TERMS}, ' ', ' ' || {_BEGINNING})")


def downgrade() -> None:
    """The terms by themselves again."""
    _rewrite(f"{_MARK} || replace({_TERMS}, ' ' || {_BEGINNING}, ' ')")


def _rewrite(tokens: str) -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.execute(f"CREATE VIRTUAL TABLE statement_text_new USING fts5{_TABLE}")
    op.execute(
        "INSERT INTO statement_text_new (rowid, tokens, statement_id)"
        f" SELECT rowid, {tokens}, statement_id FROM statement_text ORDER BY rowid"
    )
    op.execute("DROP TABLE statement_text")
    op.execute("ALTER TABLE statement_text_new RENAME TO statement_text")
