"""Programs of awk and sed: those that only read and print, and those that look like them."""

import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from uitars_runtime.commands.awk import only_prints
from uitars_runtime.commands.classify import classify
from uitars_runtime.commands.languages import SED


@pytest.mark.parametrize(
    "program",
    [
        "{if ($1 > 2) print $1; else if ($1 >= 1) { print } else print $2}",
        "NR > 1 {s += $1}\n$2 > 3 {n++}\nEND {print s / n, (s > n)}",
        '{gsub(/[^a-z\\/|>]+/, " | > "); print $1 " -> " $2}',
        'BEGIN {FS = ","} $1 ~ /^(a|b)$/ || !/system/ {print "getline", substr($2, 1, 3)}',
        "{for (k in c) if (c[k] > 1) {delete c[k]; next}}",
        '{printf("\\"%s\\"\\n", $1)}',
        "!seen[$0]++",
    ],
)
def test_awk_may_read_and_print(program: str) -> None:
    assert only_prints(program)


@pytest.mark.parametrize(
    "program",
    [
        '{print > "out"}',
        '{print(1)(2) > "out"}',
        '{for (print > "out"; 0;) x}',
        '{print a["x" > "out"]}',
        '{print "\\" > \\"out"}',
        '{print a || b | "sh"}',
        '{x /"|b/; print | "touch out"}',
        '/[/]/ {print > "]/"}',
        "{system (x)}",
        "{x(1)}",
        '{f = "system"; @f("id")}',
        '{awk::system("id")}',
        '{for (print "é" > "out"; 0;) x}',
        "{print (1}) > (2)}",
        "{print ENVIRON[1]}",
        "{print\\\n> 1}",
        "{print",
    ],
)
def test_awk_that_may_do_more_asks(program: str) -> None:
    assert not only_prints(program)


_PIECES = (
    *("{", "}", "(", ")", "[", "]", '"', "/", "\\", "|", ">", ";", "\n", "!", "~", ",", "$1", " "),
    *('> "out"', '| "touch out"', 'system("touch out")', '"touch out" | getline', "print", "x"),
    *(
        '"touch out"',
        "/a|b/",
        '"b"',
        "if (",
        "for (",
        "else ",
        "(1 > 2)",
        "/[/]/",
        "[^]",
        '\\"',
        "#",
    ),
)


def test_no_awk_that_is_read_as_printing_only_writes_or_runs_anything(tmp_path: Path) -> None:
    """Programs made by chance of what harms and what does not, given to the awk that is here."""
    if shutil.which("awk") is None:
        pytest.skip("there is no awk here")
    (tmp_path / "in").write_text("a b\n1 2\n")
    chance = random.Random(5)
    wanted = 300
    while wanted:
        parts = [chance.choice(_PIECES) for _ in range(chance.randint(1, 7))]
        program = f"{{print {''.join(parts)}}}" if chance.random() < 0.8 else "".join(parts)
        if not only_prints(program):
            continue
        wanted -= 1
        command = ["awk", program, "in"]
        subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True)
        assert [path.name for path in tmp_path.iterdir()] == ["in"], program


@pytest.mark.parametrize("program", [r"s/[ \t]*$//", r"s/^[\s.]*//; s/[^\/]*$/x/g", r"/[\t]x/d"])
def test_sed_may_have_escapes_in_brackets(program: str) -> None:
    assert SED.fullmatch(program)


@pytest.mark.parametrize(
    "program",
    [
        r"s/[\t]/x/w out",
        r"s/[\t]/id/e",
        r"/[\t]/w out",
        r"s/[\]/x/;w out",
        r"s/[\]]/x/;/p;w out",
        r"s/[\[]/x/;/p;w out",
        r"s/[]\t]/x/;/p;w out",
        r"s/[\\]/x/;/p;w out",
        r"s/[\t/]/x/;w out",
        r"s,[\,],x,;w out",
    ],
)
def test_sed_that_may_do_more_asks(program: str) -> None:
    assert not SED.fullmatch(program)


@pytest.mark.parametrize(
    "line", ["awk '/" + "[^a]" * 900 + "' notes.txt", "sed 's/" + r"[^\t]" * 700 + "' notes.txt"]
)
def test_a_program_with_many_brackets_is_read_at_once(line: str, tmp_path: Path) -> None:
    began = time.process_time()
    assert classify(line, tmp_path).risk == "S-other"
    assert time.process_time() - began < 1
