"""A ledger encrypted at rest by SQLCipher does what a plain one does, and its file tells nothing without the key."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from atma_overlay import Overlay
from atma_overlay.errors import InvalidInputError, LedgerCorruptError, MissingExtraError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import SqlLedger, open_ledger
from atma_overlay.ledger.backup import back_up
from atma_overlay.ledger.sqlite_file import file_of
from atma_overlay.testing.ledger_samples import ALICE
from tests.cli_shell import Result, Shell
from tests.sql_ledger_contract import SqlLedgerContract

KEY = "correct horse's battery"
SAID = ("I live in Quokkaville.", "I moved to Wombatburg.", "My sister works at Zyzzyva Maps.")
WORDS = ("quokka", "wombat", "zyzzyva", "sister", "home_city", "moved")
needs_driver = pytest.mark.skipif(
    find_spec("sqlcipher3") is None, reason="SQLCipher's driver is not installed: pip install 'atma-overlay[sqlcipher]'"
)


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ATMA_LEDGER_KEY", KEY)
    return f"sqlcipher:///{tmp_path}/memory.db"


RAW = f"x'{'5a' * 32}'"
"""A key as SQLCipher takes it without deriving one from a passphrase, which is made to be slow."""


@needs_driver
class TestEncryptedLedger(SqlLedgerContract):
    @pytest.fixture
    def url(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        monkeypatch.setenv("ATMA_LEDGER_KEY", RAW)
        return f"sqlcipher:///{tmp_path}/memory.db"


def told(url: str) -> None:
    with Overlay(MemoryHost(), ledger=url, on_error="raise") as overlay:
        for text in SAID:
            overlay.remember(text, scope=ALICE)
        assert overlay.recall("Where do I live?", scope=ALICE).rows[0].value == "Wombatburg"
        found = overlay.ledger.read(ALICE, lambda reader: reader.search(["wombatburg"], limit=5))  # by FTS5
        assert {held.statement.value for held, _ in found} == {"Wombatburg"}


def words_in(folder: Path) -> set[str]:
    """The words that the bytes of a folder's files hold as they are."""
    held = b"".join(path.read_bytes().lower() for path in sorted(folder.rglob("*")) if path.is_file())
    return {word for word in WORDS if word.encode() in held}


@needs_driver
def test_no_file_of_it_holds_a_word_of_the_conversation(url: str, tmp_path: Path) -> None:
    ledger = open_ledger(url)
    told(url)  # while another connection keeps the log there
    assert {path.name for path in tmp_path.iterdir()} >= {"memory.db", "memory.db-wal"}
    assert words_in(tmp_path) == set()
    ledger.close()
    assert words_in(tmp_path) == set()
    assert not (tmp_path / "memory.db").read_bytes().startswith(b"SQLite format 3")


def test_what_is_looked_for_is_found_in_a_plain_file(tmp_path: Path) -> None:
    told(f"sqlite:///{tmp_path}/memory.db")
    assert words_in(tmp_path) == set(WORDS)


@needs_driver
def test_a_wrong_key_is_one_clear_error_and_changes_nothing(url: str, tmp_path: Path) -> None:
    told(url)
    before = (tmp_path / "memory.db").read_bytes()
    with pytest.raises(LedgerCorruptError, match=r"the key does not open the ledger's file.*ATMA_LEDGER_KEY") as caught:
        SqlLedger(url, key="wrong")
    assert KEY not in str(caught.value)
    assert (tmp_path / "memory.db").read_bytes() == before
    told(url)


@needs_driver
def test_a_plain_file_is_not_opened_under_a_key(url: str, tmp_path: Path) -> None:
    told(f"sqlite:///{tmp_path}/memory.db")
    with pytest.raises(LedgerCorruptError, match="the key does not open"):
        open_ledger(url)


def test_without_a_key_it_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATMA_LEDGER_KEY", raising=False)
    with pytest.raises(InvalidInputError, match="set ATMA_LEDGER_KEY"):
        open_ledger(f"sqlcipher:///{tmp_path}/memory.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(find_spec("sqlcipher3") is not None, reason="SQLCipher's driver is installed")
def test_without_the_driver_the_extra_is_named_and_no_file_is_made(url: str, tmp_path: Path) -> None:
    with pytest.raises(MissingExtraError, match=r"atma-overlay\[sqlcipher\]"):
        open_ledger(url)
    assert list(tmp_path.iterdir()) == []


@needs_driver
def test_its_backup_is_encrypted_under_the_same_key(url: str, tmp_path: Path) -> None:
    told(url)
    copy = tmp_path / "copy" / "backup.db"
    copy.parent.mkdir()
    back_up(file_of(url), copy)
    assert words_in(copy.parent) == set()
    again = f"sqlcipher:///{copy}"
    with Overlay(MemoryHost(), ledger=again) as overlay:
        assert [r.value for r in overlay.timeline(scope=ALICE, attribute="home_city").records][-1] == "Wombatburg"
    with pytest.raises(LedgerCorruptError):
        SqlLedger(again, key="wrong")


@needs_driver
def test_what_is_erased_is_gone_under_the_key_too(url: str, tmp_path: Path) -> None:
    told(url)
    with Overlay(MemoryHost(), ledger=url) as overlay:
        overlay.erase(everything=True, scope=ALICE)
        assert overlay.erase(everything=True, scope=ALICE).residue == ()
    opened = tmp_path / "opened" / "plain.db"
    opened.parent.mkdir()
    connection = file_of(url).connect()
    connection.execute(f"ATTACH '{opened}' AS plain KEY ''")
    connection.execute("SELECT sqlcipher_export('plain')")
    connection.close()
    assert opened.read_bytes().startswith(b"SQLite format 3")
    assert words_in(opened.parent) == set()


@needs_driver
def test_the_commands_work_on_it_and_the_doctor_names_a_wrong_key(tmp_path: Path) -> None:
    def atma(*arguments: str, key: str = KEY) -> Result:
        return Shell(tmp_path)(*arguments, ATMA_LEDGER="sqlcipher:///memory.db", ATMA_LEDGER_KEY=key)

    assert atma("remember", SAID[0]).code == 0
    assert atma("backup", "copy.db").code == 0
    assert words_in(tmp_path) == set()
    assert "sound" in atma("doctor").out
    wrong = atma("doctor", key="wrong")
    assert wrong.code == 1
    assert "the key does not open" in wrong.out
    assert "Traceback" not in wrong.out + wrong.err
