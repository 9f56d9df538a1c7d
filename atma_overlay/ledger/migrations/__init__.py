"""The schema of a SQL ledger, and how a file is brought up to it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from atma_overlay.errors import LedgerError

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011")
"""Every schema that this package has had, oldest first."""

HEAD = REVISIONS[-1]


def known_revision(found: str) -> str:
    """The schema that was found.

    Raises:
        LedgerError: this version of the package does not know it.
    """
    if found not in REVISIONS:
        raise LedgerError(f"the ledger has the newer schema {found!r}: upgrade atma-overlay")
    return found


def upgrade(connection: Connection) -> None:
    """Run what is missing, inside the transaction that the connection is in."""
    # Alembic takes a tenth of a second to import: a ledger that is up to date does not need it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    command.upgrade(config, "head")
