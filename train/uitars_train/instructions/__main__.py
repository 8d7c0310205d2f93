"""The command line of `uitars-train instructions`: options in, tables out."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from uitars_runtime.cli.formats import written
from uitars_train.instructions import checking, reading, totals
from uitars_train.instructions.harvested import FOLDER, Harvest
from uitars_train.options import weights

_FILES = "files of instructions, or folders of them; train/instructions where none is named"


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars-train instructions",
        description="What people ask for on screens of real programs: write it, check it, read it"
        " a second time, learn from it. train/instructions/README.md says how.",
    )
    new.add_argument("--harvest", type=Path, default=FOLDER, help="folder of harvested programs")
    kinds = new.add_subparsers(dest="kind", required=True)
    show = kinds.add_parser("show", help="programs; screens of one; picture and elements of one")
    show.add_argument("program", nargs="?", metavar="PROGRAM")
    show.add_argument("screen", nargs="?", type=int, metavar="INDEX")
    show.add_argument("--out", type=written, metavar="PNG", help="the picture with numbers")
    show.add_argument("--plain", type=written, metavar="PNG", help="the picture as it was")
    check = kinds.add_parser("check", help="what is wrong, line by line, and totals")
    check.add_argument("--seal", action="store_true", help="write the marks that are missing")
    read = kinds.add_parser("read", help="for a second reader: pictures and sentences, no answers")
    read.add_argument("--out", type=written, metavar="FOLDER", help="where the questions go")
    read.add_argument("--answers", type=Path, metavar="FILE", help="compare these with the files")
    samples = kinds.add_parser("samples", help="samples to train on, for `policy --own`")
    samples.add_argument("--out", type=written, required=True, metavar="FILE")
    samples.add_argument(
        "--model", default="nano", metavar="FOLDER", help="whose words they are said in"
    )
    samples.add_argument(
        "--held-out",
        type=Path,
        nargs="+",
        default=(reading.HELD_OUT, reading.VALIDATION),
        metavar="TSV",
        help="programs and authors that are left out",
    )
    samples.add_argument(
        "--by-rule",
        type=int,
        default=0,
        metavar="COUNT",
        help="asks made by rule, beside: as many on harvested programs, as many on imagined ones",
    )
    samples.add_argument(
        "--imagined", type=int, default=0, metavar="COUNT", help="asks about imagined programs"
    )
    for kind in (show, read):
        kind.add_argument("--pictures", type=Path, metavar="FOLDER", help="of `harvest programs`")
    for kind in (check, read, samples):
        kind.add_argument("files", nargs="*", type=Path, metavar="FILE", help=_FILES)
    return new


def main(arguments: Sequence[str]) -> int:
    """Runs it; the exit code, 1 where a check found something. Raises `UitarsError`."""
    given = parser().parse_args(arguments)
    harvest = Harvest(given.harvest)
    match given.kind:
        case "show":
            _show(given, harvest)
        case "check":
            return _check(given, harvest)
        case "read":
            _read(given, harvest)
        case _:
            _samples(given, harvest)
    return 0


def _show(given: argparse.Namespace, harvest: Harvest) -> None:
    from uitars_train.instructions import picturing, showing

    lines = [
        line
        for path in reading.files_of(())
        for line in reading.lines_of(path)
        if isinstance(line, reading.Line)
    ]
    if given.program is None:
        sys.stdout.write(showing.programs(harvest, lines))
        return
    if given.screen is None:
        sys.stdout.write(showing.screens(harvest, given.program, lines))
        return
    screen = harvest.screen(given.program, given.screen)
    folder = given.pictures or picturing.PICTURES
    kept = picturing.picture_of(given.program, given.screen, folder)
    look = harvest.look(given.program, given.screen)
    pixels = picturing.drawn(screen, look) if kept is None else kept
    if given.out:
        picturing.write(given.out, picturing.numbered(pixels, screen))
    if given.plain:
        picturing.write(given.plain, pixels)
    sys.stdout.write(showing.elements(harvest, given.program, given.screen, lines))
    if kept is None and (given.out or given.plain):
        sys.stderr.write(f"No picture in {folder}: it is drawn from the elements (--pictures).\n")


def _check(given: argparse.Namespace, harvest: Harvest) -> int:
    wrong, lines = 0, list[reading.Line]()
    for path in reading.files_of(given.files):
        mine = list(reading.lines_of(path))
        for unread in (one for one in mine if isinstance(one, reading.Unread)):
            wrong += 1
            sys.stdout.write(f"{path.name}:{unread.number}: {unread.why}\n")
        good = [one for one in mine if isinstance(one, reading.Line)]
        if given.seal and len(good) == len(mine):
            good = [line._replace(item=checking.sealed(line.item, harvest)) for line in good]
            reading.write_lines(path, [line.item for line in good])
            good = [one for one in reading.lines_of(path) if isinstance(one, reading.Line)]
        lines += good
    for problem in checking.problems(lines, harvest):
        wrong += 1
        sys.stdout.write(f"{problem.where}: {problem.what}\n")
    sys.stdout.write(totals.table(lines))
    sys.stdout.write(f"problems      {wrong}\n")
    return 1 if wrong else 0


def _read(given: argparse.Namespace, harvest: Harvest) -> None:
    from uitars_runtime.errors import UsageError
    from uitars_train.instructions import picturing, second_reader

    lines = reading.read_lines(given.files)
    if given.answers is not None:
        answers = list(second_reader.read_answers(given.answers))
        found = second_reader.compared(lines, answers, harvest)
        sys.stdout.write(second_reader.told(found))
        return
    if given.out is None:
        raise UsageError("Nothing to do.", "Give --out FOLDER for questions, or --answers FILE.")
    pictures = given.pictures or picturing.PICTURES
    count = second_reader.questions(lines, harvest, pictures, given.out)
    sys.stdout.write(f"{count} questions in {given.out / second_reader.QUESTIONS}\n")


def _samples(given: argparse.Namespace, harvest: Harvest) -> None:
    from uitars_runtime.backends.embedded.network.decoder import Decoder
    from uitars_runtime.backends.embedded.network.encoder import SentenceEncoder
    from uitars_runtime.errors import UsageError
    from uitars_train.data.sample import write_episodes
    from uitars_train.instructions.imagined.asking import asks
    from uitars_train.instructions.imagined.harvest import Imagined
    from uitars_train.instructions.imagined.reading import FOLDER as IMAGINED
    from uitars_train.instructions.imagined.reading import read_programs
    from uitars_train.instructions.samples import made_by_rule, samples

    if given.out.is_dir():
        raise UsageError(f"{given.out} is a folder.", "Name a file in it.")
    if min(given.by_rule, given.imagined) < 0:
        raise UsageError("Fewer asks than none cannot be made.", "Give 0 or more.")
    lines, missed = reading.read_lines(given.files), Counter[str]()
    decoder = Decoder(weights(given.model), SentenceEncoder())
    held = reading.read_held_out(*given.held_out)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    part: Path = given.out.with_suffix(".part")  # what was cut off is not learned from
    part.unlink(missing_ok=True)
    count = write_episodes(part, samples(lines, harvest, decoder, held, missed))
    programs = read_programs([IMAGINED]) if given.by_rule or given.imagined else []
    for shown in (harvest, Imagined(programs, given.by_rule)) if given.by_rule else ():
        count += write_episodes(part, made_by_rule(given.by_rule, shown, decoder, held))
    imagined = islice(asks(programs, given.imagined), given.imagined)
    count += write_episodes(part, ([one] for one in imagined))
    part.replace(given.out)
    kept_apart = sum(held.holds(line) for line in lines)
    lost = ", ".join(f"{kind} {many}" for kind, many in missed.most_common()) or "none"
    sys.stdout.write(f"{count} samples; held out {kept_apart}; not said: {lost}\n")
