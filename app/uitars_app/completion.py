"""`uitars completion SHELL`: all commands for the Tab key, from their own parsers. Knows no Qt.

    eval "$(uitars completion bash)"         in ~/.bashrc; zsh: the same in ~/.zshrc, after compinit
    uitars completion fish | source          in ~/.config/fish/config.fish

The commands' modules are imported by name when they are asked for: neither quantizer nor training
is known to the window. Not here: files and man pages (installers/command_files.py).
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final, cast

import shtab

from uitars_runtime.cli.command import run_command

SHELLS: Final = ("bash", "zsh", "fish")
PROGRAMS: Final = {
    "uitars": "uitars_app.__main__",
    "uitars-run": "uitars_runtime.cli.run",
    "uitars-quantize": "uitars_quant.cli",
    "uitars-train": "uitars_train.cli",
}
"""Modules with `parser`, and `COMMANDS` and `parser_of` where they tell commands apart by hand."""
_FILES: Final = frozenset({"FILE", "DIR", "OUT", "NAME|FILE"})
"""Placeholders of options that are read as text and name a file."""
_FILE_OR_COMMAND: Final = "uitars-quantize"
"""A file may stand where its commands stand, which no parser of the library can say."""


def main(argv: Sequence[str] | None = None) -> int:
    """Print it; returns the exit code."""
    return run_command(_print, parser().parse_args(argv))


def _print(arguments: argparse.Namespace) -> None:
    for name, module in PROGRAMS.items():
        # A self-contained folder has not all of them.
        if find_spec(module.partition(".")[0]) is not None:
            sys.stdout.write(script(name, arguments.shell))


def parser() -> argparse.ArgumentParser:
    """The shells."""
    new = argparse.ArgumentParser(
        prog="uitars completion",
        description="Print what completes all commands. For bash, write into ~/.bashrc:"
        ' eval "$(uitars completion bash)"; for zsh the same into ~/.zshrc, after compinit;'
        " for fish into config.fish: uitars completion fish | source",
        allow_abbrev=False,
    )
    new.add_argument("shell", choices=SHELLS)
    return new


def script(name: str, shell: str) -> str:
    """What completes one of `PROGRAMS`."""
    made = _flat(_module(name)) if name == _FILE_OR_COMMAND else whole(name)
    for action in _actions(made):
        # Words of a person's own are offered files, as shells do by themselves: where nothing is
        # offered, zsh inserts no option either.
        free = not (action.option_strings or action.choices)
        if (free or action.metavar in _FILES or action.type is Path) and "complete" not in vars(
            action
        ):
            vars(action)["complete"] = shtab.FILE
    return f"{str(shtab.complete(made, shell)).rstrip()}\n"


def whole(name: str) -> argparse.ArgumentParser:
    """A command with all that may follow it, as one parser; not for reading what was given."""
    module = _module(name)
    new: argparse.ArgumentParser = module.parser()
    known: dict[str, str] = vars(module).get("COMMANDS", {})
    if not known:
        return new
    new.epilog = None
    alone = new.format_usage().removeprefix("usage: ").rstrip()
    new.usage = new.usage or f"{alone} | {name} COMMAND ..."
    commands = new.add_subparsers(metavar="COMMAND", prog=name)
    for command, words in known.items():
        below: argparse.ArgumentParser = module.parser_of(command)
        commands.add_parser(
            command, parents=[below], add_help=False, help=words, description=below.description
        )
    return new


def _flat(module: ModuleType) -> argparse.ArgumentParser:
    """Options of a command and of those that may stand where its file stands, side by side."""
    new: argparse.ArgumentParser = module.parser()
    words = " ".join(module.COMMANDS)
    first = next(action for action in new._actions if not action.option_strings)
    function = "_uitars_file_or_command"
    vars(first)["complete"] = {
        "bash": function,
        "zsh": function,
        "fish": f"{words} {shtab.FILE['fish']}",
        "preamble": {
            "bash": f"{function}() {{ compgen -f -- $1; compgen -W '{words}' -- $1; }}",
            "zsh": f"{function}() {{ compadd {words}; _files; }}",
        },
    }
    known = {name for action in new._actions for name in action.option_strings}
    for command in module.COMMANDS:
        for action in module.parser_of(command)._actions:
            if action.option_strings and known.isdisjoint(action.option_strings):
                new._add_action(action)
    new.add_argument("file", nargs="?", type=Path, help="of a command")
    return new


def _module(name: str) -> ModuleType:
    return importlib.import_module(PROGRAMS[name])


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        choices: object = action.choices
        if isinstance(choices, dict):
            for below in cast("dict[str, argparse.ArgumentParser]", choices).values():
                yield from _actions(below)
