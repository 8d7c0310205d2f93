"""`uitars`: the window, and the sub-commands that need none.

It only finds out what is meant; each sub-command parses its own options, and Qt is loaded for the
window alone.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import cast

from uitars_app.application import add_options
from uitars_runtime import __version__

COMMANDS = {
    "doctor": "check what this machine offers and what is missing",
    "replay": "show a recorded run, in the terminal or as a page",
    "export": "write a recorded run for other programs (OSWorld, ATIF, training, HTML, film)",
    "sandbox": "private desktops that live on: start, list, run in, pause, stop, serve",
    "models": "list, fetch, import, test and serve models",
    "mcp": "offer this desktop as tools to another agent",
    "memory": "see, search, correct, forget and move what earlier runs left behind",
    "policy": "explain what the gate would say to an action, list and revoke what was allowed",
    "stop": "end a run that is under way, in order",
    "pause": "hold a run before its next step",
    "resume": "let a paused run go on",
    "secret": "keep words that the agent can type without knowing them",
    "forget": "remove runs, and what was learned from them",
    "release": "let training read a recorded run, or take that back",
    "audit": "check the log of verdicts and executed actions",
    "completion": "print what completes all commands in bash, zsh or fish",
}
_ORDERS = ("stop", "pause", "resume")
"""Commands of one module; each other has a module of its own name, with `main` and `parser`."""
_USAGE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one sub-command and return its exit code; 2 where there is none to run."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given and not given[0].startswith("-"):
        if given[0] not in COMMANDS:
            parser().error(_unknown(given[0]))
        return _command(given[0])(given[1:])
    options = parser().parse_args(given)
    if (options.screenshot or options.page) and not options.self_test:
        parser().error("--screenshot and --page go with --self-test")
    if find_spec("PySide6") is None:
        from uitars_runtime.installing import install_extra

        parser().exit(
            _USAGE,
            f"The window needs Qt. {install_extra('app')}"
            ' Without it, work on a task with: uitars-run "TASK"\n',
        )
    from uitars_app.application import main as window

    return window(options)


def parser() -> argparse.ArgumentParser:
    """What `uitars --help` says."""
    width = max(map(len, COMMANDS))
    lines = "\n".join(f"  {name:<{width}}  {words}" for name, words in COMMANDS.items())
    new = argparse.ArgumentParser(
        prog="uitars",
        usage="uitars [OPTION ...] | uitars COMMAND ...",
        description="A desktop agent that asks first where it matters. Without a command: its"
        " window.",
        epilog=f"commands:\n{lines}\n\n"
        'To work on a task: uitars-run "TASK"\n'
        "To see the options of a command: uitars COMMAND --help",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    new.add_argument("--version", action="version", version=f"uitars {__version__}")
    add_options(new)
    return new


def _unknown(name: str) -> str:
    close = difflib.get_close_matches(name, COMMANDS, n=1)
    hint = f"did you mean {close[0]}?" if close else f"known are {', '.join(COMMANDS)}"
    return f"unknown command {name!r}: {hint}"


def _command(name: str) -> Callable[[Sequence[str]], int]:
    """The main function of a sub-command; its module is imported only when it is meant."""
    found: object = vars(_module(name))[name if name in _ORDERS else "main"]
    return cast("Callable[[Sequence[str]], int]", found)


def parser_of(command: str) -> argparse.ArgumentParser:
    """The options of one of `COMMANDS`."""
    made: Callable[..., argparse.ArgumentParser] = vars(_module(command))["parser"]
    return made(command, COMMANDS[command]) if command in _ORDERS else made()


def _module(command: str) -> ModuleType:
    if command == "completion":
        return importlib.import_module("uitars_app.completion")
    name = "orders" if command in _ORDERS else command
    return importlib.import_module(f"uitars_runtime.cli.{name}")


if __name__ == "__main__":
    sys.exit(main())
