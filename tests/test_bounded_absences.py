"""What was away, shut or full for a time is there again; a stay is no home, and what somebody deleted no request."""

from __future__ import annotations

import pytest

from atma_overlay.records import Status
from tests.overlay_worlds import told
from tests.test_forgetting import forgotten


def over(said: str, known: str) -> set[str]:
    """The values that a sentence retires."""
    return {r.value for r in told(known, said).timeline().records if r.status is not Status.ACTIVE}


@pytest.mark.parametrize(
    "said",
    [
        "Finally unpacked after two weeks in Porto, the cat won't leave me alone.",
        "Unpacked after a fortnight in Naples, and the plants are all dead.",
        "I've just unpacked from three weeks in Hanoi, how do I get fish sauce out of a shirt?",
        "Unpacked my suitcase after a few days in Warsaw and found sand in it.",
        "I've unpacked everything from our honeymoon in Kyoto.",
        "Unpacked after ten days of rain in Dublin.",
        "Unpacked after ten days off in sunny Malaga.",
        "Unpacked after ten days in Lisbon and Porto.",
        "I settled back home after three weeks in Porto.",
        "Back in my kitchen after ten days in Seville.",
        "Finally unpacked from my month in Cape Town.",
    ],
)
def test_where_somebody_stayed_for_a_while_is_no_home(said: str) -> None:
    assert over(said, "I live in Utrecht.") == set()


@pytest.mark.parametrize(
    "said",
    [
        "We just unpacked in our new place in Groningen.",
        "Unpacked after a month in our new flat in Groningen.",
        "I've finally unpacked in Dublin, the new house is lovely.",
        "I've unpacked in Mainz after ten days in limbo.",
        "After ten days in a hotel I moved to Vienna for good.",
        "I moved to Exeter after three weeks in Lisbon.",
        "Settled in Naples after a year of planning.",
    ],
)
def test_who_unpacks_or_moves_somewhere_lives_there(said: str) -> None:
    assert over(said, "I live in Utrecht.") == {"Utrecht"}


