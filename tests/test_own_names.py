"""Other names of values that a user's lexicon adds: used wherever those of the lists are, and by its overlay alone."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from atma_overlay import InvalidInputError, Lexicon, Overlay
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Judge, Judged
from atma_overlay.language.extract import RulesExtractor, default_extractor
from atma_overlay.state.pairs.adjudication import RulesLinker
from atma_overlay.testing.scripted_model import ScriptedModel
from atma_overlay.threads.outdated import Conversation, Said, outdated_in
from atma_overlay.values.sameness import same_value
from tests.dated_worlds import FIRST, ME
from tests.judge_worlds import told as judged
from tests.reading_worlds import ask, told, tracked, verdicts

FILE = """
[names]
"Port Talbot" = ["Aberavon", "PT"]
"Kestrel Database" = ["KDB2"]
"Harbour House Insurance" = ["HHI", "the Harbour"]
"""


@pytest.fixture
def mine(tmp_path: Path) -> Lexicon:
    path = tmp_path / "names.toml"
    path.write_text(FILE, encoding="utf-8")
    return Lexicon.load(path)


def records(lexicon: Lexicon | None, *texts: str) -> list[tuple[str, str, str]]:
    held = told(*texts, lexicon=lexicon).overlay.timeline(scope=ME).records
    return [(r.attribute, r.value, r.status.value) for r in held]


def home_records(lexicon: Lexicon | None, *texts: str) -> list[tuple[str, str]]:
    return [(value, status) for attribute, value, status in records(lexicon, *texts) if attribute == "home_city"]


@pytest.mark.parametrize(
    ("first", "second"), [("Port Talbot", "Aberavon"), ("Aberavon", "Port Talbot"), ("Aberavon", "PT")]
)
def test_what_is_said_again_by_another_name_is_the_same_value(first: str, second: str, mine: Lexicon) -> None:
    assert home_records(mine, f"I live in {first}.", f"I live in {second} now.") == [(first, "active")]


def test_a_value_stays_as_it_was_said(mine: Lexicon) -> None:
    (row,) = ask(told("I live in Aberavon.", lexicon=mine), "Where do I live?").rows
    assert row.value == "Aberavon"


def test_what_is_replaced_may_be_told_by_another_name(mine: Lexicon) -> None:
    said = "Our database is Kestrel Database.", "We migrated the database from KDB2 to Postgres."
    assert ("database", "Kestrel Database", "superseded") in records(mine, *said)
    said = "Our database is KDB2.", "We migrated the database from KDB2 to Postgres."
    assert ("database", "KDB2", "superseded") in records(mine, *said)


@pytest.mark.parametrize(
    "end", ["I left Aberavon.", "I moved out of Aberavon.", "I moved from Aberavon to Cork.", "I no longer live there."]
)
def test_what_ends_by_the_name_that_it_was_told_by_ends_with_the_names_as_without(end: str, mine: Lexicon) -> None:
    said = "I live in Aberavon.", end
    assert home_records(mine, *said) == home_records(None, *said)


@pytest.mark.parametrize(
    ("said", "query", "expected"),
    [
        (("I live in Port Talbot.", "I moved to Cork."), "Since I live in Aberavon, which gym?",
         [("Aberavon", "outdated")]),
        (("I live in Aberavon.", "I moved to Cork."), "Since I live in Port Talbot, which gym?",
         [("Port Talbot", "outdated")]),
        (("I live in Cork.", "I moved to Aberavon."), "Since I live in Port Talbot, which gym?",
         [("Port Talbot", "supported")]),
        (("I live in Port Talbot.", "I moved to Cork.", "I moved to Aberavon."), "As I live in PT, which gym?",
         [("PT", "supported")]),
        (("I live in Port Talbot.", "I moved to Cork."), "Which train goes to Aberavon?", []),
        (("I live in Port Talbot.", "I moved to Cork."), "Since my sister lives in Aberavon, what to see?", []),
        (("I live in Port Talbot.", "I moved to Cork."), "Since I see my pt at home, how often?", []),
        (("My insurer is HHI.", "My insurer is Geico now."), "Since my insurer is Harbour House Insurance, who pays?",
         [("Harbour House Insurance", "outdated")]),
    ],
)  # fmt: skip
def test_a_premise_is_known_by_all_names(
    said: tuple[str, ...], query: str, expected: list[tuple[str, str]], mine: Lexicon
) -> None:
    assert verdicts(ask(told(*said, lexicon=mine), query)) == expected


def test_what_was_said_under_another_name_is_found(mine: Lexicon) -> None:
    world = told("I live in Port Talbot.", "My cat is Tom.", lexicon=mine)
    assert "Port Talbot" in [value for _, value in tracked(ask(world, "Anything new about Aberavon?", limit=20))]


@pytest.mark.parametrize(
    ("reply", "outdated"),
    [
        ("As you live in Aberavon, try the lido.", True),
        ("As you live in Cork, try the lido.", False),
        ("The train to Aberavon takes an hour.", False),
    ],
)
def test_a_reply_that_repeats_what_is_over_by_another_name_is_outdated(
    reply: str, outdated: bool, mine: Lexicon
) -> None:
    overlay = told("I live in Port Talbot.", "I moved to Cork.", lexicon=mine).overlay
    said = Conversation([Said(reply)], ME, RulesLinker(), mine, FIRST + timedelta(days=90))
    (found,) = overlay.ledger.read(ME, lambda reader: outdated_in(reader, said))
    assert bool(found) is outdated


def test_a_rule_waits_for_a_value_by_any_of_its_names(mine: Lexicon) -> None:
    said = "I live in Cork.", "If I move to Aberavon I'll take the ferry to work.", "I moved to Port Talbot."
    assert ("commute_mode", "ferry", "active") in records(mine, *said)
    assert ("commute_mode", "ferry", "active") not in records(None, *said)


def test_a_value_that_a_person_mends_may_have_another_name(mine: Lexicon) -> None:
    world = told("I live in Cork.", lexicon=mine)
    (record,) = world.overlay.timeline(scope=ME).records
    world.overlay.correct(record.id, "Aberavon", scope=ME)
    world.overlay.remember("I live in Port Talbot.", scope=ME)
    open_ones = [r.value for r in world.overlay.timeline(scope=ME).records if r.status.value == "active"]
    assert open_ones == ["Aberavon"]


@pytest.mark.parametrize(("knows", "contested"), [(True, 0), (False, 1)])
def test_a_judge_s_statement_may_have_another_name(knows: bool, contested: int, mine: Lexicon) -> None:
    answer = Judged(
        statements=(judged("Harbour House Insurance", evidence="at Harbour House Insurance", slot="employer"),)
    )
    overlay = Overlay(
        MemoryHost(), ledger="memory://", on_error="raise", lexicon=mine if knows else None,
        judge=Judge(ScriptedModel([Judged(), answer], name="scripted:judge")),
    )  # fmt: skip
    overlay.remember("I work at HHI.", scope=ME, observed_at=FIRST)
    overlay.remember("Lunch at Harbour House Insurance is free.", scope=ME, observed_at=FIRST + timedelta(days=9))
    (first, *_) = [r for r in overlay.timeline(scope=ME).records if r.value == "HHI"]
    assert len(first.contested_with) == contested


def test_no_other_overlay_knows_the_names(mine: Lexicon) -> None:
    said = "I live in Port Talbot.", "I live in Aberavon now."
    assert home_records(mine, *said) == [("Port Talbot", "active")]
    assert home_records(None, *said) == [("Port Talbot", "superseded"), ("Aberavon", "active")]
    assert not same_value("port talbot", "aberavon")
    assert default_extractor().lexicon.names.written == frozenset()


def test_names_add_to_those_of_the_lists(tmp_path: Path) -> None:
    path = tmp_path / "names.toml"
    path.write_text('[names]\n"New York City" = ["NYC", "Gotham"]', encoding="utf-8")
    lexicon = Lexicon.load(path)
    for first, second in (("NYC", "Gotham"), ("Gotham", "NYC"), ("Gotham", "New York City")):
        assert home_records(lexicon, f"I live in {first}.", f"I live in {second} now.") == [(first, "active")]


def test_files_add_names_to_one_another(tmp_path: Path) -> None:
    for name, other in (("a", "Aberavon"), ("b", "Steeltown")):
        (tmp_path / f"{name}.toml").write_text(f'[names]\n"Port Talbot" = ["{other}"]', encoding="utf-8")
    lexicon = Lexicon.load(tmp_path / "a.toml", tmp_path / "b.toml")
    assert home_records(lexicon, "I live in Aberavon.", "I live in Steeltown now.") == [("Aberavon", "active")]


def test_what_is_found_has_the_norm_of_the_usual_name(mine: Lexicon) -> None:
    found = RulesExtractor(mine).extract("I live in Aberavon.", speaker="user", at=FIRST)
    assert [(c.value, c.norm) for c in found.candidates] == [("Aberavon", "port talbot")]


@pytest.mark.parametrize(
    ("text", "where", "remedy"),
    [
        ("[names]\nHub = 3", "names.Hub", "write a list"),
        ("names = 3", "names", "write a table"),
        ('[names]\n"Port Talbot" = []', "names.Port Talbot", 'write one at least, "Port Talbot" = ["…"]'),
        ('[names]\n"Port Talbot" = [" "]', "names.Port Talbot.0", "at least one letter"),
        ('[names]\n"Port Talbot" = ["port  talbot"]', "names.Port Talbot: 'port  talbot'", "leave it out"),
        ('[names]\n"Port Talbot" = ["the"]', "names.Port Talbot: 'the'", "a word that is no article"),
        ('[names]\nAcme = ["AC"]\nApex = ["AC"]', "names.Apex: 'AC'", "of 'Acme' already: list it once"),
        ('[names]\nAcme = ["Apex"]\nApex = ["AC"]', "names.Apex: 'Apex'", "of 'Acme' already: list it once"),
        ('[names]\n"New York City" = ["Gotham"]\nNYC = ["Big Town"]', "names.NYC: 'NYC'", "of 'New York City' already"),
    ],
)  # fmt: skip
def test_names_that_mean_nothing_are_refused_with_the_place_and_the_remedy(
    text: str, where: str, remedy: str, tmp_path: Path
) -> None:
    path = tmp_path / "names.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInputError) as refused:
        Lexicon.load(path)
    problem = refused.value.problem
    assert problem.startswith(f"{path}: {where}")
    assert remedy in problem
    assert "\n" not in problem
