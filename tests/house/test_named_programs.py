"""The suite finds the programs that the Makefile installs, and no others."""

import os
import shutil
from pathlib import Path

import pytest

from helpers import named_programs

pytestmark = pytest.mark.skipif(
    bool(named_programs.unfit()), reason=f"any program is found: {named_programs.unfit()}"
)


def test_the_suite_runs_with_nothing_but_named_programs() -> None:
    packages = named_programs.named_packages("RUN_PACKAGES", "TEST_PACKAGES")
    assert {"xvfb", "x11-apps", "chromium"} <= set(packages)
    folder = Path(os.environ["PATH"])
    assert shutil.which("xclock") == str(folder / "xclock")
    assert all(link.is_symlink() and link.exists() for link in folder.iterdir())


def test_a_package_that_is_not_named_is_not_there(tmp_path: Path) -> None:
    named = named_programs.path_of(["x11-utils", "xterm", "idle"], tmp_path)
    found = {
        name: shutil.which(name, path=named) for name in ("xterm", "xprop", "xclock", "zenity")
    }
    assert found["xterm"]
    assert found["xprop"]
    assert found["xclock"] is None
    assert found["zenity"] is None
    # What they stand on, the base system, and what update-alternatives chose.
    assert all(shutil.which(name, path=named) for name in ("python3", "bash", "dpkg", "awk"))
    assert named_programs.path_of(["x11-utils", "xterm", "idle"], tmp_path) == named
