"""Everyday starts: 'open PROGRAM and ...' with the embedded model on a private desktop.

Thirty programs of Debian (`make starts` installs them), half asked for by name, half by what they
are or are for. A program counts as opened when the X server says that a window belongs to a process
of its package; what the agent says plays no part.

    python bench/starts.py [--json OUT] [--only PACKAGE ...]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadWindow, ConnectionClosedError, DisplayError
from Xlib.ext import res

SET = Path(__file__).with_name("starts.json")
STEPS, SECONDS = 6, 120


def main() -> int:
    """Run them all and print what came of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", nargs="+", default=[])
    arguments = parser.parse_args()
    items = json.loads(SET.read_text())
    if arguments.only:
        items = [item for item in items if item["package"] in arguments.only]
    results = [run(item) for item in items]
    opened = sum(result["opened"] for result in results)
    print(f"opened: {opened} of {len(results)}")
    if arguments.json:
        kinds = Counter(result["kind"] for result in results)
        right = Counter(result["kind"] for result in results if result["opened"])
        report = {
            "opened": opened,
            "n": len(results),
            "by_kind": {kind: [right[kind], count] for kind, count in sorted(kinds.items())},
            "results": results,
        }
        arguments.json.write_text(json.dumps(report, indent=1) + "\n")
    return 0


def run(item: dict[str, Any]) -> dict[str, Any]:
    """One task through `uitars-run`; looks at the desktop after every step."""
    began = time.monotonic()
    files = package_files(item["package"])
    seen: set[str] = set()
    ending = "none"
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(str(Path(sys.executable).with_name("uitars-run")), item["task"]),
            *("--desktop", "sandbox", "--workspace", folder, "--output-format", "stream-json"),
            *("--max-steps", str(STEPS), "--timeout", str(SECONDS), "--run-dir", f"{folder}/runs"),
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as agent:
            assert agent.stdout is not None
            for line in agent.stdout:
                event = json.loads(line)
                if event["type"] == "step":
                    seen |= {file for file in shown_files(agent.pid) if file in files}
                if event["type"] == "run.ended":
                    ending = event["ending"]
    result = {
        **item,
        "opened": bool(seen),
        "ending": ending,
        "seconds": round(time.monotonic() - began, 1),
    }
    print(
        f"{'opened' if seen else 'NOT':7} {ending:14} {result['seconds']:6} {item['task']}",
        flush=True,
    )
    return result


def package_files(package: str) -> frozenset[str]:
    """Every file of an installed package, links followed."""
    told = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True, check=True)
    return frozenset(
        os.path.realpath(line) for line in told.stdout.splitlines() if os.path.isfile(line)
    )


def shown_files(agent: int) -> Iterator[str]:
    """The files that the processes behind the windows of the agent's desktop run."""
    found = next((one for pid in below(agent) if (one := environment(pid)).get("DISPLAY")), None)
    if found is None:
        return
    os.environ["XAUTHORITY"] = found.get("XAUTHORITY", "")
    try:
        display = Display(found["DISPLAY"])
        pids = window_pids(display)
        display.close()
    except (DisplayError, ConnectionClosedError, OSError):
        return  # The run ended meanwhile, and its desktop with it.
    for pid in pids:
        yield from files_of(pid)


def below(pid: int) -> list[int]:
    """The processes that a process started, and theirs."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text(errors="replace")
            except OSError:
                continue
            parent = int(stat.rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.name))
    found: list[int] = []
    left = list(children.get(pid, ()))
    while left:
        one = left.pop()
        found.append(one)
        left += children.get(one, ())
    return found


def environment(pid: int) -> dict[str, str]:
    """What a process was started with; empty where it is gone, or has the display of the caller."""
    try:
        raw = Path(f"/proc/{pid}/environ").read_text(errors="replace")
    except OSError:
        return {}
    pairs = (pair.partition("=") for pair in raw.split("\0") if "=" in pair)
    told = {name: value for name, _, value in pairs}
    return told if told.get("WORKSPACE") else {}


def window_pids(display: Display) -> set[int]:
    """The processes behind all windows that are shown, as the X server knows them."""
    found: set[int] = set()
    tree = [display.screen().root]
    while tree:
        window = tree.pop()
        try:
            tree += window.query_tree().children
            if window.get_attributes().map_state != X.IsViewable:
                continue
        except BadWindow:
            continue
        specs = [{"client": window.id, "mask": res.LocalClientPIDMask}]
        for one in display.res_query_client_ids(specs).ids:
            found |= {int(value) for value in one.value}
    return found


def files_of(pid: int) -> Iterator[str]:
    """The executable of a process, and the files among its arguments: a script is one of them."""
    try:
        yield str(Path(f"/proc/{pid}/exe").readlink())
        for part in Path(f"/proc/{pid}/cmdline").read_text(errors="replace").split("\0"):
            if part.startswith("/"):
                yield os.path.realpath(part)
    except OSError:
        return


if __name__ == "__main__":
    sys.exit(main())
