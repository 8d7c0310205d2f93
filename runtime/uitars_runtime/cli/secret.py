"""`uitars secret`: words that the agent can type without knowing them."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Sequence

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import add_output_format, say
from uitars_runtime.errors import UsageError
from uitars_runtime.privacy.vault import Binding, Vault


def main(argv: Sequence[str] | None = None) -> int:
    """Add, list or remove; returns the exit code: 0 done, 2 usage or no keyring."""
    return run_command(_run, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars secret",
        description="Words that the agent can type without knowing them: the value lies in the"
        " keyring, a task names it as <secret>NAME</secret>, and every use asks a person first.",
        allow_abbrev=False,
    )
    commands = new.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add", help="keep a secret, read from the terminal or a pipe")
    add.add_argument("name", metavar="NAME")
    add.add_argument(
        "--app", required=True, metavar="PATTERN", help="the program it may be typed into"
    )
    add.add_argument("--window", default="*", metavar="PATTERN", help="title of the window")
    listing = commands.add_parser("list", help="names and where they may be typed")
    remove = commands.add_parser("remove", help="forget a secret")
    remove.add_argument("name", metavar="NAME")
    for command in (add, listing, remove):
        add_output_format(command)
    return new


def _run(arguments: argparse.Namespace) -> None:
    match arguments.command:
        case "add":
            binding = Binding(arguments.app, arguments.window)
            Vault().add(arguments.name, _value(), binding)
            words = f"Kept. In a task, write <secret>{arguments.name}</secret>."
            say(arguments, {"kept": arguments.name}, words)
        case "remove":
            Vault().remove(arguments.name)
            say(arguments, {"removed": arguments.name}, "Removed.")
        case _:
            bindings = Vault().bindings()
            say(arguments, bindings, _listed(bindings))


def _value() -> str:
    """The secret; never from an argument, which every process of the machine could read."""
    if sys.stdin.isatty():
        first = getpass.getpass("Secret: ")
        if getpass.getpass("Again: ") != first:
            raise UsageError("The two are not the same.")
        return first
    return sys.stdin.readline().rstrip("\n")


def _listed(bindings: dict[str, Binding]) -> str:
    if not bindings:
        return "No secrets are kept."
    return "\n".join(
        f"{name}  in {binding.application}, window {binding.window}"
        for name, binding in sorted(bindings.items())
    )
