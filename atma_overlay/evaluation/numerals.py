"""Number words as digits: *forty-two* is 42, *two hundred and five* is 205, *sixth* is 6."""

from __future__ import annotations

from collections.abc import Iterable

_SMALL = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = """zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
    thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"""
_ORDINAL_TENS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
_VALUES = {
    word: value
    for names, values in (
        (_SMALL, range(20)),
        (_ORDINALS, range(20)),
        (_TENS, range(20, 100, 10)),
        (_ORDINAL_TENS, range(20, 100, 10)),
    )
    for word, value in zip(names.split(), values, strict=True)
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}


def digits(words: Iterable[str]) -> list[str]:
    """The words with every run of number words as one number in digits."""
    out: list[str] = []
    pending: int | None = None
    joined = False
    for word in words:
        value, scale = _VALUES.get(word), _SCALES.get(word)
        if value is not None:
            if pending is not None and _joins(pending, value):
                pending += value
            else:
                _flush(out, pending, joined=joined)
                pending = value
            joined = False
        elif scale is not None:
            if pending is None and out and out[-1].isdecimal():
                pending = int(out.pop())
            pending = _scaled(pending, scale)
            joined = False
        elif word == "and" and pending is not None and pending >= 100 and pending % 100 == 0 and not joined:
            joined = True
        else:
            _flush(out, pending, joined=joined)
            pending, joined = None, False
            out.append(word)
    _flush(out, pending, joined=joined)
    return out


def _joins(pending: int, value: int) -> bool:
    """Whether a small number goes on with the pending one: *twenty five*, *two hundred five*."""
    if pending >= 100 and pending % 100 == 0:
        return 0 < value < 100
    return pending % 100 >= 20 and pending % 10 == 0 and 0 < value < 10


def _scaled(pending: int | None, scale: int) -> int:
    if pending is None:
        return scale
    if scale == 100 and pending > 1000:
        return pending - pending % 1000 + pending % 1000 * scale
    return pending * scale


def _flush(out: list[str], pending: int | None, *, joined: bool) -> None:
    if pending is not None:
        out.append(str(pending))
    if joined:
        out.append("and")
