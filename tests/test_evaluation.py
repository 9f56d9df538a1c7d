"""The suite `episodes`: each metric is met by what deserves it, and failed by a system built to fail it."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.drivers import Executor
from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.bank import Judgement, bank_tallies, judged
from atma_overlay.evaluation.diagnosis import failure
from atma_overlay.evaluation.episodes import Episode, Probe, load_episodes
from atma_overlay.evaluation.fillers import filler_dates, fillers
from atma_overlay.evaluation.matching import Bank, carries, mentions, pair
from atma_overlay.evaluation.report import as_json, report
from atma_overlay.evaluation.results import EpisodeResult, ProbeResult
from atma_overlay.evaluation.retrieval import Asked, retrieval_tallies
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.shown import host_packet
from atma_overlay.evaluation.table import print_reports
from atma_overlay.evaluation.tallies import Tally, measure
from atma_overlay.evaluation.trial import Clock, run_episode
from atma_overlay.evaluation.wording import phrase
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import Host, HostItem, HostMemory, HostSearch
from atma_overlay.records import Basis, Cardinality, DecisionState, Kind, Origin, Status
from atma_overlay.scope import Scope
from atma_overlay.views import (
    Label,
    Packet,
    Premise,
    PremiseVerdict,
    Row,
    StateRecord,
    Suppressed,
    Timeline,
    TransitionRecord,
    Turn,
    View,
    WriteReceipt,
)

START = datetime(2025, 3, 1, 9, tzinfo=UTC)
WEEK = timedelta(days=7)
END = START + 4 * WEEK
OBSERVATIONS = {f"o{session}": session for session in range(4)}


def moved(**changes: Any) -> Episode:
    """Four sessions: at home in Leeds, from the third one on in York; a sister who stays in Bath."""
    fields: dict[str, Any] = {
        "id": "e1",
        "family": "conflict",
        "sessions": [
            {"at": (START + week * WEEK).isoformat(), "turns": [{"role": "user", "text": "Hello."}]}
            for week in range(4)
        ],
        "states": [
            {
                "slot": "user / home city",
                "history": [
                    {"value": "Leeds", "from_session": 0, "until_session": 2, "ended_by": "replaced"},
                    {"value": "York", "from_session": 2},
                ],
            },
            {"slot": "sister / home city", "history": [{"value": "Bath", "from_session": 1}]},
        ],
        "probes": [probe().model_dump()],
    }
    return Episode.model_validate_json(json.dumps(fields | changes))


def control() -> Episode:
    states = [{"slot": "user / home city", "history": [{"value": "Leeds", "from_session": 0}]}]
    return moved(family="control", states=states)


def probe(**changes: Any) -> Probe:
    fields = {
        "id": "p1",
        "after_session": 3,
        "task": "conflict",
        "query": "Where do I live?",
        "view": "current",
        "expect": "answer",
        "gold": ["York"],
        "stale": ["Leeds"],
    }
    return Probe.model_validate_json(json.dumps(fields | changes))


def record(value: str, session: int, **changes: Any) -> StateRecord:
    said = START + session * WEEK
    fields: dict[str, Any] = {
        "id": f"{value}@{session}",
        "subject": "user",
        "attribute": "home_city",
        "value": value,
        "affirmed": True,
        "cardinality": Cardinality.SINGLE,
        "status": Status.ACTIVE,
        "valid_from": said,
        "valid_to": None,
        "temporary": False,
        "evidence": f"It is {value}.",
        "speaker": None,
        "origin": Origin.USER,
        "basis": Basis.SAID,
        "confidence": 1.0,
        "extractor": "rules/1",
        "observation_id": f"o{session}",
        "observed_at": said,
        "recorded_at": said,
    }
    return StateRecord(**(fields | changes))


def retired(value: str, session: int, until: int, **changes: Any) -> StateRecord:
    fields: dict[str, Any] = {"status": Status.SUPERSEDED, "valid_to": START + until * WEEK}
    return record(value, session, **(fields | changes))


def transition(old: StateRecord, new: StateRecord | None, session: int, **changes: Any) -> TransitionRecord:
    when = START + session * WEEK
    fields: dict[str, Any] = {
        "id": f"{old.id}>",
        "from_id": old.id,
        "to_id": new.id if new else None,
        "from_value": old.value,
        "to_value": new.value if new else None,
        "subject": old.subject,
        "attribute": old.attribute,
        "kind": Kind.REPLACED,
        "state": DecisionState.APPLIED,
        "cause": f"o{session}",
        "decider": "rules/1",
        "reason": "",
        "confidence": 1.0,
        "valid_at": when,
        "recorded_at": when,
    }
    return TransitionRecord(**(fields | changes))


LEEDS, YORK = retired("Leeds", 0, until=2), record("York", 2)
BATH = record("Bath", 1, subject="user's sister")
GOOD = Timeline(records=(LEEDS, BATH, YORK), transitions=(transition(LEEDS, YORK, 2),))


def values(
    timeline: Timeline, episode: Episode | None = None, *, before: Timeline | None = None
) -> Mapping[str, tuple[int, int]]:
    """The bank metrics of a timeline, as hits out of cases; `before` is an earlier timeline of it."""
    gold = episode or moved()
    bank = Bank.of(timeline, OBSERVATIONS)
    earlier = pair(gold, Bank.of(before or timeline, OBSERVATIONS))
    tallies = bank_tallies(gold, bank, pair(gold, bank), held_before=earlier.anywhere, now=END)
    return {name: (round(tally.hits), round(tally.out_of)) for name, tally in tallies.items()}


def row(value: str, label: Label = Label.CURRENT, **changes: Any) -> Row:
    return Row(**({"label": label, "text": f"So: {value}.", "value": value} | changes))


def packet(*rows: Row, **changes: Any) -> Packet:
    fields: dict[str, Any] = {
        "query": "Where do I live?",
        "view": View.CURRENT,
        "as_of": None,
        "known_at": None,
        "rows": rows,
    }
    return Packet(**(fields | changes))


def asked(shown: Packet, timeline: Timeline | None = GOOD, **changes: Any) -> Asked:
    question = probe(**changes)
    episode = moved(probes=[question.model_dump()])
    if timeline is None:
        return Asked(episode, question, shown)
    bank = Bank.of(timeline, OBSERVATIONS)
    return Asked(episode, question, shown, bank, pair(episode, bank, up_to=question.after_session))


def shares(each: Asked) -> Mapping[str, float | None]:
    tallies = retrieval_tallies(each)
    return {name: tally.hits / tally.out_of if tally.out_of else None for name, tally in tallies.items()}


def rows_of_host(*texts: str) -> Packet:
    return host_packet("?", HostSearch(tuple(HostMemory(id=text, text=text) for text in texts)))


class TestMatching:
    @pytest.mark.parametrize(
        ("value", "gold"),
        [
            ("Krakow", "Kraków"),
            ("gdansk", "Gdańsk"),
            ("the Hartle Primary School", "Hartle Primary"),
            ("2", "two"),
            ("forty-two", "42"),
            ("two hundred and five members", "205"),
            ("64,000", "64k"),
            ("1,200,000", "1200000"),
            ("20 thousand", "20,000"),
            ("the 6th floor", "sixth floor"),
            ("May 12", "12 May"),
            ("12th of May 2025", "May 12"),
            ("2025-05-12", "12 May 2025"),
            ("3 Sept", "September 3"),
            ("Tuesday", "Tuesdays"),
            ("cashew", "cashews"),
            ("35mm dish", "35 mm dishes"),
            ("Van Ostade", "Van Ostade’s"),
            ("Makers Annex", "Makers' Annex"),
            ("Peony and Sons", "Peony & Sons"),
            ("10 per cent", "10%"),
            ("€12 a month", "12 euros a month"),
            ("18:00", "18:00"),
            ("IT", "it"),
        ],
    )
    def test_a_value_carries_the_gold_value_however_it_is_spelled(self, value: str, gold: str) -> None:
        assert carries(phrase(value), phrase(gold))

    @pytest.mark.parametrize(
        ("value", "gold"),
        [
            ("Yorkshire", "York"),
            ("150,000", "50,000"),
            ("4.12", "4.1"),
            ("B12", "12"),
            ("Brackley", "Brackley Barbell"),
            ("a flat in old Leeds near the canal", "Leeds"),
            ("21", "20"),
            ("twenty and one", "21"),
            ("13 May", "May 12"),
            ("news", "new"),
            ("", "York"),
            ("York", "?"),
        ],
    )
    def test_a_value_carries_nothing_that_it_is_not(self, value: str, gold: str) -> None:
        assert not carries(phrase(value), phrase(gold))

    def test_a_value_may_have_two_content_words_more_and_no_third(self) -> None:
        assert carries(phrase("the sunny city of Leeds, England"), phrase("Leeds, England"))
        assert not carries(phrase("big sunny city Leeds"), phrase("Leeds"))

    def test_polarity_belongs_to_the_value(self) -> None:
        assert not carries(phrase("pork", affirmed=False), phrase("pork"))
        assert not carries(phrase("doesn't eat pork"), phrase("eats pork"))
        assert carries(phrase("pork", affirmed=False), phrase("no pork"))

    def test_a_value_within_a_longer_answer_is_not_that_value(self) -> None:
        longer = [phrase("New York")]
        assert not mentions(phrase("a flat in New York"), phrase("York"), besides=longer)
        assert mentions(phrase("from New York to York"), phrase("York"), besides=longer)


class TestPairing:
    def test_a_state_lies_in_the_slot_with_most_of_its_spells(self) -> None:
        elsewhere = record("Leeds", 0, id="r", attribute="birthplace")
        found = pair(moved(), Bank.of(Timeline(records=(elsewhere, *GOOD.records), transitions=()), OBSERVATIONS))
        assert found.slots == {0: ("user", "home_city"), 1: ("user's sister", "home_city")}
        assert found.records[0, 0] == (LEEDS,)

    def test_a_value_said_outside_its_spell_is_not_that_spell(self) -> None:
        late = record("Leeds", 3)
        assert (0, 0) not in pair(
            moved(), Bank.of(Timeline(records=(late, YORK), transitions=()), OBSERVATIONS)
        ).records

    def test_the_session_that_tells_a_change_may_name_the_old_value_as_past(self) -> None:
        named, still = retired("Leeds", 2, until=2), record("Leeds", 2)
        assert values(Timeline(records=(named,), transitions=()))["state_recall"] == (1, 3)
        assert values(Timeline(records=(still,), transitions=()))["state_recall"] == (0, 3)

    def test_a_value_that_comes_back_is_another_spell(self) -> None:
        history = [
            {"value": "Leeds", "from_session": 0, "until_session": 1, "ended_by": "replaced"},
            {"value": "York", "from_session": 1, "until_session": 2, "ended_by": "replaced"},
            {"value": "Leeds", "from_session": 2},
        ]
        gold = moved(states=[{"slot": "user / home city", "history": history}])
        back = record("Leeds", 2)
        found = pair(gold, Bank.of(Timeline(records=(LEEDS, back), transitions=()), OBSERVATIONS))
        assert found.records == {(0, 0): (LEEDS,), (0, 2): (back,)}

    def test_what_only_a_filler_said_is_not_the_bank_of_the_episode(self) -> None:
        filler = record("York", 2, observation_id="elsewhere")
        again = record("Bath", 1, observation_id="elsewhere", restated_by=("o1",), subject="user's sister")
        timeline = Timeline(records=(filler, again), transitions=())
        assert values(timeline)["state_recall"] == (1, 3)


class TestBank:
    def test_a_bank_that_holds_everything_meets_every_metric(self) -> None:
        assert values(GOOD) == {
            "state_recall": (3, 3),
            "supersession_recall": (1, 1),
            "supersession_precision": (1, 1),
            "unlisted_transitions": (0, 1),
            "retired_by_fillers": (0, 1),
            "superseded_share": (1, 3),
            "records_per_turn": (3, 4),
            "false_retirement_rate": (0, 2),
            "current_correct": (2, 2),
            "history_kept": (1, 1),
        }

    def test_a_bank_that_tracks_nothing_does_not_look_precise(self) -> None:
        found = values(Timeline(records=(), transitions=()))
        assert found["state_recall"] == (0, 3)
        assert found["supersession_recall"] == (0, 1)
        assert found["supersession_precision"] == (0, 0)
        assert found["false_retirement_rate"] == (0, 0)
        assert found["current_correct"] == (0, 2)
        assert found["history_kept"] == (0, 0)

    def test_a_state_that_is_over_is_not_correct_where_it_was_never_held(self) -> None:
        gone = [{"value": "Leeds", "from_session": 0, "until_session": 2, "ended_by": "invalidated"}]
        gold = moved(states=[{"slot": "user / home city", "history": gone}])
        assert values(Timeline(records=(), transitions=()), gold)["current_correct"] == (0, 1)
        assert values(Timeline(records=(LEEDS,), transitions=()), gold)["current_correct"] == (1, 1)

    def test_an_append_only_bank_fails_supersession_recall_and_current_correct(self) -> None:
        found = values(Timeline(records=(record("Leeds", 0), BATH, YORK), transitions=()))
        assert found["supersession_recall"] == (0, 1)
        assert found["current_correct"] == (1, 2)

    def test_one_retired_record_beside_a_live_one_of_the_same_value_is_no_retirement(self) -> None:
        twin = record("Leeds", 1)
        assert values(Timeline(records=(LEEDS, twin, YORK), transitions=()))["supersession_recall"] == (0, 1)

    def test_a_bank_that_retires_what_stands_fails_precision_and_false_retirement(self) -> None:
        lost = retired("Bath", 1, until=2, subject="user's sister")
        found = values(Timeline(records=(LEEDS, lost, YORK), transitions=(transition(lost, YORK, 2),)))
        assert found["supersession_precision"] == (0, 1)
        assert found["false_retirement_rate"] == (1, 2)
        assert found["current_correct"] == (1, 2)

    def test_a_bank_that_deletes_the_old_value_fails_history_kept(self) -> None:
        last_write = Timeline(records=(BATH, YORK), transitions=())
        before = Timeline(records=(record("Leeds", 0), BATH), transitions=())
        assert values(last_write, before=before)["history_kept"] == (0, 1)

    def test_a_bank_that_keeps_whole_sentences_fails_state_recall_and_records_per_turn(self) -> None:
        sentence = "I have lived in a small flat in Leeds above the old bakery since spring"
        hoard = tuple(record(sentence, 0, id=str(number)) for number in range(20))
        found = values(Timeline(records=hoard, transitions=()))
        assert found["state_recall"] == (0, 3)
        assert found["records_per_turn"] == (20, 4)

    def test_pollution_counts_every_retired_record(self) -> None:
        dead = tuple(retired("noise", 0, until=1, id=str(number)) for number in range(9))
        assert values(Timeline(records=(*dead, YORK), transitions=()))["superseded_share"] == (9, 10)

    def test_a_slot_with_a_value_too_many_is_not_correct(self) -> None:
        extra = record("Hull", 2)
        assert values(Timeline(records=(LEEDS, YORK, extra), transitions=()))["current_correct"] == (0, 2)

    def test_states_that_share_a_slot_are_correct_together(self) -> None:
        states = [
            {"slot": "user / drink at work", "history": [{"value": "coffee", "from_session": 0}]},
            {"slot": "user / drink at home", "history": [{"value": "tea", "from_session": 1}]},
        ]
        both = (record("coffee", 0), record("tea", 1))
        assert values(Timeline(records=both, transitions=()), moved(states=states))["current_correct"] == (
            2,
            2,
        )


class TestTransitions:
    def judgements(self, timeline: Timeline, episode: Episode | None = None) -> list[Judgement]:
        gold = episode or moved()
        bank = Bank.of(timeline, OBSERVATIONS)
        return [each.judgement for each in judged(gold, bank, pair(gold, bank))]

    def test_joining_consecutive_spells_is_right(self) -> None:
        assert self.judgements(GOOD) == [Judgement.RIGHT]

    def test_ending_a_spell_that_nothing_followed_is_right(self) -> None:
        gone = [{"value": "Leeds", "from_session": 0, "until_session": 2, "ended_by": "retracted"}]
        gold = moved(states=[{"slot": "user / home city", "history": gone}])
        ended = Timeline(records=(LEEDS,), transitions=(transition(LEEDS, None, 2, kind=Kind.ENDED),))
        assert self.judgements(ended, gold) == [Judgement.RIGHT]

    def test_retiring_a_value_before_its_time_is_wrong(self) -> None:
        hull = record("Hull", 1)
        early = Timeline(records=(LEEDS, hull, YORK), transitions=(transition(LEEDS, hull, 1),))
        assert self.judgements(early) == [Judgement.WRONG]

    def test_a_filler_that_retires_a_standing_value_is_wrong(self) -> None:
        lost = retired("Bath", 1, until=2, subject="user's sister")
        filler = record("Denver", 2, observation_id="elsewhere", subject="user's sister")
        change = transition(lost, filler, 2, cause="elsewhere")
        timeline = Timeline(records=(lost, filler), transitions=(change,))
        assert self.judgements(timeline) == [Judgement.WRONG]
        assert values(timeline)["retired_by_fillers"] == (1, 1)

    def test_retiring_an_old_value_for_something_gold_does_not_list_is_unlisted(self) -> None:
        coast = record("the coast", 2)
        change = transition(LEEDS, coast, 2)
        assert self.judgements(Timeline(records=(LEEDS, coast), transitions=(change,))) == [Judgement.UNLISTED]

    def test_refining_a_standing_value_is_not_wrong(self) -> None:
        rough = retired("Bath", 1, until=2, subject="user's sister")
        fine = record("Bath, Somerset", 2, subject="user's sister")
        change = transition(rough, fine, 2, kind=Kind.REFINED)
        assert self.judgements(Timeline(records=(rough, fine), transitions=(change,))) == [Judgement.UNLISTED]

    def test_anything_retired_in_a_control_is_wrong(self) -> None:
        noise = retired("a bakery", 1, until=2, attribute="workplace")
        change = transition(noise, None, 2)
        assert self.judgements(Timeline(records=(noise,), transitions=(change,)), control()) == [Judgement.WRONG]

    @pytest.mark.parametrize("state", [DecisionState.PROPOSED, DecisionState.UNDONE, DecisionState.DECLINED])
    def test_only_applied_transitions_are_judged(self, state: DecisionState) -> None:
        change = transition(LEEDS, YORK, 2, state=state)
        assert self.judgements(Timeline(records=GOOD.records, transitions=(change,))) == []

    def test_what_fillers_retire_among_themselves_is_not_judged(self) -> None:
        old = retired("Rome", 0, until=1, observation_id="x")
        new = record("Paris", 1, observation_id="y")
        assert self.judgements(Timeline(records=(old, new), transitions=(transition(old, new, 1),))) == []


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


class TestMeasures:
    def test_a_metric_is_the_share_over_all_episodes_with_its_interval(self) -> None:
        found = measure([Tally(1, 1), Tally(0, 1), Tally(3, 6), Tally(0, 0)])
        assert (found.value, found.n) == (0.5, 8)
        assert found.ci95 is not None
        assert found.ci95[0] < 0.5 < found.ci95[1]

    def test_the_interval_is_the_same_every_time(self) -> None:
        tallies = [Tally(number % 3, 3) for number in range(30)]
        assert measure(tallies) == measure(tallies)

    def test_more_episodes_narrow_the_interval(self) -> None:
        few = measure([Tally(number % 2, 1) for number in range(10)]).ci95
        many = measure([Tally(number % 2, 1) for number in range(1000)]).ci95
        assert few is not None
        assert many is not None
        assert many[1] - many[0] < few[1] - few[0]

    def test_a_metric_without_a_case_has_no_value(self) -> None:
        assert measure([Tally(0, 0)]).model_dump() == {"value": None, "n": 0, "ci95": None}

    def test_a_count_is_the_sum_of_its_hits(self) -> None:
        assert measure([Tally(2, 5), Tally(1, 1)], counted=True).value == 3


def result(name: str, *, family: str, hit: bool) -> EpisodeResult:
    lost = failure(asked(packet()))
    probes = [ProbeResult("p1", "conflict", {"current_recall": Tally.of([hit])}, None if hit else lost, passed=hit)]
    return EpisodeResult(
        episode=name,
        family=family,
        bank={"as kept": {"state_recall": Tally.of([hit]), "unlisted_transitions": Tally(2, 3)}},
        probes={"full": probes, "host": probes},
        remember_ms=[1.0, 2.0],
        recall_ms={"full": [3.0, 5.0]},
    )


class TestReport:
    RESULTS = (result("a", family="conflict", hit=True), result("b", family="control", hit=False))

    def test_the_report_has_every_metric_overall_by_task_and_by_family(self) -> None:
        found = json.loads(as_json([report(self.RESULTS, system="full", path="x.jsonl", settings=Settings())]))
        top = {name: found[name] for name in ("suite", "path", "system", "host", "judge", "k", "n", "version")}
        assert top == {
            "suite": "episodes",
            "path": "x.jsonl",
            "system": "full",
            "host": "memory",
            "judge": "none",
            "k": 5,
            "n": 2,
            "version": "0.1.0",
        }
        assert found["overall"]["retrieval"]["current_recall"] == {"value": 0.5, "n": 2, "ci95": [0.0, 1.0]}
        assert found["overall"]["bank"]["unlisted_transitions"]["value"] == 4
        assert found["by_family"]["control"]["bank"]["state_recall"]["value"] == 0
        assert found["by_task"]["conflict"]["retrieval"]["current_recall"]["n"] == 2
        assert set(found["overall"]["bank"]) == {
            "state_recall",
            "supersession_recall",
            "supersession_precision",
            "unlisted_transitions",
            "retired_by_fillers",
            "superseded_share",
            "records_per_turn",
            "false_retirement_rate",
            "current_correct",
            "history_kept",
        }
        assert [(f["probe"], f["stage"]) for f in found["failures"]] == [("p1", "retrieval")]

    def test_a_host_has_no_bank(self) -> None:
        assert report(self.RESULTS, system="host", path="", settings=Settings()).overall.bank == {}

    def test_several_systems_share_one_object(self) -> None:
        reports = [report(self.RESULTS, system=name, path="", settings=Settings()) for name in ("host", "full")]
        found = json.loads(as_json(reports))
        assert found["system"] == ["host", "full"]
        assert found["systems"]["full"]["system"] == "full"

    def test_the_table_names_systems_and_misses(self, capsys: pytest.CaptureFixture[str]) -> None:
        print_reports([report(self.RESULTS, system="full", path="", settings=Settings())], misses=1)
        shown = capsys.readouterr().out
        assert "current_recall" in shown
        assert "p1  conflict  retrieval: gold missing" in shown


class TestLoading:
    def written(self, folder: Path, *lines: Mapping[str, Any] | str) -> Path:
        path = folder / "own.jsonl"
        path.write_text("".join((x if isinstance(x, str) else json.dumps(x)) + "\n" for x in lines))
        return path

    def test_a_file_and_its_folder_give_the_same_episodes(self, tmp_path: Path) -> None:
        path = self.written(tmp_path, moved().model_dump(mode="json"), "")
        assert load_episodes([path]) == load_episodes([tmp_path]) == (moved(),)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"family": "romance"}, "own.jsonl:2 family: input should be"),
            ({"sessions": []}, "own.jsonl:2 sessions: "),
            ({"sessions": [{"at": "2025-03-01T09:00:00", "turns": []}]}, "own.jsonl:2 sessions.0.at: "),
            ({"surprise": 1}, "own.jsonl:2 surprise: extra inputs are not permitted"),
            (
                {"states": [{"slot": "a / b", "history": [{"value": "c", "from_session": 9}]}]},
                "own.jsonl:2: states: ",
            ),
            ({"probes": [{"id": "p"}]}, "own.jsonl:2 probes.0.after_session: field required"),
        ],
    )
    def test_a_wrong_episode_is_named_by_line_and_field(
        self, tmp_path: Path, change: Mapping[str, Any], message: str
    ) -> None:
        good = moved().model_dump(mode="json")
        path = self.written(tmp_path, good, {**good, "id": "e2", **change})
        with pytest.raises(InvalidInputError) as caught:
            load_episodes([path])
        assert str(caught.value).startswith(message)

    @pytest.mark.parametrize(
        ("lines", "message"),
        [
            ((), "paths: hold no episode"),
            (("{not json",), "own.jsonl:1: invalid JSON"),
            ((moved().model_dump(mode="json"), moved().model_dump(mode="json")), "own.jsonl:2 id: 'e1'"),
        ],
    )
    def test_empty_broken_and_repeated_episodes_are_refused(
        self, tmp_path: Path, lines: Sequence[Mapping[str, Any] | str], message: str
    ) -> None:
        with pytest.raises(InvalidInputError) as caught:
            load_episodes([self.written(tmp_path, *lines)])
        assert str(caught.value).startswith(message)

    def test_a_missing_file_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidInputError, match=r"nowhere\.jsonl: there is no such file"):
            load_episodes([tmp_path / "nowhere.jsonl"])

    @pytest.mark.parametrize("gold", [["Leeds", "York"], []])
    def test_gold_must_fit_the_task(self, gold: list[str]) -> None:
        with pytest.raises(ValueError, match="gold"):
            probe(task="tracking", view="historical", gold=gold)


class TestFillers:
    def test_they_are_spread_over_the_time_of_the_episode_and_as_much_before(self) -> None:
        dates = filler_dates(START, START + 60 * WEEK, 4)
        assert [(date - START) / WEEK for date in dates] == [-45, -15, 15, 45]

    def test_without_a_file_they_are_made_up_and_different(self) -> None:
        made = fillers(100)
        assert len({filler.turns[0].text for filler in made}) == 100

    def test_a_file_gives_its_first_sessions(self, tmp_path: Path) -> None:
        path = tmp_path / "chat.jsonl"
        session = {
            "sha1": "x",
            "turns": [{"role": "user", "content": "Hello?"}, {"role": "user", "content": " "}],
        }
        path.write_text(json.dumps(session) + "\n")
        assert [turn.text for turn in fillers(1, path)[0].turns] == ["Hello?"]
        with pytest.raises(InvalidInputError, match=r"holds 1 sessions"):
            fillers(2, path)

    def test_a_wrong_session_is_named_by_line_and_field(self, tmp_path: Path) -> None:
        path = tmp_path / "chat.jsonl"
        path.write_text('{"turns": [{"role": "user"}]}\n')
        with pytest.raises(InvalidInputError, match=r"chat\.jsonl:1 turns\.0\.content: field required"):
            fillers(1, path)


class AppendOnly:
    """A memory that takes *I live in X* for a record, retires nothing, and shows every record as current."""

    def __init__(self, host: Host, clock: Clock) -> None:
        self.host, self.clock = host, clock
        self.executor = Executor(host, open_ledger("memory://", clock=clock))
        self.records: list[StateRecord] = []
        self.asked_at: list[datetime | None] = []
        self.said: list[tuple[datetime, str]] = []
        self.closed = False

    def remember(self, text: Sequence[Turn], *, scope: Scope, observed_at: datetime | None = None) -> WriteReceipt:
        assert observed_at is not None
        names = [f"{observed_at.isoformat()} {place}" for place in range(len(text))]
        items = zip(names, text, strict=True)
        self.host.add([HostItem(n, t.text, t.role, observed_at) for n, t in items], scope=scope)
        self.said += [(observed_at, turn.text) for turn in text]
        for name, turn in zip(names, text, strict=True):
            if turn.text.startswith("I live in "):
                place = turn.text.removeprefix("I live in ").rstrip(".")
                self.records.append(record(place, 0, id=name, observation_id=name, recorded_at=self.clock()))
        return WriteReceipt(observation_ids=tuple(names), records=(), transitions=())

    def recall(
        self, query: str, *, scope: Scope, limit: int = 5, now: datetime | None = None, view: View | None = None
    ) -> Packet:
        self.asked_at.append(now)
        return packet(*(row(each.value, record_ids=(each.id,)) for each in self.records[:limit]))

    def timeline(self, *, scope: Scope) -> Timeline:
        return Timeline(records=tuple(self.records), transitions=())

    def close(self) -> None:
        self.closed = True


def told(**changes: Any) -> Episode:
    """The move as it is told: Leeds in the first session, York in the third."""
    texts = ("I live in Leeds.", "Nice weather.", "I live in York.", "Thanks.")
    sessions = [
        {"at": (START + week * WEEK).isoformat(), "turns": [{"role": "user", "text": text}]}
        for week, text in enumerate(texts)
    ]
    early = probe(id="p0", after_session=0, task="exact_recall", gold=["Leeds"], stale=[])
    return moved(**{"sessions": sessions, "probes": [early.model_dump(), probe().model_dump()]} | changes)


class TestTrial:
    def run(self, **settings: Any) -> tuple[EpisodeResult, AppendOnly]:
        opened: list[AppendOnly] = []

        def open_memory(host: Host, clock: Clock) -> AppendOnly:
            opened.append(AppendOnly(host, clock))
            return opened[0]

        chosen = Settings(**({"fillers": 8, "dumped": True} | settings))
        return run_episode(told(), chosen, opened=open_memory), opened[0]

    def test_an_append_only_memory_is_found_out(self) -> None:
        found, memory = self.run()
        bank = found.bank["as kept"]
        assert bank["state_recall"] == Tally(2, 3)
        assert bank["supersession_recall"] == Tally(0, 1)
        assert bank["records_per_turn"] == Tally(2, 4)
        early, late = found.probes["full"]
        assert early.failure is None
        assert late.tallies["stale_as_current_rate"] == Tally(1, 1)
        assert late.failure is not None
        assert late.failure.stage == "bank"
        assert memory.closed

    def test_a_probe_is_asked_an_hour_after_its_session_and_not_before(self) -> None:
        _, memory = self.run()
        hour = timedelta(hours=1)
        assert memory.asked_at == [START + hour, START + 3 * WEEK + hour]

    def test_everything_is_handed_over_in_the_order_of_time(self) -> None:
        _, memory = self.run(fillers=30)
        dates = [date for date, _ in memory.said]
        assert dates == sorted(dates)
        assert len(dates) == 30 * 3 + 4

    def test_the_host_is_asked_over_the_same_memories(self) -> None:
        found, _ = self.run()
        late = found.probes["host"][1]
        assert late.tallies["current_recall"] == Tally(1, 1)
        assert late.tallies["stale_exposed_rate"] == Tally(1, 1)

    def test_fillers_may_be_kept_from_the_ledger(self) -> None:
        _, memory = self.run(fillers_in="host")
        scope = Scope(tenant="evaluation", user="episode e1")
        assert len(memory.said) == 4
        assert len(memory.host.page(scope=scope).memories) == 8 * 3 + 4

    def test_the_dump_tells_what_was_made_of_each_turn_and_what_was_missed(self) -> None:
        text = self.run()[0].dump
        for line in (
            "user: I live in Leeds.\n    + [user / home city] 'Leeds'",
            "held    'Leeds' 0..2 replaced  CHANGE MISSED",
            "MISSED  'Bath' 1..",
            "p1 (after 3, conflict, expects answer)  FAILED at bank: stale as current",
        ):
            assert line in text
