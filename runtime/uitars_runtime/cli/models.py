"""`uitars models`: which are here, fetching or bringing one in, testing one, serving a larger."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.cli import models_get
from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import JSON, add_output_format, as_json, say
from uitars_runtime.errors import UsageError
from uitars_runtime.models.serving import Engine, Hardware


def main(argv: Sequence[str] | None = None) -> int:
    """Do one of them; exit 0 done, 1 a model is damaged or does not see, 2 usage."""
    return run_command(_run, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars models",
        description="The models of this machine. Without a command they are listed.",
        allow_abbrev=False,
    )
    add_output_format(new)
    commands = new.add_subparsers(dest="command", metavar="COMMAND")
    listing = commands.add_parser(
        "list", help="the models of this machine, their size, and whether they fit"
    )
    import_ = commands.add_parser("import", help="copy a model to where it is found by name")
    import_.add_argument("source", type=Path, help="a GGUF file, or a folder of ONNX weights")
    import_.add_argument("--name", default="", help="default: the file's name")
    import_.add_argument("--sha256", default="", help="what the weights' SHA-256 has to be")
    get = commands.add_parser(
        "get", help="fetch a model of the catalogue or of a hub, after a question"
    )
    models_get.add_options(get)
    verify = commands.add_parser("verify", help="compare its files with what was imported")
    remove = commands.add_parser("remove", help="delete it")
    for one in (verify, remove):
        one.add_argument("name")
    test = commands.add_parser("test", help="ask it to click boxes that only sight can find")
    test.add_argument("model", metavar="REF")
    test.add_argument("--base-url", default=None, metavar="URL")
    test.add_argument("--dialect", default=None, metavar="NAME")
    test.add_argument("--rounds", type=int, default=3, metavar="N", help="boxes to click")
    test.add_argument("--seed", type=int, metavar="N", help="the same pictures for the same N")
    plan = commands.add_parser("serve-plan", help="the command lines that serve a larger model")
    plan.add_argument("model", metavar="CHECKPOINT", help="a folder, or a name on a hub")
    plan.add_argument("--hardware", choices=[one.value for one in Hardware], default="workstation")
    plan.add_argument("--engine", choices=[one.value for one in Engine], default=None)
    plan.add_argument("--dialect", default="", metavar="NAME")
    plan.add_argument("--port", type=int, default=8000)
    for command in (listing, import_, get, verify, remove, test, plan):
        add_output_format(command, below=True)
    return new


def _run(arguments: argparse.Namespace) -> int:
    from uitars_runtime.models import catalogue

    match arguments.command:
        case "import":
            model = catalogue.bring_in(arguments.source, arguments.name, arguments.sha256)
            say(arguments, model, f"{model.name}: {_megabytes(model.bytes)}. --model {model.name}")
        case "get":
            return models_get.run(arguments)
        case "verify":
            changed = catalogue.verify(arguments.name)
            words = [f"{file} is not what was imported" for file in changed]
            say(arguments, {"changed": changed}, "\n".join(words) or "It is what was imported.")
            return 1 if changed else 0
        case "remove":
            catalogue.remove(arguments.name)
            say(arguments, {"removed": arguments.name}, "Removed.")
        case "test":
            return _test(arguments)
        case "serve-plan":
            _plan(arguments)
        case _:
            _list(arguments)
    return 0


def _list(arguments: argparse.Namespace) -> None:
    from uitars_runtime.backends.llama.files import available_memory
    from uitars_runtime.models.catalogue import installed

    models, free = installed(), available_memory()
    if arguments.output_format == JSON:
        sys.stdout.write(as_json({"models": models, "free_bytes": free}))
        return
    for model in models:
        fits = free is None or model.bytes < free
        words = "" if fits else "  does not fit the free memory"
        sys.stdout.write(f"{model.name:<32} {model.kind:<9} {_megabytes(model.bytes):>10}{words}\n")


def _test(arguments: argparse.Namespace) -> int:
    from uitars_runtime.doctor.model import click_test

    if arguments.rounds < 1:
        raise UsageError(f"--rounds is {arguments.rounds}.", "Give 1 or more.")
    result = click_test(
        arguments.model,
        arguments.base_url,
        arguments.dialect,
        arguments.rounds,
        arguments.seed,
    )
    say(arguments, result, result.words)
    return 0 if result.hits == result.rounds else 1


def _plan(arguments: argparse.Namespace) -> None:
    from uitars_runtime.models.serving import serve_plan

    plan = serve_plan(
        arguments.model,
        Hardware(arguments.hardware),
        Engine(arguments.engine) if arguments.engine else None,
        arguments.dialect,
        arguments.port,
    )
    if arguments.output_format == JSON:
        sys.stdout.write(as_json(plan))
        return
    if plan.fetch:
        sys.stdout.write(f"# fetch (pip install huggingface_hub)\n{plan.fetch}\n")
    for title, line in (("quantize", plan.quantize), ("serve", plan.serve), ("run", plan.run)):
        sys.stdout.write(f"# {title}\n{line}\n")
    for note in plan.notes:
        sys.stdout.write(f"# {note}\n")


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
