"""The audit log: what it says, what it finds, and that nothing happens that it cannot hold."""

import json
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from helpers.fakes import FakeHands, frame
from helpers.safety.audit_tampering import CHANGES, make_log, run
from uitars_runtime.audit.log import AuditLog
from uitars_runtime.audit.recording import AuditedGate, AuditedHands, Auditor
from uitars_runtime.cli.audit import main
from uitars_runtime.errors import GateError, JournalError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode
from uitars_runtime.gate.policy_file import named
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import (
    Click,
    DecidedBy,
    Decision,
    Outcome,
    Point,
    Shell,
    Type,
    Verdict,
    Wait,
)

WINDOWS = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
os.O_BINARY, open_it, write_it, texts = 1 << 30, os.open, os.write, set()

def opened(path, flags, *rest, **more):
    descriptor = open_it(path, flags & ~os.O_BINARY, *rest, **more)
    (texts.discard if flags & os.O_BINARY else texts.add)(descriptor)
    return descriptor

def write(descriptor, data):
    write_it(descriptor, data.replace(b"\\n", b"\\r\\n") if descriptor in texts else data)
    return len(data)

os.open, os.write = opened, write
del os.pread
from helpers.safety.audit_tampering import make_log

log = make_log(Path(sys.argv[1]), actions=3)
with (Path(sys.argv[1]) / "log.jsonl").open("ab") as file:
    file.write(b'{"action":"cli')
