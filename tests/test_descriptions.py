"""What somebody or something is like is nobody's name: it retires nothing. Nor does what holds today, or of others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from tests.test_partly import gone

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 5, tzinfo=UTC)
PEOPLE = {
    "boss": "My boss is Priya.", "partner": "My partner is Sam.", "dentist": "My dentist is Dr. Lee.",
    "landlord": "My landlord is Mr. Novak.", "vet": "My vet is Dr. Hall.",
    "hairdresser": "My hairdresser is Fringe House.",
}  # fmt: skip
THINGS = {
    "CI": "Our CI is Jenkins.", "CRM": "Our CRM is HubSpot.", "database": "Our database is Postgres.",
    "bank": "My bank is Monzo.", "gym": "My gym is PureGym.", "editor": "My editor is Vim.", "car": "My car is a Golf.",
    "chat tool": "Our chat tool is Slack.", "browser": "My browser is Firefox.",
}  # fmt: skip
LIKE_PEOPLE = (
    "American", "Scottish", "Buddhist", "furious", "pregnant", "hopeless", "unresponsive", "knackered", "retired",
    "late again", "on holiday", "super nice", "from Leeds", "Brazilian and very direct", "French-speaking", "Aquarius",
    "part-time", "leaving", "seventy", "great with kids",
)  # fmt: skip
LIKE_THINGS = (
    "flaky", "flakey", "readonly", "read-only right now", "clunkier by the day", "janky", "rammed", "self-hosted",
    "Danish-owned", "British", "closed", "black", "hopeless at FX", "green again", "due for renewal", "buggy",
    "in Frankfurt",
)  # fmt: skip


def retired(*turns: str) -> list[tuple[str | None, str | None]]:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for n, text in enumerate(turns):
            done = overlay.remember(text, scope=ME, observed_at=START + timedelta(days=9 * n))
        return [(t.from_value, t.to_value) for t in done.transitions if t.state == "applied"]


@pytest.mark.parametrize("small", [False, True], ids=["written", "typed small"])
@pytest.mark.parametrize("like", LIKE_PEOPLE)
@pytest.mark.parametrize("who", list(PEOPLE))
def test_what_somebody_is_like_is_not_who_it_is(who: str, like: str, small: bool) -> None:
    turns = [PEOPLE[who], f"My {who} is {like}."]
    assert retired(*(t.lower() if small else t for t in turns)) == []


@pytest.mark.parametrize("small", [False, True], ids=["written", "typed small"])
@pytest.mark.parametrize("like", LIKE_THINGS)
@pytest.mark.parametrize("what", list(THINGS))
def test_what_something_is_like_is_not_what_it_is(what: str, like: str, small: bool) -> None:
    owner = THINGS[what].split()[0]
    turns = [THINGS[what], f"{owner} {what} is {like}."]
    assert retired(*(t.lower() if small else t for t in turns)) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("We deploy to Heroku.", "A friend's startup migrated to Vercel."),
        ("We use CircleCI.", "A friend's startup migrated to Jenkins."),
        ("I bank with Monzo.", "My sister's startup has migrated to Starling."),
        ("We're on Postgres 14.", "The analytics team migrated to MySQL."),
        ("We use CircleCI.", "Migrated to Jenkins on the docs repo."),
        ("We use CircleCI.", "Half the team migrated to Jenkins."),
        ("We use CircleCI.", "Their company migrated to Jenkins."),
        ("We use CircleCI.", "My old company migrated to Jenkins."),
        ("We deploy to Vercel.", "I moved from Vercel to the AWS office."),
        ("I live in Lisbon.", "I moved to Linux."),
    ],
)
def test_what_others_moved_to_or_a_part_did_retires_nothing(told: str, said: str) -> None:
    assert retired(told, said) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I use Vim.", "I don't use Vim well."),
        ("I use Vim.", "I don't just use Vim, I breathe it."),
        ("I'm vegan.", "I'm not vegan because it's trendy."),
        ("I'm vegetarian.", "I'm not just vegetarian, I'm gluten free too."),
        ("I'm vegetarian.", "I'm not only vegetarian but also dairy free."),
        ("We use Postgres.", "We don't use Postgres only for storage."),
        ("We use Postgres.", "We don't use Postgres everywhere."),
        ("I play guitar.", "I don't play guitar very well."),
        ("I speak French.", "I don't speak French like a native."),
        ("I live in Berlin.", "I don't live in Berlin because I like it."),
        ("I'm married.", "I'm not happily married."),
        ("I'm allergic to nuts.", "I'm not allergic to all nuts, only walnuts."),
        ("i drink coffee", "i don't drink coffee that strong"),
    ],
)
def test_a_manner_a_reason_or_a_part_that_is_denied_denies_no_more(told: str, said: str) -> None:
    assert retired(told, said) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("My boss is Priya.", "Is my boss Tom?"),
        ("My boss is Priya.", "Was my boss Tom in 2020?"),
        ("My boss is Priya.", "So is my boss Tom"),
        ("my boss is priya", "is my boss tom now?"),
        ("My bank is ING.", "Is my bank N26?"),
        ("My wife is Anna.", "Wait, is my wife Claire?"),
        ("My phone is an iPhone 13.", "My phone is dead."),
        ("My phone is an iPhone 13.", "Sorry, my phone died."),
        ("My car is a Golf.", "My car is dead, the battery again."),
        ("I weigh 80 kg.", "My suitcase weighs 23 kg."),
        ("I weigh 80 kg.", "The parcel weighs 3 kg."),
        ("Our CEO is Linda.", "Our CEO is in Davos."),
        ("Our CEO is Linda.", "Our CEO is clueless."),
        ("Our database is Postgres.", "Our database is on AWS."),
        ("Our database is Postgres.", "In the unit tests the database is SQLite."),
        ("I work at Siemens.", "I work at the Erlangen site."),
        ("I work at Siemens.", "I work for a German company."),
        ("My manager is Priya Raman.", "My manager is Ms. Raman."),
        ("The deadline is March 15.", "The deadline is a Friday."),
    ],
)
def test_what_is_asked_or_told_beside_it_retires_nothing(told: str, said: str) -> None:
    assert retired(told, said) == []


@pytest.mark.parametrize(
    ("told", "said", "change"),
    [
        ("My boss is Priya.", "My boss is Tomas now.", ("Priya", "Tomas")),
        ("My dentist is Dr. Lee.", "My dentist is Dr. Barros.", ("Dr. Lee", "Dr. Barros")),
        ("Our CI is Jenkins.", "Our CI is Buildkite.", ("Jenkins", "Buildkite")),
        ("our ci is jenkins", "our ci is buildkite", ("jenkins", "buildkite")),
        ("My editor is Vim.", "My editor is neovim now.", ("Vim", "neovim")),
        ("The default branch is master.", "The default branch is main.", ("master", "main")),
        ("We use CircleCI.", "The company migrated to Jenkins.", ("CircleCI", "Jenkins")),
        ("We use CircleCI.", "We've migrated to Jenkins.", ("CircleCI", "Jenkins")),
        ("My gym is PureGym.", "My gym is closed for good.", ("PureGym", None)),
        ("My gym is PureGym.", "My gym closed down.", ("PureGym", None)),
        ("We use Postgres.", "We don't use Postgres.", ("Postgres", "Postgres")),
        ("I use Vim.", "I don't use Vim anymore.", ("Vim", None)),
        ("I'm vegan.", "I'm not vegan, I eat everything.", ("vegan", "vegan")),
        ("I weigh 80 kg.", "I weigh 78 kg now.", ("80 kg", "78 kg")),
        ("Our wiki is Confluence.", "Our wiki is on Notion now.", ("Confluence", "Notion")),
        ("The deadline is March 15.", "The deadline is Friday now.", ("March 15", "Friday")),
        ("My dentist is Dr. Lee.", "My dentist retired.", ("Dr. Lee", None)),
    ],
)
def test_who_and_what_it_is_now_is_heard(told: str, said: str, change: tuple[str, str | None]) -> None:
    assert retired(told, said) == [change]


@pytest.mark.parametrize("figure", ["Satan", "Voldemort", "Hitler", "Scrooge", "Wonder Woman", "Saul Goodman"])
@pytest.mark.parametrize("who", ["boss", "coach", "landlord", "lawyer", "wife"])
def test_a_figure_that_somebody_is_likened_to_is_nobody_s_name(who: str, figure: str) -> None:
    assert gone(f"My {who} is Ann.", f"my {who} is {figure}") == []
    assert gone(f"My {who} is Ann.", f"My {who} is Damian.") == ["Ann"]


def test_an_animal_may_go_by_a_figure_s_name() -> None:
    assert gone("My dog is called Rex.", "My dog is called Yoda now.") == ["Rex"]


def test_who_is_like_that_is_said_in_capitals_too() -> None:
    assert gone("Our SRE is Tomas.", "Our SRE is Exhausted.") == []
    assert gone("Our SRE is Tomas.", "Our SRE is Priya now.") == ["Tomas"]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My laptop is a ThinkPad.", "my laptop is Windows 11"),
        ("My laptop is a ThinkPad.", "My laptop is Ubuntu."),
        ("My phone is a Galaxy S22.", "My phone is Android 14."),
        ("My phone is a Pixel 7.", "My phone is Vodafone."),
    ],
)
def test_what_runs_on_a_device_is_not_which_it_is(known: str, said: str) -> None:
    assert gone(known, said) == []


def test_another_device_is() -> None:
    assert gone("My laptop is a ThinkPad.", "My laptop is a Framework.") == ["ThinkPad"]
    assert gone("My phone is a Pixel 7.", "My phone is an iPhone 15 now.") == ["Pixel 7"]
    assert gone("My operating system is Windows 11.", "My operating system is Fedora now.") == ["Windows 11"]
