"""What is told of a part of something, or of something else of that name, retires nothing of the whole."""

from __future__ import annotations

import pytest

from tests.dated_worlds import World
from tests.overlay_worlds import told


def applied(*said: str) -> list[tuple[str, str | None]]:
    """What was retired, with what took its place."""
    world: World = told(*said)
    return [(t.from_value, t.to_value) for t in world.timeline().transitions if t.state == "applied"]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Our payment provider is Stripe.", "We use Python for the payment service now."),
        ("Our auth provider is Auth0.", "We use Go for the auth service now."),
        ("We use Datadog for monitoring.", "We use Terraform for the monitoring stack now."),
        ("I use Notion for notes.", "I use Python for the notes app."),
        ("We use Figma for design.", "We use Claude for the design reviews."),
        ("Our database is MySQL.", "We use Postgres for the billing service now."),
        ("Our database is MySQL.", "We moved to Postgres for the billing service."),
        ("Our database is MySQL.", "We migrated the billing service to Postgres."),
        ("I use Firefox.", "I use Chrome for the company intranet now."),
        ("I use Notion.", "I use Bear for the shopping list now."),
        ("Our payment provider is Stripe.", "The billing service is on Postgres now."),
        ("Our auth provider is Auth0.", "The auth service moved to Kubernetes."),
        ("Our email provider is SendGrid.", "The email service is on AWS now."),
        ("Our queue is RabbitMQ.", "The queue service is on Fly now."),
        ("My note app is Notion.", "The notes app is on React Native now."),
    ],
)
def test_what_a_part_is_built_with_retires_nothing_of_the_whole(before: str, said: str) -> None:
    assert applied(before, said) == []


