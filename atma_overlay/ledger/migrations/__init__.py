"""The schema of a SQL ledger, and how a file is brought up to it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

REVISIONS = ("0001", "0002", "0003", "0004")
"""Every schema that this package has had, oldest first."""

HEAD = REVISIONS[-1]


def upgrade(connection: Connection) -> None:
    """Run what is missing, inside the transaction that the connection is in."""
    # Alembic takes a tenth of a second to import: a ledger that is up to date does not need it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    command.upgrade(config, "head")
