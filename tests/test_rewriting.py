"""The scripted extractor does what models do to texts, and the same every time."""

import pytest

from atma_overlay.testing.rewriting import EVERYTHING, Rewriting, ScriptedExtractor, merged, paraphrased, split

PARAPHRASE, SPLIT, MERGE, DROP, DELAY = Rewriting
TURNS = [
    "I live in Lisbon.",
    "I keep bees. I play the tuba.",
    "My cat is called Ink.",
    "Nice weather today.",
    "I drive a van.",
    "I like tea.",
]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I live in Lisbon.", "The user said that they live in Lisbon."),
        ("I'm a nurse, and my name is Ann.", "The user said that they are a nurse, and their name is Ann."),
        ("I’ve moved; I was tired.", "The user said that they've moved; they were tired."),
        ("Call me myself, the dog is mine.", "The user said that Call them themselves, the dog is theirs."),
        ("Am I late? I am not sure.", "The user said that are they late? they are not sure."),
        ("IBM hired Imogen.", "The user said that IBM hired Imogen."),
        ("", "The user said that "),
    ],
)
def test_a_paraphrase_speaks_of_someone_else(text: str, told: str) -> None:
    assert paraphrased(text) == told


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I keep bees. I play the tuba!  Really?", ["I keep bees.", "I play the tuba!", "Really?"]),
        ("I keep bees, and I play the tuba.", ["I keep bees.", "I play the tuba."]),
        ("I left Bosch; my new job is at Siemens.", ["I left Bosch.", "my new job is at Siemens."]),
        ("I like tea, milk, and sugar.", ["I like tea, milk, and sugar."]),
        ("It costs 3.50 today.", ["It costs 3.50 today."]),
        ("", []),
    ],
)
def test_a_split_cuts_sentences_and_clauses(text: str, parts: list[str]) -> None:
    assert split(text) == parts


def test_a_merge_says_all_of_it_in_one() -> None:
    assert merged(["I keep bees.", "I play the tuba!"]) == "I keep bees; I play the tuba."


def test_the_plan_is_gone_through_turn_by_turn() -> None:
    extractor = ScriptedExtractor(EVERYTHING)
    assert [extractor(turn) for turn in TURNS] == [
        ["The user said that they live in Lisbon."],
        ["The user said that they keep bees.", "The user said that they play the tuba."],
        [],
        [],
        [],
        ["The user said that their cat is called Ink; they drive a van.", "The user said that they like tea."],
    ]
    assert extractor.rest() == []


@pytest.mark.parametrize(
    ("plan", "brought", "rest"),
    [
        ([DROP], [[], [], []], []),
        ([DELAY], [[], ["a"], ["b"]], ["c"]),
        ([MERGE, PARAPHRASE], [[], ["a; b"], []], ["c"]),
        ([MERGE], [[], [], []], ["a; b; c"]),
        ([MERGE, DROP, SPLIT], [[], [], ["a; c"]], []),
        ([DELAY, DROP, PARAPHRASE], [[], ["a"], ["c"]], []),
    ],
)
def test_what_is_held_back_comes_later_or_at_the_end(
    plan: list[Rewriting], brought: list[list[str]], rest: list[str]
) -> None:
    extractor = ScriptedExtractor(plan)

    def bare(texts: list[str]) -> list[str]:
        return [text.removeprefix("The user said that ").rstrip(".") for text in texts]

    assert [bare(extractor(text)) for text in ("a", "b", "c")] == brought
    assert bare(extractor.rest()) == rest
    assert extractor.rest() == []


def test_a_plan_names_something() -> None:
    with pytest.raises(ValueError, match="plan is empty"):
        ScriptedExtractor([])
