"""The tables of a SQL ledger.

The scope (plane, tenant, user_id) is first in every key and index. Instants are microseconds since 1970.
`versions` and `stagings` carry system time as in SQL:2011: [recorded_from, recorded_to), open at `OPEN`.
`transitions`, `decisions`, `verdicts` and `touches` are appended to; only erasure changes a row of theirs, or of a
record. `written` is the revision that stored a row and `ordinal` its place in that write: the order of recording.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    text,
)
from sqlalchemy.schema import SchemaItem

from atma_overlay.ledger.words import Lookup, Words

OPEN = 2**63 - 1
"""`recorded_to` of a version that still stands."""

NOW = OPEN - 1
"""Later than any instant and earlier than `OPEN`: asking for the version known then asks for the open one."""

SCOPE = ("plane", "tenant", "user_id")

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
    }
)


def _text(name: str) -> Column[str]:
    return Column(name, Words, nullable=False)


def _optional_text(name: str) -> Column[str]:
    return Column(name, Words)


def _instant(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _integer(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


def _number(name: str) -> Column[float]:
    return Column(name, Float, nullable=False)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


def _erased() -> Column[bool]:
    return Column("erased", Boolean, nullable=False, server_default="0")


# A clustered table starts with the columns of its key: SQLite 3.40 finds fault with another order when it checks
# a file.
def _table(name: str, *items: SchemaItem, key: tuple[str, ...], clustered: bool = False) -> Table:
    scope = (_text(column) for column in SCOPE)
    primary = PrimaryKeyConstraint(*SCOPE, *key)
    return Table(name, metadata, *scope, *items, primary, sqlite_with_rowid=not clustered)


def _refers(table: str, column: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint([*SCOPE, column], [f"{table}.{c}" for c in (*SCOPE, "id")])


def _index(name: str, *columns: str, unique: bool = False, among: str) -> Index:
    """An index of what is looked up, for PostgreSQL only `among` some rows, which may be all that there are.

    A server that knows nothing of a table yet takes an index that merely begins with the scope for as good as its key,
    and reads all of the scope for each key. For a statement that does not say `among` what it looks, it cannot.
    """
    return Index(name, *SCOPE, *columns, unique=unique, postgresql_where=text(among))


partitions = _table("partitions", _integer("revision"), _instant("recorded_at"), key=(), clustered=True)

observations = _table(
    "observations",
    _text("id"),
    _text("text"),
    _text("role"),
    _optional_text("speaker"),
    _text("origin"),
    _instant("observed_at"),
    _instant("recorded_at"),
    _integer("position"),
    _text("digest"),
    _optional_text("agent"),
    _optional_text("session"),
    _optional_text("idempotency_key"),
    _optional_text("trace_id"),
    _optional_text("span_id"),
    _erased(),
    _index("ix_observations_saying", "observed_at", "position", "digest", "id", among="NOT erased"),
    _index("ix_observations_idempotency_key", "idempotency_key", unique=True, among="idempotency_key IS NOT NULL"),
    key=("id",),
)

extractions = _table(
    "extractions",
    _text("observation_id"),
    _text("extractor"),
    _text("candidates"),
    _integer("written"),
    _integer("ordinal"),
    _refers("observations", "observation_id"),
    key=("observation_id", "extractor"),
)

statements = _table(
    "statements",
    _text("id"),
    _text("observation_id"),
    _text("subject"),
    _text("attribute"),
    _text("cardinality"),
    _text("act"),
    _text("value"),
    _text("norm"),
    _text("value_kind"),
    _optional_text("unit"),
    _flag("affirmed"),
    _integer("span_start"),
    _integer("span_end"),
    _instant("valid_from"),
    Column("valid_to", BigInteger),
    _flag("temporary"),
    _optional_text("replaces"),
    _text("change"),
    _number("confidence"),
    _text("basis"),
    _text("origin"),
    _text("extractor"),
    _instant("observed_at"),
    _integer("position"),
    _text("digest"),
    _text("evidence"),
    _integer("sequence"),
    _optional_text("agent"),
    _optional_text("session"),
    _flag("contextual"),
    _text("lineage"),
    _text("stage"),
    _number("strength"),
    _integer("written"),
    _integer("ordinal"),
    _erased(),
    _refers("observations", "observation_id"),
    _index("ix_statements_slot", "subject", "attribute", among="subject IS NOT NULL"),
    _index("ix_statements_observation", "observation_id", among="observation_id IS NOT NULL"),
    key=("id",),
)

versions = _table(
    "versions",
    _text("statement_id"),
    _integer("revision"),
    _instant("recorded_from"),
    _instant("recorded_to"),
    _text("record_id"),
    _text("status"),
    _instant("valid_from"),
    Column("valid_to", BigInteger),
    _text("contested_with"),
    _refers("statements", "statement_id"),
    key=("statement_id", "revision"),
    clustered=True,
)

terms = _table(
    "terms",
    _text("field"),
    Column("term", Lookup, nullable=False),
    _instant("observed_at"),
    _integer("position"),
    _text("statement_id"),
    key=("field", "term", "observed_at", "position", "statement_id"),
    clustered=True,
)

transitions = _table(
    "transitions",
    _text("id"),
    _text("subject"),
    _text("attribute"),
    _text("from_id"),
    _optional_text("to_id"),
    _text("kind"),
    _text("cause"),
    _text("decider"),
    _text("reason"),
    _number("confidence"),
    _instant("valid_at"),
    _instant("recorded_at"),
    _integer("written"),
    _integer("ordinal"),
    _index("ix_transitions_from", "from_id", among="from_id IS NOT NULL"),
    _index("ix_transitions_to", "to_id", among="to_id IS NOT NULL"),
    key=("id",),
)

decisions = _table(
    "decisions",
    _text("transition_id"),
    _integer("written"),
    _integer("ordinal"),
    _text("state"),
    _text("by"),
    _instant("recorded_at"),
    _integer("revision"),
    _text("note"),
    Column("valid_at", BigInteger),
    _refers("transitions", "transition_id"),
    key=("transition_id", "written", "ordinal"),
    clustered=True,
)

verdicts = _table(
    "verdicts",
    _text("slot_key"),
    _text("pair"),
    _integer("written"),
    _integer("ordinal"),
    _text("ruling"),
    _text("decider"),
    _text("reason"),
    _number("confidence"),
    _instant("recorded_at"),
    _integer("revision"),
    key=("slot_key", "pair", "written", "ordinal"),
    clustered=True,
)

contingencies = _table(
    "contingencies",
    _text("id"),
    _text("observation_id"),
    _text("parent_subject"),
    _text("parent_attribute"),
    _optional_text("trigger"),
    _text("child_subject"),
    _text("child_attribute"),
    _optional_text("value"),
    _text("evidence"),
    _integer("span_start"),
    _integer("span_end"),
    _instant("valid_from"),
    _instant("observed_at"),
    _text("origin"),
    _instant("recorded_at"),
    _erased(),
    Column("trigger_kind", Words, nullable=False, server_default="any"),
    _optional_text("trigger_value"),
    _optional_text("parent_value"),
    _optional_text("child_value"),
    Column("lineage", Words, nullable=False, server_default="[]"),
    _refers("observations", "observation_id"),
    _index("ix_contingencies_parent", "parent_subject", "parent_attribute", among="parent_subject IS NOT NULL"),
    _index("ix_contingencies_observation", "observation_id", among="observation_id IS NOT NULL"),
    key=("id",),
)

links = _table(
    "links",
    _text("host"),
    _text("host_id"),
    _text("observation_id"),
    _text("text_hash"),
    _optional_text("seen_hash"),
    Column("state", Words, nullable=False, server_default="live"),
    _refers("observations", "observation_id"),
    _index("ix_links_host_id", "host_id", among="host_id IS NOT NULL"),
    _index("ix_links_observation", "observation_id", among="observation_id IS NOT NULL"),
    key=("host", "host_id", "observation_id"),
    clustered=True,
)

stagings = _table(
    "stagings",
    _text("record_id"),
    _integer("revision"),
    _instant("recorded_from"),
    _instant("recorded_to"),
    _text("stage"),
    _number("confidence"),
    _number("strength"),
    _text("residence"),
    _instant("seen_at"),
    Column("until", BigInteger),
    _index("ix_stagings_open", "recorded_to", "residence", among="residence IS NOT NULL"),
    key=("record_id", "revision"),
    clustered=True,
)

touches = _table(
    "touches",
    _integer("written"),
    _integer("ordinal"),
    _text("statement_id"),
    _integer("times"),
    _text("after"),
    _instant("after_at"),
    _instant("recorded_at"),
    key=("written", "ordinal"),
    clustered=True,
)

outbox = _table(
    "outbox",
    _text("id"),
    _text("observation_id"),
    _text("host"),
    _text("operation"),
    _text("state"),
    _integer("attempts"),
    _optional_text("host_id"),
    _optional_text("error"),
    _integer("written"),
    _integer("ordinal"),
    _index("ix_outbox_state", "state", "written", "ordinal", among="state IS NOT NULL"),
    key=("id",),
)
