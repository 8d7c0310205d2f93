"""Changes that a person agreed on are made as they were shown, or the command runs again."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from uitars_runtime.tools.jail import Jail
from uitars_runtime.tools.ladder import why_not
from uitars_runtime.tools.rehearsal import rehearse
from uitars_runtime.tools.shell import ShellSession
from uitars_runtime.tools.trial import Trial

pytestmark = pytest.mark.skipif(
    bool(why_not("bubblewrap")), reason="bubblewrap builds no wall here"
)

COMMANDS = (
    "echo new > a; cat a; rm a",
    "mv a.txt b.txt; ln -s b.txt c; mkdir -p d/e; cp b.txt d/e/",
    "rm -r sub; mkdir sub; echo x > sub/y",
    "printf 1 >> a.txt; chmod 755 a.txt",
    "mv sub other; echo z > other/z; rmdir empty",
    "rm a.txt; mkdir a.txt; touch a.txt/in",
    "sed -i s/one/two/ a.txt; tar cf all.tar sub; rm -r sub; tar xf all.tar",
    "for i in 1 2 3 4 5; do echo $i > file$i; done; cat file* > all; rm file[1-4]",
    "truncate -s 3 a.txt; dd if=/dev/zero of=zero bs=1k count=9 2> /dev/null",
    "ls -la; cat missing; exit 4",
)


def filled(place: Path) -> Path:
    (place / "sub" / "deep").mkdir(parents=True)
    (place / "empty").mkdir()
    (place / "a.txt").write_text("one\n")
    (place / "sub" / "deep" / "f").write_text("f\n")
    (place / "sub" / "link").symlink_to("deep/f")
    return place


def contents(place: Path) -> dict[str, tuple[int, bytes]]:
    def content(path: Path) -> bytes:
        if path.is_symlink():
            return os.fsencode(path.readlink())
        return path.read_bytes() if path.is_file() else b""

    return {str(p.relative_to(place)): (p.lstat().st_mode, content(p)) for p in place.rglob("*")}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_taken_over_is_what_running_it_does(command: str, tmp_path: Path) -> None:
    """The same files, the same output and code as by running it in earnest."""
    tried, run = filled(tmp_path / "tried"), filled(tmp_path / "run")
    before = contents(tried)
    rehearsal = rehearse(command, tried, 1 << 16)
    assert contents(tried) == before
    taken = rehearsal.take_over()
    assert taken is not None
    ended = Jail(run).run(command, 30.0, 1 << 16)
    assert contents(tried) == contents(run)
    assert taken.code == ended.code
    if not command.startswith("ls"):
        assert taken.output == ended.output


def test_a_command_that_was_agreed_on_does_not_run_again(tmp_path: Path) -> None:
    session = ShellSession(tmp_path)
    told = session.rehearse("echo $RANDOM$RANDOM$RANDOM > lot; cd /usr; X=1; cat $OLDPWD/lot")
    shown = next(line[1:] for line in told.splitlines() if line[0] == "+" and line[1:].isdigit())
    outcome = session.run("echo $RANDOM$RANDOM$RANDOM > lot; cd /usr; X=1; cat $OLDPWD/lot")
    assert outcome.ok
    assert (tmp_path / "lot").read_text().strip() == shown == outcome.text.strip()
    assert session.folder == "/usr"
    assert session.run("echo $X").text == "1\n"
    assert os.listdir(tmp_path) == ["lot"]


@pytest.mark.parametrize(
    "instead",
    [
        lambda session, place: session.close(),
        lambda session, place: session.run("true"),
        lambda session, place: session.rehearse("true"),
        lambda session, place: (place / "a.txt").write_text("by somebody else"),
    ],
    ids=["closed", "another command", "another rehearsal", "changed by somebody else"],
)
def test_what_was_not_agreed_on_is_thrown_away(
    instead: Callable[[ShellSession, Path], object], tmp_path: Path
) -> None:
    place = filled(tmp_path / "place")
    session = ShellSession(place)
    session.rehearse("echo changed > a.txt; echo made > made")
    instead(session, place)
    assert not (place / "made").exists()
    assert (place / "a.txt").read_text() in ("one\n", "by somebody else")
    session.close()


def test_a_change_by_somebody_else_makes_the_command_run_again(tmp_path: Path) -> None:
    place = filled(tmp_path / "place")
    session = ShellSession(place)
    session.rehearse("echo mine >> a.txt")
    (place / "a.txt").write_text("theirs\n")
    assert session.run("echo mine >> a.txt").ok
    assert (place / "a.txt").read_text() == "theirs\nmine\n"


def test_a_second_name_for_a_file_makes_the_command_run_again(tmp_path: Path) -> None:
    session = ShellSession(filled(tmp_path / "place"))
    session.rehearse("ln a.txt hard")
    assert session.run("ln a.txt hard").ok
    assert (tmp_path / "place" / "hard").stat().st_nlink == 2


def test_a_link_does_not_lead_the_changes_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody puts a link in the place of a folder after all checks."""
    place, outside = filled(tmp_path / "place"), tmp_path / "outside"
    outside.mkdir()
    session = ShellSession(place)
    session.rehearse("echo x > sub/made")
    write_lists = Trial._write_lists

    def swap(trial: Trial) -> None:
        write_lists(trial)
        (place / "sub").rename(place / "was")
        (place / "sub").symlink_to(outside)

    monkeypatch.setattr(Trial, "_write_lists", swap)
    assert "not every change" in session.run("echo x > sub/made").text
    assert os.listdir(outside) == []


def test_a_copy_that_somebody_changed_is_not_taken_over(tmp_path: Path) -> None:
    place = filled(tmp_path / "place")
    trial = Trial("echo made > made", place, 10.0, 1024)
    (trial.copy / "made").write_text("by somebody else")
    assert trial.take_over() is None
    assert not (place / "made").exists()
