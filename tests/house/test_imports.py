"""Importing the runtime is light; a library is loaded when what needs it is chosen."""

import subprocess
import sys

HEAVY = ("torch", "PySide6", "onnxruntime", "cv2", "numpy", "httpx", "rich", "Xlib", "mss")


def _loaded_after(code: str) -> list[str]:
    probe = f"import sys; {code}; print(*(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_the_runtime_package_loads_nothing_heavy() -> None:
    assert _loaded_after("import uitars_runtime, uitars_runtime.types") == []


def test_the_command_line_loads_nothing_heavy_before_it_runs() -> None:
    assert _loaded_after("import uitars_runtime.cli.run") == []


def test_what_starts_a_walled_program_loads_next_to_nothing() -> None:
    # It runs before every program of a desktop.
    look = "import uitars_runtime.tools.walls.scoped; assert 'msgspec' not in sys.modules"
    assert _loaded_after(look) == []


def test_the_hands_look_without_opencv() -> None:
    # It would be a third of the memory of an idle session.
    look = (
        "from uitars_runtime.desktop.capture import Grab; from uitars_runtime.types import Box;"
        " import uitars_runtime.hands.worker;"
        " pixels = Grab(bytearray([1, 2, 3, 0] * 2), Box(0, 0, 2, 1)).frame().pixels;"
        " assert pixels.tolist() == [[[3, 2, 1], [3, 2, 1]]] and pixels.flags.c_contiguous"
    )
    assert "cv2" not in _loaded_after(look)


def test_what_lists_lasting_decisions_loads_no_reader_of_commands() -> None:
    # The settings page would open a good deal later.
    look = (
        "import uitars_runtime.gate.remembered;"
        " assert 'uitars_runtime.commands.classify' not in sys.modules"
    )
    assert _loaded_after(look) == []


def test_the_probe_sees_what_is_loaded() -> None:
    assert _loaded_after("import numpy") == ["numpy"]
