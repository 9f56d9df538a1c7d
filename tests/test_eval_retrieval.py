"""The retrieval level: each metric is met by what deserves it, and failed by a packet built to fail it."""

from collections.abc import Mapping
from typing import Any

import pytest

from atma_overlay.evaluation.diagnosis import failure
from atma_overlay.views import (
    Label,
    Packet,
    Premise,
    PremiseVerdict,
    StateRecord,
    Suppressed,
    Timeline,
)
from tests.gold_worlds import BATH, GOOD, LEEDS, START, WEEK, YORK, asked, packet, record, row, rows_of_host, shares


class TestRetrieval:
    def test_a_packet_of_the_current_value_meets_the_current_metrics(self) -> None:
        found = shares(asked(packet(row("York", record_ids=(YORK.id,)))))
        assert found == {
            "current_recall": 1,
            "current_labelled_recall": 1,
            "stale_as_current_rate": 0,
            "stale_exposed_rate": 0,
            "held_change_stale_as_current": 0,
            "label_accuracy": 1,
            "held_label_accuracy": 1,
            "precision_by_view.current": 1,
            "suppressed": 0,
        }

    def test_an_empty_packet_fails_recall(self) -> None:
        found = shares(asked(packet()))
        assert (found["current_recall"], found["current_labelled_recall"]) == (0, 0)

    def test_an_untracked_row_counts_for_current_recall_and_never_for_labelled(self) -> None:
        found = shares(asked(rows_of_host("We unpacked the last box in York, a long day.")))
        assert (found["current_recall"], found["current_labelled_recall"]) == (1, 0)

    def test_a_value_labelled_historical_is_no_current_recall(self) -> None:
        assert shares(asked(packet(row("York", Label.HISTORICAL))))["current_recall"] == 0

    def test_every_group_of_an_aggregation_must_be_met(self) -> None:
        wanted: dict[str, Any] = {"task": "aggregation", "gold": [["York"], ["Bath"]], "stale": []}
        assert shares(asked(packet(row("York")), **wanted))["current_recall"] == 0
        assert shares(asked(packet(row("York"), row("Bath")), **wanted))["current_recall"] == 1

    def test_a_host_alone_exposes_every_stale_row(self) -> None:
        found = shares(asked(rows_of_host("I live in Leeds.", "I moved to York."), timeline=None))
        assert (found["stale_exposed_rate"], found["stale_as_current_rate"]) == (1, 0)
        assert "held_change_stale_as_current" not in found

    def test_an_append_only_packet_fails_stale_as_current(self) -> None:
        found = shares(asked(packet(row("York"), row("Leeds"))))
        assert found["stale_as_current_rate"] == 1
        assert found["held_change_stale_as_current"] == 1

    @pytest.mark.parametrize("label", [Label.HISTORICAL, Label.UNRESOLVED])
    def test_a_stale_value_under_a_label_that_says_so_is_not_exposed(self, label: Label) -> None:
        assert shares(asked(packet(row("York"), row("Leeds", label))))["stale_exposed_rate"] == 0

    def test_a_contested_stale_value_is_exposed(self) -> None:
        assert shares(asked(packet(row("Leeds", Label.CONTESTED))))["stale_exposed_rate"] == 1

    def test_a_stale_string_in_quoted_evidence_does_not_count(self) -> None:
        quoting = row("York", text="I left Leeds for York.")
        assert shares(asked(packet(quoting)))["stale_exposed_rate"] == 0

    def test_a_long_value_does_not_hide_a_stale_string(self) -> None:
        hidden = row("a small flat in Leeds above the old bakery")
        assert shares(asked(packet(hidden)))["stale_as_current_rate"] == 1

    def test_a_denied_stale_value_is_not_presented(self) -> None:
        denied = record("Leeds", 3, affirmed=False)
        timeline = Timeline(records=(*GOOD.records, denied), transitions=GOOD.transitions)
        shown = packet(row("Leeds", record_ids=(denied.id,)), row("York"))
        assert shares(asked(shown, timeline))["stale_as_current_rate"] == 0

    def test_a_stale_string_within_the_gold_value_is_not_stale(self) -> None:
        found = shares(asked(packet(row("New York")), gold=["New York"], stale=["York"]))
        assert (found["current_recall"], found["stale_as_current_rate"]) == (1, 0)

    def test_a_transition_gives_its_end_as_what_holds_and_the_rest_as_past(self) -> None:
        change = row("Leeds → York", Label.TRANSITION, record_ids=(LEEDS.id, YORK.id))
        found = shares(asked(packet(change)))
        assert (found["current_recall"], found["current_labelled_recall"], found["stale_exposed_rate"]) == (
            1,
            0,
            0,
        )
        backwards = shares(asked(packet(row("York → Leeds", Label.TRANSITION))))
        assert (backwards["current_recall"], backwards["stale_exposed_rate"]) == (0, 1)

    def test_stale_as_current_on_held_changes_leaves_out_changes_the_ledger_missed(self) -> None:
        missed = Timeline(records=(record("Leeds", 0),), transitions=())
        assert "held_change_stale_as_current" not in shares(asked(packet(row("Leeds")), missed))

    def test_a_system_without_history_fails_history_recall(self) -> None:
        past: dict[str, Any] = {"task": "historical", "view": "historical", "gold": ["Leeds"], "stale": []}
        assert shares(asked(packet(row("York")), **past))["history_recall"] == 0
        assert shares(asked(packet(row("Leeds", Label.HISTORICAL)), **past))["history_recall"] == 1

    def test_tracking_wants_the_values_in_the_order_of_time(self) -> None:
        past: dict[str, Any] = {
            "task": "tracking",
            "view": "historical",
            "gold": [["Leeds"], ["York"]],
            "stale": [],
        }
        early, late = START, START + WEEK
        in_order = packet(row("York", valid_from=late), row("Leeds", Label.HISTORICAL, valid_from=early))
        reversed_ = packet(row("York", valid_from=early), row("Leeds", Label.HISTORICAL, valid_from=late))
        chain = packet(row("Leeds → York", Label.TRANSITION))
        assert shares(asked(in_order, **past))["history_recall"] == 1
        assert shares(asked(reversed_, **past))["history_recall"] == 0
        assert shares(asked(chain, **past))["history_recall"] == 1

    @pytest.mark.parametrize(
        ("value", "label", "right"),
        [
            (YORK, Label.CURRENT, 1),
            (YORK, Label.HISTORICAL, 0),
            (YORK, Label.CONTESTED, 0),
            (LEEDS, Label.HISTORICAL, 1),
            (LEEDS, Label.TRANSITION, 1),
            (LEEDS, Label.CURRENT, 0),
            (LEEDS, Label.UNRESOLVED, 0),
        ],
    )
    def test_label_accuracy_is_against_the_gold_spell(self, value: StateRecord, label: Label, right: float) -> None:
        shown = packet(row(value.value, label, record_ids=(value.id,)))
        assert shares(asked(shown))["label_accuracy"] == right

    def test_a_label_is_held_against_the_reading_only_where_the_ledger_has_the_state_right(self) -> None:
        unseen = record("Leeds", 0)
        ledger = Timeline(records=(unseen, YORK, BATH), transitions=())
        found = shares(asked(packet(row("Leeds", record_ids=(unseen.id,))), ledger))
        assert found["label_accuracy"] == 0
        assert found["held_label_accuracy"] is None
        wrong = shares(asked(packet(row("Leeds", record_ids=(LEEDS.id,)))))
        assert wrong["held_label_accuracy"] == 0

    def test_labels_that_gold_says_nothing_about_are_not_judged(self) -> None:
        stranger = record("a bakery", 1, attribute="workplace")
        timeline = Timeline(records=(*GOOD.records, stranger), transitions=())
        assert shares(asked(packet(row("a bakery", record_ids=(stranger.id,))), timeline))["label_accuracy"] is None

    def test_rows_beside_the_point_lower_the_precision_of_their_view(self) -> None:
        shown = packet(row("York"), row("Bath"), *rows_of_host("Soup!", "Bread!").rows)
        assert shares(asked(shown))["precision_by_view.current"] == 0.25

    def test_suppressed_counts_what_was_left_out(self) -> None:
        shown = packet(row("York"), suppressed=Suppressed(superseded=2, budget=1))
        assert shares(asked(shown))["suppressed"] == 3


