"""What is told with a reservation, of some alone, or as an echo retires nothing; told plainly it does."""

from __future__ import annotations

import pytest

from tests.test_partly import gone


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My wake time is 6:30.", "Ideally I get up at 5:15."),
        ("The build takes 9 minutes.", "On paper the build takes 5 minutes."),
        ("The build takes 9 minutes.", "Best case the build takes 4 minutes."),
        ("My rent is 800.", "In a fair world my rent is 600."),
        ("Standup is at 9:30.", "Officially standup is at 9:00."),
        ("My salary is 60k.", "After tax my salary is 38k."),
        ("My weight is 82 kg.", "With clothes my weight is 84 kg."),
        ("My email is a@b.io.", "Somebody changed my email to z@z.io by mistake."),
        ("Our flat is 74 square metres.", "With the balcony counted in, our flat is 81 square metres."),
        ("My pension is with Aviva.", "I moved my pension to Scottish Widows but cancelled, so it stayed put."),
        ("My delivery day is Monday.", "The system wrongly moved my delivery day to Friday."),
        ("The rate limit is 100.", "In the spring the rate limit was lowered to 50, later raised again."),
    ],
)
def test_what_is_wished_for_measured_otherwise_or_done_in_error_replaces_nothing(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My rent is 1200.", "They put the rent up to 1100 in 2020."),
        ("My rent is 1200.", "The previous landlord raised the rent to 1100."),
        ("Our budget is 90k.", "Under the old boss the budget was raised to 70k."),
        ("Our budget is 90k.", "During Covid the budget was cut to 70k."),
        ("The price is 29 euros.", "At launch the price was cut to 19 euros."),
        ("I drive a Skoda Octavia.", "When I was a student I swapped my Polo for a Fiat Panda."),
        ("I drive a Skoda Octavia.", "I bought a Fiat Panda at nineteen."),
        ("I live in Leeds.", "I moved to York at 18."),
        ("I live in Leeds.", "I moved to York at the age of nine."),
        ("I live in Leeds.", "I moved to York as a student, for the music."),
        ("I cycle to work.", "When it's icy I take the tram to work."),
        ("The pool opens at 7.", "From November to February the pool opens at 8."),
        ("My on-call backup is Ingrid.", "While Ingrid's at the wedding this weekend, my on-call backup is Paolo."),
        ("Standup is at 9:30.", "Standup moved to 11 tomorrow."),
        ("We have 6 nurses on the ward.", "We're down to four nurses today."),
        ("I play tennis on Thursdays.", "We cancelled tennis on Thursday because of the rain."),
        ("The meeting is at 10:00.", "The meeting ends at 11:30."),
    ],
)
def test_a_change_of_an_earlier_time_or_of_one_day_and_an_end_replace_nothing(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Our price is 29 euros.", "The price is down to 19 euros for students."),
        ("Our deadline is March 3.", "The deadline was moved to March 20 for the interns."),
        ("Our price is 29 euros.", "Price went up to 35 euros in Switzerland."),
        ("My rent is 950 a month.", "The rent went up to 1100 for our neighbours."),
        ("The test suite takes 6 minutes.", "On Piotr's machine the test suite takes 15 minutes now."),
        ("Home airport is FRA.", "For my wife home airport is MUC now."),
        ("We publish on Tuesdays.", "Newsletters we publish on Thursdays now."),
        ("We deploy to AWS.", "Client X deploys to Azure now."),
        ("I swim on Tuesdays.", "I swim on Saturdays now as well."),
        ("We sell on Etsy.", "We've started selling on Amazon in the US."),
    ],
)
def test_what_is_so_of_some_alone_or_too_replaces_nothing(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I drive a Skoda.", "Sold my Skoda? Never."),
        ("I use vim.", "Ditched vim? Not a chance."),
        ("We use Redis.", "Switched from Redis to Valkey? Nah."),
    ],
)
def test_a_question_in_the_words_of_a_change_ends_nothing(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I use vim.", "Ditched vim? Yes, if only."),
        ("I use vim.", "Ditched vim? Not yet."),
        ("I drive a Golf.", "Sold the Golf? Yes, that's the plan."),
        ("I drive a Golf.", "Sold the Golf? Yes, Jan asked me that too."),
    ],
)
def test_nor_does_an_answer_that_says_something_else(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("I use vim.", "Ditched vim? Yes, last week.", "vim"),
        ("I use vim.", "Dropped vim? Yes.", "vim"),
        ("I bank with ING.", "Left ING? Yes, I did.", "ING"),
        ("I drive a Golf.", "Sold the Golf? Yep, on Saturday.", "Golf"),
    ],
)
def test_whoever_says_yes_to_their_own_question_tells_the_change(known: str, said: str, over: str) -> None:
    assert gone(known, said) == [over]