@pytest.mark.parametrize(
    ("before", "said", "change"),
    [
        ("We use Stripe for payments.", "We use Adyen for the payments side now.", ("Stripe", "Adyen")),
        ("We use Jest for tests.", "We use Vitest for the unit tests now.", ("Jest", "Vitest")),
        ("I use Notion for notes.", "I use Bear for my notes now.", ("Notion", "Bear")),
        ("Our database is MySQL.", "We use Postgres for the speed now.", ("MySQL", "Postgres")),
        ("Our database is MySQL.", "We migrated the app to Postgres.", ("MySQL", "Postgres")),
        ("Our payment service is Stripe.", "Our payment service is Adyen now.", ("Stripe", "Adyen")),
        ("Our auth provider is Auth0.", "The auth service moved to Clerk.", ("Auth0", "Clerk")),
        ("My note app is Notion.", "My notes app is Obsidian now.", ("Notion", "Obsidian")),
        ("Our app is on Heroku.", "Our app is on Fly now.", ("Heroku", "Fly")),
    ],
)
def test_what_the_whole_is_given_in_its_place_still_retires(before: str, said: str, change: tuple[str, str]) -> None:
    assert applied(before, said) == [change]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("My car is a Golf.", "My car's battery is a Bosch now."),
        ("My energy supplier is Octopus.", "The shop's energy supplier is EDF now."),
        ("Our standup is at 9:30.", "The design team's standup is at 10 now."),
        ("Our deadline is 4 March.", "The deadline for the pilot is 18 March now."),
        ("Our database is MySQL.", "The billing service's database is Postgres now."),
        ("My budget is £400.", "The budget for the kitchen is £900 now."),
        ("We have four engineers.", "The data team has six engineers now."),
        ("The server is on port 8080.", "The debug port is 9090 now."),
        ("Our default branch is main.", "The release branch is stable now."),
        ("We deploy to Fly.", "We deploy the docs to Netlify now."),
        ("We store data in Postgres.", "We store the backups in S3 now."),
        ("We host on Heroku.", "We host the blog on Netlify now."),
        ("We track bugs in Linear.", "Customer bugs go to Intercom now."),
        ("I shoot with a Nikon.", "I shoot film with a Leica now."),
        ("Our standup is at 9:30.", "Standup moved to 11 tomorrow only."),
        ("Our sprint is two weeks.", "This sprint is three weeks because of Easter."),
        ("Our database is MySQL.", "The client's database is Postgres now."),
        ("Our database is MySQL.", "The data team's database is Postgres now."),
        ("Our database is MySQL.", "We migrated the analytics to Postgres."),
        ("We deploy to Heroku.", "We deploy docs to Netlify now."),
        ("We deploy to Heroku.", "We moved the docs to Netlify."),
        ("My insurance is with Aviva.", "The studio's insurance is with Admiral now."),
        ("Our database is Postgres.", "We use SQLite for local development now."),
        ("We deploy to Fly.", "We deploy to Netlify for the docs now."),
        ("We deploy to Heroku.", "We deploy staging to Fly now."),
        ("Our standup is at 9.", "The standup of the design team is at 10 now."),
        ("Our standup is at 9.", "Standup for the interns is at 11 now."),
        ("The deadline is Friday.", "The deadline for slides is Wednesday now."),
        ("The budget is £5000.", "The budget for ads is £800 now."),
        ("The wifi password is abc123.", "The password for the guest wifi is xyz789 now."),
        ("We use Slack for chat.", "We use Teams with the client now."),
        ("My gym is PureGym.", "The gym at work is Technogym now."),
        ("Our tickets are in Jira.", "Support tickets are in Zendesk now."),
        ("Our office is in Leeds.", "The London office is in Camden now."),
        ("My phone is a Pixel 6.", "My old phone is a door stop now."),
        ("My laptop is a ThinkPad.", "My old laptop is the kids' now."),
    ],
)
def test_what_is_said_of_another_owner_or_for_one_purpose_is_proposed_at_most(before: str, said: str) -> None:
    assert applied(before, said) == []


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("our python version is python 3.10", "security wants python 3.12 by summer"),
        ("we use terraform 1.5", "the module requires terraform 1.8"),
        ("we're on rails 6", "consultant recommends rails 7"),
        ("app runs on php 7.4", "the plugin was tested with php 8.2"),
        ("db is mysql 5.7", "aws is pushing mysql 8"),
        ("python version is 3.10", "python 3.12 on the ml box now, rest is unchanged"),
        ("we run python 3.10", "we run python 3.12 on the ml box now"),
        ("we're on postgres 14", "postgres 16 on the analytics db now"),
        ("We're on Postgres 14.", "Postgres 16 on the billing service now."),
        ("We're on Postgres 14.", "Postgres 16 for the analytics cluster now."),
        ("our db is postgres 14", "the reporting service is on postgres 16 now"),
        ("java version is 11", "java 17 for the new service"),
        ("node version is 18 everywhere", "node 20 on the workers now, api stays at 18"),
        ("we use django 4.2", "django 5 is out"),
        ("we use terraform 1.5", "we want terraform 1.8"),
        ("client Rosso: net 30", "client Bianchi: net 45"),
        ("kickoff is on 5/6", "the kickoff with Oak Dental got pushed to 5/13"),
    ],
)
def test_a_number_that_others_want_or_one_part_has_retires_none(before: str, said: str) -> None:
    assert applied(before, said) == []


@pytest.mark.parametrize(
    ("before", "said", "change"),
    [
        ("we use django 4.2", "we upgraded to django 5", ("django 4.2", "django 5")),
        ("we're on node 18", "our app runs on node 20 now", ("node 18", "node 20")),
        ("the api is on go 1.20", "the api is on go 1.22 now", ("go 1.20", "go 1.22")),
        ("we're on rails 6", "rails 7 as of today", ("rails 6", "rails 7")),
        ("I wear size 12", "I wear size 14 now", ("size 12", "size 14")),
        ("I go into town on bus 14.", "By the way, I go into town on bus 27 nowadays.", ("bus 14", "bus 27")),
        ("My alarm goes off at 5:40.", "My alarm goes off at 6:05 at the moment.", ("5:40", "6:05")),
        ("I take my lunch break at 11:30.", "I go for lunch at 11:50 now.", ("11:30", "11:50")),
    ],
)
def test_a_number_that_is_told_anew_retires_the_one_before(before: str, said: str, change: tuple[str, str]) -> None:
    assert change in applied(before, said)


