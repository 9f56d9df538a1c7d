"""How often a PostgreSQL ledger was erased from: one row for all scopes, that holds nothing of any.

On SQLite the head of the file counts, see `database`.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, MetaData, Table, literal_column, select
from sqlalchemy.dialects.postgresql import insert

__all__ = ["ADD_ONE", "COUNT", "COUNT_ALONE", "erasures", "metadata"]

metadata = MetaData()

erasures = Table(
    "erasures",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False),
)
_ONLY = 1

COUNT = select(erasures.c.number).where(erasures.c.id == literal_column(str(_ONLY))).scalar_subquery()
"""As a column of a statement on a scope: NULL where nothing was ever erased."""
COUNT_ALONE = select(COUNT)
_FIRST = insert(erasures).values(id=_ONLY, number=1)
ADD_ONE = _FIRST.on_conflict_do_update(index_elements=["id"], set_={"number": erasures.c.number + 1})
"""Other erasures wait for the commit that follows; it is the last thing that an erasure says."""
