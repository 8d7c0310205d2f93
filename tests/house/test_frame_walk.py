"""How many files of the eyes a frame goes through: the fewer, the easier it is to follow."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import cast

import numpy as np
from numpy.typing import NDArray

import uitars_runtime.eyes
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.frame import Frame

ROOM = Path(uitars_runtime.eyes.__file__).parent
PICTURE = Path(__file__).parents[2] / "bench" / "rules" / "texmaker-menu.png"
"""A window with menus, tabs, lists, fields and icons."""
FILES = 9
"""What may be lowered, never raised. The scene is the frame itself: asking it is no handing on."""
HANDED = 10
"""Functions that one file of the eyes calls in another and gives the frame to, each once."""


def test_a_frame_is_handed_on_a_few_times_only() -> None:
    frame = Frame.of_png(PICTURE.read_bytes())
    entered: set[tuple[str, str]] = set()

    def watch(inner: FrameType, event: str, _: object) -> None:
        caller = inner.f_back
        if event != "call" or caller is None:
            return
        here, there = Path(inner.f_code.co_filename), Path(caller.f_code.co_filename)
        if here.stem == "scene" or here == there:
            return
        if ROOM in here.parents and ROOM in there.parents:
            names = inner.f_code.co_varnames[: inner.f_code.co_argcount]
            if any(is_the_frame(inner.f_locals[name], frame) for name in names):
                entered.add((here.name, inner.f_code.co_name))

    eyes = Eyes()
    sys.setprofile(watch)
    try:
        assert eyes.look(frame)
    finally:
        sys.setprofile(None)
    files = {name for name, _ in entered} | {"eyes.py"}
    assert len(files) <= FILES, f"a frame enters {sorted(files)}"
    assert len(entered) <= HANDED, f"a frame is handed to {sorted(entered)}"


def is_the_frame(value: object, frame: Frame) -> bool:
    """Whether it is all pixels of the frame, or holds them."""
    if isinstance(value, Scene):
        return True
    if not isinstance(value, np.ndarray):
        return False
    return cast("NDArray[np.generic]", value).shape == frame.pixels.shape
