"""Alembic's entry: migrations run on the connection that `upgrade` passes, in its transaction."""

from __future__ import annotations

from alembic import context

from atma_overlay.ledger.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
