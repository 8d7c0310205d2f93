"""Answers in the place of macOS: `Quartz` and `HIServices` as pyobjc spells them, over windows and
elements that a test lays out. Nothing of this is macOS."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

_NO_VALUE = -25212
"""`kAXErrorNoValue`"""


class Element:
    """What a program says of one control; equal to itself alone."""

    def __init__(
        self, role: str, title: str = "", box: tuple[int, ...] = (), subrole: str = ""
    ) -> None:
        """`box`: left, top, width, height."""
        self.process = 0
        self.children: list[Element] = []
        self.told: dict[str, Any] = {"AXRole": role, "AXTitle": title, "AXSubrole": subrole}
        if box:
            self.told["AXFrame"] = box

    def holds(self, x: float, y: float) -> bool:
        left, top, width, height = self.told.get("AXFrame", (0, 0, 0, 0))
        return left <= x < left + width and top <= y < top + height


class Mac:
    """A desktop, the topmost window first."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.allowed = {"screen": True, "control": True}
        self.asked: list[str] = []
        self.listed: list[dict[str, Any]] = []
        self.windows: list[Element] = []
        self.focus: Element | None = None
        monkeypatch.setitem(sys.modules, "Quartz", self._quartz())
        monkeypatch.setitem(sys.modules, "HIServices", self._services())

    def window(
        self, process: int, owner: str, title: str, box: tuple[int, ...], *inside: Element
    ) -> Element:
        """One more window, below the others."""
        made = Element("AXWindow", title, box)
        made.children = list(inside)
        for one in (made, *inside):
            one.process = process
        self.windows.append(made)
        self.lay(process, owner, title, box)
        return made

    def lay(
        self, process: int, owner: str, title: str, box: tuple[int, ...], layer: int = 0
    ) -> None:
        """What the list of windows says of one, whatever its program says."""
        left, top, width, height = box
        bounds = {"X": left, "Y": top, "Width": width, "Height": height}
        told = {
            "kCGWindowNumber": 100 + len(self.listed),
            "kCGWindowName": title,
            "kCGWindowOwnerName": owner,
            "kCGWindowOwnerPID": process,
            "kCGWindowBounds": bounds,
            "kCGWindowLayer": layer,
            "kCGWindowAlpha": 1.0,
        }
        self.listed.append(told)

    def raised(self, number: int) -> None:
        """That window comes to the top."""
        self.listed.insert(0, self.listed.pop(number))
        self.windows.insert(0, self.windows.pop(number))

    def _quartz(self) -> ModuleType:
        made = ModuleType("Quartz")
        names = "Number Name OwnerName OwnerPID Bounds Layer Alpha"
        for name in names.split():
            setattr(made, f"kCGWindow{name}", f"kCGWindow{name}")
        made.kCGWindowListOptionOnScreenOnly = 1  # type: ignore[attr-defined]
        made.kCGWindowListExcludeDesktopElements = 16  # type: ignore[attr-defined]
        made.CGWindowListCopyWindowInfo = lambda _which, _near: self.listed  # type: ignore[attr-defined]
        made.CGPreflightScreenCaptureAccess = lambda: self.allowed["screen"]  # type: ignore[attr-defined]
        made.CGRequestScreenCaptureAccess = lambda: self.asked.append("screen")  # type: ignore[attr-defined]
        return made

    def _services(self) -> ModuleType:
        made = ModuleType("HIServices")
        answers = {
            "kAXTrustedCheckOptionPrompt": "prompt",
            "kAXValueCGRectType": 3,
            "AXIsProcessTrusted": lambda: self.allowed["control"],
            "AXIsProcessTrustedWithOptions": lambda _options: self.asked.append("control"),
            "AXUIElementCreateSystemWide": lambda: self,
            "AXUIElementCreateApplication": lambda process: process,
            "AXUIElementSetMessagingTimeout": lambda _element, _seconds: 0,
            "AXUIElementGetPid": lambda element, _out: (0, getattr(element, "process", element)),
            "AXUIElementCopyElementAtPosition": lambda _whole, x, y, _out: self._at(x, y),
            "AXUIElementCopyAttributeValue": lambda element, name, _out: self._value(element, name),
            "AXValueGetValue": lambda value, _kind, _out: (True, _rect(value)),
        }
        for name, answer in answers.items():
            setattr(made, name, answer)
        return made

    def _at(self, x: float, y: float) -> tuple[int, Element | None]:
        for window in self.windows:
            if window.holds(x, y):
                return 0, next((one for one in window.children if one.holds(x, y)), window)
        return _NO_VALUE, None

    def _value(self, element: Any, name: str) -> tuple[int, Any]:
        value: Any = None
        if element is self:
            value = None if self.focus is None else self.focus.process
        elif isinstance(element, int):
            own = [one for one in self.windows if one.process == element]
            value = {
                "AXWindows": own,
                "AXFocusedWindow": own[0] if own else None,
                "AXFocusedUIElement": self.focus,
            }.get(name)
        elif name == "AXChildren":
            value = element.children
        else:
            value = element.told.get(name)
        return (_NO_VALUE, None) if value is None else (0, value)


def _rect(value: tuple[int, ...]) -> SimpleNamespace:
    left, top, width, height = value
    return SimpleNamespace(
        origin=SimpleNamespace(x=left, y=top), size=SimpleNamespace(width=width, height=height)
    )
