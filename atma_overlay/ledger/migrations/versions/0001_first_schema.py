"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")  # sorts as SQLite and Python do


# Without statistics SQLite takes one index for as good as another and reads a whole partition for a list of
# ids; with those of a small file it reads whole tables. These describe a large one, and stay. For each index:
# the rows in all, then how many share its first column, its first two, and so on.
_SCOPE_ROWS = "1000000 500000 50000 1000"
_ROWS = {
    ("observations", "sqlite_autoindex_observations_1"): "1",
    ("observations", "ix_observations_saying"): "2 1 1 1",
    ("observations", "ix_observations_idempotency_key"): "1",
    ("extractions", "sqlite_autoindex_extractions_1"): "1 1",
    ("statements", "sqlite_autoindex_statements_1"): "1",
    ("statements", "ix_statements_slot"): "100 5",
    ("statements", "ix_statements_observation"): "2",
    ("versions", "versions"): "2 1",
    ("terms", "terms"): "250 5 1 1 1",
    ("transitions", "sqlite_autoindex_transitions_1"): "1",
    ("transitions", "ix_transitions_from"): "2",
    ("transitions", "ix_transitions_to"): "2",
    ("decisions", "decisions"): "2 1 1",
    ("verdicts", "verdicts"): "5 2 1 1",
    ("contingencies", "sqlite_autoindex_contingencies_1"): "1",
    ("contingencies", "ix_contingencies_parent"): "100 5",
    ("contingencies", "ix_contingencies_observation"): "2",
    ("links", "links"): "500 1 1",
    ("links", "ix_links_host_id"): "2",
    ("links", "ix_links_observation"): "2",
    ("outbox", "sqlite_autoindex_outbox_1"): "1",
    ("outbox", "ix_outbox_state"): "300 2 1",
}


