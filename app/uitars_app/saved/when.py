"""A schedule as a person says it, and as crontab(5) writes it. Knows no widgets."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import islice
from typing import Final, Literal

import msgspec
from cronsim import CronSim, CronSimError

Kind = Literal["hand", "hours", "daily", "weekdays", "days", "cron"]
KINDS: tuple[Kind, ...] = ("hand", "hours", "daily", "weekdays", "days", "cron")
HOURS = (1, 2, 3, 4, 6, 8, 12)
"""Distances that divide a day: another one would begin anew at midnight."""
_FIELDS = 5
_AT = re.compile(r"(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|[0-7](?:,[0-7])*)")
_EVERY = re.compile(r"(\d{1,2}) \*(?:/(\d{1,2}))? \* \* \*")


class _Here(tzinfo):
    """The time on this computer's clock, with its summers: Python by itself knows the offset of an
    instant, and a schedule needs that of each of its times."""

    def utcoffset(self, at: datetime | None) -> timedelta | None:
        return None if at is None else at.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, at: datetime | None) -> timedelta | None:
        return None

    def tzname(self, at: datetime | None) -> str | None:
        return None

    def fromutc(self, at: datetime) -> datetime:
        # It says of an hour that comes twice in autumn which one it is.
        return datetime.fromtimestamp(at.replace(tzinfo=UTC).timestamp()).replace(tzinfo=self)


_HERE: Final = _Here()


class When(msgspec.Struct, frozen=True):
    """When a task starts by itself."""

    kind: Kind = "hand"
    hour: int = 9
    minute: int = 0
    every: int = 1
    """Hours between two starts."""
    days: tuple[int, ...] = ()
    """Days of the week, 1 for Monday to 7 for Sunday."""
    cron: str = ""
    """Minute, hour, day of the month, month, day of the week: for those who know it."""

    @property
    def schedule(self) -> str:
        """As crontab(5) writes it; empty: only by hand, or no day is chosen."""
        at = f"{self.minute} {self.hour} * *"
        match self.kind:
            case "hand":
                return ""
            case "hours":
                return f"{self.minute} {'*' if self.every == 1 else f'*/{self.every}'} * * *"
            case "daily":
                return f"{at} *"
            case "weekdays":
                return f"{at} 1-5"
            case "days":
                return f"{at} {','.join(map(str, self.days))}" if self.days else ""
            case "cron":
                return " ".join(self.cron.split())


def read(schedule: str) -> When:
    """The schedule of a task as it can be picked; what cannot be picked stays as it is written."""
    plain = " ".join(schedule.split())
    if not plain:
        return When()
    at, every = _AT.fullmatch(plain), _EVERY.fullmatch(plain)
    if at is not None and int(at[1]) < 60 and int(at[2]) < 24:
        base = When(minute=int(at[1]), hour=int(at[2]))
        if at[3] in ("*", "1-5"):
            kind: Kind = "daily" if at[3] == "*" else "weekdays"
            return msgspec.structs.replace(base, kind=kind)
        days = tuple(sorted({int(day) or 7 for day in at[3].split(",")}))
        return msgspec.structs.replace(base, kind="days", days=days)
    if every is not None and int(every[1]) < 60 and int(every[2] or 1) in HOURS:
        return When("hours", minute=int(every[1]), every=int(every[2] or 1))
    return When("cron", cron=plain)


def times(schedule: str, after: datetime) -> CronSim:
    """The times at which a schedule starts anything. Raises `CronSimError` for one that is none."""
    if len(schedule.split()) != _FIELDS:
        raise CronSimError("Wrong number of fields")  # the library takes a sixth, of seconds
    return CronSim(schedule, after)


def starts(schedule: str, after: datetime, count: int = 5) -> list[datetime]:
    """The next times at which it starts, as the clock here shows them; none for a schedule that is
    none. As cron does it, a time of day that spring leaves out is the first one there is after it,
    one that comes twice in autumn counts once, and what starts every hour does so in both."""
    if not schedule:
        return []
    begin = after.astimezone(UTC)
    try:
        found = times(schedule, begin.astimezone(_HERE))
        # In the second of two hours alike it begins with times of the first.
        return list(islice((at for at in found if at.astimezone(UTC) > begin), count))
    except CronSimError:
        return []
