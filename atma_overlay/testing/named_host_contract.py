"""The contract of a host that opens by name, as a test suite to inherit."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.registry import open_host
from atma_overlay.ports.host import HostItem
from atma_overlay.scope import Scope

__all__ = ["NamedHostContract"]

_ME = Scope(tenant="acme", user="me")
_BEES = HostItem(key="bees", text="I keep bees.", role="user", observed_at=datetime(2025, 3, 1, tzinfo=UTC))


class NamedHostContract:
    """What `open_host` relies on in the `from_spec` and `from_existing` of a host that persists.

    Inherit it and name a place in the test's own folder where nothing is:

        class TestMyHostByName(NamedHostContract):
            @pytest.fixture
            def spec(self, tmp_path: Path) -> str:
                return f"mine:{tmp_path / 'memories'}"
    """

    @pytest.fixture
    def spec(self, *_: Any, **__: Any) -> Any:
        """The specification, `NAME:REST`, of a place where nothing is."""
        raise NotImplementedError("override the fixture `spec`: return NAME:REST of a place where nothing is")

    def test_what_was_written_by_name_is_there_for_who_wants_only_what_exists(self, spec: str) -> None:
        """A place that `from_spec` made is found by `from_existing`."""
        with closing(open_host(spec)) as made:
            made.add([_BEES], scope=_ME)
        with closing(open_host(spec, existing=True)) as found:
            assert [memory.text for memory in found.page(scope=_ME).memories] == [_BEES.text]

    def test_a_place_where_nothing_is_is_refused_and_not_made(self, spec: str, tmp_path: Path) -> None:
        """`from_existing` says what is missing, and leaves the folder as it was."""
        before = sorted(tmp_path.rglob("*"))
        with pytest.raises(InvalidInputError, match=r": check the path$") as refused:
            open_host(spec, existing=True)
        assert refused.value.field == "host"
        assert spec.partition(":")[2] in refused.value.problem
        assert sorted(tmp_path.rglob("*")) == before
