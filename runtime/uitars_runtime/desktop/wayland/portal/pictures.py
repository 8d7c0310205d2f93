"""One monitor's pictures from PipeWire, through GStreamer's libraries, which come with GNOME and
KDE. A picture comes when something changed, so the last one is what the monitor shows.
"""

from __future__ import annotations

import ctypes
import os
import select
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from uitars_runtime.errors import DesktopError, UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The queue takes every picture at once: a compositor that finds no free buffer leaves one out.
_PIPELINE: Final = (
    "pipewiresrc fd={descriptor} path={node} always-copy=true do-timestamp=true"
    " ! queue leaky=downstream max-size-buffers=1 max-size-bytes=0 max-size-time=0"
    " ! videoconvert ! video/x-raw,format=BGRx"
    " ! appsink name=pictures max-buffers=1 drop=true sync=false"
)
_PLAYING, _NULL = 4, 1
_ERROR_OR_END: Final = 3
_FAILED: Final = 0
_FIRST_SECONDS = 5.0
_MEND = (
    "Install GStreamer with its part for PipeWire (Debian, Ubuntu: apt install"
    " gstreamer1.0-pipewire gstreamer1.0-plugins-base), or use --desktop sandbox."
)
_OBJECTS: Final = {
    "gst_parse_launch": (ctypes.c_char_p, ctypes.c_void_p),
    "gst_bin_get_by_name": (ctypes.c_void_p, ctypes.c_char_p),
    "gst_element_get_bus": (ctypes.c_void_p,),
    "gst_bus_pop_filtered": (ctypes.c_void_p, ctypes.c_int),
    "gst_sample_get_buffer": (ctypes.c_void_p,),
    "gst_sample_get_caps": (ctypes.c_void_p,),
    "gst_caps_get_structure": (ctypes.c_void_p, ctypes.c_uint),
}
_NUMBERS: Final = {
    "gst_init_check": (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p),
    "gst_element_set_state": (ctypes.c_void_p, ctypes.c_int),
    "gst_structure_get_int": (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
}
_SIZES: Final = {
    "gst_buffer_get_size": (ctypes.c_void_p,),
    "gst_buffer_extract": (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t),
}
_NOTHING: Final = {
    "gst_mini_object_unref": (ctypes.c_void_p,),
    "gst_object_unref": (ctypes.c_void_p,),
}
_FUNCTIONS: Final[tuple[tuple[Any, dict[str, tuple[Any, ...]]], ...]] = (
    (ctypes.c_void_p, _OBJECTS),
    (ctypes.c_int, _NUMBERS),
    (ctypes.c_size_t, _SIZES),
    (None, _NOTHING),
)
"""What they return, their names and what they take."""


class _Library:
    """The functions of GStreamer that are used here."""

    def __init__(self) -> None:
        """Raises `OSError` where they are not installed."""
        self.core = ctypes.CDLL("libgstreamer-1.0.so.0")
        app = ctypes.CDLL("libgstapp-1.0.so.0")
        for kind, functions in _FUNCTIONS:
            for name, arguments in functions.items():
                function = getattr(self.core, name)
                function.restype, function.argtypes = kind, arguments
        self.pull = app.gst_app_sink_try_pull_sample
        self.pull.restype, self.pull.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_uint64)
        if not self.core.gst_init_check(None, None, None):
            raise OSError("it does not start")


@cache
def _library() -> _Library:
    try:
        return _Library()
    except (OSError, AttributeError) as error:
        raise UsageError(f"GStreamer cannot be loaded: {error}.", _MEND) from error


def check() -> None:
    """Raises `UsageError` where GStreamer or a part of it that is needed is missing."""
    library = _library()
    library.core.gst_object_unref(_pipeline(library, -1, 0))


def _pipeline(library: _Library, descriptor: int, node: int) -> int:
    """Not started yet; raises `UsageError` where a part of it is missing."""
    told = _PIPELINE.format(descriptor=descriptor, node=node)
    problem = ctypes.c_void_p()
    found = library.core.gst_parse_launch(told.encode(), ctypes.byref(problem))
    if problem or not found:
        raise UsageError("GStreamer lacks what reads pictures from PipeWire.", _MEND)
    return int(found)


class Pictures:
    """What one monitor shows."""

    def __init__(self, descriptor: int, node: int) -> None:
        """`descriptor`: of PipeWire; closed here. `node`: the monitor's number there. Raises
        `DesktopError`, and `UsageError` where GStreamer is missing."""
        self._pipeline = self._sink = self._bus = None
        self._descriptor: int | None = descriptor
        # GStreamer says nothing where PipeWire itself has gone.
        self._peer = select.poll()
        self._peer.register(descriptor, 0)
        try:
            self._library = _library()
            core = self._library.core
            self._pipeline = _pipeline(self._library, descriptor, node)
            self._sink = core.gst_bin_get_by_name(self._pipeline, b"pictures")
            self._bus = core.gst_element_get_bus(self._pipeline)
            if core.gst_element_set_state(self._pipeline, _PLAYING) == _FAILED:
                raise _ended()
            self._last = self._first()
        except BaseException:
            self.close()
            raise

    def take(self) -> NDArray[np.uint8]:
        """The last picture, (height, width, 4), blue first. Raises `DesktopError` where the stream
        has ended."""
        while sample := self._library.pull(self._sink, 0):
            self._last = self._pixels(sample)
        message = self._library.core.gst_bus_pop_filtered(self._bus, _ERROR_OR_END)
        if message:
            self._library.core.gst_mini_object_unref(message)
        if message or self._peer.poll(0):
            raise _ended()
        return self._last

    def close(self) -> None:
        """End the stream."""
        if self._pipeline:
            self._library.core.gst_element_set_state(self._pipeline, _NULL)
        for one in (self._bus, self._sink, self._pipeline):
            if one:
                self._library.core.gst_object_unref(one)
        self._pipeline = self._sink = self._bus = None
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _first(self) -> NDArray[np.uint8]:
        sample = self._library.pull(self._sink, int(_FIRST_SECONDS * 1e9))
        if not sample:
            raise DesktopError(
                "The desktop portal allows pictures, but none comes.",
                "Is PipeWire running, and is the screen on? Or use --desktop sandbox.",
            )
        return self._pixels(sample)

    def _pixels(self, sample: int) -> NDArray[np.uint8]:
        core = self._library.core
        try:
            buffer = core.gst_sample_get_buffer(sample)
            form = core.gst_caps_get_structure(core.gst_sample_get_caps(sample), 0)
            width, height = (self._number(form, name) for name in (b"width", b"height"))
            data = np.empty(core.gst_buffer_get_size(buffer), np.uint8)
            core.gst_buffer_extract(buffer, 0, data.ctypes.data, data.size)
        finally:
            core.gst_mini_object_unref(sample)
        rows = data[: data.size // height * height].reshape(height, -1)
        return rows[:, : 4 * width].reshape(height, width, 4)

    def _number(self, form: int, name: bytes) -> int:
        value = ctypes.c_int()
        self._library.core.gst_structure_get_int(form, name, ctypes.byref(value))
        return value.value


def _ended() -> DesktopError:
    return DesktopError(
        "The pictures of the screen have ended.",
        "Was the sharing of the screen stopped, or the session locked? Run it again.",
        gone=True,
    )
