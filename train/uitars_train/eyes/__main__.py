"""The command line of the eyes' training; see the package's docstring."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one step; the exit code."""
    _run(parser().parse_args(argv))
    return 0


def parser() -> argparse.ArgumentParser:
    """All steps."""
    new = argparse.ArgumentParser(prog="uitars-train eyes")
    steps = new.add_subparsers(dest="step", required=True)
    for name, said in (
        ("locate", "find the boxes of lines on drawn screens"),
        ("prepare", "cut examples for the reader of widgets out of them"),
    ):
        step = steps.add_parser(name, help=said)
        step.add_argument("pool", type=Path)
        step.add_argument("work", type=Path)
        step.add_argument("--limit", type=int, default=1_000_000)
    train = steps.add_parser("train", help="train the reader of widgets")
    train.add_argument("work", type=Path)
    train.add_argument("--minutes", type=float, default=15.0)
    evaluate = steps.add_parser("evaluate", help="its figures on prepared examples")
    evaluate.add_argument("model", type=Path)
    evaluate.add_argument("work", type=Path)
    confusions = steps.add_parser("confusions", help="which roles and icons it takes for which")
    confusions.add_argument("model", type=Path)
    confusions.add_argument("work", type=Path)
    confusions.add_argument("out", type=Path)
    rates = steps.add_parser("rates", help="how often the eyes err, for the simulator's eyes")
    rates.add_argument("pool", type=Path, help="screens with truth that no reader was trained on")
    rates.add_argument("out", type=Path)
    rates.add_argument("--how", required=True, help="what these screens are; kept in the file")
    look = steps.add_parser("look", help="figures of whole looks on screens with truth")
    look.add_argument("pool", type=Path)
    look.add_argument("--limit", type=int, default=60)
    export = steps.add_parser("export", help="write the reader of widgets as ONNX")
    export.add_argument("work", type=Path)
    export.add_argument("out", type=Path)
    export.add_argument("--earlier", type=Path, help="a run it went on from: the mean of both")
    _add_lines(steps)
    return new


def _add_lines(steps: Any) -> None:
    """The steps of the reader of lines."""
    shrink = steps.add_parser(
        "shrink", help="the text networks at half their size, out of their wheel"
    )
    shrink.add_argument("wheel", type=Path)
    shrink.add_argument("out", type=Path)
    cut = steps.add_parser("lines", help="cut lines of text out of drawn screens")
    cut.add_argument("pool", type=Path)
    cut.add_argument("work", type=Path)
    cut.add_argument("--limit", type=int, default=1_000_000)
    draw = steps.add_parser("draw-lines", help="draw lines of text")
    draw.add_argument("work", type=Path)
    draw.add_argument("toolkit", choices=("qt", "web"))
    draw.add_argument("--count", type=int, required=True)
    draw.add_argument("--split", choices=("train", "validation", "test"), default="train")
    train = steps.add_parser("train-lines", help="train the reader of lines")
    train.add_argument("work", type=Path)
    train.add_argument("--minutes", type=float, default=60.0)
    read = steps.add_parser("read", help="its figures on screens with truth")
    read.add_argument("pool", type=Path)
    read.add_argument("--limit", type=int, default=60)
    export = steps.add_parser("export-lines", help="write the reader of lines as ONNX")
    export.add_argument("work", type=Path)
    export.add_argument("out", type=Path)
    narrow = steps.add_parser("narrow-lines", help="write that file in 8 bits")
    narrow.add_argument("pool", type=Path, help="drawn screens that it is calibrated on")
    narrow.add_argument("model", type=Path)
    narrow.add_argument("out", type=Path)


def _run(options: argparse.Namespace) -> None:
    match options.step:
        case "locate":
            from uitars_train.eyes.dataset import locate

            locate(options.pool, options.work, options.limit)
        case "prepare":
            from uitars_train.eyes.dataset import prepare

            prepare(options.pool, options.work, options.limit)
        case "train":
            from uitars_train.eyes.training import train

            train(options.work, options.minutes)
        case "evaluate":
            from uitars_train.eyes.evaluation import evaluate

            evaluate(options.model, options.work)
        case "confusions":
            from uitars_train.eyes.confusions import confusions

            confusions(options.model, options.work, options.out)
        case "rates":
            from uitars_train.eyes.error_rates import error_rates

            error_rates(options.pool, options.out, options.how)
        case "look":
            from uitars_train.eyes.evaluation import look

            look(options.pool, options.limit)
        case "export":
            from uitars_train.eyes.export import export

            export(options.work, options.out, options.earlier)
        case _:
            _run_lines(options)


def _run_lines(options: argparse.Namespace) -> None:
    match options.step:
        case "shrink":
            from uitars_train.eyes.shrinking import shrink

            shrink(options.wheel, options.out)
        case "lines":
            from uitars_train.eyes.line_dataset import cut

            cut(options.pool, options.work, options.limit)
        case "draw-lines":
            from uitars_train.eyes.line_dataset import draw
            from uitars_train.screens.screen import Split

            draw(options.work, Split(options.split), options.toolkit, options.count)
        case "train-lines":
            from uitars_train.eyes.line_training import train_lines

            train_lines(options.work, options.minutes)
        case "read":
            from uitars_train.eyes.line_figures import read

            read(options.pool, options.limit)
        case "narrow-lines":
            from uitars_train.eyes.line_narrowing import narrow_lines

            narrow_lines(options.pool, options.model, options.out)
        case _:
            from uitars_train.eyes.line_export import export_lines

            export_lines(options.work, options.out)


if __name__ == "__main__":
    sys.exit(main())
