"""`uitars-run "TASK"`: one task, headless. See docs/command-line.md for options and exit codes."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from uitars_runtime import __version__
from uitars_runtime.cli import run_output
from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import add_output_format
from uitars_runtime.cli.pausing import TerminalPause
from uitars_runtime.config import NAMES, load
from uitars_runtime.control import Control
from uitars_runtime.errors import Stopped, UsageError
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import Ending, RunEnded, RunStarted
from uitars_runtime.types import Step

if TYPE_CHECKING:
    from uitars_runtime.consent import Consent, Question
    from uitars_runtime.hands.opening import OpenHands
    from uitars_runtime.protocols import Asker

SETTINGS = (
    (
        "--model",
        "REF",
        "nano (embedded, default), a name that `uitars models` lists, PATH.gguf, DIR (W4A8 ONNX),"
        " openai/NAME or replay:RUN",
    ),
    ("--base-url", "URL", "server for openai/NAME"),
    ("--dialect", "NAME", "prompt and action grammar; guessed from the model where not given"),
    (
        "--desktop",
        "WHERE",
        "local, wayland[:SOCKET], sandbox[:WxH], :N, session:ID, osworld-vm:URL, android[:SERIAL]"
        " or pyautogui; default: local if there is one, else sandbox",
    ),
    ("--policy", "NAME|FILE", "ask-always, ask-on-risk, allow-list or autonomous-in-sandbox"),
    ("--run-dir", "DIR", "where the run is recorded"),
)
"""Options that are settings too: flag, then environment, then file, then the default."""

CLASSES = ("R0", "R1", "R2", "R3", "S-read", "S-write", "S-other")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one task; returns the exit code of the contract."""
    return run_command(_work, parser().parse_args(argv))


def _work(arguments: argparse.Namespace) -> int:
    judged = arguments.judge or arguments.judge_url or arguments.judge_blind
    if judged and arguments.best_of is None:
        raise UsageError("Nobody asks a judge about one try.", "Say how many: --best-of N.")
    # The task may be typed now: nothing may be on the terminal yet, and Ctrl-C ends that.
    request = request_of(arguments)
    if arguments.best_of is not None:
        from uitars_runtime.cli.best_of import work

        return work(arguments, request)
    printer = run_output.printer(arguments.output_format)
    control = TerminalPause().control
    stop_on_signals(control)
    with contextlib.closing(printer):
        try:
            code = Ending.ERROR.exit_code
            for event in events_of(request, control, printer):
                printer.show(event)
                if isinstance(event, RunEnded):
                    code = event.exit_code
        except Stopped:
            return Ending.STOPPED.exit_code
    return code


def events_of(
    request: Request, control: Control, beside: Beside
) -> Generator[RunStarted | Step | RunEnded]:
    """One run as a terminal, or whoever is in its place, takes part in it."""
    from uitars_runtime.gate.askers import NobodyAsker, TerminalAsker

    def answer(question: str) -> str | None:
        with beside.asking():
            return run_output.ask_person(question)

    interactive = sys.stdin.isatty()
    return execute(
        request,
        asker=_Asker(TerminalAsker(), beside) if interactive else NobodyAsker(),
        answer=answer if interactive else _nobody,
        control=control,
        on_output=beside.wrote,
        around=tell_person,
    )


class Beside(Protocol):
    """What else is on the terminal; see `run_output.Printer`."""

    def wrote(self, text: str, /) -> None: ...

    def asking(self) -> contextlib.AbstractContextManager[None]: ...


class _Asker:
    """An asker who has the terminal to itself."""

    def __init__(self, asker: Asker, beside: Beside) -> None:
        self._asker, self._beside = asker, beside

    def ask(self, question: Question, /) -> Consent:
        with self._beside.asking():
            return self._asker.ask(question)


def tell_person(hands: OpenHands) -> OpenHands:
    """Say what a person must know of the desktop, and where its browser is reached; on no record,
    since that holds the token."""
    if hands.warning:
        sys.stderr.write(f"{hands.warning}\n")
    if hands.endpoint:
        sys.stderr.write(f"DevTools endpoint: {hands.endpoint}\n")
    return hands


def _nobody(question: str) -> None:
    """There is no terminal to put the model's question to."""


def stop_on_signals(control: Control) -> None:
    """The first Ctrl-C, or a terminal that is closed, ends the run and its record in order; a
    second one is the default again."""

    def handle(number: int, _frame: object) -> None:
        control.stop()
        signal.signal(number, signal.SIG_DFL)

    signal.signal(signal.SIGINT, handle)
    signal.signal(signal.SIGTERM, handle)
    # Under nohup a run outlives its terminal.
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, handle)


def request_of(arguments: argparse.Namespace) -> Request:
    """What all options of a run ask for."""
    return msgspec.structs.replace(
        request_from(arguments, _task(arguments.task)),
        verify=arguments.verify,
        require_evidence=arguments.require_evidence,
        temperature=arguments.temperature or 0.0,
        seed=arguments.seed,
    )


def _task(given: str) -> str:
    """The task in words. Raises `UsageError`."""
    try:
        task = sys.stdin.read() if given == "-" else given
        task.encode()
    except UnicodeError as error:
        raise UsageError("The task is no text: a part of it is not UTF-8.") from error
    if not task.strip():
        raise UsageError("The task is empty.", "Say what to do, in quotes.")
    return task.strip()


