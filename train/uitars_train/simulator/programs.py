"""Random windows: forms, dialogs, editors, calculators, lists, web pages, with plausible geometry.

A `Sheet` is filled from top to bottom by sections (`canvas.py`, `bars.py`, `content.py`); a program
is a recipe of sections.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from uitars_runtime.element import Role
from uitars_runtime.types import Box, Size
from uitars_train.simulator import bars, forms
from uitars_train.simulator import canvas as sections
from uitars_train.simulator import content as lists
from uitars_train.simulator import content as pages
from uitars_train.simulator import forms as preferences
from uitars_train.simulator.canvas import Sheet
from uitars_train.simulator.lexicon import BUTTONS, ENTER, TITLES, Words, some_value
from uitars_train.simulator.world import Surface, Widget, World, magnify

SIZES = ((1024, 768), (1280, 800), (1280, 800), (1280, 720), (1366, 768), (1440, 900), (1920, 1080))


def random_world(rng: random.Random, held_out: bool = False) -> World:
    """A desktop with one to three windows, the front one in use."""
    size = Size(*rng.choice(SIZES))
    zoom = rng.choice((1.25, 1.5, 1.5, 2.0, 3.0, 3.0)) if rng.random() < 0.25 else 1.0
    size = Size(int(size.width / zoom), int(size.height / zoom))
    words = Words(rng, held_out)
    surfaces = [_background(size)]
    if rng.random() < 0.2:
        surfaces.append(_window(rng, words, size, rng.choice(PROGRAMS)))
    small = zoom > 2 and rng.random() < 0.6
    surfaces.append(_window(rng, words, size, rng.choice(SMALL if small else PROGRAMS)))
    world = World(size, surfaces)
    if rng.random() < 0.12:
        surfaces.append(dialog(rng, words, size))
    fields = [w for w, _ in world.visible() if w.role is Role.FIELD and world.find(w)]
    pages = [field for field in fields if field.many_lines and not field.name]
    if pages and rng.random() < 0.9:
        world.focus = pages[0]
    elif fields and rng.random() < 0.35:
        world.focus = rng.choice(fields)
    if rng.random() < 0.08:
        _taskbar(rng, surfaces)
    if zoom > 1:
        magnify(world, zoom)
    return world


def _background(size: Size) -> Surface:
    return Surface(Box(0, 0, size.width, size.height))


def _taskbar(rng: random.Random, surfaces: list[Surface]) -> None:
    """A panel with the titles of the open windows along the bottom of the background."""
    back = surfaces[0]
    top = back.box.bottom - 28
    left = 4
    for surface in surfaces[1:]:
        wide = 40 + 7 * len(surface.title)
        box = Box(left, top, left + wide, top + 26)
        back.widgets.append(Widget(Role.BUTTON, box, surface.title or "Window"))
        left += wide + 6
    clock = f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}"
    box = Box(back.box.right - 60, top, back.box.right - 8, top + 26)
    back.widgets.append(Widget(Role.TEXT, box, clock))


def _window(
    rng: random.Random, words: Words, size: Size, program: Callable[[Sheet], None]
) -> Surface:
    """A window of a program; its size follows what was put on it."""
    title = words.pick(TITLES, 0.2)
    full = rng.random() < 0.25 or program in (_page, _browser)
    widest = max(180, min(900, size.width - 40))
    wide = size.width if full else rng.randint(min(320, widest), widest)
    sheet = Sheet(rng, words, width=wide, height=size.height - 60, title=title)
    sheet.long = program in LONG and rng.random() < 0.25
    if sheet.long:
        sheet.height = size.height * rng.choice((2, 3))
    program(sheet)
    high = size.height if full else min(size.height, max(sheet.y + 14, rng.randint(120, 500)))
    if sheet.long:
        high = size.height if full else rng.randint(min(260, size.height - 60), size.height - 40)
        sheet.scroll_all(30 if rng.random() < 0.5 else 100, high - 4)
    left = 0 if full else rng.randint(0, max(0, size.width - wide))
    top = 0 if full else rng.randint(0, max(0, size.height - high))
    return sheet.surface(Box(left, top, left + wide, top + high), titled=rng.random() < 0.85)


def dialog(rng: random.Random, words: Words, size: Size, modal: bool = True) -> Surface:
    """A small window with a message or a form, and buttons that close it."""
    wide = rng.randint(260, 480)
    title = words.pick(TITLES, 0.2) if rng.random() < 0.8 else ""
    sheet = Sheet(rng, words, width=wide, height=400, title=title)
    if rng.random() < 0.6:
        sections.paragraph(sheet)
    else:
        forms.form(sheet, rng.randint(1, 3))
        if rng.random() < 0.3:
            sections.checks(sheet, rng.randint(1, 2))
    labels = rng.choice(
        (("OK",), ("Cancel", "OK"), ("No", "Yes"), ("Close",), ("Cancel", words.pick(BUTTONS, 0.1)))
    )
    sections.buttons(sheet, labels, closes=True)
    high = sheet.y + 14
    left = rng.randint(0, max(1, size.width - wide))
    top = rng.randint(0, max(1, size.height - high))
    surface = sheet.surface(Box(left, top, left + wide, top + high), titled=rng.random() < 0.85)
    surface.modal = modal
    return surface


# --------------------------------------------------------------------------- programs


def _settings(sheet: Sheet) -> None:
    rng = sheet.rng
    if rng.random() < 0.4:
        bars.menubar(sheet)
    if rng.random() < 0.5:
        bars.tabs(sheet)
    for _ in range(rng.randint(1, 4)):
        section = rng.choice(
            (
                *(sections.checks, sections.combos, sections.radios, sections.combos),
                *(forms.form, forms.questions, sections.checks, preferences.preference_rows),
            )
        )
        section(sheet, rng.randint(1, 4))
    sections.button_row(sheet)


def _preferences(sheet: Sheet) -> None:
    """Rows with a control at their ends, groups with titles."""
    rng = sheet.rng
    if rng.random() < 0.3:
        bars.tabs(sheet)
    elif rng.random() < 0.3:
        sections.heading(sheet)
    for _ in range(rng.randint(1, 2)):
        part = rng.choice((preferences.preference_rows,) * 3 + (preferences.twin_groups,))
        part(sheet, rng.randint(3, 7))
    if rng.random() < 0.5:
        sections.button_row(sheet)


def _form(sheet: Sheet) -> None:
    rng = sheet.rng
    if rng.random() < 0.3:
        sections.heading(sheet)
    if rng.random() < 0.35:
        sections.paragraph(sheet)
    forms.form(sheet, rng.randint(1, 6))
    for section, chance in (
        (sections.combos, 0.45),
        (sections.checks, 0.35),
        (sections.radios, 0.2),
        (forms.questions, 0.15),
    ):
        if rng.random() < chance:
            section(sheet, rng.randint(1, 3))
    sections.button_row(sheet)


def _editor(sheet: Sheet) -> None:
    if sheet.rng.random() < 0.7:
        # The title speaks of a text, too; what is to be written goes below it.
        opened = sheet.rng.choice(("Untitled 1", "notes.txt", some_value(sheet.words, "file")))
        program = sheet.rng.choice(("Text Editor", "Editor", "Notes", "Notepad", "Document", ""))
        sheet.title = f"{opened} - {program}" if program else opened
    bars.menubar(sheet)
    if sheet.rng.random() < 0.4:
        bars.toolbar(sheet)
    if sheet.rng.random() < 0.2:
        bars.tabs(sheet)
    bars.document(sheet)


def _calculator(sheet: Sheet) -> None:
    sheet.width = min(sheet.width, sheet.rng.randint(220, 420))
    if sheet.rng.random() < 0.6:
        bars.menubar(sheet)
    bars.keypad(sheet)


def _lists(sheet: Sheet) -> None:
    rng = sheet.rng
    if rng.random() < 0.5:
        bars.menubar(sheet)
    if rng.random() < 0.4:
        bars.toolbar(sheet)
    if rng.random() < 0.3:
        forms.form(sheet, 1)
    rng.choice((*(lists.listing, lists.table) * 2, lists.checklist, lists.checklist))(sheet)
    sections.button_row(sheet)


def _page(sheet: Sheet) -> None:
    """A page in a browser, with or without the browser's own controls."""
    rng = sheet.rng
    if rng.random() < 0.6:
        bars.browser_bar(sheet)
    if rng.random() < 0.4:
        pages.navigation(sheet)
    if rng.random() < 0.5:
        sections.heading(sheet)
    for _ in range(rng.randint(5, 9) if sheet.long else rng.randint(1, 4)):
        if rng.random() < 0.25:
            rng.choice(PARTS)(sheet)
            continue
        section: Callable[[Sheet, int], None] = rng.choice(
            (
                sections.links,
                forms.form,
                forms.form,
                sections.checks,
                sections.checks,
                sections.radios,
                forms.questions,
                sections.combos,
                sections.combos,
                sections.paragraphs,
            )
        )
        section(sheet, rng.randint(1, 4))
    sections.button_row(sheet)


