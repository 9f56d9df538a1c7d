"""A Graphiti of one's own in this process, on Kuzu, with no service and no key."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import InvalidInputError, MissingExtraError
from atma_overlay.ports.embedder import Embedder
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from graphiti_core import Graphiti
    from graphiti_core.cross_encoder.client import CrossEncoderClient
    from graphiti_core.driver.kuzu_driver import KuzuDriver
    from graphiti_core.embedder.client import EmbedderClient
    from graphiti_core.llm_client.client import LLMClient
    from kuzu import QueryResult

__all__ = ["IN_MEMORY", "embedded", "installed"]

IN_MEMORY = ":memory:"
"""The path of a database that is kept nowhere."""


@typed
def embedded(
    path: str | Path = IN_MEMORY,
    *,
    llm_client: LLMClient | None = None,
    embedder: Embedder | None = None,
    cross_encoder: CrossEncoderClient | None = None,
) -> Graphiti:
    """A Graphiti on an embedded Kuzu database, complete with the full-text indexes that Kuzu's driver leaves out.

    Kuzu is archived upstream and its driver warns so; it is what runs in a process on Python 3.11. A database
    belongs to one process at a time, and reserves eight terabytes of its addresses: some sixteen may be open at once.

    Args:
        path: the database's file, made when missing, or `:memory:`.
        llm_client: Graphiti's model; without one, only facts that the caller gives can be written.
        embedder: turns texts into vectors; a `LexicalEmbedder` when left out.
        cross_encoder: Graphiti's re-ranker; none of this adapter's searches needs one.

    Raises:
        MissingExtraError: graphiti-core, kuzu or httpx is not installed.
    """
    installed()
    from graphiti_core import Graphiti

    return Graphiti(
        graph_driver=_driver(path),
        llm_client=llm_client or _no_model(),
        embedder=_embedder_client(embedder or LexicalEmbedder()),
        cross_encoder=cross_encoder or _no_cross_encoder(),
    )


def installed() -> None:
    """Check that Graphiti can be imported with Kuzu.

    Raises:
        MissingExtraError: it, kuzu or httpx is not installed.
    """
    try:
        import graphiti_core
        import kuzu  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("graphiti-core", "graphiti", error) from error
    del graphiti_core


def _driver(path: str | Path) -> KuzuDriver:
    from graphiti_core.driver.kuzu_driver import KuzuDriver

    class EmbeddedDriver(KuzuDriver):
        """Kuzu's driver with what it leaves out."""

        _database = ""  # read by `add_episode(group_id=…)` (getzep/graphiti#1258)

        async def close(self) -> None:
            """Release the database's file."""
            self.client.close()
            self.db.close()

    log = Path(f"{path}.wal")
    crashed = log.exists() and log.stat().st_size > 0
    driver = EmbeddedDriver(str(path))
    _index(driver, anew=crashed)
    return driver


def _index(driver: KuzuDriver, *, anew: bool) -> None:
    """Make the full-text indexes that are missing; after a crash all of them.

    Kuzu replays its log into the tables and not into these indexes: rows would not be found, and the next write
    would end the process.
    """
    import kuzu
    from graphiti_core.driver.driver import GraphProvider
    from graphiti_core.graph_queries import get_fulltext_indices

    connection = kuzu.Connection(driver.db)
    rows = _rows(connection.execute("CALL SHOW_INDEXES() RETURN table_name, index_name, index_type"))
    known = {(table, name) for table, name, kind in rows if kind == "FTS"}
    if anew:
        for table, name in known:
            connection.execute(f"CALL DROP_FTS_INDEX('{table}', '{name}')")
        known = set()
    for query in get_fulltext_indices(GraphProvider.KUZU):
        if not any(f"'{name}'" in query for _, name in known):
            connection.execute(query)
    connection.execute("CHECKPOINT")
    connection.close()


def _rows(answer: QueryResult | list[QueryResult]) -> list[list[str]]:
    return [list(map(str, row)) for result in (answer if isinstance(answer, list) else [answer]) for row in result]


def _embedder_client(embedder: Embedder) -> EmbedderClient:
    from graphiti_core.embedder.client import EmbedderClient

    class PortEmbedder(EmbedderClient):
        """An embedder of the port in Graphiti's clothes."""

        async def create(self, input_data: str | list[str] | Iterable[int] | Iterable[Iterable[int]]) -> list[float]:
            texts = [input_data] if isinstance(input_data, str) else list(map(str, input_data))
            return embedder.embed(texts)[0]

        async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
            return embedder.embed(input_data_list)

    return PortEmbedder()


def _no_model() -> LLMClient:
    from graphiti_core.llm_client.client import LLMClient

    class NoModel(LLMClient):
        """Says what is missing when Graphiti asks for a model."""

        async def _generate_response(self, *_: Any, **__: Any) -> dict[str, Any]:
            raise InvalidInputError("llm_client", "is needed to extract or resolve facts: pass one to `embedded`")

    return NoModel(None)


def _no_cross_encoder() -> CrossEncoderClient:
    from graphiti_core.cross_encoder.client import CrossEncoderClient

    class NoCrossEncoder(CrossEncoderClient):
        """Says what is missing when a search asks for a re-ranker."""

        async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
            raise InvalidInputError("cross_encoder", "is needed by this search: pass one to `embedded`")

    return NoCrossEncoder()