@pytest.mark.parametrize(
    "said", ["Back at my desk after ten days at Cloudera.", "Cleared my desk after two weeks at the Initech offices."]
)
def test_where_somebody_was_for_a_while_employs_nobody(said: str) -> None:
    assert over(said, "I work at Globex.") == set()


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        ("Our builds run on Jenkins.", "Somebody pulled a plug and Jenkins was gone all morning.", "Jenkins"),
        ("My bank is Monzo.", "Monzo was gone all weekend, I couldn't pay for anything.", "Monzo"),
        ("I bank with ING.", "ING was dead between nine and eleven.", "ING"),
        ("I go to PureGym.", "PureGym was closed all weekend because of a burst pipe.", "PureGym"),
        ("I study Spanish at Berlitz.", "Berlitz was shut during the heatwave.", "Berlitz"),
        ("My internet provider is Ziggo.", "Ziggo was out yesterday afternoon.", "Ziggo"),
        ("We monitor everything with Grafana.", "Grafana was dead all night and nobody got paged.", "Grafana"),
        ("I take my car to Bellamy's.", "Bellamy's was shut all day for a funeral.", "Bellamy's"),
        ("I have lunch at Cafe Luna.", "Cafe Luna was closed over the holidays.", "Cafe Luna"),
        ("We deploy with Argo.", "Argo was gone from Monday night until Tuesday noon.", "Argo"),
        ("We host on Hetzner.", "Hetzner was gone from 2am to 5am.", "Hetzner"),
        ("We chat on Zulip.", "Yesterday afternoon Zulip was gone.", "Zulip"),
        ("We chat on Zulip.", "For about an hour Zulip was dead.", "Zulip"),
        ("My gym is Fernhill.", "Fernhill was shut the whole weekend after the flood.", "Fernhill"),
    ],
)
def test_what_was_away_for_a_time_still_holds(known: str, said: str, value: str) -> None:
    assert value not in over(said, known)


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        ("Our builds run on Jenkins.", "Jenkins is gone.", "Jenkins"),
        ("Our builds run on Jenkins.", "This morning I noticed Jenkins is gone.", "Jenkins"),
        ("Our cache is Redis.", "Redis is history, thank God.", "Redis"),
        ("Our cache is Redis.", "Redis was ripped out overnight.", "Redis"),
        ("We use Jira for tickets.", "Jira is gone since this morning, everything lives in Linear now.", "Jira"),
        ("I go to PureGym.", "PureGym closed for good last month.", "PureGym"),
        ("I go to PureGym.", "PureGym was closed all summer, so I go to Fitworks now.", "PureGym"),
        ("We monitor everything with Grafana.", "Grafana was down all night, so we switched to Datadog.", "Grafana"),
        ("I have lunch at Cafe Luna.", "Cafe Luna closed for lack of customers.", "Cafe Luna"),
        ("My dog is called Rex.", "Rex passed away last weekend.", "Rex"),
    ],
)
def test_what_is_gone_for_good_or_had_its_consequence_is_over(known: str, said: str, value: str) -> None:
    assert value in over(said, known)


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        ("I go bouldering at Blockwerk.", "Blockwerk was closed for route setting, so I tried Halo.", "Blockwerk"),
        ("I go bouldering at Blockwerk.", "Blockwerk was packed, so I tried Halo for one evening.", "Blockwerk"),
        ("My barber is Sami.", "Sami was fully booked, so I let Enzo do it this one time.", "Sami"),
        ("My bakery is Korn.", "Korn was sold out, so I tried Kruste for a change.", "Korn"),
        ("My gym is Fernhill.", "Fernhill was closed for stocktaking.", "Fernhill"),
        ("I do pilates at Corefit.", "Corefit was closed because of a leak, so I tried Halo for a day.", "Corefit"),
        ("We deploy with Argo.", "Argo broke, so we shipped with Flux that night.", "Argo"),
        ("I swim at Aquapark.", "Aquapark was reserved for a gala, so we swam at Splash that afternoon.", "Aquapark"),
        ("I climb at Rockhall.", "Went to Halo for one session because Rockhall was closed for resetting.", "Rockhall"),
        ("I run with the Harriers.", "The Harriers were off, so I ran with Parkrun that morning.", "Harriers"),
    ],
)  # fmt: skip
def test_what_was_used_once_in_place_of_what_was_shut_or_full_takes_no_place(known: str, said: str, value: str) -> None:
    assert value not in over(said, known)


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        ("I go bouldering at Blockwerk.", "Blockwerk was closed for good, so I go to Halo now.", "Blockwerk"),
        ("I go bouldering at Blockwerk.", "Blockwerk closed, so I tried Halo and signed up there.", "Blockwerk"),
        ("I go bouldering at Blockwerk.", "Blockwerk was shut too often, so I switched to Halo.", "Blockwerk"),
        ("I swim at Aquapark.", "Aquapark was closed for good, so I swam at Splash City that day.", "Aquapark"),
        ("My gym is Fernhill.", "Fernhill was closed last month, so I switched to Aquaworld.", "Fernhill"),
        ("My barber is Sami.", "Sami was always fully booked, so my barber is Enzo now.", "Sami"),
        ("My laptop is a ThinkPad.", "My ThinkPad was broken, so I bought a MacBook that day.", "ThinkPad"),
    ],
)  # fmt: skip
def test_what_is_taken_up_since_takes_its_place(known: str, said: str, value: str) -> None:
    assert value in over(said, known)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I'm learning Japanese.", "Deleted my Japanese deck by accident, can Anki restore it before tonight?"),
        ("I'm learning Japanese.", "So, wiped my Japanese flashcards. Any backup in Anki?"),
        ("My bank is Monzo.", "Deleted my Monzo app by accident, how do I get it back?"),
        ("My phone is a Pixel 8.", "Wiped my Pixel 8 this morning, restoring the backup now."),
        ("I use Notion for my notes.", "Just deleted my Notion workspace sidebar, where did it go?"),
        ("I'm allergic to peanuts.", "Deleted my peanut recipe collection, can you help me rebuild it?"),
        ("We use Jira for tickets.", "Ugh, deleted our Jira board by accident, can an admin bring it back?"),
        ("My sister lives in Porto.", "Erased my sister's number, do I have it in an email?"),
        ("My rent is 950 euros.", "Deleted the entry about my rent from my spreadsheet by mistake."),
        ("My doctor is Dr. Weiss.", "Deleted my doctor's number, please can you look it up?"),
        ("My wife is Anna.", "Deleted everything about my wife from the draft speech, too cheesy."),
    ],
)
def test_what_somebody_did_is_no_request_to_forget(known: str, said: str) -> None:
    assert forgotten(said, known) == set()


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        ("My gym is Fernhill.", "Hey, delete my gym.", "Fernhill"),
        ("My rent is 950 euros.", "So, erase my rent please.", "950 euros"),
        ("My doctor is Dr. Weiss.", "I'd feel better if you forgot my doctor.", "Dr. Weiss"),
        ("My doctor is Dr. Weiss.", "I want my doctor deleted from your memory.", "Dr. Weiss"),
        ("My bank is Monzo.", "Deleted my account at Monzo, please forget my bank.", "Monzo"),
        ("My dog is called Rex.", "Shred my dog's name from your notes.", "Rex"),
    ],
)
def test_what_is_asked_for_is_forgotten(known: str, said: str, value: str) -> None:
    assert value in forgotten(said, known)