@pytest.mark.parametrize(
    ("before", "said", "change"),
    [
        ("Our standup is at 9:30.", "The team's standup is at 10 now.", ("9:30", "10")),
        ("Our deadline is 4 March.", "The project's deadline is 18 March now.", ("4 March", "18 March")),
        ("Our deadline is 4 March.", "The deadline for the project is 18 March now.", ("4 March", "18 March")),
        ("We deploy to Heroku.", "We deploy our app to Fly now.", ("Heroku", "Fly")),
        ("We store data in Postgres.", "We store our data in DynamoDB now.", ("Postgres", "DynamoDB")),
        ("I use Vim.", "Just today I switched to Helix for good.", ("Vim", "Helix")),
        ("We deploy the docs to Heroku.", "We deploy the docs to Netlify now.", ("Heroku", "Netlify")),
        ("I use Postgres for my app.", "I use SQLite for my app now.", ("Postgres", "SQLite")),
        ("Our database is MySQL.", "We use Postgres for the backend now.", ("MySQL", "Postgres")),
        ("My internet is with Sky.", "The flat's internet is with BT now.", ("Sky", "BT")),
        ("Our deadline is Friday.", "The deadline of the whole project is Monday now.", ("Friday", "Monday")),
        ("My rent is £900.", "The rent for the flat is £950 now.", ("£900", "£950")),
        ("The upload limit is 5 MB.", "The limit for uploads is 10 MB now.", ("5 MB", "10 MB")),
        ("We use Jest.", "We use Vitest for tests now.", ("Jest", "Vitest")),
        ("Our standup is at 9.", "Daily standup is at 10 now.", ("9", "10")),
        ("My manager is Tom.", "My manager at work is Priya now.", ("Tom", "Priya")),
        ("My manager is Tom.", "My manager at Acme is Priya now.", ("Tom", "Priya")),
        ("My laptop is a ThinkPad.", "I sold my old laptop and have a MacBook now.", ("ThinkPad", "MacBook")),
        (
            "The deadline for the pilot is 4 March.",
            "The deadline for the pilot is 18 March now.",
            ("4 March", "18 March"),
        ),
    ],
)
def test_the_whole_by_another_of_its_names_still_changes(before: str, said: str, change: tuple[str, str]) -> None:
    assert applied(before, said) == [change]


UNITS = (
    "Billing", "Search", "Analytics", "QA", "Procurement", "Growth", "The iOS team", "The other squad",
    "The Lisbon branch", "The analytics stack", "The kiosk software", "The scheduler", "Invoicing", "Customer success",
)  # fmt: skip
TURNS = (
    ("We deploy on AWS.", ("{} deploys on GCP now.", "{} moved to GCP.", "{} is on GCP now.")),
    ("Our database is Postgres.", ("{} runs on ClickHouse now.", "{} switched to ClickHouse last week.")),
    ("We use Postgres.", ("{} uses ClickHouse now.",)),
    ("We host on AWS.", ("{} is hosted on Fly.io now.",)),
)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize(("before", "said"), [(known, told) for known, turns in TURNS for told in turns])
def test_what_one_of_many_turns_to_retires_nothing_of_all(unit: str, before: str, said: str) -> None:
    assert applied(before, said.format(unit)) == []


@pytest.mark.parametrize(
    ("before", "said", "change"),
    [
        ("We deploy on AWS.", "The app deploys on GCP now.", ("AWS", "GCP")),
        ("We deploy on AWS.", "The team deploys on GCP now.", ("AWS", "GCP")),
        ("We deploy on AWS.", "Our platform deploys on GCP now.", ("AWS", "GCP")),
        ("We deploy Atlas on AWS.", "Atlas deploys on GCP now.", ("AWS", "GCP")),
        ("I'm building an app called Atlas. We deploy on AWS.", "Atlas deploys on GCP now.", ("AWS", "GCP")),
        ("The iOS team deploys on AWS.", "The iOS team deploys on GCP now.", ("AWS", "GCP")),
        ("Search runs on Solr.", "Search runs on Elastic now.", ("Solr", "Elastic")),
        ("Our hosting is AWS.", "Hosting moved to Fly.io.", ("AWS", "Fly.io")),
        ("Our billing is Stripe.", "Billing moved to Paddle.", ("Stripe", "Paddle")),
    ],
)
def test_what_was_spoken_of_turns_to_another_by_its_name(before: str, said: str, change: tuple[str, str]) -> None:
    assert change in applied(before, said)
