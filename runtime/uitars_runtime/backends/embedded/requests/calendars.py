"""The month that a field for dates opens: its pages are turned and a day of it is clicked, as a
person does. Pure.

Not here: dates that are typed, and whether the field shows one afterwards (`forms.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from itertools import pairwise
from typing import Final, NamedTuple

from uitars_runtime.backends.embedded.network.layout import reading_order
from uitars_runtime.backends.embedded.requests.entry import unseen
from uitars_runtime.element import Element
from uitars_runtime.forms.form import DATE
from uitars_runtime.geometry import Point, union

_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_LETTERS: Final = 3
"""Of a month's name that stand for it."""
_DAYS: Final = 31
_FEWEST: Final = 20
"""Days that are read of a month at least: eyes miss some. Ours."""
_ABOVE: Final = 4
"""Heights of a week within which a month's name stands above its days. Ours."""
_CLICKS: Final = 30
"""On an open month at most. Ours."""
_NUMBERS: Final = re.compile(r"(?<!\d)(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\d)")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DAY: Final = re.compile(r"([0-3]?\d)(?:st|nd|rd|th)?")
_WORD: Final = re.compile(r"[^\s,.]+")
_BETWEEN: Final = frozenset({"the", "of", "on"})
_WEEK: Final = frozenset({"mon", "tue", "wed", "thu", "fri", "sat", "sun"})
"""Beginnings of what days are called."""
_ONWARD: Final = frozenset({"forward", "next", "right", ">", "›", "»", "→", "▶"})
_BACK: Final = frozenset({"back", "backward", "previous", "prev", "left", "<", "‹", "«", "←", "◀"})


class Date(NamedTuple):
    """A day; which year is not always said."""

    month: int
    day: int
    year: int | None = None

    def fits(self, other: Date) -> bool:
        """Whether both may be the same."""
        years = {self.year, other.year} - {None}
        return (self.month, self.day) == (other.month, other.day) and len(years) <= 1


class Picker:
    """What a click on a field for a date opened."""

    def __init__(self, wanted: tuple[Date, ...], held: str, before: Sequence[Element]) -> None:
        """`wanted`: what its value may say, the likeliest first; `held`: what the field showed, and
        `before`: what was seen, before the click."""
        self.held = held
        self._wanted, self._before = wanted, tuple(before)
        self._clicks = 0
        self._turned: tuple[int, int] | None = None

    def is_shown(self, held: str) -> bool:
        """Whether a field holds the date, however it is written."""
        return any(one.fits(other) for one in self._wanted for other in dates(held))

    def next(self, elements: Sequence[Element]) -> Point | None:
        """Where to click next: on the day, or on what turns the page; None where there is no month,
        or none that turns."""
        month = _month_in([*unseen(elements, self._before)])
        if month is None or self._clicks >= _CLICKS or month.at == self._turned:
            return None
        self._clicks += 1
        date = min(self._wanted, key=lambda one: one.month != month.number)
        year = date.year or month.year + (date.month < month.number)  # a day that is to come
        if (year, date.month) == month.at:
            return month.days.get(date.day)
        self._turned = month.at
        return month.onward if (year, date.month) > month.at else month.back

    @property
    def is_open(self) -> bool:
        """Whether a month was seen so far."""
        return self._clicks > 0


class _Month(NamedTuple):
    """An open month."""

    year: int
    number: int
    days: Mapping[int, Point]
    back: Point
    onward: Point
    """What turns its page."""

    @property
    def at(self) -> tuple[int, int]:
        """Its place among all."""
        return self.year, self.number


def dates(said: str) -> tuple[Date, ...]:
    """What words that are a date and no more may say, the likeliest first: "4 December", "Fri, Dec
    4th, 2026", "2026-12-04", and "12/04/2026", which has the day first in most countries and the
    month in some."""
    if (numbers := _NUMBERS.fullmatch(said.strip())) is not None:
        return tuple(_in_numbers(*(numbers[at] for at in (1, 3, 4, 2))))
    words = [word.casefold() for word in _WORD.findall(said)]
    words = [word for word in words if word not in _BETWEEN and word[:_LETTERS] not in _WEEK]
    months = list(filter(None, map(_month, words)))
    years = [int(word) for word in words if _YEAR.fullmatch(word)]
    days = [int(found[1]) for word in words if (found := _DAY.fullmatch(word))]
    if len(months) != 1 or len(days) != 1 or len(years) > 1 or not 1 <= days[0] <= _DAYS:
        return ()
    whole = len(words) == len(months) + len(days) + len(years)
    return (Date(months[0], days[0], years[0] if years else None),) if whole else ()


