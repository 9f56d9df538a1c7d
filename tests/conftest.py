"""What has to be said before any test imports an SDK, and what the tests of a process share: a database, a ledger."""

from __future__ import annotations

import functools
import gc
import os
import shutil
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from atma_overlay.language.candidates import Found
from atma_overlay.language.extract import RulesExtractor
from atma_overlay.language.texts.weights import Weight
from atma_overlay.ledger import SqlLedger, postgres
from atma_overlay.ledger.database import Database
from atma_overlay.ledger.migrations import upgrade
from atma_overlay.ledger.transaction import Transaction
from atma_overlay.records import Statement
from atma_overlay.state.pairs.adjudication import Answer, RulesLinker
from tests.cli_shell import Shell, seed
from tests.garbage import set_apart
from tests.postgres_schema import MadeOnce

if TYPE_CHECKING:
    from graphiti_core import Graphiti

os.environ["MEM0_TELEMETRY"] = "False"
pytest.register_assert_rewrite("atma_overlay.testing")  # whichever of its modules a test imports first


def pytest_collection_finish() -> None:
    """What every test imports is looked through by no collection of garbage: thousands of tests make as many."""
    set_apart()


@pytest.fixture(scope="module", autouse=True)
def left_apart() -> Iterator[None]:
    """What a module's tests leave behind is looked through by none of the modules after it."""
    yield
    set_apart()


@pytest.fixture
def all_objects() -> Iterator[None]:
    """The collector knows of what was there before the first test as well."""
    gc.unfreeze()
    yield
    set_apart()


@pytest.fixture(scope="session", autouse=True)
def certificates_read_once() -> Iterator[None]:
    """Every client that a test makes, and none sends anything over TLS, would read all authorities of this machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", functools.cache(ssl.create_default_context))
        yield


@pytest.fixture(scope="session", autouse=True)
def schema_made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pytest.MonkeyPatch]:
    """A new SQLite file begins as a copy of one that was migrated, and a new PostgreSQL schema by the same statements.

    `migrated` is for the tests of the migrations.
    """
    first = tmp_path_factory.mktemp("schema") / "ledger.db"
    SqlLedger(f"sqlite:///{first}").close()
    image, opened, turn = first.read_bytes(), Database._open, threading.Lock()

    @functools.wraps(opened)
    def begun(self: Database) -> None:
        with turn:
            if self._file.key is None and self.path.stat().st_size == 0:
                self.path.write_bytes(image)
        opened(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "_open", begun)
        patch.setattr(postgres, "upgrade", MadeOnce(upgrade))
        yield patch


@pytest.fixture
def migrated(schema_made_once: pytest.MonkeyPatch) -> Iterator[None]:
    """New files and schemas go through every migration, as a user's do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres, "upgrade", upgrade)
        patch.setattr(Database, "_open", Database._open.__wrapped__)  # type: ignore[attr-defined]
        yield


@pytest.fixture(scope="session")
def graphiti_database() -> Graphiti:
    """On an embedded Kuzu; a new one takes half a second."""
    from atma_graphiti import embedded
    from tests.graphiti_model import Script, ScriptedModel

    return embedded(llm_client=ScriptedModel(Script()))


@pytest.fixture
def graphiti(graphiti_database: Graphiti) -> Graphiti:
    """The database without a row, and a model that takes every utterance for a fact of the same words."""
    from tests.graphiti_homes import scripted
    from tests.graphiti_model import Script, emptied

    scripted(graphiti_database, Script())
    return emptied(graphiti_database)


@pytest.fixture
def pairs_asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many pairs of statements the rules have been asked about."""
    count = 0
    rule = RulesLinker.rule

    def counting(self: RulesLinker, earlier: Statement, later: Statement) -> Answer:
        nonlocal count
        count += 1
        return rule(self, earlier, later)

    monkeypatch.setattr(RulesLinker, "rule", counting)
    return lambda: count


@pytest.fixture
def fetches(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many statements of SQL have fetched something."""
    count = 0
    fetch = Transaction.fetch

    def counting(self: Transaction, *args: Any, **parts: Any) -> Any:
        nonlocal count
        count += 1
        return fetch(self, *args, **parts)

    monkeypatch.setattr(Transaction, "fetch", counting)
    return lambda: count


@pytest.fixture(scope="module")
def read_once() -> Iterator[None]:
    """What is told in the same words at the same time is read once in a module: reading is a function of these."""
    kept: dict[tuple[int, str, str, datetime, Weight], Found] = {}
    extract = RulesExtractor.extract

    def extracted(
        self: RulesExtractor, text: str, *, speaker: str, at: datetime, play: Weight = Weight.MEANT
    ) -> Found:  # fmt: skip
        key = (id(self), text, speaker, at, play)
        if key not in kept:
            kept[key] = extract(self, text, speaker=speaker, at=at, play=play)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RulesExtractor, "extract", extracted)
        yield


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ledger that the command line made; tests take copies."""
    return seed(tmp_path_factory.mktemp("seeded"))


@pytest.fixture
def shell(seeded: Path, tmp_path: Path) -> Shell:
    """The command line in a copy of the seeded folder."""
    return Shell(Path(shutil.copytree(seeded, tmp_path, dirs_exist_ok=True)))


@pytest.fixture
def empty(tmp_path: Path) -> Shell:
    """The command line in a folder without a ledger."""
    return Shell(tmp_path)
