"""What migrations ran in a PostgreSQL schema: half a second for Alembic, and hundreds of tests have one each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, event, inspect


class MadeOnce:
    """Makes the tables of a new schema as those of the first were made; one that has tables is migrated."""

    def __init__(self, upgrade: Callable[[Connection], None]) -> None:
        self._upgrade = upgrade
        self._statements: list[str] = []

    def __call__(self, connection: Connection) -> None:
        """See `migrations.upgrade`."""
        schema = str(connection.exec_driver_sql("SELECT current_schema()").scalar_one())
        if inspect(connection).get_table_names(schema):
            self._upgrade(connection)
        elif self._statements:
            driver: Any = connection.connection.driver_connection
            driver.execute(";\n".join(self._statements))
        else:
            self._statements = self._ran(connection, schema)

    def _ran(self, connection: Connection, schema: str) -> list[str]:
        from psycopg import ClientCursor  # not where the oldest dependencies are tested

        driver: Any = connection.connection.driver_connection
        cursor, statements = ClientCursor(driver), list[str]()

        def note(_: object, __: object, statement: str, values: Sequence[Any], *___: object) -> None:
            statements.append(cursor.mogrify(statement, values or None))

        event.listen(connection, "before_cursor_execute", note)
        try:
            self._upgrade(connection)
        finally:
            event.remove(connection, "before_cursor_execute", note)
        named = [statement for statement in statements if schema in statement]
        assert named == [], f"not of every schema: {named}"
        return statements
