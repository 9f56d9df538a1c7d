"""What a lifecycle makes of the records, and what recalls reinforced."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")  # sorts as SQLite and Python do

_SCOPE = ("plane", "tenant", "user_id")


def upgrade() -> None:
    """Two tables, empty until a lifecycle is switched on."""
    op.create_table(
        "stagings",
        *(sa.Column(name, _TEXT, nullable=False) for name in _SCOPE),
        sa.Column("record_id", _TEXT, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("recorded_from", sa.BigInteger(), nullable=False),
        sa.Column("recorded_to", sa.BigInteger(), nullable=False),
        sa.Column("stage", _TEXT, nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("strength", sa.Float(), nullable=False),
        sa.Column("residence", _TEXT, nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.PrimaryKeyConstraint(*_SCOPE, "record_id", "revision", name="pk_stagings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_stagings_open", "stagings", [*_SCOPE, "recorded_to", "residence"])
    op.create_table(
        "touches",
        *(sa.Column(name, _TEXT, nullable=False) for name in _SCOPE),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("statement_id", _TEXT, nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("after", _TEXT, nullable=False),
        sa.Column("after_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(*_SCOPE, "written", "ordinal", name="pk_touches"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget both."""
    op.drop_table("touches")
    op.drop_table("stagings")
