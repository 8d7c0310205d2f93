"""One connection to a Wayland compositor: what it offers, and its answers within a time limit."""

# pywayland is typed in part only.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
from __future__ import annotations

import atexit
import select
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from uitars_runtime.errors import DesktopError
from uitars_runtime.installing import install_extra

_ANSWER_SECONDS = 5.0
"""A compositor answers in some milliseconds; one that hangs is not waited for any longer."""
_FULL_PAUSE = 0.005
_MEND = f"{install_extra('wayland')} Or use --desktop sandbox."


class Connection:
    """What one compositor offers. For one thread. Every method raises `DesktopError`: `gone` where
    the connection has ended."""

    def __init__(self, name: str) -> None:
        """`name`: the socket, for example `wayland-1`, or its path."""
        try:
            from pywayland.client.display import Display
        except ImportError as error:
            raise DesktopError("Working on Wayland needs the library pywayland.", _MEND) from error
        self.name = name
        self._display = Display(name)
        try:
            self._display.connect()
        except ValueError as error:
            raise DesktopError(
                f"The Wayland compositor {name} cannot be reached.",
                "Is it running, and may this user use it?",
                gone=True,
            ) from error
        # Objects of a connection that is open when Python ends crash it.
        atexit.register(self._display.disconnect)
        self.globals: dict[int, tuple[str, int]] = {}
        """By number: interface and version of each thing that is offered now."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when something comes or goes."""
        with self._calls():
            self._registry: Any = self._display.get_registry()
            self._registry.dispatcher["global"] = self._come
            self._registry.dispatcher["global_remove"] = self._go
        self.roundtrip()

    def offers(self, interface: str) -> bool:
        """Whether there is such a thing."""
        return any(name == interface for name, _ in self.globals.values())

    def bind(self, interface: Any, number: int | None = None) -> Any:
        """An object for the first thing of this interface, or for the thing of that number. Raises
        `KeyError` for what is not offered."""
        for found, (name, version) in self.globals.items():
            if name == interface.name and number in (None, found):
                with self._calls():
                    return self._registry.bind(found, interface, min(version, interface.version))
        raise KeyError(interface.name)

    def roundtrip(self) -> None:
        """Return once the compositor has processed everything that was sent so far."""
        done: list[int] = []
        with self._calls():
            callback: Any = self._display.sync()
        callback.dispatcher["done"] = lambda _callback, serial: done.append(serial)
        self.wait(lambda: bool(done))

    def wait(self, until: Callable[[], bool], seconds: float = _ANSWER_SECONDS) -> None:
        """Hear events until this holds."""
        deadline = time.monotonic() + seconds
        while not until():
            if not self._hear(deadline):
                raise DesktopError(
                    f"The Wayland compositor {self.name} does not answer.",
                    "Is it stopped, or is the machine suspended?",
                )

    def flush(self) -> None:
        """Send what was requested so far."""
        deadline = time.monotonic() + _ANSWER_SECONDS
        with self._calls():
            # Full, or gone: libwayland says the same of both.
            while self._display.flush() < 0:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([], [self._display.get_fd()], [], left)[1]:
                    raise _gone(self.name, "it takes no more input")
                time.sleep(_FULL_PAUSE)

    def hear(self) -> None:
        """Take in what has come; waits for nothing."""
        self._hear(time.monotonic())

    def close(self) -> None:
        """Give the connection back; what it held down goes up, and what it offered goes."""
        atexit.unregister(self._display.disconnect)
        self._display.disconnect()

    def _hear(self, deadline: float) -> bool:
        """Handle events, waiting for some until the deadline; whether any came."""
        with self._calls():
            if self._display.dispatch(block=False):
                return True
            self.flush()
            left = max(0.0, deadline - time.monotonic())
            if not select.select([self._display.get_fd()], [], [], left)[0]:
                return False
            self._display.read()
            self._display.dispatch(block=False)
            return True

    @contextmanager
    def _calls(self) -> Generator[None]:
        """Around calls of pywayland, which says RuntimeError where the connection has ended, and
        ValueError once it is closed."""
        try:
            yield
        except (RuntimeError, ValueError, OSError) as error:
            raise _gone(self.name, str(error)) from error

    def _come(self, _registry: object, number: int, interface: str, version: int) -> None:
        self.globals[number] = (interface, version)
        self.on_change()

    def _go(self, _registry: object, number: int) -> None:
        self.globals.pop(number, None)
        self.on_change()


def _gone(name: str, why: str) -> DesktopError:
    return DesktopError(f"The Wayland compositor {name} is gone.", why, gone=True)