def request_from(arguments: argparse.Namespace, task: str) -> Request:
    """What the options of `add_shared_options` ask for."""
    given = {name: getattr(arguments, name) for name in NAMES if hasattr(arguments, name)}
    return Request(
        task=task,
        settings=load(given),
        apps=tuple(arguments.app),
        browser=arguments.browser or ("about:blank" if arguments.cdp else ""),
        cdp=arguments.cdp,
        workspace=arguments.workspace,
        grants=arguments.yes,
    )


def _positive_number(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (value := float(text)) < float("inf"):
            return value
    raise argparse.ArgumentTypeError(f"{text} is not a positive number")


def _positive_integer(text: str) -> int:
    with contextlib.suppress(ValueError):
        if (value := int(text)) >= 1:
            return value
    raise argparse.ArgumentTypeError(f"{text} is not a whole number, 1 or more")


def _scope(text: str) -> tuple[str, ...]:
    """A comma-separated list of classes; R4 (credentials) is never granted in advance."""
    classes = tuple(part.strip() for part in text.split(",") if part.strip())
    for name in classes:
        if name == "R4":
            raise argparse.ArgumentTypeError("R4 (credentials) can never be granted in advance")
        if name not in CLASSES:
            known = ", ".join(CLASSES)
            raise argparse.ArgumentTypeError(f"{name!r} is not a class; the classes are {known}")
    if not classes:
        raise argparse.ArgumentTypeError("it needs a scope, for example --yes R1,S-read")
    return classes


def parser() -> argparse.ArgumentParser:
    """All options, as the contract lists them."""
    new = argparse.ArgumentParser(
        prog="uitars-run",
        description="Work on one task on a desktop, without a window.",
        epilog="Exit codes: 0 finished (and verified), 1 internal error, 2 usage, 3 the model says"
        " it cannot be done, 4 denied by the gate, 5 needs a person, 6 budget used up or stuck,"
        " 7 finished but the verifier disagrees or the evidence asked for is missing, 130 stopped.",
        allow_abbrev=False,
    )
    new.add_argument(
        "task", metavar="TASK", help="what to do, in words; - reads it from standard input"
    )
    add_shared_options(new)
    new.add_argument("--max-steps", type=_positive_integer, metavar="N", help="default: 50")
    new.add_argument("--timeout", type=_positive_number, metavar="SECONDS", help="default: 600")
    new.add_argument(
        "--ask-below",
        type=float,
        metavar="SHARE",
        help="the embedded model asks instead of taking a step less likely than this, 0 (never) to"
        " 1; default: 0.3",
    )
    new.add_argument(
        "--verify",
        default="",
        metavar="COMMAND",
        help="run after the model says finished; exit 0 means the task is verified",
    )
    new.add_argument(
        "--require-evidence",
        action="store_true",
        help="exit 7 where only the model says that it is done: nobody verified or saw it",
    )
    _add_tries(new)
    add_output_format(new, run_output.FORMATS)
    new.add_argument("--version", action="version", version=f"uitars {__version__}")
    return new


def _add_tries(new: argparse.ArgumentParser) -> None:
    new.add_argument(
        "--best-of",
        type=_positive_integer,
        metavar="N",
        help="try it N times at most on a sandbox or session, each from its beginning; the best"
        " try remains",
    )
    new.add_argument(
        "--judge",
        default="",
        metavar="REF",
        help="a model that judges the tries: openai/NAME or PATH.gguf; default: --verify, else what"
        " each step was seen to change",
    )
    new.add_argument(
        "--judge-url", default="", metavar="URL", help="server of the judge; default: --base-url"
    )
    new.add_argument("--judge-blind", action="store_true", help="the judge takes no pictures")
    new.add_argument(
        "--temperature",
        type=_positive_number,
        metavar="T",
        help="draw what the model does instead of taking the likeliest; of tries after the first:"
        " 1",
    )
    new.add_argument("--seed", type=int, default=1, metavar="N", help="of what is drawn")


def add_shared_options(parser: argparse.ArgumentParser) -> None:
    """Settings, and what the desktop of one run is given."""
    for name, metavar, words in SETTINGS:
        parser.add_argument(name, metavar=metavar, help=words)
    parser.add_argument(
        "--app",
        action="append",
        default=[],
        metavar="COMMAND",
        help="start this program on the desktop first (repeatable)",
    )
    parser.add_argument(
        "--browser",
        default="",
        metavar="ADDRESS",
        help="show this page first, in a browser on the sandbox that tells where it is",
    )
    parser.add_argument(
        "--cdp",
        action="store_true",
        help="let other programs work that browser; prints its endpoint with a token",
    )
    parser.add_argument(
        "--workspace",
        default="",
        metavar="DIR",
        help="folder that shell and file actions and sandboxed programs share",
    )
    parser.add_argument(
        "--yes",
        type=_scope,
        default=(),
        metavar="SCOPE",
        help="grant classes without a question, for example R1,S-read",
    )


if __name__ == "__main__":
    sys.exit(main())
