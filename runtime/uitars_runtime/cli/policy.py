"""`uitars policy`: what the gate would say to an action, and what was allowed beyond a run."""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import JSON, add_output_format
from uitars_runtime.element import Control
from uitars_runtime.errors import UsageError
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.policy import Explanation, Mode, explain
from uitars_runtime.gate.policy_file import load_policy
from uitars_runtime.gate.remembered import Remembered, decisions_file, listed, revoke
from uitars_runtime.types import Action, Shell

_FACTS = ("application", "program", "window", "role", "name", "text", "words")


def main(argv: Sequence[str] | None = None) -> int:
    """Explain, list or revoke; returns the exit code: 0 done, 2 usage."""
    return run_command(_run, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options, as the contract lists them."""
    new = argparse.ArgumentParser(prog="uitars policy", allow_abbrev=False)
    commands = new.add_subparsers(dest="command", required=True)
    explaining = commands.add_parser(
        "explain", help="what would happen to an action, and by which rule", allow_abbrev=False
    )
    what = explaining.add_mutually_exclusive_group(required=True)
    what.add_argument("--shell", metavar="COMMAND", help="a command line for the shell")
    what.add_argument("--action", metavar="JSON", help="an action as steps.jsonl writes it")
    explaining.add_argument("--policy", default=Mode.ASK_ON_RISK.value, metavar="NAME|FILE")
    explaining.add_argument("--workspace", default=".", metavar="DIR")
    target = explaining.add_argument_group("what would be under the action")
    for name in _FACTS:
        target.add_argument(f"--{name}", default="", metavar="TEXT")
    target.add_argument("--field", choices=("line", "page"), default="", help="eyes see a field")
    target.add_argument("--terminal", action="store_true", help="it holds a pseudo-terminal")
    target.add_argument(
        "--control",
        action="append",
        default=[],
        metavar="NAME[=KEYS]",
        help="another control of the window; may be repeated",
    )
    target.add_argument("--end", default="", metavar="TEXT", help="words where a drag ends")
    listing = commands.add_parser(
        "list", help="what was allowed beyond a run, and until when", allow_abbrev=False
    )
    revoking = commands.add_parser("revoke", help="ask again from now on", allow_abbrev=False)
    revoking.add_argument("name", nargs="*", help="as `uitars policy list` shows it")
    revoking.add_argument("--all", action="store_true", help="everything")
    for command in (explaining, listing, revoking):
        add_output_format(command)
    return new


def _run(arguments: argparse.Namespace) -> None:
    match arguments.command:
        case "explain":
            said = _explain(arguments)
        case "list":
            said = _list(arguments.output_format)
        case _:
            said = _revoke(arguments)
    sys.stdout.write(f"{said}\n")


def _explain(arguments: argparse.Namespace) -> str:
    explanation = explain(
        _action(arguments),
        load_policy(arguments.policy),
        workspace=Path(arguments.workspace),
        facts=_facts(arguments),
    )
    return _written(explanation, arguments.output_format)


def _facts(arguments: argparse.Namespace) -> Facts:
    """What would be under the action, as the options say it."""
    controls = (one.partition("=") for one in arguments.control)
    facts = Facts(
        window=arguments.window,
        application=arguments.application,
        program=arguments.program,
        role=arguments.role,
        name=arguments.name,
        text=arguments.text,
        words=arguments.words,
        field=arguments.field,
        terminal=arguments.terminal,
        controls=tuple(Control("", name, (keys,) if keys else ()) for name, _, keys in controls),
    )
    if not arguments.end:
        return facts
    end = msgspec.structs.replace(facts, role="", name="", text=arguments.end)
    return msgspec.structs.replace(facts, others=(end,))


def _action(arguments: argparse.Namespace) -> Action:
    if arguments.shell is not None:
        return Shell(arguments.shell)
    try:
        action: Action = msgspec.json.decode(arguments.action, type=Action)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise UsageError("That is not an action.", str(error)) from error
    return action


def _written(explanation: Explanation, form: str) -> str:
    if form == JSON:
        return msgspec.json.encode(explanation).decode()
    return (
        f"{explanation.decision}: {explanation.reason}\n"
        f"class {explanation.risk}, rule {explanation.rule}"
    )


def _list(form: str) -> str:
    found = listed(decisions_file())
    if form == JSON:
        return msgspec.json.encode([_entry(one) for one in found]).decode()
    lines = [
        f"{entry['name']}  {entry['rule']:24} until {entry['until']}  {entry['program']}"
        for entry in map(_entry, found)
    ]
    return "\n".join(lines) or "Nothing is allowed beyond a run."


def _entry(one: Remembered) -> dict[str, str]:
    until = datetime.datetime.fromtimestamp(one.until).astimezone()
    parts = (one.program.application, one.program.path, one.program.script)
    program = " ".join(part for part in parts if part)
    return {
        "name": one.name,
        "rule": one.rule,
        "program": program or "(no window)",
        "until": until.isoformat(timespec="minutes"),
    }


def _revoke(arguments: argparse.Namespace) -> str:
    if bool(arguments.name) == arguments.all:
        raise UsageError("Name what to revoke, or use --all.", "See uitars policy list.")
    file = decisions_file()
    names = [one.name for one in listed(file)] if arguments.all else arguments.name
    revoked = revoke(file, names)
    if arguments.output_format == JSON:
        return msgspec.json.encode({"revoked": [one.name for one in revoked]}).decode()
    return f"Revoked {len(revoked)}: the next time a person is asked."


if __name__ == "__main__":
    sys.exit(main())
