"""That a user has one tenant, for the planner of PostgreSQL."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_REFERRED_TO = ("observations", "statements", "transitions")


def upgrade() -> None:
    """Let it see, with its next ANALYZE, that the scope's columns are not independent of one another.

    It multiplies their selectivities else and takes a scope for one row where each tenant has users of its own. The
    checks of foreign keys are the server's own statements: one that could use several indexes then reads all of a
    scope to find a row. SQLite plans by averages that the schema brings.
    """
    if op.get_context().dialect.name == "postgresql":
        for table in _REFERRED_TO:
            op.execute(f"CREATE STATISTICS st_{table}_scope (dependencies) ON plane, tenant, user_id FROM {table}")


def downgrade() -> None:
    """Let it forget that again."""
    if op.get_context().dialect.name == "postgresql":
        for table in _REFERRED_TO:
            op.execute(f"DROP STATISTICS st_{table}_scope")
