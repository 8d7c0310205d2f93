"""Shared by all tests: the helpers folder is importable, no test is bound to the clock, and the
only programs are those that the Makefile installs.

Where no wall can be built around programs (a container that allows no namespaces), tests that are
not about walls let programs see the machine: a run would refuse to start.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

from helpers import named_programs

# Matrices of tests are small, and a second thread that waits for its share turns in circles: beside
# other work it takes most of a processor. Read when the libraries are first imported.
for _library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")

# A suite that is started in the background, or by nohup, does not hand on what is ignored there:
# tests send these signals to the programs that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# How long an example takes says how busy the machine is.
settings.register_profile("uitars", deadline=None)
settings.load_profile("uitars")


def pytest_configure(config: pytest.Config) -> None:
    if named_programs.unfit():
        return
    lists = ["RUN_PACKAGES", "TEST_PACKAGES"]
    if config.getoption("markexpr") == "drill":
        lists += ["DRILL_PACKAGES", "WINDOWS_PACKAGES", "EXAM_PACKAGES", "EVERYDAY_PACKAGES"]
        lists += ["SUM_PACKAGES", "OSWORLD_PACKAGES"]
    packages = named_programs.named_packages(*lists)
    assert config.cache is not None
    os.environ["PATH"] = named_programs.path_of(packages, config.cache.mkdir("programs"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Rooms of long tests first: at the end, short ones fill up the time of who is free."""
    rooms = ("train", "end2end", "runtime")
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        room = item.path.relative_to(here).parts[0]
        return rooms.index(room) if room in rooms else len(rooms)

    items.sort(key=place)


try:
    subprocess.run(
        ["bwrap", "--unshare-user", "--ro-bind", "/", "/", "true"], check=True, capture_output=True
    )
except (OSError, subprocess.CalledProcessError):
    os.environ.setdefault("UITARS_PROGRAMS", "open")
