"""A ledger's name or key that no file or server can have is refused by its own field, before anything is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from atma_overlay import InvalidInputError
from atma_overlay.ledger import open_ledger
from atma_overlay.ledger.postgres_opening import target_of
from atma_overlay.ledger.sqlite_file import file_of

SERVER = "postgresql+psycopg://"


@pytest.mark.parametrize(
    "url",
    [
        f"{SERVER}ada:p\udce9@127.0.0.1/memory", f"{SERVER}ad\udce9@127.0.0.1/memory", f"{SERVER}ada@127.0.0.1/m\udce9",
        f"{SERVER}ada@127.0.0.1/memory?application_name=\udce9", f"{SERVER}ada@127.0.0.1/mem\0ory",
        f"{SERVER}ada@127.0.0.1/mem%00ory",
    ],
)  # fmt: skip
def test_a_url_with_what_no_driver_takes_is_refused(url: str) -> None:
    with pytest.raises(InvalidInputError, match=r"^ledger: holds a NUL, or a byte that is no UTF-8"):
        target_of(url)


def test_a_url_whose_parts_are_percent_encoded_is_read() -> None:
    assert target_of(f"{SERVER}ada:p%C3%A9@127.0.0.1/memory").url.password == "pé"


def test_a_file_that_no_system_names_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="holds a NUL"):
        open_ledger(f"sqlite:///{tmp_path}/a\0b.db")
    with pytest.raises(InvalidInputError, match=r"^ledger: .* names no file \(File name too long\): name another"):
        open_ledger(f"sqlite:///{tmp_path}/{'x' * 300}.db")
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_no_utf_8_is_refused_by_its_variable_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATMA_LEDGER_KEY", "secret\udce9")
    with pytest.raises(
        InvalidInputError, match=r"^ledger key: holds a byte that is no UTF-8: set ATMA_LEDGER_KEY"
    ) as told:
        file_of("sqlcipher:///memory.db")
    assert "secret" not in str(told.value)
