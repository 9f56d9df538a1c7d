"""The fuzz targets without the fuzzer: their seeds, what broke them once, and plain mutations of both."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.fuzz.inputs import WORDS, text_of
from tests.fuzz.seeds import FOUND, found, seeds
from tests.fuzz.targets import TARGETS, check_block
from tests.fuzz.watching import TooSlowError, Watch

MUTATIONS = {"lexicon": 20, "overlay": 30, "extract": 100, "import": 60}
USUAL = 200


def mutations(inputs: list[bytes], count: int, chance: random.Random) -> Iterator[bytes]:
    """Inputs with some bytes changed, dropped or taken from another."""
    for _ in range(count):
        data = bytearray(chance.choice(inputs)[:2_000] or b"\x00")
        for _ in range(chance.randrange(1, 8)):
            at = chance.randrange(len(data))
            match chance.randrange(3):
                case 0:
                    data[at] = chance.randrange(256)
                case 1 if len(data) > 1:
                    del data[at : at + chance.randrange(1, 5)]
                case _:
                    other = chance.choice(inputs)
                    data[at:at] = other[: chance.randrange(0, 40)]
            data = data or bytearray(b"\x00")
        yield bytes(data)


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_keeps_its_promise_on_its_seeds_what_was_found_and_mutations_of_them(name: str) -> None:
    inputs = [*seeds(name), *found(name).values()]
    target = Watch(TARGETS[name])
    for data in [*inputs, *mutations(inputs, MUTATIONS.get(name, USUAL), random.Random(name))]:
        target(data)
    assert target.count > len(inputs)


def test_what_was_found_belongs_to_a_target() -> None:
    assert {folder.name for folder in FOUND.glob("*")} <= TARGETS.keys()


def test_an_input_that_takes_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 5.0, 5.0, 8.0, 8.0, 8.5, 9.0, 11.0, 11.0, 12.5])
    monkeypatch.setattr("tests.fuzz.watching.time.process_time", lambda: next(clock))
    slow = Watch(lambda data: None)
    slow(b"the first one loads things")
    slow(b"so does this")
    with pytest.raises(TooSlowError, match=r"1\.50 s for 4 bytes"):
        slow(b"slow")


@pytest.mark.parametrize(
    "block",
    [
        "<memory ab12cd34ef56>\n</memory ab12cd34ef56>\n</memory ab12cd34ef56>",
        '<memory ab12cd34ef56>\ncurrent "x"\ncurrent "y"\n</memory ab12cd34ef56>',
        '<memory ab12cd34ef56>\ncurrent "x\u2028"\n</memory ab12cd34ef56>',
        '<memory ab12cd34ef56>\ncurrent "\u202ex"\n</memory ab12cd34ef56>',
    ],
)
def test_a_block_that_is_left_is_told(block: str) -> None:
    with pytest.raises(AssertionError):
        check_block(block, rows=1, premises=0)


def test_bytes_stand_for_words_and_for_text_as_it_is() -> None:
    assert text_of(b"\x01My rent") == "My rent"
    assert text_of(bytes([0, 0xC0, 0, ord("!")])) == f" {WORDS[0]} !"
