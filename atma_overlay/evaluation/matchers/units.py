"""Units, currencies and scales in one form, so that *5 hrs* is *5 hours* and *$2 million* is *2,000,000 dollars*."""

from __future__ import annotations

from decimal import Decimal

_ALIASES = """
second: s sec secs second seconds
minute: min mins minute minutes
hour: h hr hrs hour hours
day: day days
week: wk wks week weeks
month: month months
year: yr yrs year years
dollar: $ usd dollar dollars buck bucks
euro: € eur euro euros
pound sterling: £ gbp quid
percent: % percent pct
kilometre: km kms kilometre kilometres kilometer kilometers
metre: metre metres meter meters
centimetre: cm centimetre centimetres centimeter centimeters
millimetre: mm millimetre millimetres millimeter millimeters
mile: mi mile miles
foot: ft foot feet
inch: inch inches
kilogram: kg kgs kilo kilos kilogram kilograms
gram: g gram grams gramme grammes
milligram: mg milligram milligrams
pound: lb lbs pound pounds
ounce: oz ounce ounces
litre: l litre litres liter liters
millilitre: ml millilitre millilitres milliliter milliliters
kilobyte: kb
megabyte: mb
gigabyte: gb
terabyte: tb
mile an hour: mph
kilometre an hour: kph kmh
"""
UNITS = {alias: unit for line in _ALIASES.strip().splitlines() for unit, _, names in [line.partition(": ")]
         for alias in names.split()}  # fmt: skip
"""The unit by every name that it goes by."""

SCALES = {
    "k": Decimal(1000),
    "hundred": Decimal(100),
    "thousand": Decimal(1000),
    "grand": Decimal(1000),
    "m": Decimal(1_000_000),
    "mn": Decimal(1_000_000),
    "million": Decimal(1_000_000),
    "bn": Decimal(1_000_000_000),
    "billion": Decimal(1_000_000_000),
    "trillion": Decimal(1_000_000_000_000),
    "dozen": Decimal(12),
}
"""What a word or letter behind a number multiplies it by."""

TIGHT_SCALES = frozenset({"k", "m", "mn", "bn"})
"""The letters among them: they count only where they touch their number."""

CURRENCIES = frozenset({"$", "€", "£"})

_SHARED = {frozenset({"pound", "pound sterling"})}
"""*Pounds* may be money: it differs neither from £ nor from lb."""


def compatible(one: str | None, other: str | None) -> bool:
    """Whether two units can be the same: a missing one says nothing."""
    return one is None or other is None or one == other or frozenset({one, other}) in _SHARED