make_log(Path(sys.argv[1]), actions=1)
report = log.verify()
print(report.entries, repr(report.problem))
"""


def lines(place: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (place / "log.jsonl").read_text().splitlines()]


def test_a_log_is_in_order(tmp_path: Path) -> None:
    log = make_log(tmp_path)
    assert log.verify().problem == ""
    assert log.verify().entries == len(lines(tmp_path)) == 18


def test_a_log_tells_verdicts_and_actions_but_no_texts(tmp_path: Path) -> None:
    make_log(tmp_path)
    written = lines(tmp_path)
    assert [line["number"] for line in written] == list(range(1, 19))
    assert {line["event"] for line in written} == {"verdict", "done"}
    assert written[0]["decision"] == "deny"
    assert "secret" not in (tmp_path / "log.jsonl").read_text()
    typed = [line["digest"] for line in written if line["action"] == "type"]
    assert len(set(typed)) == len(typed) > 5


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_every_kind_of_tampering_is_found(number: int, tmp_path: Path) -> None:
    log = make_log(tmp_path)
    file = tmp_path / "log.jsonl"
    changed = file.read_bytes().splitlines(keepends=True)
    CHANGES[number](changed, random.Random(number))
    if b"".join(changed) == file.read_bytes():
        pytest.skip("this change changed nothing here")
    file.write_bytes(b"".join(changed))
    assert log.verify().problem


def test_a_share_of_the_drill() -> None:
    assert run(0.1)["failed"] == 0


@pytest.mark.parametrize("lost", ["log.jsonl", "head.json"])
def test_a_part_that_is_gone_is_missed(lost: str, tmp_path: Path) -> None:
    log = make_log(tmp_path)
    (tmp_path / lost).unlink()
    assert log.verify().problem
    with pytest.raises(JournalError):
        make_log(tmp_path)


@pytest.mark.parametrize("spoilt", [b"{", b'{"number":1,"hash":"\xff","size":1}'])
def test_a_spoilt_head_is_said(spoilt: bytes, tmp_path: Path) -> None:
    log = make_log(tmp_path)
    (tmp_path / "head.json").write_bytes(spoilt)
    assert "spoilt" in log.verify().problem
    with pytest.raises(JournalError, match="spoilt"):
        make_log(tmp_path)


def test_a_torn_last_line_is_dropped_and_noted(tmp_path: Path) -> None:
    make_log(tmp_path, actions=3)
    with (tmp_path / "log.jsonl").open("ab") as file:
        file.write(b'{"action":"cli')
    make_log(tmp_path, actions=1)
    assert AuditLog(tmp_path / "log.jsonl", tmp_path / "head.json").verify().problem == ""
    notes = [line for line in lines(tmp_path) if line["event"] == "repair"]
    assert len(notes) == 1
    assert "14 bytes" in str(notes[0]["note"])


def test_a_torn_line_is_dropped_by_what_windows_has(tmp_path: Path) -> None:
    """There files are opened for text unless it is said otherwise, and `pread` is none of it."""
    done = subprocess.run(
        [sys.executable, "-c", WINDOWS, str(tmp_path), str(Path(__file__).parents[1])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("6 ''\n", "")


def test_two_processes_share_a_log(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2]);"
        "from helpers.safety.audit_tampering import make_log; make_log(Path(sys.argv[1]), 20)"
    )
    tests = str(Path(__file__).parents[1])
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), tests]) for _ in range(2)
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    report = AuditLog(tmp_path / "log.jsonl", tmp_path / "head.json").verify()
    assert (report.entries, report.problem) == (60, "")


def test_a_log_that_grows_meanwhile_is_in_order(tmp_path: Path) -> None:
    log = make_log(tmp_path)
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            make_log(tmp_path, actions=3)

    with ThreadPoolExecutor() as worker:
        working = worker.submit(work)
        try:
            reports = [log.verify()]
            while len(reports) < 20 or reports[-1].entries == reports[0].entries:
                reports.append(log.verify())
        finally:
            ended.set()
        working.result()
    assert {report.problem for report in reports} == {""}


def audited(tmp_path: Path) -> AuditedGate:
    gate = PolicyGate(named(Mode.ASK_ON_RISK), frozenset(), NobodyAsker(), workspace=tmp_path)
    log = AuditLog(tmp_path / "log.jsonl", tmp_path / "head.json")
    return AuditedGate(gate, Auditor(log, "run", "ask-on-risk"))


def test_every_verdict_is_written_before_anything_happens(tmp_path: Path) -> None:
    gate = audited(tmp_path)
    gate.review(Click(Point(1, 1)), frame(1))
    gate.review(Shell("make"), frame(1))
    assert [line["decision"] for line in lines(tmp_path)] == ["allow", "deny"]


def test_what_cannot_be_written_is_not_allowed(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").mkdir()
    with pytest.raises(JournalError):
        audited(tmp_path).review(Click(Point(1, 1)), frame(1))


def test_only_what_was_done_is_noted_as_done(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "log.jsonl", tmp_path / "head.json")
    auditor = Auditor(log, "run", "p")
    denied = FakeHands(verdict=Verdict(Decision.DENY, DecidedBy.USER, "r", "no"))
    AuditedHands(denied, auditor).perform(Type("x"), frame(1))
    assert not (tmp_path / "log.jsonl").exists()
    AuditedHands(FakeHands(), auditor).perform(Type("x"), frame(1))
    assert [line["event"] for line in lines(tmp_path)] == ["done"]


def test_the_command_says_whether_the_log_is_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    assert main(["verify"]) == 0
    Auditor(AuditLog(), "run", "p").done(Type("x"), Outcome(ok=True, text=""))
    capsys.readouterr()
    assert main(["verify", "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"entries": 1, "problem": ""}
    file = tmp_path / "data" / "audit" / "log.jsonl"
    file.write_bytes(file.read_bytes().replace(b"true", b"false"))
    assert main(["verify"]) == 1
    assert "Not in order" in capsys.readouterr().out


def test_the_hands_of_a_run_write_what_they_decide_and_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    policy = tmp_path / "policy.toml"
    policy.write_text('version = 1\n[[rules]]\nclasses = ["R1"]\nanswer = "deny"\n')
    settings = HandsSettings(
        desktop="sandbox:640x480", workspace=str(tmp_path), policy=str(policy), audited="a-run"
    )
    hands = open_hands(settings, NobodyAsker(), threading.Event())
    try:
        seen = hands.observe()
        hands.perform(Wait(0.0), seen)
        hands.perform(Click(Point(5, 5)), seen)
    finally:
        hands.close()
    log = tmp_path / "home" / "data" / "audit" / "log.jsonl"
    written = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["event"], line["action"], line["decision"]) for line in written] == [
        ("verdict", "wait", "allow"),
        ("done", "wait", ""),
        ("verdict", "click", "deny"),
    ]
    assert {line["run"] for line in written} == {"a-run"}
    assert written[0]["policy"].startswith("file:sha256:")
    assert AuditLog().verify().problem == ""


def test_hands_refuse_a_policy_file_that_changed(tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text("version = 1\n")
    settings = HandsSettings(
        desktop="sandbox:640x480",
        workspace=str(tmp_path),
        policy=str(policy),
        policy_name="file:sha256:another",
    )
    with pytest.raises(GateError, match="changed"):
        open_hands(settings, NobodyAsker(), threading.Event())


def test_a_person_only_can_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    Auditor(AuditLog(), "run", "p").done(Type("x"), Outcome(ok=True, text=""))
    for path in (tmp_path / "data" / "audit" / "log.jsonl", tmp_path / "state" / "audit-head.json"):
        assert path.stat().st_mode & 0o077 == 0
