"""`uitars-quantize`: arguments and printing; the work is in the rooms."""

from __future__ import annotations

import argparse
import os
import select
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uitars_quant.errors import MemoryLimitError, QuantizeError, SourceError, pip_install
from uitars_quant.recipe import FileType, Format, Hardware, Method, Recipe
from uitars_quant.sources.experts import Orientation
from uitars_quant.sources.foreign import damage_told
from uitars_quant.sources.gguf_header import is_gguf
from uitars_quant.sources.tensors import plain

if TYPE_CHECKING:
    from uitars_quant.calibration.examples import Seen
    from uitars_quant.sources.tensors import Source

COMMANDS: Final = {
    "inspect": "what is in a file",
    "verify": "whether a result says what its source says",
    "plan": "what would be written, and how large",
}
"""What may stand where a source stands otherwise."""
_EPILOG: Final = (
    "Other commands: uitars-quantize inspect FILE; verify OUT --against SOURCE; plan SOURCE; "
    "--version."
)
_EXTRA: Final = frozenset(("torch", "gguf", "onnx", "tokenizers"))
"""Libraries that not every installation has."""
_UNREAD: Final = 128 + 13
"""As if SIGPIPE had ended it."""
_LENGTH: Final = 512
"""Tokens in a sequence of the calibration."""
_SEQUENCES: Final = 16
_HELD_OUT: Final = 2
"""Sequences that the result is measured on."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code."""
    return _piped(list(sys.argv[1:] if arguments is None else arguments))


