"""Bars of menus, icons and tabs, and the large areas below them: documents and keypads."""

from __future__ import annotations

from typing import Final

from uitars_runtime.element import Role
from uitars_train.simulator import lexicon
from uitars_train.simulator.builder import BUTTON, CELL, CONTROL, HEADER, LINK, WindowBuilder
from uitars_train.simulator.controls import checks, links, plain_buttons, radios, text_line
from uitars_train.simulator.forms import form
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import COLUMN

# Pixels, ours: where bars begin, what stands around words and between things.
_LEFT: Final = 6
_MENU, _BELOW_MENUS = 12, 28
_TOOLS: Final = 8
_TAB, _BELOW_TABS = 22, 34
_COLUMN_LEAST, _COLUMN_INSET = 180, 20
_BELOW_ADDRESS: Final = 44
_ADDRESS_END, _ADDRESS_LEAST = 90, 80
_STEP, _TOOL = 32, 24
_DOCUMENT: Final = 80
"""The lowest document."""
_SCROLLBAR: Final = 14
_FIND, _FIND_LEAST = 32, 80
_DISPLAY, _BELOW_DISPLAY, _KEYS_A_ROW = 40, 50, 4


def menubar(window: WindowBuilder) -> None:
    rng = window.rng
    rest = [title for title in lexicon.menus() if title not in ("File", "Edit", "Help")]
    titles = ["File", *(["Edit"] if window.maybe("there is a menu Edit") else [])]
    titles += rng.sample(rest, window.between("other menus"))
    titles += ["Help"] if window.maybe("there is a menu Help") else []
    left = _LEFT
    for title in titles:
        kept = _entries(window, title)
        right = left + window.wide(title) + _MENU
        if right > window.width:
            break
        widget = window.put(Role.MENU, (left, window.y, right, window.y + HEADER), title)
        widget.options = tuple(kept)
        if window.maybe("a menu has menus inside"):
            count = min(len(kept), window.chosen("menus inside of a menu"))
            for entry in rng.sample(kept, count):
                size = window.between("entries of a menu inside")
                inner = window.words.several("context", size, "an entry inside is invented")
                widget.nested[entry.partition(":")[0]] = tuple(inner)
        window.used.add(title.lower())
        left = right + 2
    window.y += _BELOW_MENUS


def _entries(window: WindowBuilder, title: str) -> list[str]:
    """Usual entries of a menu in their order, among them some that are like others."""
    rng, entries = window.rng, lexicon.menus()[title]
    count = min(len(entries), window.between("entries of a menu"))
    kept = [entries[i] for i in sorted(rng.sample(range(len(entries)), count))]
    for _ in range(window.chosen("strange entries of a menu")):
        near = window.words.variant(rng.choice(kept).partition(":")[0])
        kept.insert(rng.randint(0, len(kept)), rng.choice((near, window.words.invented())))
    return list({entry.partition(":")[0].lower(): entry for entry in kept}.values())


def toolbar(window: WindowBuilder) -> None:
    left = _TOOLS
    side = window.chosen("pixels of a tool's side")
    for icon in window.words.several("icons", window.between("tools"), "any label is invented"):
        if left + side > window.width:
            break
        window.place(Role.ICON, left, side, side).icon = icon.replace(" ", "_")
        left += side + window.chosen("pixels between tools")
    window.y += side + _TOOLS


def tabs(window: WindowBuilder) -> None:
    """Tabs beside or below each other; what follows is on the selected one, with a few controls on
    the others."""
    labels = window.fresh("tabs", window.between("tabs"))
    below = window.maybe("tabs stand below each other")
    placed = _column(window, labels) if below else _row(window, labels)
    if not placed:
        return
    current = window.rng.choice(placed)
    shown = [widget for widget in window.widgets if widget.role is Role.TAB]
    for widget in shown:
        widget.selected = widget.text == current
    top, deepest = window.y, max(widget.box.bottom for widget in shown)
    for page in placed:
        window.page, window.y = page, top
        part = window.rng.choice((checks, radios, form, plain_buttons))
        part(window, window.between("controls on a page"))
        deepest = max(deepest, window.y)
    window.page, window.first_page, window.y = "", current, deepest


def _row(window: WindowBuilder, labels: list[str]) -> list[str]:
    """Tabs side by side; those for which there was room."""
    placed: list[str] = []
    for label, left, wide in window.along(labels, _TAB, 2):
        window.place(Role.TAB, left, wide, CONTROL, label).group = f"tab{window.y}"
        placed.append(label)
    window.y += _BELOW_TABS
    return placed


def _column(window: WindowBuilder, labels: list[str]) -> list[str]:
    """Tabs below each other at the left edge; their pages are to the right of them."""
    wide = max((window.wide(label) for label in labels), default=0) + _COLUMN_INSET
    if window.width < wide + _COLUMN_LEAST:
        return _row(window, labels)
    pitch = window.between("pixels of a tab in a column")
    group = f"{COLUMN}{window.y}"
    for index, label in enumerate(labels):
        window.place(Role.TAB, 4, wide, pitch - 2, label, down=index * pitch).group = group
    window.margin = wide + 16
    return labels


