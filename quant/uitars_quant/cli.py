"""`uitars-quantize`: arguments and printing; the work is in the rooms."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from uitars_quant.errors import QuantizeError, SourceError
from uitars_quant.recipe import Format, Hardware, Method, Recipe
from uitars_quant.sources.experts import Orientation

_COMMANDS = ("inspect", "verify", "plan")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        match given[:1]:
            case ["plan"]:
                return _plan(given[1:])
            case _:
                return _quantize(given)
    except QuantizeError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code


def _quantize(given: Sequence[str]) -> int:
    from uitars_quant.job import run
    from uitars_quant.progress import Lines
    from uitars_quant.sources import open_source

    parser = _parser("uitars-quantize", "W4A8 weights from a checkpoint.")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="OUT")
    parser.add_argument("--resume", action="store_true", help="go on where a run was stopped")
    parser.add_argument("--max-memory", type=size, help="refuse work that needs more, e.g. 8G")
    options = parser.parse_args(given)
    source = open_source(options.source, _told(options))
    recipe = _recipe(options)
    summary = run(
        source,
        options.out,
        recipe,
        Lines(),
        resume=options.resume,
        max_memory=options.max_memory,
    )
    plan = summary.plan
    sys.stdout.write(
        f"{options.out}: {plan.bytes / 1e6:.1f} MB, {plan.bits_per_weight:.2f} bits per weight, "
        f"{summary.seconds:.1f} s, peak memory {summary.peak_memory / 1e6:.0f} MB\n"
    )
    return 0


def _plan(given: Sequence[str]) -> int:
    from uitars_quant.plan import make_plan
    from uitars_quant.sources import open_source

    parser = _parser("uitars-quantize plan", "What would be written, and how large.")
    options = parser.parse_args(given)
    plan = make_plan(open_source(options.source, _told(options)), _recipe(options))
    for storage, count in plan.counts.items():
        sys.stdout.write(f"{count:6} tensors in {storage.value}\n")
    sys.stdout.write(
        f"{plan.parameters / 1e6:.1f} million weights, {plan.source_bytes / 1e9:.2f} GB become "
        f"{plan.bytes / 1e9:.2f} GB ({plan.bits_per_weight:.2f} bits per weight); "
        f"about {plan.memory / 1e6:.0f} MB of memory needed\n"
    )
    return 0


def _parser(program: str, description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("source", type=Path, help="hub folder or .gguf file")
    parser.add_argument("--format", choices=[f.value for f in Format], required=True)
    parser.add_argument("--method", choices=[m.value for m in Method], default=Method.MSE.value)
    parser.add_argument("--group-size", type=int, choices=(32, 64, 128), default=32)
    parser.add_argument("--target", choices=[h.value for h in Hardware], default="any")
    parser.add_argument(
        "--keep-8bit", action="append", default=[], metavar="PATTERN", help="repeatable"
    )
    parser.add_argument("--experts", choices=[o.value for o in Orientation])
    return parser


def _recipe(options: argparse.Namespace) -> Recipe:
    return Recipe(
        Format(options.format),
        Method(options.method),
        options.group_size,
        Hardware(options.target),
        tuple(options.keep_8bit),
    )


def _told(options: argparse.Namespace) -> Orientation | None:
    return Orientation(options.experts) if options.experts else None


def size(text: str) -> int:
    """Bytes of `8G`, `500M`, `1024`."""
    units = {"K": 10**3, "M": 10**6, "G": 10**9}
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    try:
        return int(float(number) * (units[unit] if unit else 1))
    except (ValueError, KeyError):
        raise SourceError(f"{text!r} is no size.", "Write 8G or 500M.") from None
