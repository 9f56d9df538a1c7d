"""What is so, or no longer so, at some times or in some way: the rest stays, and the user is asked at most."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)


def gone(*texts: str) -> list[str]:
    """The values that are retired, once all of it was told."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=n))
        return [t.from_value for t in overlay.timeline(scope=ME).transitions if t.state == "applied"]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I work at Acme.", "I work at Globex two days a week."),
        ("I work at Acme.", "Two days a week I work at Globex."),
        ("I work at Acme.", "I work three mornings a week at Globex."),
        ("I work at Acme.", "I work at Globex part time."),
        ("I work at Acme.", "I work part-time at Globex."),
        ("I live in Leeds.", "I live in York during term time."),
        ("I live in Leeds.", "I live in York in the summer."),
        ("I live in Leeds.", "I live in York part of the year."),
        ("I live in Leeds.", "I live in Madrid six months of the year."),
        ("I take the bus to work.", "I take the train to work twice a week."),
        ("I take the bus to work.", "I cycle to work once a week."),
        ("My office is in Leeds.", "My office is in York two days a week."),
    ],
)
def test_what_is_so_now_and_then_ends_nothing_of_the_rest(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("I work at Acme.", "I work at Globex full time now.", "Acme"),
        ("I live in Leeds.", "I moved to York in the summer.", "Leeds"),
        ("I swim twice a week.", "I swim three times a week now.", "twice a week"),
        ("I work two days a week.", "I work three days a week now.", "two days"),
        ("I take 10 mg of sertraline once a day.", "I take 20 mg of sertraline once a day now.", "10 mg"),
        ("My rent is £800 a month.", "My rent is £900 a month now.", "£800"),
        ("We deploy once a week.", "We deploy twice a day now.", "once a week"),
    ],
)
def test_how_often_itself_and_when_something_came_about_change_as_ever(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I work at Acme.", "I no longer work at Acme on Fridays."),
        ("I work at Acme.", "On Fridays I no longer work at Acme."),
        ("I work at Acme.", "I no longer work full-time at Acme."),
        ("My wife works at Acme.", "My wife no longer works at Acme on Mondays."),
        ("My son's school is Oakfield.", "My son no longer goes to Oakfield on Mondays."),
        ("My gym is Oakfield.", "I don't go to Oakfield on Fridays any more."),
        ("My gym is Oakfield.", "I no longer go to Oakfield by bus."),
        ("My gym is Oakfield.", "I don't go to Oakfield as often any more."),
        ("I swim at Beale Pool.", "I stopped swimming at Beale Pool at weekends."),
        ("I take sertraline.", "I stopped taking sertraline every day."),
        ("I use Slack.", "I no longer check Slack in the evenings."),
        ("I live in Derby.", "I no longer live in Derby during the week."),
        ("My physio is Dan Okafor.", "I've stopped seeing Dan Okafor twice a week."),
        ("We deploy with Jenkins.", "We no longer deploy with Jenkins on Fridays."),
        ("Our standup is on Zoom.", "We no longer do the standup on Zoom daily."),
    ],
)
def test_an_end_of_a_part_ends_nothing_else(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("I work at Acme.", "I no longer work at Acme.", "Acme"),
        ("I work at Acme.", "I no longer work at Acme, on Fridays I paint.", "Acme"),
        ("I work at Acme.", "I no longer work at Acme and on Fridays I paint.", "Acme"),
        ("I work at Acme.", "I quit Acme on Friday.", "Acme"),
        ("I work at Acme.", "As of Friday I no longer work at Acme.", "Acme"),
        ("My gym is Oakfield.", "I stopped going to Oakfield because evenings were too busy.", "Oakfield"),
        ("My bank is Ostra.", "I no longer bank with Ostra, every month they charged me.", "Ostra"),
        ("I live in Derby.", "Since the weekend I no longer live in Derby.", "Derby"),
        ("I swim on Fridays.", "I no longer swim on Fridays.", "Fridays"),
    ],
)
def test_an_end_of_the_whole_and_of_the_part_itself_does(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I live in Porto.", "I live in Leeds during the week now."),
        ("I live in Porto.", "On weekdays I live in Leeds now."),
        ("I work at Acme.", "I work at Norvane on Fridays now."),
        ("I work at Acme.", "I've started working at Norvane at weekends."),
        ("I drive a Golf.", "At weekends I drive a Polo now."),
        ("I use Vim as my editor.", "I've switched to Emacs on Fridays."),
        ("My gym is Oakfield.", "My gym on Fridays is Crown Gym now."),
        ("My gym is Oakfield.", "I go to Crown Gym in the mornings now."),
        ("Our standup is at 9.", "Our standup is at 10 on Fridays now."),
        ("Our standup is at 9.", "On Fridays our standup is at 10 now."),
        ("We deploy with Jenkins.", "On Fridays we deploy with GitHub Actions now."),
        ("My bedtime is 11 pm.", "On weekends my bedtime is 1 am now."),
        ("My manager is Ann.", "My manager on Fridays is Bob now."),
        ("My working hours are 9 to 5.", "My working hours on Fridays are 8 to 2 now."),
        ("We use Jira.", "On Thursdays we use Linear instead of Jira now."),
        ("My gym is Oakfield.", "My gym is Crown Gym most days."),
        ("My gym is Oakfield.", "Some weeks my gym is Crown Gym."),
        ("I live in Porto.", "I live in Leeds most weeks now."),
        ("I train at Oakfield.", "I train at Crown Gym on some mornings now."),
    ],
)
def test_what_is_so_on_some_days_ends_nothing_of_the_others(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("I live in Porto.", "I moved to Leeds and work from home on Fridays now.", "Porto"),
        ("I work at Acme.", "I work at Norvane now, except that on Fridays I study.", "Acme"),
        ("I work at Acme.", "I started a new job at Norvane where we have yoga on Fridays.", "Acme"),
        ("I live in Porto.", "At weekends we hike, and I live in Leeds now.", "Porto"),
        ("My manager is Ann.", "My manager is Bob now and on Mondays we meet.", "Ann"),
        ("My gym is Oakfield.", "My new gym is Crown Gym, I go on Mondays.", "Oakfield"),
        ("My therapy is on Tuesdays.", "My therapy is on Thursdays now.", "Tuesdays"),
        ("My gym is Oakfield.", "Most days are busy, and my gym is Crown Gym now.", "Oakfield"),
    ],
)
def test_what_is_told_beside_some_days_changes_as_ever(known: str, said: str, over: str) -> None:
    assert gone(known, said) == [over]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Our standup is at 9.", "Our standup is on Fridays now."),
        ("Our standup is on Mondays.", "Our standup is at 10 now."),
    ],
)
def test_a_day_takes_no_hour_s_place(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Our database is Postgres.", "In the test environment the database is MySQL now."),
        ("Our database is Postgres.", "In staging our database is MySQL now."),
        ("Our database is Postgres.", "Our staging database is MySQL now."),
        ("Our database is Postgres.", "On dev we use MySQL now."),
        ("Our database is Postgres.", "We moved the staging database from Postgres to MySQL."),
        ("We deploy with Jenkins.", "We no longer deploy with Jenkins in staging."),
        ("My editor is Vim.", "On the server I use Emacs now."),
        ("My editor is Vim.", "I no longer use Vim on the server."),
        ("My browser is Chrome.", "I use Firefox on my phone now."),
        ("My dentist is Dr Bell.", "My dentist for emergencies is Dr Wu now."),
        ("My bank is Ostra.", "I bank with Petrel for my business now."),
        ("My manager is Ann.", "For the Atlas project my manager is Bob now."),
    ],
)
def test_what_is_so_in_one_setting_ends_nothing_of_the_others(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("Our database is Postgres.", "In production our database is MySQL now.", "Postgres"),
        ("Our database is Postgres.", "We moved from Postgres to MySQL.", "Postgres"),
        ("My rent is 800 euros.", "In the new flat the rent is 900 euros now.", "800 euros"),
        ("My test score is 80.", "My test score is 90 now.", "80"),
        ("Our dev team uses Jira.", "Our dev team uses Linear now.", "Jira"),
    ],
)
def test_what_only_sounds_like_a_setting_changes_as_ever(known: str, said: str, over: str) -> None:
    assert gone(known, said) == [over]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I work at Acme.", "I also work at Norvane now."),
        ("My editor is Vim.", "I sometimes use Emacs now."),
        ("My editor is Vim.", "I use both Vim and Emacs now."),
        ("My gym is Oakfield.", "I also go to Crown Gym now."),
        ("I take sertraline.", "I occasionally take ibuprofen now."),
        ("I live in Porto.", "I live partly in Leeds now."),
        ("Our standup is at 9.", "Our standup is sometimes at 10 now."),
        ("Our database is Postgres.", "Half of our services run on MySQL now."),
        ("Our database is Postgres.", "We use MySQL for the new services now."),
        ("Our database is Postgres.", "We are gradually moving from Postgres to MySQL."),
        ("Our database is Postgres.", "We've started migrating from Postgres to MySQL."),
        ("We deploy with Jenkins.", "20% of our pipelines run on GitHub Actions now."),
        ("We deploy to AWS.", "We moved a few services from AWS to GCP."),
        ("We use Jira.", "Some of us use Linear now."),
    ],
)
def test_what_is_so_of_some_things_or_sometimes_or_too_ends_nothing_of_the_rest(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("I live in Porto.", "I also moved to Leeds.", "Porto"),
        ("My bank is Ostra.", "I also switched banks to Petrel.", "Ostra"),
        ("We use Jira.", "We moved all our projects from Jira to Linear.", "Jira"),
        ("We deploy to AWS.", "All of our services run on GCP now.", "AWS"),
        ("I work at Acme.", "I started working at Norvane.", "Acme"),
        ("My rent is 800 euros.", "My rent is 900 euros now, half of my salary.", "800 euros"),
        ("I live in Porto.", "I moved to Leeds with some of my friends.", "Porto"),
        ("My kids go to Elm School.", "Both my kids go to Oak School now.", "Elm School"),
    ],
)
def test_what_only_sounds_like_some_of_it_changes_as_ever(known: str, said: str, over: str) -> None:
    assert gone(known, said) == [over]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("We run on Hetzner.", "Our GPU jobs run on AWS now."),
        ("We run on Hetzner.", "The nightly builds run on GCP now."),
        ("Our host is Hetzner.", "Our CI runners run on GCP now."),
        ("We run on Hetzner.", "Our billing service runs on AWS now."),
        ("We host our repos on GitHub.", "The mobile team hosts its repos on GitLab."),
        ("Our backend runs on Hetzner.", "The load tests run on AWS now."),
    ],
)
def test_what_is_so_of_one_part_of_a_project_ends_nothing_of_the_rest(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("Our GPU jobs run on Azure.", "Our GPU jobs run on AWS now.", "Azure"),
        ("The nightly builds run on Azure.", "The nightly builds run on GCP now.", "Azure"),
        ("Our billing service runs on Azure.", "Our billing service runs on AWS now.", "Azure"),
        ("Our backend runs on Heroku.", "Our backend runs on AWS now.", "Heroku"),
        ("We run on Hetzner.", "Our backend runs on AWS now.", "Hetzner"),
        ("We run on Hetzner.", "Our production cluster runs on AWS now.", "Hetzner"),
    ],
)
def test_what_was_told_of_that_part_or_of_all_changes_as_ever(known: str, said: str, over: str) -> None:
    assert gone(known, said) == [over]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My doctor is Dr. Patel.", "For my knee my doctor is Dr. Lang."),
        ("We chat on Slack.", "With customers we chat on Teams now."),
        ("I use Emacs.", "At work I use Vim now."),
        ("I use Vim.", "I use Emacs for Python now."),
        ("I bank with Barclays.", "For my rental income I bank with Monzo."),
        ("My mechanic is Joe.", "For the vintage car my mechanic is Walter now."),
        ("I live in Leeds.", "During term I live in Oxford."),
        ("I train at Gym Nord.", "For climbing I train at Boulderhaus now."),
        ("I use QuickBooks.", "I use Xero for the charity now."),
        ("I live in Leeds.", "In winter I live in Malaga now."),
        ("At work I use Vim.", "At home I use Emacs now."),
        ("My bank is Ostra.", "At the market stall I bank with Petrel now."),
        ("Our Discord admin is Mo.", "For the event channel the admin is Lia now."),
        ("Our guild leader is Kael.", "The leader of the rival guild is Vex now."),
        ("Our team lead is Kael.", "The lead of the other team is Vex now."),
    ],
)
def test_what_is_so_for_one_purpose_or_in_one_place_ends_nothing_of_the_others(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("At work I use Vim.", "At work I use Emacs now.", "Vim"),
        ("For my knee my doctor is Dr. Patel.", "For my knee my doctor is Dr. Lang now.", "Dr. Patel"),
        ("During term I live in Oxford.", "During term I live in Leeds now.", "Oxford"),
        ("I use Vim.", "For years I used Vim, now I use Emacs.", "Vim"),
        ("I use Vim.", "For me it was a big step, but I use Emacs now.", "Vim"),
        ("I live in Leeds.", "For my job I moved to Oxford.", "Leeds"),
        ("I live in Leeds.", "For my job I live in Oxford now.", "Leeds"),
        ("I use Vim.", "I use Emacs for everything now.", "Vim"),
        ("I use Vim.", "For various reasons I use Emacs now.", "Vim"),
        ("I use Chrome.", "In the end I use Firefox now.", "Chrome"),
        ("I drive a Golf.", "At the end of the day, I drive a Polo now.", "Golf"),
        ("We use Jira.", "At work we use Linear now.", "Jira"),
        ("I live in Leeds.", "During the pandemic I moved to Oxford.", "Leeds"),
    ],
)
def test_what_is_so_of_the_same_purpose_or_of_all_changes_as_ever(known: str, said: str, over: str) -> None:
    assert gone(known, said) == [over]


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("Our services run on Heroku.", "We moved our services from Heroku to Fly.", ["Heroku"]),
        ("Our backend runs on Heroku.", "We moved our backend from Heroku to Fly.", ["Heroku"]),
        ("Our knowledge base is in Notion.", "We moved our knowledge base from Notion to Obsidian.", ["Notion"]),
        ("We run on Heroku.", "We moved our dashboards from Heroku to Fly.", []),
        ("Our backend runs on Heroku.", "We moved our dashboards from Heroku to Fly.", []),
        ("The partner's backend runs on Heroku.", "We moved our backend from Heroku to Fly.", []),
    ],
)
def test_what_moved_from_one_to_another_changes_where_it_was_told_of_that_very_thing(
    known: str, said: str, over: list[str]
) -> None:
    assert gone(known, said) == over
