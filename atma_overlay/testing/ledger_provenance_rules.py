"""Which traced writes a ledger finds behind statements."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

from dataclasses import replace

from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import Ledger, Provenance
from atma_overlay.records import Observation
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_samples import ALICE, commit, decision, observation, statement, told, transition

FIRST, SECOND, THIRD = (
    ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"),
    ("1" * 32, "2" * 16),
    ("3" * 32, "4" * 16),
)


def traced(identifier: str, ids: tuple[str | None, str | None], *, minute: int = 0) -> Observation:
    """An observation of a write with this span."""
    return replace(observation(identifier, minute=minute), trace_id=ids[0], span_id=ids[1])


class LedgerProvenanceRules:
    """Rules of `LedgerReader.provenance`; see `LedgerContract`."""

    def test_provenance_is_each_write_once_those_that_stated_first_in_the_order_asked(self, ledger: Ledger) -> None:
        one, two, three = traced("o-1", FIRST), traced("o-2", SECOND, minute=1), traced("o-3", FIRST, minute=2)
        for number, said in enumerate((one, two, three), start=1):
            commit(ledger, told(statement(f"s-{number}", said), by=said))
        assert ledger.read(ALICE, lambda r: r.provenance(["s-3", "s-2", "s-1", "s-3", "s-9"])) == [
            Provenance(*FIRST, ("o-3", "o-1"), ("s-3", "s-1")), Provenance(*SECOND, ("o-2",), ("s-2",))
        ]  # fmt: skip
        assert ledger.read(ALICE, lambda r: r.provenance([])) == []

    def test_provenance_tells_what_caused_the_transitions_from_or_to_them_in_recorded_order(
        self, ledger: Ledger
    ) -> None:
        one, two, three = traced("o-1", FIRST), traced("o-2", SECOND, minute=1), traced("o-3", THIRD, minute=2)
        commit(ledger, told(statement("s-1", one), by=one) + told(statement("s-2", two), by=two))
        later = (transition("t-2", "s-1", "s-2", cause="o-2"), transition("t-1", "s-2", cause="o-3"))
        for made in later:
            commit(ledger, Changeset(transitions=(made,), decisions=(decision(made.id),)))
        commit(ledger, Changeset(observations=(three,), transitions=(transition("t-3", "s-7", cause="o-3"),)))
        follows = transition("t-4", "s-1", cause="t-1")
        commit(ledger, Changeset(transitions=(follows,), decisions=(decision("t-4"), decision("t-3"))))
        assert ledger.read(ALICE, lambda r: r.provenance(["s-2"])) == [
            Provenance(*SECOND, ("o-2",), ("s-2",), ("t-2",)), Provenance(*THIRD, ("o-3",), (), ("t-1",))
        ]  # fmt: skip
        assert ledger.read(ALICE, lambda r: r.provenance(["s-1"])) == [
            Provenance(*FIRST, ("o-1",), ("s-1",)), Provenance(*SECOND, ("o-2",), (), ("t-2",))
        ]  # fmt: skip

    def test_provenance_passes_over_what_was_not_traced_what_was_erased_and_other_partitions(
        self, ledger: Ledger
    ) -> None:
        bare, half = traced("o-1", (None, None)), traced("o-2", (FIRST[0], None), minute=1)
        gone, kept = traced("o-3", SECOND, minute=2), traced("o-4", THIRD, minute=3)
        for number, said in enumerate((bare, half, gone, kept), start=1):
            commit(ledger, told(statement(f"s-{number}", said), by=said))
        commit(
            ledger, Changeset(transitions=(transition("t-1", "s-3", "s-4", cause="o-3"),), decisions=(decision("t-1"),))
        )
        commit(ledger, Changeset(erased=("o-3",)))
        ids = ["s-1", "s-2", "s-3", "s-4"]
        assert ledger.read(ALICE, lambda r: r.provenance(ids)) == [Provenance(*THIRD, ("o-4",), ("s-4",))]
        assert ledger.read(Scope(tenant="acme", user="bob"), lambda r: r.provenance(ids)) == []

    def test_provenance_takes_more_ids_than_one_statement_can_bind(self, ledger: Ledger) -> None:
        said, moved = traced("o-1", FIRST), traced("o-2", SECOND, minute=1)
        ids = [f"s-{n}" for n in range(1200)]
        commit(ledger, told(*(statement(i, said) for i in ids), by=said) + Changeset(observations=(moved,)))
        crossing = transition("t-1", "s-1", "s-1100", cause="o-2")
        commit(ledger, Changeset(transitions=(crossing,), decisions=(decision("t-1"),)))
        assert ledger.read(ALICE, lambda r: r.provenance(ids)) == [
            Provenance(*FIRST, ("o-1",), tuple(ids)), Provenance(*SECOND, ("o-2",), (), ("t-1",))
        ]  # fmt: skip
