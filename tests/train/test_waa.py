"""Tasks in WindowsAgentArena's format: what is read and refused; tasks of ours played over a real
server of OSWorld's protocol, where Debian's FeatherPad stands in for Notepad and a home folder of
Linux for that of Windows."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from helpers.living import session
from helpers.machines import offered
from uitars_runtime.desktop.osworld.machine import TOKEN_VARIABLE
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.paths import HOME_VARIABLE
from uitars_runtime.types import Size
from uitars_train.evaluate.__main__ import main
from uitars_train.evaluate.osworld.host import LostError
from uitars_train.evaluate.osworld.playing import Order, play
from uitars_train.evaluate.waa.benchmark import benchmark
from uitars_train.evaluate.waa.getters import GETTERS
from uitars_train.evaluate.waa.machine import WAAMachine
from uitars_train.evaluate.waa.tasks import read_tasks

HOST = "files.example"
NOTE = f"https://{HOST}/notes/draft%20gold.txt"
START = f"https://{HOST}/notes/start.txt"


def verb(kind: str, **parameters: Any) -> dict[str, Any]:
    return {"type": kind, "parameters": parameters}


def written(name: str, evaluator: dict[str, Any], *config: dict[str, Any]) -> dict[str, Any]:
    """A task as WindowsAgentArena writes it."""
    return {
        "id": name,
        "snapshot": "notepad",
        "instruction": f"Do {name}.",
        "source": None,
        "config": list(config),
        "trajectory": "trajectories/",
        "related_apps": ["notepad"],
        "evaluator": evaluator,
        "_comments": "ours",
    }


def rule(**rules: Any) -> dict[str, Any]:
    return {"type": "rule", "rules": rules}


DRAFT = "~/Documents/draft.txt"
TASKS: dict[str, dict[str, Any]] = {
    "notepad__draft": written(
        "draft-WOS",
        {
            "postconfig": [verb("activate_window", window_name="no such window", strict=True)],
            "func": ["exact_match", "compare_text_file"],
            "result": [
                {
                    "type": "vm_file_exists_in_vm_folder",
                    "folder_name": "~/Documents",
                    "file_name": "draft.txt",
                },
                {"type": "vm_file", "path": DRAFT, "dest": "draft.txt"},
            ],
            "expected": [
                rule(expected=1.0),
                {"type": "cloud_file", "path": NOTE, "dest": "gold.txt"},
            ],
        },
        verb("close_window", window_name="draft.txt"),
        verb("download", files=[{"url": START, "path": DRAFT}]),
        verb("launch", command=["featherpad", DRAFT]) | {"_comment": "Notepad stands here"},
        verb("sleep", seconds=3),
        verb("activate_window", window_name="draft.txt"),
    ),
    "file_explorer__moved": written(
        "moved-WOS",
        {
            "func": "is_extension_installed",
            "result": {"type": "vm_command_line", "command": ["ls", "-A", "{FOLDER}"]},
            "expected": rule(type="not_contain", expected="old.txt"),
        },
        verb("create_folder", path="{FOLDER}"),
        verb("create_file", path="{FOLDER}/old.txt", content="old"),
        verb("launch", command=["xterm", "-e", "rm -i '{FOLDER}/old.txt'"]),
        verb("sleep", seconds=2),
    ),
    "settings__never": written("INF-never-WOS", {"func": "infeasible"}),
    "libreoffice_calc__table": written(
        "table-WOS",
        {
            "func": "compare_table",
            "result": {"type": "vm_file", "path": "~/a.xlsx", "dest": "a.xlsx"},
            "expected": {"type": "cloud_file", "path": NOTE, "dest": "gold.xlsx"},
        },
    ),
    "clock__timer": written(
        "timer-WOS",
        {
            "func": "exact_match",
            "result": {"type": "check_if_timer_started", "hours": 0, "minutes": 30, "seconds": 0},
            "expected": rule(expected="True"),
        },
    ),
}
SOLUTIONS = {
    "notepad__draft": [
        {"kind": "press", "keys": ["ctrl", "end"]},
        {"kind": "type", "text": "second line"},
        {"kind": "press", "keys": ["ctrl", "s"]},
        {"kind": "wait", "seconds": 1.0},
    ],
    "file_explorer__moved": [
        {"kind": "type", "text": "y"},
        {"kind": "press", "keys": ["enter"]},
        {"kind": "wait", "seconds": 1.0},
    ],
    "settings__never": [{"kind": "finish", "status": "failure"}],
}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The address of a session's server; its token is in the environment."""
    with (
        tempfile.TemporaryDirectory(prefix="waa-", dir="/var/tmp") as home,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv(HOME_VARIABLE, home)
        workspace = tmp_path_factory.mktemp("workspace")
        with (
            session(size=Size(900, 600), workspace=workspace) as record,
            offered(record) as (url, token),
        ):
            patch.setenv(TOKEN_VARIABLE, token)
            yield url


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Folders of areas as in a checkout, with a list of all, and what stands for the internet."""
    root = tmp_path / "evaluation_examples_windows"
    names: dict[str, list[str]] = {}
    for name, task in TASKS.items():
        area, _, one = name.partition("__")
        names.setdefault(area, []).append(one)
        path = root / "examples" / area / f"{one}.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(task).replace("{FOLDER}", str(tmp_path / "their folder")))
    (root / "test_all.json").write_text(json.dumps(names))
    notes = tmp_path / "internet" / HOST / "notes"
    notes.mkdir(parents=True)
    (notes / "start.txt").write_text("first line\n")
    (notes / "draft gold.txt").write_bytes(b"first line\r\nsecond line\r\n")
    return tmp_path


@pytest.fixture
def evaluate(checkout: Path) -> Callable[..., dict[str, Any]]:
    """The command with a checkout; what it reported."""

    def run(*words: str) -> dict[str, Any]:
        out = checkout / "out.json"
        asked = ["waa", "--tasks", str(checkout), "--files", str(checkout / "internet")]
        assert main([*asked, "--json", str(out), *words]) == 0
        return json.loads(out.read_bytes())

    return run


def test_tasks_are_found_in_all_that_may_be_given(checkout: Path) -> None:
    root = checkout / "evaluation_examples_windows"
    for given in (checkout, root, root / "examples", root / "test_all.json"):
        assert set(read_tasks(given).by_name) == set(TASKS)
    assert set(read_tasks(root / "examples" / "clock").by_name) == {"clock__timer"}
    (one,) = read_tasks(root / "examples" / "clock" / "timer.json").by_name
    assert one == "clock__timer"


OTHER_VERSIONS: list[tuple[object, str]] = [
    (TASKS["clock__timer"] | {"proxy": False}, "unknown field `proxy`.*another version"),
    (TASKS["clock__timer"] | {"evaluator": {"func": ["a", "b"], "result": [{}]}}, "not understood"),
    ([1], "not understood"),
]


@pytest.mark.parametrize(("task", "said"), OTHER_VERSIONS)
def test_a_file_of_another_version_is_refused_in_one_sentence(
    tmp_path: Path, task: object, said: str
) -> None:
    path = tmp_path / "clock" / "one.json"
    path.parent.mkdir()
    path.write_text(json.dumps(task))
    with pytest.raises(UsageError, match=said) as refused:
        main(["waa", "--tasks", str(path), "--list"])
    assert (refused.value.exit_code, refused.value.title.count("\n")) == (2, 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "No machine is named"),
        (["--machine", "not an address"], "is not the address of a machine|is no address"),
        (["--machine", "http://127.0.0.1:9"], "cannot be worked"),
        (["--list", "--files", "/no/such/folder"], "is no folder"),
        (["--list", "--only", "nothing"], "No task is named"),
    ],
)
def test_what_cannot_be_evaluated_is_one_sentence_and_exit_2(
    checkout: Path, words: list[str], said: str
) -> None:
    with pytest.raises(UsageError, match=said) as refused:
        main(["waa", "--tasks", str(checkout), *words])
    assert refused.value.exit_code == 2


def test_what_cannot_be_judged_or_set_up_is_listed_with_its_reason(
    checkout: Path, evaluate: Callable[..., dict[str, Any]]
) -> None:
    told = evaluate("--list")
    assert told["infeasible"] == ["settings__never"]
    assert set(told["feasible"]) == {"notepad__draft", "file_explorer__moved", "clock__timer"}
    (left,) = told["not_run"]
    assert (left["name"], left["tag"]) == ("libreoffice_calc__table", "libreoffice_calc")
    assert "'compare_table' is not known" in left["reason"]
    (checkout / "internet" / HOST / "notes" / "start.txt").unlink()
    reasons = {one["name"]: one["reason"] for one in evaluate("--list")["not_run"]}
    assert "not below --files (files.example)" in reasons["notepad__draft"]


@pytest.mark.drill
def test_scripted_solutions_turn_the_verdict(
    checkout: Path, machine: str, evaluate: Callable[..., dict[str, Any]]
) -> None:
    path = checkout / "solutions.json"
    path.write_text(json.dumps(SOLUTIONS))
    told = evaluate("--machine", machine, "--prove", str(path))
    proofs = {one["name"]: one for one in told["results"]}
    assert set(proofs) == set(SOLUTIONS)
    for proof in proofs.values():
        assert (proof["trouble"], proof["before"], proof["after"]) == ("", False, [True, True])
        assert proof["marked"] == "GUI"


def test_a_model_plays_and_what_the_machine_cannot_answer_is_not_run(
    machine: str, evaluate: Callable[..., dict[str, Any]]
) -> None:
    asked = ["--machine", machine, "--steps", "1", "--only", "file_explorer", "clock", "libre"]
    told = evaluate(*asked)
    (row,) = told["results"]
    assert (row["name"], row["success"], row["marked"]) == ("file_explorer__moved", False, "GUI")
    assert told["n"] == 1
    reasons = {one["name"]: one["reason"] for one in told["not_run"]}
    assert set(reasons) == {"clock__timer", "libreoffice_calc__table"}
    assert "cannot say check_if_timer_started" in reasons["clock__timer"]


def test_a_task_that_is_done_already_counts_for_nobody(
    checkout: Path, machine: str, evaluate: Callable[..., dict[str, Any]]
) -> None:
    path = checkout / "evaluation_examples_windows" / "examples" / "file_explorer" / "moved.json"
    task = json.loads(path.read_bytes())
    path.write_text(json.dumps(task | {"config": task["config"][:1]}))
    asked = ["--machine", machine, "--only", "file_explorer", "--steps", "1"]
    asked += ["--keep", str(checkout / "keep")]
    told = evaluate(*asked)
    assert told["results"] == []
    assert "done before anybody began: set the machine back" in told["not_run"][0]["reason"]
    (checkout / "their folder" / "old.txt").write_text("old")
    told = evaluate(*asked)
    assert (told["n"], told["not_run"]) == (1, []), "the machine was set back"


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (verb("launch"), "'launch' is not understood"),
        (verb("download"), "'download' is not understood"),
        (verb("launch", command=["no-such-program"]), "no-such-program cannot be started"),
        (verb("activate_window", window_name="no such window"), "No window is named"),
        (verb("recycle_file", path="~/a"), "did not do recycle"),
    ],
)
def test_a_task_that_cannot_be_set_up_says_why_and_counts_for_nobody(
    checkout: Path,
    machine: str,
    evaluate: Callable[..., dict[str, Any]],
    config: dict[str, Any],
    said: str,
) -> None:
    path = checkout / "evaluation_examples_windows" / "examples" / "settings" / "never.json"
    path.write_text(json.dumps(TASKS["settings__never"] | {"config": [config]}))
    told = evaluate("--machine", machine, "--only", "settings")
    assert (told["results"], told["infeasible"]) == ([], [0, 0])
    assert said in told["not_run"][0]["reason"]


def test_files_go_there_and_come_back(machine: str, tmp_path: Path) -> None:
    data = "Zürich\r\n".encode()
    with closing(WAAMachine(machine, str(tmp_path))) as there:
        assert there.read("~/no such file") is None
        there.write("~/a new folder/read me.txt", data)
        assert there.read("~/a new folder/read me.txt") == data
        assert there.files("~/a new folder") == ["read me.txt"]


def test_a_machine_that_went_away_ends_all_tasks(checkout: Path) -> None:
    task = read_tasks(checkout).by_name["settings__never"]
    lost = benchmark("http://127.0.0.1:9", None)
    with pytest.raises(LostError, match="cannot be worked") as told:
        play("settings__never", task, Order("nano", checkout), lost)
    assert told.value.exit_code == 2


FOLDER = "~/Documents/judged"


@pytest.mark.parametrize(
    ("getter", "said", "files", "right", "wrong"),
    [
        ("vm_file_exists_in_vm_folder", {"folder_name": FOLDER, "file_name": "a.png"},
         {"a.png": "1"}, 1.0, 0.0),
        ("is_file_hidden", {"file_path": f"{FOLDER}/.a"}, {}, "true", None),
        ("all_png_file_names", {"folder_path": FOLDER, "file_path": f"{FOLDER}/names.txt"},
         {"a.png": "", "b.PNG": "", "names.txt": "b.PNG\na.png\n"}, "true", "false"),
        ("is_all_docx_in_archive", {"folder_path": FOLDER}, {"Archive/a.docx": "", "b.txt": ""},
         "true", "false"),
    ],
)  # fmt: skip
def test_folders_are_looked_into_by_the_machines_own_python(
    machine: str,
    tmp_path: Path,
    getter: str,
    said: dict[str, str],
    files: dict[str, str],
    right: object,
    wrong: object,
) -> None:
    with closing(WAAMachine(machine, str(tmp_path))) as there:
        there.command(["rm", "-rf", FOLDER], shell=False)
        if wrong is not None:
            assert GETTERS[getter](there, said, {}) == wrong
        for name, text in files.items():
            there.write(f"{FOLDER}/{name}", text.encode())
        assert GETTERS[getter](there, said, {}) == right


def test_the_machines_own_python_says_why_it_failed(machine: str, tmp_path: Path) -> None:
    with (
        closing(WAAMachine(machine, str(tmp_path))) as there,
        pytest.raises(UitarsError, match="NameError"),
    ):
        there.python("nothing_of_that_name")
