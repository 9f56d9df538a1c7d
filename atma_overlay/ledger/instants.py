"""Instants as a SQL ledger stores them: whole microseconds since 1970, which sort."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from atma_overlay.errors import InvalidInputError
from atma_overlay.kept import kept

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def instant_of(moment: datetime) -> int:
    """The stored form of an aware datetime.

    Raises:
        InvalidInputError: the datetime is naive.
    """
    if moment.tzinfo is UTC:
        return _instant_of(moment)
    if moment.tzinfo is None:
        raise InvalidInputError("instant", f"{moment!r} is naive: give it a time zone")
    return _since_epoch(moment)


def _since_epoch(moment: datetime) -> int:
    since = moment - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


_instant_of = kept(16384)(_since_epoch)
"""A write asks for a few instants some fifty times. In UTC alone: elsewhere equal datetimes may be an hour apart."""


@kept(16384)
def moment_of(instant: int) -> datetime:
    """The aware UTC datetime of a stored instant.

    Raises:
        ValueError: it lies outside of the calendar, as no stored datetime does.
    """
    try:
        return _EPOCH + timedelta(microseconds=instant)
    except OverflowError:
        raise ValueError(f"instant {instant} lies outside of the calendar") from None


def reads_alike(*moments: datetime | None) -> bool:
    """Whether each of them is the very datetime that its stored form is read as: aware, and in UTC itself."""
    for moment in moments:  # noqa: SIM110 - asked a dozen times a write, where a generator costs twice the loop
        if moment is not None and moment.tzinfo is not UTC:
            return False
    return True


def instant_or_none(moment: datetime | None) -> int | None:
    """The stored form, or None for None."""
    return None if moment is None else instant_of(moment)


def moment_or_none(instant: int | None) -> datetime | None:
    """The datetime, or None for None."""
    return None if instant is None else moment_of(instant)
