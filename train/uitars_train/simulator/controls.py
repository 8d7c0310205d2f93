"""What windows are filled with, one line after the other: words, ticks, lists, buttons, links.

Not here: fields (`forms.py`), bars and large areas (`bars.py`), lists and tables (`content.py`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from uitars_runtime.element import Role
from uitars_train.simulator import rates
from uitars_train.simulator.builder import BUTTON, CONTROL, LABEL, LINK, TICK, WindowBuilder
from uitars_train.simulator.world import Widget

# Pixels, ours: what stands between things, and what controls are wider than their words.
_RIGHT: Final = 4
_HEADING: Final = 1.6
"""How much larger the words of a heading are."""
_MARK: Final = 24
"""The little box or ring with the gap behind it; as much stands around the words of a button."""
_BESIDE: Final = 14
_ARROW: Final = 40
"""The arrow of a list, with the space around its words."""
_COMBO_LEAST: Final = 60
_BUTTON_GAP: Final = 8
_BUTTON_LEAST: Final = 20
_BELOW: Final = 36


def dotted(label: str, rng: random.Random) -> str:
    """The label of what opens a dialogue often ends in dots."""
    opens = rates.maybe(rng, "a button opens a dialogue") and label[-1:].isalpha()
    return f"{label}..." if opens else label


# --------------------------------------------------------------------------- text


def text_line(window: WindowBuilder, text: str) -> None:
    if window.room():
        right = min(window.margin + window.wide(text), window.width - _RIGHT)
        window.put(Role.TEXT, (window.margin, window.y, right, window.y + LABEL), text)
        window.y += window.line


def heading(window: WindowBuilder) -> None:
    """Large words at the top that say what the window is for; often a button says them again."""
    label = window.echo or window.words.pick("buttons", "a heading is invented")
    window.echo = label
    window.used.add(label.lower())
    wide = int(window.wide(label) * _HEADING)
    right = min(window.margin + wide, window.width - _RIGHT)
    high = window.between("pixels of a heading")
    window.put(Role.TEXT, (window.margin, window.y, right, window.y + high), label)
    window.y += high + window.between("pixels below a heading")


def paragraph(window: WindowBuilder) -> None:
    for _ in range(window.between("lines of a paragraph")):
        text_line(window, window.words.sentence())


def paragraphs(window: WindowBuilder, count: int) -> None:
    if window.maybe("paragraphs have a headline"):
        text_line(window, window.words.invented())
    for _ in range(count):
        text_line(window, window.words.sentence())


# --------------------------------------------------------------------------- controls


def checks(window: WindowBuilder, count: int) -> None:
    across = window.maybe("ticks stand side by side")
    labels = window.fresh("checks", count)
    for widget in _flowing(window, Role.CHECKBOX, labels, _MARK, _BESIDE, across=across):
        widget.checked = window.maybe("a tick is on")
        widget.disabled = window.maybe("a control is greyed out")


def radios(window: WindowBuilder, count: int) -> None:
    if window.maybe("rings have a title"):
        text_line(window, window.words.invented() + window.rng.choice((":", "", "?")))
    group = f"radio{window.y}{window.page}"
    across = window.maybe("rings stand side by side")
    labels = window.fresh("radios", count + 1)
    made = _flowing(window, Role.RADIO, labels, _MARK, _BESIDE, across=across)
    for widget in made:
        widget.group = group
    if made and window.maybe("one of the rings is on"):
        window.rng.choice(made).checked = True


def links(window: WindowBuilder, count: int) -> None:
    across = window.maybe("links stand side by side")
    _flowing(window, Role.LINK, window.fresh("links", count + 1), 0, LINK, across=across)
    window.y += 0 if across else 4


def _flowing(
    window: WindowBuilder, role: Role, labels: Sequence[str], around: int, gap: int, *, across: bool
) -> list[Widget]:
    """Things with words, side by side or below each other, as far as there is room. `around`:
    pixels that one takes besides its words, `gap`: between two."""
    left, high = window.margin, LINK if role is Role.LINK else TICK
    made: list[Widget] = []
    for label in labels:
        right = left + window.wide(label) + around
        if not window.room() or right > window.width:
            break
        made.append(window.put(role, (left, window.y, right, window.y + high), label))
        if across:
            left = right + gap
        else:
            window.y += window.line
    window.y += window.line if across else 0
    return made


def combos(window: WindowBuilder, count: int) -> None:
    labels = window.fresh("fields", max(1, count - 1))
    column = window.margin + max((window.wide(label) for label in labels), default=0) + _BESIDE
    above, close = window.maybe("labels of lists stand above"), window.maybe("labels are close")
    if above:
        column = window.margin
    for label in labels:
        if not window.room() or column > window.width - _COMBO_LEAST:
            return
        said, wide = label + window.rng.choice(("", ":")), window.wide(label)
        window.place(Role.TEXT, window.margin, wide, LABEL, said, down=4)
        if above:
            window.y += 22
        elif close:
            column = window.margin + wide + 6
        count = window.between("entries of a list")
        combo(window, column, CONTROL, _ARROW, count, "an entry is invented").name = label
        window.y += max(28, window.line)


def combo(
    window: WindowBuilder, left: int, high: int, around: int, count: int, invent: str
) -> Widget:
    """A list in the free line that shows one of its entries; `around`: pixels besides its words."""
    options = window.words.several("choices", count, invent)
    right = min(window.width - 6, left + max(map(window.wide, options)) + around)
    box = (left, window.y, right, window.y + high)
    widget = window.put(Role.COMBO, box, window.rng.choice(options))
    widget.options = tuple(options)
    return widget


def buttons(window: WindowBuilder, labels: Sequence[str], closes: bool = False) -> None:
    """A row of buttons at the right, the left or spread over the width."""
    labels = [label if closes else dotted(label, window.rng) for label in labels]
    widths = [window.wide(label) + window.between("pixels around a button") for label in labels]
    total = sum(widths) + _BUTTON_GAP * len(labels)
    stretch = window.maybe("buttons fill the width")
    right = max(window.margin, window.width - total - _BUTTON_GAP)
    left = window.margin if window.maybe("buttons stand at the left") else right
    if stretch:
        each = (window.width - 2 * _BUTTON_GAP) // max(1, len(labels)) - _BUTTON_GAP
        widths = [max(wide, each) for wide in widths]
        left = _BUTTON_GAP
    for label, wide in zip(labels, widths, strict=True):
        if left + _BUTTON_LEAST > window.width:
            break
        right = min(left + wide, window.width - 2)
        widget = window.put(Role.BUTTON, (left, window.y, right, window.y + BUTTON), label)
        widget.closes = closes
        widget.disabled = not closes and window.maybe("a control is greyed out")
        left += wide + _BUTTON_GAP
    window.y += _BELOW


def button_row(window: WindowBuilder) -> None:
    if window.room() and window.maybe("a window has buttons"):
        count = window.chosen("buttons of a window")
        labels = window.fresh("buttons", count, "a button in a row is invented")
        if window.echo:
            first = window.maybe("the button of the heading is the first")
            labels = [window.echo, *labels[1:]] if first else [*labels, window.echo]
        buttons(window, labels)


def plain_buttons(window: WindowBuilder, count: int) -> None:
    """Buttons below each other."""
    for label in window.fresh("buttons", count, "a button is invented"):
        if window.room():
            wide = window.wide(label) + _MARK
            window.place(Role.BUTTON, window.margin, wide, CONTROL, dotted(label, window.rng))
            window.y += max(30, window.line)
