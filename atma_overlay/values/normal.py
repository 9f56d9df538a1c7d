"""The form in which values are compared: numbers, units, money, times and dates are written in one way."""

from __future__ import annotations

import unicodedata

from atma_overlay import re2
from atma_overlay.kept import kept_short

UNITS = {
    "kg": ("kg", "kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramme", "kilogrammes"),
    "g": ("g", "gram", "grams", "gramme", "grammes"),
    "mg": ("mg", "milligram", "milligrams"),
    "lb": ("lb", "lbs", "pound weight"),
    "km": ("km", "kms", "kilometre", "kilometres", "kilometer", "kilometers"),
    "mi": ("mile", "miles", "mi"),
    "m": ("metre", "metres", "meter", "meters"),
    "cm": ("cm", "centimetre", "centimetres", "centimeter", "centimeters"),
    "mm": ("mm", "millimetre", "millimetres", "millimeter", "millimeters"),
    "l": ("litre", "litres", "liter", "liters"),
    "ml": ("ml", "millilitre", "millilitres", "milliliter", "milliliters"),
    "s": ("second", "seconds", "sec", "secs"),
    "ms": ("ms", "millisecond", "milliseconds"),
    "min": ("minute", "minutes", "min", "mins"),
    "h": ("h", "hour", "hours", "hr", "hrs"),
    "day": ("day", "days"),
    "week": ("week", "weeks"),
    "month": ("month", "months"),
    "year": ("year", "years"),
    "%": ("%", "percent", "per cent", "pct"),
    "mb": ("mb", "megabyte", "megabytes", "mib"),
    "gb": ("gb", "gigabyte", "gigabytes", "gib"),
    "tb": ("tb", "terabyte", "terabytes"),
    "eur": ("€", "euro", "euros", "eur"),
    "usd": ("$", "dollar", "dollars", "usd", "bucks"),
    "gbp": ("£", "pound", "pounds", "gbp", "quid"),
    "pence": ("p", "pence"),
    "c": ("degrees", "degree", "°c", "celsius"),
}
UNIT_OF = {word: unit for unit, spelled in UNITS.items() for word in spelled}

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
NUMBER_WORDS = {word: n for n, word in enumerate(_ONES)} | _TENS
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12,
}  # fmt: skip
_FREQUENCY = {"once": "1 time", "twice": "2 time", "thrice": "3 time"}
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"),
            ("july", "jul"), ("august", "aug"), ("september", "sep", "sept"), ("october", "oct"),
            ("november", "nov"), ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}  # fmt: skip
_MONTH_NAMES = {number: name for name, number in reversed(MONTHS.items())}
_ISO_DATE = re2.compile(r"\b((?:19|20)\d\d)-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\d|3[01])\b")
DROPPED = frozenset("a an the my our your his her its their about around roughly approximately just only".split())
_BUT_INITIALS = DROPPED - {"a"}
_INITIAL = re2.compile(r"(?:^| )a\. ?\p{L}{2}")
"""*Dr. A. Patel*: the first letter of a name, and no article."""

_TOKEN = re2.compile(
    r"\d+(?:[.,]\d+)*(?::\d\d)?\p{L}*|[€$£%]|\b\p{L}{1,2}(?:#+|-\B)|"
    r"[\p{L}\p{M}\p{N}]+(?:['’&.:_/-][\p{L}\p{M}\p{N}]+)*(?:[+-]\d+|\++)?|&"
)
"""Numbers, signs of money, letters with a sign (*A-*, *C#*), words, which may end in one (*C++*, *UTC+1*)."""
_GROUPS, _SIGNS = frozenset("abo"), ("pos", "neg", "itive", "ative")
_BLOOD = re2.compile(r"^(ab|a|b|o)[ -](?:rh )?(pos|neg)(?:itive|ative)?$")


_POWERS = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_REWORDED = frozenset({*UNIT_OF, *NUMBER_WORDS, *_ORDINALS, *_FREQUENCY, *_POWERS, *MONTHS, *DROPPED})
"""The words of letters alone that `normalise` does not leave as they are."""


