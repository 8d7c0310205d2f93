"""`uitars-train`: one command for each kind of training and evaluation; the work is in the rooms.

Heavy libraries load with the command that needs them. Not here: what the commands do.
"""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from uitars_runtime import __version__
from uitars_runtime.cli.command import piped
from uitars_runtime.cli.formats import written
from uitars_runtime.errors import Stopped, UitarsError, UsageError
from uitars_runtime.installing import install_extra
from uitars_train.browsing import __main__ as browsing
from uitars_train.encoder import adapted_command
from uitars_train.evaluate import __main__ as evaluate
from uitars_train.eyes import __main__ as eyes
from uitars_train.flywheel import __main__ as flywheel
from uitars_train.games import __main__ as games
from uitars_train.instructions import __main__ as instructions
from uitars_train.merging import __main__ as merging
from uitars_train.options import positive, weights
from uitars_train.reranking import __main__ as reranking
from uitars_train.rewards import __main__ as rewards
from uitars_train.rl import __main__ as reinforcement

_WHAT = """Train the embedded model and measure models. `uitars-train COMMAND --help` tells the
options of one command; `make train` does the whole of it."""


class _Room(Protocol):
    """The `__main__` of a room."""

    def main(self, argv: Sequence[str], /) -> int: ...

    def parser(self) -> argparse.ArgumentParser: ...


_ROOMS: Final[dict[str, tuple[str, _Room]]] = {
    "browsing": ("questions answered on linked pages: make, serve", browsing),
    "cycle": ("one turn of the flywheel: gather, train, compare, promote", flywheel),
    "eyes": ("train the eyes: what pixels show", eyes),
    "evaluate": ("measure a model on programs", evaluate),
    "forms": ("learn what requests for filling a form mean", adapted_command.FORMS),
    "games": ("small games of our own: list, play", games),
    "instructions": ("what people ask for on real programs", instructions),
    "judge": ("say of recorded runs whether they did their task", rewards),
    "merge": ("make one model of several that come from one start", merging),
    "reranker": ("train the reranker on steps that are right, write its file", reranking),
    "rl": ("train the decoder by what comes of its own episodes", reinforcement),
    "tagger": ("learn what requests for changing a text ask for", adapted_command.TAGGER),
}
"""Commands whose options and work are those of their rooms."""
_EXTRA = frozenset(
    [
        "torch",
        "onnx",
        "PySide6",
        "miniwob",
        "rapidfuzz",
        "gguf",
        "safetensors",
        "tensorboardX",
        "transformers",
    ]
)
"""Libraries that not every installation has."""
_OF_THE_DISK: Final = frozenset(
    {
        *(errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EDQUOT),
        *(errno.EEXIST, errno.EISDIR, errno.ENOTDIR, errno.ENOENT, errno.ENAMETOOLONG),
    }
)
"""What a person has to mend: no room, no leave, nothing there, no name for a file, a file where a
folder is to be or the reverse."""
_WITHOUT_PROGRAMS: Final = frozenset({"instructions", "harbor", "-h", "--help"})
"""Evaluations that show nobody a screen, and questions about a command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code."""
    return piped(lambda: _main(sys.argv[1:] if arguments is None else arguments))


def _main(arguments: Sequence[str]) -> int:
    given = list(arguments)
    try:
        _refuse_elsewhere(given)
        if given[:2] == ["harvest", "programs"]:
            from uitars_train.harvest import __main__ as programs  # X displays alone

            return programs.main(given[2:])
        if given[:2] == ["harvest", "shown"]:
            from uitars_train.rl import lessons

            return lessons.main(given[2:])
        if given and given[0] in _ROOMS:
            return _ROOMS[given[0]][1].main(given[1:])
        return _run(parser().parse_args(given))
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _EXTRA:
            raise
        sys.stderr.write(f"{missing} is not installed. {install_extra('train')}\n")
        return UsageError.exit_code
    except UitarsError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except OSError as error:
        if error.errno not in _OF_THE_DISK:
            raise
        which = error.filename or "A file"
        sys.stderr.write(f"{which} cannot be read or written: {error.strerror}.\n")
        return UsageError.exit_code
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        return Stopped.exit_code


def _refuse_elsewhere(given: Sequence[str]) -> None:
    """Raises `UsageError` for what works real programs, where there are no private desktops."""
    works = given[:1] in (["evaluate"], ["harvest"]) or list(given[:2]) == ["games", "play"]
    if sys.platform == "linux" or not works or not _WITHOUT_PROGRAMS.isdisjoint(given):
        return
    raise UsageError(f"uitars-train {' '.join(given[:2])} needs Linux.")


