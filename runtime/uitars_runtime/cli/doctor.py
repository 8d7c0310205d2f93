"""`uitars doctor`: what works on this machine, what does not, and how to mend it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import JSON, add_output_format, as_json
from uitars_runtime.config import load
from uitars_runtime.desktop.registry import parted
from uitars_runtime.doctor import machine, model
from uitars_runtime.doctor.report import Finding, Status, examine, exit_code
from uitars_runtime.errors import UitarsError


def main(argv: Sequence[str] | None = None) -> int:
    """Run the checks; returns 0 everything works, 1 something is degraded, 2 is broken."""
    return run_command(_examine, parser().parse_args(argv))


def _examine(arguments: argparse.Namespace) -> int:
    findings = list(_findings(arguments))
    code = exit_code(findings)
    if arguments.output_format == JSON:
        report = {"exit_code": code, "findings": findings}
        sys.stdout.write(as_json(report))
    else:
        _show(findings)
    return code


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars doctor",
        description="Check what works on this machine. Nothing is changed.",
        epilog="Exit codes: 0 everything works, 1 something is degraded, 2 something is broken.",
        allow_abbrev=False,
    )
    add_output_format(new)
    new.add_argument(
        "--calibrate", action="store_true", help="click nine targets and measure the error"
    )
    new.add_argument(
        "--desktop",
        default="sandbox:640x480",
        metavar="WHERE",
        help="where the pointer and the keyboard are tried: sandbox (default), local or :N;"
        " wayland[:SOCKET] and android[:SERIAL] are only looked at",
    )
    new.add_argument("--vision", action="store_true", help="test whether the model sees")
    new.add_argument("--model", default="nano", metavar="REF", help="the model for --vision")
    new.add_argument("--base-url", default=None, metavar="URL", help="its server")
    new.add_argument("--dialect", default=None, metavar="NAME", help="its dialect")
    return new


def _findings(arguments: argparse.Namespace) -> Iterator[Finding]:
    ref, url, dialect = arguments.model, arguments.base_url, arguments.dialect
    settings = load({"model": ref, "base_url": url, "dialect": dialect})
    yield from examine(machine.checks())
    yield from _practice(arguments.desktop, calibrate=arguments.calibrate)
    yield from examine([("embedded model", model.embedded)])
    if arguments.vision:
        server = settings.base_url or None
        yield from examine([("vision", lambda: model.vision(ref, server, dialect))])


def _practice(desktop: str, *, calibrate: bool) -> Iterator[Finding]:
    name, argument = parted(desktop)
    if name == "android":
        from uitars_runtime.doctor import android

        yield from android.findings(argument)
        return
    if sys.platform != "linux":
        text = "Pointer and keyboard were not tried: that needs a private desktop, and so Linux."
        yield Finding("practice desktop", Status.DEGRADED, text)
        return
    if name == "wayland":
        from uitars_runtime.doctor import wayland

        yield from wayland.findings(argument)
        return
    from uitars_runtime.doctor import practice

    try:
        with practice.opened(desktop) as tried:
            yield from examine(tried.checks(calibrate=calibrate))
    except UitarsError as error:
        yield Finding("practice desktop", Status.BROKEN, error.title, error.hint)


def _show(findings: Sequence[Finding]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    styles = {Status.OK: "green", Status.DEGRADED: "yellow", Status.BROKEN: "bold red"}
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("check", no_wrap=True)
    table.add_column("state", no_wrap=True)
    table.add_column("what was found, and how to mend it")
    for finding in findings:
        words = Text(finding.text)
        if finding.mend:
            words.append(f"\n{finding.mend}", "cyan")
        table.add_row(finding.name, Text(finding.status, styles[finding.status]), words)
    Console(highlight=False).print(table)


if __name__ == "__main__":
    sys.exit(main())
