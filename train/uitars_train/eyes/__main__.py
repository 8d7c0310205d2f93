"""The command line of the eyes' training; see the package's docstring."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from uitars_runtime.cli.formats import written
from uitars_train.options import positive


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
        step.add_argument("--limit", type=positive, default=1_000_000)
    train = steps.add_parser("train", help="train the reader of widgets")
    train.add_argument("work", type=Path)
    train.add_argument("--minutes", type=float, default=15.0)
    evaluate = steps.add_parser("evaluate", help="its figures on prepared examples")
    evaluate.add_argument("model", type=Path)
    evaluate.add_argument("work", type=Path)
    confusions = steps.add_parser("confusions", help="which roles and icons it takes for which")
    confusions.add_argument("model", type=Path)
    confusions.add_argument("work", type=Path)
    confusions.add_argument("out", type=written)
    rates = steps.add_parser("rates", help="how often the eyes err, for the simulator's eyes")
    rates.add_argument("pool", type=Path, help="screens with truth that no reader was trained on")
    rates.add_argument("out", type=written)
    rates.add_argument("--how", required=True, help="what these screens are; kept in the file")
    look = steps.add_parser("look", help="figures of whole looks on screens with truth")
    look.add_argument("pool", type=Path)
    look.add_argument("--limit", type=positive, default=60)
    export = steps.add_parser("export", help="write the reader of widgets as ONNX")
    export.add_argument("work", type=Path)
    export.add_argument("out", type=written)
    export.add_argument("--earlier", type=Path, help="a run it went on from: the mean of both")
    _add_lines(steps)
    _add_icons(steps)
    return new


def _add_lines(steps: Any) -> None:
    """The steps of the reader of lines."""
    shrink = steps.add_parser(
        "shrink", help="the text networks at half their size, out of their wheel"
    )
    shrink.add_argument("wheel", type=Path)
    shrink.add_argument("out", type=written)
    cut = steps.add_parser("lines", help="cut lines of text out of drawn screens")
    cut.add_argument("pool", type=Path)
    cut.add_argument("work", type=Path)
    cut.add_argument("--limit", type=positive, default=1_000_000)
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
    read.add_argument("--limit", type=positive, default=60)
    export = steps.add_parser("export-lines", help="write the reader of lines as ONNX")
    export.add_argument("work", type=Path)
    export.add_argument("out", type=written)
    narrow = steps.add_parser("narrow-lines", help="write that file in 8 bits")
    narrow.add_argument("pool", type=Path, help="drawn screens that it is calibrated on")
    narrow.add_argument("model", type=Path)
    narrow.add_argument("out", type=written)


def _add_icons(steps: Any) -> None:
    """The steps of the reader of icons."""
    draw = steps.add_parser("gather-icons", help="drawings of npm's packages and themes, as pixels")
    draw.add_argument("work", type=Path)
    show = steps.add_parser("show-icons", help="what the shipped reader makes of them")
    show.add_argument("work", type=Path)
    show.add_argument("--harvest", type=Path, default=Path("train/harvest"))
    show.add_argument("--count", type=positive, default=60_000, help="of pictures of drawings")
    train = steps.add_parser("train-icons", help="learn what they are called")
    train.add_argument("work", type=Path)
    train.add_argument("--steps", type=positive, default=3000)
    export = steps.add_parser("export-icons", help="write the reader of widgets with these names")
    export.add_argument("work", type=Path)
    export.add_argument("out", type=written)
    ask = steps.add_parser("ask-icons", help="how often a tool tip finds its own icon")
    ask.add_argument("--model", type=Path, help="a reader of widgets; else what the eyes saw then")
    ask.add_argument("--harvest", type=Path, default=Path("train/harvest"))
    ask.add_argument("--held-out", action="store_true", help="judge, on programs to judge by")
    again = steps.add_parser("see-icons", help="the harvest with its icons read anew")
    again.add_argument("model", type=Path, help="a reader of widgets")
    again.add_argument("out", type=written)
    again.add_argument("--harvest", type=Path, default=Path("train/harvest"))


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
            from uitars_train.network.training import above_zero

            above_zero(minutes=options.minutes)
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
        case step if step.endswith("-icons"):
            _run_icons(options)
        case _:
            _run_lines(options)


def _run_icons(options: argparse.Namespace) -> None:
    match options.step:
        case "gather-icons":
            from uitars_train.eyes.pictograms.drawing import draw_all

            draw_all(options.work)
        case "show-icons":
            from uitars_train.eyes.pictograms.pool import pool_of
            from uitars_train.eyes.pictograms.training import features

            features(pool_of(options.work, options.harvest), options.work, options.count)
        case "train-icons":
            from uitars_train.eyes.pictograms.training import train as train_icons

            train_icons(options.work, options.steps)
        case "export-icons":
            from uitars_train.eyes.pictograms.grafting import graft

            graft(options.work, options.out)
        case "see-icons":
            from uitars_train.eyes.pictograms.seeing_again import see_icons_again

            see_icons_again(options.harvest, options.model, options.out)
        case _:
            from uitars_train.eyes.pictograms.asks import ask

            ask(options.harvest, options.model, options.held_out)


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
            from uitars_train.network.training import above_zero

            above_zero(minutes=options.minutes)
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
