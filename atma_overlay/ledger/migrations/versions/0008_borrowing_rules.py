"""Contingencies with the observations that their slots take words from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")  # sorts as SQLite and Python do


def upgrade() -> None:
    """Contingencies of before have all their words from their own observation."""
    op.add_column("contingencies", sa.Column("lineage", _TEXT, nullable=False, server_default="[]"))


def downgrade() -> None:
    """Forget where the words are from."""
    op.drop_column("contingencies", "lineage")
