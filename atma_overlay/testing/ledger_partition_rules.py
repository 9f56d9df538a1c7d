"""What stands between users: no read of one partition shows anything of another."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import Ledger
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_samples import (
    ALICE,
    HOME,
    commit,
    contingency,
    decision,
    extraction,
    link,
    observation,
    outbox_item,
    statement,
    told,
    transition,
    verdict,
)


class LedgerPartitionRules:
    """Rules of partitions; see `LedgerContract`."""

    @pytest.mark.parametrize(
        "stranger",
        [
            Scope(tenant="acme", user="bob"),
            Scope(tenant="globex", user="alice"),
            Scope(tenant="acmealice", user="x"),
            Scope(tenant="alice", user="acme"),
        ],
    )
    def test_another_partition_shows_nothing_of_it(self, ledger: Ledger, stranger: Scope) -> None:
        said = observation("o-1", key="k-1")
        commit(
            ledger,
            told(statement("s-1", said), by=said)
            + Changeset(
                extractions=(extraction(said),),
                transitions=(transition("t-1", "s-1"),),
                decisions=(decision("t-1"),),
                verdicts=(verdict("p-1"),),
                contingencies=(contingency("c-1", said),),
                links=(link("h-1", said),),
                outbox=(outbox_item("w-1", said),),
            ),
        )
        assert ledger.read(stranger, lambda r: r.revision()) == 0
        assert ledger.read(stranger, lambda r: r.observations(["o-1"])) == []
        assert ledger.read(stranger, lambda r: r.observed_after(None)) == []
        assert ledger.read(stranger, lambda r: r.observation_by_key("k-1")) is None
        assert ledger.read(stranger, lambda r: r.last_observation()) is None
        assert ledger.read(stranger, lambda r: r.extractions(["o-1"])) == []
        assert ledger.read(stranger, lambda r: r.in_slots([HOME])) == []
        assert ledger.read(stranger, lambda r: r.held(["s-1"])) == []
        assert ledger.read(stranger, lambda r: r.of_observations(["o-1"])) == []
        assert ledger.read(stranger, lambda r: r.with_terms("value", ["chicago"])) == []
        assert ledger.read(stranger, lambda r: r.search(["chicago"], limit=5)) == []
        assert ledger.read(stranger, lambda r: r.all_held()) == []
        assert ledger.read(stranger, lambda r: r.slots()) == []
        assert ledger.read(stranger, lambda r: r.slots(subject="user")) == []
        assert ledger.read(stranger, lambda r: r.slots_of(HOME.subject, [HOME.attribute])) == []
        assert ledger.read(stranger, lambda r: r.history()) == []
        assert ledger.read(stranger, lambda r: r.transitions()) == []
        assert ledger.read(stranger, lambda r: r.transition("t-1")) is None
        assert ledger.read(stranger, lambda r: r.verdicts()) == []
        assert ledger.read(stranger, lambda r: r.contingencies()) == []
        assert ledger.read(stranger, lambda r: r.links(host_ids=["h-1"], observation_ids=["o-1"])) == []
        assert ledger.read(stranger, lambda r: r.outbox()) == []

    def test_the_same_ids_may_stand_in_several_partitions(self, ledger: Ledger) -> None:
        bob = Scope(tenant="acme", user="bob")
        hers, his = observation("o-1", "I live in Chicago."), observation("o-1", "I live in Oslo.")
        commit(ledger, told(statement("s-1", hers), by=hers))
        commit(ledger, told(statement("s-1", his, "Oslo"), by=his), scope=bob)
        assert [h.statement.value for h in ledger.read(ALICE, lambda r: r.all_held())] == ["Chicago"]
        assert [h.statement.value for h, _ in ledger.read(bob, lambda r: r.search(["live"], limit=5))] == ["Oslo"]

    def test_an_agent_or_a_session_does_not_narrow_a_read(self, ledger: Ledger) -> None:
        said = observation("o-1")
        commit(ledger, told(statement("s-1", said), by=said))
        narrow = Scope(tenant="acme", user="alice", agent="another", session="another")
        assert [held.statement.id for held in ledger.read(narrow, lambda r: r.all_held())] == ["s-1"]

    def test_every_partition_of_every_plane_has_a_place_of_its_own(self, ledger: Ledger) -> None:
        bob, session = Scope(tenant="acme", user="bob"), Scope(tenant="acme", user="alice", session="another")
        read = (ledger, ALICE), (ledger, bob), (ledger.plane("shadow"), ALICE)
        places = [plane.read(scope, lambda r: r.place()) for plane, scope in read]
        assert len(set(places)) == len(places)
        assert ledger.read(session, lambda r: r.place()) == places[0]
