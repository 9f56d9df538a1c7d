"""The full-text index of SQLite in fewer segments: each of them is looked through for each word of a query."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_OF_FTS5 = {"automerge": 4, "crisismerge": 16}
"""What FTS5 sets by itself: a write adds a segment, and up to so many of one size wait to be merged."""
_SOONER = {"automerge": 2, "crisismerge": 4}


def upgrade() -> None:
    """What is there is merged as more is written."""
    _configure(_SOONER)


def downgrade() -> None:
    """As FTS5 has it."""
    _configure(_OF_FTS5)


def _configure(settings: dict[str, int]) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for name, most in settings.items():
            op.execute(f"INSERT INTO statement_text (statement_text, rank) VALUES ('{name}', {most})")