def as_written(said: str, shown: str) -> str:
    """A date as the letters in its field say that it is written there ("dd.mm.yyyy"); what is said
    in figures stays."""
    form = DATE.fullmatch(shown.strip())
    letters = [form[part][:1].casefold() for part in ("first", "second", "third")] if form else []
    found = dates(said)
    in_figures = _NUMBERS.fullmatch(said.strip())
    if form is None or sorted(letters) != ["d", "m", "y"] or in_figures or not found:
        return said
    date = found[0]
    year = date.year or _coming(date)
    parts = {"d": f"{date.day:02}", "m": f"{date.month:02}", "y": f"{year}"}
    return form["mark"].join(parts[letter] for letter in letters)


def _coming(date: Date) -> int:
    """The year in which a day is to come."""
    today = datetime.now().astimezone().date()
    return today.year + ((date.month, date.day) < (today.month, today.day))


def _in_numbers(one: str, two: str, three: str, mark: str) -> Iterator[Date]:
    first, second, third = int(one), int(two), int(three)
    if len(one) == len("2026"):
        orders = [(second, third, first)]
    elif len(three) not in (len("26"), len("2026")):
        return
    else:
        year = third if len(three) == len("2026") else 2000 + third
        orders = [(first, second, year), (second, first, year)]
        if mark == ".":
            orders.reverse()
    for month, day, year in dict.fromkeys(orders):
        if 1 <= month <= len(_MONTHS) and 1 <= day <= _DAYS:
            yield Date(month, day, year)


def _month(word: str) -> int | None:
    """The month that a word in small letters names, whole or short; eyes may have missed its first
    or last letter."""
    for number, name in enumerate(_MONTHS, 1):
        misread = len(word) > _LETTERS and word in (name[1:], name[:-1])
        if misread or word in (name, name[:_LETTERS], name[: _LETTERS + 1]):
            return number
    return None


def _month_in(elements: Sequence[Element]) -> _Month | None:
    """The month among what was opened, if there is one."""
    numbers = [one for one in elements if one.text.isdigit() and 1 <= int(one.text) <= _DAYS]
    days = _of_month([numbers[at] for at in reading_order([one.box for one in numbers])])
    if len(days) < _FEWEST:
        return None
    box = reduce(union, (one.box for one in numbers))
    down = sorted(one.box.center.y for one in days.values())
    high = max(later - before for before, later in pairwise(down))
    above = [
        one
        for one in elements
        if 0 < box.top - one.box.center.y <= _ABOVE * high
        and box.left - high <= one.box.center.x <= box.right + high
    ]
    words = [one for one in above if _YEAR.search(one.text) or _named(one) is not None]
    number = next(filter(None, map(_named, words)), None)
    year = next((found[0] for one in words if (found := _YEAR.search(one.text))), None)
    if number is None or year is None:
        return None
    title = reduce(union, (one.box for one in words)).center
    beside = [
        one for one in above if one not in words and abs(one.box.center.y - title.y) < high / 2
    ]
    places = {day: one.box.center for day, one in days.items()}
    return _Month(int(year), number, places, *_arrows(beside, title, [*places.values()]))


def _of_month(numbers: Sequence[Element]) -> dict[int, Element]:
    """The days of the month itself, of numbers in the order of reading: those of the month before
    and of the one after stand around them."""
    found: dict[int, Element] = {}
    for one in numbers:
        number = int(one.text)
        if found and number == 1:
            break
        if not found and number > _DAYS // 2:
            continue  # of the month before
        if number > max(found, default=0):
            found[number] = one
    return found


def _named(one: Element) -> int | None:
    words = (word.casefold() for word in _WORD.findall(one.text))
    return next(filter(None, map(_month, words)), None)


def _arrows(beside: Sequence[Element], title: Point, days: Sequence[Point]) -> tuple[Point, Point]:
    """What turns the page back and onward: by what it is called or shows, else what stands nearest
    left and right of the month's name, else above the outer days, where eyes miss small arrows."""
    across = [day.x for day in days]

    def nearest(names: frozenset[str], side: Callable[[int], bool], other: int) -> Point:
        called = [one for one in beside if {one.text.casefold(), one.icon} & names]
        placed = [one for one in beside if not one.text and side(one.box.center.x)]
        found = (one.box.center for one in (*called, *placed))
        return min(found, key=lambda at: abs(at.x - title.x), default=Point(other, title.y))

    back = nearest(_BACK, lambda x: x < title.x, min(across))
    return back, nearest(_ONWARD, lambda x: x > title.x, max(across))