def browser_bar(window: WindowBuilder) -> None:
    """Tabs, arrows and the address of a browser."""
    title = window.words.invented()
    wide = 52 + window.wide(title)
    window.place(Role.TAB, _TOOLS, wide, _TOOL, title, down=-_TOOL).selected = True
    left = 10
    for icon in ("back", "forward", "refresh"):
        window.place(Role.ICON, left, _TOOL, _TOOL, down=4).icon = icon
        left += _STEP
    left += 10
    right = max(left + _ADDRESS_LEAST - 10, window.width - _ADDRESS_END)
    visited = window.maybe("a page is open")
    written = some_value(window.words, "url") if visited else ""
    address = window.place(Role.FIELD, left, right - left, 28, written, down=2)
    address.name = window.said("names of the address")
    menu = window.place(Role.ICON, window.width - 36, _TOOL, _TOOL, down=4)
    menu.icon = window.rng.choice(("menu", "more"))
    window.y += _BELOW_ADDRESS


def document(window: WindowBuilder) -> None:
    """A large area to write in."""
    left = window.chosen("pixels before a document")
    low = min(window.height, window.y + window.between("pixels of a document"))
    bottom = max(window.y + _DOCUMENT, low)
    right = window.width - 4
    widget = window.put(Role.FIELD, (left, window.y, right, bottom))
    widget.many_lines = True
    if window.maybe("a document is begun"):
        count = window.chosen("lines of a document")
        lines = [window.words.sentence() for _ in range(count)]
        widget.text = "\n".join(_listed(window) if window.maybe("a document is a list") else lines)
    window.y = bottom
    if window.maybe("a document shows its scrollbar"):
        window.put(Role.SCROLLBAR, (right - _SCROLLBAR, widget.box.top + 4, right, bottom - 4))
    if window.maybe("a document can be searched"):
        hint = window.said("hints for a search")
        end = max(_FIND_LEAST, window.width // 2)
        bar = window.place(Role.FIELD, _LEFT, end - _LEFT, CELL, hint, down=2)
        bar.name, bar.placeholder = hint.rstrip("."), True
        window.place(Role.ICON, end + 4, 20, 20, down=4).icon = "down"
        window.y += _FIND
    if window.maybe("a document has a status"):
        text_line(window, window.said("states of a document"))


def _listed(window: WindowBuilder) -> list[str]:
    """Lines of a word or two, as people list things to buy or to do."""
    lines = range(window.between("lines of a list"))
    sizes = [window.rng.choice((1, 1, 2)) for _ in lines]
    return [" ".join(window.said("common").lower() for _ in range(size)) for size in sizes]


def keypad(window: WindowBuilder) -> None:
    """The keys of a calculator or a phone below a display."""
    rng = window.rng
    display = window.place(Role.FIELD, _LEFT, window.width - 2 * _LEFT, _DISPLAY, "0")
    display.name = rng.choice(("", "Display", "Result"))
    window.y += _BELOW_DISPLAY
    times, over = rng.choice((("*", "/"), ("×", "÷"), ("x", "/"), ("*", "÷")))
    rows = [[*"789", over], [*"456", times], [*"123", "-"]]
    rows.append(rng.choice((["0", ".", "=", "+"], ["0", ".", "+", "="], ["0", "+/-", "+", "="])))
    if window.maybe("there are more keys"):
        for _ in range(window.between("more rows of keys")):
            at = rng.choice((0, len(rows)))
            rows.insert(at, rng.sample(lexicon.listing("more keys"), _KEYS_A_ROW))
    wide = (window.width - 2 * _LEFT) // _KEYS_A_ROW
    high = window.between("pixels of a key")
    for row in rows:
        for column, label in enumerate(row):
            window.place(Role.BUTTON, _LEFT + column * wide, wide - 4, high - 4, label)
        window.y += high


def navigation(window: WindowBuilder) -> None:
    """The links of a site in a row."""
    gap = window.chosen("pixels between links of a site")
    count = window.between("links of a site")
    labels = window.fresh("links", count, "a link of a site is invented")
    for label, left, wide in window.along(labels, gap=gap):
        window.place(Role.LINK, left, wide, LINK, label)
    window.y += window.line


def folds(window: WindowBuilder) -> None:
    """Headings that unfold what lies below them, one at a time."""
    count = window.chosen("headings that unfold")
    labels = [f"Section #{index + 1}" for index in range(count)]
    if not window.maybe("headings are numbered"):
        labels = window.fresh("tabs", count, "a heading that unfolds is invented")
    seen_as = window.role("a heading that unfolds is taken for")
    group = f"fold{window.y}"
    wide = window.width - 20 - window.margin
    for label in labels:
        head = window.place(Role.TAB, window.margin, wide, CELL, label)
        head.group, head.seen_as = group, seen_as
        window.y += BUTTON
        window.page = label
        if window.maybe("a heading has links below"):
            links(window, window.between("links below a heading"))
        text_line(window, window.words.sentence())
        window.page = ""
        if not window.room():
            return
