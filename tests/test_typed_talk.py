"""What is typed in haste is read as it would be written with care, and kept as it was typed."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.typed import spelled_out
from tests.dated_worlds import ME
from tests.overlay_worlds import told

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
DATA = Path(__file__).parent / "data" / "language"
_CONTRACTION = re.compile(
    r"\b(i['’]m|[a-z]+['’]ve|(?:he|she|that)['’]s|(?:do|does|did|is|are|was|have|has)n['’]t)\b", re.I
)


def _texts(found: object) -> list[str]:
    if isinstance(found, str):
        return [found] if 8 < len(found) < 300 else []
    values = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    return [text for value in values for text in _texts(value)]


def _contracted() -> list[str]:
    files = sorted(DATA.glob("*.jsonl"))
    said = {text for f in files for line in f.read_text("utf-8").splitlines() for text in _texts(json.loads(line))}
    return sorted(x for x in said if _CONTRACTION.search(x))


SAID = _contracted()


def _typed(text: str) -> str:
    """The text without the apostrophes of those contractions that are no other word without them."""

    def bare(match: re.Match[str]) -> str:
        word = re.sub("['’]", "", match.group())
        return match.group() if spelled_out(word) is None else word

    return _CONTRACTION.sub(bare, text)


def _found(text: str) -> list[tuple[object, ...]]:
    found = default_extractor().extract(text, speaker="user", at=AT).candidates
    return [
        (c.part, c.act, c.subject, c.attribute, c.norm.replace("'", ""), c.affirmed, c.valid_to, c.change, c.confidence)
        for c in found
    ]


@pytest.mark.parametrize("part", range(8))
def test_a_text_says_the_same_without_its_apostrophes(part: int) -> None:
    read = [(x, _typed(x)) for x in SAID[part::8]]
    assert len(read) > 100
    assert [x for x, typed in read if _found(typed) != _found(x)] == []


@given(st.text(alphabet="imveydontsubc'’. ,\n“”IV", max_size=60))
def test_what_is_found_is_in_the_words_that_were_typed(text: str) -> None:
    said = f"im vegan, ive moved to Leeds bc {text} u know. My dentist is Dr Shah and we dont use Slack"
    for c in default_extractor().extract(said, speaker="user", at=AT).candidates:
        assert 0 <= c.span[0] <= c.span[1] <= len(said)
        assert c.evidence in said


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("im vegan", ("diet", "vegan")),
        ("Im on keto since january", ("diet", "keto")),
        ("ive moved to Leeds bc of work", ("home_city", "Leeds")),
        ("my daughter is allergic to eggs, im allergic to penicillin", ("allergy", "penicillin")),
        ("my email is a@example.com", ("email", "a@example.com")),
        ("email me at bob+lists@example.com.", ("email", "bob+lists@example.com")),
    ],
)
def test_it_is_kept_as_it_was_typed(said: str, kept: tuple[str, str]) -> None:
    found = {(r.attribute, r.value): r for r in told(said).timeline().records}
    assert kept in found
    assert found[kept].evidence in said


@pytest.mark.parametrize(
    ("said", "change"),
    [
        (("I'm vegan.", "im not vegan anymore"), ("vegan", None)),
        (("we use Slack", "we dont use slack any more"), ("Slack", None)),
        (("My sister lives in Oslo.", "shes moved to Bergen"), ("Oslo", "Bergen")),
        (
            ("my email is r@example.com", "my email changed btw, its r@example.org now"),
            ("r@example.com", "r@example.org"),
        ),
        (("I've given up coffee", "I drink coffee"), None),
        (("I drink coffee", "ive given up coffee"), ("coffee", None)),
    ],
)
def test_it_changes_what_it_would(said: tuple[str, ...], change: tuple[str, str | None] | None) -> None:
    applied = [(t.from_value, t.to_value) for t in told(*said).timeline().transitions if t.state == "applied"]
    assert applied == ([] if change is None else [change])


@pytest.mark.parametrize(
    "said",
    [
        "Ich wohne im Norden und bin im Urlaub",
        "Im Norden regnet es nicht",
        "Le livre dont je parle est la",
        "It was built in 500 BC",
        "send me an IM",
        "the dog wagged its tail",
        "its colour is red",
        "see example.com/im or @im",
        "My boss is Jony Ive.",
        "My dentist is Dr Im.",
        "My favourite movie is Dont Look Up",
        "İm vegan",
        "heſ vegan",
        "Acme moved its about page, its now defunct Leeds office is closed",
    ],
)
def test_words_that_are_no_contraction_stay_what_they_are(said: str) -> None:
    assert spelled_out(said) is None


@pytest.mark.parametrize(
    ("query", "outdated"),
    [
        ("im vegetarian, what should i cook", True),
        ("since ive got a Golf, which tyres fit", True),
        ("my sister says shes vegetarian, what do i cook", False),
        ("Bob said: im vegetarian. What do I answer?", False),
    ],
)
def test_a_query_is_read_likewise(query: str, outdated: bool) -> None:
    world = told("I'm vegetarian.", "I drive a Golf.", "I'm vegan now.", "I sold the Golf.")
    premises = world.overlay.recall(query, scope=ME).premises
    assert any(p.verdict == "outdated" for p in premises) is outdated
