"""Tokens are the same whichever pattern reads a text, and reading stays linear."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from atma_overlay.language.grammar import tokens as module
from atma_overlay.language.grammar.tokens import tokenise

WESTERN = [chr(code) for first, last in module._WESTERN for code in range(first, last + 1)]
SPOKEN = "“”’‘…—–€£$&@#_.:/-%0123456789 \t\n\x0b\x1c\x85\xa0éßŁñaIx’sO'clock"


def read_by(pattern: re.Pattern[str], text: str) -> list[tuple[str | None, str, int]]:
    """Kind, text and place of what a pattern reads."""
    return [(m.lastgroup, m.group(), m.start()) for m in pattern.finditer(text)]


@pytest.mark.parametrize("frame", ["{}", "a{}b", "{}1", "1{}", "${}5", "a.{}", "’{}s", "{}-2"])
def test_every_western_character_is_read_as_re2_reads_it(frame: str) -> None:
    western = module._western()[1]
    for character in WESTERN:
        text = frame.format(character)
        assert read_by(western, text) == read_by(module._TOKEN, text), text


@settings(max_examples=500, deadline=None)
@given(st.text(st.one_of(st.sampled_from(SPOKEN), st.sampled_from(WESTERN)), max_size=60))
def test_western_text_is_read_as_re2_reads_it(text: str) -> None:
    assert read_by(module._western()[1], text) == read_by(module._TOKEN, text)


def test_text_beyond_the_western_characters_is_left_to_re2() -> None:
    assert module._reader_of("ich bin in Köln – seit ’22 🙂") is module._western()[1]
    assert module._reader_of("мой дом") is module._TOKEN
    assert [x.text for x in tokenise("мой дом в Köln")] == ["мой", "дом", "в", "Köln"]


@settings(max_examples=500, deadline=None)
@given(st.text(st.sampled_from('“”\n" a.I1é'), max_size=30))
@example("“a ”b“ c\n“ d”")
@example("””“““")
def test_a_quotation_that_is_never_closed_is_read_as_if_it_were_followed(text: str) -> None:
    mended = module._openings_closed(text)
    assert len(mended) == len(text)
    places = [(kind, start, start + len(said)) for kind, said, start in read_by(module._TOKEN, mended)]
    assert places == [(kind, start, start + len(said)) for kind, said, start in read_by(module._TOKEN, text)]
    assert "".join("".join(x.text for x in tokenise(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("piece", ["“", "é", "a’", "é.", "1.", "€1.", "“" + "a" * 300 + " ", "–", "’s", "é-"])
def test_the_cost_of_western_text_grows_with_its_length_and_no_faster(piece: str) -> None:
    def seconds(characters: int) -> float:
        text = (piece * (characters // len(piece) + 1))[:characters]
        taken = []
        for _ in range(4):
            started = time.process_time()
            tokenise(text)
            taken.append(time.process_time() - started)
        return min(taken)

    assert seconds(16_000) < 40 * max(seconds(2_000), 0.0005)  # eight times as long: 8 if linear, 64 if quadratic