def fold_case(text: str) -> str:
    """Lower case without diacritics, with plain apostrophes."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.replace("’", "'").replace("ß", "ss"))
    return "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()


@kept_short(16384)
def normalise(value: str) -> str:
    """The form in which values are compared: folded case, number words as digits, units in one spelling.

    "Twelve euros" and "€12" agree, "14 kilos" and "14 kg", "3 May" and "May 3rd", "the Shure" and "Shure".
    """
    folded = fold_case(value)
    if folded[:1] in _GROUPS and folded.endswith(_SIGNS):
        folded = _BLOOD.sub(lambda m: m.group(1) + ("+" if m.group(2) == "pos" else "-"), folded)
    plain = folded.isascii() and folded.replace(" ", "").isalpha()  # most names: words and nothing else
    if plain and _REWORDED.isdisjoint(folded.split()):
        return " ".join(folded.split())
    if "us$" in folded:
        folded = folded.replace("us$", "$")
    if "-" in folded:
        folded = _ISO_DATE.sub(lambda m: f"{m.group(3)} {_MONTH_NAMES[int(m.group(2))]} {m.group(1)}", folded)
    tokens = list(map(_fold_token, folded.split() if plain else _TOKEN.findall(folded)))
    dropped = DROPPED if "a." not in folded or _INITIAL.search(folded) is None else _BUT_INITIALS
    tokens = _join_numbers([t for t in tokens if t not in dropped] or tokens)
    tokens = _order_money_and_dates(tokens)
    return " ".join(tokens)


def _fold_token(token: str) -> str:
    if token[0].isdigit():
        digits = token.rstrip("stndrh") if token[-1] in "thdr" and token[:-2].isdigit() else token
        return _number(digits)
    if token.endswith("'s"):
        token = token[:-2]
    if token in _FREQUENCY:
        return _FREQUENCY[token]
    return UNIT_OF.get(token, "and" if token == "&" else token)


def _number(token: str) -> str:
    if ":" in token:
        return token
    for suffix, factor in (("k", 1000), ("m", 1_000_000)):
        if token.endswith(suffix) and token[:-1].replace(".", "").isdigit():
            return f"{float(token[:-1]) * factor:g}"
    split = next((i for i, c in enumerate(token) if not (c.isdigit() or c in ".,")), len(token))
    number, unit = token[:split], token[split:]
    whole = number.replace(",", "") if len(number) > 4 or "," not in number or number[-4:-3] == "," else number
    try:
        if whole.isdecimal() and len(whole) < _LONGEST_NUMBER:
            digits = whole if whole[0] == "0" and len(whole) > _DIALLED else str(int(whole))
        else:
            digits = f"{float(whole):.10g}" if whole.count(".") <= 1 and len(whole) < 15 else whole
    except ValueError:
        digits = whole
    if whole.count(".") == 1 and whole.endswith("0"):
        digits = whole
    if not unit:
        return digits
    return f"{digits} {UNIT_OF[unit]}" if unit in UNIT_OF else token


_DIALLED = 2
"""What begins with a zero and has more digits is dialled or looked up, not reckoned with."""
_LONGEST_NUMBER = 40
"""Digits from which what is written is no number that anybody reckons with."""


def _join_numbers(tokens: list[str]) -> list[str]:
    joined: list[str] = []
    for token in tokens:
        head, _, tail = token.partition("-")
        if token in NUMBER_WORDS:
            value = NUMBER_WORDS[token]
            if joined and _is_whole(joined[-1]) and int(joined[-1]) in _TENS.values() and 0 < value < 10:
                joined[-1] = str(int(joined[-1]) + value)
                continue
            joined.append(str(value))
        elif head in _TENS and tail in NUMBER_WORDS:
            joined.append(str(_TENS[head] + NUMBER_WORDS[tail]))
        elif token in _POWERS and joined and _is_whole(joined[-1]):
            joined[-1] = str(int(joined[-1]) * _POWERS[token])
        elif token in _ORDINALS:
            joined.append(f"{_ORDINALS[token]}th")
        else:
            joined.extend(token.split(" "))
    return joined


def _is_whole(token: str) -> bool:
    return token.isascii() and token.isdigit() and len(token) < _LONGEST_NUMBER


_CURRENCIES = frozenset({"eur", "usd", "gbp"})


def _order_money_and_dates(tokens: list[str]) -> list[str]:
    if "of" in tokens:  # the 4th of May
        between = [n for n in range(1, len(tokens) - 1) if tokens[n] == "of" and _is_day(tokens[n - 1], tokens[n + 1])]
        tokens = [x for n, x in enumerate(tokens) if n not in between]
    for i in range(len(tokens) - 1):
        here, after = tokens[i], tokens[i + 1]
        if here in _CURRENCIES and after[0].isdigit():
            tokens[i], tokens[i + 1] = after, here
        elif here in MONTHS and after.rstrip("th").isdigit() and len(after.rstrip("th")) <= 2:
            tokens[i], tokens[i + 1] = after.removesuffix("th"), here
    for i in range(len(tokens) - 1):
        if tokens[i + 1] in _CURRENCIES and "." in tokens[i] and tokens[i].endswith("0"):
            tokens[i] = tokens[i].rstrip("0").rstrip(".")  # 1200.00, 12.50
    out: list[str] = []
    for i, token in enumerate(tokens):
        is_month = token in MONTHS and i > 0 and tokens[i - 1].removesuffix("th").isdigit()
        if is_month:
            out[-1] = out[-1].removesuffix("th")
            out.append(f"month{MONTHS[token]}")
        else:
            out.append(token)
    return out


def _is_day(number: str, month: str) -> bool:
    return number.removesuffix("th").isdigit() and month in MONTHS
