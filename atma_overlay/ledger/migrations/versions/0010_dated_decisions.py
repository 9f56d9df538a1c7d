"""Decisions that date a transition anew: a late arrival may show that a change was earlier than it seemed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Decisions of before leave the instants as they were first recorded."""
    op.add_column("decisions", sa.Column("valid_at", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Forget the later instants."""
    op.drop_column("decisions", "valid_at")