def _browser(sheet: Sheet) -> None:
    bars.browser_bar(sheet)
    if sheet.rng.random() < 0.5:
        sections.heading(sheet)
    sections.paragraphs(sheet, 2)
    forms.form(sheet, sheet.rng.randint(1, 4))
    sections.button_row(sheet)


def _mixed(sheet: Sheet) -> None:
    rng = sheet.rng
    every: tuple[Callable[[Sheet, int], None], ...] = (
        forms.form,
        sections.checks,
        sections.radios,
        sections.combos,
        sections.links,
        sections.paragraphs,
        sections.plain_buttons,
    )
    if rng.random() < 0.3:
        bars.menubar(sheet)
    if rng.random() < 0.3:
        bars.toolbar(sheet)
    for _ in range(rng.randint(2, 4)):
        rng.choice(every)(sheet, rng.randint(1, 3))
    if rng.random() < 0.4:
        rng.choice((lists.listing, lists.table))(sheet)
    sections.button_row(sheet)


def _login(sheet: Sheet) -> None:
    label = sheet.rng.choice(("Login", "Log in", "Sign in", "OK", *ENTER))
    if sheet.rng.random() < 0.4:
        sheet.echo = label
        sections.heading(sheet)
    elif sheet.rng.random() < 0.4:
        sections.paragraph(sheet)
    names = ("Username", "User name", "Login", "Email", "User")
    forms.labelled_fields(sheet, (sheet.rng.choice(names), "Password"))
    if sheet.rng.random() < 0.3:
        sections.checks(sheet, 1)
    if sheet.rng.random() < 0.15:
        box = (sheet.margin, sheet.y, sheet.margin + 30, sheet.y + 30)
        sheet.put(Role.ICON, box).icon = sheet.rng.choice(("forward", "next", "check", "send"))
        return
    sections.buttons(sheet, ("Cancel", label) if sheet.rng.random() < 0.5 else (label,))


