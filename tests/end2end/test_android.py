"""`uitars-run` on an Android device behind the real adb server, and what the doctor says of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from helpers.android.phone import Phone
from helpers.android.server import Adb, adb_server, needs_adb
from helpers.recorded import record
from uitars_runtime.cli.doctor import main as doctor
from uitars_runtime.frame import Frame
from uitars_runtime.paths import HOME_VARIABLE
from uitars_runtime.types import Action, Click, Finish, Open, Point, Press, Type

pytestmark = needs_adb
TITLE, BODY, SAVE = Point(200, 110), Point(200, 220), Point(200, 590)
NOTE = (
    Open("Notes"),
    Click(TITLE),
    Type("Shopping"),
    Click(BODY),
    Type("100% milk\nit's %s"),
    Click(SAVE),
    Press(("super",)),
    Finish(),
)


@pytest.fixture
def adb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Adb]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    with adb_server(tmp_path, monkeypatch) as server:
        yield server


@pytest.fixture
def phone(adb: Adb, tmp_path: Path) -> Generator[Phone]:
    made = Phone(tmp_path / "phone")
    adb.connect(made.serial)
    yield made
    made.close()


def ran(where: str, folder: Path, *actions: Action, **options: str) -> tuple[int, dict[str, Any]]:
    """A run that does these actions; its exit code and report."""
    words = [sys.executable, "-m", "uitars_runtime.cli.run", "Note the shopping."]
    words += ["--desktop", where, "--model", f"replay:{record(folder / 'replayed', *actions)}"]
    words += ["--output-format", "json", "--run-dir", str(folder / "runs"), "--yes", "R1,R2"]
    words += [word for name, value in options.items() for word in (f"--{name}", value)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout) if done.stdout else {"said": done.stderr}


def test_a_task_is_done_and_proved_by_the_device(phone: Phone, tmp_path: Path) -> None:
    phone.services.faults = iter(["", "after", "", "before"])
    code, report = ran(
        f"android:{phone.serial}", tmp_path, *NOTE,
        verify="adb shell cat /sdcard/Notes/Shopping.txt | grep -x \"it's %s\"",
    )  # fmt: skip
    assert code == 0, report
    assert report["verified"] is True
    assert (phone.card / "Notes" / "Shopping.txt").read_text() == "100% milk\nit's %s"
    (run,) = (tmp_path / "runs").iterdir()
    steps = [json.loads(line) for line in (run / "steps.jsonl").read_text().splitlines()]
    windows = [step["observation"]["windows"][0]["application"] for step in steps]
    assert windows == ["com.test.launcher", *["org.example.notes"] * 6, "com.test.launcher"]
    assert steps[1]["place"] == {"application": "org.example.notes", "window": "Editor"}
    assert [entry[0] for entry in phone.log] == [
        *("start", "tap", "text", "tap", "text", "key", "text", "text", "tap", "key"),
    ]


def test_a_password_is_a_question_and_not_shown(phone: Phone, tmp_path: Path) -> None:
    phone.open("Bank")
    phone.fields["password"] = "abc"
    _, report = ran(f"android:{phone.serial}", tmp_path, Click(BODY), Type("hunter2"), Finish())
    said = [step["verdict"] for step in report["steps"] if step["action"]["kind"] == "type"]
    assert [(one["decision"], one["rule"]) for one in said] == [("deny", "ask-on-risk/R4")]
    assert phone.fields["password"] == "abc"
    (run,) = (tmp_path / "runs").iterdir()
    pixels = Frame.of_png(max((run / "images").iterdir(), key=lambda one: one.stat().st_mtime)
                          .read_bytes()).pixels  # fmt: skip
    assert not pixels[BODY.y - 30 : BODY.y + 30, 30:500].any(), "the field is blackened"


def test_a_device_that_is_not_there(adb: Adb, tmp_path: Path) -> None:
    code, report = ran("android:R58M", tmp_path, Finish())
    assert code == 2
    assert "There is no device 'R58M'" in report["said"]


def test_the_doctor(phone: Phone, capsys: pytest.CaptureFixture[str]) -> None:
    def findings(where: str) -> dict[str, dict[str, str]]:
        doctor(["--json", "--desktop", where])
        return {one["name"]: one for one in json.loads(capsys.readouterr().out)["findings"]}

    found = findings("android")
    assert {name: found[name]["status"] for name in ("device", "capture", "programs")} == {
        "device": "ok",
        "capture": "ok",
        "programs": "ok",
    }
    assert "540x960" in found["capture"]["text"]
    assert phone.log == []
    assert not list(phone.folder.iterdir())
    lost = findings("android:nobody")["device"]
    assert (lost["status"], bool(lost["mend"])) == ("broken", True)
