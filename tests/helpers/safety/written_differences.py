"""What the gate writes anew for a shell prints the same as the line that it was read from.

Random lines of programs that only print, with values that only the shell knows: variables, loops
that read, substitutions, conditions. Their files hold texts that an expansion read twice would run.
"""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from helpers.safety.bash_differences import DifferenceError
from uitars_runtime.commands.classify import classify
from uitars_runtime.risk import Risk

_FILES = {
    "a.txt": "one two\nthree  four\n\n-n x\n",
    "b.txt": "$(touch seen)\n`touch seen`\nx[$(touch seen)]\n'; touch seen; '\n",
    "my file.txt": "x\n",
    "n.txt": "3\n",
}
_NAMES = ("v", "w", "n", "i")
_WORDS = (
    *("x", "1", "-n", "'a b'", '"c  d"', "'$v'", "*.txt", "?.txt", "{a,b}", "{1..3}", "p{q,r}s"),
    *("$v", '"$v"', "${w}", '"$n $i"', "${v%2}", '"${#w}"', "${v:-z}", "${n:0:1}", "$((n+1))"),
    *("$((2*3))", '"$((i))"', "$HOME", "$?", "$(seq 2)", '"$(cat a.txt)"', "$(cat a.txt)", "'*'"),
    *('"$(echo "p  q")"', "`echo r`", '"<$(< b.txt)>"', "$(cat b.txt)", '"$(cat b.txt)"', "'\\'"),
)
_SIMPLE = (
    *("echo @", "echo @ @", "echo @@", "printf '<%s>' @ @", "true @", "false", "v=@", "w=@", "n=2"),
    *(
        "i=$((i+1))",
        "n=$((n*2))",
        "read -r v w <<< @",
        "read v < a.txt",
        "IFS=, read v w <<< 'a,b'",
    ),
    *("cat a.txt", "wc -l < a.txt", "seq 2", "expr 1 + 1", "[ @ = @ ]", "[[ $v == x ]]", "pwd"),
    *("[ -f a.txt ]", "[[ $i -lt 2 ]]", "cat <(echo @)", 'grep -c -e "$v" a.txt', "v=@ w=@"),
    *("echo @ | xargs echo", "seq 3 | xargs -n1 echo @", "basename @", "cat <<< @", "less a.txt"),
    *(
        "find . -name '?.txt' | xargs cat",
        "cat $(find . -name a.txt)",
        "(cd sub; pwd)",
        "pwd -P",
    ),
    *("echo @ > /dev/null", "tr a b <<< @", "cd sub; cat *.txt", "sort <(cat a.txt) <(echo @)"),
)
_AROUND = (
    *("~", "~; ~", "~ && ~", "~ || ~", "~ | cat", "echo a b | { ~; }", "(~; ~)", "{ ~; }", "! ~"),
    *("if ~; then ~; fi", "if ~; then ~; else ~; fi", "for i in 1 2; do ~; done", "v=x; ~; ~"),
    *("for v in @ @; do ~; done", "while read -r v; do ~; done < a.txt", "n=1; i=0; ~; ~; ~"),
    *("cat b.txt | while read v w; do ~; done", 'echo "$(~)"', "v=$(~); ~", "~; echo $v$w $n $i"),
    *("k=0; while [ $k -lt 2 ]; do k=$((k+1)); ~; done", "for i in $(seq 2); do ~; done | sort"),
    *(
        "until [ x ]; do ~; done",
        "for v in *.txt; do ~; done",
        "(~) < a.txt",
        "{ ~; }",
    ),
)


def lines(seed: int) -> Iterator[str]:
    """Random command lines, for ever."""
    chance = random.Random(seed)
    while True:
        line = chance.choice(_AROUND)
        while "~" in line and len(line) < 300:
            inner = chance.choice(_AROUND if chance.random() < 0.3 else _SIMPLE)
            # Within itself that loop would begin anew for ever.
            line = line.replace("~", "true" if "k=0" in line and "k=0" in inner else inner, 1)
        line = line.replace("~", "true")
        while "@" in line:
            line = line.replace("@", chance.choice(_WORDS), 1)
        yield line


def compare(seed: int, wanted: int) -> int:
    """Run as many lines as wanted that may run unasked, as they are and as they are written; how
    many left something to the shell. Raises `DifferenceError`."""
    left = done = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve() / "folder"
        (folder / "sub").mkdir(parents=True)
        for name, text in _FILES.items():
            (folder / name).write_text(text)
            (folder / "sub" / name).write_text("sub\n")
        for line in lines(seed):
            if done == wanted:
                break
            read = classify(line, folder)
            if read.risk is not Risk.S_READ:
                continue
            done += 1
            left += "set -f" in read.script
            meant, written = _printed(line, folder), _printed(read.script, folder)
            if meant != written:
                raise DifferenceError(f"{line!r}: {meant}, but {read.script!r}: {written}")
    return left


def _printed(line: str, folder: Path) -> tuple[int, bytes, bool]:
    """The exit code, what is printed, and whether a text of a file was run."""
    ended = subprocess.run(
        ["/bin/bash", "--norc", "--noprofile", "-c", line],
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(folder)},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
        timeout=30,
    )
    return ended.returncode, ended.stdout, (folder / "seen").exists()


def run(share: float) -> dict[str, int | float | str]:
    """2,000 random lines; a difference is raised with the line that shows it."""
    wanted = round(2_000 * share)
    return {"tried": wanted, "failed": 0, "left_to_shell": compare(seed=2, wanted=wanted)}