def test_the_day_of_the_party_is_not_the_birthday() -> None:
    assert gone("My birthday is on May 4.", "We celebrate my birthday on May 6 this year.") == []
    assert gone("Our anniversary is June 9.", "we're celebrating our anniversary on June 12") == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("Our budget is 90k.", "The budget was raised to 110k yesterday.", "90k"),
        ("My rent is 1200.", "My rent was raised to 1300 last month.", "1200"),
        ("Our price is 29 euros.", "The price is 35 euros now.", "29 euros"),
        ("The price is 19 euros for students.", "The price is 21 euros for students now.", "19 euros"),
        ("The meeting ends at 11:30.", "The meeting ends at 12:00 now.", "11:30"),
        ("I live in Leeds.", "During the pandemic I moved to Oxford.", "Leeds"),
        ("We deploy to AWS.", "We deploy to Azure now.", "AWS"),
        ("Choir practice is on Mondays.", "Choir practice goes to Wednesdays.", "Mondays"),
        ("I play tennis on Thursdays.", "I gave up tennis.", "tennis"),
        ("I drive a Skoda.", "I sold my Skoda. Can you recommend another?", "Skoda"),
    ],
)
def test_what_is_told_plainly_changes_as_ever(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("We have 4 employees.", "we're three this week, one is sick"),
        ("We have 4 employees.", "We're only three today, Jo is ill."),
    ],
)
def test_how_many_are_there_on_one_day_is_no_count(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Our budget is 100k.", "Last spring the budget was raised to 90k."),
        ("Our budget is 100k.", "Last summer the budget was cut to 80k."),
        ("Our headcount is 40.", "In summer 2024 our headcount fell to 31."),
    ],
)
def test_where_a_measure_moved_before_it_was_told_is_a_story(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Our budget is 100k.", "This morning the budget was raised to 120k."),
        ("Our budget is 100k.", "Last week the budget was raised to 120k."),
        ("Our budget is 100k.", "The budget was raised to 120k last month."),
    ],
)
def test_where_it_moved_of_late_is_news(known: str, said: str) -> None:
    assert gone(known, said) == ["100k"]


@pytest.mark.parametrize(
    "said", ["on my colleague's new mac the build takes 5 minutes", "The build takes 7 minutes on Ben's old laptop."]
)
def test_what_is_so_on_somebody_s_device_is_so_there(said: str) -> None:
    assert gone("The build takes 12 minutes.", said) == []


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        ("I live in Leeds.", "I moved to York at 10.", "Leeds"),
        ("My room is the Blue Room.", "I moved to the Green Room at ten.", "Blue Room"),
        ("I live in Leeds.", "In the fallout I moved to York.", "Leeds"),
        ("I work at Globex.", "I joined Acme as a trainee.", "Globex"),
        ("I get up at six.", "I switched to getting up at seven.", "six"),
        ("Standup is at 9.", "We moved standup to 13.", "9"),
    ],
)
def test_an_hour_is_no_age_a_trainee_no_child_and_fallout_no_game(known: str, said: str, value: str) -> None:
    assert gone(known, said) == [value]


@pytest.mark.parametrize("giver", ["work", "my company", "the office", "my new employer", "uni"])
def test_what_an_employer_gives_out_is_had_beside_ones_own(giver: str) -> None:
    assert gone("My laptop is a ThinkPad.", f"I got a MacBook from {giver}.") == []
    assert gone("My laptop is a ThinkPad.", "I got a MacBook from the shop.") == ["ThinkPad"]
