"""Git that only reads, in repositories whose settings run nothing."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.safety.shell_corpus import make_workspace
from uitars_runtime.commands.classify import classify

_ENVIRONMENT = {
    **{"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    **{"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org"},
    **{"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org"},
}


def _ran(script: str, folder: Path) -> str:
    environment = {**_ENVIRONMENT, "HOME": str(folder)}
    command = ["/bin/bash", "-c", script]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return ran.stdout


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A repository with one commit, and a change that nobody committed."""
    workspace = make_workspace(tmp_path)
    _ran("git init -q -b main . && git add . && git commit -q -m first", workspace)
    (workspace / "notes.txt").write_text("other\n")
    return workspace


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("git log --oneline", "first"),
        ("git --no-pager log -1 --format=%s -- notes.txt", "first"),
        ("git status -s", " M notes.txt"),
        ("git diff --stat | tail -1", "1 file changed"),
        ("git diff HEAD -- notes.txt", "+other"),
        ("git show HEAD:notes.txt", "hello world"),
        ("git show --stat HEAD", "notes.txt"),
        ("git branch -vv", "* main"),
        ("git blame -L 1,1 src/main.py", "def main"),
        ("git rev-parse --abbrev-ref HEAD", "main"),
        ("git ls-files", "src/main.py"),
        ("git config --get core.bare", "false"),
        ("git config core.bare", "false"),
        ("git grep -n 'def main' -- src", "src/main.py:1:"),
        ("git grep --cached -e main", "src/main.py:def main"),
        ("cd src; git log --oneline -- main.py", "first"),
        ("cd src && git status -s", " M ../notes.txt"),
    ],
)
def test_what_reads_a_repository_runs(line: str, shown: str, workspace: Path) -> None:
    parsed = classify(line, workspace)
    assert parsed.risk == "S-read", parsed.reason
    assert shown in _ran(parsed.script, workspace)


@pytest.mark.parametrize(
    "line",
    [
        *("git branch new", "git branch -D main", "git tag v1", "git stash", "git stash drop"),
        *("git remote add x y", "git remote show x", "git config a.b c", "git config --edit"),
        *("git config edit", "git config list"),
        *(
            "git log --output=x",
            "git diff --output x",
            "git diff --ext-diff",
            "git log -p --textconv",
        ),
        *("git log --format=%G?", "git log --pretty --format=x%GS", "git log --show-signature"),
        *("git log --format=%+G?", "git log --pretty=format:%-GG", "git show --format='% GK'"),
        *("git diff --no-index notes.txt src/main.py", "git diff ../secret.txt notes.txt"),
        *("git diff -O../secret.txt", "git blame --contents ../secret.txt notes.txt"),
        *("git ls-files -X ../secret.txt", "git config --list --file ../secret.txt"),
        *("git config --get --file=../secret.txt", "git log --since --output=x"),
        *("git grep -Ovim main", "git grep -f ../secret.txt", "git grep --no-index x"),
        *("git status --ignore-submodules=none", "git -C .. log", "git --git-dir=. log"),
        *("git -c core.pager=sh log", "git --no-pager -c a=b log", "git --paginate log"),
        *("git checkout .", "git commit -m x", "git fetch", "git grep -Ox main", "git st"),
        *("git log > notes.txt", "git stash --oneline list", "git reflog expire --all"),
    ],
)
def test_whatever_may_do_more_is_asked_about(line: str, workspace: Path) -> None:
    assert classify(line, workspace).risk != "S-read"


def _config(text: str) -> Callable[[Path], None]:
    def change(workspace: Path) -> None:
        with (workspace / ".git" / "config").open("a") as file:
            file.write(text)

    return change


def _nested(workspace: Path) -> None:
    """A folder that is the repository for git to take settings from, and one that is none."""
    (workspace / ".git").rename(workspace / "src" / "x")
    (workspace / "src" / ".git").write_text("gitdir: x\n")


def _linked(workspace: Path) -> None:
    (workspace / ".git").rename(workspace.parent / "elsewhere")
    (workspace / ".git").symlink_to(workspace.parent / "elsewhere")


def _linked_part(workspace: Path) -> None:
    (workspace / ".git" / "refs" / "notes").symlink_to(workspace.parent)


def _file(name: str, text: str) -> Callable[[Path], None]:
    def change(workspace: Path) -> None:
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text(text)

    return change


@pytest.mark.parametrize(
    "change",
    [
        _config("\tfsmonitor = ./evil\n"),
        _config("[core]fsmonitor = ./evil\n"),
        _config('[core]\n\tfilemode = true \\\n\tfsmonitor = "x"\n'),
        _config("[diff]\n\texternal = ./evil\n"),
        _config('[filter "x"]\n\tclean = ./evil\n'),
        _config("[include]\n\tpath = ../evil\n"),
        _config('[includeIf "gitdir:/"]\n\tpath = ../evil\n'),
        _config("[core]\n\tworktree = /\n"),
        _config('[remote "x"]\n\tpromisor = true\n'),
        _config("[extensions]\n\tworktreeConfig = true\n"),
        _config("[gpg]\n\tprogram = ./evil\n"),
        _config("[pager]\n\tlog = ./evil\n"),
        _file(".gitconfig", "[core]\n\tfsmonitor = ./evil\n"),
        _file(".config/git/config", "[core]\n\tfsmonitor = ./evil\n"),
        _file(".git/commondir", "../src\n"),
        _file(".git/objects/info/alternates", "/var\n"),
        _nested,
        _linked,
        _linked_part,
    ],
)
def test_a_repository_that_could_run_something_is_asked_about(
    change: Callable[[Path], None], workspace: Path
) -> None:
    change(workspace)
    for line in ("git status", "cd src; git log"):
        assert classify(line, workspace).risk == "S-other"


def test_neither_hooks_nor_submodules_nor_the_folder_run_anything(workspace: Path) -> None:
    evil = workspace / "evil"
    evil.write_text(f"#!/bin/sh\necho ran >> {workspace}/effect\n")
    evil.chmod(0o755)
    for hook in ("post-index-change", "fsmonitor-watchman", "reference-transaction"):
        (workspace / ".git" / "hooks" / hook).write_bytes(evil.read_bytes())
        (workspace / ".git" / "hooks" / hook).chmod(0o755)
    inner = workspace / "sub"
    inner.mkdir()
    _ran("git init -q . && echo a > a && git add . && git commit -q -m in", inner)
    _ran("git add sub; git commit -q -m sub", workspace)
    _ran(f"git config core.fsmonitor {evil}; git config diff.external {evil}; echo b > a", inner)
    (workspace / "effect").unlink(missing_ok=True)
    _ran("git status", workspace)
    assert (workspace / "effect").exists()  # plain git runs it
    (workspace / "effect").unlink()
    for line in ("git status", "git diff", "git diff HEAD", "git log -p", "git describe --always"):
        os.utime(workspace / "data.json")
        parsed = classify(line, workspace)
        assert parsed.risk == "S-read", parsed.reason
        _ran(parsed.script, workspace)
    assert not (workspace / "effect").exists()