def _piped(given: Sequence[str]) -> int:
    """As `_main`; or what a pipeline says of a program whose reader has enough."""
    try:
        code = _main(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        if sys.platform == "win32" or not _unread():
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is left of it
        return _UNREAD


def _unread() -> bool:
    """Whether the pipe that broke was standard output."""
    looked = select.poll()
    looked.register(sys.stdout, 0)
    return any(event & select.POLLERR for _, event in looked.poll(0))


def _main(given: Sequence[str]) -> int:
    try:
        match given[:1]:
            case ["plan"]:
                return _plan(given[1:])
            case ["inspect"]:
                return _inspect(given[1:])
            case ["verify"]:
                return _verify(given[1:])
            case ["--version"]:
                sys.stdout.write(f"uitars-quantize {version('uitars')}\n")
                return 0
            case _:
                return _quantize(given)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _EXTRA:
            raise
        mend = pip_install("uitars[quant]")
        sys.stderr.write(f"{missing} is not installed. Install it: {mend}.\n")
        return SourceError.exit_code
    except QuantizeError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except KeyboardInterrupt:
        goes_on = "" if given[:1] and given[0] in COMMANDS else "; --resume goes on from here"
        sys.stderr.write(f"\nStopped{goes_on}.\n")
        return 130


def parser() -> argparse.ArgumentParser:
    """The options of the command itself."""
    new = _parser("uitars-quantize", "W4A8 weights from a checkpoint.", _EPILOG)
    new.add_argument("-o", "--out", type=_written, required=True, metavar="OUT")
    new.add_argument("--resume", action="store_true", help="go on where a run was stopped")
    new.add_argument("--max-memory", metavar="SIZE", help="refuse work that needs more: 8G")
    new.add_argument("--report", type=_written, metavar="FILE.html", help="a page with plots")
    new.add_argument("--json", type=_written, metavar="FILE", help="the report as JSON")
    new.add_argument("--click-test", action="store_true", help="clicks before and after")
    new.add_argument("--dialect", metavar="NAME", help="grammar of the click test")
    return new


def parser_of(command: str) -> argparse.ArgumentParser:
    """The options of one of `COMMANDS`."""
    program, description = f"uitars-quantize {command}", f"{COMMANDS[command].capitalize()}."
    if command == "plan":
        new = _parser(program, description)
        new.add_argument("-o", "--out", type=Path, metavar="OUT", help="where; nothing is written")
        return new
    new = argparse.ArgumentParser(prog=program, description=description)
    if command == "inspect":
        new.add_argument("file", type=Path)
    else:
        new.add_argument("out", type=Path)
        new.add_argument("--against", type=Path, required=True, metavar="SOURCE")
    new.add_argument("--experts", choices=[o.value for o in Orientation])
    return new


def _quantize(given: Sequence[str]) -> int:
    from uitars_quant import report
    from uitars_quant.job import is_finished, run
    from uitars_quant.progress import Lines
    from uitars_quant.sources import open_source
    from uitars_quant.sources.hub import local
    from uitars_quant.sources.huggingface import is_of_checkpoint
    from uitars_quant.targets.files import check_place

    options = parser().parse_args(given)
    out: Path = options.out
    reports: list[Path] = [file for file in (options.json, options.report) if file]
    if len(set(map(os.path.realpath, reports))) < len(reports):
        raise SourceError(f"--json and --report both name {reports[0]}.", "Give another name.")
    for file in reports:
        check_place(file)  # What cannot be written is said before hours of work.
        places = (out, options.source, out.parent, options.source.parent)
        beside = os.path.realpath(file.parent) in map(os.path.realpath, places)
        if os.path.realpath(file) in map(os.path.realpath, places[:2]) or (
            beside and is_of_checkpoint(file.name)
        ):
            raise SourceError(f"The report would overwrite {file}.", "Give another name.")
    options.source = local(options.source, yes=options.yes)
    source = open_source(options.source, _told(options))
    recipe = _recipe(options, source, out)
    seen, held_out = _examples(source, options.calibration)
    limit = size(options.max_memory) if options.max_memory else None
    if options.resume and is_finished(source, out, recipe, seen):
        sys.stderr.write(f"{plain(str(out))} is finished: nothing was left to do.\n")
    else:
        run(source, out, recipe, Lines(), tokens=seen, resume=options.resume, max_memory=limit)
    made = report.make(source, recipe, out, held_out)
    try:
        if options.click_test:
            from uitars_quant.clicks import measure

            made = replace(made, clicks=measure(options.source, out, options.dialect))
    finally:  # What was made is told also where the test of it fails.
        report.tell(made, out, options.json, options.report)
    return 0


def _examples(source: Source, calibration: str) -> tuple[Seen | None, Seen | None]:
    """What methods with data look at, and what the result is measured on, from a folder.

    The end is held out, where there is enough. A model that sees is shown the folder's pictures.
    """
    if calibration == "none":
        return None, None
    from uitars_quant.calibration.words import sequences
    from uitars_quant.sources.vision import sees

    text = _text(source, calibration)
    if sees(source):
        from uitars_quant.calibration import pictures

        with damage_told(calibration):
            shown = pictures.found(Path(calibration))[: _SEQUENCES + _HELD_OUT]
        if shown:
            seen = pictures.examples(source, shown, text, _LENGTH)
            last = max(1, len(shown) - _HELD_OUT)
            return seen.part(0, last), seen.part(last, len(shown)) if last < len(shown) else None
    found = sequences(source, text, _LENGTH, _SEQUENCES + _HELD_OUT)
    if len(found) <= _HELD_OUT:
        return found, None
    return found[:-_HELD_OUT], found[-_HELD_OUT:]


def _text(source: Source, calibration: str) -> str:
    """All text of a folder; `SourceError` where the network or its words cannot be run here."""
    from uitars_quant.calibration.facts import facts
    from uitars_quant.calibration.recorded import text_of
    from uitars_quant.sources.words import tokenizer

    facts(source.config)
    tokenizer(source)
    with damage_told(calibration):
        return text_of(Path(calibration))


def _plan(given: Sequence[str]) -> int:
    from uitars_quant.job import check, check_data, check_words
    from uitars_quant.memory import free_disk, free_memory, size_told
    from uitars_quant.plan import make_plan
    from uitars_quant.sources import open_source
    from uitars_quant.sources.hub import local

    options = parser_of("plan").parse_args(given)
    options.source = local(options.source, yes=options.yes)
    source = open_source(options.source, _told(options))
    recipe = _recipe(options, source, options.out)
    check(source, recipe)
    check_data(source, recipe, given=options.calibration != "none")
    check_words(source, recipe)
    if options.calibration != "none":
        _text(source, options.calibration)
    plan = make_plan(source, recipe)
    free, room = free_memory(), free_disk(options.out or Path("OUT"))
    for storage, count in plan.counts.items():
        sys.stdout.write(f"{count:6} tensors in {storage.value}\n")
    sys.stdout.write(
        f"{plan.parameters / 1e6:.1f} million weights, {size_told(plan.source_bytes)} become "
        f"{size_told(plan.bytes)} ({plan.bits_per_weight:.2f} bits per weight).\n"
        f"About {plan.memory / 1e6:.0f} MB of memory are needed; {free / 1e6:.0f} MB are free.\n"
        f"About {size_told(plan.disk)} of disk are needed; {size_told(room)} are free.\n"
    )
    return 0 if plan.memory <= free and plan.disk <= room else MemoryLimitError.exit_code


def _inspect(given: Sequence[str]) -> int:
    from uitars_quant.sources import open_source

    options = parser_of("inspect").parse_args(given)
    source = open_source(options.file, _told(options), quantized=True)
    kinds = Counter[str]()
    for tensor in source.tensors.values():
        kinds[tensor.stored] += tensor.size
    sys.stdout.write(f"{plain(str(options.file))}: {source.config.get('model_type')}\n")
    for kind, count in kinds.most_common():
        sys.stdout.write(f"{count / 1e6:10.1f} million values as {kind}\n")
    for tensor in source.tensors.values():
        shape = " x ".join(map(str, tensor.shape))
        sys.stdout.write(f"{tensor.stored:>6}  {shape:>16}  {tensor.name}\n")
    return 0


def _verify(given: Sequence[str]) -> int:
    from uitars_quant.job import record_path
    from uitars_quant.sources import open_source
    from uitars_quant.verification import check_hashes, may_have_moved, verify

    options = parser_of("verify").parse_args(given)
    source = open_source(options.against, _told(options))
    result = open_source(options.out, quantized=True)
    record = record_path(options.out)
    check_hashes(options.out, record)
    compared = verify(result, source, moved=may_have_moved(record))
    worst = max(compared, key=lambda one: one.error)
    sys.stdout.write(
        f"{len(compared)} tensors agree; the largest difference is {100 * worst.error:.2f} % "
        f"({worst.name}).\n"
    )
    return 0


def _parser(program: str, description: str, epilog: str = "") -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=description, epilog=epilog)
    parser.add_argument(
        "source", type=Path, help="hub folder, hf:ORG/REPO, .gguf file, or embedded model"
    )
    parser.add_argument("--yes", action="store_true", help="fetch hf:ORG/REPO without a question")
    parser.add_argument(
        "--format",
        choices=[f.value for f in Format],
        help="default: onnx for the embedded model, gguf where OUT ends so, else the first",
    )
    parser.add_argument(
        "--method", choices=[m.value for m in Method], help="awq with calibration, else mse"
    )
    parser.add_argument(
        "--calibration",
        default="none",
        metavar="DIR|none",
        help="recorded runs, pictures with tasks, text; default: none",
    )
    parser.add_argument("--group-size", type=int, choices=(32, 64, 128), default=32)
    parser.add_argument("--target", choices=[h.value for h in Hardware], default="any")
    parser.add_argument(
        "--type",
        choices=[kind.value for kind in FileType],
        default="Q4_0",
        help="of a GGUF file; all but Q4_0 and F16 are rounded by llama.cpp",
    )
    parser.add_argument(
        "--keep-8bit", action="append", default=[], metavar="PATTERN", help="repeatable"
    )
    parser.add_argument("--experts", choices=[o.value for o in Orientation])
    return parser


