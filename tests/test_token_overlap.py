"""Token F1 is LoCoMo's: what is dropped, what is stemmed, and how each category is scored."""

import pytest

from atma_overlay.evaluation.token_overlap import locomo_score, parts_f1, token_f1, tokens


def test_case_punctuation_articles_and_endings_make_no_difference() -> None:
    assert tokens("The Kiln, and a pair of Bowls!") == ["kiln", "pair", "of", "bowl"]
    assert token_f1("the bowls", "A bowl.") == 1


def test_an_article_within_a_word_stays() -> None:
    assert tokens("Andes theatre") == ["and", "theatr"]


def test_a_thousands_comma_and_a_hyphen_vanish() -> None:
    assert tokens("1,200 re-fired") == ["1200", "refir"]


@pytest.mark.parametrize(
    ("answer", "gold", "score"),
    [
        ("green glaze", "green glaze", 1.0),
        ("green", "green glaze", 2 / 3),
        ("a green glaze on bowls", "green glaze", 2 / 3),
        ("green green", "green", 2 / 3),
        ("blue", "green", 0.0),
        ("", "green", 0.0),
        ("the", "a", 0.0),
    ],
)
def test_f1_weighs_what_is_shared_against_both_texts(answer: str, gold: str, score: float) -> None:
    assert token_f1(answer, gold) == pytest.approx(score)


def test_parts_are_each_held_against_the_best_part_of_the_answer() -> None:
    assert parts_f1("glaze, kiln", "kiln, glaze") == 1
    assert parts_f1("kiln", "kiln, glaze") == 0.5
    assert token_f1("kiln", "kiln, glaze") == pytest.approx(2 / 3)


def test_only_multi_hop_is_scored_by_parts() -> None:
    scores = [locomo_score("kiln", "kiln, glaze", category=category) for category in (1, 2, 3, 4)]
    assert scores == pytest.approx([0.5, 2 / 3, 2 / 3, 2 / 3])


def test_the_reasons_of_an_open_domain_gold_do_not_count() -> None:
    gold = "Likely yes; he bought a kiln"
    assert locomo_score("likely yes", gold, category=3) == 1
    assert locomo_score("likely yes", gold, category=4) < 1


@pytest.mark.parametrize(
    ("answer", "score"), [("Not mentioned.", 1.0), ("No information available", 1.0), ("pottery", 0.0), ("", 0.0)]
)
def test_an_adversarial_question_wants_a_refusal(answer: str, score: float) -> None:
    assert locomo_score(answer, "pottery", category=5) == score
