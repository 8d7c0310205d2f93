"""`uitars-train evaluate androidworld` on a device of ours behind the real adb server."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers.android.phone import Phone
from helpers.android.server import adb_server, needs_adb
from helpers.recorded import record
from uitars_runtime.errors import UsageError
from uitars_runtime.paths import HOME_VARIABLE
from uitars_runtime.types import Action, Click, Finish, Open, Point, Press, Type
from uitars_train.evaluate.__main__ import main
from uitars_train.evaluate.androidworld.tasks import SHIPPED, AndroidTask, chosen, read_tasks

pytestmark = needs_adb
_NAME, _NUMBER, _SAVE = Point(200, 110), Point(200, 210), Point(200, 300)


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Phone]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    with adb_server(tmp_path, monkeypatch) as adb:
        made = Phone(tmp_path / "phone")
        adb.connect(made.serial)
        yield made
        made.close()


def solutions(seed: int) -> dict[str, tuple[Action, ...]]:
    """How the shipped tasks are done on this device."""
    tasks = {task.name: chosen(task, seed) for task in read_tasks(SHIPPED)}
    words = tasks["ContactsAddContact"].goal.split(" Their number is ")
    name = words[0].removeprefix("Create a new contact for ").rstrip(".")
    app = tasks["OpenAppTaskEval"].goal.removeprefix("Open the ").removesuffix(" app.")
    return {
        "SystemWifiTurnOff": (Open("Settings"), Click(Point(460, 120))),
        "SystemBluetoothTurnOn": (Open("Settings"), Click(Point(460, 220))),
        "ContactsAddContact": (
            *(Open("Contacts"), Click(_NAME), Type(name), Click(_NUMBER)),
            *(Type(words[1].rstrip(".")), Click(_SAVE), Press(("super",))),
        ),
        "OpenAppTaskEval": (Open(app),),
    }


def evaluated(folder: Path, *options: str) -> dict[str, Any]:
    out = folder / "report.json"
    main(["androidworld", "--json", str(out), "--runs", str(folder / "runs"), *options])
    return json.loads(out.read_text())


def compared(folder: Path, *options: str) -> dict[str, Any]:
    """A model that switches Wi-Fi off whatever it is asked, beside who knows the solutions."""
    file = folder / "solutions.json"
    file.write_bytes(msgspec.json.encode(solutions(3)))
    replayed = record(
        folder / "replayed", Open("Settings"), Click(Point(460, 120)), Finish(answer="off")
    )
    report = evaluated(
        *(folder, "--seed", "3", "--solutions", str(file), "--model", f"replay:{replayed}"),
        *options,
    )
    oracle = report["baselines"]["oracle"]
    assert (oracle["success_rate"], oracle["not_run"]) == (1, []), oracle
    assert report["marked"] == "GUI"
    return report


def test_a_model_beside_known_solutions(phone: Phone, tmp_path: Path) -> None:
    report = compared(tmp_path, "--only", "SystemWifiTurnOff")
    assert [(one["name"], one["success"]) for one in report["results"]] == [
        ("SystemWifiTurnOff", True)
    ]
    assert phone.get("global", "wifi_on") == "1", "put back"


def test_who_only_says_that_it_is_done(phone: Phone, tmp_path: Path) -> None:
    replayed = record(tmp_path / "replayed", Finish(answer="off"))
    report = evaluated(tmp_path, "--only", "SystemWifiTurnOff", "--model", f"replay:{replayed}")
    assert (report["success_rate"], report["n"]) == (0, 1)


@pytest.mark.drill
@pytest.mark.timeout(900)
def test_every_shipped_task_can_be_done(phone: Phone, tmp_path: Path) -> None:
    report = compared(tmp_path)
    assert phone.contacts == [], "put back"
    assert report["n"] == report["baselines"]["oracle"]["n"] == 4


def test_what_cannot_be_set_up_is_no_failure(phone: Phone, tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.json"
    judge = [{"command": "settings get global wifi_on", "equals": "1"}]
    tasks.write_text(
        json.dumps(
            {
                "version": 1,
                "tasks": [
                    {"name": "broken", "goal": "x", "setup": ["no-such-command"], "judge": judge},
                    {"name": "done", "goal": "x", "judge": judge},
                ],
            }
        )
    )
    replayed = record(tmp_path / "replayed", Finish())
    report = evaluated(tmp_path, "--tasks", str(tasks), "--model", f"replay:{replayed}")
    assert (report["n"], report["results"]) == (0, [])
    assert [one["name"] for one in report["not_run"]] == ["broken", "done"]
    broken, was_done = (one["reason"] for one in report["not_run"])
    assert "no-such-command" in broken
    assert was_done == "It was done before anybody began."


def test_what_cannot_be_put_back_keeps_nothing_else_from_it(phone: Phone, tmp_path: Path) -> None:
    task = {"name": "off", "goal": "x", "setup": ["svc wifi disable"]}
    task |= {"teardown": ["no-such-command", "svc wifi enable"]}
    judge = [{"command": "settings get global wifi_on", "equals": "0"}]
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps({"version": 1, "tasks": [task | {"judge": judge}]}))
    replayed = record(tmp_path / "replayed", Finish())
    report = evaluated(tmp_path, "--tasks", str(tasks), "--model", f"replay:{replayed}")
    assert "no-such-command" in report["not_run"][0]["reason"]
    assert phone.get("global", "wifi_on") == "1", "put back"


@pytest.mark.parametrize(
    ("other", "model", "reason"),
    [
        ({"judge": [{"command": "settings get global wifi_on", "equals": "0"}]}, "", "done before"),
        ({"setup": ["svc wifi disable", "no-such-command"]}, "", "no-such-command"),
        ({}, "nowhere", "to its end"),
    ],
)
def test_a_device_is_put_back_whatever_came_of_a_task(
    phone: Phone, tmp_path: Path, other: dict[str, Any], model: str, reason: str
) -> None:
    task: dict[str, Any] = {"name": "off", "goal": "x", "setup": ["svc wifi disable"]}
    task |= {"teardown": ["svc wifi enable"], "judge": [{"command": "true", "equals": "no"}]}
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps({"version": 1, "tasks": [task | other]}))
    replayed = model or record(tmp_path / "replayed", Finish())
    report = evaluated(tmp_path, "--tasks", str(tasks), "--model", f"replay:{replayed}")
    assert reason in report["not_run"][0]["reason"]
    assert phone.get("global", "wifi_on") == "1", "put back"


def test_a_seed_chooses_the_same_again() -> None:
    task = AndroidTask(
        "t", "Say {a} and {b}.", parameters={"a": ("1+", "2+"), "b": ("x", "y")}, answer="^{a}$"
    )
    found = {chosen(task, seed).goal for seed in range(40)}
    assert len(found) == 4
    assert chosen(task, 7) == chosen(task, 7)
    assert chosen(task, 7).answer in (r"^1\+$", r"^2\+$")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{}", "is no file of Android tasks"),
        ('{"version": 9, "tasks": []}', "is of version 9, and this program reads 1"),
        ('{"version": 1, "tasks": [{"name": "a", "goal": "b", "colour": 1}]}', "unknown field"),
        ('{"version": 1, "tasks": [{"name": "a", "goal": "b"}]}', "Nothing says when a"),
        (
            '{"version":1,"tasks":[{"name":"a","goal":"b","judge":[{"command":"c"}]}]}',
            "is not one thing",
        ),
        ('{"version":1,"tasks":[{"name":"a","goal":"b","answer":"("}]}', "An expression of a"),
        ("no JSON", "is no file of Android tasks"),
    ],
)
def test_a_file_that_is_none(text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "tasks.json"
    file.write_text(text)
    with pytest.raises(UsageError, match=reason):
        read_tasks(file)
