"""An X server with one program on it and nothing else: no guard, no window manager, no hands."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager

import mss
import numpy as np

from uitars_runtime.frame import Frame


@contextmanager
def desktop(*command: str) -> Generator[str]:
    """A private X server with one program on it; its display."""
    read, write = os.pipe()
    # A server that starts anew when its last client leaves would throw a program off that connects
    # between two looks.
    options = ("-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), *options],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as line:
        display = f":{line.readline().strip()}"
    program = subprocess.Popen(
        command, env={**os.environ, "DISPLAY": display}, stderr=subprocess.DEVNULL
    )
    try:
        yield display
    finally:
        for process in (program, server):
            process.terminate()
            process.wait(10)


def grab(display: str) -> Frame:
    with mss.MSS(display=display) as screen:
        shot = np.asarray(screen.grab(screen.monitors[0]))
    return Frame(np.ascontiguousarray(shot[:, :, 2::-1]))