class TestPremises:
    BLOCKED: Mapping[str, Any] = {"task": "premise", "expect": "blocked"}
    SUPPORTED: Mapping[str, Any] = {"task": "premise", "expect": "supported", "stale": []}

    def verdict(self, text: str, verdict: PremiseVerdict, **changes: Any) -> Packet:
        return packet(premises=(Premise(text=text, verdict=verdict, **changes),))

    def test_an_outdated_premise_that_is_blocked_counts(self) -> None:
        shown = self.verdict("I live in Leeds", PremiseVerdict.OUTDATED)
        assert shares(asked(shown, **self.BLOCKED))["premise_block_recall"] == 1

    def test_a_premise_is_known_by_its_record_or_by_what_holds_now(self) -> None:
        by_record = self.verdict("my old place", PremiseVerdict.OUTDATED, record_ids=(LEEDS.id,))
        by_value = self.verdict("my old place", PremiseVerdict.OUTDATED, current=("York",))
        for shown in (by_record, by_value):
            assert shares(asked(shown, **self.BLOCKED))["premise_block_recall"] == 1

    @pytest.mark.parametrize("verdict", [PremiseVerdict.SUPPORTED, PremiseVerdict.UNRESOLVED])
    def test_a_system_that_blocks_nothing_fails_block_recall(self, verdict: PremiseVerdict) -> None:
        shown = self.verdict("I live in Leeds", verdict)
        assert shares(asked(shown, **self.BLOCKED))["premise_block_recall"] == 0

    def test_blocking_another_premise_is_not_blocking_this_one(self) -> None:
        shown = self.verdict("my sister's cat", PremiseVerdict.OUTDATED)
        assert shares(asked(shown, **self.BLOCKED))["premise_block_recall"] == 0

    def test_a_system_that_blocks_everything_fails_the_false_block_rate(self) -> None:
        blocking = self.verdict("I live in York", PremiseVerdict.OUTDATED)
        passing = self.verdict("I live in York", PremiseVerdict.SUPPORTED)
        assert shares(asked(blocking, **self.SUPPORTED))["premise_false_block_rate"] == 1
        assert shares(asked(passing, **self.SUPPORTED))["premise_false_block_rate"] == 0


class TestDiagnosis:
    def test_a_probe_that_its_packet_serves_has_no_failure(self) -> None:
        assert failure(asked(packet(row("York")))) is None

    @pytest.mark.parametrize(
        ("shown", "timeline", "stage", "reasons"),
        [
            (packet(), GOOD, "retrieval", ("gold missing",)),
            (packet(), Timeline(records=(LEEDS,), transitions=()), "bank", ("gold missing",)),
            (packet(row("York"), row("Leeds")), GOOD, "retrieval", ("stale as current",)),
            (
                packet(row("York"), row("Leeds")),
                Timeline(records=(record("Leeds", 0), YORK), transitions=()),
                "bank",
                ("stale as current",),
            ),
            (rows_of_host("Leeds"), None, "retrieval", ("gold missing", "stale exposed")),
        ],
    )
    def test_a_failure_names_the_first_stage_that_lost_it(
        self, shown: Packet, timeline: Timeline | None, stage: str, reasons: tuple[str, ...]
    ) -> None:
        lost = failure(asked(shown, timeline))
        assert lost is not None
        assert (lost.stage, lost.reasons) == (stage, reasons)
