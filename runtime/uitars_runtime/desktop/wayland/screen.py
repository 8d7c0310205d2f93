"""Pictures of all monitors of a compositor (wlr-screencopy), put together on the canvas.

The pointer is in none of them.
"""

# pywayland is typed in part only.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import mmap
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from uitars_runtime.desktop.capture import Grab
from uitars_runtime.desktop.wayland.connection import Connection
from uitars_runtime.desktop.wayland.outputs import Canvas, Output, Outputs
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Box, Size

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BLUE_FIRST = (0, 1)
"""Formats of `wl_shm` whose bytes are blue, green, red: ARGB8888, XRGB8888."""
_RED_FIRST = (0x34324241, 0x34324258)
"""The same the other way round: ABGR8888, XBGR8888."""
_TURNED_OVER = 1
_TRIES = 3
"""A monitor that changes can fail a picture; it is asked again this often."""


class Screen:
    """Grabs what one compositor shows."""

    def __init__(self, connection: Connection, outputs: Outputs) -> None:
        from pywayland.protocol.wayland import WlShm

        from uitars_runtime.desktop.wayland import protocols

        self._connection = connection
        self._outputs = outputs
        self._manager = connection.bind(protocols.SCREENCOPY)
        self._memory = connection.bind(WlShm)
        self._buffers: dict[tuple[int, ...], _Buffer] = {}

    def grab(self) -> Grab:
        """The pixels now. Raises `DesktopError`."""
        for _ in range(_TRIES):
            canvas = self._outputs.canvas()
            shots = [_Shot(self._manager, output, self._buffer) for output in canvas.outputs]
            try:
                self._connection.wait(lambda shots=shots: all(shot.over for shot in shots))  # type: ignore[misc]
            finally:
                pictures = [shot.finish() for shot in shots]
            taken = [picture for picture in pictures if picture is not None]
            if len(taken) == len(pictures):
                return joined(canvas, taken)
        raise DesktopError(
            "The screen cannot be grabbed.",
            f"The compositor {self._connection.name} refuses pictures. Is the screen locked?",
        )

    def close(self) -> None:
        """Give the shared memory back."""
        for buffer in self._buffers.values():
            buffer.close()
        self._buffers.clear()

    def _buffer(self, number: int, *form: int) -> _Buffer:
        """Memory for a picture of this monitor and form; kept for the next one."""
        key = (number, *form)
        if key not in self._buffers:
            for old in [old for old in self._buffers if old[0] == number]:
                self._buffers.pop(old).close()
            self._buffers[key] = _Buffer(self._memory, *form)
        return self._buffers[key]


class _Buffer:
    """Memory that is shared with the compositor."""

    def __init__(self, memory: Any, form: int, width: int, height: int, stride: int) -> None:
        if form not in (*_BLUE_FIRST, *_RED_FIRST):
            raise DesktopError(
                f"The compositor's pictures have the format {form:#x}, which cannot be read.",
                "Report it with the name of the compositor; meanwhile use --desktop sandbox.",
            )
        self.form, self.width, self.height, self.stride = form, width, height, stride
        descriptor = os.memfd_create("uitars-picture", os.MFD_CLOEXEC)
        try:
            os.ftruncate(descriptor, stride * height)
            self.data = mmap.mmap(descriptor, stride * height)
            pool = memory.create_pool(descriptor, stride * height)
            self.proxy = pool.create_buffer(0, width, height, stride, form)
            pool.destroy()
        finally:
            os.close(descriptor)

    def pixels(self) -> NDArray[np.uint8]:
        """The picture, until the next one is asked for; (height, width, 4), blue first."""
        rows = np.frombuffer(self.data, np.uint8).reshape(self.height, self.stride)
        pixels = rows[:, : 4 * self.width].reshape(self.height, self.width, 4)
        return pixels[:, :, [2, 1, 0, 3]] if self.form in _RED_FIRST else pixels

    def close(self) -> None:
        """Give it back; the memory goes with the last who looks at its picture."""
        self.proxy.destroy()


class _Shot:
    """One picture of one monitor, on its way."""

    def __init__(self, manager: Any, output: Output, buffer: Callable[..., _Buffer]) -> None:
        self._output = output
        self._make = buffer
        self._buffer: _Buffer | None = None
        self._flags = 0
        self._taken = False
        self.over = False
        self._problem: DesktopError | None = None
        self._frame = manager.send("capture_output", 0, output.proxy)
        heard = self._frame.dispatcher
        heard["buffer"] = self._offered
        heard["flags"] = self._flagged
        heard["ready"] = self._ready
        heard["failed"] = self._failed

    def finish(self) -> NDArray[np.uint8] | None:
        """The picture as people see it; None where there is none. Raises `DesktopError`."""
        self._frame.end()
        if self._problem is not None:
            raise self._problem
        if not self._taken or self._buffer is None:
            return None
        pixels = self._buffer.pixels()
        if self._flags & _TURNED_OVER:
            pixels = pixels[::-1]
        return upright(pixels, self._output.transform)

    def _offered(self, frame: Any, form: int, width: int, height: int, stride: int) -> None:
        try:
            buffer = self._make(id(self._output.proxy), form, width, height, stride)
        except DesktopError as error:
            self._problem, self.over = error, True
            return
        self._buffer = buffer
        frame.send("copy", buffer.proxy)

    def _flagged(self, _frame: Any, flags: int) -> None:
        self._flags = flags

    def _ready(self, _frame: Any, *_time: int) -> None:
        self._taken = self.over = True

    def _failed(self, _frame: Any) -> None:
        self.over = True


def upright(pixels: NDArray[np.uint8], transform: int) -> NDArray[np.uint8]:
    """A monitor's buffer as people see it: `wl_output.transform` taken back."""
    pixels = np.rot90(pixels, -(transform % 4))
    return pixels[:, ::-1] if transform >= 4 else pixels


def joined(canvas: Canvas, pictures: list[NDArray[np.uint8]]) -> Grab:
    """The pictures of all monitors, each as people see it, as one; a copy of them."""
    box = canvas.box
    size = Size(box.width, box.height)
    if len(pictures) == 1 and pictures[0].shape[:2] == (size.height, size.width):
        return Grab(bytearray(np.ascontiguousarray(pictures[0]).data), box)
    whole = np.zeros((size.height, size.width, 4), np.uint8)
    for output, picture in zip(canvas.outputs, pictures, strict=True):
        place = canvas.place(output.box)
        left, top = place.left - box.left, place.top - box.top
        shown = _sized(picture, place)
        whole[top : top + place.height, left : left + place.width] = shown
    return Grab(bytearray(whole.data), box)


def _sized(picture: NDArray[np.uint8], place: Box) -> NDArray[np.uint8]:
    if picture.shape[:2] == (place.height, place.width):
        return picture
    import cv2

    picture = np.ascontiguousarray(picture)
    resized = cv2.resize(picture, (place.width, place.height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(resized, np.uint8)
