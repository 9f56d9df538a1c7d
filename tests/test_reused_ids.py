"""A store whose ids are its application's own: what was erased or edited under an id is not what is there by now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from langchain_core.documents import Document
from langchain_core.vectorstores import InMemoryVectorStore

from atma_overlay import HostError, Overlay
from atma_overlay.ports.host import HostMemory
from atma_overlay.scope import Scope
from atma_vectorstore import VectorStoreHost, offline_store
from tests.row_host_rules import ME


class Profile(VectorStoreHost):
    """A store with one memory, which its application keeps under one id."""

    def __init__(self, store: InMemoryVectorStore) -> None:
        super().__init__(store)
        self.store = store
        self.away = False

    def put(self, text: str, at: str | None) -> None:
        metadata = {"tenant": "acme", "user": "me", "role": "user"} | ({"created_at": at} if at is not None else {})
        self.store.add_documents([Document(id="profile", page_content=text, metadata=metadata)])

    def texts(self) -> list[str]:
        return [row["text"] for row in self.store.store.values()]

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        if self.away:
            raise HostError("profile", "get", "is away", transient=True)
        return super().get(ids, scope=scope)

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        if self.away:
            raise HostError("profile", "delete", "is away", transient=True)
        super().delete(ids, scope=scope)


@pytest.fixture
def host() -> Profile:
    return Profile(offline_store())


@pytest.fixture(params=["memory", "sqlite"])
def overlay(host: Profile, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Overlay]:
    host.put("I live in Chicago.", "2024-01-01")
    ledger = "memory://" if request.param == "memory" else f"sqlite:///{tmp_path / 'ledger.db'}"
    with Overlay(host, ledger=ledger) as overlay:
        assert overlay.backfill(scope=ME).taken == 1
        yield overlay


def erase(overlay: Overlay) -> tuple[tuple[str, ...], tuple[str, ...]]:
    [record] = overlay.timeline(scope=ME).records
    receipt = overlay.erase(record_id=record.id, scope=ME)
    return receipt.host_ids, receipt.not_erased


@pytest.mark.parametrize("text", ["My gym is Halo.", "I live in Chicago."])
def test_a_later_memory_under_an_erased_id_is_shown_taken_in_and_left(
    host: Profile, overlay: Overlay, text: str
) -> None:
    overlay.erase(everything=True, scope=ME)
    assert host.texts() == []
    host.put(text, "2024-06-01")
    assert [row.text for row in overlay.recall("What about the gym and Chicago?", scope=ME).rows] == [text]
    assert overlay.reconcile(scope=ME, dry_run=True).counts == {"added": 1}
    assert overlay.backfill(scope=ME).taken == 1
    assert overlay.reconcile(scope=ME).counts == {}
    assert host.texts() == [text]
    host.put("My gym is Titan.", "2024-07-01")
    assert overlay.reconcile(scope=ME).taken == 1


@pytest.mark.parametrize("at", ["2024-01-01", "2023-12-31", None])
def test_what_is_not_later_than_what_was_erased_is_a_copy_that_came_back(
    host: Profile, overlay: Overlay, at: str | None
) -> None:
    overlay.erase(everything=True, scope=ME)
    host.put("I live in Chicago.", at)
    assert overlay.recall("Where do I live?", scope=ME).rows == ()
    assert overlay.reconcile(scope=ME).counts == {"leftover": 1}
    assert host.texts() == []


def test_before_the_host_has_confirmed_a_later_date_saves_nothing(host: Profile, overlay: Overlay) -> None:
    host.away = True
    overlay.erase(everything=True, scope=ME)
    host.put("I live in Chicago, Illinois.", "2024-06-01")
    assert overlay.recall("Where do I live?", scope=ME).rows == ()
    assert overlay.backfill(scope=ME).taken == 0
    host.away = False
    assert overlay.reconcile(scope=ME).counts == {"leftover": 1}
    assert host.texts() == []


def test_a_text_that_took_the_place_of_the_erased_one_unseen_is_left_and_named(host: Profile, overlay: Overlay) -> None:
    host.put("My gym is Halo.", "2024-05-01")
    line = "vectorstore:InMemoryVectorStore: profile has another text now; its history may keep the erased one"
    assert erase(overlay) == ((), (line,))
    assert host.texts() == ["My gym is Halo."]
    assert overlay.reconcile(scope=ME).counts == {"added": 1}
    assert host.texts() == ["My gym is Halo."]
    assert [record.value for record in overlay.timeline(scope=ME).records] == ["Halo"]


def test_an_unedited_text_is_erased_at_the_host(host: Profile, overlay: Overlay) -> None:
    assert erase(overlay) == (("profile",), ())
    assert host.texts() == []


def test_whoever_erases_everything_erases_what_took_its_place_too(host: Profile, overlay: Overlay) -> None:
    host.put("I live in Chicago, Illinois.", "2024-05-01")
    assert overlay.erase(everything=True, scope=ME).host_ids == ("profile",)
    assert host.texts() == []


def test_what_a_host_that_is_away_does_not_show_is_owed_as_it_was(host: Profile, overlay: Overlay) -> None:
    host.away = True
    assert erase(overlay)[0] == ()
    host.away = False
    overlay.flush(scope=ME)
    assert host.texts() == []


def test_an_edit_is_seen_by_an_overlay_in_shadow_mode_too(host: Profile) -> None:
    host.put("I live in Chicago.", "2024-01-01")
    with Overlay(host, ledger="memory://", mode="shadow") as overlay:
        overlay.backfill(scope=ME)
        host.put("My gym is Halo.", "2024-05-01")
        assert erase(overlay)[0] == ()
    assert host.texts() == ["My gym is Halo."]