def _written(text: str) -> Path:
    """The type of what is written. An empty name, as of a variable that is not set, would be the
    folder that one is in."""
    if not text:
        raise argparse.ArgumentTypeError("its name is empty")
    if text == "-":
        raise argparse.ArgumentTypeError("standard output does not take it; name a place")
    return Path(text)


def _recipe(options: argparse.Namespace, source: Source, out: Path | None) -> Recipe:
    default = "mse" if options.calibration == "none" else "awq"
    return Recipe(
        _format(options, source, out),
        Method(options.method or default),
        options.group_size,
        Hardware(options.target),
        tuple(options.keep_8bit),
        FileType(options.type),
    )


def _format(options: argparse.Namespace, source: Source, out: Path | None) -> Format:
    """The format asked for, or the one that source and result speak of."""
    if options.format is not None:
        return Format(options.format)
    if source.config.get("model_type") == "embedded":
        return Format.ONNX
    gguf = out is not None and is_gguf(out)
    return Format.GGUF if gguf else Format.COMPRESSED_TENSORS


def _told(options: argparse.Namespace) -> Orientation | None:
    return Orientation(options.experts) if options.experts else None


def size(text: str) -> int:
    """Bytes of `8G`, `500M`, `1024`."""
    units = {"K": 10**3, "M": 10**6, "G": 10**9}
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    try:
        return int(float(number) * (units[unit] if unit else 1))
    except (ValueError, OverflowError, KeyError):
        raise SourceError(f"{text!r} is no size.", "Write 8G or 500M.") from None
