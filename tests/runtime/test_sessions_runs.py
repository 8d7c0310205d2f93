"""`uitars-run --desktop session:ID`: a run in a desktop that was there before it and stays."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from helpers.living import now, sandbox, session, titles
from helpers.recorded import record as tape
from uitars_runtime.sessions.folder import living
from uitars_runtime.sessions.limits import Limits
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.terms import LeaseTerms
from uitars_runtime.types import Finish, Shell, Type, Wait

RUN = (sys.executable, "-m", "uitars_runtime.cli.run")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    yield
    assert living() == []


def on(record: SessionRecord) -> tuple[str, str]:
    """A session, by the beginning of its id."""
    return "--desktop", f"session:{record.id[:5]}"


def test_a_run_works_by_its_own_policy_and_leaves_the_desktop_as_it_is(tmp_path: Path) -> None:
    with session(apps=("mousepad note.txt",)) as record:
        shell = Shell("echo made > made.txt")
        recorded = tape(tmp_path / "run", Type("hello"), shell, Finish("success", "done"))
        words = ["type", "--model", f"replay:{recorded}", *on(record)]
        for policy, made in (("ask-always", False), ("autonomous-in-sandbox", True)):
            run = subprocess.run(
                [*RUN, *words, "--policy", policy, "--json"],
                capture_output=True,
                text=True,
                check=False,
            )
            ended = json.loads(run.stdout)
            assert ended["policy"] == policy
            assert bool(ended["denied"]) is not made
            # A command as any other sees what it left; so does the screen.
            shown = sandbox("exec", record.id, "--", "cat", "made.txt")
            assert shown.stdout == ("made\n" if made else "")
            assert ["note.txt" in title for title in titles(record)] == [True]
        assert titles(record)[0].startswith("*")
        assert (now(record).lease, now(record).resets) == (None, 0)
        assert now(record).desktop == record.desktop


@pytest.mark.parametrize(
    ("lease", "limits", "words"),
    [
        (
            LeaseTerms(seconds=15.0),
            Limits(),
            "not yours any more. It was made anew: its holder was",
        ),
        (LeaseTerms(), Limits(time=30.0), "the session's limit of time was reached"),
    ],
    ids=["lease", "time"],
)
def test_a_run_that_loses_its_session_says_why(
    lease: LeaseTerms, limits: Limits, words: str, tmp_path: Path
) -> None:
    with session(lease=lease, limits=limits) as record:
        recorded = tape(tmp_path / "run", *(Wait(0.5 + number / 100) for number in range(120)))
        run = subprocess.run(
            [*RUN, "wait", "--model", f"replay:{recorded}", *on(record), "--json"],
            capture_output=True,
            text=True,
            check=False,
        )
        ended = json.loads(run.stdout)
        assert (ended["ending"], run.returncode) == ("needs_person", 5)
        assert words in ended["reason"]
