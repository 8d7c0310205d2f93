"""Makes the pictures of the README from real runs: HTML replay, terminal, the assistant.

    python docs/make_pictures.py

Runs the task of `make run`, exports it, and photographs the results with headless Chromium.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from _window import photograph_window
from uitars_runtime.cli.show import show_record
from uitars_runtime.export.html import export_html
from uitars_runtime.journal import list_runs, read_record

PICTURES = Path(__file__).with_name("pictures")
TASK = "Type 'Hello from uitars' into the document, then choose Save from the File menu."
BROWSER = (
    "chromium",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def run_task(home: Path) -> Path:
    """The run folder of the task, done."""
    work = home / "work"
    work.mkdir()
    command = [
        sys.executable, "-m", "uitars_runtime.cli.run", TASK, "--desktop", "sandbox:1100x700",
        "--app", "mousepad note.txt", "--workspace", str(work),
        "--verify", "grep -qx 'Hello from uitars' note.txt",
    ]  # fmt: skip
    subprocess.run(command, check=True, env={**os.environ, "UITARS_HOME": str(home)})
    return list_runs(home / "data" / "runs")[-1]


def photograph(page: Path, picture: Path, size: str, *options: str, place: str = "") -> None:
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [*BROWSER, f"--user-data-dir={profile}", f"--window-size={size}",
             f"--screenshot={picture}", *options, f"{page.as_uri()}{place}"],
            check=True,
            capture_output=True,
        )  # fmt: skip


def main() -> int:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        home = Path(folder)
        run = run_task(home)
        page = home / "replay.html"
        page.write_text(export_html(run), "utf-8")
        photograph(page, PICTURES / "replay-light.png", "1280,800", place="#step-3")
        dark = "--blink-settings=preferredColorScheme=0"
        photograph(page, PICTURES / "replay-dark.png", "1280,800", dark, place="#step-3")
        with Path(os.devnull).open("w") as nowhere:
            console = Console(
                record=True, width=96, force_terminal=True, file=nowhere, highlight=False
            )
            show_record(console, read_record(run))
            terminal = home / "terminal.html"
            terminal.write_text(console.export_svg(title="uitars-run"), "utf-8")
        svg = terminal.rename(home / "terminal.svg")
        photograph(svg, PICTURES / "terminal.png", "1190,640")
        os.environ["UITARS_HOME"] = str(home / "window")
        photograph_window(PICTURES, TASK)
    return 0


if __name__ == "__main__":
    sys.exit(main())
