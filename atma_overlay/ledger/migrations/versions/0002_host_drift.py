"""What a host memory's text was when it was last read, and whether it still carries its observation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")  # sorts as SQLite and Python do


def upgrade() -> None:
    """Links of before were not read at their host since: they count as live, and their text as not seen."""
    op.add_column("links", sa.Column("seen_hash", _TEXT))
    op.add_column("links", sa.Column("state", _TEXT, nullable=False, server_default="live"))


def downgrade() -> None:
    """Forget it again."""
    op.drop_column("links", "state")
    op.drop_column("links", "seen_hash")
