"""How the command line reads: where *today* is, and attributes of one's own, as an overlay takes them."""

from __future__ import annotations

import pytest

from tests.cli_shell import Shell, episode

LATE = "2025-03-02T02:00:00Z"
"""Evening of the day before in Los Angeles."""
HUB = """[[attribute]]
id = "fulfilment_hub"
name = "fulfilment hub"
domain = "work_and_schedule"
values = ["place", "name"]
nouns = ["fulfilment hub"]
statements = ["ship from"]
changes = ["move fulfilment to"]
"""


def moved(shell: Shell) -> str:
    (record,) = shell("timeline", "--attribute", "home_city", "--json").json()["records"]
    return str(record["valid_from"])[:10]


@pytest.mark.parametrize(
    ("zone", "environment", "day"),
    [
        ((), {}, "2025-03-02"),
        (("--timezone", "America/Los_Angeles"), {}, "2025-03-01"),
        ((), {"ATMA_TIMEZONE": "America/Los_Angeles"}, "2025-03-01"),
        (("--timezone", "UTC"), {"ATMA_TIMEZONE": "America/Los_Angeles"}, "2025-03-02"),
    ],
)
def test_today_is_where_the_time_zone_says(
    empty: Shell, zone: tuple[str, ...], environment: dict[str, str], day: str
) -> None:
    said = empty("remember", "I moved to Leeds yesterday.", "--at", LATE, *zone, given=b"", **environment)
    assert said.code == 0, said.err
    assert moved(empty) == {"2025-03-02": "2025-03-01", "2025-03-01": "2025-02-28"}[day]


def test_attributes_of_one_s_own_are_read_where_their_file_is_named(empty: Shell) -> None:
    empty.write("shop.toml", HUB)
    empty.write("talk.jsonl", episode("e", "We ship from Rotterdam.", "We moved fulfilment to Antwerp."))
    assert empty("ingest", "talk.jsonl", "--lexicon", "shop.toml").code == 0
    read = empty("timeline", "--attribute", "fulfilment_hub", "--json").json()
    assert [(t["from_value"], t["to_value"]) for t in read["transitions"]] == [("Rotterdam", "Antwerp")]


@pytest.mark.parametrize("command", [("remember", "I live in Leeds."), ("recall", "Where do I live?"), ("audit",)])
@pytest.mark.parametrize(
    ("option", "problem"),
    [
        (("--timezone", "Nowhere/Town"), "atma: timezone: 'Nowhere/Town' is no time zone: pass a name like"),
        (("--lexicon", "none.toml"), "atma: lexicon: none.toml cannot be read (No such file or directory): pass a"),
    ],
)
def test_what_is_no_zone_or_lexicon_is_one_line_and_stores_nothing(
    shell: Shell, command: tuple[str, ...], option: tuple[str, str], problem: str
) -> None:
    before = shell.dump()
    refused = shell(*command, *option)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(problem)
    assert refused.err.count("\n") == 1
    assert shell.dump() == before
