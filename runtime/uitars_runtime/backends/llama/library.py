"""The llama.cpp library as this room uses it: loaded when first needed, quiet, without types.

Its log goes nowhere but into the words of an error: a load that fails says why only there.
"""

from __future__ import annotations

import ctypes
import importlib
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from uitars_runtime.errors import ModelError
from uitars_runtime.installing import install_extra

_KEPT_LINES: Final = 40
_ERROR: Final = 4
_CONTINUED: Final = 5
"""Levels of ggml's log: 5 goes on with the line before."""


class Library:
    """Both parts of the library; one per process."""

    def __init__(self) -> None:
        try:
            self.llama: Any = importlib.import_module("llama_cpp.llama_cpp")
            self.mtmd: Any = importlib.import_module("llama_cpp.mtmd_cpp")
        except ImportError as error:
            raise ModelError(
                "GGUF models need llama.cpp, which is not installed.",
                f"{install_extra('llama')} It builds for some minutes.",
            ) from error
        self._log: deque[str] = deque(maxlen=_KEPT_LINES)
        self._level = 0
        # Kept for as long as the library may call it.
        self._callback: Any = self.llama.llama_log_callback(self._hear)
        nothing = ctypes.c_void_p(0)
        self.llama.llama_log_set(self._callback, nothing)
        self.mtmd.mtmd_log_set(self._callback, nothing)
        self.mtmd.mtmd_helper_log_set(self._callback, nothing)
        self.llama.llama_backend_init()

    def complaint(self) -> str:
        """The last thing it complained about, for the words of an error; empties the log."""
        lines = [line for line in self._log if line]
        self._log.clear()
        return " ".join(lines[-1].split()) if lines else "it does not say why"

    def _hear(self, level: int, text: bytes, _data: Any) -> None:
        line = text.decode("utf-8", "replace").strip()
        if level == _ERROR:
            self._log.append(line)
        elif level == _CONTINUED and self._level == _ERROR and self._log:
            self._log[-1] += line
        self._level = level if level != _CONTINUED else self._level


_loaded: list[Library] = []


def heard_meanwhile(load: Callable[[], Any]) -> Any:
    """What it returns. It may take minutes, and signals are handled in Python alone: a second
    Ctrl-C, which ends the process, would wait for it."""
    with ThreadPoolExecutor(1, "llama.cpp loads") as beside:
        return beside.submit(load).result()


def library() -> Library:
    """The library of this process. Raises `ModelError` where it is not installed."""
    if not _loaded:
        _loaded.append(Library())
    return _loaded[0]