def upgrade() -> None:
    op.create_table(
        "observations",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("text", _TEXT, nullable=False),
        sa.Column("role", _TEXT, nullable=False),
        sa.Column("speaker", _TEXT, nullable=True),
        sa.Column("origin", _TEXT, nullable=False),
        sa.Column("observed_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("digest", _TEXT, nullable=False),
        sa.Column("agent", _TEXT, nullable=True),
        sa.Column("session", _TEXT, nullable=True),
        sa.Column("idempotency_key", _TEXT, nullable=True),
        sa.Column("trace_id", _TEXT, nullable=True),
        sa.Column("span_id", _TEXT, nullable=True),
        sa.Column("erased", sa.Boolean(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", "id", name="pk_observations"),
        sqlite_with_rowid=True,
    )
    op.create_index(
        "ix_observations_idempotency_key",
        "observations",
        ["plane", "tenant", "user_id", "idempotency_key"],
        unique=True,
    )
    op.create_index(
        "ix_observations_saying",
        "observations",
        ["plane", "tenant", "user_id", "observed_at", "position", "digest", "id"],
        unique=False,
    )
    op.create_table(
        "outbox",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("observation_id", _TEXT, nullable=False),
        sa.Column("host", _TEXT, nullable=False),
        sa.Column("operation", _TEXT, nullable=False),
        sa.Column("state", _TEXT, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("host_id", _TEXT, nullable=True),
        sa.Column("error", _TEXT, nullable=True),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", "id", name="pk_outbox"),
        sqlite_with_rowid=True,
    )
    op.create_index(
        "ix_outbox_state", "outbox", ["plane", "tenant", "user_id", "state", "written", "ordinal"], unique=False
    )
    op.create_table(
        "partitions",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", name="pk_partitions"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "terms",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("field", _TEXT, nullable=False),
        sa.Column("term", _TEXT, nullable=False),
        sa.Column("observed_at", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("statement_id", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint(
            "plane", "tenant", "user_id", "field", "term", "observed_at", "position", "statement_id", name="pk_terms"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "transitions",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("subject", _TEXT, nullable=False),
        sa.Column("attribute", _TEXT, nullable=False),
        sa.Column("from_id", _TEXT, nullable=False),
        sa.Column("to_id", _TEXT, nullable=True),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("cause", _TEXT, nullable=False),
        sa.Column("decider", _TEXT, nullable=False),
        sa.Column("reason", _TEXT, nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("valid_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", "id", name="pk_transitions"),
        sqlite_with_rowid=True,
    )
    op.create_index("ix_transitions_from", "transitions", ["plane", "tenant", "user_id", "from_id"], unique=False)
    op.create_index("ix_transitions_to", "transitions", ["plane", "tenant", "user_id", "to_id"], unique=False)
    op.create_table(
        "verdicts",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("slot_key", _TEXT, nullable=False),
        sa.Column("pair", _TEXT, nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("ruling", _TEXT, nullable=False),
        sa.Column("decider", _TEXT, nullable=False),
        sa.Column("reason", _TEXT, nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "plane", "tenant", "user_id", "slot_key", "pair", "written", "ordinal", name="pk_verdicts"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "contingencies",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("observation_id", _TEXT, nullable=False),
        sa.Column("parent_subject", _TEXT, nullable=False),
        sa.Column("parent_attribute", _TEXT, nullable=False),
        sa.Column("trigger", _TEXT, nullable=True),
        sa.Column("child_subject", _TEXT, nullable=False),
        sa.Column("child_attribute", _TEXT, nullable=False),
        sa.Column("value", _TEXT, nullable=True),
        sa.Column("evidence", _TEXT, nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("valid_from", sa.BigInteger(), nullable=False),
        sa.Column("observed_at", sa.BigInteger(), nullable=False),
        sa.Column("origin", _TEXT, nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("erased", sa.Boolean(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", "id", name="pk_contingencies"),
        sa.ForeignKeyConstraint(
            ["plane", "tenant", "user_id", "observation_id"],
            ["observations.plane", "observations.tenant", "observations.user_id", "observations.id"],
            name="fk_contingencies_observations",
        ),
        sqlite_with_rowid=True,
    )
    op.create_index(
        "ix_contingencies_observation", "contingencies", ["plane", "tenant", "user_id", "observation_id"], unique=False
    )
    op.create_index(
        "ix_contingencies_parent",
        "contingencies",
        ["plane", "tenant", "user_id", "parent_subject", "parent_attribute"],
        unique=False,
    )
    op.create_table(
        "decisions",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("transition_id", _TEXT, nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("state", _TEXT, nullable=False),
        sa.Column("by", _TEXT, nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("note", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint(
            "plane", "tenant", "user_id", "transition_id", "written", "ordinal", name="pk_decisions"
        ),
        sa.ForeignKeyConstraint(
            ["plane", "tenant", "user_id", "transition_id"],
            ["transitions.plane", "transitions.tenant", "transitions.user_id", "transitions.id"],
            name="fk_decisions_transitions",
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "extractions",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("observation_id", _TEXT, nullable=False),
        sa.Column("extractor", _TEXT, nullable=False),
        sa.Column("candidates", _TEXT, nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", "observation_id", "extractor", name="pk_extractions"),
        sa.ForeignKeyConstraint(
            ["plane", "tenant", "user_id", "observation_id"],
            ["observations.plane", "observations.tenant", "observations.user_id", "observations.id"],
            name="fk_extractions_observations",
        ),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "links",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("host", _TEXT, nullable=False),
        sa.Column("host_id", _TEXT, nullable=False),
        sa.Column("observation_id", _TEXT, nullable=False),
        sa.Column("text_hash", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", "host", "host_id", "observation_id", name="pk_links"),
        sa.ForeignKeyConstraint(
            ["plane", "tenant", "user_id", "observation_id"],
            ["observations.plane", "observations.tenant", "observations.user_id", "observations.id"],
            name="fk_links_observations",
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_links_host_id", "links", ["plane", "tenant", "user_id", "host_id"], unique=False)
    op.create_index("ix_links_observation", "links", ["plane", "tenant", "user_id", "observation_id"], unique=False)
    op.create_table(
        "statements",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("observation_id", _TEXT, nullable=False),
        sa.Column("subject", _TEXT, nullable=False),
        sa.Column("attribute", _TEXT, nullable=False),
        sa.Column("cardinality", _TEXT, nullable=False),
        sa.Column("act", _TEXT, nullable=False),
        sa.Column("value", _TEXT, nullable=False),
        sa.Column("norm", _TEXT, nullable=False),
        sa.Column("value_kind", _TEXT, nullable=False),
        sa.Column("unit", _TEXT, nullable=True),
        sa.Column("affirmed", sa.Boolean(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("valid_from", sa.BigInteger(), nullable=False),
        sa.Column("valid_to", sa.BigInteger(), nullable=True),
        sa.Column("temporary", sa.Boolean(), nullable=False),
        sa.Column("replaces", _TEXT, nullable=True),
        sa.Column("change", _TEXT, nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("basis", _TEXT, nullable=False),
        sa.Column("origin", _TEXT, nullable=False),
        sa.Column("extractor", _TEXT, nullable=False),
        sa.Column("observed_at", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("digest", _TEXT, nullable=False),
        sa.Column("evidence", _TEXT, nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("agent", _TEXT, nullable=True),
        sa.Column("session", _TEXT, nullable=True),
        sa.Column("contextual", sa.Boolean(), nullable=False),
        sa.Column("lineage", _TEXT, nullable=False),
        sa.Column("stage", _TEXT, nullable=False),
        sa.Column("strength", sa.Float(), nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("erased", sa.Boolean(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", "id", name="pk_statements"),
        sa.ForeignKeyConstraint(
            ["plane", "tenant", "user_id", "observation_id"],
            ["observations.plane", "observations.tenant", "observations.user_id", "observations.id"],
            name="fk_statements_observations",
        ),
        sqlite_with_rowid=True,
    )
    op.create_index(
        "ix_statements_observation", "statements", ["plane", "tenant", "user_id", "observation_id"], unique=False
    )
    op.create_index(
        "ix_statements_slot", "statements", ["plane", "tenant", "user_id", "subject", "attribute"], unique=False
    )
    op.create_table(
        "versions",
        sa.Column("plane", _TEXT, nullable=False),
        sa.Column("tenant", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("statement_id", _TEXT, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("recorded_from", sa.BigInteger(), nullable=False),
        sa.Column("recorded_to", sa.BigInteger(), nullable=False),
        sa.Column("record_id", _TEXT, nullable=False),
        sa.Column("status", _TEXT, nullable=False),
        sa.Column("valid_from", sa.BigInteger(), nullable=False),
        sa.Column("valid_to", sa.BigInteger(), nullable=True),
        sa.Column("contested_with", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", "statement_id", "revision", name="pk_versions"),
        sa.ForeignKeyConstraint(
            ["plane", "tenant", "user_id", "statement_id"],
            ["statements.plane", "statements.tenant", "statements.user_id", "statements.id"],
            name="fk_versions_statements",
        ),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "postgresql":
        _create_text_index()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE statement_text USING fts5"
            "(tokens, statement_id UNINDEXED, tokenize='ascii', detail='none', columnsize=0)"
        )
        op.execute("ANALYZE sqlite_schema")
        statistics = sa.table("sqlite_stat1", sa.column("tbl"), sa.column("idx"), sa.column("stat"))
        rows = [{"tbl": t, "idx": i, "stat": f"{_SCOPE_ROWS} {rest}"} for (t, i), rest in _ROWS.items()]
        op.bulk_insert(statistics, rows)
        op.execute("ANALYZE sqlite_schema")


def _scope() -> list[sa.Column[str]]:
    return [sa.Column(name, _TEXT, nullable=False) for name in ("plane", "tenant", "user_id")]


def _create_text_index() -> None:
    op.create_table(
        "statement_text",
        *_scope(),
        sa.Column("statement_id", _TEXT, nullable=False),
        sa.Column("tokens", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("plane", "tenant", "user_id", "statement_id", name="pk_statement_text"),
    )
    op.create_table(
        "statement_text_tokens",
        *_scope(),
        sa.Column("token", _TEXT, nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("statement_id", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint(
            "plane", "tenant", "user_id", "token", "written", "ordinal", name="pk_statement_text_tokens"
        ),
    )
    op.create_index(
        "ix_statement_text_tokens_statement",
        "statement_text_tokens",
        ["plane", "tenant", "user_id", "statement_id"],
        unique=False,
    )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.drop_table("statement_text_tokens")
        op.drop_table("statement_text")
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE statement_text")
    op.drop_table("versions")
    op.drop_table("statements")
    op.drop_table("links")
    op.drop_table("extractions")
    op.drop_table("decisions")
    op.drop_table("contingencies")
    op.drop_table("verdicts")
    op.drop_table("transitions")
    op.drop_table("terms")
    op.drop_table("partitions")
    op.drop_table("outbox")
    op.drop_table("observations")
