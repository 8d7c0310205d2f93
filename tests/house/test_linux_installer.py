"""The installer for one person lays out what it says, wherever it is told to. What it installs is
played by a Python that installs nothing: `smoke.sh` does it whole."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

INSTALLER = Path(__file__).parents[2] / "installers" / "linux" / "install.sh"
PYTHON = """#!/bin/sh
[ "$1 $2" = "-m venv" ] || exit 0
mkdir -p "$3/bin"
cp "$0" "$3/bin/python"
printf '#!/bin/sh\\necho uitars 0.1.0\\n' > "$3/bin/uitars"
chmod +x "$3/bin/uitars"
"""


def test_a_place_may_be_named_from_where_one_stands(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    person = {**os.environ, "PYTHON": str(python)}
    done = subprocess.run(
        [INSTALLER, "mein Präfix"], cwd=tmp_path, env=person, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    prefix = tmp_path / "mein Präfix"
    uitars = prefix / "bin" / "uitars"
    assert subprocess.check_output([uitars], cwd="/", text=True) == "uitars 0.1.0\n"
    assert f"Installed uitars 0.1.0 in {prefix}/share/uitars-app." in done.stdout
    entry = (prefix / "share" / "applications" / "uitars.desktop").read_text().splitlines()
    assert f'Exec="{uitars}"' in entry
    assert f"TryExec={uitars}" in entry


@pytest.mark.parametrize("whose", ["own", "another"])
def test_it_is_taken_away_also_where_its_python_is_gone(tmp_path: Path, whose: str) -> None:
    """After an upgrade of the system."""
    prefix, python = tmp_path / "own", tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    person = {**os.environ, "PYTHON": str(python), "XDG_CONFIG_HOME": str(tmp_path)}
    subprocess.run([INSTALLER, prefix], env=person, check=True)
    (prefix / "share" / "uitars-app" / "bin" / "python").unlink()
    login = tmp_path / "autostart" / "uitars.desktop"
    login.parent.mkdir()
    login.write_text(f"TryExec={tmp_path / whose}/bin/uitars\n")
    remove = prefix / "bin" / "uitars-remove"
    done = subprocess.run([remove], env=person, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert [path for path in prefix.rglob("*") if not path.is_dir()] == []
    assert login.exists() is (whose == "another")
