"""The doctor: real checks on a real desktop, and what it makes of what is missing."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.desks import display_server
from helpers.recorded import record
from uitars_runtime.cli.doctor import main
from uitars_runtime.doctor import machine, model, practice
from uitars_runtime.doctor.report import Finding, Status, examine, exit_code
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Click, Finish, Point

OK = Finding("a", Status.OK, "fine")
DEGRADED = Finding("b", Status.DEGRADED, "so so", "mend it")
BROKEN = Finding("c", Status.BROKEN, "no", "mend it")


def only(name: str) -> Finding:
    (finding,) = examine([check for check in machine.checks() if check[0] == name])
    return finding


def test_everything_practised_on_a_sandbox(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    code = main(["--json", "--calibrate"])
    report = json.loads(capsys.readouterr().out)
    found = {finding["name"]: finding for finding in report["findings"]}
    assert report["exit_code"] == code
    assert {name: found[name]["status"] for name in ("capture", "pointer", "text entry")} == {
        "capture": "ok",
        "pointer": "ok",
        "text entry": "ok",
    }
    assert "9 clicks arrived within" in found["pointer"]["text"]
    assert found["clipboard"]["status"] == "ok"
    assert all(f["mend"] for f in found.values() if f["status"] != "ok")


def test_another_display_can_be_tried() -> None:
    with display_server() as display, practice.opened(display) as tried:
        findings = list(examine(tried.checks(calibrate=False)))
    pointer = next(finding for finding in findings if finding.name == "pointer")
    assert pointer.status is Status.OK, pointer


def test_a_display_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "--desktop", ":9731"]) == 2
    found = json.loads(capsys.readouterr().out)["findings"]
    assert ["practice desktop", "broken"] in [[f["name"], f["status"]] for f in found]


def test_a_check_that_fails_does_not_end_the_others() -> None:
    def unplugged() -> Finding:
        raise DesktopError("The screen is unplugged.", "Plug it in.")

    def defective() -> Finding:
        raise ZeroDivisionError("oops")

    findings = list(examine([("x", unplugged), ("y", defective), ("a", lambda: OK)]))
    assert findings[0] == Finding("x", Status.BROKEN, "The screen is unplugged.", "Plug it in.")
    assert findings[1].status is Status.BROKEN
    assert "ZeroDivisionError: oops" in findings[1].text
    assert findings[2] == OK


@pytest.mark.parametrize(
    ("findings", "code"),
    [([], 0), ([OK], 0), ([OK, DEGRADED], 1), ([BROKEN, OK, DEGRADED], 2)],
)
def test_the_worst_finding_is_the_exit_code(findings: list[Finding], code: int) -> None:
    assert exit_code(findings) == code


def test_missing_programs_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    sandbox = only("sandbox")
    assert sandbox.status is Status.BROKEN
    assert sandbox.mend == "On Debian or Ubuntu: apt install xvfb openbox."
    for name in ("Xvfb", "openbox"):
        (tmp_path / name).touch(0o755)
    assert only("sandbox").status is Status.DEGRADED


def test_a_server_that_is_set_up_and_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_API_KEY", "abc")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert only("server").status is Status.DEGRADED
    monkeypatch.setenv("OPENAI_BASE_URL", "http://models.example/v1")
    assert only("server").status is Status.BROKEN


def test_a_server_of_the_settings_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("UITARS_BASE_URL", "http://127.0.0.1:9/v1")
    found = only("server")
    assert found.status is Status.DEGRADED
    assert "127.0.0.1:9" in found.text


def test_a_wayland_session_is_no_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert only("display").status is Status.DEGRADED
    assert "sandbox" in only("display").mend


def test_a_model_that_does_not_look_is_found_out(tmp_path: Path) -> None:
    corner = Click(Point(0, 0))
    blind = model.vision(f"replay:{record(tmp_path / 'blind', corner, corner, corner)}", None, None)
    assert blind.status is Status.BROKEN
    assert "clicked 0 of 3" in blind.text
    idle = model.vision(f"replay:{record(tmp_path / 'idle', *[Finish()] * 3)}", None, None)
    assert "it wants Finish" in idle.text


@settings(max_examples=25)
@given(st.integers())
def test_the_picture_is_another_one_each_time_and_its_boxes_do_not_touch(seed: int) -> None:
    frame, boxes = model.picture(random.Random(seed))
    covered = np.zeros((frame.size.height, frame.size.width), np.uint8)
    for box in boxes.values():
        covered[box.top : box.bottom, box.left : box.right] += 1
        words = frame.pixels[box.top : box.bottom, box.left : box.right]
        assert (words < 60).any(), "the word is not there"
        assert (words[:, -3:] > 60).all(), "the word does not fit into its box"
    assert covered.max() == 1
    assert len(boxes) == 9


XLIB = "from uitars_runtime.doctor import machine\nprint(dict(machine.checks())['xlib']())"


def said_of_xlib(place: Path, before: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-c", before + XLIB],
        env={**os.environ, "PYTHONPATH": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="Xlib is for Linux")
def test_a_package_that_wrote_over_xlib_is_noticed(tmp_path: Path) -> None:
    ours = distribution("python-xlib")
    for file in ours.files or ():
        if not file.parts[0].startswith("..") and file.suffix != ".pyc":
            target = tmp_path / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)
    assert "as it was installed" in said_of_xlib(tmp_path)
    display = tmp_path / "Xlib" / "display.py"
    written = display.read_text()
    display.write_text(f"{written}# of another version\n")
    assert "changed or are gone: Xlib/display.py." in said_of_xlib(tmp_path)
    display.unlink()
    assert "changed or are gone: Xlib/display.py." in said_of_xlib(tmp_path)
    # A self-contained folder holds the list of its files, and these elsewhere.
    assert "packed with the program" in said_of_xlib(tmp_path, "import sys; sys.frozen = True\n")
    display.write_text(written)
    # As pip leaves python3-Xlib beside it.
    other = tmp_path / "python3_Xlib-0.15.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: python3-Xlib\nVersion: 0.15\n")
    (other / "top_level.txt").write_text("Xlib\n")
    said = said_of_xlib(tmp_path)
    assert "Another package lies over Xlib: python3-Xlib." in said
    assert "DEGRADED" in said
    assert "pip uninstall -y python3-Xlib" in said
