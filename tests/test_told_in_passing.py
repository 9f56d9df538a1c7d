"""What a sentence takes for granted is heard; what it waits for, thinks of or tells of others retires nothing."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import changes

HOME, PRICE, DATABASE = "I live in Leeds.", "Our price is £80.", "Our database is MySQL."
GYM, TOOL, BANK, CAR = "My gym is FitWorks.", "We use Slack.", "I bank with HSBC.", "I drive a Volvo."
BOSS, JOB = "My boss is Tom.", "I work at Globex."


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        (HOME, "Once I've moved to York, I'll call you."),
        (HOME, "I'll rest as soon as I've moved to York."),
        (DATABASE, "By the time we've migrated our database to Postgres I'll be retired."),
        (TOOL, "Unless we've replaced Slack with Teams by May, I'll complain."),
        (HOME, "Had I moved to York, I'd be happier."),
        (TOOL, "Had we replaced Slack with Teams, I'd know."),
        (GYM, "Is switching gyms to Pulse a good idea?"),
        (PRICE, "The plan for raising our price to £95 is on hold."),
        (DATABASE, "The possibility of migrating our database to Postgres came up."),
        (GYM, "Re: switching gyms to Pulse"),
        (HOME, "By moving to York I could save money."),
        (HOME, "I hope to save money by moving to York."),
        (TOOL, "Slack is still better than our new chat tool Teams would have been."),
        (JOB, "I might have my new job at Acme by next year."),
    ],
)
def test_what_is_waited_for_or_only_thought_of_retires_nothing(holds: str, said: str) -> None:
    assert changes(holds, said) == []


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        (TOOL, "Ben told me about his new chat tool Teams."),
        (TOOL, "My sister keeps talking about her new chat tool Teams."),
        (GYM, "Given that Ben's gym is Pulse now, he needs advice."),
        (GYM, "I know Ben's gym is Pulse."),
        (GYM, "I remember that her gym is Pulse."),
        (CAR, "Given that Ben drives a Honda now, he needs advice."),
        (DATABASE, "Ben migrated his database to Postgres."),
        (DATABASE, "Now that Ben has migrated his database to Postgres, he's happy."),
        (HOME, "Having moved to York, Ben feels better."),
        (DATABASE, "Having migrated our database to Postgres, he feels better."),
        (GYM, "Ben's update: switched gyms to Pulse."),
        (GYM, "Gym of my sister: Pulse"),
    ],
)
def test_what_is_told_of_somebody_else_in_passing_retires_nothing(holds: str, said: str) -> None:
    assert changes(holds, said) == []


@pytest.mark.parametrize(
    ("holds", "said", "change"),
    [
        (HOME, "Since moving to York, I feel better.", ("Leeds", "York", "applied")),
        (HOME, "I only slept well after moving to York.", ("Leeds", "York", "applied")),
        (HOME, "After moving to York, I want a dog.", ("Leeds", "York", "proposed")),
        (HOME, "After my move to York, I had less stress.", ("Leeds", "York", "applied")),
        (HOME, "My move to York went well.", ("Leeds", "York", "applied")),
        (HOME, "Now that I've moved to York, I'll need a vet.", ("Leeds", "York", "applied")),
        (HOME, "Having moved to York, I need some rest.", ("Leeds", "York", "applied")),
        (GYM, "Pulse, my gym these days, is great.", ("FitWorks", "Pulse", "applied")),
        (BOSS, "Priya, my boss since May, is nice.", ("Tom", "Priya", "applied")),
        (GYM, "My gym is no longer FitWorks but Pulse.", ("FitWorks", "Pulse", "applied")),
        (HOME, "Can you recommend something now that I live in York?", ("Leeds", "York", "applied")),
        (GYM, "Given that my gym is Pulse now, what should I change?", ("FitWorks", "Pulse", "applied")),
    ],
)
def test_what_is_taken_for_granted_is_heard(holds: str, said: str, change: tuple[str, str, str]) -> None:
    assert changes(holds, said) == [change]


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        (HOME, "My move to York fell through."),
        (GYM, "Pulse, my gym back in 2015, was great."),
        (GYM, "Pulse, my sister's gym these days, is great."),
        (GYM, "Pulse, maybe my gym one day, would be great."),
    ],
)
def test_what_was_or_may_be_so_is_none(holds: str, said: str) -> None:
    assert [x for x in changes(holds, said) if x[2] == "applied"] == []
