"""Windows over others: for a name of a file, a word for another, about anything; and letters.

Not here: what is asked for with them (`tasks/text_goals.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from uitars_runtime.element import Role
from uitars_runtime.types import Size
from uitars_train.simulator import content, controls, forms, rates
from uitars_train.simulator.builder import BUTTON, WindowBuilder
from uitars_train.simulator.lexicon import Words, listing
from uitars_train.simulator.world import Surface, Widget, World

# Pixels, ours.
_WIDE, _HIGH = (320, 720), 460
_ANY_HIGH: Final = 400
_MESSAGE_HIGH, _AROUND, _RIGHT, _BELOW_MESSAGE = 300, 20, 12, 40
"""How high a message may get, what surrounds its button and follows it."""


class Asks(NamedTuple):
    """A dialog with what is to be filled in and the button that does it."""

    surface: Surface
    fields: tuple[Widget, ...]
    button: Widget


def names_file(world: World, words: Words) -> Asks:
    """A file is to be called; often the folder is shown below."""
    window = _window(world, words, "titles that name files")
    forms.labelled_fields(window, (window.said("labels of file names"),))
    if window.maybe("a dialog for a file shows the folder"):
        content.listing(window)
    return _asking(window, world, ("Cancel", window.said("buttons that save")), filled=True)


def replaces(world: World, words: Words) -> Asks:
    """A word is looked for and replaced."""
    window = _window(world, words, "titles that replace")
    labels = window.rng.choice(listing("labels that replace")).split(" / ")
    forms.labelled_fields(window, labels)
    if window.maybe("a dialog that replaces has ticks"):
        controls.checks(window, window.between("ticks of a dialog that replaces"))
    buttons = window.rng.choice(listing("buttons that replace")).split(" / ")
    return _asking(window, world, buttons)


def names_thing(world: World, words: Words, thing: str) -> Asks:
    """Something new is to be called."""
    window = _window(world, words, "titles that name files")
    window.title = window.rng.choice((f"New {thing}", f"Add {thing}", f"Create {thing}"))
    name = window.rng.choice((f"{thing} name", "Name", "Name", f"Name of the {thing.lower()}"))
    forms.labelled_fields(window, (name,))
    return _asking(window, world, ("Cancel", window.said("buttons that create")))


def _window(world: World, words: Words, titles: str) -> WindowBuilder:
    rng = words.rng
    wide = min(rng.randint(*_WIDE), world.size.width - 40)
    high = min(_HIGH, world.size.height - 60)
    title = rng.choice(listing(titles))
    return WindowBuilder(words, width=wide, height=high, title=title)


def _asking(
    window: WindowBuilder, world: World, labels: Sequence[str], *, filled: bool = False
) -> Asks:
    """The dialog with its buttons; the last, or the one for all, does it. `filled`: the first
    field shows what it is called so far."""
    fields = [widget for widget in window.widgets if widget.role is Role.FIELD]
    for field in fields:
        field.many_lines = field.placeholder = False
        field.text = ""
    if filled:
        fields[0].text = window.rng.choice(listing("names of files"))
    controls.buttons(window, labels, closes=True)
    buttons = {w.text: w for w in window.widgets if w.role is Role.BUTTON}
    surface = window.dialog(world.size, "a window has a title")
    for widget in surface.widgets:
        widget.disabled = False
    surface.focused = fields[0]
    does = next((label for label in labels if label.lower().endswith("all")), "")
    does = does or next((label for label in labels if "replace" in label.lower()), labels[-1])
    if len(fields) > 1:
        for label, button in buttons.items():
            button.closes = label in ("Cancel", "Close")
    return Asks(surface, tuple(fields), buttons[does])


# --------------------------------------------------------------------------- about anything


def anything(words: Words, size: Size) -> Surface:
    """A small window with a message or a form, and buttons that close it."""
    rng, wide = words.rng, rates.between(words.rng, "pixels of a dialog")
    titled = rates.maybe(rng, "a dialog says what it is")
    title = words.pick("titles", "a title is invented") if titled else ""
    window = WindowBuilder(words, width=wide, height=_ANY_HIGH, title=title)
    if window.maybe("a dialog is a message"):
        controls.paragraph(window)
    else:
        forms.form(window, window.between("fields of a dialog"))
        if window.maybe("a dialog has ticks"):
            controls.checks(window, window.between("ticks of a dialog"))
    invented = words.pick("buttons", "a button of a dialog is invented")
    choices = (("OK",), ("Cancel", "OK"), ("No", "Yes"), ("Close",), ("Cancel", invented))
    controls.buttons(window, rng.choice(choices), closes=True)
    return window.dialog(size, "a window has a title")


def message(world: World, words: Words) -> Surface:
    """A message that has nothing to do with the task; its only button closes it."""
    rng = words.rng
    wide = rates.between(rng, "pixels of a message")
    title = words.pick("titles", "a title of a message is invented")
    window = WindowBuilder(words, width=wide, height=_MESSAGE_HIGH, title=title)
    controls.paragraph(window)
    wide = window.wide("message") + _AROUND
    right = max(window.margin, window.width - wide - _RIGHT)
    left = rng.choice((window.margin, right))
    label = window.said("buttons of messages")
    window.place(Role.BUTTON, left, wide, BUTTON, label).closes = True
    return window.dialog(world.size, "a message has a title", _BELOW_MESSAGE)


def way_out(surface: Surface) -> Widget:
    """The button of a popup."""
    return next(widget for widget in surface.widgets if widget.closes)


# --------------------------------------------------------------------------- letters

LETTER: Final = ("letter to", "letter subject", "letter text", "letter sends")
"""The groups of its fields and of its button."""


def letter(window: WindowBuilder) -> None:
    """Fields for a message to somebody, and the button that sends it."""
    names = window.rng.choice(listing("fields of a letter")).split(" / ")
    fields = forms.labelled_fields(window, names)
    if len(fields) != len(names):
        return
    for field, group in zip(fields, LETTER, strict=False):
        field.group, field.text, field.placeholder, field.many_lines = group, "", False, False
    controls.buttons(window, (window.said("buttons that send"),))
    sends = window.widgets[-1]
    sends.group, sends.disabled = LETTER[-1], False
