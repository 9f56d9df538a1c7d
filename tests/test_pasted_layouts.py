"""Code, data, minutes, lists and captions that are shown state nothing of the speaker; what looks like them is heard.

Each text names what takes the place of something that is known, so that to hear it shows in what is known then.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import Status
from tests.dated_worlds import ME

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
KNOWN = {
    "I live in Leeds.": "Leeds",
    "I bank with Chase.": "Chase",
    "I work at Arup.": "Arup",
    "My phone is a Pixel 7.": "Pixel 7",
    "My email is me@here.org.": "me@here.org",
    "We use Postgres as our database.": "Postgres",
    "My gym is PureGym.": "PureGym",
    "My rent is £900.": "£900",
    "My major is biology.": "biology",
}


def after(text: str) -> tuple[set[str], set[str]]:
    """What of the known is held for sure when a text has been said, and what new values there are of the speaker."""
    with Overlay(MemoryHost(), ledger="memory://", clock=lambda: AT) as overlay:
        known: set[str] = set()
        for days, fact in enumerate(KNOWN, start=1):
            receipt = overlay.remember(fact, scope=ME, observed_at=AT - timedelta(days=90 - days))
            known |= {x.id for x in receipt.records}
        before = {x.value for x in overlay.timeline(scope=ME).records if x.status is Status.ACTIVE}
        assert set(KNOWN.values()) <= before
        overlay.remember(text, scope=ME, observed_at=AT - timedelta(hours=1))
        records = overlay.timeline(scope=ME).records
        stands = {x.value for x in records if x.id in known and x.status is Status.ACTIVE and not x.contested_with}
        new = {x.value for x in records if x.id not in known and x.attribute not in {"mention", "for"}}
        return stands & set(KNOWN.values()), new


def unheard(text: str) -> None:
    stands, new = after(text)
    assert stands == set(KNOWN.values())
    assert new == set()


CODE = [
    "why does it fail?\n# I live in Denver\nimport os\nprint(os.getcwd())",
    "-- we use MySQL as our database\nselect 1;",
    "help:\n% I live in Denver\nx = 5;\nplot(x)",
    "CREATE TABLE people (id int);\n-- my gym is FitWorks\nINSERT INTO people VALUES (1);",
    '#!/bin/bash\n# my rent is £1200\necho "hi"\nis it safe?',
    "# we use MySQL as our database\nDB_HOST=localhost\nDB_PORT=3306\nis that ok",
    "; I bank with HSBC\n[mysqld]\nport=3306",
    "function greet() {\n  // I live in Denver\n  return 'hi';\n}",
    "/*\n * I moved to Denver\n * my gym is FitWorks\n */\nint main() { return 0; }",
    'my script:\ndf$major <- "chemistry"\n# my email is test@test.com\nhead(df)\nwhy',
    "msg <- 'I live in Denver'\nhead(msg)",
    "review:\n    name = load()  # my gym is FitWorks\n    foo(name)",
    "let x = 1; // my rent is £1200\nconsole.log(x);",
    "FROM python:3.12-slim\n# we use MySQL here\nRUN pip install flask",
]


@pytest.mark.parametrize("text", CODE)
def test_a_comment_beside_a_line_of_code_states_nothing(text: str) -> None:
    unheard(text)


DATA = [
    "Bank | Rate\nHSBC | 4%\nMonzo | 3%",
    "which?\nGym | Price | Rating\nFitWorks | £20 | 4\nFlex | £25 | 5",
    "Employer | Salary\n--- | ---\nGoogle | 100k",
    "E/Runtime: FATAL EXCEPTION: main\nphone: Pixel 9\ncity=York, user_diet=omnivore\nat com.x.Y(Z.java:3)",
    "BANK=HSBC, GYM=FitWorks",
    "BEGIN:VCARD\nFN:Hal Baker\nORG:Google\nNOTE:I live in Denver\nEND:VCARD",
    "SUMMARY:Flight BA12\nDTSTART:20261005\nDESCRIPTION:Seat 21F. Gym: FitWorks. Bank: HSBC.",
    "CITY:Denver\nGYM:FitWorks\nBANK:HSBC\nwhat is this file",
    "INFO gym: FitWorks\nINFO bank: HSBC",
]


@pytest.mark.parametrize("text", DATA)
def test_data_in_prose_states_nothing(text: str) -> None:
    unheard(text)


MINUTES = [
    "Rotary board meeting, my notes as secretary:\nTreasurer: moved the account from Chase to US Bank.\n"
    "Website: switched provider from Comcast to Quantum.\nPlease write them out.",
    "parish council meeting notes:\nClerk: left Arup for Google.\nGym: moved from PureGym to FitWorks.",
    "Minutes of the residents' association, 3 May:\nBank: moved from Chase to HSBC",
    "Present: Nina (Crumb), Hal (bookshop), Edie (florist).",
    "Hal (bookshop), Edie (florist)",
    "Treasurer: closed the Chase account",
    "Secretary: left Arup.",
    "- Chair (Bob): switched from Chase to HSBC",
    "Treasurer: now banks with HSBC",
    "Dana: switched from Chase to HSBC",
    "Wife: moved to Denver.",
]


@pytest.mark.parametrize("text", MINUTES)
def test_what_others_did_by_their_label_is_none_of_the_speaker_s(text: str) -> None:
    unheard(text)


def test_what_an_office_did_is_proposed_at_most() -> None:
    stands, _ = after("CTO: switched from Postgres to MySQL.")
    assert stands == set(KNOWN.values()) - {"Postgres"}  # contested, and not gone
    with Overlay(MemoryHost(), ledger="memory://", clock=lambda: AT) as overlay:
        overlay.remember("We use Postgres as our database.", scope=ME, observed_at=AT - timedelta(days=9))
        overlay.remember("CTO: switched from Postgres to MySQL.", scope=ME, observed_at=AT - timedelta(days=1))
        assert any(x.value == "Postgres" and x.status is Status.ACTIVE for x in overlay.timeline(scope=ME).records)


LISTS = [
    "Packing: Canon AE-1 (dad's, for Sara), Pixel 9, charger, passport. did i forget anything?",
    "Shopping list:\n- Pixel 9\n- iPhone 15 case\nwhich aisle",
    "target run:\n- litter\n- new phone case iphone 14 for marco",
    "Christmas gift ideas: Pixel 9 for Tom, FitWorks voucher for Ann",
    "to buy: Pixel 9, milk",
    "- screen protector Pixel 9",
    "iphone 14 for marco",
    "size 12 for Leo",
]


@pytest.mark.parametrize("text", LISTS)
def test_what_is_to_be_bought_or_packed_is_nothing_that_the_speaker_has(text: str) -> None:
    stands, new = after(text)
    assert stands == set(KNOWN.values())
    assert not {x for x in new if any(word in x.lower() for word in ("pixel", "iphone", "canon", "size", "14"))}


CAPTIONS = [
    "Write an Instagram caption: We've moved! Find us at 12 Gloucester Road. It's only a mockup.",
    "Write a tweet: I moved to Denver!",
    "Can you write me an Instagram bio: I bank with HSBC and live in Denver",
    "Draft a LinkedIn post saying I no longer work at Arup and joined Google.",
    "Need a slogan for the van: We moved to Denver, so should you",
    "Flyer: We've moved to Denver! Open from May.",
    "Subject line: We've moved to Denver",
    "Make a sign for the door that says we have moved to Denver",
    "Create an ad: I switched from Chase to HSBC and saved £200",
    "Make a menu board: my gym is FitWorks now",
    "I need a caption for my photo - I moved to Denver",
    "Write a Facebook post:\nI moved to Denver. My gym is FitWorks now.",
]


@pytest.mark.parametrize("text", CAPTIONS)
def test_what_is_to_be_written_for_anybody_to_read_states_nothing(text: str) -> None:
    unheard(text)


MAIL = "From: registrar@u.edu\nSubject: your request\n\nYour request has been processed.\n\n"
LETTERS = [
    f"{MAIL}---\nI moved to Denver! See you soon, Bob",
    f"{MAIL}---\nI moved to Denver. When are you coming to visit?",
    f"{MAIL}---\nFrom: x@y.z\nSubject: q\n\nI moved to Denver. What should I do?",
    f"{MAIL}---\nI moved to Denver.\n---\nWhat should I answer?",
    f"{MAIL}-- \nI moved to Denver",
    f"{MAIL}I moved to Denver. What should I answer?",
    f"{MAIL}---\nHi Tom,\nI moved to Denver. Could you help me?\nCheers\nBob",
]


@pytest.mark.parametrize("text", LETTERS)
def test_a_rule_within_a_mail_does_not_end_it(text: str) -> None:
    unheard(text)


HEARD = [
    ("# Denver\nI live in Denver now.", "Leeds"),
    ("# News\n- I moved to Denver\n- my gym is FitWorks now", "Leeds"),
    ("# I live in Denver now\nand my gym is FitWorks now", "Leeds"),
    ("- I live in Denver now\n- I bank with HSBC now", "Chase"),
    ("-- I live in Denver now\n-- my gym is FitWorks now\nplease remember", "PureGym"),
    ("I live in Denver now;\nmy gym is FitWorks now;", "PureGym"),
    ("print(1)\nthat fails. I moved to Denver last week btw.", "Leeds"),
    ("```python\nprint(1)\n```\nbtw I moved to Denver", "Leeds"),
    ("rent = £1200\ngym = FitWorks", "PureGym"),
    ("git push fails since\nI moved to Denver", "Leeds"),
    ("My details:\ngym | FitWorks\nbank | HSBC", "PureGym"),
    ("My email changed | I moved to Denver", "Leeds"),
    ("PS:I moved to Denver\nNB:it rains", "Leeds"),
    ("My setup:\n- gym: FitWorks\n- phone: Pixel 9", "PureGym"),
    ("Gym: moved from PureGym to FitWorks.", "PureGym"),
    ("Bank: switched from Chase to HSBC", "Chase"),
    ("Landlord: raised the rent to £1200", "£900"),
    ("Update: I moved to Denver", "Leeds"),
    ("Team meeting notes: we moved from Postgres to MySQL.", "Postgres"),
    ("Club meeting moved to Tuesday, and I moved to Denver.", "Leeds"),
    ("Hal (bookshop), Edie (florist) and I moved to Denver.", "Leeds"),
    ("Packing: socks, charger. My phone is a Pixel 9 now.", "Pixel 7"),
    ("Shopping list:\n- milk\n\nBtw my gym is FitWorks now.", "PureGym"),
    ("I'm packing. I moved to Denver yesterday.", "Leeds"),
    ("I wrote a tweet. I moved to Denver.", "Leeds"),
    ("Write a tweet about rain. I moved to Denver by the way.", "Leeds"),
    ("Write a tweet: loving the rain. By the way, my gym is FitWorks now.", "PureGym"),
    (f"{MAIL}---\nSo it's official, I'm majoring in chemistry now! What courses should I take?", "biology"),
    (f"{MAIL}---\nI moved to Denver last week. Can you draft a reply?", "Leeds"),
    (f"{MAIL}----- End of forwarded message -----\nI moved to Denver by the way.", "Leeds"),
    (f"I moved to Denver. See below:\n\n{MAIL}", "Leeds"),
]


@pytest.mark.parametrize(("text", "over"), HEARD)
def test_what_only_looks_like_it_is_heard(text: str, over: str) -> None:
    stands, _ = after(text)
    assert over not in stands
