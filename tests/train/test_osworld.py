"""OSWorld's tasks on private desktops: what is read and refused, and scripted solutions that the
judge sees, no before and yes after."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from uitars_runtime.errors import UsageError
from uitars_runtime.paths import HOME_VARIABLE
from uitars_train.evaluate.__main__ import main
from uitars_train.evaluate.osworld.benchmark import BENCHMARK
from uitars_train.evaluate.osworld.metrics import METRICS
from uitars_train.evaluate.osworld.needs import why_not
from uitars_train.evaluate.osworld.proving import Proof, prove
from uitars_train.evaluate.osworld.solutions import Solution, read_solutions
from uitars_train.evaluate.osworld.tasks import OSWorldTask, packaged, read_tasks
from uitars_train.evaluate.results import Marked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="private desktops need Linux")

SOLUTIONS = Path(__file__).parents[2] / "bench" / "osworld_solutions.json"
LIGHT = (
    "os__e0df059f-28a6-4169-924f-b9623e7184cc",
    "os__c288e301-e626-4b98-a1ab-159dcb162af5",
)
"""A folder that is renamed in a terminal, and a task that cannot be done."""


@pytest.fixture(scope="module")
def tasks() -> dict[str, OSWorldTask]:
    return read_tasks(packaged()).by_name


@pytest.fixture(scope="module")
def solutions() -> dict[str, Solution]:
    return read_solutions(SOLUTIONS)


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    # Not /tmp: the jail of the shell has a folder of its own there.
    with tempfile.TemporaryDirectory(prefix="osworld-", dir="/var/tmp") as home:
        monkeypatch.setenv(HOME_VARIABLE, home)
        yield


def changed(tmp_path: Path, name: str, **fields: Any) -> Path:
    """The packaged file with one task in it, some fields of which are others."""
    whole = json.loads(packaged().read_bytes())
    task = whole["sources"][name] | {key: fields[key] for key in fields if key != "commit"}
    commit = fields.get("commit", whole["source_commit"])
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps(whole | {"source_commit": commit, "sources": {name: task}}))
    return path


def test_all_tasks_are_read_and_each_that_is_not_run_says_why(
    tasks: dict[str, OSWorldTask], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(tasks) == 369
    assert main(["osworld", "--list", "--json", str(tmp_path / "list.json")]) == 0
    told = json.loads((tmp_path / "list.json").read_bytes())
    assert len(told["feasible"]) + len(told["infeasible"]) + len(told["not_run"]) == 369
    assert all(one["reason"].endswith(".") for one in told["not_run"])
    assert "369 tasks" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"commit": "0" * 40}, "another version"),
        ({"surprise": 1}, "surprise"),
        ({"evaluator": {"func": ["a", "b"], "result": [{"type": "vm_file"}]}}, "not understood"),
    ],
)
def test_what_is_not_known_is_refused_in_one_sentence(
    tmp_path: Path, fields: dict[str, Any], said: str
) -> None:
    with pytest.raises(UsageError, match=said) as refused:
        read_tasks(changed(tmp_path, LIGHT[0], **fields))
    assert refused.value.title.count("\n") == 0
    assert refused.value.exit_code == 2


UNRUNNABLE: list[tuple[dict[str, Any], str]] = [
        ({"config": [{"type": "download", "parameters": {"files": [{"url": "https://a.b/c"}]}}]},
         r"downloaded \(a\.b\)"),
        ({"config": [{"type": "teleport", "parameters": {}}]}, "'teleport' is not known"),
        ({"config": [{"type": "launch", "parameters": {"command": ["no-such-program"]}}]},
         "no-such-program is not installed"),
        ({"evaluator": {"func": "guess", "result": {"type": "vm_file"}}}, "'guess' is not known"),
        ({"evaluator": {"func": "exact_match", "result": {"type": "dream"}}}, "'dream'"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "said"), UNRUNNABLE)
def test_a_task_that_cannot_be_run_says_why_and_is_no_failure(
    tmp_path: Path, fields: dict[str, Any], said: str
) -> None:
    path = changed(tmp_path, LIGHT[0], **fields)
    (task,) = read_tasks(path).by_name.values()
    assert re.search(said, why_not(task))
    out = tmp_path / "out.json"
    assert main(["osworld", "--tasks", str(path), "--json", str(out)]) == 0
    told = json.loads(out.read_bytes())
    assert (told["n"], told["results"]) == (0, [])
    assert told["not_run"][0]["name"] == LIGHT[0]


XCU = b"""<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Save/Document"><prop
oor:name="AutoSaveTimeIntervall"><value>3</value></prop></item></oor:items>"""
BAR = {"bookmark_bar": {"children": [{"type": "folder", "name": "Favorites"}]}}
TWO_TIMES = b"10:00:01 all\n10:00:02 all\nAverage: all\n"


@pytest.mark.parametrize(
    ("metric", "rules", "right", "wrong"),
    [
        ("exact_match", {"expected": "true"}, "true", "false"),
        ("match_in_list", {"expected": ["light", "system"]}, "light", "dark"),
        ("check_include_exclude", {"include": ["a"], "exclude": ["b"]}, "xa", "ab"),
        ("check_include_exclude", {"include": []}, "", None),
        ("file_contains", {"expected": ["%user"]}, b"CPU %user", b"CPU"),
        ("check_line_number", {"expected": "2"}, TWO_TIMES, b"10:00:01\n"),
        ("check_list", {"expect": ["^ok"], "unexpect": ["bad"]}, b"ok\n", b"ok\nbad\n"),
        ("is_expected_url_pattern_match", {"expected": ["^c://s/?$"]}, "c://s/", "c://s/x"),
        ("is_expected_active_tab_approximate", {"url": "c://p/q"}, "c://p/q?x=1", "c://p"),
        ("is_expected_bookmarks", {"type": "bookmark_bar_folders_names", "names": ["Favorites"]},
         BAR, {}),
        ("check_history_deleted", {"keywords": ["tube"]}, ["https://a"], ["https://tube"]),
        ("check_font_size", {"type": "range", "min": 16, "max": 99}, {"default_font_size": 20},
         {"default_font_size": 16}),
        ("check_config_status", {"key": "undo-levels", "value": "100"},
         b"(undo-levels 100)\n", b"# (undo-levels 100)\n(undo-levels 5)\n"),
        ("check_auto_saving_time", {"minutes": 3}, XCU, XCU.replace(b">3<", b">10<")),
        ("check_auto_saving_time", {"minutes": 3}, XCU, None),
        ("check_left_panel", {}, '<a><document-frame name="Slides View"/></a>', "<a/>"),
        ("check_qt_bgcone", {"expected_qt_bgcone": 0}, b"qt-bgcone=0\n", b"#qt-bgcone=1\n"),
        ("check_play_and_exit", {"expected_play_and_exit": 0}, b"#play-and-exit=0\n",
         b"play-and-exit=1\n"),
        ("check_qt_max_volume", {"expected_qt_max_volume": 200}, b"qt-max-volume=200", b""),
        ("check_qt_slider_colours", {"type": "blackish"}, b"qt-slider-colours=1;2;3;4;5;6", b""),
        ("is_vlc_recordings_folder", {"recording_file_path": "/d"}, b"input-record-path=/d\n",
         b"#input-record-path=\n"),
    ],
)  # fmt: skip
def test_each_metric_says_yes_and_no(
    metric: str, rules: dict[str, Any], right: object, wrong: object
) -> None:
    assert METRICS[metric](right, rules)
    assert not METRICS[metric](wrong, rules)


def test_a_rule_for_bookmarks_that_is_not_known_judges_nothing() -> None:
    bar = {"bookmark_bar": {"children": [{"type": "url", "name": "a", "url": "https://a"}]}}
    rules = {"type": "bookmark_bar_websites_urls", "urls": ["https://a"]}
    assert METRICS["is_expected_bookmarks"](bar, rules)
    with pytest.raises(ValueError, match="liked_authors_websites_urls"):
        METRICS["is_expected_bookmarks"](bar, rules | {"type": "liked_authors_websites_urls"})


def test_a_scripted_solution_turns_the_verdict(
    tasks: dict[str, OSWorldTask], solutions: dict[str, Solution]
) -> None:
    name = LIGHT[0]
    proof = prove(name, tasks[name], solutions[name], BENCHMARK, times=1)
    assert proof.trouble == ""
    assert (proof.before, proof.after) == (False, (True,))
    assert proof.marked is Marked.TOOLS


@pytest.mark.parametrize(
    ("before", "after", "trouble", "holds"),
    [
        (False, (True, True), "", True),
        (True, (True, True), "", False),
        (False, (True, False), "", False),
        (False, (True,), "google-chrome showed no window.", False),
        (False, (), "", False),
    ],
)
def test_a_proof_holds_where_nothing_stood_in_its_way(
    before: bool, after: tuple[bool, ...], trouble: str, holds: bool
) -> None:
    assert Proof(LIGHT[0], Marked.GUI, before, after, trouble).holds is holds


def test_proofs_that_were_kept_are_not_made_again(tmp_path: Path) -> None:
    out, keep = tmp_path / "out.json", tmp_path / "keep"
    asked = ["osworld", "--prove", str(SOLUTIONS), "--only", LIGHT[1]]
    asked += ["--keep", str(keep), "--json", str(out)]
    assert main(asked) == 0
    made = json.loads(out.read_bytes())
    (proof,) = made["results"]
    assert (proof["before"], proof["after"], proof["marked"]) == (False, [True, True], "GUI")
    (file,) = keep.glob("osworld-proofs-*.jsonl")
    file.write_bytes(file.read_bytes().replace(b"[true,true]", b"[true,false]"))
    assert main(asked) == 0
    assert (made["proved"], json.loads(out.read_bytes())["proved"]) == (1, 0)


def test_a_task_that_cannot_be_set_up_is_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    window = {"type": "activate_window", "parameters": {"window_name": "no such window"}}
    path = changed(tmp_path, LIGHT[0], config=[window])
    assert main(["osworld", "--tasks", str(path), "--json", str(tmp_path / "out.json")]) == 0
    told = json.loads((tmp_path / "out.json").read_bytes())
    assert (told["n"], told["results"]) == (0, [])
    assert "No window is named" in told["not_run"][0]["reason"]
    assert "not run" in capsys.readouterr().out


@pytest.mark.drill
@pytest.mark.timeout(3600)
def test_every_solution_turns_the_verdict_twice(
    tasks: dict[str, OSWorldTask], solutions: dict[str, Solution]
) -> None:
    runnable = {name for name, task in tasks.items() if not why_not(task)}
    assert set(solutions) <= runnable
    assert sum(not tasks[name].infeasible for name in solutions) >= 18
    proofs = [prove(name, tasks[name], solutions[name], BENCHMARK) for name in solutions]
    assert [proof for proof in proofs if not proof.holds] == []
