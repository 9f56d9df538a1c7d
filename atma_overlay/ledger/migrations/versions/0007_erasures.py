"""A count of erasures on PostgreSQL, and no rows any more of what a host has taken."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Promises that were kept go, as they now do at once: nothing reads them, links say what a host holds."""
    op.execute("DELETE FROM outbox WHERE state = 'done'")
    if op.get_context().dialect.name == "postgresql":
        op.create_table(
            "erasures",
            sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
            sa.Column("number", sa.BigInteger(), nullable=False),
            sa.PrimaryKeyConstraint("id", name="pk_erasures"),
        )


def downgrade() -> None:
    """Do not count; promises that were kept stay gone."""
    if op.get_context().dialect.name == "postgresql":
        op.drop_table("erasures")
