"""Random windows: forms, dialogs, editors, calculators, lists, web pages, with plausible geometry.

A program is a recipe: parts that fill a window from top to bottom, each as likely as the recipe
says. All shares in recipes are ours. Not here: the parts (`controls.py`, `forms.py`, `bars.py`,
`content.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from uitars_runtime.element import Role
from uitars_runtime.types import Box, Size
from uitars_train.simulator import bars, content, controls, dialogs, forms, rates
from uitars_train.simulator.builder import CONTROL, WindowBuilder
from uitars_train.simulator.lexicon import Words, some_value
from uitars_train.simulator.world import Surface, Widget, World, magnify

Part = Callable[[WindowBuilder], None]
Sized = Callable[[WindowBuilder, int], None]
"""A part of so many things."""
Bounds = tuple[int, int]

# --------------------------------------------------------------------------- recipes


def recipe(*parts: Part) -> Part:
    """One part after the other."""

    def fill(window: WindowBuilder) -> None:
        for part in parts:
            part(window)

    return fill


def maybe(share: float, part: Part, otherwise: Part | None = None) -> Part:
    """A part in that share of windows, and in the others another one."""

    def fill(window: WindowBuilder) -> None:
        if window.rng.random() < share:
            part(window)
        elif otherwise is not None:
            otherwise(window)

    return fill


def of(size: Bounds, first: Sized, *others: Sized) -> Part:
    """One of some parts, with a number of things between two bounds."""
    parts = (first, *others)

    def fill(window: WindowBuilder) -> None:
        # Of one part none is drawn: nothing is taken from the source of chance.
        part = window.rng.choice(parts) if others else first
        part(window, window.rng.randint(*size))

    return fill


def exactly(count: int, part: Sized) -> Part:
    return lambda window: part(window, count)


def several(times: Bounds, part: Part, when_long: Bounds | None = None) -> Part:
    """A part several times; more often in a window that is longer than its view."""

    def fill(window: WindowBuilder) -> None:
        bounds = when_long if when_long is not None and window.long else times
        for _ in range(window.rng.randint(*bounds)):
            part(window)

    return fill


def one_of(parts: Sequence[Part]) -> Part:
    return lambda window: window.rng.choice(parts)(window)


def narrow(bounds: Bounds) -> Part:
    """A window that is at most that wide."""

    def fill(window: WindowBuilder) -> None:
        window.width = min(window.width, window.rng.randint(*bounds))

    return fill


# --------------------------------------------------------------------------- what no recipe says


def _document_title(window: WindowBuilder) -> None:
    """The title speaks of a text, too; what is to be written goes below it."""
    rng = window.rng
    opened = rng.choice(("Untitled 1", "notes.txt", some_value(window.words, "file")))
    program = window.said("programs for text")
    window.title = f"{opened} - {program}" if program else opened


def _login(window: WindowBuilder) -> None:
    label = window.said("buttons of logins")
    if window.maybe("a login has a heading"):
        window.echo = label
        controls.heading(window)
    elif window.maybe("a login has a message"):
        controls.paragraph(window)
    forms.labelled_fields(window, (window.said("names of users"), "Password"))
    if window.maybe("a login has a tick"):
        controls.checks(window, 1)
    if window.maybe("an arrow logs in"):
        icon = window.rng.choice(("forward", "next", "check", "send"))
        window.place(Role.ICON, window.margin, _ARROW, _ARROW).icon = icon
        return
    controls.buttons(window, ("Cancel", label) if window.maybe("a login can be left") else (label,))


def _small_letters(window: WindowBuilder) -> None:
    window.pitch = window.rng.uniform(*_SMALL_LETTERS)


def _ending(window: WindowBuilder) -> None:
    controls.buttons(window, (window.said("buttons of small pages"),))


def _line(window: WindowBuilder) -> None:
    controls.text_line(window, window.words.sentence())


def _invented_line(window: WindowBuilder) -> None:
    controls.text_line(window, window.words.invented())


# --------------------------------------------------------------------------- programs

PARTS: Final[tuple[Part, ...]] = (
    *(bars.folds, bars.folds, content.posts, content.mailbox, content.facts, content.swatches),
    *(content.numbers, content.twins, content.chooser, content.prose, bars.tabs, content.listing),
    *(content.table, of((2, 6), controls.checks), of((2, 5), controls.radios)),
    *(of((1, 4), forms.questions), of((2, 4), controls.combos)),
)
"""What a page may hold by itself."""
_SETTINGS: Final = (
    *(controls.checks, controls.combos, controls.radios, controls.combos, forms.form),
    *(forms.questions, controls.checks, forms.preference_rows),
)
_ON_PAGES: Final = (
    *(controls.links, forms.form, forms.form, controls.checks, controls.checks, controls.radios),
    *(forms.questions, controls.combos, controls.combos, controls.paragraphs),
)
_ANYTHING: Final = (
    *(forms.form, controls.checks, controls.radios, controls.combos, controls.links),
    *(controls.paragraphs, controls.plain_buttons),
)
_LISTS: Final[tuple[Part, ...]] = (
    *(*(content.listing, content.table) * 2, content.checklist, content.checklist),
)

settings: Final = recipe(
    *(maybe(0.4, bars.menubar), maybe(0.5, bars.tabs)),
    *(several((1, 4), of((1, 4), *_SETTINGS)), controls.button_row),
)
preferences: Final = recipe(
    maybe(0.3, bars.tabs, otherwise=maybe(0.3, controls.heading)),
    several((1, 2), of((3, 7), *(forms.preference_rows,) * 3, forms.twin_groups)),
    maybe(0.5, controls.button_row),
)
a_form: Final = recipe(
    *(maybe(0.3, controls.heading), maybe(0.35, controls.paragraph), of((1, 6), forms.form)),
    *(maybe(0.45, of((1, 3), controls.combos)), maybe(0.35, of((1, 3), controls.checks))),
    *(maybe(0.2, of((1, 3), controls.radios)), maybe(0.15, of((1, 3), forms.questions))),
    controls.button_row,
)
editor: Final = recipe(
    *(maybe(0.7, _document_title), bars.menubar, maybe(0.4, bars.toolbar), maybe(0.2, bars.tabs)),
    bars.document,
)
correspondence: Final = recipe(
    *(maybe(0.5, bars.menubar), maybe(0.4, bars.toolbar), maybe(0.3, controls.heading)),
    dialogs.letter,
)
contact: Final = recipe(
    *(maybe(0.3, controls.heading), maybe(0.35, controls.paragraph), forms.card),
    controls.button_row,
)
calculator: Final = recipe(narrow((220, 420)), maybe(0.6, bars.menubar), bars.keypad)
lists: Final = recipe(
    *(maybe(0.5, bars.menubar), maybe(0.4, bars.toolbar), maybe(0.3, exactly(1, forms.form))),
    *(one_of(_LISTS), controls.button_row),
)
page: Final = recipe(
    *(maybe(0.6, bars.browser_bar), maybe(0.4, bars.navigation), maybe(0.5, controls.heading)),
    several((1, 4), maybe(0.25, one_of(PARTS), of((1, 4), *_ON_PAGES)), when_long=(5, 9)),
    controls.button_row,
)
browser: Final = recipe(
    *(bars.browser_bar, maybe(0.5, controls.heading), exactly(2, controls.paragraphs)),
    *(of((1, 4), forms.form), controls.button_row),
)
mixed: Final = recipe(
    *(maybe(0.3, bars.menubar), maybe(0.3, bars.toolbar), several((2, 4), of((1, 3), *_ANYTHING))),
    *(maybe(0.4, one_of((content.listing, content.table))), controls.button_row),
)
small_page: Final = recipe(
    *(_small_letters, narrow((180, 420)), maybe(0.3, _invented_line)),
    *(one_of(PARTS), maybe(0.7, _ending)),
)
"""A page that holds little more than one thing, as in exercises and pop-ups."""
terminal: Final = several((1, 6), _line)

SMALL: Final = (small_page, small_page, a_form, _login, page, lists)
"""What fits on a small screen."""
LONG: Final = (page, settings, a_form, mixed)
"""Programs whose contents may be longer than their window."""
PROGRAMS: Final[tuple[Part, ...]] = (
    *((settings,) * 4 + (a_form,) * 3 + (editor,) * 3 + (calculator, _login, _login)),
    *((lists,) * 3 + (page, page, browser) + (mixed,) * 3 + (terminal,)),
    *((preferences,) * 3 + (settings,) + (lists,) * 4 + (small_page,) * 3),
    *((editor,) * 12 + (correspondence,) * 2 + (contact,)),
)

# --------------------------------------------------------------------------- windows

SIZES: Final = (
    *((1024, 768), (1280, 800), (1280, 800), (1280, 720), (1366, 768), (1440, 900), (1920, 1080)),
)
"""Screens, in pixels: those that most people have."""
_SMALL_LETTERS: Final = (5.0, 7.0)
_LARGE: Final = 2
"""The zoom above which a screen has room for little."""
# Pixels, ours.
_ARROW: Final = 30
_WIDEST, _LEAST, _USUAL, _BESIDE = 900, 180, 320, 40
_PANEL, _BELOW = 60, 14
_ABOVE_LONG, _LONG_LEAST, _LONG_UNDER = (30, 100), 260, 40
_TASKBAR, _ENTRY, _CLOCK, _LETTER = 28, 40, 60, 7


def random_world(rng: random.Random, held_out: bool = False) -> World:
    """A desktop with one to three windows, the front one in use."""
    size = Size(*rng.choice(SIZES))
    zoom = rates.chosen(rng, "zooms") if rates.maybe(rng, "a screen is dense") else 1.0
    size = Size(int(size.width / zoom), int(size.height / zoom))
    words = Words(rng, held_out)
    surfaces = [Surface(Box(0, 0, size.width, size.height))]
    if rates.maybe(rng, "there is a window behind"):
        surfaces.append(_window(words, size, rng.choice(PROGRAMS)))
    small = zoom > _LARGE and rates.maybe(rng, "a very dense screen shows a small page")
    surfaces.append(_window(words, size, rng.choice(SMALL if small else PROGRAMS)))
    world = World(size, surfaces)
    if rates.maybe(rng, "a dialog is open"):
        surfaces.append(dialogs.anything(words, size))
    fields = [w for w, _ in world.visible() if w.role is Role.FIELD and world.find(w)]
    pages = [field for field in fields if field.many_lines and not field.name]
    if pages and rates.maybe(rng, "the focus is in a document"):
        world.focus = pages[0]
    elif fields and rates.maybe(rng, "the focus is in a field"):
        world.focus = rng.choice(fields)
    if rates.maybe(rng, "there is a taskbar"):
        _taskbar(rng, surfaces)
    if zoom > 1:
        magnify(world, zoom)
    return world


def _taskbar(rng: random.Random, surfaces: list[Surface]) -> None:
    """A panel with the titles of the open windows along the bottom of the background."""
    back = surfaces[0]
    top = back.box.bottom - _TASKBAR
    left = 4
    for surface in surfaces[1:]:
        wide = _ENTRY + _LETTER * len(surface.title)
        box = Box(left, top, left + wide, top + CONTROL)
        back.widgets.append(Widget(Role.BUTTON, box, surface.title or "Window"))
        left += wide + 6
    clock = f"{rates.between(rng, 'hours'):02}:{rates.between(rng, 'minutes'):02}"
    box = Box(back.box.right - _CLOCK, top, back.box.right - 8, top + CONTROL)
    back.widgets.append(Widget(Role.TEXT, box, clock))


def _window(words: Words, size: Size, program: Part) -> Surface:
    """A window of a program; its size follows what was put on it."""
    rng, title = words.rng, words.pick("titles", "a title is invented")
    full = rates.maybe(rng, "a window fills the screen") or program in (page, browser)
    widest = max(_LEAST, min(_WIDEST, size.width - _BESIDE))
    wide = size.width if full else rng.randint(min(_USUAL, widest), widest)
    window = WindowBuilder(words, width=wide, height=size.height - _PANEL, title=title)
    window.long = program in LONG and window.maybe("a window is longer than its view")
    if window.long:
        window.height = size.height * rng.choice((2, 3))
    program(window)
    high = size.height
    if not full:
        high = min(size.height, max(window.y + _BELOW, window.between("pixels of a window")))
    if window.long:
        if not full:
            least = min(_LONG_LEAST, size.height - _PANEL)
            high = rng.randint(least, size.height - _LONG_UNDER)
        above = window.maybe("a long page begins below the title")
        window.scroll_all(_ABOVE_LONG[0 if above else 1], high - 4)
    left = 0 if full else rng.randint(0, max(0, size.width - wide))
    top = 0 if full else rng.randint(0, max(0, size.height - high))
    titled = window.maybe("a window has a title")
    return window.surface(Box(left, top, left + wide, top + high), titled=titled)
