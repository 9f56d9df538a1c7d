"""A value carries a gold value, and a record is a gold spell, when the rule says so and only then."""

import pytest

from atma_overlay.evaluation.matching import Bank, carries, mentions, pair
from atma_overlay.evaluation.wording import phrase
from atma_overlay.views import (
    Timeline,
)
from tests.gold_worlds import GOOD, LEEDS, OBSERVATIONS, YORK, moved, record, retired, values


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
