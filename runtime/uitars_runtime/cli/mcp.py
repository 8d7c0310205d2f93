"""`uitars mcp`: our hands as tools for other agents, over the Model Context Protocol."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.run import add_shared_options, request_from, tell_person
from uitars_runtime.cli.serving import listening
from uitars_runtime.errors import Stopped

if TYPE_CHECKING:
    from uitars_runtime.mcp.assembly import DeskControl
    from uitars_runtime.mcp.server import McpServer
    from uitars_runtime.run import Request

TASK = "Tools for another agent (uitars mcp)"
"""What the record says the desktop was for."""


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until the other side leaves; returns the exit code: 0 served, 1 failure, 2 usage."""
    return run_command(_serve, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars mcp",
        description="Offer a desktop as tools to another agent, through our hands and gate. It"
        " speaks on standard input and output, or with --http on this machine. What the policy"
        " would ask a person is denied: grant classes with --yes.",
        allow_abbrev=False,
    )
    add_shared_options(new)
    new.add_argument(
        "--http", type=int, metavar="PORT", help="listen on 127.0.0.1 instead; 0 takes a free port"
    )
    return new


def _serve(arguments: argparse.Namespace) -> None:
    from uitars_runtime.mcp.assembly import DeskControl

    if arguments.http is not None:  # said before a desktop is started for it
        from uitars_runtime.loopback_serving import LoopbackHandler, LoopbackServer

        tried = listening(lambda port: LoopbackServer(port, LoopbackHandler, ""), arguments.http)
        tried.server_close()
    reins = DeskControl()
    with _started(request_from(arguments, TASK), reins) as server:
        if arguments.http is None:
            _serve_stdio(server)
        else:
            _serve_http(server, arguments.http, reins)


@contextlib.contextmanager
def _started(request: Request, reins: DeskControl) -> Generator[McpServer]:
    """As `assembled`. What a signal raised amid the start would leave folders and programs behind:
    the first one stops it in order."""
    from uitars_runtime.gate.askers import NobodyAsker
    from uitars_runtime.mcp.assembly import assembled

    heard: list[int] = []
    starts = True

    def hear(number: int, frame: object) -> None:
        if not starts or heard:
            _leave(number, frame)
        heard.append(number)
        reins.stop()

    signal.signal(signal.SIGTERM, hear)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, hear)
    try:
        # The terminal, if there is one, is the other agent's: nobody is asked there.
        with assembled(request, NobodyAsker(), reins, tell_person) as server:
            starts = False
            if heard:
                _leave(heard[0], None)
            yield server
    except Stopped:
        if heard:
            _leave(heard[0], None)
        raise


def _serve_stdio(server: McpServer) -> None:
    from uitars_runtime.mcp.serving import StdioService

    # Whatever else prints must not get between the messages.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Python cannot close its own input, and ends by force, where a thread still reads it.
    into = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    try:
        StdioService(server, into, out).serve()
    finally:
        # Of what nobody reads any more a part may be left to write.
        with contextlib.suppress(BrokenPipeError):
            out.close()


def _serve_http(server: McpServer, port: int, reins: DeskControl) -> None:
    from uitars_runtime.cli.serving import serve
    from uitars_runtime.mcp.http_serving import HttpService

    with listening(lambda port: HttpService(server, port), port) as service:

        def tell(file: Path) -> None:
            sys.stderr.write(f"{service.url}\ntoken: {file}\n")
            sys.stderr.flush()

        serve(service, "mcp", service.token, tell, reins.stop)


def _leave(number: int, _frame: object) -> NoReturn:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
