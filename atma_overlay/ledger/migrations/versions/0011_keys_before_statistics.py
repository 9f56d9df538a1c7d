"""Indexes that a PostgreSQL server takes only for what they are for, whatever it knows of a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_SCOPE = ("plane", "tenant", "user_id")
_INDEXES: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    ("observations", "saying", ("observed_at", "position", "digest", "id"), "NOT erased"),
    ("observations", "idempotency_key", ("idempotency_key",), "idempotency_key IS NOT NULL"),
    ("statements", "slot", ("subject", "attribute"), "subject IS NOT NULL"),
    ("statements", "observation", ("observation_id",), "observation_id IS NOT NULL"),
    ("transitions", "from", ("from_id",), "from_id IS NOT NULL"),
    ("transitions", "to", ("to_id",), "to_id IS NOT NULL"),
    ("contingencies", "parent", ("parent_subject", "parent_attribute"), "parent_subject IS NOT NULL"),
    ("contingencies", "observation", ("observation_id",), "observation_id IS NOT NULL"),
    ("links", "host_id", ("host_id",), "host_id IS NOT NULL"),
    ("links", "observation", ("observation_id",), "observation_id IS NOT NULL"),
    ("stagings", "open", ("recorded_to", "residence"), "residence IS NOT NULL"),
    ("outbox", "state", ("state", "written", "ordinal"), "state IS NOT NULL"),
)
"""Of a table: what an index is called, its columns behind the scope's, and of which rows it is."""


def upgrade() -> None:
    """Each is made anew with a condition that all its rows meet, or all that are looked for in it.

    Before its first ANALYZE the server took any index that the scope leads for as good as the key, and read all of a
    scope for each row: of an import, where it checks foreign keys, and of what a write changes.
    """
    _make_anew(conditional=True)


def downgrade() -> None:
    """As they were."""
    _make_anew(conditional=False)


def _make_anew(*, conditional: bool) -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    for table, name, columns, condition in _INDEXES:
        index = f"ix_{table}_{name}"
        op.drop_index(index, table)
        op.create_index(
            index, table, [*_SCOPE, *columns], unique=name == "idempotency_key",
            postgresql_where=sa.text(condition) if conditional else None,
        )  # fmt: skip
