"""Changes as chats tell them: of the plan of a subscription, in the passive, by a noun that opens the sentence."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import told


def applied(*said: str) -> list[tuple[str, str | None]]:
    return [(t.from_value, t.to_value) for t in told(*said).timeline().transitions if t.state == "applied"]


@pytest.mark.parametrize(
    ("before", "said", "change"),
    [
        ("I'm on the Basic plan.", "I upgraded to the Pro plan.", ("Basic plan", "Pro plan")),
        ("I'm on the Basic plan.", "I upgraded to Pro.", ("Basic plan", "Pro")),
        ("I'm on the Basic plan.", "I've been upgraded to Premium.", ("Basic plan", "Premium")),
        ("hi im on the basic plan", "i see im on pro now", ("basic", "pro")),
        ("we're on the starter plan", "we upgraded to growth", ("starter", "growth")),
        ("I'm on the Rocket plan.", "I'm on the Comet plan now.", ("Rocket plan", "Comet plan")),
        ("Acme is on the Starter tier.", "Acme upgraded to Growth.", ("Starter tier", "Growth")),
        ("Our plan is Pro.", "We downgraded to the Starter plan.", ("Pro", "Starter plan")),
    ],
)
def test_a_plan_takes_the_place_of_the_one_before(before: str, said: str, change: tuple[str, str]) -> None:
    assert applied(before, said) == [change]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("I'm on the Pro plan of Slack.", "I'm on the Basic plan of GitHub."),
        ("I'm on the Pro plan for Slack.", "I'm on the Basic plan for Figma now."),
        ("We're on Slack Pro.", "We're on GitHub Enterprise now."),
        ("I'm on the Pro plan.", "I upgraded to Premium on Spotify."),
        ("We're on the Growth plan.", "I'm on the Basic plan at home, this account is for work."),
        ("I'm on the Pro plan.", "My brother is on the Basic plan."),
        ("I'm on the Pro plan.", "I'm thinking of upgrading to enterprise."),
        ("I'm on the Basic plan.", "I upgraded to Windows 11."),
        ("I'm on the Pro plan.", "I'm on a basic diet now."),
        ("I'm on the Pro plan.", "I'm on standard medication now."),
        ("I'm on the Pro plan.", "I'm on the enterprise team now."),
        ("I'm on the Pro plan.", "I upgraded to the iPhone 15 Pro."),
        ("I'm on the Basic plan.", "I'm on Slack now."),
    ],
)
def test_another_plan_of_another_service_or_of_somebody_else_takes_none(before: str, said: str) -> None:
    assert applied(before, said) == []


@pytest.mark.parametrize(
    ("before", "said", "change"),
    [
        ("Our standup is at 9.", "standup got moved to 10", ("9", "10")),
        ("Our standup is at 9.", "the standup was moved to 10", ("9", "10")),
        ("Our standup is at 9.", "Standup got moved to 10.", ("9", "10")),
        ("our queue is rabbitmq", "we ripped out rabbitmq in favor of sqs", ("rabbitmq", None)),
        ("our queue is RabbitMQ", "we removed RabbitMQ in favour of SQS", ("RabbitMQ", "SQS")),
        ("my rent is 780", "rent went up to 840 this month, ugh", ("780", "840")),
        ("Our budget is £500.", "Budget dropped to £400.", ("£500", "£400")),
        ("gate code 4471", "gate code is 9920 now", ("code 4471", "9920")),
    ],
)
def test_changes_as_chats_tell_them_are_heard(before: str, said: str, change: tuple[str, str | None]) -> None:
    assert applied(before, said) == [change]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Our standup is at 9.", "Today's standup got moved to eleven, just this once."),
        ("we use Redux", "we dropped Redux from the settings page"),
        ("our database is MySQL", "we dropped MySQL from the billing service"),
        ("our queue is RabbitMQ", "we should rip out RabbitMQ"),
        ("our queue is RabbitMQ", "they ripped out the RabbitMQ dashboard"),
        ("our issue tracker is Zendesk", "Support switched from Zendesk to Intercom."),
        ("our issue tracker is zendesk", "support switched from zendesk to intercom btw"),
        ("my niece turns 7 in june", "oops i meant the 15th"),
    ],
)
def test_what_is_for_once_in_part_or_only_wished_is_no_change(before: str, said: str) -> None:
    assert applied(before, said) == []


def test_a_product_with_a_word_of_plans_is_a_product() -> None:
    assert applied("I have an iPhone 12.", "I upgraded to the iPhone 15 Pro.") == [("iPhone 12", "iPhone 15 Pro")]
    assert applied("I have a MacBook Air.", "I upgraded to a MacBook Pro.") == [("MacBook Air", "MacBook Pro")]
