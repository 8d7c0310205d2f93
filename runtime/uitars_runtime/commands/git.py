"""Which uses of git only read, in a repository whose settings run nothing.

Git runs programs that its settings name: pagers, filters, monitors of files, hooks. So a repository
counts only where each line of its settings is known, where it is one plain folder of the workspace,
and where nothing there gives settings for all repositories. It is told to git by its path. Hooks,
optional writes and submodules, which have settings of their own, are switched off on top.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final

from uitars_runtime.commands.options import Grammar, Kind, Value, flags, values
from uitars_runtime.commands.places import all_inside

NUMBER = Kind.NUMBER
TEXT: Final = re.compile(r"(?!-).*", re.DOTALL)
"""A value; no word that git could take for an option."""
_SAFELY: Final = (
    *("--no-pager", "--no-optional-locks"),
    *("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"),
    *("-c", "gpg.program=false", "-c", "gpg.ssh.program=false", "-c", "gpg.x509.program=false"),
)
"""What is put before every command that reads a repository."""
_NO_SUBMODULES: Final = ("--ignore-submodules=all",)
_SHOWN: Final = re.compile(r"(?!.*%[ +-]?G)(?!-).*", re.DOTALL)
"""A format; `%G` has a signature checked, by another program."""
_CHANGES: Final = flags(
    "pusbwzM",
    *("patch", "no-patch", "stat", "shortstat", "numstat", "name-only", "name-status", "summary"),
    *("color", "no-color", "word-diff", "ignore-all-space", "ignore-space-change", "check"),
    *("ignore-blank-lines", "find-renames", "no-renames", "minimal", "histogram", "raw"),
    *("function-context", "dirstat", "abbrev", "no-ext-diff", "no-textconv"),
)
_CHANGES_GIVEN: dict[str, Value] = {
    **values(NUMBER, "U", "unified"),
    **values(TEXT, "SG", "diff-filter"),
}
_CHANGES_ATTACHED: dict[str, Value] = {
    "--color": re.compile("always|never|auto"),
    "--stat": re.compile(r"\d+(?:,\d+){0,2}"),
    "--word-diff": re.compile("color|plain|porcelain|none"),
    "--abbrev": NUMBER,
}
_LOG: Final = Grammar(
    flags=_CHANGES
    | flags(
        "qig",
        *("oneline", "graph", "all", "decorate", "no-decorate", "reverse", "merges", "no-merges"),
        *("first-parent", "follow", "branches", "tags", "remotes", "date-order", "topo-order"),
        *("abbrev-commit", "relative-date", "regexp-ignore-case", "left-right", "quiet"),
        *("simplify-by-decoration", "cherry-pick", "walk-reflogs", "all-match"),
    ),
    values={
        **_CHANGES_GIVEN,
        **values(NUMBER, "n", "max-count", "skip"),
        **values(TEXT, "", "since", "after", "until", "before", "author", "committer", "grep"),
        **values(TEXT, "", "date"),
    },
    optional={
        **_CHANGES_ATTACHED,
        **dict.fromkeys(("--format", "--pretty"), _SHOWN),
        "--decorate": re.compile("short|full|auto|no"),
    },
    digits=True,
)
_DIFF: Final = Grammar(
    flags=_CHANGES | flags("R", "cached", "staged", "exit-code", "quiet", "merge-base"),
    values=_CHANGES_GIVEN,
    optional=_CHANGES_ATTACHED,
)
_BRANCHES: Final = flags("arv", "all", "remotes", "list", "verbose", "show-current", "no-color")
_NAME: Final = re.compile(r"[A-Za-z][\w.-]*", re.ASCII)
_SETTING_NAME: Final = re.compile(r"[A-Za-z][\w-]*\.[\w.-]+", re.ASCII)
"""Without a point it is a command of its own to git from 2.46 on: `edit`."""

COMMANDS: Mapping[str, Grammar] = {
    "blame": Grammar(
        flags=flags("wsefnltcbM", "porcelain", "show-name", "show-number", "root"),
        values={**values(TEXT, "L"), **values(TEXT, "", "since", "date")},
        least=1,
    ),
    "branch": Grammar(flags=_BRANCHES, most=0),
    "config": Grammar(
        flags=flags("l", "list", "local", "show-origin", "name-only"),
        values=values(_NAME, "", "get", "get-all", "get-regexp"),
        form=_SETTING_NAME,
        most=1,  # a second one would be a new value
    ),
    "describe": Grammar(
        flags=flags("", "tags", "all", "always", "long", "exact-match"),
        values=values(TEXT, "", "match", "exclude"),
        optional={"--abbrev": NUMBER},
    ),
    "diff": _DIFF,
    "grep": Grammar(
        flags=flags(
            "cEFGhHiLlnovw",
            *("cached", "count", "extended-regexp", "files-with-matches", "fixed-strings"),
            *("ignore-case", "invert-match", "line-number", "name-only", "word-regexp"),
        ),
        values={**values(TEXT, "e"), **values(NUMBER, "ABC")},
        first=TEXT,
        given_first=frozenset({"-e"}),
    ),
    "log": _LOG,
    "ls-files": Grammar(
        flags=flags(
            "cdmostz", "cached", "deleted", "modified", "others", "stage", "exclude-standard"
        )
    ),
    "reflog": Grammar(flags=flags("", "oneline", "all"), values=values(NUMBER, "n"), most=0),
    "remote": Grammar(flags=flags("v", "verbose"), most=0),
    "rev-parse": Grammar(
        flags=flags(
            "",
            *("abbrev-ref", "short", "verify", "quiet", "show-toplevel", "git-dir", "all"),
            *("is-inside-work-tree", "show-prefix", "symbolic-full-name", "branches", "tags"),
        ),
        optional={"--short": NUMBER},
    ),
    "shortlog": Grammar(
        flags=flags("sne", "summary", "numbered", "email", "all", "no-merges"),
        values=values(TEXT, "", "since", "until", "author"),
        least=0,
    ),
    "show": _LOG,
    "stash": Grammar(first=re.compile("list"), least=1, most=1),
    "status": Grammar(
        flags=flags(
            "sbvz", "short", "branch", "long", "verbose", "porcelain", "show-stash", "ignored"
        ),
        optional={
            "-u": re.compile("no|normal|all"),
            "--untracked-files": re.compile("no|normal|all"),
            "--porcelain": re.compile("v1|v2"),
        },
    ),
    "tag": Grammar(flags=flags("ln", "list"), optional={"-n": NUMBER}, most=0),
}
_BESIDE: Final = (".gitconfig", ".config/git")
"""Settings for all repositories in the home folder of a command, which is the workspace."""
_ELSEWHERE: Final = ("commondir", "objects/info/alternates", "objects/info/http-alternates")
"""Files of a repository that send git to another one."""
_SECTION: Final = re.compile(r'\[(core|user|init|pull|push|(?:remote|branch) "[^"\\\[\]]+")\]')
_KEYS: Final = (
    *("repositoryformatversion", "filemode", "bare", "logallrefupdates", "ignorecase", "symlinks"),
    *("precomposeunicode", "autocrlf", "quotepath", "name", "email", "defaultbranch", "rebase"),
    *("ff", "default", "autosetupremote", "url", "pushurl", "fetch", "remote", "merge"),
)
_SETTING: Final = re.compile(rf'(?i:{"|".join(_KEYS)})\s*=\s*[^\\"]*')
_MOST_SETTINGS: Final = 64 * 1024


def taken_apart(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
    """The command and the words behind it; None where there is none that is known here."""
    left = words[1:] if words[:1] == ("--no-pager",) else words
    return (left[0], left[1:]) if left and left[0] in COMMANDS else None


def begun(command: str, repository: str) -> tuple[str, ...]:
    """How a command begins when it runs, in a repository that is known to run nothing else."""
    places = (f"--git-dir={repository}/.git", f"--work-tree={repository}")
    unread = _NO_SUBMODULES if command in ("diff", "status") else ()
    return (*_SAFELY, *places, command, *unread)


def repository(folder: str, workspace: str) -> str | None:
    """The folder of the repository around a folder of the workspace; None where there is none, or
    git may run something else in it."""
    here = folder
    while not os.path.lexists(os.path.join(here, ".git")):
        if here == workspace:
            return None
        here = os.path.dirname(here)
    place = os.path.join(here, ".git")
    beside = [os.path.join(workspace, name) for name in _BESIDE]
    elsewhere = [os.path.join(place, name) for name in _ELSEWHERE]
    plain = not (os.path.islink(place) or any(map(os.path.lexists, (*beside, *elsewhere))))
    known = plain and _is_known(os.path.join(place, "config"))
    return here if known and all_inside(place, workspace, here) else None


def _is_known(settings: str) -> bool:
    """Whether each line of a file of settings is known here."""
    try:
        with open(settings, "rb") as file:
            text = file.read(_MOST_SETTINGS + 1).decode()
    except (OSError, UnicodeDecodeError):
        return False
    lines = [line.strip(" \t") for line in text.split("\n")]
    return len(text) <= _MOST_SETTINGS and all(
        not line or line[0] in "#;" or _SECTION.fullmatch(line) or _SETTING.fullmatch(line)
        for line in lines
    )