def _ask_for_router(router: argparse.ArgumentParser) -> None:
    router.add_argument("--out", type=written, required=True, help="folder for the file")
    router.add_argument("--each", type=positive, default=4000, help="requests of either kind")
    router.add_argument("--seed", type=int, default=1)


def parser() -> argparse.ArgumentParser:
    """All commands."""
    new = argparse.ArgumentParser(prog="uitars-train", description=_WHAT)
    new.add_argument("--version", action="version", version=f"uitars-train {__version__}")
    commands = new.add_subparsers(dest="command", required=True)
    for name, (what, room) in _ROOMS.items():
        commands.add_parser(name, help=what, parents=[room.parser()], add_help=False)
    screens = commands.add_parser("screens", help="draw screens with truth, for the eyes")
    screens.add_argument("folder", type=written)
    screens.add_argument("--count", type=positive, required=True)
    screens.add_argument("--split", choices=("train", "validation", "test"), default="train")
    screens.add_argument("--seed", type=int, default=1)
    _ask_for_policy(commands.add_parser("policy", help="train the decoder of the embedded model"))
    _ask_for_harvest(
        commands.add_parser(
            "harvest",
            help="keep what the model does right as training steps; explore real programs",
            epilog="`harvest programs` explores real programs and keeps their screens; `harvest"
            " shown` keeps what the expert of an environment does; see their --help.",
        )
    )
    export = commands.add_parser("export", help="write the embedded model's files")
    export.add_argument("checkpoint", type=Path, help="of `policy`; for several see `merge`")
    export.add_argument("--out", type=written, required=True, help="folder for the files")
    export.add_argument("--precision", choices=("w4a8", "fp32"), default="w4a8")
    meanings = commands.add_parser("meanings", help="take words' meanings from a language model")
    meanings.add_argument("model", type=Path, help="GGUF file with English words in its vocabulary")
    meanings.add_argument("--out", type=written, required=True, help="folder for the files")
    encoder = commands.add_parser("encoder", help="write the sentence encoder's files")
    encoder.add_argument("checkpoint", type=Path, help="Hugging Face folder of a BERT encoder")
    encoder.add_argument("--out", type=written, required=True, help="folder for the files")
    encoder.add_argument(
        "--tune", type=Path, metavar="FILE", help="first learn from samples of `instructions`"
    )
    encoder.add_argument(
        "--epochs", type=positive, default=3, help="times each sample is looked at"
    )
    said = "learn which requests are for changing a text"
    _ask_for_router(commands.add_parser("router", help=said))
    station = commands.add_parser("station", help="show what a part of training makes")
    station.add_argument("number", help="1 to 10, or `all`; see train/README.md")
    station.add_argument("--out", type=written, required=True, help="folder for pictures")
    station.add_argument("--screens", type=Path, help="screens (see `screens`); else one is drawn")
    station.add_argument("--seed", type=int, default=1)
    score = commands.add_parser("score", help="score exported files on the symbolic desktop")
    score.add_argument("folder", help="with exported weights, or `nano`")
    score.add_argument("--tasks", type=positive, default=300, help="whole tasks per set")
    return new


def _write_encoder(options: argparse.Namespace) -> None:
    from uitars_train.encoder.export import export

    checkpoint = options.checkpoint
    if options.tune is not None:
        from uitars_train.data.sample import read_episodes
        from uitars_train.encoder.tuning import Settings, tune

        samples = [sample for episode in read_episodes(options.tune) for sample in episode]
        checkpoint = options.out / "checkpoint"
        tune(options.checkpoint, samples, checkpoint, Settings(epochs=options.epochs))
    export(checkpoint, options.out)


def _share(told: str) -> float:
    """Raises `ArgumentTypeError` for what is no part of a whole."""
    try:
        share = float(told)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{told} is not between 0 and 1")
    return share


