"""The day of a calendar that a date of the task means.

"12/07/2016" is the 7 below the heading "December 2016". It takes the date of the task as its name.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_SHORT: Final = 3
"""Letters of a month by which it is known."""
_NUMBERED: Final = re.compile(r"\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b|\b(\d{4})-(\d\d)-(\d\d)\b")
_NAME: Final = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_SPOKEN: Final = re.compile(
    rf"\b{_NAME} (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})\b"
    rf"|\b(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_NAME},? (\d{{4}})\b",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(rf"{_NAME},?\s*(\d{{4}})", re.IGNORECASE)
_BELOW: Final = 14
"""Heights of the heading within which its days lie."""


def with_days(elements: Sequence[Element], task: str) -> tuple[Element, ...]:
    """The same elements; days on the screen that the task gives as dates are named so."""
    named = list(elements)
    for said, date in dates_in(task):
        for heading in elements:
            month = _HEADING.search(heading.text)
            if month is None or _month(month[1]) != date.month or int(month[2]) != date.year:
                continue
            day = _day(elements, heading.box, date.day)
            if day is not None:
                named[day] = msgspec.structs.replace(elements[day], name=said)
    return tuple(named)


def dates_in(task: str) -> Iterator[tuple[str, datetime.date]]:
    """The dates that a task says, with its words for them.

    Numbers are month, day and year; where there is no such month, day, month and year.
    """
    for found in _NUMBERED.finditer(task):
        if found[4]:
            year, month, day = int(found[4]), int(found[5]), int(found[6])
        else:
            month, day, year = int(found[1]), int(found[2]), int(found[3])
            if month > len(_MONTHS):
                month, day = day, month
        yield from _dated(found[0], year, month, day)
    for found in _SPOKEN.finditer(task):
        first, numbers = (1, (3, 2)) if found[1] else (5, (6, 4))
        year, day = (int(found[at]) for at in numbers)
        yield from _dated(found[0], year, _month(found[first]), day)


def _dated(said: str, year: int, month: int, day: int) -> Iterator[tuple[str, datetime.date]]:
    try:
        yield said, datetime.date(year, month, day)
    except ValueError:
        # No such day: not a date, whatever else the numbers are.
        return


def _month(name: str) -> int:
    short = [month[:_SHORT] for month in _MONTHS]
    return short.index(name[:_SHORT].lower()) + 1


def _day(elements: Sequence[Element], heading: Box, day: int) -> int | None:
    """The cell of a day below a heading; days of other months around it have the same number."""
    cells = [
        index
        for index, item in enumerate(elements)
        if item.text == str(day)
        and item.role is not Role.FIELD
        and 0 < item.box.top - heading.bottom <= _BELOW * heading.height
        and abs(item.box.center.x - heading.center.x) <= _BELOW * heading.height
    ]
    if not cells:
        return None
    cells.sort(key=lambda index: (elements[index].box.center.y, elements[index].box.left))
    # The end of the month before comes first, the beginning of the next one last.
    return cells[-1] if day > 15 else cells[0]
