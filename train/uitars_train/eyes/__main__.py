"""The command line of the eyes' training: each step with its options and who does it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from uitars_runtime.cli.formats import written
from uitars_train.options import positive

Option = tuple[str, dict[str, Any]]


def _path(name: str, said: str | None = None, **more: Any) -> Option:
    return name, {"type": Path, "help": said, **more}


def _count(default: int, name: str = "--limit", said: str | None = None) -> Option:
    return name, {"type": positive, "default": default, "help": said}


def _minutes(default: float) -> Option:
    return "--minutes", {"type": float, "default": default}


_OUT: Final[Option] = "out", {"type": written}
_POOL, _WORK, _MODEL = _path("pool"), _path("work"), _path("model")
_HARVEST: Final = _path("--harvest", default=Path("train/harvest"))
_ALL: Final = _count(1_000_000)


class _Step(NamedTuple):
    does: str
    """Module of this room and function; it is given the options by position."""
    said: str
    options: tuple[Option, ...]


_STEPS: Final = {
    "locate": _Step(
        "dataset:locate", "find the boxes of lines on drawn screens", (_POOL, _WORK, _ALL)
    ),
    "prepare": _Step(
        "dataset:prepare",
        "cut examples for the reader of widgets out of them",
        (_POOL, _WORK, _ALL),
    ),
    "train": _Step("training:train", "train the reader of widgets", (_WORK, _minutes(15.0))),
    "evaluate": _Step("evaluation:evaluate", "its figures on prepared examples", (_MODEL, _WORK)),
    "confusions": _Step(
        "confusions:confusions", "which roles and icons it takes for which", (_MODEL, _WORK, _OUT)
    ),
    "rates": _Step(
        "error_rates:error_rates",
        "how often the eyes err, for the simulator's eyes",
        (
            _path("pool", "screens with truth that no reader was trained on"),
            _OUT,
            ("--how", {"required": True, "help": "what these screens are; kept in the file"}),
        ),
    ),
    "look": _Step(
        "evaluation:look", "figures of whole looks on screens with truth", (_POOL, _count(60))
    ),
    "export": _Step(
        "export:export",
        "write the reader of widgets as ONNX",
        (_WORK, _OUT, _path("--earlier", "a run it went on from: the mean of both")),
    ),
    "shrink": _Step(
        "shrinking:shrink",
        "the text networks at half their size, out of their wheel",
        (_path("wheel"), _OUT),
    ),
    "lines": _Step(
        "line_dataset:cut", "cut lines of text out of drawn screens", (_POOL, _WORK, _ALL)
    ),
    "draw-lines": _Step(
        "line_dataset:draw",
        "draw lines of text",
        (
            _WORK,
            ("toolkit", {"choices": ("qt", "web")}),
            ("--count", {"type": int, "required": True}),
            ("--split", {"choices": ("train", "validation", "test"), "default": "train"}),
        ),
    ),
    "train-lines": _Step(
        "line_training:train_lines", "train the reader of lines", (_WORK, _minutes(60.0))
    ),
    "read": _Step("line_figures:read", "its figures on screens with truth", (_POOL, _count(60))),
    "export-lines": _Step(
        "export:export_lines", "write the reader of lines as ONNX", (_WORK, _OUT)
    ),
    "narrow-lines": _Step(
        "line_narrowing:narrow_lines",
        "write that file in 8 bits",
        (_path("pool", "drawn screens that it is calibrated on"), _MODEL, _OUT),
    ),
    "gather-icons": _Step(
        "pictograms.drawing:draw_all", "drawings of npm's packages and themes, as pixels", (_WORK,)
    ),
    "show-icons": _Step(
        "pictograms.training:show",
        "what the shipped reader makes of them",
        (_WORK, _HARVEST, _count(60_000, "--count", "of pictures of drawings")),
    ),
    "train-icons": _Step(
        "pictograms.training:train", "learn what they are called", (_WORK, _count(3000, "--steps"))
    ),
    "export-icons": _Step(
        "pictograms.grafting:graft", "write the reader of widgets with these names", (_WORK, _OUT)
    ),
    "ask-icons": _Step(
        "pictograms.asks:ask",
        "how often a tool tip finds its own icon",
        (
            _path("--model", "a reader of widgets; else what the eyes saw then"),
            _HARVEST,
            ("--held-out", {"action": "store_true", "help": "judge, on programs to judge by"}),
        ),
    ),
    "see-icons": _Step(
        "pictograms.seeing_again:see_icons_again",
        "the harvest with its icons read anew",
        (_path("model", "a reader of widgets"), _OUT, _HARVEST),
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one step; the exit code."""
    given = vars(parser().parse_args(argv))
    if "minutes" in given:
        from uitars_train.network.training import above_zero

        above_zero(minutes=given["minutes"])
    module, _, name = _STEPS[given.pop("step")].does.partition(":")
    does: Callable[..., None] = getattr(import_module(f"uitars_train.eyes.{module}"), name)
    does(**given)
    return 0


def parser() -> argparse.ArgumentParser:
    """All steps."""
    new = argparse.ArgumentParser(prog="uitars-train eyes")
    steps = new.add_subparsers(dest="step", required=True)
    for name, step in _STEPS.items():
        added = steps.add_parser(name, help=step.said)
        for option, how in step.options:
            added.add_argument(option, **how)
    return new


if __name__ == "__main__":
    sys.exit(main())
