"""`uitars models get`: the catalogue, the question before anything is fetched, the progress."""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.cli.formats import JSON, as_json
from uitars_runtime.errors import Stopped, UsageError

if TYPE_CHECKING:
    from uitars_runtime.models.hub.getting import Plan
    from uitars_runtime.models.machine import Machine
    from uitars_runtime.models.open_models import OpenModel


def add_options(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "ref",
        nargs="?",
        metavar="NAME",
        help="a name of the catalogue, or hf:ORG/REPO[:FILE or type]; without: the catalogue",
    )
    parser.add_argument("--name", default="", help="what it is called here")
    parser.add_argument(
        "--checkpoint", action="store_true", help="the weights that uitars-quantize reads"
    )
    parser.add_argument("--yes", action="store_true", help="fetch without a question")
    parser.add_argument(
        "--any-licence",
        action="store_true",
        help="with --yes: also where no licence is stated, or another than the catalogue's",
    )


def run(arguments: argparse.Namespace) -> int:
    """Fetch a model, or show the catalogue. Raises `UitarsError`."""
    json = arguments.output_format == JSON
    if arguments.ref is None:
        _show_catalogue(json=json)
        return 0
    from uitars_runtime.models.hub.getting import get, make_plan

    plan = make_plan(arguments.ref, arguments.name, checkpoint=arguments.checkpoint)
    sys.stderr.write(_told(plan))
    if not _agreed(plan, yes=arguments.yes, any_licence=arguments.any_licence):
        sys.stderr.write("Nothing was fetched.\n")
        return UsageError.exit_code
    stop = threading.Event()
    try:
        path = get(plan, stop, _Line())
    except (KeyboardInterrupt, Stopped):
        sys.stderr.write("\nStopped; the same command goes on from here.\n")
        return Stopped.exit_code
    _end(plan, path, json=json)
    return 0


def _agreed(plan: Plan, *, yes: bool, any_licence: bool) -> bool:
    """Whether it may be fetched. Raises `UsageError` where nobody can be asked."""
    if plan.doubt:
        sys.stderr.write(f"{plan.doubt}\n")
    if yes:
        if plan.doubt and not any_licence:
            raise UsageError(
                f"Its licence is not settled, so --yes is not enough. {plan.doubt}",
                "Read the licence, then add --any-licence.",
            )
        return True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("Nobody can be asked here, so nothing was fetched.", "Add --yes.")
    sys.stderr.write("Fetch it? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _told(plan: Plan) -> str:
    """What the question is about."""
    from uitars_runtime.models.machine import this_machine

    machine = this_machine()
    names = ", ".join(file.name for file in plan.files[:3])
    more = f" and {len(plan.files) - 3} more" if len(plan.files) > 3 else ""
    lines = [
        ("from", f"{plan.listing.address} at {plan.listing.revision[:12]}"),
        ("licence", plan.listing.licence or "none stated"),
        ("download", f"{_size(plan.bytes)}: {names}{more}"),
        ("kept in", plan.place),
    ]
    if plan.kind == "gguf":
        have = "" if machine.memory is None else f"; this machine has {_size(machine.memory)}"
        needs = f"at least {_size(plan.bytes)}" if plan.known is None else _size(plan.known.needs)
        lines.append(("memory", f"{needs}{have}"))
    return "".join(f"{name:<9} {words}\n" for name, words in lines)


def _end(plan: Plan, path: Path, *, json: bool) -> None:
    if json:
        told = {
            "name": plan.name,
            "kind": plan.kind,
            "path": str(path),
            "bytes": plan.bytes,
            "repository": plan.listing.repository,
            "revision": plan.listing.revision,
            "licence": plan.listing.licence,
        }
        sys.stdout.write(as_json(told))
    elif plan.kind == "checkpoint":
        sys.stdout.write(f"{path}\nuitars-quantize {path} -o {plan.name}-Q4_0.gguf\n")
    else:
        sys.stdout.write(f'{plan.name} is here.\nuitars-run "TASK" --model {plan.name}\n')


class _Line:
    """One line that says how far it is; without a terminal, a line for every tenth."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._last = -1

    def __call__(self, here: int, whole: int) -> None:
        percent = 100 * here // max(1, whole)
        step = 1 if self._terminal else 10
        if percent // step == self._last // step:
            return
        self._last = percent
        words = f"{percent:3} % of {_size(whole)}"
        ends = "\n" if not self._terminal or here >= whole else ""
        sys.stderr.write(f"\r{words}{ends}" if self._terminal else f"{words}{ends}")
        sys.stderr.flush()


def _show_catalogue(*, json: bool) -> None:
    from uitars_runtime.models.machine import best_for, this_machine
    from uitars_runtime.models.open_models import catalogue

    machine, known = this_machine(), catalogue()
    best = best_for(machine)
    if json:
        name = None if best is None else best.name
        sys.stdout.write(as_json({"catalogue": known, "machine": machine, "best": name}))
        return
    for model in known.models:
        sys.stdout.write(f"{model.name:<18}{_facts(model, machine)}\n")
        for score in model.scores:
            said = f"{score.on} {score.value} ({score.by}: {score.source})"
            sys.stdout.write(f"{'':<18}  {said}\n")
    fits = "none of them fits" if best is None else f"{best.name} is the largest that fits"
    sys.stdout.write(f"\nAs known on {known.date}; on this machine {fits}.\n")


def _facts(model: OpenModel, machine: Machine) -> str:
    about = "" if model.bytes and model.form == "gguf" else "about "
    fits = {True: "fits", False: "too large for this machine", None: ""}[machine.bears(model)]
    quick = "on the graphics card" if machine.quick(model) else ""
    form = "ready to run" if model.form == "gguf" else "a checkpoint, for uitars-quantize"
    speaks = model.dialect or "no dialect of ours"
    facts = (
        model.licence or "licence unknown",
        f"{about}{_size(model.least_bytes)}",
        f"memory {_size(model.needs)}",
        speaks,
        form,
        f"{fits} {quick}".strip(),
    )
    return " · ".join(fact for fact in facts if fact)


def _size(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e8 else f"{size / 1e6:.1f} MB"