def _only_checks(sheet: Sheet) -> None:
    sections.checks(sheet, sheet.rng.randint(2, 6))


def _only_radios(sheet: Sheet) -> None:
    sections.radios(sheet, sheet.rng.randint(2, 5))


def _only_questions(sheet: Sheet) -> None:
    forms.questions(sheet, sheet.rng.randint(1, 4))


def _only_combos(sheet: Sheet) -> None:
    sections.combos(sheet, sheet.rng.randint(2, 4))


def _small_page(sheet: Sheet) -> None:
    """A page that holds little more than one thing, as in exercises and pop-ups."""
    sheet.pitch = sheet.rng.uniform(5.0, 7.0)
    sheet.width = min(sheet.width, sheet.rng.randint(180, 420))
    if sheet.rng.random() < 0.3:
        sections.text_line(sheet, sheet.words.invented())
    sheet.rng.choice(PARTS)(sheet)
    if sheet.rng.random() < 0.7:
        sections.buttons(sheet, (sheet.rng.choice(("Submit", "Submit", "OK", "Send", "Done")),))


def _terminal(sheet: Sheet) -> None:
    for _ in range(sheet.rng.randint(1, 6)):
        sections.text_line(sheet, sheet.words.sentence())


PARTS: tuple[Callable[[Sheet], None], ...] = (
    *(pages.folds, pages.folds, pages.posts, pages.mailbox, pages.facts, pages.swatches),
    *(
        pages.numbers,
        pages.twins,
        pages.chooser,
        pages.prose,
        bars.tabs,
        lists.listing,
        lists.table,
    ),
    *(_only_checks, _only_radios, _only_questions, _only_combos),
)
SMALL = (_small_page, _small_page, _form, _login, _page, _lists)
"""What fits on a small screen."""
LONG = (_page, _settings, _form, _mixed)
"""Programs whose contents may be longer than their window."""
PROGRAMS: tuple[Callable[[Sheet], None], ...] = (
    *(_settings, _settings, _settings, _settings, _form, _form, _form, _editor, _editor, _editor),
    *(
        _calculator,
        _login,
        _login,
        _lists,
        _lists,
        _lists,
        _page,
        _page,
        _browser,
        _mixed,
        _mixed,
        _mixed,
        _terminal,
    ),
    *(_preferences, _preferences, _preferences, _settings, _lists, _lists, _lists, _lists),
    *(_small_page, _small_page, _small_page),
)
