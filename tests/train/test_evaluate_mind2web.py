"""`uitars-train evaluate mind2web`: tasks of Online-Mind2Web on sites of ours in a real browser,
the submission, and WebJudge's questions to a server that says what the test wants."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import pytest

from helpers.fakes import ScriptedModel
from uitars_runtime.errors import UsageError
from uitars_runtime.types import Action, Finish, Press, Shell, Type
from uitars_train.cli import main
from uitars_train.evaluate.__main__ import parser
from uitars_train.evaluate.mind2web.command import run
from uitars_train.evaluate.mind2web.report import Report
from uitars_train.evaluate.mind2web.tasks import Task, read_tasks
from uitars_train.evaluate.mind2web.webjudge import score_of, status_of

SITES = Path(__file__).resolve().parents[1] / "data" / "sites"
TASKS = SITES / "tasks.json"
ENTER, TAB = Press(("enter",)), Press(("tab",))
DONE = (Finish(),) * 4
"""Who is not seen to have done it is asked once more."""
SOLUTIONS: dict[str, tuple[Action, ...]] = {
    "shop_kettle": (Type("kettle"), ENTER, TAB, ENTER, ENTER),
    "library_eliot": (Type("Eliot"), ENTER, ENTER, Type("123456"), ENTER),
    "rail_direct": (Type("Ash"), TAB, Type("Birch"), TAB, Press(("space",)), ENTER, ENTER),
    "council_pothole": (ENTER, Press(("down",)), TAB, Type("Mill Lane"), ENTER),
}


def player(task: Task) -> ScriptedModel:
    return ScriptedModel(*SOLUTIONS[task.task_id], *DONE)


class Judge:
    """Speaks as an OpenAI-compatible server; what it is asked is kept."""

    def __init__(self, status: str) -> None:
        self.asked: list[dict[str, Any]] = []
        self.status = status
        self.rated = 0

    def answer(self, asked: dict[str, Any]) -> str:
        self.asked.append(asked)
        system = str(asked["messages"][0]["content"])
        if "numbered, each on a line" in system:
            return "1. A thing is found.\n2. It is kept."
        if "Score: N" in system:
            self.rated += 1
            return f"It shows something.\nScore: {5 if self.rated % 2 else 2}"
        return f"Both points are seen.\nStatus: {self.status}"

    def pictures(self, number: int) -> int:
        parts = self.asked[number]["messages"][1]["content"]
        return 0 if isinstance(parts, str) else sum(part["type"] == "image_url" for part in parts)


@contextmanager
def judging(judge: Judge) -> Generator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            message = {"role": "assistant", "content": judge.answer(asked)}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            data = json.dumps({"choices": [choice], "usage": {}}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Nothing is logged."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def evaluated(tmp_path: Path, *more: str) -> Report:
    given = ["mind2web", "--tasks", str(TASKS), "--sites", str(SITES), *more]
    given += ["--runs", str(tmp_path / "runs"), "--out", str(tmp_path / "out")]
    return run(parser().parse_args(given), player)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    (tmp_path / "runs").mkdir()


def test_a_task_is_played_submitted_and_judged(tmp_path: Path) -> None:
    judge = Judge("success")
    with judging(judge) as url:
        told = ("--only", "library_eliot", "--judge", "openai/judge", "--judge-url", url)
        found = evaluated(tmp_path, *told)
    (result,) = found.results
    assert (found.success_rate, found.n, found.by_mark) == (1.0, 1, {"GUI": (1, 1)})
    assert (result.success, result.ending, found.not_run) == (True, "finished", ())
    place = tmp_path / "out" / "library_eliot"
    submitted = json.loads((place / "result.json").read_text())
    assert submitted["task_id"] == "library_eliot"
    assert submitted["task"] == "Reserve Middlemarch by George Eliot for the card 123456."
    assert submitted["action_history"] == [
        *("type “Eliot”", "press Enter", "press Enter", "type “123456”", "press Enter"),
    ]
    pictures = [cv2.imread(str(place / name)) for name in submitted["input_image_paths"]]
    assert [picture.shape for picture in pictures if picture is not None] == [
        (900, 1280, 3)
    ] * result.steps
    names = sorted(path.name for path in (place / "trajectory").iterdir())
    assert names == sorted(f"{number}_full_screenshot.png" for number in range(result.steps))
    # The points, each picture, then the verdict with those that were rated high.
    assert len(judge.asked) == result.steps + 2
    assert [judge.pictures(number) for number in range(len(judge.asked))] == [
        *(0, *[1] * result.steps, (result.steps + 1) // 2)
    ]
    assert result.scores == tuple(5 - 3 * (number % 2) for number in range(result.steps))
    last = json.dumps(judge.asked[-1]["messages"][1])
    assert "It is kept." in last
    assert "press Enter" in last
    assert "finish" not in last


@pytest.mark.drill
@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("shop_kettle", "basket.html"),
        ("rail_direct", "ticket.html?at=09%3A05"),
        ("council_pothole", "thanks.html?kind=Pothole&street=Mill+Lane"),
    ],
)
def test_the_other_sites_are_played_to_their_last_page(
    tmp_path: Path, name: str, last: str
) -> None:
    found = evaluated(tmp_path, "--only", name)
    (result,) = found.results
    assert result.ending == "finished"
    assert (found.n, found.not_run, found.unjudged) == (0, (), 1)
    (file,) = (tmp_path / "runs").glob("*/steps.jsonl")
    assert last.partition("?")[0] in file.read_text().splitlines()[-1]


def test_what_cannot_be_played_or_judged_is_no_failure(tmp_path: Path) -> None:
    file = tmp_path / "tasks.json"
    given = json.loads(TASKS.read_text())
    given[0]["website"] = "https://elsewhere.example/"
    file.write_text(json.dumps(given[:1]))
    report = tmp_path / "report.json"
    told = ["evaluate", "mind2web", "--tasks", str(file), "--sites", str(SITES)]
    assert main([*told, "--json", str(report), "--runs", str(tmp_path / "runs")]) == 0
    found = json.loads(report.read_text())
    assert (found["n"], found["results"]) == (0, [])
    (left,) = found["not_run"]
    assert "elsewhere.example is not in" in left["reason"]


def test_a_submission_that_cannot_be_written_loses_no_result(tmp_path: Path) -> None:
    def plays(task: Task) -> ScriptedModel:
        # In the way once its folder was found empty.
        (tmp_path / "out" / "library_eliot").write_text("no folder")
        return player(task)

    given = ["mind2web", "--tasks", str(TASKS), "--sites", str(SITES), "--only", "library_eliot"]
    given += ["--runs", str(tmp_path / "runs"), "--out", str(tmp_path / "out")]
    (result,) = run(parser().parse_args(given), plays).results
    assert result.steps > 0
    assert f"It is not in {tmp_path / 'out'}" in result.reason


def test_a_judge_that_is_not_there_leaves_tasks_unjudged_and_tools_are_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SOLUTIONS, "shop_kettle", (Shell("true"),))
    told = ("--only", "shop_kettle", "--judge", "openai/x", "--judge-url", "http://127.0.0.1:9/v1")
    found = evaluated(tmp_path, *told)
    (result,) = found.results
    assert (found.n, found.unjudged, result.success) == (0, 1, None)
    assert result.reason.startswith("It could not be judged")
    assert result.marked == "GUI+tools"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"task_id": "../../etc"}, "task_id"),
        ({"level": "impossible"}, "impossible"),
        ({"website": "file:///etc/passwd"}, "is no website"),
        ({"website": "https://[/"}, "is no website"),
        ({"reference_length": "5"}, "reference_length"),
        ({"evaluation": "new"}, "unknown field"),
    ],
)
def test_a_file_of_another_kind_is_refused(
    tmp_path: Path, change: dict[str, object], said: str
) -> None:
    file = tmp_path / "tasks.json"
    file.write_text(json.dumps([{**json.loads(TASKS.read_text())[0], **change}]))
    with pytest.raises(UsageError, match=said):
        read_tasks(file)


def test_bad_options_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["evaluate", "mind2web", "--tasks", str(TASKS)]
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    for more, said in (
        (("--only", "nothing"), "There is no task nothing"),
        (("--sites", str(tmp_path / "none")), "is no folder of sites"),
        (("--out", str(tmp_path / "full")), "is not empty"),
    ):
        assert main([*told, *more]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("reply", "score", "status"),
    [
        ("**Score**: 4\n", 4, None),
        ("Score: 9", None, None),
        ("Score 1, no: Score: 3\nStatus: 'failure'", 3, False),
        ("I cannot say.", None, None),
        ("**Status:** Success", None, True),
        ("Score: " + "9" * 10_000, None, None),
    ],
)
def test_replies_are_read_or_unknown(reply: str, score: int | None, status: bool | None) -> None:
    assert (score_of(reply), status_of(reply)) == (score, status)
