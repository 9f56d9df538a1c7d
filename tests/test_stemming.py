"""Stems are the same whichever threads ask for them at once."""

import inspect
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from snowballstemmer.english_stemmer import EnglishStemmer

from atma_overlay.kept import forget_texts
from atma_overlay.values.stemming import stemmed

WORDS = [f"{start}{middle}{end}" for start in ("run", "nation", "relat", "hope") for middle in ("", "al", "iz", "ful")
         for end in ("s", "ed", "ing", "ation", "ness", "ly", "ional", "iveness")]  # fmt: skip


@pytest.fixture
def impatient() -> Iterator[None]:
    """Threads take turns far more often than usual, and nothing is remembered from other tests."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    forget_texts()
    yield
    sys.setswitchinterval(before)
    forget_texts()


def test_threads_do_not_mix_their_words(impatient: None) -> None:
    alone = [inspect.unwrap(stemmed)(word) for word in WORDS]

    def all_of_them(_: int) -> list[str]:
        return [inspect.unwrap(stemmed)(word) for word in WORDS]

    with ThreadPoolExecutor(8) as pool:
        assert all(found == alone for found in pool.map(all_of_them, range(200)))


def test_the_stemmer_in_c_gives_the_stems_of_the_one_in_python() -> None:
    stems = [inspect.unwrap(stemmed)(word) for word in WORDS]
    in_python = EnglishStemmer()
    assert stems == [in_python.stemWord(word) for word in WORDS]


def test_half_a_surrogate_pair_does_no_harm() -> None:
    assert "\ud800" in inspect.unwrap(stemmed)("a\ud800bing")
