"""Reading in the user's time zone: *today* and *last Tuesday* are days where the user is.

The rules read one calendar, that of UTC. A sentence is read at the wall clock of the zone, and the instants that come
out are then those of that wall clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from atma_overlay.errors import InvalidInputError
from atma_overlay.language.candidates import Found
from atma_overlay.language.queries.view import ViewRequest

__all__ = ["WallClock", "zone_named"]


def zone_named(name: str | tzinfo | None) -> tzinfo:
    """A time zone by its IANA name, or as it is; UTC for None.

    Raises:
        InvalidInputError: there is no such zone, or it cannot tell what its clock shows.
    """
    if name is None:
        return UTC
    if isinstance(name, ZoneInfo | timezone):
        return name
    if isinstance(name, tzinfo):
        _try(name)
        return name
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInputError("timezone", f"{name!r} is no time zone: pass a name like 'Europe/Berlin'") from None


def _try(zone: tzinfo) -> None:
    noon = datetime(2000, 1, 1, 12, tzinfo=UTC)
    try:
        known = noon.astimezone(zone).utcoffset() is not None and noon.replace(tzinfo=zone).utcoffset() is not None
    except Exception as error:  # whatever somebody's own class raises
        problem = f"cannot tell what its clock shows ({type(error).__name__}): pass a name like 'Europe/Berlin'"
        raise InvalidInputError("timezone", problem) from error
    if not known:
        raise InvalidInputError("timezone", "knows no offset from UTC: pass a name like 'Europe/Berlin'")


@dataclass(frozen=True, slots=True)
class WallClock:
    """An instant on the clock of a zone, and the way back.

    Attributes:
        at: the instant, aware.
        zone: where the speaker is.
    """

    at: datetime
    zone: tzinfo

    @property
    def reading(self) -> datetime:
        """What the clock shows, as the rules read it."""
        return _moved(self.at, self.zone).replace(tzinfo=UTC)

    def instant(self, shown: datetime) -> datetime:
        """The instant at which the clock shows that; of the hour that a clock shows twice, the first."""
        if shown == self.reading:
            return self.at.astimezone(UTC)
        return _moved(shown.replace(tzinfo=self.zone, fold=0), UTC).replace(tzinfo=UTC)

    def found(self, found: Found) -> Found:
        """What was read off the clock, at its instants."""
        if self.zone is UTC:
            return found
        moved = tuple(
            replace(c, valid_from=self.instant(c.valid_from), valid_to=c.valid_to and self.instant(c.valid_to))
            for c in found.candidates
        )
        return replace(found, candidates=moved)

    def request(self, request: ViewRequest) -> ViewRequest:
        """Likewise, of a query."""
        if self.zone is UTC:
            return request
        period = request.period and (self.instant(request.period[0]), self.instant(request.period[1]))
        return replace(request, as_of=request.as_of and self.instant(request.as_of), period=period)


def _moved(at: datetime, zone: tzinfo) -> datetime:
    """The instant on a zone's clock; as it is where that would leave the calendar."""
    try:
        return at.astimezone(zone)
    except OverflowError:
        return at
