"""The embedder without a model: stable, unit length, and good enough to find a turn by its words."""

import math
import os
import subprocess
import sys
import time

import pytest

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import InvalidInputError

SAYINGS = [
    "I lift at the gym by the station.",
    "My sister Lotte moved to Boston in April.",
    "I'm allergic to shellfish, so no prawns please.",
    "We adopted a greyhound called Biscuit.",
    "I work as a translator for a publishing house.",
    "My flight to Lisbon leaves on Thursday at six.",
    "I drive an old blue Volvo.",
    "The deploy target is now the cluster in Frankfurt.",
    "My phone number ends in 4471.",
    "I take my coffee without sugar.",
]
OPENINGS = ["I really think that", "You know,", "So today", "Well, to be honest", "Last week"]
MIDDLES = [
    "the weather went from bad to worse",
    "I need to go and get something good for dinner",
    "we watched a great film about the sea",
    "my neighbour asked me to look after the plants",
    "it was hard to find a quiet place to read",
    "the meeting took forever again",
    "I want to learn how to bake proper bread",
    "the kids painted the kitchen door green",
    "there was a long queue at the post office",
    "I finally cleaned out the garage",
    "someone left an umbrella on the train",
    "I could not get the printer to do what I want",
]
ENDINGS = [
    "which was fun.",
    "and I do like that.",
    "so let me know what you think.",
    "as usual.",
    "can you help?",
]
CHATTER = [f"{o} {m}, {e}" for o in OPENINGS for m in MIDDLES for e in ENDINGS]


def cosine(embedder: LexicalEmbedder, one: str, other: str) -> float:
    [a, b] = embedder.embed([one, other])
    return sum(x * y for x, y in zip(a, b, strict=True))


def nearest(query: str, texts: list[str]) -> str:
    embedder = LexicalEmbedder()
    wanted = embedder.sparse(query)

    def similarity(text: str) -> float:
        vector = embedder.sparse(text)
        return sum(weight * vector.get(bucket, 0.0) for bucket, weight in wanted.items())

    return max(texts, key=similarity)


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("Which gym do I go to?", 0),
        ("Where does my sister live?", 1),
        ("What food allergies do I have?", 2),
        ("What is the name of our greyhound?", 3),
        ("Do I work for a publisher?", 4),
        ("When am I flying to Lisbon?", 5),
        ("Which car am I driving?", 6),
        ("Where do we deploy to?", 7),
        ("What are the last digits of my phone number?", 8),
        ("How do I like my coffee?", 9),
    ],
)
def test_a_question_finds_the_saying_among_hundreds_of_turns(query: str, number: int) -> None:
    assert len(CHATTER) == 300
    assert nearest(query, [*CHATTER, *SAYINGS]) == SAYINGS[number]


@pytest.mark.parametrize(
    "text", ["I lift at the gym.", "Who am I?", "", "  ", "?!", "👩‍👩‍👧", "我住在上海", "a" * 5000]
)
def test_every_vector_is_a_unit_vector_of_the_dimension(text: str) -> None:
    [vector] = LexicalEmbedder(256).embed([text])
    assert len(vector) == 256
    assert math.isclose(math.hypot(*vector), 1.0)


def test_the_sparse_and_the_dense_vector_are_the_same() -> None:
    embedder = LexicalEmbedder()
    [dense] = embedder.embed(["I lift at the gym by the station."])
    assert embedder.sparse("I lift at the gym by the station.") == {i: x for i, x in enumerate(dense) if x}


def test_no_texts_have_no_vectors() -> None:
    assert LexicalEmbedder().embed([]) == []


def test_vectors_are_the_same_in_every_process() -> None:
    code = "from atma_overlay.embedding import LexicalEmbedder as E; print(E(64).sparse('I keep bees in Köln'))"
    printed = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0].strip() == printed[1].strip() == str(LexicalEmbedder(64).sparse("I keep bees in Köln"))


def test_the_name_tells_the_dimension_so_that_vectors_are_never_mixed() -> None:
    assert LexicalEmbedder().name == "lexical/1-1024"
    assert LexicalEmbedder(256).name == "lexical/1-256"
    assert LexicalEmbedder(256).dimension == 256


def test_a_dimension_is_positive() -> None:
    with pytest.raises(InvalidInputError, match="dimension: 0 is no length of a vector"):
        LexicalEmbedder(0)


def test_inflection_case_and_a_slip_of_the_finger_keep_words_near() -> None:
    embedder = LexicalEmbedder()
    assert cosine(embedder, "I was jogging", "She JOGS") > 0.5
    assert cosine(embedder, "the restaurant", "the restaurnat") > 0.2
    assert abs(cosine(embedder, "the restaurant", "an umbrella")) < 0.15


def test_stop_words_and_fillers_weigh_less_than_what_is_said() -> None:
    embedder = LexicalEmbedder()
    plain = "my dentist"
    assert cosine(embedder, plain, "who is the dentist that you really want") > cosine(
        embedder, plain, "my car and my dog"
    )


def test_a_word_repeated_does_not_drown_the_others() -> None:
    embedder = LexicalEmbedder()
    assert cosine(embedder, "tuba", "bees bees bees bees bees bees bees bees tuba") > 0.25


def test_scripts_without_spaces_share_pairs_of_signs() -> None:
    embedder = LexicalEmbedder()
    assert cosine(embedder, "我住在上海", "上海") > 0.2
    assert abs(cosine(embedder, "我住在上海", "北京")) < 0.15


def test_different_texts_without_words_have_different_vectors() -> None:
    assert LexicalEmbedder().sparse("🐝") != LexicalEmbedder().sparse("🎺")


def test_a_sentence_takes_a_fraction_of_a_millisecond() -> None:
    embedder = LexicalEmbedder()
    texts = [*CHATTER, *SAYINGS]

    def milliseconds_each() -> float:
        start = time.process_time()
        embedder.embed(texts)
        return (time.process_time() - start) * 1000 / len(texts)

    milliseconds_each()
    assert min(milliseconds_each() for _ in range(5)) < 0.6  # some 0.1 on a quiet machine
