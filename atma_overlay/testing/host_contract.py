"""The contract of a host, as a test suite to inherit."""

from __future__ import annotations

from typing import Any

import pytest

# Before their import, so that a failed rule shows its values.
pytest.register_assert_rewrite(
    "atma_overlay.testing.host_scope_rules",
    "atma_overlay.testing.host_search_rules",
    "atma_overlay.testing.host_storage_rules",
)

from atma_overlay.testing.host_scope_rules import HostScopeRules  # noqa: E402
from atma_overlay.testing.host_search_rules import HostSearchRules  # noqa: E402
from atma_overlay.testing.host_storage_rules import HostStorageRules  # noqa: E402

__all__ = ["HostContract"]


class HostContract(HostScopeRules, HostSearchRules, HostStorageRules):
    """Everything that the overlay relies on in a host; what a host does not declare is skipped.

    Inherit it and give it a fresh, empty host:

        class TestMyHost(HostContract):
            @pytest.fixture
            def host(self, tmp_path: Path) -> Iterator[MyHost]:
                host = MyHost(tmp_path)
                yield host
                host.close()

    A host that persists overrides `reopen` too. A rule that a host cannot keep is overridden with
    `pytest.mark.xfail(reason=…)`, never left out. Texts of many megabytes carry the marker `slow`.
    """

    @pytest.fixture
    def host(self, *_: Any, **__: Any) -> Any:
        """A fresh and empty `Host`; returned, or yielded and then closed."""
        raise NotImplementedError("override the fixture `host`: return a fresh and empty host")

    @pytest.fixture
    def reopen(self, *_: Any, **__: Any) -> Any:
        """A function without arguments that closes the `host` of this test and opens its storage anew."""
        return None
