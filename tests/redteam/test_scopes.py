"""No id, query or text reaches another's memory: wildcards, look-alikes, SQL and full-text syntax (law 8)."""

import itertools
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from atma_overlay import InvalidInputError, Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.views import View
from tests.redteam.payloads import ALL, SYNTAX

AT = datetime(2025, 6, 1, 9, tzinfo=UTC)
LOOK_ALIKES = (
    "u-42", "U-42", "u\u201042", "\u03c5-42", "u-\uff14\uff12", "u-42'", "u-42%", "u-42_", "u-4", "u-420", "u-42 x",
    "\u00fc-42", "u\u0308-42",
)  # fmt: skip


@pytest.fixture(params=["memory://", "sqlite"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Overlay]:
    url = request.param if request.param != "sqlite" else f"sqlite:///{tmp_path / 'ledger.db'}"
    with Overlay(MemoryHost(), ledger=url) as made:
        yield made


@pytest.mark.parametrize(
    "value", ["*", "%", "_", "?", "", " ", "u*", " u", "u ", "a\x00b", "a\nb", "a\u200bb", "\u202eu", "u" * 257]
)
@pytest.mark.parametrize("field", ["tenant", "user", "agent", "session"])
def test_what_could_name_more_than_one_owner_is_refused(field: str, value: str) -> None:
    with pytest.raises(InvalidInputError, match=f"scope.{field}"):
        Scope(**{"tenant": "acme", "user": "u-42", field: value})


def test_ids_that_look_alike_are_different_owners(memory: Overlay) -> None:
    for number, user in enumerate(LOOK_ALIKES):
        memory.remember(f"I live in City{number}ville.", scope=Scope(tenant="acme", user=user), observed_at=AT)
    for number, user in enumerate(LOOK_ALIKES):
        scope = Scope(tenant="acme", user=user)
        said = memory.recall("Where do I live?", scope=scope, limit=50).render() + str(memory.timeline(scope=scope))
        assert f"City{number}ville" in said
        assert not any(f"City{n}ville" in said for n in range(len(LOOK_ALIKES)) if n != number)


@pytest.mark.parametrize("query", [q for q in ALL if q.strip("\x00").strip()])
def test_no_query_reads_another_scope_or_fails(memory: Overlay, query: str) -> None:
    mine, other = Scope(tenant="acme", user="mine"), Scope(tenant="acme", user="other")
    memory.remember("I live in Turin.", scope=mine, observed_at=AT)
    memory.remember("I live in Osaka. My code is SECRET77.", scope=other, observed_at=AT)
    for view in (None, *View):
        block = memory.recall(f"SECRET77 Osaka {query}", scope=mine, view=view, limit=50)
        told = str([row.model_dump() for row in block.rows]) + str([p.model_dump() for p in block.premises])
        assert "SECRET77" not in told
        assert "I live in Osaka" not in told


@pytest.mark.parametrize("text", SYNTAX)
def test_syntax_in_any_field_is_text(memory: Overlay, text: str) -> None:
    scope = Scope(
        tenant=f"t{text}".replace("*", "").strip() or "t", user="u", session=f"s{text}".replace("*", "").strip()
    )
    receipt = memory.remember(
        f"My code word is {text} and I live in Turin.", scope=scope, observed_at=AT, key=f"k{text}"
    )
    assert receipt.observation_ids
    assert "Turin" in memory.recall(f"Where do I live? {text}", scope=scope).render()
    assert memory.remember(
        f"My code word is {text} and I live in Turin.", scope=scope, observed_at=AT, key=f"k{text}"
    ).duplicates


def test_an_id_of_another_scope_finds_nothing(memory: Overlay) -> None:
    mine, other = Scope(tenant="acme", user="mine"), Scope(tenant="acme", user="other")
    memory.remember("I live in Turin.", scope=mine, observed_at=AT)
    receipt = memory.remember("I live in Osaka.", scope=other, observed_at=AT)
    ids = [*receipt.observation_ids, *(r.id for r in receipt.records)]
    calls = [
        lambda i: memory.why(i, scope=mine),
        lambda i: memory.undo(i, scope=mine),
        lambda i: memory.forget(i, scope=mine),
        lambda i: memory.erase(record_id=i, scope=mine),
        lambda i: memory.accept(i, scope=mine),
    ]
    for call, known in itertools.product(calls, ids):
        with pytest.raises(Exception, match=r"^no |not "):
            call(known)
    assert [r.value for r in memory.timeline(scope=other).records if r.attribute == "home_city"] == ["Osaka"]
