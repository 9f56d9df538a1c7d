"""What a ledger answers: every record as it was written, in a stated order, of one partition only."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import History, Judged, Ledger
from atma_overlay.records import (
    Act,
    Basis,
    Cardinality,
    Change,
    DecisionState,
    Held,
    LinkState,
    Origin,
    OutboxState,
    Slot,
    Stage,
    Standing,
    Status,
    Version,
)
from atma_overlay.testing.ledger_samples import (
    ALICE,
    HOME,
    JOB,
    START,
    ManualClock,
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


class LedgerReadRules:
    """Rules of single reads; see `LedgerContract`."""

    def test_a_new_partition_is_empty(self, ledger: Ledger) -> None:
        assert ledger.read(ALICE, lambda r: r.revision()) == 0
        assert ledger.read(ALICE, lambda r: r.observed_after(None)) == []
        assert ledger.read(ALICE, lambda r: r.last_observation()) is None
        assert ledger.read(ALICE, lambda r: r.all_held()) == []
        assert ledger.read(ALICE, lambda r: r.slots()) == []
        assert ledger.read(ALICE, lambda r: r.history()) == []
        assert ledger.read(ALICE, lambda r: r.transitions()) == []
        assert ledger.read(ALICE, lambda r: r.verdicts()) == []
        assert ledger.read(ALICE, lambda r: r.contingencies()) == []
        assert ledger.read(ALICE, lambda r: r.outbox()) == []

    def test_an_observation_comes_back_as_it_was_written(self, ledger: Ledger) -> None:
        full = observation("o-1", "I live in Chicago.", key="k-1")
        bare = replace(
            full,
            id="o-2",
            speaker=None,
            origin=Origin.AGENT,
            agent=None,
            session=None,
            idempotency_key=None,
            trace_id=None,
            span_id=None,
        )
        commit(ledger, Changeset(observations=(full, bare)))
        found = ledger.read(ALICE, lambda r: r.observations(["o-1", "o-2"]))
        assert found == [full, bare]
        assert found[0].observed_at.utcoffset() == timedelta(0)

    def test_a_statement_comes_back_with_its_version(self, ledger: Ledger) -> None:
        said = observation("o-1")
        plain = statement("s-1", said)
        full = replace(
            plain,
            id="s-2",
            slot=Slot("user's sister", "rent"),
            cardinality=Cardinality.MULTI,
            act=Act.CORRECT,
            value="1 200",
            norm="1200",
            value_kind="quantity",
            unit="USD",
            affirmed=False,
            valid_from=said.observed_at + timedelta(days=1),
            valid_to=said.observed_at + timedelta(days=30),
            temporary=True,
            replaces="1100",
            change=Change.TOLD,
            basis=Basis.INFERRED,
            origin=Origin.TOOL,
            agent="helper",
            session="s-1",
            contextual=True,
            lineage=("o-0", "s-0"),
            stage=Stage.DURABLE,
            strength=0.25,
        )
        contested = Standing("s-2", "s-1", Status.ENDED, START, START + timedelta(days=2), ("s-1", "s-3"))
        commit(
            ledger,
            Changeset(
                observations=(said,),
                statements=(plain, full),
                standings=(Standing("s-1", "s-1", Status.ACTIVE, said.observed_at, None), contested),
            ),
        )
        assert ledger.read(ALICE, lambda r: r.held(["s-1", "s-2"])) == [
            Held(
                replace(plain, sequence=1),
                Version(Standing("s-1", "s-1", Status.ACTIVE, said.observed_at, None), START, 1),
            ),
            Held(replace(full, sequence=1), Version(contested, START, 1)),
        ]

    def test_observations_come_in_the_order_of_saying(self, ledger: Ledger) -> None:
        late = observation("o-1", minute=9)
        second = observation("o-2", minute=1, position=2)
        first = observation("o-3", minute=1, position=1)
        twin_b = observation("o-4", minute=5, digest="b")
        twin_a = observation("o-5", minute=5, digest="a")
        commit(ledger, Changeset(observations=(late, second, first, twin_b, twin_a)))
        expected = [first, second, twin_a, twin_b, late]
        assert ledger.read(ALICE, lambda r: r.observed_after(None)) == expected
        assert ledger.read(ALICE, lambda r: r.observations([o.id for o in expected])) == expected
        assert ledger.read(ALICE, lambda r: r.observed_after(second.order)) == expected[2:]
        assert ledger.read(ALICE, lambda r: r.observed_after(twin_a.order)) == [twin_b, late]
        assert ledger.read(ALICE, lambda r: r.observed_after(late.order)) == []
        assert ledger.read(ALICE, lambda r: r.last_observation()) == late

    def test_an_unknown_id_is_passed_over(self, ledger: Ledger) -> None:
        said = observation("o-1")
        commit(ledger, told(statement("s-1", said), by=said))
        assert ledger.read(ALICE, lambda r: r.observations(["o-9"])) == []
        assert ledger.read(ALICE, lambda r: r.held(["s-9"])) == []
        assert ledger.read(ALICE, lambda r: r.transition("t-9")) is None
        assert ledger.read(ALICE, lambda r: r.observation_by_key("k-9")) is None

    def test_an_empty_list_asks_for_nothing(self, ledger: Ledger) -> None:
        said = observation("o-1")
        commit(ledger, told(statement("s-1", said), by=said))
        assert ledger.read(ALICE, lambda r: r.observations([])) == []
        assert ledger.read(ALICE, lambda r: r.in_slots([])) == []
        assert ledger.read(ALICE, lambda r: r.transitions([])) == []
        assert ledger.read(ALICE, lambda r: r.history([])) == []
        assert ledger.read(ALICE, lambda r: r.verdicts([])) == []
        assert ledger.read(ALICE, lambda r: r.contingencies([])) == []
        assert ledger.read(ALICE, lambda r: r.links()) == []
        assert ledger.read(ALICE, lambda r: r.with_terms("value", [])) == []
        assert ledger.read(ALICE, lambda r: r.search([], limit=5)) == []

    def test_an_observation_is_found_by_its_idempotency_key(self, ledger: Ledger) -> None:
        said = observation("o-1", key="turn-7")
        commit(ledger, Changeset(observations=(said, observation("o-2"))))
        assert ledger.read(ALICE, lambda r: r.observation_by_key("turn-7")) == said

    def test_observations_are_told_by_their_idempotency_keys_however_many_there_are(self, ledger: Ledger) -> None:
        many = tuple(observation(f"o-{n}", key=f"turn-{n}") for n in range(150))
        commit(ledger, Changeset(observations=many))
        asked = [f"turn-{n}" for n in range(200)]
        assert ledger.read(ALICE, lambda r: r.ids_by_key(asked)) == {f"turn-{n}": f"o-{n}" for n in range(150)}
        assert ledger.read(ALICE, lambda r: r.ids_by_key([])) == {}

    def test_statements_come_in_fold_order(self, ledger: Ledger) -> None:
        late, early = observation("o-1", minute=5), observation("o-2", minute=1)
        dated = replace(statement("s-1", late, "Oslo"), valid_from=START - timedelta(days=400))
        commit(
            ledger,
            told(statement("s-3", late, "Denver"), statement("s-2", late, "Berlin"), dated, by=late)
            + told(statement("s-4", early), by=early),
        )
        expected = ["s-1", "s-4", "s-2", "s-3"]
        for found in (
            ledger.read(ALICE, lambda r: r.all_held()),
            ledger.read(ALICE, lambda r: r.in_slots([HOME])),
            ledger.read(ALICE, lambda r: r.held(["s-4", "s-3", "s-2", "s-1"])),
            ledger.read(ALICE, lambda r: r.of_observations(["o-2", "o-1"])),
        ):
            assert [held.statement.id for held in found] == expected

    def test_a_slot_is_matched_as_a_pair(self, ledger: Ledger) -> None:
        said = observation("o-1")
        commit(
            ledger,
            told(
                statement("s-1", said, slot=Slot("user", "home_city")),
                statement("s-2", said, slot=Slot("sister", "employer")),
                statement("s-3", said, slot=Slot("sister", "home_city")),
                by=said,
            ),
        )
        asked = [Slot("user", "home_city"), Slot("sister", "employer")]
        found = ledger.read(ALICE, lambda r: r.in_slots(asked))
        assert {held.statement.id for held in found} == {"s-1", "s-2"}

    def test_slots_come_each_once_in_the_order_of_their_names(self, ledger: Ledger) -> None:
        said = observation("o-1")
        names = (("user", "home_city"), ("sister", "employer"), ("user", "Zeal"), ("sister's son", "employer"))
        held = [statement(f"s-{n}", said, slot=Slot(*name)) for n, name in enumerate((*names, names[0]))]
        commit(ledger, told(*held, by=said))
        commit(ledger, Changeset(withdrawn=("s-1",)))
        slots = [Slot(*names[n]) for n in (1, 3, 2, 0)]
        assert ledger.read(ALICE, lambda r: r.slots()) == slots
        assert ledger.read(ALICE, lambda r: r.slots(subject="user")) == slots[2:]
        assert ledger.read(ALICE, lambda r: r.slots(subject="sister")) == slots[:1]
        assert ledger.read(ALICE, lambda r: r.slots(subject="nobody")) == []

    def test_extractions_come_by_observation_in_the_order_of_saying(self, ledger: Ledger) -> None:
        late, early = observation("o-1", minute=5), observation("o-2", minute=1)
        first, again = extraction(early), replace(extraction(early), extractor="rules/2")
        commit(ledger, Changeset(observations=(late, early), extractions=(extraction(late), first)))
        commit(ledger, Changeset(extractions=(again,)))
        found = ledger.read(ALICE, lambda r: r.extractions(["o-1", "o-2"]))
        assert found == [first, again, extraction(late)]
        assert ledger.read(ALICE, lambda r: r.extractions(["o-1"])) == [extraction(late)]

    def test_transitions_come_in_recorded_order_with_their_decisions(self, ledger: Ledger, clock: ManualClock) -> None:
        first, second = transition("t-2", "s-1", "s-2"), transition("t-1", "s-2")
        commit(ledger, Changeset(transitions=(first,), decisions=(decision("t-2"),)))
        then = clock.advance(1)
        commit(ledger, Changeset(transitions=(second,), decisions=(decision("t-1"),)))
        later = clock.advance(1)
        commit(ledger, Changeset(decisions=(decision("t-2", DecisionState.UNDONE, note="asked to"),)))
        applied = Judged(
            first,
            (
                replace(decision("t-2"), revision=1),
                replace(decision("t-2", DecisionState.UNDONE, note="asked to"), recorded_at=later, revision=3),
            ),
        )
        ended = Judged(replace(second, recorded_at=then), (replace(decision("t-1"), recorded_at=then, revision=2),))
        assert ledger.read(ALICE, lambda r: r.transitions()) == [applied, ended]
        assert ledger.read(ALICE, lambda r: r.transitions(["s-2"])) == [applied, ended]
        assert ledger.read(ALICE, lambda r: r.transitions(["s-1"])) == [applied]
        assert ledger.read(ALICE, lambda r: r.transition("t-2")) == applied
        assert applied.latest.state is DecisionState.UNDONE

    def test_verdicts_come_by_pair_oldest_first(self, ledger: Ledger) -> None:
        commit(ledger, Changeset(verdicts=(verdict("p-2"), verdict("p-1"))))
        commit(ledger, Changeset(verdicts=(verdict("p-2", reason="asked again"),)))
        found = ledger.read(ALICE, lambda r: r.verdicts(["p-2"]))
        assert [(v.reason, v.revision) for v in found] == [("both may hold", 1), ("asked again", 2)]
        everything = ledger.read(ALICE, lambda r: r.verdicts())
        assert [v.pair for v in everything] == ["p-2", "p-1", "p-2"]
        assert everything[1] == replace(verdict("p-1"), revision=1)

    def test_verdicts_come_by_the_slot_part_of_their_pair(self, ledger: Ledger) -> None:
        commit(ledger, Changeset(verdicts=(verdict("home:a"), verdict("job:a"), verdict("home:b"), verdict("homes:c"))))
        assert [v.pair for v in ledger.read(ALICE, lambda r: r.verdicts(["home"]))] == ["home:a", "home:b"]
        found = ledger.read(ALICE, lambda r: r.verdicts(["home:b", "job"]))
        assert [v.pair for v in found] == ["job:a", "home:b"]

    def test_contingencies_come_by_their_parent_slot(self, ledger: Ledger) -> None:
        late, early = observation("o-1", minute=3), observation("o-2")
        first, second = contingency("c-2", early), contingency("c-1", late)
        bare = replace(contingency("c-3", late, parent=HOME, child=JOB), trigger=None, value=None)
        commit(ledger, Changeset(observations=(late, early), contingencies=(second, bare, first)))
        assert ledger.read(ALICE, lambda r: r.contingencies([JOB])) == [first, second]
        assert ledger.read(ALICE, lambda r: r.contingencies([HOME])) == [bare]
        assert len(ledger.read(ALICE, lambda r: r.contingencies())) == 3

    def test_links_come_by_host_id_or_by_observation(self, ledger: Ledger) -> None:
        one, two = observation("o-1"), observation("o-2")
        links = (link("h-1", one), link("h-1", two), link("h-2", one), link("h-2", one, host="other"))
        commit(ledger, Changeset(observations=(one, two), links=links))
        assert ledger.read(ALICE, lambda r: r.links(host_ids=["h-1"])) == [links[0], links[1]]
        assert ledger.read(ALICE, lambda r: r.links(observation_ids=["o-1"])) == [
            links[0],
            links[2],
            links[3],
        ]
        both = ledger.read(ALICE, lambda r: r.links(host_ids=["h-1"], observation_ids=["o-1"]))
        assert both == list(links)

    def test_what_a_host_memory_carries_is_told_by_its_live_links(self, ledger: Ledger) -> None:
        one, two = observation("o-1", "I live in Chicago and work at Kite."), observation("o-2", "My sister is Ann.")
        said = [statement("s-3", one), statement("s-1", one, slot=JOB, value="Kite"), statement("s-2", two)]
        commit(ledger, told(*said[:2], by=one))
        commit(ledger, told(said[2], by=two))
        gone = link("h-3", one, state=LinkState.GONE)
        links = (link("h-1", two), link("h-1", one), link("h-1", one, host="other"), link("h-2", two), gone)
        commit(ledger, Changeset(links=links))
        asked = ["h-3", "h-2", "h-1", "h-9"]
        told_of = {"h-1": ["s-3", "s-1", "s-2"], "h-2": ["s-2"]}
        for found in (
            ledger.read(ALICE, lambda r: r.carried(asked)),
            ledger.read(ALICE, lambda r: r.carried(asked, known_at=START + timedelta(days=9))),
        ):
            assert {i: [h.statement.id for h in held] for i, held in found.items()} == told_of

    def test_the_outbox_shows_what_is_not_done_oldest_first(self, ledger: Ledger) -> None:
        said = observation("o-1")
        commit(ledger, Changeset(observations=(said,), outbox=(outbox_item("w-9", said),)))
        commit(ledger, Changeset(outbox=(outbox_item("w-1", said), outbox_item("w-5", said))))
        failed = replace(outbox_item("w-9", said), state=OutboxState.FAILED, attempts=2, host_id="h-1", error="timeout")
        commit(ledger, Changeset(outbox=(failed, replace(outbox_item("w-1", said), state=OutboxState.DONE))))
        assert ledger.read(ALICE, lambda r: r.outbox()) == [failed, outbox_item("w-5", said)]
        assert ledger.read(ALICE, lambda r: r.outbox(limit=1)) == [failed]

    def test_history_shows_every_version_in_the_order_of_recording(self, ledger: Ledger, clock: ManualClock) -> None:
        said = observation("o-1")
        second, first = statement("s-1", said), statement("s-2", said, "Oslo")
        commit(ledger, told(first, by=said))
        commit(ledger, Changeset(statements=(second,)))
        later = clock.advance(5)
        commit(ledger, Changeset(withdrawn=("s-2",)))
        expected = [
            History(
                replace(first, sequence=1),
                (Version(Standing("s-2", "s-2", Status.ACTIVE, START, None), START, 1, later),),
            ),
            History(replace(second, sequence=2), ()),
        ]
        assert ledger.read(ALICE, lambda r: r.history()) == expected
        assert ledger.read(ALICE, lambda r: r.history(["s-1"])) == expected[1:]

    def test_a_read_takes_more_ids_than_one_statement_can_bind(self, ledger: Ledger) -> None:
        said = observation("o-1", key="k")
        stated = tuple(
            statement(f"s-{n:04}", said, f"value {n}", slot=Slot("user", f"attribute_{n}")) for n in range(1201)
        )
        commit(ledger, told(*stated, by=said) + Changeset(links=(link("h-1200", said),)))
        ids = [s.id for s in stated]
        absent = [f"h-{n}" for n in range(5000)]
        assert len(ledger.read(ALICE, lambda r: r.held([*ids, *absent]))) == 1201
        assert len(ledger.read(ALICE, lambda r: r.in_slots([s.slot for s in stated]))) == 1201
        assert len(ledger.read(ALICE, lambda r: r.history([*ids, *ids]))) == 1201
        assert ledger.read(ALICE, lambda r: r.links(host_ids=absent)) == [link("h-1200", said)]
        assert ledger.read(ALICE, lambda r: r.transitions(ids)) == []

    def test_texts_come_back_character_for_character(self, ledger: Ledger) -> None:
        text = "Zoë ☕ 東京 עברית e\u0301 'quoted' \"double\" -- ; DROP TABLE\n\tNUL:\x00 🏳️‍🌈"
        said = observation("o-1", text)
        kept = statement("s-1", said, text, slot=Slot("user's süßer 🐕", "näme"))
        commit(ledger, told(kept, by=said))
        assert ledger.read(ALICE, lambda r: r.observations(["o-1"])) == [said]
        assert [h.statement for h in ledger.read(ALICE, lambda r: r.in_slots([kept.slot]))] == [
            replace(kept, sequence=1)
        ]