def _ask_for_policy(policy: argparse.ArgumentParser) -> None:
    policy.add_argument("--minutes", type=float, required=True, help="wall time")
    policy.add_argument("--out", type=written, required=True, help="folder for checkpoints")
    policy.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    policy.add_argument(
        "--start", type=weights, help="folder with exported weights to go on from, or `nano`"
    )
    policy.add_argument(
        "--grown",
        type=int,
        default=0,
        metavar="COUNT",
        help="layers that are put between those of --start, which stay as they are",
    )
    policy.add_argument(
        "--teacher",
        type=weights,
        help="folder with exported weights to be like where they are right, or `nano`",
    )
    policy.add_argument(
        "--distilled",
        type=_share,
        default=0.7,
        help="of the loss, where --teacher is right, how much is to be like it, 0 to 1",
    )
    policy.add_argument("--size", type=int, default=32, help="samples per update")
    policy.add_argument("--rate", type=float, default=1e-3, help="learning rate at its highest")
    policy.add_argument("--seed", type=int, default=1)
    policy.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    policy.add_argument(
        "--larger",
        action="store_true",
        help="from nothing: 22 million parameters instead of 10, for a GPU",
    )
    policy.add_argument(
        "--producers", type=int, default=1, help="processes that make samples beside the training"
    )
    policy.add_argument("--own", type=Path, help="steps of own successful runs, mixed in")
    policy.add_argument(
        "--share", type=_share, default=0.25, help="of --own among all samples, 0 to 1, at most"
    )
    policy.add_argument(
        "--screens", type=Path, help="screens (see `screens`) for some of the worlds"
    )


def _ask_for_harvest(harvest: argparse.ArgumentParser) -> None:
    harvest.add_argument("--out", type=written, required=True, help="file for --own of policy")
    harvest.add_argument("--pages", type=Path, help="names of MiniWoB++ tasks, one a line")
    harvest.add_argument("--set", type=Path, help="tasks on programs, as of evaluate apps")
    harvest.add_argument(
        "--solutions", type=Path, help="deeds by name of the task, for the teacher"
    )
    harvest.add_argument("--model", default="nano")
    harvest.add_argument("--seeds", type=int, default=3, help="tries of each page")
    harvest.add_argument(
        "--teacher", choices=("oracle",), default="", help="who says at every state what is right"
    )
    harvest.add_argument(
        "--leads", type=int, default=0, help="with a teacher: the model's own first steps, at most"
    )
    harvest.add_argument("--first-seed", type=int, default=1000, help="below lie evaluations")


def _run(options: argparse.Namespace) -> int:
    match options.command:
        case "screens":
            from uitars_train.screens.screen import Split
            from uitars_train.screens.stream import dump

            dump(options.folder, options.count, Split(options.split), options.seed)
        case "policy":
            _train(options)
        case "harvest":
            _harvest(options)
        case "station":
            _show_station(options)
        case "encoder":
            _write_encoder(options)
        case "router":
            from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
            from uitars_train.encoder.routing import write as write_router

            encoder = sentence_encoder()
            sys.stdout.write(write_router(options.out, options.each, encoder, options.seed).told)
        case "export":
            from uitars_train.network.export import export
            from uitars_train.network.weights import load

            export(load(options.checkpoint), options.out, options.precision)
        case "meanings":
            from uitars_train.encoder.word_vectors import write

            write(options.model, options.out)
        case _:
            from uitars_train.network.rollout import report

            sys.stdout.write(report(weights(options.folder), options.tasks))
    return 0


def _train(options: argparse.Namespace) -> None:
    from uitars_train.network.model import LARGER, Shape
    from uitars_train.network.training import Settings, train

    given: dict[str, Any] = vars(options) | {"shape": LARGER if options.larger else Shape()}
    train(Settings(**{name: given[name] for name in Settings.__struct_fields__ if name in given}))


def _show_station(options: argparse.Namespace) -> None:
    from uitars_train.stations import STATIONS, Walk, show

    numbers = [str(number) for number in range(1, len(STATIONS) + 1)]
    wanted = numbers if options.number == "all" else [options.number]
    if not set(wanted) <= set(numbers):
        raise UsageError(
            f"There is no station {options.number}.", f"Give 1 to {len(STATIONS)}, or `all`."
        )
    walk = Walk(options.out, options.screens, options.seed)
    for number in wanted:
        sys.stdout.write(show(int(number), walk))
        sys.stdout.flush()


def _harvest(options: argparse.Namespace) -> None:
    from uitars_train.flywheel.collection import (
        Assignment,
        collect,
        names_of,
        programs_of,
        solutions_of,
    )

    assignment = Assignment(
        out=options.out,
        model=options.model,
        pages=names_of(options.pages),
        seeds=options.seeds,
        first_seed=options.first_seed,
        programs=programs_of(options.set),
        solutions=solutions_of(options.solutions),
        teacher=options.teacher,
        leads=options.leads,
    )
    for one in collect(assignment):
        mark = "✓" if one.success else "✗"
        missed = " ".join(f"{act} {count}" for act, count in one.missed.items())
        lost = f", not said: {missed}" if missed else ""
        sys.stdout.write(f"{mark} {one.name:24} {one.steps:3} steps kept{lost}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
