"""The alignment of two lists of words is that of `difflib`, however it is found."""

from __future__ import annotations

from difflib import SequenceMatcher

from hypothesis import example, given
from hypothesis import strategies as st

from atma_overlay.state.slots.alignment import alignment

FEW = st.lists(st.sampled_from("a b c d".split()), max_size=9).map(tuple)
"""With repetitions, for the most part."""
MANY = st.lists(st.sampled_from("a b c d e f g h i j k l".split()), max_size=9, unique=True).map(tuple)


@given(first=FEW | MANY, second=FEW | MANY)
@example(first=("a", "b", "c"), second=("a", "x", "a", "b", "c"))
@example(first=("a", "b"), second=("b", "a"))
@example(first=(), second=("a",))
def test_two_lists_of_words_are_aligned_as_difflib_aligns_them(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    searched = SequenceMatcher(None, first, second, autojunk=False)
    shared = tuple(x for a, _, size in searched.get_matching_blocks() for x in first[a : a + size])
    assert alignment(first, second) == (shared, tuple(searched.get_opcodes()))


@given(
    frame=st.lists(FEW.filter(bool), min_size=1, max_size=4),
    values=st.lists(st.tuples(st.sampled_from(("x", "x y")), st.sampled_from(("p", "q p", "q"))), min_size=4),
)
@example(frame=[("a", "b"), ("a", "b")], values=[("x", "p")] * 4)
@example(frame=[("a", "b"), ("b", "a", "b"), ("a",)], values=[("x", "p q")] * 4)
def test_one_sentence_with_other_values_is_aligned_as_difflib_aligns_it(
    frame: list[tuple[str, ...]], values: list[tuple[str, str]]
) -> None:
    first, second = (
        tuple(word for part, value in zip(frame, values, strict=False) for word in (*part, *value[side].split()))
        for side in (0, 1)
    )
    searched = SequenceMatcher(None, first, second, autojunk=False)
    assert alignment(first, second)[1] == tuple(searched.get_opcodes())


@given(words=MANY, value=st.integers(0, 8), other=st.lists(st.sampled_from("x y z".split()), max_size=3, unique=True))
def test_a_sentence_and_the_same_with_another_value_share_the_rest(
    words: tuple[str, ...], value: int, other: list[str]
) -> None:
    second = (*words[:value], *other, *words[value + 1 :])
    shared, _ = alignment(words, second)
    assert shared == (*words[:value], *words[value + 1 :])
