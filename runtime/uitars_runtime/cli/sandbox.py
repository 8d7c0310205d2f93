"""`uitars sandbox`: private desktops that live on. See docs/sandbox.md."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import JSON, add_output_format, as_json, say, written
from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from uitars_runtime.sessions.record import SessionRecord
    from uitars_runtime.sessions.serving import LocalService
    from uitars_runtime.sessions.terms import SessionOrder


def main(argv: Sequence[str] | None = None) -> int:
    """Do one of them; returns the exit code: 0 done, 2 usage or unknown session, 6 taken or
    a limit reached; `exec` that of the command."""
    given = list(sys.argv[1:] if argv is None else argv)
    # What follows the dashes is a command line of its own.
    cut = given.index("--") if "--" in given else len(given)
    options = parser()
    arguments, unread = options.parse_known_args(given[:cut])
    if unread:
        dashes = "; a command stands after --" if arguments.command == "exec" else ""
        options.error(f"unrecognized arguments: {' '.join(unread)}{dashes}")
    arguments.words = given[cut + 1 :]
    return run_command(_run, arguments)


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars sandbox",
        description="Private desktops that live on between runs. Without a command they are"
        " listed. Work in one: uitars-run TASK --desktop session:ID",
        allow_abbrev=False,
    )
    add_output_format(new)
    commands = new.add_subparsers(dest="command", metavar="COMMAND")
    starting = commands.add_parser("start", help="a new desktop, ready when this returns")
    _add_start(starting)
    listing = commands.add_parser("list", help="those that live, who holds them, how long")
    serving = commands.add_parser("serve", help="offer all of this over HTTP on this machine")
    _add_serve(serving)
    for one in (starting, listing, serving, *_of_one(commands.add_parser)):
        add_output_format(one, below=True)
    return new


def _of_one(add: Callable[..., argparse.ArgumentParser]) -> list[argparse.ArgumentParser]:
    """What is done to one session."""
    added: list[argparse.ArgumentParser] = []
    for name, words in (
        ("show", "all that is known of one"),
        ("exec", "run a command in it, after --; exit code and output are the command's"),
        ("pause", "freeze its programs; the screen stays"),
        ("resume", "let its programs go on"),
        ("stop", "end it with all that runs in it"),
    ):
        usage = "%(prog)s [-h] [--output-format {text,json}] [--json] ID -- COMMAND"
        one = add(name, help=words, usage=usage if name == "exec" else None)
        one.add_argument("id", metavar="ID", help="the session, or the beginning of its id")
        added.append(one)
    for name, words, what, target in (
        ("put", "copy a file or folder into its workspace", "of this machine", str),
        ("get", "copy a file or folder of its workspace here", "in the workspace", written),
    ):
        one = add(name, help=words)
        one.add_argument("id", metavar="ID", help="the session, or the beginning of its id")
        one.add_argument("path", metavar="PATH", help=f"a file or folder {what}")
        one.add_argument("--to", type=target, metavar="PATH", help="default: its own name")
        added.append(one)
    for name, words in (
        ("checkpoint", "keep its files and open programs under a name"),
        ("restore", "make it what it was at a checkpoint"),
    ):
        one = add(name, help=words)
        one.add_argument("id", metavar="ID", help="the session, or the beginning of its id")
        one.add_argument("--name", required=True, metavar="N", help="of the checkpoint")
        added.append(one)
    keeping = add("checkpoints", help="those of a session, also of an ended one")
    keeping.add_argument("id", metavar="ID", help="the session, or the beginning of its id")
    keeping.add_argument("--remove", default="", metavar="N", help="take this one away")
    added.append(keeping)
    viewing = add("view", help="watch it in your browser until Ctrl-C")
    viewing.add_argument("id", metavar="ID", help="the session, or the beginning of its id")
    viewing.add_argument(
        "--control",
        action="store_true",
        help="work there with your mouse and keys; a run that holds it pauses meanwhile",
    )
    added.append(viewing)
    return added


def _add_serve(serving: argparse.ArgumentParser) -> None:
    serving.add_argument(
        "--port", type=int, default=0, metavar="N", help="on 127.0.0.1; default: a free one"
    )
    serving.add_argument(
        "--protocol",
        choices=("uitars", "osworld"),
        default="uitars",
        help="osworld: one session, as a machine of OSWorld; default: all verbs of this command",
    )
    serving.add_argument(
        "--session", default="", metavar="ID", help="the session that is offered with osworld"
    )


def _add_start(starting: argparse.ArgumentParser) -> None:
    starting.add_argument("--size", default="", metavar="WxH", help="its screen in pixels")
    starting.add_argument(
        "--app",
        action="append",
        default=[],
        metavar="COMMAND",
        help="start this program on it (repeatable)",
    )
    starting.add_argument(
        "--browser", default="", metavar="ADDRESS", help="show this page first, in its own browser"
    )
    starting.add_argument(
        "--cdp", action="store_true", help="let other programs work that browser, with a token"
    )
    starting.add_argument(
        "--workspace",
        default="",
        metavar="DIR",
        help="folder that programs and actions share; default: one of its own",
    )
    starting.add_argument(
        "--from",
        dest="checkpoint",
        default="",
        metavar="ID:N",
        help="begin with the files and programs of a checkpoint",
    )
    starting.add_argument(
        "--lease",
        type=float,
        metavar="SECONDS",
        help="how long one run may hold it; default: 3600",
    )
    starting.add_argument(
        "--idle",
        type=float,
        metavar="SECONDS",
        help="how long a run that holds it may do nothing; default: 1800",
    )
    limits = starting.add_argument_group("limits", "Of all its programs together.")
    limits.add_argument("--memory", type=_bytes, metavar="SIZE", help="for example 2G")
    limits.add_argument("--processes", type=int, metavar="N", help="programs and their threads")
    limits.add_argument("--disk", type=_bytes, metavar="SIZE", help="of files that they write")
    limits.add_argument("--time", type=float, metavar="SECONDS", help="that the session lives")


def _run(arguments: argparse.Namespace) -> int:
    if arguments.words and arguments.command != "exec":
        raise UsageError("A command after -- is for exec.", "uitars sandbox exec ID -- COMMAND")
    if sys.platform != "linux":
        raise UsageError("Private desktops need Linux.")
    match arguments.command:
        case "start":
            _start(arguments)
        case None | "list":
            _list(arguments)
        case "exec":
            from uitars_runtime.cli.sandbox_exec import run_in_session

            return run_in_session(arguments)
        case "serve":
            _serve(arguments)
        case "checkpoints":
            from uitars_runtime.cli.sandbox_checkpoints import checkpoints

            checkpoints(arguments)
        case "view":
            from uitars_runtime.cli.sandbox_view import view

            view(arguments)
        case _:
            _one(arguments)
    return 0


def _start(arguments: argparse.Namespace) -> None:
    from uitars_runtime.sessions.starting import start

    record = start(_order(arguments))
    _tell_endpoint(record)
    made = {
        "id": record.id,
        "display": record.desktop.display,
        "workspace": record.workspace,
    }
    say(arguments, made, f"{record.id}  display {record.desktop.display}  {record.workspace}")


def _tell_endpoint(record: SessionRecord) -> None:
    """Where other programs reach its browser, apart from what is asked for."""
    from uitars_runtime.sessions.verbs import endpoint

    if address := endpoint(record):
        sys.stderr.write(f"DevTools endpoint: {address}\n")


def _order(arguments: argparse.Namespace) -> SessionOrder:
    """Raises `UsageError` for what makes no sense."""
    from uitars_runtime.sessions.verbs import ordered

    lease = {"seconds": arguments.lease, "idle": arguments.idle}
    limits = {name: getattr(arguments, name) for name in ("memory", "processes", "disk", "time")}
    return ordered(
        _usual(),
        size=arguments.size,
        apps=arguments.app,
        browser=arguments.browser,
        endpoint=arguments.cdp,
        workspace=arguments.workspace,
        checkpoint=arguments.checkpoint,
        lease=_given(lease),
        limits=_given(limits),
    )


def _usual() -> SessionOrder:
    """What the settings say of every session."""
    from uitars_runtime.config import load
    from uitars_runtime.sessions.terms import SessionOrder

    settings = load()
    return SessionOrder(programs=settings.programs, accessibility=settings.accessibility)


def _given(values: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}


def _bytes(text: str) -> int:
    """A size such as 512M or 2G."""
    found = re.fullmatch(r"(\d+)([KMGT]?)B?", text, re.IGNORECASE)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; for example 512M or 2G")
    return int(found[1]) << 10 * " KMGT".index(found[2].upper() or " ")


def _list(arguments: argparse.Namespace) -> None:
    from uitars_runtime.sessions.folder import living

    records = living()
    if arguments.output_format == JSON:
        sys.stdout.write(as_json({"sessions": [_told(one) for one in records]}))
        return
    for record in records:
        sys.stdout.write(f"{_line(record)}\n")
    if not records:
        sys.stderr.write("There is no session. Start one: uitars sandbox start\n")


def _told(record: SessionRecord) -> dict[str, Any]:
    """A session for who asks: its wall is a command line of pages, and for hands alone."""
    fields: dict[str, Any] = msgspec.to_builtins(record)
    del fields["desktop"]["wall"]
    return fields


def _line(record: SessionRecord) -> str:
    """A session for a person."""
    now = time.time()
    lease = record.lease
    doing = "paused" if record.paused else "free"
    if record.person:
        doing = "a person works there"
    elif lease is not None:
        held, rest = max(0.0, now - lease.since), max(0.0, lease.until - now)
        doing = f"held for {held:.0f} s by {lease.holder or lease.process}, {rest:.0f} s more"
    return (
        f"{record.id}  {record.desktop.display:<7}"
        f" {record.order.size.width}x{record.order.size.height}"
        f"  {max(0.0, now - record.started):.0f} s old  {doing}"
    )


def _serve(arguments: argparse.Namespace) -> None:
    from uitars_runtime.cli.serving import listening, serve

    with listening(_service(arguments), arguments.port) as service:

        def tell(file: Path) -> None:
            say(
                arguments, {"url": service.url, "token": str(file)}, f"{service.url}\ntoken: {file}"
            )
            sys.stdout.flush()

        serve(service, "sandbox", service.token, tell, service.leave)


def _service(arguments: argparse.Namespace) -> Callable[[int], LocalService]:
    """Makes the server that was asked for, on a port. Raises `UsageError`."""
    if arguments.protocol == "osworld":
        from uitars_runtime.sessions.osworld.service import OSWorldService

        if not arguments.session:
            raise UsageError("A session is missing.", "Say which is offered: --session ID.")
        return partial(OSWorldService, arguments.session)
    if arguments.session:
        raise UsageError("--session goes with --protocol osworld.", "The other serves all of them.")
    from uitars_runtime.sessions.service import SandboxService

    return partial(SandboxService, _usual())


def _one(arguments: argparse.Namespace) -> None:
    """What is done to one session at once."""
    from uitars_runtime.sessions import files, verbs
    from uitars_runtime.sessions.folder import find

    record = find(arguments.id)
    workspace = Path(record.workspace)
    done: dict[str, str] = {"id": record.id}
    match arguments.command:
        case "show":
            _tell_endpoint(record)
            sys.stdout.write(as_json(_told(record)))
            return
        case "put":
            source = Path(arguments.path)
            name = arguments.to or source.resolve().name
            files.put(source, name, workspace)
            done["path"] = str(workspace / name)
        case "get":
            target = Path(arguments.to or Path(arguments.path).name)
            files.get(arguments.path, target, workspace)
            done["path"] = str(target)
        case "pause":
            verbs.pause(record.id)
        case "resume":
            verbs.resume(record.id)
        case "stop":
            verbs.stop(record.id)
        case "checkpoint":
            done["path"] = str(verbs.checkpoint(record, arguments.name))
        case _:
            verbs.restore(record.id, arguments.name)
            _tell_endpoint(find(record.id))
    words = {
        "pause": "is paused",
        "resume": "goes on",
        "restore": "is what it was",
        "stop": "has ended",
    }
    if "path" in done:  # a file may be called by any bytes
        done["path"] = os.fsencode(done["path"]).decode(errors="replace")
    say(arguments, done, done.get("path") or f"{record.id} {words[arguments.command]}")


if __name__ == "__main__":
    sys.exit(main())
