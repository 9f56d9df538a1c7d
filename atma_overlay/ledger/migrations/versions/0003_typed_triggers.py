"""Contingencies with a typed trigger, and with the values that name their slots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Contingencies of before wait for any change, and are named by their attributes alone."""
    op.add_column("contingencies", sa.Column("trigger_kind", sa.Text(), nullable=False, server_default="any"))
    op.add_column("contingencies", sa.Column("trigger_value", sa.Text()))
    op.add_column("contingencies", sa.Column("parent_value", sa.Text()))
    op.add_column("contingencies", sa.Column("child_value", sa.Text()))


def downgrade() -> None:
    """Forget them again."""
    for column in ("child_value", "parent_value", "trigger_value", "trigger_kind"):
        op.drop_column("contingencies", column)
