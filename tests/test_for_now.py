"""What is left, lost, cancelled or turned off for now, and what is only called after a name, ends nothing."""

from __future__ import annotations

import pytest

from tests.test_homes_and_posts import applied


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I volunteer at Oxfam.", "I left Oxfam with a bag."),
        ("I study at Leeds.", "I left Leeds for Christmas."),
        ("My wife is Anna.", "I lost Anna in the crowd."),
        ("I have Netflix.", "I turned off Netflix."),
        ("I have Netflix.", "I stopped watching Netflix at ten."),
        ("My dentist is Dr Brown.", "I cancelled Dr Brown."),
        ("My boss is Carla.", "Carla is out, ask Jon."),
        ("My gym is FitX.", "the FitX in Mitte closed, mine is in Wedding"),
        ("My phone is a Pixel.", "The pixel on my screen is dead."),
        ("I play tennis.", "I quit the tennis WhatsApp group."),
        ("I bank with Barclays.", "I cancelled my Barclays credit card."),
        ("My car insurance is with Aviva.", "I cancelled my Aviva travel insurance."),
        ("I'm vegetarian.", "I became a member of the vegan society."),
        ("I'm a nurse.", "I was made captain of the darts team."),
        ("I'm dating Sam.", "I broke up the fight between Sam and Tom."),
        ("My dentist appointment is on Monday.", "I moved my son's dentist appointment to Tuesday."),
    ],
)
def test_what_is_left_or_ends_for_now_or_beside_ends_nothing(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I volunteer at Oxfam.", "I left Oxfam last month."),
        ("I work at Acme.", "I left Acme for Globex."),
        ("My dog is called Rex.", "We lost Rex in March."),
        ("I have Netflix.", "I cancelled Netflix."),
        ("I use MariaDB.", "MariaDB is out, CockroachDB is in."),
        ("My gym is FitX in Mitte.", "The FitX in Mitte closed."),
        ("My dentist is Dr Brown.", "I left Dr Brown."),
        ("I play tennis.", "I quit tennis."),
        ("My flatmate is Marek.", "Marek moved to Cologne, and since the 1st I share the flat with Ilias."),
        ("I bank with Barclays.", "I closed my Barclays account."),
        ("My car insurance is with Aviva.", "I cancelled my Aviva car insurance."),
        ("I'm vegetarian.", "I became vegan."),
        ("I'm a nurse.", "I was made ward manager."),
        ("My dentist appointment is on Monday.", "I moved my dentist appointment to Tuesday."),
    ],
)
def test_what_is_left_for_good_ends(stands: str, told: str) -> None:
    assert applied(stands, told) != []
