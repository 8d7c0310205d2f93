"""What the program in front says is on its screen (`uiautomator dump`), as elements."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.desktop.told_tree import root_of
from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import common
from uitars_runtime.types import Box

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from xml.etree.ElementTree import Element as Node

QUESTION: Final = (
    'f="${TMPDIR:-/data/local/tmp}"/uitars-screen.$$.xml; uiautomator dump "$f" >/dev/null 2>&1;'
    ' cat "$f" && rm -f "$f"'
)
_ROLES: Final = {
    "Button": Role.BUTTON,
    "CheckBox": Role.CHECKBOX,
    "CheckedTextView": Role.ITEM,
    "Chip": Role.BUTTON,
    "EditText": Role.FIELD,
    "AutoCompleteTextView": Role.FIELD,
    "MultiAutoCompleteTextView": Role.FIELD,
    "FloatingActionButton": Role.ICON,
    "ImageButton": Role.ICON,
    "ImageView": Role.ICON,
    "RadioButton": Role.RADIO,
    "SeekBar": Role.SLIDER,
    "Slider": Role.SLIDER,
    "Spinner": Role.COMBO,
    "Switch": Role.CHECKBOX,
    "SwitchCompat": Role.CHECKBOX,
    "Tab": Role.TAB,
    "TextView": Role.TEXT,
    "ToggleButton": Role.CHECKBOX,
}
"""The last part of a class -> role; what other classes are is told by what can be done with it."""
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_MOST_WORDS = 200


class Shown(msgspec.Struct, frozen=True):
    """An element, and what only the gate and the hiding of passwords ask."""

    element: Element
    password: bool = False


def shown(tree: str, scale: float, screen: Box) -> tuple[Shown, ...]:
    """What of a tree lies on the screen, in pixels of the picture; empty for what is no tree.
    `scale`: pixels for each unit that the tree counts in."""
    root = root_of(tree[tree.find("<") :] if "<" in tree else "")
    if root is None:
        return ()
    found = (_shown(node, scale, screen) for node in root.iter("node"))
    return tuple(one for one in found if one is not None)


def _shown(node: Node, scale: float, screen: Box) -> Shown | None:
    said = node.attrib
    box = _box(said.get("bounds", ""), scale)
    box = common(box, screen) if box else None
    if box is None:
        return None
    password = _is(said, "password")
    name = _words(said.get("content-desc", "")) or _words(said.get("hint", ""))
    text = "" if password else _words(said.get("text", ""))
    role = _role(said, text or name)
    if role is Role.ITEM and not (text or name):
        name = _inside(node)
    if role is None or (role in (Role.TEXT, Role.ITEM) and not (text or name)):
        return None
    element = Element(
        box,
        role,
        text=text if role is Role.FIELD else text or name,
        name=name or ("" if role is Role.FIELD else text),
        checked=_is(said, "checked"),
        selected=_is(said, "selected"),
        focused=_is(said, "focused"),
        disabled=not _is(said, "enabled", "true"),
    )
    return Shown(element, password)


def _role(said: Mapping[str, str], words: str) -> Role | None:
    kind = said.get("class", "").rpartition(".")[2].rpartition("$")[2]
    role = _ROLES.get(kind) or next((_ROLES[end] for end in _ROLES if kind.endswith(end)), None)
    pressed = _is(said, "clickable") or _is(said, "long-clickable")
    if role is Role.ICON and not (pressed or words):
        return None
    if role is Role.TEXT and pressed:
        return Role.BUTTON
    if role is not None:
        return role
    if _is(said, "checkable"):
        return Role.CHECKBOX
    if pressed:
        return Role.BUTTON if words else Role.ITEM
    return Role.TEXT if words and not _is(said, "scrollable") else None


def _inside(node: Node) -> str:
    """The words on a row, which is one thing to a finger."""
    return " ".join(_parts(node))[:_MOST_WORDS]


def _parts(node: Node) -> Iterator[str]:
    for child in node:
        if _is(child.attrib, "password"):
            continue
        words = _words(child.get("text", "")) or _words(child.get("content-desc", ""))
        if words and not _is(child.attrib, "checkable"):
            yield words
        yield from _parts(child)


def _words(said: str) -> str:
    return " ".join(said.split())


def _is(said: Mapping[str, str], state: str, unsaid: str = "false") -> bool:
    return said.get(state, unsaid) == "true"


def _box(bounds: str, scale: float) -> Box | None:
    found = _BOUNDS.fullmatch(bounds)
    if found is None:
        return None
    left, top, right, bottom = (round(int(edge) * scale) for edge in found.groups())
    return Box(left, top, right, bottom) if right > left and bottom > top else None
