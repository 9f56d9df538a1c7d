"""The bank level: each metric is met by what deserves it, and failed by a bank built to fail it."""

import pytest

from atma_overlay.evaluation.bank import Judgement, judged
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.matching import Bank, pair
from atma_overlay.records import DecisionState, Kind
from atma_overlay.views import (
    Timeline,
)
from tests.gold_worlds import BATH, GOOD, LEEDS, OBSERVATIONS, YORK, control, moved, record, retired, transition, values


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
