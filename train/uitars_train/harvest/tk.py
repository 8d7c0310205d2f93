"""What Tk programs show, asked from inside: they tell nothing over the accessibility bus, but every
Tk program of a display runs commands that another one sends it.

Not here: programs that tell of themselves (`tree.py`).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.naming import named
from uitars_runtime.geometry import intersection_over_union
from uitars_runtime.types import Box
from uitars_train.harvest.records import Truth

TOOLKIT: Final = "Tk"
_WALK: Final = Path(__file__).with_name("tk_walk.tcl")
_SECONDS: Final = 10.0
_FIELDS: Final = 13
_COVERS: Final = 0.6
"""Overlap from which a window of the program is one of the display's."""
_ROLES: Final = {
    **dict.fromkeys(("Checkbutton", "TCheckbutton"), Role.CHECKBOX),
    **dict.fromkeys(("Radiobutton", "TRadiobutton"), Role.RADIO),
    **dict.fromkeys(("Button", "TButton"), Role.BUTTON),
    **dict.fromkeys(("Menubutton", "TMenubutton", "MenuBarEntry"), Role.MENU),
    **dict.fromkeys(("Label", "TLabel", "Message"), Role.TEXT),
    **dict.fromkeys(("Entry", "TEntry", "Spinbox", "TSpinbox", "Text"), Role.FIELD),
    **{"TCombobox": Role.COMBO, "MenuEntry": Role.MENU_ITEM, "Cell": Role.ITEM},
    **{"Heading": Role.HEADER, "Tab": Role.TAB},
    **dict.fromkeys(("Scale", "TScale"), Role.SLIDER),
    **dict.fromkeys(("Scrollbar", "TScrollbar"), Role.SCROLLBAR),
}
_SMALLEST: Final = 3
"""Pixels of a side from which something is to be seen."""


def read(environment: Mapping[str, str], covers: Sequence[Box]) -> list[Truth]:
    """The widgets of all Tk programs of a display that no window lies over, in pixels.

    `environment`: names the display and its key. `covers`: the windows and the popups over them,
    the topmost last. Nothing where no program answers, or wish is not installed.
    """
    try:
        asked = subprocess.run(
            ["wish", str(_WALK)],
            env={**os.environ, **environment},
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    lines = asked.stdout.decode("utf-8", errors="replace").splitlines()
    truths = list(_uncovered(lines, covers))
    names = named([one.element for one in truths])
    return [
        Truth(element, one.told, "", one.states, one.row, one.column)
        for element, one in zip(names, truths, strict=True)
    ]


def _uncovered(lines: Sequence[str], covers: Sequence[Box]) -> Iterator[Truth]:
    for line in lines:
        fields = line.split("\x1f")
        if len(fields) != _FIELDS:
            continue
        whole, box = _box(fields[0:4]), _box(fields[5:9])
        if min(box.width, box.height) < _SMALLEST:
            continue
        over = [cover for cover in covers if cover.contains(box.center)]
        if over and intersection_over_union(whole, over[-1]) < _COVERS:
            continue
        truth = _truth(fields[4], box, fields[9].strip(), fields[10].split(), fields[11:])
        if truth is not None:
            yield truth


def _truth(
    kind: str, box: Box, text: str, flags: Sequence[str], place: Sequence[str]
) -> Truth | None:
    role = _ROLES.get(kind)
    if role is None or (role is Role.TEXT and not text):
        return None
    if "combo" in flags or ("readonly" in flags and kind == "TCombobox"):
        role = Role.COMBO
    element = Element(
        box,
        role,
        text,
        text,
        checked="checked" in flags,
        selected="selected" in flags,
        focused="focused" in flags,
        disabled="disabled" in flags,
    )
    editable = role is Role.FIELD and not {"disabled", "readonly"} & set(flags)
    states = ("editable",) if editable else ()
    return Truth(element, f"Tk {kind}", "", states, int(place[0]), int(place[1]))


def _box(numbers: Sequence[str]) -> Box:
    left, top, wide, high = (int(number) for number in numbers)
    return Box(left, top, left + wide, top + high)
