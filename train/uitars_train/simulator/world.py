"""A symbolic desktop: windows of widgets that answer to clicks, keys and text as programs do.

Not here: what the windows look like (`programs.py`), what the eyes make of them (`noise/`) and
what is wanted (`goals.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import moved
from uitars_runtime.types import Box, Point, Size

_IDS = count()
COLUMN: Final = "column"
"""How the group of tabs that stand below each other begins."""


@dataclass(slots=True, eq=False)
class Widget:
    """Something drawn on a surface. `box` is where a click on it counts."""

    role: Role
    box: Box
    text: str = ""
    name: str = ""
    checked: bool = False
    selected: bool = False
    disabled: bool = False
    icon: str = ""
    group: str = ""
    """Radios, tabs and list items of one group exclude each other."""
    page: str = ""
    """Drawn only while the tab of this name is selected."""
    options: tuple[str, ...] = ()
    """A combo's entries, a menu's items (`text:chord`), or an item's context menu."""
    placeholder: bool = False
    """The text is only a hint; the field is empty."""
    many_lines: bool = False
    row: str = ""
    """The first cell of its row, the title of its group, or its question."""
    cells: dict[str, str] = field(default_factory=dict[str, str])
    """What stands in the other columns of its row, by the columns' headers."""
    opens: Surface | None = None
    closes: bool = False
    """A click closes the surface."""
    hint: str = ""
    """The chord drawn at the right end of a menu item."""
    nested: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Entries of its menu that open a menu of their own."""
    colour: str = ""
    seen_as: Role | None = None
    """What the eyes take it for, where that is not its role."""
    id: int = field(default_factory=lambda: next(_IDS))


@dataclass(slots=True, eq=False)
class Surface:
    """A window, a dialog or a popup: widgets in a rectangle, drawn above what came before it."""

    box: Box
    title: str = ""
    widgets: list[Widget] = field(default_factory=list[Widget])
    owner: Widget | None = None
    """The menu, combo or item a popup belongs to."""
    modal: bool = False
    focused: Widget | None = None
    """What has the focus when it opens. What stands in it may be marked without its ending, so that
    what is typed would not replace all of it."""
    page: str = ""
    view: Box | None = None
    """The part that scrolls; widgets of the `scrolls` list are drawn only inside it."""
    scrolls: list[Widget] = field(default_factory=list[Widget])
    scrolled: int = 0
    depth: int = 0
    """How far it can scroll, in pixels."""
    stride: int = 150
    """How far one turn of the wheel scrolls it."""


@dataclass(slots=True, eq=False)
class World:
    """Surfaces from back to front, the focus, and a log of what happened."""

    size: Size
    surfaces: list[Surface]
    focus: Widget | None = None
    all_selected: bool = False
    at_start: bool = False
    """The caret stands before what is in the focus."""
    line: str = ""
    """The line of it in which the caret stands, where that is known."""
    marked: str = ""
    """What is marked of it, where that is not all."""
    log: list[tuple[str, int, str]] = field(default_factory=list[tuple[str, int, str]])
    clipboard: str = ""
    zoom: float = 1.0
    """How large things are drawn, against an ordinary screen."""
    entry_opens: dict[tuple[int, str], Surface] = field(
        default_factory=dict[tuple[int, str], Surface]
    )
    """Dialogs that an entry of a menu opens, by the menu's id and the entry's text."""

    # ---------------------------------------------------------------- what is there

    def front(self) -> Surface:
        return self.surfaces[-1]

    def visible(self) -> list[tuple[Widget, Box]]:
        """Everything drawn and not covered, with the box it has on the screen."""
        found: list[tuple[Widget, Box]] = []
        for index, surface in enumerate(self.surfaces):
            above = [other.box for other in self.surfaces[index + 1 :]]
            for widget, box in drawn(surface):
                if not any(other.contains(box.center) for other in above):
                    found.append((widget, box))
        return found

    def find(self, widget: Widget) -> Box | None:
        """Where a widget is on the screen; None where it cannot be seen or reached."""
        if not any(widget in s.widgets or widget in s.scrolls for s in self.reachable()):
            return None
        return next((box for other, box in self.visible() if other is widget), None)

    def reachable(self) -> list[Surface]:
        """Surfaces that answer: those above and including the topmost modal one."""
        modal = [index for index, surface in enumerate(self.surfaces) if surface.modal]
        return self.surfaces[modal[-1] :] if modal else self.surfaces

    def signature(self) -> tuple[object, ...]:
        """Equal exactly when the screen looks the same."""
        return (
            self.focus.id if self.focus else None,
            self.all_selected,
            *((w.id, w.text, w.checked, w.selected, b.left, b.top) for w, b in self.visible()),
        )

    # ---------------------------------------------------------------- what can be done

    def click(self, at: Point, count: int = 1, right: bool = False) -> None:
        """Press a mouse button: popups close first, then what lies under the pointer answers."""
        hit = self._hit(at)
        while self.front().owner is not None and (hit is None or hit[0] is not self.front()):
            self.surfaces.pop()
            if hit is None or hit[1].role not in (Role.MENU, Role.MENU_ITEM):
                return
        if hit is None or hit[0] not in self.reachable() or hit[1].disabled:
            return
        surface, widget = hit
        kind = "right" if right else "double" if count > 1 else "click"
        self.log.append((kind, widget.id, widget.text))
        if right:
            self._open_popup(widget, at, widget.options)
        else:
            self._answer(surface, widget)

    def under(self, at: Point) -> Widget | None:
        """What a click at a point would reach."""
        hit = self._hit(at)
        return hit[1] if hit is not None and hit[0] in self.reachable() else None

    def _top(self, at: Point) -> Surface | None:
        return next((s for s in reversed(self.surfaces) if s.box.contains(at)), None)

    def _hit(self, at: Point) -> tuple[Surface, Widget] | None:
        surface = self._top(at)
        if surface is None:
            return None
        hits = [widget for widget, box in drawn(surface) if box.contains(at)]
        live = [widget for widget in hits if widget.role is not Role.TEXT] or hits
        return (surface, min(live, key=lambda w: w.box.area)) if live else None

    def _answer(self, surface: Surface, widget: Widget) -> None:
        match widget.role:
            case Role.FIELD:
                self.focus = widget
                self.all_selected = self.at_start = False
                self.line = self.marked = ""
            case Role.CHECKBOX:
                widget.checked = not widget.checked
            case Role.RADIO:
                self._exclusive(surface, widget)
                widget.checked = True
            case Role.TAB | Role.ITEM:
                self._exclusive(surface, widget)
                widget.selected = True
                if widget.role is Role.TAB:
                    surface.page = widget.text
            case Role.COMBO | Role.MENU:
                box = self.find(widget) or widget.box
                self._open_popup(widget, Point(box.left, box.bottom), widget.options)
            case Role.MENU_ITEM:
                self._choose(widget)
                return
            case _:
                pass
        if widget.opens is not None:
            self.surfaces.append(widget.opens)
        if widget.closes and surface in self.surfaces and len(self.surfaces) > 1:
            self.surfaces.remove(surface)

    def _exclusive(self, surface: Surface, widget: Widget) -> None:
        for other in (*surface.widgets, *surface.scrolls):
            if other.group == widget.group and other.role is widget.role:
                other.checked = False
                other.selected = False

    def _open_popup(self, owner: Widget, at: Point, options: tuple[str, ...]) -> None:
        if not options:
            return
        wide = int((max(len(option) for option in options) * 8 + 60) * self.zoom)
        high = int(26 * self.zoom)
        left = min(at.x, self.size.width - wide - 4)
        top = min(at.y, self.size.height - high * len(options) - 8)
        popup = Surface(Box(left, top, left + wide, top + high * len(options) + 8), owner=owner)
        for row, option in enumerate(options):
            text, _, chord = option.partition(":")
            box = Box(left + 2, top + 4 + row * high, left + wide - 2, top + 4 + (row + 1) * high)
            item = Widget(Role.MENU_ITEM, box, text, text, hint=chord)
            item.selected = owner.role is Role.COMBO and text == owner.text
            item.options = owner.nested.get(text, ())
            popup.widgets.append(item)
        self.surfaces.append(popup)

    def _choose(self, item: Widget) -> None:
        owner = self.front().owner
        if item.options:
            self._open_popup(item, Point(item.box.right, item.box.top), item.options)
            return
        self.log.append(("choose", owner.id if owner else -1, item.text))
        while self.front().owner is not None:
            self.surfaces.pop()
        if owner is not None and owner.role is Role.COMBO:
            owner.text = item.text
        dialog = self.entry_opens.get((owner.id, item.text)) if owner is not None else None
        if dialog is not None:
            self.surfaces.append(dialog)
            if dialog.focused is not None:
                self.focus, self.all_selected, self.at_start = dialog.focused, False, False

    def put_caret(self, line: str, word: str) -> None:
        """The mouse pressed on a line of the text in the focus; `word`: what that marked."""
        self.line, self.marked = line, word

    def type(self, text: str) -> None:
        """Text goes where the focus is; everything selected is replaced."""
        self.log.append(("type", self.focus.id if self.focus else -1, text))
        if self.focus is None:
            return
        if self.marked:
            self._instead(text)
            return
        kept = "" if self._replaces() else self.focus.text
        self.focus.text = text + kept if self.at_start else kept + text
        self.line = text
        self.focus.placeholder = False
        self.all_selected = False

    def press(self, keys: tuple[str, ...]) -> None:
        """A chord; the few that change what is seen are played."""
        self.log.append(("press", -1, " ".join(keys)))
        if keys == ("ctrl", "a") and self.focus is not None:
            self.all_selected = True
        elif keys in (("ctrl", "home"), ("ctrl", "end")):
            self.at_start, self.marked = keys[1] == "home", ""
        elif keys == ("enter",) and self.focus is not None and self.focus.many_lines:
            self._new_line(self.focus)
        elif keys == ("shift", "end"):
            self.marked = self.line
        elif keys in (("delete",), ("backspace",)) and self.marked:
            self._instead("")
        elif keys == ("delete",) and self.line and self.focus is not None and not self.all_selected:
            # The line that has become empty goes.
            self.focus.text = "\n".join(line for line in self.focus.text.split("\n") if line)
        elif keys in (("delete",), ("backspace",)) and self.focus is not None and self.all_selected:
            self.focus.text = ""
            self.all_selected = False
        elif keys == ("ctrl", "c") and self.focus is not None and self.all_selected:
            self.clipboard = self.focus.text
        elif keys == ("ctrl", "v") and self.focus is not None and self.clipboard:
            kept = "" if self._replaces() else self.focus.text
            self.focus.text = kept + self.clipboard
            self.focus.placeholder = self.all_selected = False
        elif keys == ("tab",):
            self._next_field()
        elif keys == ("esc",) and (self.front().owner is not None or self.front().modal):
            self.surfaces.pop()

    def _new_line(self, page: Widget) -> None:
        """Behind all of the text, or behind what was typed before it."""
        if self.at_start:
            page.text = page.text.replace(self.line, f"{self.line}\n", 1)
        else:
            page.text += "\n"

    def _instead(self, text: str) -> None:
        """Something else in the place of what is marked."""
        if self.focus is not None:
            self.focus.text = self.focus.text.replace(self.marked, text, 1)
        self.marked = ""

    def _replaces(self) -> bool:
        """Whether what comes into the field takes the place of what is there."""
        return self.focus is not None and (self.all_selected or self.focus.placeholder)

    def _next_field(self) -> None:
        """The focus goes to the next field, from the last one to the first."""
        fields = [w for w, _ in self.visible() if w.role is Role.FIELD and not w.many_lines]
        if fields:
            at = fields.index(self.focus) if self.focus in fields else -1
            self.focus = fields[(at + 1) % len(fields)]
            self.all_selected = bool(self.focus.text)

    def drag(self, start: Point, end: Point) -> None:
        """Pull one thing onto another; two entries of one list change places."""
        source, onto = self._hit(start), self._hit(end)
        if source is None or onto is None or source[1] is onto[1]:
            return
        one, other = source[1], onto[1]
        self.log.append(("drag", one.id, str(other.id)))
        if one.role is Role.ITEM and one.group and one.group == other.group:
            one.box, other.box = other.box, one.box

    def scroll(self, at: Point, direction: str) -> None:
        """Turn the wheel over a point."""
        self.log.append(("scroll", -1, direction))
        surface = self._top(at)
        if surface is not None and direction in ("up", "down"):
            way = 1 if direction == "down" else -1
            scrolled = surface.scrolled + way * surface.stride
            surface.scrolled = max(0, min(surface.depth, scrolled))


def magnify(world: World, zoom: float) -> None:
    """Draw everything larger, the screen too, as on a screen of high density."""
    world.zoom = zoom
    world.size = Size(int(world.size.width * zoom), int(world.size.height * zoom))
    for surface in world.surfaces:
        surface.box = _grown(surface.box, zoom)
        surface.view = surface.view and _grown(surface.view, zoom)
        surface.depth, surface.stride = int(surface.depth * zoom), int(surface.stride * zoom)
        for widget in (*surface.widgets, *surface.scrolls):
            widget.box = _grown(widget.box, zoom)


def _grown(box: Box, zoom: float) -> Box:
    return Box(*(int(value * zoom) for value in (box.left, box.top, box.right, box.bottom)))


def drawn(surface: Surface) -> list[tuple[Widget, Box]]:
    """The widgets of a surface that its tabs and its scrolling show, with their boxes."""
    found = [(w, w.box) for w in surface.widgets if not w.page or w.page == surface.page]
    for widget in surface.scrolls:
        if widget.page and widget.page != surface.page:
            continue
        box = moved(widget.box, Point(0, -surface.scrolled))
        if surface.view is not None and surface.view.contains(box.center):
            found.append((widget, box))
    return found


def element(widget: Widget, box: Box, focused: bool) -> Element:
    """What faultless eyes would say about a widget."""
    return Element(
        box=box,
        role=widget.seen_as or widget.role,
        text=widget.text,
        name=widget.name or widget.text,
        checked=widget.checked,
        selected=widget.selected,
        focused=focused,
        disabled=widget.disabled,
        icon=widget.icon,
        colour=widget.colour,
    )
