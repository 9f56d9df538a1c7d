"""Contingencies with a typed trigger, and with the values that name their slots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")  # sorts as SQLite and Python do


def upgrade() -> None:
    """Contingencies of before wait for any change, and are named by their attributes alone."""
    op.add_column("contingencies", sa.Column("trigger_kind", _TEXT, nullable=False, server_default="any"))
    op.add_column("contingencies", sa.Column("trigger_value", _TEXT))
    op.add_column("contingencies", sa.Column("parent_value", _TEXT))
    op.add_column("contingencies", sa.Column("child_value", _TEXT))


def downgrade() -> None:
    """Forget them again."""
    for column in ("child_value", "parent_value", "trigger_value", "trigger_kind"):
        op.drop_column("contingencies", column)
