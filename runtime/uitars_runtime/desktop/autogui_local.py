"""`pyautogui`: the screen of the person who runs this, worked by pyautogui where it is installed.

Our own drivers are the better ones where they run (`local`); this one is for systems and set-ups
that pyautogui knows and they do not. A pointer in a corner of the screen stops it, which is
how users of pyautogui stop it.
"""

from __future__ import annotations

import importlib
import platform
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, get_args

from uitars_runtime.desktop.autogui import AutoguiDesktop, Call, Function, System
from uitars_runtime.desktop.capture import Capture
from uitars_runtime.desktop.kind import DesktopKind, Order, Place, with_programs
from uitars_runtime.desktop.portable import whole_screen
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.installing import install_extra, pip
from uitars_runtime.protocols import Processes


class LocalAutogui(AutoguiDesktop):
    """Implements `Desktop`."""

    def __init__(self) -> None:
        """Raises `DesktopError` where pyautogui is missing or finds no screen."""
        self._module = module = _module()
        self._stopped: type[Exception] = module.FailSafeException
        self._corners = frozenset(module.FAILSAFE_POINTS)
        self._capture = Capture(whole_screen)
        super().__init__(self._capture.grab, _system())
        self._functions: Mapping[Function, Callable[..., Any]] = {
            name: vars(module)[name] for name in get_args(Function)
        }

    @property
    def name(self) -> str:
        return "pyautogui"

    def close(self) -> None:
        """Let every held key go."""
        with self._unstopped():
            super().close()
        self._capture.close()

    def _do(self, calls: Sequence[Call]) -> None:
        for call in calls:
            if call.positional[-2:] in self._corners:
                raise Refused("a pointer in that corner of the screen would be a person's stop.")
            try:
                self._call(call)
            except self._stopped as error:
                if call.function == "dragTo":
                    with self._unstopped():
                        self._call(Call("mouseUp"))
                raise Refused(
                    "the pointer is in a corner of the screen: a person's stop."
                ) from error

    def _call(self, call: Call) -> None:
        self._functions[call.function](*call.positional, **dict(call.named))

    @contextmanager
    def _unstopped(self) -> Generator[None]:
        """Around what lets go: a person's stop is no reason to hold on."""
        vars(self._module)["FAILSAFE"] = False
        try:
            yield
        finally:
            vars(self._module)["FAILSAFE"] = True


def _module() -> ModuleType:
    try:
        module = importlib.import_module("pyautogui")
    except ImportError as error:
        mend = install_extra("autogui")
        if sys.platform == "linux":  # what they ask for would lie over our Xlib
            mend = f"{mend} Then: {pip('install', '--no-deps', 'PyAutoGUI', 'MouseInfo')}"
        raise UsageError("pyautogui is not installed.", mend) from error
    except (Exception, SystemExit) as error:  # as many kinds as there are systems
        why = " ".join(str(error).split())
        raise DesktopError(
            "pyautogui finds no screen.", f"Is there a desktop session here? It says: {why}."
        ) from error
    vars(module)["PAUSE"] = 0
    return module


def _system() -> System:
    match platform.system():
        case "Linux" | "Windows" | "Darwin" as known:
            return known
        case other:
            raise UsageError(f"pyautogui is not known to work on {other}.")


def _open(order: Order, _guard: Processes) -> Place:
    return with_programs(LocalAutogui(), order)


AUTOGUI = DesktopKind(_open)
