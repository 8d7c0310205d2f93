"""What is remembered of walls that were found tight, and when it is not believed."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from uitars_runtime.doctor.machine import checks
from uitars_runtime.tools import ladder, proven
from uitars_runtime.tools.ladder import why_not


class Probes:
    """Takes the place of trying the ways out."""

    def __init__(self) -> None:
        self.hole = ""
        self.count = 0

    def __call__(self, _wall: object, _folder: Path) -> str:
        self.count += 1
        return self.hole


@pytest.fixture
def probes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Probes]:
    """A home of its own, and a `bwrap` of its own."""
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    program = tmp_path / "bin" / "bwrap"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    made = Probes()
    monkeypatch.setattr(ladder, "find_hole", made)
    yield made
    why_not.cache_clear()


def start() -> str:
    """What a fresh process would be told."""
    why_not.cache_clear()
    return why_not("bubblewrap")


def test_a_tight_wall_is_tried_once(probes: Probes) -> None:
    assert [start(), start(), start()] == ["", "", ""]
    assert probes.count == 1
    assert stat.S_IMODE(proven.file().stat().st_mode) == 0o600


def test_a_wall_with_a_hole_is_tried_every_time(probes: Probes) -> None:
    probes.hole = "hole: the network"
    assert "the network" in start()
    assert "the network" in start()
    assert probes.count == 2
    probes.hole = ""
    assert start() == ""


def _another_program(tmp_path: Path, _patch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin" / "bwrap").write_text("#!/bin/sh\nexit\n")


def _another_boot(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    (tmp_path / "boot").write_text("another")
    patch.setattr(proven, "_BOOT", tmp_path / "boot")


def _another_kernel(_tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("platform.release", lambda: "0.0.1")


def _other_rights(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(proven, "_STATUS", ("Pid:", "PPid:"))


def _open_to_others(_tmp_path: Path, _patch: pytest.MonkeyPatch) -> None:
    proven.file().chmod(0o660)


def _broken(_tmp_path: Path, _patch: pytest.MonkeyPatch) -> None:
    proven.file().write_text('{"bubblewrap": 1')


def _no_text(_tmp_path: Path, _patch: pytest.MonkeyPatch) -> None:
    proven.file().write_bytes(b'{"bubblewrap":"\xff"}')


def _a_link(tmp_path: Path, _patch: pytest.MonkeyPatch) -> None:
    proven.file().rename(tmp_path / "elsewhere")
    proven.file().symlink_to(tmp_path / "elsewhere")


@pytest.mark.parametrize(
    "change",
    [
        _another_program,
        _another_boot,
        _another_kernel,
        _other_rights,
        _open_to_others,
        _broken,
        _no_text,
        _a_link,
    ],
)
def test_after_a_change_it_is_tried_again(
    probes: Probes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path, pytest.MonkeyPatch], None],
) -> None:
    assert start() == ""
    change(tmp_path, monkeypatch)
    probes.hole = "hole: mounting"
    assert "mounting" in start()
    assert probes.count == 2


def test_what_another_user_wrote_is_not_believed(
    probes: Probes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert start() == ""
    marked = proven.mark("bubblewrap")
    assert proven.known("bubblewrap", marked)
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    assert not proven.known("bubblewrap", marked)
    assert proven.mark("bubblewrap") != marked


def test_where_it_cannot_be_written_the_wall_still_holds(probes: Probes, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    assert [start(), start()] == ["", ""]
    assert probes.count == 2


def test_the_doctor_tries_again(probes: Probes) -> None:
    assert start() == ""
    why_not.cache_clear()
    probes.hole = "hole: the bus"
    assert "the bus" in dict(checks())["jail"]().text


def test_one_wall_says_nothing_of_another() -> None:
    assert len({proven.mark(name) for name in ("bubblewrap", "landlock")}) == 2
